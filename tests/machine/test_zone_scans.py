"""Loops over pieces are walked by zones where conditions leave few zones; unions of zones need not look for doubles."""

from __future__ import annotations

import pytest
from breadth import many
from hypothesis import given, settings
from hypothesis import strategies as st
from machine.common import Play, machine_of, play

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Machine
from dsl.machine.ir.walk import nodes

GAME = """
game "Places" for 2 players
kind Card:
    number: 0..20 = 3
    var seen: yes/no
    action show in turn:
        requires mine: this in hand of me
        set this.seen to yes
    action flip in turn:
        requires ours: holder of this is me
        requires hidden: not this.seen
        set this.seen to yes
kind Tool:
    weight: 0..9 = 1
each player has:
    zone hand: cards of Card or Tool, playable
    zone field: cards of Card, active
    zone deck: stack of Card
the table has:
    zone middle: cards of Card or Tool, seen by faces, active
    var chosen: 0..99
card "Plain" is Card, 30 copies:
    number 2
card "Odd" is Card, 5 copies:
    number 7
card "Hammer" is Tool, 12 copies
window turn "turn", pass "pass"
define around (p: Player) = (hand of p, field of p, middle)
main:
    let deals be size of (each c in Card where c.number > 0)
    for each c in Card:
        random k from 0..5 on dice
        if k = 0: move c to hand of player 1
        if k = 1: move c to hand of player 2
        if k = 2: move c to field of player 1
        if k = 3: move c to deck of player 2
        if k = 4: move c to middle
        random n from 0..1 on dice
        if n = 0: turn c face down
        if n = 1: set c.seen to yes
    for each t in Tool:
        random k from 0..2 on dice
        if k = 0: move t to hand of player 1
        if k = 1: move t to middle
    offer turn to player 1
    choose one by player 1 as "what now":
        option "end": end game drawn
"""


def of_sort(machine: Machine, sort: type, name: str) -> list[ops.Stmt]:
    """The statements of a sort in the functions of a name."""
    procs = [proc for proc, own in zip(machine.procs, machine.names.procs, strict=True) if own == name]
    return [node for proc in procs for node in nodes(proc) if isinstance(node, sort)]  # pyright: ignore


@pytest.fixture(scope="module")
def machine() -> Machine:
    """The machine of the game."""
    return machine_of(GAME)


def test_the_zone_that_is_named_is_walked(machine: Machine) -> None:
    """Nobody asks all 35 cards whether they lie in a hand; whose zone it is leaves three."""
    assert of_sort(machine, ops.ForZone, "moves of show")
    assert not of_sort(machine, ops.ForRange, "moves of show")
    (gather,) = of_sort(machine, ops.ForTable, "moves of flip")
    assert isinstance(gather, ops.ForTable) and isinstance(gather.body[0], ops.ListZone)


def test_moves_come_in_the_order_of_the_pieces(machine: Machine) -> None:
    """As they do when all pieces are asked."""
    for key in range(8):
        game = Play(machine, key)
        moves = [option for option in game.options() if option[0] == 2]
        assert moves == sorted(moves)
        shown = {option[1] for option in game.options() if option[0] == 1}
        assert shown == {card for card in game.zone("hand") if game.machine.names.entities[card - 1].kind == "Card"}


def test_a_loop_that_moves_pieces_stays_as_it_is() -> None:
    """Each piece is asked when its turn comes."""
    found = machine_of(GAME + "event clear:\n    for each c in Card where c in middle: move c to box\n")
    assert not of_sort(found, ops.ForZone, "event clear")


def test_the_zones_of_a_union_are_apart() -> None:
    """What lies in one zone lies in no other; what may lie in two is looked for."""
    found = machine_of(GAME + "value all (p: Player): 0..99 = number of c in around(p) where c is Card\n")
    sizes = of_sort(found, ops.ListZone, "number")
    assert len(sizes) == 3 and not of_sort(found, ops.ListAdd, "number")
    found = machine_of(GAME + "value all (p: Player): 0..99 = number of c in (middle, around(p)) where c is Card\n")
    assert all(isinstance(add, ops.ListAdd) and add.unique for add in of_sort(found, ops.ListAdd, "number"))
    game = play(GAME + "value all (p: Player): 0..99 = size of (middle, around(p), hand of p)\n")
    assert game.value("all", 1) == len({*game.zone("middle"), *game.zone("hand"), *game.zone("field")})


TESTS = st.sampled_from(
    [
        *("c in hand of p", "c in middle", "c in deck of player 2", "holder of c is p", "holder of c is none"),
        *("c.seen", "c.number = 7", "c in field of player 1", "c.face_up", "c.owner is p", "c in around(p)"),
        *("c in box", "chosen < 3", "p.seat = 1", "10 / c.number > 2"),
    ]
)
WHERE = st.recursive(
    TESTS,
    lambda part: st.one_of(
        st.builds("({} and {})".format, part, part),
        st.builds("({} or {})".format, part, part),
        st.builds("not ({})".format, part),
    ),
    max_leaves=4,
)


@pytest.mark.slow
@pytest.mark.wide
@settings(max_examples=many(6, 25))
@given(st.lists(WHERE, min_size=1, max_size=3).map(" and ".join))
def test_walking_zones_changes_no_answer(where: str) -> None:
    """Whatever the condition is, the same cards are found in the same order."""
    text = GAME + (
        f"value many (p: Player): 0..99 = number of c in Card where {where}\n"
        f"value one (p: Player): 0..99 = (sum of c.number for c in Card where {where})\n"
    )
    sifted, plain = machine_of(text), machine_of(text, without="pushdown")
    for key in range(3):
        one, other = Play(sifted, key), Play(plain, key)
        assert one.options() == other.options()
        for player in (1, 2):
            for value in ("many", "one"):
                assert one.value(value, player) == other.value(value, player), where
