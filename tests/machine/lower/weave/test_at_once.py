"""weave/at_once.py: the events of a batch are one happening, each stage for all of them."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

TEXT = """
kind Unit:
    var hurt: 0..9
    var barred: yes/no
each player has:
    zone field: cards of Unit, active
the table has:
    var how: 0..5
    var count: 0..9
    var seen: 0..99
    zone rest: cards of Unit
card "Ann" is Unit
card "Bob" is Unit
card "Cid" is Unit:
    rule mourns: after die u when u is Unit: raise count by 1
event wound (u: Unit): raise u.hurt by count + 1
event die (u: Unit): move u to rest
event grow: raise count by 1
cannot wound u when u.barred
rule bars: before wound u when how = 1 and u is "Ann":
    for each x in Unit where x is not u: set x.barred to yes
rule spares: instead of wound u when how = 2 and u is "Bob": nothing
rule sees: after wound u: raise seen by hurt of "Ann" + hurt of "Bob" + hurt of "Cid"
rule buries: always for each u in Unit where u.hurt > 8 and u not in rest: die u
main:
    for each u in Unit: move u to field of player 1
    choose k from 0..5 by player 1 as "how"
    set how to k
    if how < 3:
        at once:
            for each u in Unit: wound u
            grow
    if how = 3:
        at once:
            for each u in Unit: die u
    if how = 4:
        at once:
            if count = 0: wound "Ann"
            else: wound "Bob"
            for each u in Unit where u is not "Ann" in order of u.hurt: wound u
    choose one by player 1:
        option "go on": end game drawn
"""


def test_each_stage_is_one_loop_over_all_events() -> None:
    """Collected; asked and changed; asked again, for `bars` writes what `cannot` reads; done; reacted to."""
    golden("goldens/machine/lower/at_once.txt", told(lowered(TEXT), "main"))


@pytest.mark.parametrize(
    ("how", "hurt", "seen"),
    [
        (0, (1, 1, 1), 9),  # as they were before: nobody is hurt by the count that grows beside it; each saw all three
        (1, (1, 0, 0), 1),  # what the first one forbids does not happen
        (2, (1, 0, 1), 4),  # what is replaced does not happen, nor is it reacted to
        (4, (1, 1, 1), 9),  # an `if`, and a loop in an order
    ],
)
def test_events_happen_together(how: int, hurt: tuple[int, ...], seen: int) -> None:
    """Each event sees the position before the batch, and each rule after it the one behind it."""
    game = Play(lowered(TEXT)).choose((how,))
    assert tuple(game.field("hurt", game.entity(name)) for name in ("Ann", "Bob", "Cid")) == hurt
    assert game.field("seen") == seen


def test_those_who_go_together_see_each_other_go() -> None:
    """Cid is in force before the effects, so it counts all three burials, its own among them."""
    assert Play(lowered(TEXT)).choose((3,)).field("count") == 3


def test_always_rules_run_once_behind_all_effects() -> None:
    """What they do then is no part of the batch: Ann and Bob are wounded to death, and Cid sees it twice."""
    game = Play(lowered(TEXT))
    for name in ("Ann", "Bob"):
        game.S[next(each.base for each in game.machine.names.fields if each.name == "hurt") + game.entity(name)] = 8
    game.choose((0,))
    rest = next(each.first for each in game.machine.names.zones if each.name == "rest")
    assert [game.place(game.entity(name)) == rest for name in ("Ann", "Bob", "Cid")] == [True, True, False]
    assert game.field("count") == 1 + 2
