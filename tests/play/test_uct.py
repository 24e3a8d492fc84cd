"""How well UCT plays, in few games; tests/benchmarks/uct.py plays many."""

from __future__ import annotations

import pytest
from benchmarks.uct import GAMES, results


@pytest.mark.parametrize("title", GAMES)
def test_uct_beats_random(title: str) -> None:
    """Even with few iterations it hardly ever loses."""
    name, options = GAMES[title]
    found = results(name, options, 60, "random", 6, 1)
    assert found.count(1) >= 5


def test_uct_holds_tic_tac_toe_against_a_perfect_player() -> None:
    """From either seat it takes what the game is worth: a draw."""
    assert results("tic_tac_toe", {}, 500, "perfect", 4, 1) == [0, 0, 0, 0]
