"""Both backends play the same games: thousands of decisions of each, and 200 whole games of The Dark Order.

All of it is of the long run; by default the conformance suite compares the first decisions of every game.

Position, options and log are compared at every decision; what costs more (views, move texts) at every sixteenth.
Run as a script for a longer run yet: `python tests/backends/test_games_agree.py dark_order 1000` prints the figures.
"""

from __future__ import annotations

import random
import sys
import time

import pytest
from shared import game

from dsl.reading.places import shipped_games
from dsl.runtime.game import Game

CLASSICS = shipped_games("classics")
GAMES = [name for name in shipped_games() if name not in CLASSICS]
LARGE = {"dark_eden": 3, "doom": 3}
"""Games of large positions, and how many are compared: whole ones of the fewest players, beginnings of the most."""
LONG = {"enclave": 10, "siege": 5, "skerry": 5, "cairnfall": 20, "freehold": 20, "diplomacy": 1}
"""Games of hundreds or thousands of decisions: how many are compared, each to its end."""
CHUNKS = [
    *((name, range(at, at + 25)) for name in GAMES if name not in {**LARGE, **LONG} for at in range(0, 200, 25)),
    *((name, range(at, at + 5)) for name, games in LONG.items() for at in range(0, games, 5)),
    *((name, range(at, at + 1)) for name, games in LARGE.items() for at in range(games)),
    *((name, range(2)) for name in CLASSICS),
]
"""The seeds of each game in the long run, in parts that run side by side."""
COSTLY = 16
MOST_DECISIONS = 10_000

MOST = dict.fromkeys(CLASSICS, 40)
BEGINNING = 150
"""Decisions of a game of large positions for many players."""
FEW = {"dark_order": (1, None), "enclave": (1, 60), "siege": (1, 60), "dark_eden": (1, 12), "doom": (1, 8)}
"""What is compared by default: how many games, and how many decisions of each."""


def agree(of: Game, players: int, seed: int, most: int | None = None) -> int:
    """Play one random game on both backends, or its first decisions, and compare; the number of decisions compared."""
    state = of.start(players, seed, backend="python")
    other = of.start(players, seed, backend="reference")
    choice = random.Random(seed)
    for number in range(MOST_DECISIONS):
        assert state.position == other.position, f"seed {seed}, decision {number}: positions differ"
        if state.is_over:
            assert state.log(None) == other.log(None)
            assert state.returns() == other.returns()
            return number
        options = state.options()
        assert options == other.options(), f"seed {seed}, decision {number}: options differ"
        if number % COSTLY == 0:
            assert [move.text for move in state.moves()] == [move.text for move in other.moves()]
            for viewer in (None, 0, *range(1, players + 1)):
                assert state.view(viewer) == other.view(viewer)
                assert state.log(viewer) == other.log(viewer)
        if number == most:
            return number
        option = choice.choice(options)
        state.apply(option)
        other.apply(option)
    raise AssertionError(f"seed {seed}: no end after {MOST_DECISIONS} decisions")


@pytest.mark.long
@pytest.mark.parametrize("name", shipped_games())
def test_backends_agree(name: str) -> None:
    """Some games of the most players, or their beginnings, are the same on both backends."""
    games, most = FEW.get(name, (1, 16))
    for seed in range(games):
        assert agree(game(name), game(name).players[-1], seed, most) > 1


@pytest.mark.long
@pytest.mark.parametrize(("name", "chunk"), CHUNKS)
def test_backends_agree_about_many_games(name: str, chunk: range, rotating: int) -> None:
    """All games of a chunk of seeds are the same on both backends."""
    players = game(name).players
    for number in chunk:
        few = number % 2 == 1
        most = BEGINNING if name in LARGE and not few else MOST.get(name)
        assert agree(game(name), players[0] if few else players[-1], rotating * 1_000 + number, most) > 0


def main(name: str, seeds: int) -> None:
    """The long run."""
    begin, decisions = time.perf_counter(), 0
    players = game(name).players
    for seed in range(seeds):
        decisions += agree(game(name), players[seed % len(players)], seed)
    print(f"{name}: {seeds} games, {decisions} decisions compared, 0 differences, {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
