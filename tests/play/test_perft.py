"""Counts of positions that are known from elsewhere."""

from __future__ import annotations

from pathlib import Path

from dsl.runtime.game import load
from dsl.tools.figures import divide, perft


def test_noughts_and_crosses(noughts: Path) -> None:
    """The number of games of each length, as printed in many places."""
    state = load(noughts).start()
    assert [perft(state, depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]
    assert divide(state, 3) == {move.text: 56 for move in state.moves()}


def test_ended_games_have_no_moves(noughts: Path) -> None:
    """From here X can win at once: those games end there."""
    state = load(noughts).start()
    for square in ("1 1", "2 1", "1 2", "2 2"):
        state.apply(f"mark {square}")
    assert perft(state, 1) == 5
    assert perft(state, 2) == 4 * 4


COPIES = """\
game "Copies" for 1 player
kind Card
each player has:
    zone hand: cards of Card
    zone heap: cards of Card
card "Leaf" is Card, 3 copies
card "Twig" is Card
window turn
action lay (c: Card in hand of me) in turn: move c to heap of me
main:
    move Card to hand of player 1
    repeat at most 4 times: offer turn to player 1, no passing
"""


def test_copies_are_several_answers(tmp_path: Path) -> None:
    """Each of three leaves is an answer of its own; the division adds up what reads alike."""
    (tmp_path / "game.rules").write_text(COPIES, encoding="utf-8")
    state = load(tmp_path).start()
    assert [perft(state, depth) for depth in range(6)] == [1, 4, 12, 24, 24, 0]
    assert sum(divide(state, 4).values()) == 24
