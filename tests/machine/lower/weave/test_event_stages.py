"""weave/event_stages.py: permissions, instead, before, effect, after, and who was in force before the effect."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

HEAD = """
kind Unit:
    var hurt: 0..9
each player has:
    zone field: cards of Unit, active
the table has:
    var n: 0..9
    var log: 0..9999 = 1
    zone rest: cards of Unit
card "Ann" is Unit
card "Bob" is Unit
event wound (u: Unit) by (k: 0..9):
    set log to log * 10 + 5
    raise u.hurt by k
event bury (u: Unit): move u to rest
cannot wound u when n = 1 or n = 2
must wound u when n = 2 or n = 3
never wound u when n = 3
rule ward: instead of wound u by k when n = 4: wound u by 1
rule shield: before wound u by k when n = 5: set k to 0
rule first: before wound u: set log to log * 10 + 4
rule last: after wound u: set log to log * 10 + 6
card "Cid" is Unit:
    rule wail: after bury u when u is this: raise log by 100
    rule weep: after bury u: raise log by 10
main:
    for each u in Unit: move u to field of player 1
    choose k from 0..5 by player 1 as "what then"
    set n to k
    wound "Ann" by 2
    choose b from Unit by player 1 as "who is buried"
    bury b
    if n = 5: bury "Cid"
"""


def test_the_stages_in_order() -> None:
    """What an event is lowered to; inside the rule that replaces it, it is itself without that rule."""
    golden("goldens/machine/lower/event_stages.txt", told(lowered(HEAD), "event wound", "event bury"))


@pytest.mark.parametrize(
    ("n", "hurt", "log"),
    [
        (0, 2, 1456),
        (1, 0, 1),  # cannot
        (2, 2, 1456),  # must is stronger
        (3, 0, 1),  # never is stronger still
        (4, 1, 1456),  # replaced by itself with another number, once
        (5, 0, 1456),  # what is set before holds in the effect
    ],
)
def test_each_stage_does_its_part(n: int, hurt: int, log: int) -> None:
    """The log has a figure for each stage that ran."""
    game = Play(lowered(HEAD)).choose((n,))
    assert (game.field("hurt", game.entity("Ann")), game.field("log")) == (hurt, log)


def test_who_was_in_force_before_the_effect_still_reacts() -> None:
    """Cid leaves the field by its own burial, and both of its rules still run; buried again, neither does."""
    game = Play(lowered(HEAD))
    cid, bob = game.entity("Cid"), game.entity("Bob")
    assert game.choose((0,), (cid,)).field("log") == 1456 + 110
    assert Play(lowered(HEAD)).choose((5,), (cid,)).field("log") == 1456 + 110
    assert Play(lowered(HEAD)).choose((0,), (bob,)).field("log") == 1456 + 10
