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
