"""Our card and dice games are OpenSpiel's: the small ones in every history, the others in random games.

As a script it compares more games and prints the figures: `python tests/oracles/test_cards.py hearts 2000`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pyspiel
import pytest
from breadth import many
from oracles import backgammon, cards, midnight_ball
from oracles.lockstep import Pair, exhaust, play
from oracles.partition import sample

from dsl.runtime.state import State

RANDOM: dict[str, tuple[Callable[[], Pair], int]] = {
    "pig": (cards.Pig, 12),
    "liars_dice": (cards.LiarsDice, 40),
    "liars_dice with three dice": (lambda: cards.LiarsDice(3), 24),
    "crazy_eights": (cards.CrazyEights, 16),
    "crazy_eights for two": (lambda: cards.CrazyEights(2), 12),
    "hearts": (cards.Hearts, 12),
    "euchre": (cards.Euchre, 24),
    "euchre where the dealer may pass": (lambda: cards.Euchre(stick=False), 24),
    "bridge": (cards.Bridge, 40),
    "bridge with slams, where the dealer's pair is vulnerable": (lambda: cards.Goulash(5), 40),
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


@pytest.mark.wide
@pytest.mark.parametrize("name", RANDOM)
def test_random_games(name: str, rotating: int) -> None:
    """The moves, the player who is asked, the end and the results are the same."""
    pair, games = RANDOM[name]
    games = many(games // 4 + 1, games)
    report = play(pair(), games, rotating)
    assert report.ends == games < report.decisions


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in RANDOM if name.startswith("euchre")])
def test_two_thousand_games(name: str, rotating: int) -> None:
    report = play(RANDOM[name][0](), 2_000, rotating)
    assert report.ends == 2_000 < report.decisions


@pytest.mark.long
@pytest.mark.parametrize("board", range(1, 17))
@pytest.mark.parametrize("pair", [cards.Bridge, cards.Goulash])
def test_every_board_of_bridge(pair: type[cards.Bridge], board: int, rotating: int) -> None:
    """Each dealer with each pair vulnerable, in ordinary deals and in such as give slams."""
    report = play(pair(board), 60, rotating)
    assert report.ends == 60 < report.decisions


@pytest.mark.wide
@pytest.mark.parametrize("who", ["nobody", "north_south", "east_west", "everybody"])
def test_bridge_with_a_pair_that_is_made_vulnerable(who: str, rotating: int) -> None:
    games = many(3, 60)
    assert play(cards.Goulash(2, who), games, rotating).ends == games


@pytest.mark.wide
def test_random_games_of_backgammon(rotating: int) -> None:
    """What two steps of ours lead to is what one action of theirs leads to."""
    ours, theirs = cards.game("backgammon"), pyspiel.load_game("backgammon")
    assert all(backgammon.compare(ours, theirs, seed) > 30 for seed in range(rotating, rotating + many(1, 4)))


PARTITIONS: dict[str, tuple[Callable[[], Pair], int, int]] = {
    "liars_dice": (cards.LiarsDice, 12, 6),
    "hearts": (cards.Hearts, 2, 3),
    "crazy_eights for two": (lambda: cards.CrazyEights(2), 1, 3),
    "euchre": (cards.Euchre, 2, 3),
    "bridge": (cards.Bridge, 3, 6),
    "gin_rummy": (cards.GinRummy, 1, 2),
}
"""Games, and how many changed ones are compared with each."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name == "gin_rummy" else ()) for name in PARTITIONS]
)
def test_players_know_the_same(name: str) -> None:
    """Two positions look the same to the player who is asked in ours exactly if they do in theirs."""
    pair, games, changes = PARTITIONS[name]
    found, odd = sample(pair(), games, 1, changes)
    assert not odd, odd[0]
    assert found[True, True] > 10 and (found[False, False] > 5 or name == "gin_rummy")


class Spying(cards.LiarsDice):
    """Everybody sees all dice."""

    def information(self, ours: State, player: int) -> str:
        return super().information(ours, player) + str(ours.view())


def test_who_sees_too_much_is_found() -> None:
    found, odd = sample(Spying(), 6, 1, 6)
    assert found[False, True] and "the same in theirs only" in odd[0]


@pytest.mark.wide
@pytest.mark.parametrize("players", [2, 3, 4])
def test_midnight_ball_and_its_referee(players: int, rotating: int) -> None:
    """The rules told a second time: who is asked, the moves, where every mask lies, the end and the results."""
    ours = cards.game("midnight_ball")
    games = many(4, 15)
    assert sum(midnight_ball.compare(ours, players, seed) for seed in range(rotating, rotating + games)) > 2 * games


if __name__ == "__main__":
    start = time.time()
    print(play(RANDOM[sys.argv[1]][0](), int(sys.argv[2]), 7), f"{time.time() - start:.0f} s")
