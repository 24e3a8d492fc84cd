"""Hanabi is OpenSpiel's: moves, ends and results, and what each player sees and was told at every decision.

As a script it compares more games for each number of players and prints the figures:
`python tests/oracles/test_hanabi.py 500`.
"""

from __future__ import annotations

import sys
import time

import pytest
from breadth import many
from oracles.hanabi import Hanabi
from oracles.lockstep import play


@pytest.mark.wide
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(players: int, rotating: int) -> None:
    """Who is asked, the moves, the end, the results, and all that anybody sees of the position."""
    pair = Hanabi(players)
    games = many(2, 12)
    report = play(pair, games, rotating)
    assert report.ends == games < report.decisions
    assert pair.seen == report.decisions * players


if __name__ == "__main__":
    for number in range(2, 6):
        start, pair = time.time(), Hanabi(number)
        print(number, play(pair, int(sys.argv[1]), 7), f"{pair.seen} views, {time.time() - start:.0f} s", flush=True)
