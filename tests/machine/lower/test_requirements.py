"""Requirements of actions: legal moves, `p can act` and explanations ask the same ones (weave/requirements.py)."""

from __future__ import annotations

import pytest
from machine.common import Play, play

GAME = """
kind Charm is Piece
card "Bell" is Charm:
    lifts eleven for n when n = 11
each player has:
    zone charms: cards of Charm, active
    var gold: 0..9 = 9
the table has:
    var pick: 0..12
    var left: 0..1 = 1
    var mark: 0..12
window turn "turn", pass "done"
limit few: left per turn
define fine of (n: 1..12):
    requires three: n != 3
action mark_it for (n: 1..12 where n = pick) in turn:
    requires first: n != 1
    requires n < 13 and n != 2
    requires fine of n
    requires ten: n != 10
    requires eleven: n != 11
    provided afterwards eight: mark != 8
    uses few
    let price be 1
    pay price from me.gold
    set mark to n
lifts ten for n when n = 10
rule six: cannot mark_it for n when n = 6 or n = 9
rule seven: never mark_it for n when n = 7
rule nine: must mark_it for n when n = 9
main:
    if player 1 can mark_it: set mark to 1
    move "Bell" to charms of player 1
    offer turn to player 1
"""

NEEDS = ["first", "", "", "ten", "eleven", "few", "", "six", "seven", "eight"]
"""As they are told, in order: those of the action, limits, payments, permissions, what is provided afterwards."""


def unmet(game: Play, pick: int) -> list[int]:
    """The requirements that explanations find unmet; what is tried, only where the rest is met."""
    found: list[int] = []
    for index, need in enumerate(game.machine.actions[0].needs):
        params = game.machine.procs[need.test].params
        met = bool(need.trial and found) or game.backend.call(game.S, need.test, (1, 0, pick)[:params])
        found += [] if met else [index]
    return found


@pytest.mark.parametrize(
    ("pick", "against"),
    [
        (1, 0),  # a need
        (2, 1),  # a part of one
        (3, 2),  # one of a definition
        (4, 5),  # a limit
        (5, 6),  # a payment behind a `let`
        (6, 7),  # cannot
        (7, 8),  # never
        (8, 9),  # afterwards
        (9, None),  # cannot, and must
        (10, None),  # lifted by a rule of the game
        (11, None),  # lifted by a piece
        (12, None),
    ],
)
def test_a_move_is_legal_if_and_only_if_no_reason_stands_against_it(pick: int, against: int | None):
    """Each sort of requirement alone takes the move away, and is told by itself."""
    game = play(GAME)
    action = game.machine.actions[0]
    assert [need.name for need in action.needs] == NEEDS
    base = {info.name: info.base for info in game.machine.names.fields}
    game.S[base["pick"]] = pick
    game.S[base["left"]] = int(pick != 4)
    game.S[base["gold"] + 1] = 9 * (pick != 5)
    assert unmet(game, pick) == ([] if against is None else [against])
    moves = [(0, pick)] if against is None else []
    assert game.backend.emit(game.S, action.whole, [1]) == moves
    can = game.machine.names.procs.index("can mark_it")
    assert game.backend.call(game.S, can, (1,)) == len(moves)
    passes = [] if pick == 9 else [(0,)]
    assert game.options() == [(1, *move) for move in moves] + passes
