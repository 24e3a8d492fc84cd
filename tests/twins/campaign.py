"""The long attack: twins of every sort, one game with secrets after the other, until enough is compared."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Final

import shared
from twins.counting import Tally
from twins.histories import histories, orders
from twins.made_twins import small
from twins.scenes import staged, with_scenarios
from twins.small_games import TEXTS
from twins.worlds import Attack, Effort, swapped

from dsl.runtime.game import Game

LARGE: Final = ("dark_order", "enclave", "doom", "siege", "dark_eden")
CLASSICS: Final = (
    "hearts",
    "gin_rummy",
    "crazy_eights",
    "midnight_ball",
    "liars_dice",
    "leduc_poker",
    "kuhn_poker",
)
"""The shipped games in which something is hidden."""


@dataclass(frozen=True)
class Budget:
    """How much is compared at most: messages, and seconds."""

    messages: int
    seconds: float = 1e9


class _Enough(Exception):
    pass


class _Limited(Tally):
    """A tally that ends the campaign when enough is compared."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self._budget, self._end = budget, time.monotonic() + budget.seconds
        self._slice = 0.0

    def for_a_while(self, seconds: float) -> None:
        """The next attack may take so long."""
        self._slice = time.monotonic() + seconds

    def compare(self, *args: object, **words: object) -> None:
        """As a tally does."""
        super().compare(*args, **words)  # type: ignore[arg-type]
        now = time.monotonic()
        if now > min(self._end, self._slice) or self.total >= self._budget.messages:
            raise _Enough

    @property
    def done(self) -> bool:
        """Whether the campaign is over."""
        return self.total >= self._budget.messages or time.monotonic() > self._end


def players_of(game: Game, turn: int) -> int:
    """For how many it is played this time."""
    return game.players[turn % len(game.players)]


def campaign(budget: Budget, seed: int, games: tuple[str, ...] = (*CLASSICS, *LARGE, *TEXTS)) -> Tally:
    """Attack each game in turn, each time with another seed and number of players."""
    tally = _Limited(budget)
    for turn in count():
        for name in games:
            game = small(name) if name in TEXTS else shared.game(name)
            big = name in LARGE
            effort = Effort(looks=6, pairs=6 if turn else 3, many=6, stride=40 if big else 4)
            players = players_of(game, turn)
            begun = Attack(tally, name, game, game.start(players, seed), effort)
            kinds: list[Callable[[], None]] = [
                partial(attack, begun, players, seed + turn) for attack in (swapped, histories, orders)
            ]
            if big:
                kinds.append(partial(staged, tally, name, with_scenarios(name), seed + turn, Effort(400, 2, 4)))
            for kind in kinds:
                tally.for_a_while(min(60.0, budget.seconds / 50) if big else min(20.0, budget.seconds / 130))
                try:
                    kind()
                except _Enough:
                    if tally.done:
                        return tally
    raise AssertionError("it never ends otherwise")
