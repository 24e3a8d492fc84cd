"""Games that many tests play, read and compiled once in each process. Tests play them and change nothing in them."""

from __future__ import annotations

from functools import cache

from dsl.reading.places import shipped_games
from dsl.runtime.game import Game, load


@cache
def game(name: str) -> Game:
    """A game that comes along; its machines are kept as they are made, for each number of players and each backend."""
    return load(shipped_games()[name])
