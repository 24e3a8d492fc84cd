"""Every game passes the suite of tests/conformance.py, for the lowest and the highest number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conformance import CHECKS, Check

from dsl.reading.places import shipped_games
from dsl.runtime.game import Game, load

GAMES = {**shipped_games(), "high card": Path(__file__).parent / "runtime" / "high"}
SEEDS = [(name, seed) for name in GAMES for seed in ((1, 2) if name in ("dark_order", "high card") else (1,))]
"""Games and seeds: the classics are many and simple, and have oracles of their own (tests/oracles); the games of large
positions take long."""

MOST_PLAYERS = {"dark_eden": 4, "doom": 3}
"""Where games of the highest number of players are too long to be played to their end."""


@cache
def game_of(name: str) -> Game:
    return load(GAMES[name])


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "seed"), SEEDS)
def test_conformance(name: str, check: Check, seed: int) -> None:
    game = game_of(name)
    for players in {game.players[0], min(game.players[-1], MOST_PLAYERS.get(name, 100))}:
        check(game, players, seed)
