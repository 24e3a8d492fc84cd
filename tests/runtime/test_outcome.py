"""Who has won, and how it is told."""

from __future__ import annotations

import pytest

from dsl.runtime.outcome import is_drawn, result_words, winner


@pytest.mark.parametrize(
    ("results", "who", "drawn", "told"),
    [
        ([1, -1], 1, False, "won lost"),
        ([-1, 1, -1], 2, False, "lost won lost"),
        ([1, -1, 1], 0, True, "won lost won"),
        ([0, 0], 0, True, "drawn drawn"),
        ([3, 7, 7], 0, True, "3 points, 7 points, 7 points"),
        ([0, 1, 0], 2, False, "0 points, 1 point, 0 points"),
        ([-4, -2], 2, False, "-4 points, -2 points"),
        ([1], 1, False, "won"),
        ([-1], 0, False, "lost"),
        ([0], 0, True, "drawn"),
        ([12], 1, False, "12 points"),
    ],
)
def test_how_a_game_ended(results: list[int], who: int, drawn: bool, told: str) -> None:
    """Who alone stands highest has won; otherwise it is a draw."""
    assert (winner(results), is_drawn(results)) == (who, drawn)
    assert result_words(results) == told.split(", " if "," in told or "points" in told else " ")
