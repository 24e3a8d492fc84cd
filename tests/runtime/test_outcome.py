"""Who has won, and how it is told."""

from __future__ import annotations

import pytest

from dsl.runtime.outcome import is_drawn, result_words, winner


@pytest.mark.parametrize(
    ("results", "scores", "who", "drawn", "told"),
    [
        ([1, -1], [], 1, False, "A wins"),
        ([-1, 1, -1], [], 2, False, "B wins"),
        ([-1, 1, -1], [7, 7, 6], 2, False, "B wins, 7 : 7 : 6 (B, A, C)"),
        ([1, -1, 1], [], 0, True, "A and C win"),
        ([0, 0], [], 0, True, "drawn"),
        ([0, 0], [4, 4], 0, True, "drawn, 4 : 4 (A, B)"),
        ([3, 7, 7], [3, 7, 7], 0, True, "B and C win, 7 : 7 : 3 (B, C, A)"),
        ([6, 7, 6], [6, 7, 6], 2, False, "B wins, 7 : 6 : 6 (B, A, C)"),
        ([-4, -2], [-4, -2], 2, False, "B wins, -2 : -4 (B, A)"),
        ([1], [], 1, False, "A wins"),
        ([-1], [], 0, False, "A loses"),
        ([0], [], 0, True, "drawn"),
        ([12], [12], 1, False, "A wins, 12"),
    ],
)
def test_how_a_game_ended(results: list[int], scores: list[int], who: int, drawn: bool, told: str) -> None:
    """Who alone stands highest has won; those who share it have won together, unless all do."""
    assert (winner(results), is_drawn(results)) == (who, drawn)
    assert result_words(results, "ABC"[: len(results)], scores) == told
