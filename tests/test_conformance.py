"""Every game passes the suite of tests/conformance.py, for the lowest and the highest number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conformance import CHECKS, FULL, SHORT, Effort, Walk
from shared import game

from dsl.reading.places import shipped_games
from dsl.runtime.game import Game, load

HIGH = "high card"
NAMES = (*shipped_games(), HIGH)
MOST_PLAYERS = {"dark_eden": 4, "doom": 3}
"""Where games of the highest number of players are too long to be played to their end."""
BEGINNINGS = {"dark_eden": 120, "doom": 120}
"""Where they take thousands of decisions with fewer as well: so many are looked at by default, all in the long run."""


@cache
def high() -> Game:
    return load(Path(__file__).parent / "runtime" / "high")


def conforms(name: str, seed: int, effort: Effort) -> None:
    """One random game of the fewest players and one of the most, under all checks."""
    found = high() if name == HIGH else game(name)
    fewest, most = found.players[0], min(found.players[-1], MOST_PLAYERS.get(name, 100))
    for players in sorted({fewest, most}):
        is_begun = effort is SHORT and players > fewest and name in BEGINNINGS
        walk = Walk(found, players, seed, effort, BEGINNINGS[name] if is_begun else None)
        for check in CHECKS:
            check(walk)


@pytest.mark.parametrize("name", NAMES)
def test_conformance(name: str) -> None:
    """Always the same game, looked at here and there from its beginning to its end."""
    conforms(name, 1, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_conformance_of_other_games(name: str, rotating: int) -> None:
    """Another game every day, looked at closely."""
    conforms(name, rotating, FULL)
