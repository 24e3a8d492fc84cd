"""Cribbage side by side with OpenSpiel's: cards laid away and played, everybody's points, and who wins."""

from __future__ import annotations

import pytest
from breadth import many
from oracles.cribbage import Cribbage
from oracles.lockstep import play


@pytest.mark.wide
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_agree(players: int, rotating: int) -> None:
    """Whole games to 121. Hundreds of them take some minutes: `python -m oracles.cribbage 300`."""
    games = many(1, 40)
    report = play(Cribbage(players), games, rotating)
    assert report.ends == games and report.decisions > 90 * games
