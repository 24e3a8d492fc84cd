"""weave/replacing.py: when somebody is asked which rule replaces an event, for what, and what happens then."""

from __future__ import annotations

import pytest
from machine.common import Play
from machine.lowered import lowered

TEXT = """
kind Charm
card "Glass" is Charm, 2 copies:
    instead of harm p by n when p is holder of this: move this to broken
card "Iron" is Charm:
    rule hold: instead of harm p by n when p is holder of this and n > 1: harm p by 1
each player has:
    zone worn: cards of Charm, active
    var life: 0..9 = 9
the table has:
    zone broken: cards of Charm
    var nobody: yes/no
event harm (p: Player) by (n: 0..9) replaced by choice of (if nobody then none else p): lower p.life by n
rule duck: instead of harm p by n when n = 7: nothing
main:
    choose glass from 0..2 by player 1 as "how many of glass"
    choose iron from 0..1 by player 1 as "how many of iron"
    choose n from 1..9 by player 1 as "how hard"
    choose k from 0..1 by player 1 as "nobody chooses"
    if k = 1: set nobody to yes
    if glass > 0: move "Glass" to worn of player 2
    if glass > 1: move "Glass" copy 2 to worn of player 2
    if iron > 0: move "Iron" to worn of player 2
    harm player 2 by n
    choose one by player 1:
        option "go on": end game drawn
"""
DUCK, GLASS, IRON = range(3)


def begun(glass: int, iron: int, hard: int, nobody: int = 0) -> Play:
    """The charms are worn, and player 2 is struck."""
    return Play(lowered(TEXT)).choose((glass,), (iron,), (hard,), (nobody,))


def life(game: Play) -> int:
    """What player 2 has left."""
    return game.field("life", 2)


def broken(game: Play) -> list[int]:
    """Which copies of glass are broken."""
    zone = next(each.first for each in game.machine.names.zones if each.name == "broken")
    return [copy for copy in (1, 2) if game.place(game.entity("Glass", copy)) == zone]


@pytest.mark.parametrize(
    ("glass", "iron", "hard", "left", "gone"),
    [
        (0, 0, 3, 6, []),  # none holds
        (1, 0, 3, 9, [1]),  # one holds
        (2, 0, 3, 9, [1]),  # copies are one answer, and the first of them acts
        (0, 1, 3, 8, []),  # it calls the event again, which it leaves alone then
        (1, 1, 1, 9, [1]),  # the condition of the other does not hold
        (0, 0, 7, 9, []),  # a rule of the game
    ],
)
def test_nobody_is_asked_where_one_answer_is_left(glass: int, iron: int, hard: int, left: int, gone: list[int]) -> None:
    game = begun(glass, iron, hard)
    assert (game.asker, life(game), broken(game)) == (1, left, gone)


def test_who_is_struck_chooses_among_those_that_hold() -> None:
    assert begun(1, 1, 3).asker == 2
    assert begun(1, 1, 3).options() == [(GLASS,), (IRON,)]
    assert begun(2, 1, 7).options() == [(DUCK,), (GLASS,), (IRON,)]


def test_what_is_chosen_alone_happens() -> None:
    game = begun(2, 1, 7).choose((GLASS,))
    assert (game.asker, life(game), broken(game)) == (1, 9, [1])
    game = begun(2, 1, 7).choose((DUCK,))
    assert (game.asker, life(game), broken(game)) == (1, 9, [])


def test_what_is_left_of_it_is_replaced_by_the_others() -> None:
    """Iron lets 1 through: neither it nor what asks for 7 holds, so the glass takes it without a question."""
    game = begun(1, 1, 7).choose((IRON,))
    assert (game.asker, life(game), broken(game)) == (1, 9, [1])


@pytest.mark.parametrize(("hard", "gone"), [(3, [1]), (7, [])])
def test_if_nobody_chooses_the_first_rule_that_holds_acts(hard: int, gone: list[int]) -> None:
    game = begun(1, 1, hard, 1)
    assert (game.asker, life(game), broken(game)) == (1, 9, gone)
