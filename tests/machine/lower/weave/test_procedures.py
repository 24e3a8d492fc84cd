"""weave/procedures.py: what rules are woven into: events, moves, always-rules, procedures with variants, windows."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play, PlayError
from machine.lowered import lowered, told

TEXT = """
kind Unit:
    var hurt: 0..9
    var spun: 0..1
    procedure act:
        set log to log * 10 + 1
kind Elite is Unit:
    procedure act:
        set log to log * 10 + 2
each player has:
    zone field: cards of Unit, active
the table has:
    var n: 0..9
    var log: 0..99999999
    zone rest: cards of Unit
card "Ann" is Unit
card "Bob" is Elite
card "Cid" is Elite:
    procedure act:
        set log to log * 10 + 3
        leave if n = 5
        set log to log * 10 + 4
event wound (u: Unit) by (k: 0..9):
    if k = 0: leave
    raise u.hurt by k
event poke (u: Unit):
    if n = 1: leave
    raise u.hurt by 1
rule after_poke: after poke u: set log to log * 10 + 7
rule dies: always for each u in Unit where u.hurt > 3 and u.spun = 0:
    set u.spun to 1
    move u to rest
rule turns: always when n = 2: set n to 4 - n
rule arrives: after move u to z when z is rest: set log to log * 10 + 9
window turn "turn", pass "done"
action spin (u: Unit) in turn: raise u.hurt by 1
action rest_all in turn: set n to 0
main:
    choose k from 0..5 by player 1 as "how"
    set n to k
    for each u in Unit: act u
    wound "Ann" by n
    poke "Bob"
    offer turn to player 1
"""


NAMES = ("always", "procedure act", "event wound", "event poke", "offer turn", "action spin", "move")


def game(n: int) -> Play:
    """The game at its window, behind a choice."""
    return Play(lowered(TEXT)).choose((n,))


def test_what_is_written_into_procedures() -> None:
    """The variant of the nearest card or kind; a `leave` that ends the effect and no more; one round after another."""
    golden("goldens/machine/lower/procedures.txt", told(lowered(TEXT), *NAMES))


@pytest.mark.parametrize(("n", "log"), [(0, 12347), (1, 12347), (5, 12397)])
def test_each_piece_does_what_its_own_card_or_kind_says(n: int, log: int) -> None:
    """Ann what the kind says, Bob what his says, Cid what the card says, but for what it leaves out;
    then Ann goes, who is wounded to death, and Bob is poked."""
    assert game(n).field("log") == log


def test_leaving_an_effect_ends_nothing_else() -> None:
    """With 1 nothing is poked, and what comes after it comes; with 0 nobody is wounded."""
    assert [game(n).field("hurt", game(n).entity("Bob")) for n in (0, 1)] == [1, 0]
    assert [game(n).field("hurt", game(n).entity("Ann")) for n in (0, 1)] == [0, 1]


def test_always_rules_go_round_until_none_applies() -> None:
    """Ann is taken out by a rule once it is due, after whatever has made it so; what never ends is said to."""
    played = game(3)
    ann = played.entity("Ann")
    assert played.field("spun", ann) == 0
    played.choose((1, 0, ann))
    assert (played.field("spun", ann), played.field("hurt", ann)) == (1, 4)
    with pytest.raises(PlayError, match="RUNAWAY"):
        game(2)


def test_the_answer_to_a_window_runs_the_action() -> None:
    """The actions of the window are cases, by their numbers, and whatever was chosen goes to its procedure."""
    played = game(3)
    assert [played.machine.actions[number].name for number in played.decision.actions] == ["spin", "rest_all"]
    assert played.decision.kind == "window" and played.decision.width == 3
    assert played.choose((2, 0)).field("n") == 0
    assert game(3).choose((0,)).field("n") == 3
