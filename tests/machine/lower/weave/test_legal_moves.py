"""weave/legal_moves.py: which moves there are, as loops with each requirement as far out as it can be asked."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

TEXT = """
kind Unit:
    power: 0..9 = 2
    var hurt: 0..9
kind Spell
each player has:
    zone hand: cards of Spell, seen by owner, playable
    zone field: cards of Unit, active
the table has:
    var n: 0..9
    zone shown: row of Spell, active
card "Ann" is Unit
card "Bob" is Unit, 2 copies
window turn "turn", pass "done"
action hit with (u: Unit in field of me) for (k: 1..3) in turn:
    requires calm: n < 6
    requires fresh: u.hurt = 0
    requires fits: u.power + k < 5
    set n to k
card "Bolt" is Spell:
    action cast in turn:
        requires late: n = 1
        set n to 2
card "Fog" is Spell, 2 copies:
    action hide in turn: set n to 3
rule urge: must hit with u for k when n = 5
main:
    move "Ann" to field of player 1
    move "Bob" to field of player 2
    move "Bolt" to hand of player 1
    move "Fog" to hand of player 2
    if player 1 can hit: set n to 1
    offer turn to player 1
    offer turn to player 2, no passing
"""
HIT, CAST, HIDE = 1, 2, 3


@pytest.fixture
def game() -> Play:
    """The game at its first question."""
    return Play(lowered(TEXT))


def test_requirements_stand_as_far_out_as_what_they_read() -> None:
    """`calm` round all loops, `fresh` in that over the units, `fits` inside; `can` stops at the first move."""
    names = ("moves of hit", "can hit", "moves of cast", "who offers hide", "moves of turn")
    golden("goldens/machine/lower/legal_moves.txt", told(lowered(TEXT), *names))


def number(game: Play, name: str) -> int:
    """The slot of a field of the table."""
    return next(each.base for each in game.machine.names.fields if each.name == name)


def test_moves_are_numbered_by_their_action_and_come_in_order(game: Play) -> None:
    """The number of the action, the piece that offers it, what it is with; the pass comes last."""
    ann, bolt = game.entity("Ann"), game.entity("Bolt")
    assert game.options() == [(HIT, 0, ann, 1), (HIT, 0, ann, 2), (CAST, bolt), (0,)]


def test_what_must_be_is_all_there_is(game: Play) -> None:
    """Neither another action nor a pass, as long as there is a move that is demanded."""
    ann = game.entity("Ann")
    game.S[number(game, "n")] = 5
    assert game.options() == [(HIT, 0, ann, 1), (HIT, 0, ann, 2)]
    game.S[next(each.base for each in game.machine.names.fields if each.name == "hurt") + ann] = 1
    assert game.options() == [(0,)]


def test_a_window_without_a_pass_has_one_where_nothing_else_is_left(game: Play) -> None:
    """`no passing` bars it only beside another move."""
    game.choose((0,))
    fog, bob = game.entity("Fog"), game.entity("Bob")
    assert game.options() == [(HIT, 0, bob, 1), (HIT, 0, bob, 2), (HIDE, fog)]
    game.S[number(game, "n")] = 9
    game.S[game.machine.layout.place + fog] = 0
    assert game.options() == [(0,)]


def test_a_piece_that_only_another_player_sees_offers_nothing(game: Play) -> None:
    """The Fog in the hand of the second player is no move of the first; in the open row it is."""
    fog = game.entity("Fog")
    who = game.machine.names.procs.index("who offers hide")
    assert [game.backend.emit(game.S, who, [player]) for player in (1, 2)] == [[], [(fog,)]]
    shown = next(zone.first for zone in game.machine.names.zones if zone.name == "shown")
    game.S[game.machine.layout.place + fog] = shown
    assert [game.backend.emit(game.S, who, [player]) for player in (1, 2)] == [[(fog,)], [(fog,)]]
