"""Skerry: its scenarios on every backend, and whole games beside a bookkeeping of their own."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from backends.native_help import needs_compiler

from dsl.runtime.game import Game, load
from dsl.runtime.information.views import BoardView, View
from dsl.runtime.proving import run_scenarios
from dsl.runtime.state import State

FOLDER = Path(__file__).parents[2] / "games" / "modern" / "skerry"
LANDMARKS = {"Beacon", "Cairn", "Old Chapel", "Market Cross", "Well of Songs"}
GOODS = ("Timber", "Clay", "Wool", "Grain", "Iron")
Point = tuple[int, int]


@cache
def skerry() -> Game:
    return load(FOLDER, scenarios=True)


@pytest.mark.parametrize("backend", ["python", "reference", pytest.param("native", marks=needs_compiler)])
def test_scenarios(backend: str) -> None:
    results = run_scenarios(skerry(), backend=backend)
    assert len(results) == 74
    assert [result.title for result in results if not result.passed] == []


class Island:
    """Tracks and crofts by the points at which they lie, read off a view."""

    def __init__(self, view: View) -> None:
        boards = {board.name: board for board in view.table.boards}
        self.crofts: dict[Point, tuple[str, bool]] = {}
        corners, edges = boards["isle_corners"], boards["isle_edges"]
        for (x, y), site in zip(_points(corners), corners.spaces, strict=True):
            fields = dict(site.fields)
            if "croft_of" in fields:
                self.crofts[x, y] = fields["croft_of"], fields.get("hall") == "yes"
        self.tracks: dict[str, set[tuple[Point, Point]]] = {}
        for (a, b, c, d), path in zip(edges.points, edges.spaces, strict=True):
            owner = dict(path.fields).get("track_of")
            if owner is not None:
                self.tracks.setdefault(owner, set()).add(((a, b), (c, d)))

    def longest(self, name: str) -> int:
        """The longest trail of tracks, found by trying all; it does not go past a croft of somebody else."""
        tracks = self.tracks.get(name, set())

        def on(at: Point, used: frozenset[tuple[Point, Point]]) -> int:
            if used and at in self.crofts and self.crofts[at][0] != name:
                return 0
            ways = [track for track in tracks - used if at in track]
            return max((1 + on(b if a == at else a, used | {(a, b)}) for a, b in ways), default=0)

        return max((on(end, frozenset()) for track in tracks for end in track), default=0)

    def points(self, name: str) -> int:
        return sum(1 + hall for owner, hall in self.crofts.values() if owner == name)


def _points(board: BoardView) -> list[Point]:
    return [(point[0], point[1]) for point in board.points]


def agreed(state: State) -> None:
    """What the rules keep is what somebody finds who looks at the table."""
    view = state.view()
    island = Island(view)
    table = dict(view.table.fields)
    longest = {player.name: island.longest(player.name) for player in view.players}
    holder = table["longest_track"]
    best = max(longest.values())
    first = [name for name, number in longest.items() if number == best]
    assert holder == "none" or (longest[holder] == best >= 5)
    assert holder != "none" or best < 5 or len(first) > 1
    titles: Counter[str] = Counter()
    for of in (view.table, *view.players):
        titles.update(item.name.split(" copy ")[0] for zone in of.zones for item in zone.items)
    assert [titles[good] for good in GOODS] == [19] * 5
    for (x, y), _ in island.crofts.items():
        near = {(c, d) if (a, b) == (x, y) else (a, b) for a, b, c, d in _edges(view) if (x, y) in ((a, b), (c, d))}
        assert not near & set(island.crofts)
    for player in view.players:
        built = [hall for owner, hall in island.crofts.values() if owner == player.name]
        assert built.count(False) <= 5 and built.count(True) <= 4 and len(island.tracks.get(player.name, ())) <= 15


def _edges(view: View) -> list[tuple[int, int, int, int]]:
    board = next(board for board in view.table.boards if board.name == "isle_edges")
    return [(a, b, c, d) for a, b, c, d in board.points]


def total(view: View, number: int) -> int:
    """The points of a player, counted."""
    table, player = dict(view.table.fields), view.players[number]
    kept = [item.name for zone in player.zones if zone.name in ("sagas", "fresh") for item in zone.items]
    more = 2 * (table["longest_track"] == player.name) + 2 * (table["strongest_watch"] == player.name)
    return Island(view).points(player.name) + more + sum(name in LANDMARKS for name in kept)


def played(seed: int, players: int, every: int) -> None:
    choice = random.Random(seed)
    state = skerry().start(players, seed)
    steps = 0
    while not state.is_over:
        state.apply(choice.choice(state.moves()))
        steps += 1
        if steps % every == 0:
            agreed(state)
    agreed(state)
    view = state.view()
    points = [total(view, number) for number in range(players)]
    won = [number for number, result in enumerate(state.returns()) if result == 1]
    assert len(won) == 1 and points[won[0]] >= 10 and steps > 50


@pytest.mark.parametrize("players", [3, 4])
def test_a_whole_game(players: int) -> None:
    """No good is lost or made, crofts keep their distance, the longest track and the points are right."""
    played(players, players, 200)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_more_games(seed: int) -> None:
    """As above, looked at more often."""
    played(seed, 3 + seed % 2, 20)
