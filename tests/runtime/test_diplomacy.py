"""Diplomacy: its scenarios on every backend, and whole games with what must hold after every season."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from backends.native_help import needs_compiler

from dsl.runtime.game import Game, load
from dsl.runtime.information.views import ItemView, View
from dsl.runtime.proving import run_scenarios
from dsl.runtime.state import State

FOLDER = Path(__file__).parents[2] / "games" / "modern" / "diplomacy"


@cache
def diplomacy() -> Game:
    return load(FOLDER, scenarios=True)


@pytest.mark.parametrize(
    "backend", ["python", "reference", pytest.param("native", marks=[needs_compiler, pytest.mark.long])]
)
def test_scenarios(backend: str) -> None:
    """The published cases: 145 of movement and retreats, five of them twice; 19 of winter; and others."""
    results = run_scenarios(diplomacy(), backend=backend)
    assert len(results) == 198
    assert [result.title for result in results if not result.passed] == []


def _places() -> tuple[dict[str, str], set[str], set[str]]:
    """The words of each place, where armies can stand, and where fleets can."""
    text = (FOLDER / "map.rules").read_text(encoding="utf-8")
    names = dict[str, str](re.findall(r'(\w+) "([^"]*)"', text))
    land, water = (
        {names[short] for short in re.findall(r"\w+", part)}
        for part in text.split("links land of map:")[1].split("links water of map:")
    )
    return names, land, water


NAMES, LAND, WATER = _places()


def units(view: View) -> Iterator[tuple[str, str, ItemView]]:
    """The units on the map: the place and the zone in which each lies."""
    board = next(board for board in view.table.boards if board.name == "map")
    for space in board.spaces:
        for zone in space.zones:
            for item in zone.items:
                yield space.name, zone.name, item


def whole(view: View) -> None:
    """One unit in a province, each where it can stand; in spring no power has more units than centres."""
    standing = [(place, item) for place, zone, item in units(view) if zone == "standing"]
    provinces = Counter(place.split(" (")[0] for place, _ in standing)
    assert max(provinces.values()) == 1
    for place, item in standing:
        assert place in (LAND if item.kind == "Army" else WATER), (item, place)
    if view.prompt.startswith("spring"):
        assert len(standing) == sum(1 for _ in units(view))
        board = next(board for board in view.table.boards if board.name == "map")
        centres = Counter(dict(space.fields).get("held_by", "none") for space in board.spaces)
        owned = Counter(item.owner for _, item in standing)
        for player in view.players:
            assert owned[player.number] <= centres[player.name] < 18
        assert centres.total() - centres["none"] <= 34


def played(seed: int, last_year: int, every: int) -> State:
    """A random game to its end, looked at now and then and at each first order of a year."""
    choice = random.Random(seed)
    state = diplomacy().start(seed=seed, options={"last_year": last_year})
    seen = set[str]()
    for step in range(20_000):
        if state.is_over:
            return state
        season = state.prompt()[:11]
        if (season.startswith("spring") and season not in seen) or step % every == 0:
            seen.add(season)
            whole(state.view())
        state.apply(choice.choice(state.moves()))
    raise AssertionError("no end")


def test_a_whole_game() -> None:
    """Whoever still holds a centre after the last year shares the game."""
    state = played(1, 1904, 50)
    assert state.returns().count(1) >= 2 and set(state.returns()) <= {0, 1}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_more_games(seed: int) -> None:
    played(seed, 1920, 7)
