"""Our card and dice games are OpenSpiel's: the small ones in every history, the others in random games.

As a script it compares more games and prints the figures: `python tests/oracles/test_cards.py hearts 2000`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pyspiel
import pytest
from oracles import backgammon, cards
from oracles.lockstep import Pair, exhaust, play

RANDOM: dict[str, tuple[Callable[[], Pair], int]] = {
    "pig": (cards.Pig, 12),
    "liars_dice": (cards.LiarsDice, 40),
    "liars_dice with three dice": (lambda: cards.LiarsDice(3), 24),
    "crazy_eights": (cards.CrazyEights, 16),
    "crazy_eights for two": (lambda: cards.CrazyEights(2), 12),
    "hearts": (cards.Hearts, 12),
    "gin_rummy": (cards.GinRummy, 6),
}


def test_every_history_of_kuhn_poker() -> None:
    """30 ends, 24 decisions, 4 nodes of chance; 6 information states each."""
    report = exhaust(cards.Kuhn())
    assert (report.decisions, report.ends, report.histories + 4) == (24, 30, 58)
    assert report.information == [6, 6]


def test_every_history_of_leduc_poker() -> None:
    """5,520 ends, 3,780 decisions, 157 nodes of chance; 468 information states each."""
    report = exhaust(cards.Leduc())
    assert (report.decisions, report.ends, report.histories + 157) == (3780, 5520, 9457)
    assert report.information == [468, 468]


@pytest.mark.parametrize("name", RANDOM)
def test_random_games(name: str) -> None:
    """The moves, the player who is asked, the end and the results are the same."""
    pair, games = RANDOM[name]
    report = play(pair(), games, 1)
    assert report.ends == games < report.decisions


def test_random_games_of_backgammon() -> None:
    """What two steps of ours lead to is what one action of theirs leads to."""
    ours, theirs = cards.game("backgammon"), pyspiel.load_game("backgammon")
    assert all(backgammon.compare(ours, theirs, seed) > 30 for seed in range(2))


if __name__ == "__main__":
    start = time.time()
    print(play(RANDOM[sys.argv[1]][0](), int(sys.argv[2]), 7), f"{time.time() - start:.0f} s")
