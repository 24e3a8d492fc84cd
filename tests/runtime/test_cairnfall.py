"""Cairnfall: its scenarios on every backend, and whole games in which no card is lost and the dead are gone."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from backends.native_help import needs_compiler

from dsl.runtime.game import Game, load
from dsl.runtime.proving import run_scenarios
from dsl.runtime.state import State

FOLDER = Path(__file__).parents[2] / "games" / "modern" / "cairnfall"


@cache
def cairnfall() -> Game:
    return load(FOLDER, scenarios=True)


@pytest.mark.parametrize("backend", ["python", "reference", pytest.param("native", marks=needs_compiler)])
def test_scenarios(backend: str) -> None:
    results = run_scenarios(cairnfall(), backend=backend)
    assert len(results) == 87
    assert [result.title for result in results if not result.passed] == []


def sound(state: State) -> None:
    """Sixty cards lie somewhere, and whoever has no life has lost."""
    view = state.view()
    assert sum(zone.count or 0 for seat in (view.table, *view.players) for zone in seat.zones) == 60
    lives = [int(dict(player.fields)["life"]) for player in view.players]
    assert state.is_over or min(lives) > 0


@pytest.mark.parametrize("seed", range(3))
def test_whole_games(seed: int) -> None:
    """Each comes to an end, and one of them has won."""
    choice = random.Random(seed)
    state = cairnfall().start(2, seed)
    while not state.is_over:
        sound(state)
        state.apply(choice.choice(state.moves()))
    assert sorted(state.returns()) == [-1, 1]
