"""The long attack: twins of every sort, one game with secrets after the other, each for so many seconds.

A *round* goes through all games once, with a seed of its own, so a campaign can be left and gone on with at another
seed. Every game has its own time, and no game is left out: one that was not compared is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import shared
from twins.counting import Tally
from twins.histories import histories, orders
from twins.made_twins import small
from twins.scenes import staged, with_scenarios
from twins.small_games import TEXTS
from twins.tables import tables
from twins.teams import together
from twins.undoing import undoing
from twins.worlds import Attack, Effort, swapped

from dsl.runtime.errors import GameError
from dsl.runtime.game import Game

LARGE: Final = ("dark_order", "enclave", "doom", "siege", "dark_eden")
CLASSICS: Final = (
    "hearts",
    "euchre",
    "bridge",
    "gin_rummy",
    "crazy_eights",
    "midnight_ball",
    "liars_dice",
    "leduc_poker",
    "kuhn_poker",
    "cribbage",
    "holdem",
)
MODERN: Final = ("hanabi", "undertone", "skerry", "freehold", "cairnfall", "diplomacy")
SHIPPED: Final = (*CLASSICS, *MODERN, *LARGE)
"""Shipped games in which something is hidden."""
ALL: Final = (*SHIPPED, *TEXTS)


class _Enough(Exception):
    pass


class _Limited(Tally):
    """A tally that ends an attack when its time is over, but not before it has compared something."""

    until = 0.0

    def compare(self, *args: object, **words: object) -> None:
        """As a tally does."""
        super().compare(*args, **words)  # type: ignore[arg-type]
        if time.monotonic() > self.until:
            raise _Enough


@dataclass(frozen=True)
class Part:
    """What was compared in one game in one round."""

    seed: int
    game: str
    tally: Tally


def players_of(game: Game, turn: int) -> int:
    """For how many it is played this time."""
    return game.players[turn % len(game.players)]


@cache
def _first(name: str, players: int) -> Attack:
    """An attack on a game, with what it needs at hand: it is made once."""
    game = small(name) if name in TEXTS else shared.game(name)
    attack = Attack(Tally(), name, game, game.start(players, 1), _effort(name))
    if name not in LARGE:  # those take long to be compiled
        attack.asked.searched_in_c()
    return attack


def _effort(name: str) -> Effort:
    if name in LARGE:
        return Effort(looks=4, pairs=3, many=6, stride=40, seconds=4.0)
    return Effort(looks=6, pairs=6, many=6, stride=4, seconds=2.0)


def part(name: str, seed: int, seconds: float) -> Part:
    """Attack one game for about so many seconds, in each of the ways in turn."""
    tally = _Limited()
    game = small(name) if name in TEXTS else shared.game(name)
    players = players_of(game, seed)
    attack = _first(name, players).counting(tally)
    ways: list[Callable[[], None]] = [
        partial(each, attack, players, seed) for each in (swapped, histories, orders, together, undoing, tables)
    ]
    if name in LARGE:
        ways.append(partial(staged, tally, name, with_scenarios(name), seed, Effort(400, 2, 4, seconds=4.0)))
    share = seconds / len(ways)
    for way in ways[seed % len(ways) :] + ways[: seed % len(ways)]:
        tally.until = time.monotonic() + share
        try:
            way()
        except (_Enough, GameError):  # where the rules break, a random game is over
            continue
    return Part(seed, name, tally)


def rounds(seed: int, seconds: float, games: tuple[str, ...] = ALL) -> Iterator[Part]:
    """Round after round from a seed on: each game for so many seconds."""
    while True:
        for name in games:
            yield part(name, seed, seconds)
        seed += 1


def campaign(seed: int, seconds: float, games: tuple[str, ...] = ALL) -> Tally:
    """One round, in which each game is attacked for so many seconds."""
    tally = Tally()
    for name in games:
        tally.add(part(name, seed, seconds).tally)
    return tally
