"""Freehold: its scenarios on every backend, and whole games beside a bookkeeping of their own."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from backends.native_help import needs_compiler

from dsl.runtime.game import Game, load
from dsl.runtime.information.views import PlayerView
from dsl.runtime.proving import run_scenarios
from dsl.runtime.state import State

FOLDER = Path(__file__).parents[2] / "games" / "modern" / "freehold"
POINTS = {"Cottage": 1, "Farm": 3, "Manor": 6, "Blight": -1}
DECKS = ("deck", "hand", "played", "discard")


@cache
def freehold() -> Game:
    return load(FOLDER, scenarios=True)


@pytest.mark.parametrize("backend", ["python", "reference", pytest.param("native", marks=needs_compiler)])
def test_scenarios(backend: str) -> None:
    results = run_scenarios(freehold(), backend=backend)
    assert len(results) == 77
    assert [result.title for result in results if not result.passed] == []


def cards(of: PlayerView, *names: str) -> Counter[str]:
    """How many cards of each title lie in the zones of a player, or of the table."""
    return Counter(
        item.name.split(" copy ")[0] for zone in of.zones if not names or zone.name in names for item in zone.items
    )


def settled(state: State) -> None:
    """The results are what somebody finds who counts the cards himself."""
    view = state.view()
    owned = [cards(player, *DECKS) for player in view.players]
    turns = [dict(player.fields)["turns"] for player in view.players]
    points = [
        sum(POINTS.get(title, 0) * number for title, number in deck.items()) + deck["Orchard"] * (deck.total() // 10)
        for deck in owned
    ]
    standing = [2 * own + (int(taken) < max(map(int, turns))) for own, taken in zip(points, turns, strict=True)]
    assert list(state.returns()) == standing
    market = cards(view.table, "market")
    assert "Manor" not in market or len(market) <= 14


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    """No card is lost or made, piles run out one by one, and the points are right."""
    choice = random.Random(players)
    state = freehold().start(players, 7)
    while not state.is_over:
        moves = state.moves()
        state.apply(choice.choice(moves))
    settled(state)
    view = state.view()
    titles = sum((cards(player) for player in (view.table, *view.players)), Counter[str]())
    lands = 8 if players == 2 else 12
    assert titles["Manor"] == lands
    assert titles["Cottage"] == lands + 3 * players
    assert (titles["Penny"], titles["Shilling"], titles["Crown"]) == (60, 40, 30)
    assert titles["Blight"] == 10 * (players - 1)
