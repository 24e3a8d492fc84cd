"""Runs of many games: seeds, shares, intervals, and the same report whoever plays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.play.simulate import Plan, Played, game_seed, plays, report, simulate, wilson, wins
from dsl.runtime.game import load


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


def test_a_team_wins_together() -> None:
    """Who shares a win with some, and not with all, has won; only what nobody has won is drawn."""
    games = [
        Played(0, 10, True, (1, 0, 1, 0), "", ()),
        Played(1, 10, True, (0, 1, 0, 1), "", ()),
        Played(2, 10, True, (3, 3, 3, 3), "", ()),
        Played(3, 10, True, (-1, 1, -1, -1), "", ()),
    ]
    played = [replace(game, sides=((),) * 4) for game in games]
    found = report(Plan("x", 4, 1, "uct 9,random"), played)
    assert (found.finished, found.drawn, found.shared) == (4, 1, 2)
    assert [tally.wins for tally in found.seats] == [1.25, 2.25, 1.25, 1.25]
    assert {words: tally.wins for words, tally in found.bots.items()} == {"uct 9": 3.5, "random": 0.5}
    assert [tally.games for tally in found.bots.values()] == [4, 4]


def test_bots_change_seats() -> None:
    """Each game moves them on by one seat; a single one sits everywhere."""
    plan = Plan("x", 3, 1, "uct:9, random")
    assert [plan.seated(number) for number in range(2)] == [["uct:9", "random", "uct:9"], ["random", "uct:9", "random"]]
    assert Plan("x", 2, 1, "greedy").seated(7) == ["greedy", "greedy"]


def test_bots_keep_their_seats_and_games_begin_as_told(noughts: Path) -> None:
    """So that one side of a game with roles is measured: who has which role is a first move."""
    plan = Plan(str(noughts), 2, 1, "uct:9, random", first=("mark 1 1", "mark 2 2"), stay=True)
    assert [plan.seated(number) for number in range(2)] == [["uct:9", "random"]] * 2
    game = load(noughts)
    found = simulate(game, plan, 3)
    assert max(found.decisions) <= 7 and set(found.seconds) == {"uct:9", "random"}
    assert simulate(game, replace(plan, bot="random"), 3).decisions != simulate(game, Plan("x", 2, 1), 3).decisions
    wrong = simulate(game, replace(plan, first=("mark 1 1", "mark 1 1")), 1)
    assert wrong.faults and not wrong.finished


def test_bots_play_each_other(noughts: Path) -> None:
    """The better one wins more, the games are told one by one, and processes change nothing."""
    game, plan = load(noughts), Plan(str(noughts), 2, 3, "uct 40,random")
    found = simulate(game, plan, 10)
    assert [next(plays(game, plan, 10)).number, *(each.number for each in plays(game, plan, 3))] == [0, 0, 1, 2]
    assert found.bots["uct 40"].wins > 6 and sum(tally.wins for tally in found.bots.values()) == 10
    assert simulate(game, plan, 10, 2) == found
    other = replace(plan, bot="greedy,random")  # a search in C draws other numbers than one in Python
    assert simulate(game, replace(other, backend="python"), 10) == simulate(game, other, 10)


def test_a_field_that_never_varies_is_no_side() -> None:
    """Only fields with several values are reported."""
    same = (("mood", "calm"),)
    assert report(Plan("x", 2, 0), [Played(0, 1, True, (1, -1), "", (same, same))]).sides == {}
