"""Go side by side with OpenSpiel, and with a second telling where no position comes back."""

from __future__ import annotations

import pytest
from breadth import many
from oracles.go import Go, referee
from oracles.lockstep import play

LOCKSTEP = {3: many(6, 100), 5: many(3, 60), 9: many(1, 10)}


@pytest.mark.wide
@pytest.mark.parametrize("size", LOCKSTEP)
def test_openspiel_agrees(size: int, rotating: int) -> None:
    """At every position of random games: who is asked, the moves one to one, the end and the result."""
    report = play(Go(size), LOCKSTEP[size], seed=rotating + 1)
    assert report.games == report.ends == LOCKSTEP[size]


@pytest.mark.long
@pytest.mark.parametrize("size", [13, 19])
def test_openspiel_agrees_on_large_boards(size: int) -> None:
    assert play(Go(size), 2, seed=1).ends == 2


@pytest.mark.wide
@pytest.mark.parametrize("size", [2, 3, 4])
def test_no_position_comes_back(size: int, rotating: int) -> None:
    """The same stones may be placed as a second telling of the rules allows, and the area is the same."""
    assert referee(size, many(4, 100), rotating) > 0
