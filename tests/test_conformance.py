"""Every game passes the suite of tests/conformance.py, for the lowest and the highest number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conformance import CHECKS, Check

from dsl.pipeline import shipped_games
from dsl.runtime.game import Game, load

SEEDS = (1, 2)
GAMES = {**shipped_games(), "high card": Path(__file__).parent / "runtime" / "high"}


@cache
def game_of(name: str) -> Game:
    return load(GAMES[name])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_conformance(name: str, check: Check, seed: int) -> None:
    game = game_of(name)
    for players in {game.players[0], game.players[-1]}:
        check(game, players, seed)
