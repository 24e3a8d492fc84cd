"""Runs of many games: seeds, shares, intervals, and the same report whoever plays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.play.simulate import Plan, Played, game_seed, report, wilson, wins


def test_known_intervals() -> None:
    """Figures from the literature: 10 of 20, 0 of 10, and nothing known."""
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(0, 500), st.integers(1, 500))
def test_an_interval_holds_the_share(won: int, more: int) -> None:
    """The share lies in its interval, which lies between 0 and 1."""
    low, high = wilson(won, won + more)
    assert 0 <= low <= won / (won + more) <= high <= 1


def test_a_win_is_shared_by_those_who_stand_highest() -> None:
    """One winner has all of it, two have half each, all have equal parts of a draw."""
    assert wins((1, -1)) == [1, 0]
    assert wins((0, 0)) == [0.5, 0.5]
    assert wins((7, 9, 9)) == [0, 0.5, 0.5]
    assert wins((-1,)) == [0]


def test_a_report_counts_ends_and_sides() -> None:
    """Draws are half wins, sides are counted by what was chosen, faults and endless games are named by their seeds."""
    fox, owl = (("side", "fox"),), (("side", "owl"),)
    games = [
        Played(0, 10, True, (1, -1), "three towers", (fox, owl)),
        Played(1, 20, True, (-1, 1), "three towers", (fox, owl)),
        Played(2, 30, True, (0, 0), "", (owl, fox)),
        Played(3, 5, False, (), "", (), "BOUND: too much"),
        Played(4, 99, False, (0, 0), "", (fox, owl)),
    ]
    found = report(Plan("x", 2, 7), games)
    assert (found.games, found.finished, found.drawn) == (5, 3, 1)
    assert found.reasons == {"three towers": 2, "": 1}
    assert [tally.wins for tally in found.seats] == [1.5, 1.5]
    assert found.sides["side"]["fox"].wins == 1.5
    assert found.sides["side"]["owl"].games == 3
    assert found.faults == [(game_seed(7, 3), "BOUND: too much")]
    assert found.unfinished == [7_000_004]


def test_a_field_that_never_varies_is_no_side() -> None:
    """Only fields with several values are reported."""
    same = (("mood", "calm"),)
    assert report(Plan("x", 2, 0), [Played(0, 1, True, (1, -1), "", (same, same))]).sides == {}
