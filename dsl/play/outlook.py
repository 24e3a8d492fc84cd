"""What a game played on from a position brings: results at its end, or signs at a horizon where the end is far.

Random play to the end says little of a position when hundreds of decisions lie between; so such games are cut short
and judged (Lorentz, "Using Evaluation Functions in Monte-Carlo Tree Search", 2016: early playout termination). What
counts is what has changed since the position that is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakKeyDictionary

from dsl.play.bot import Dice, Stakes, play_on, play_out
from dsl.play.judge import SIGNS, Judge, judge_of
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.state import State

FAR: Final = 300
"""Games of more decisions than that are judged at a horizon."""
_SAMPLES: Final = 3
HORIZON: Final = 12
"""Decisions to the horizon: about a round of the large games, so that what was begun is mostly finished there."""
_WEIGHTS: Final = 0.6, 0.3
"""What the greatest lead by each sign is worth, where a won game is worth 1: together less than that."""
_EXPLORATION: Final = 1.0, 0.3
"""How much is tried that looks worse: results are spread over -1..1, changes up to a horizon over less."""


@dataclass(slots=True)
class Outlook:
    """What the games of one search bring, in rows of a number for each player: results, then (with a horizon) signs.

    Rows of signs are added up as they are; what they are worth depends on the greatest change met so far.
    """

    players: int
    judge: Judge | None = None
    begun: list[float] = field(default_factory=list[float])
    stakes: Stakes = field(default_factory=Stakes)
    greatest: list[float] = field(default_factory=lambda: [1.0] * SIGNS)

    @property
    def exploration(self) -> float:
        """The constant of UCT."""
        return _EXPLORATION[self.judge is not None]

    def end(self, results: Sequence[int]) -> list[float]:
        """The rows of a game that has ended so."""
        worth = self.stakes.worth(results)
        return worth + [0.0] * (SIGNS * self.players) if self.judge is not None else worth

    def after(self, ahead: State, dice: Dice) -> list[float]:
        """Play on at random; the rows of the end, or of the position at the horizon."""
        if self.judge is None:
            return self.stakes.worth(play_out(ahead, dice))
        play_on(ahead, dice, HORIZON)
        if ahead.is_over:
            return self.end(ahead.returns())
        found = [now - before for now, before in zip(self.judge.signs(ahead), self.begun, strict=True)]
        for sign in range(SIGNS):
            row = found[sign * self.players : (sign + 1) * self.players]
            self.greatest[sign] = max(self.greatest[sign], *map(abs, row))
        return [0.0] * self.players + found

    def mean(self, rows: Sequence[float], games: int, player: int) -> float:
        """What a player got on average in so many games, from -1 to 1."""
        worth = rows[player - 1]
        if self.judge is not None:
            for sign, weight in enumerate(_WEIGHTS, 1):
                worth += weight * rows[sign * self.players + player - 1] / self.greatest[sign - 1]
        return worth / games


def outlook(state: State) -> Outlook:
    """How games are played on in a search from here."""
    engine = state.engine
    players, judge = engine.machine.players, judge_of(engine)
    if not judge.sees_anything or not is_long(engine):
        return Outlook(players)
    return Outlook(players, judge, judge.signs(state))


_long: WeakKeyDictionary[Engine, bool] = WeakKeyDictionary()


def is_long(engine: Engine) -> bool:
    """Whether random games mostly have more than FAR decisions; the same few games show it everywhere."""
    if engine not in _long:
        long = 0
        for seed in range(_SAMPLES):
            long += _lasts(engine, seed)
        _long[engine] = 2 * long > _SAMPLES
    return _long[engine]


def _lasts(engine: Engine, seed: int) -> bool:
    try:
        state = State(engine, engine.backend.new_position(seed), from_beginning=False)
        play_on(state, Dice(seed), FAR)
    except GameError:  # the rules break; whoever plays such a game is told where it happens
        return False
    return not state.is_over
