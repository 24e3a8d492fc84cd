"""What a game played on from a position brings: results at its end, or signs at a horizon where the end is far.

Random play to the end says little of a position when hundreds of decisions lie between; so such games are cut short
and judged (Lorentz, "Using Evaluation Functions in Monte-Carlo Tree Search", 2016: early playout termination). What
counts is what has changed since the position that is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import pstdev
from typing import Final
from weakref import WeakKeyDictionary

from dsl.backends.guessing import Signs
from dsl.play.bot import Dice, Guesses, Rolls, Stakes, play_on, play_out, whole
from dsl.play.judge import SIGNS, Judge, judge_of
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.state import State

FAR: Final = 300
"""Games of more decisions than that are judged at a horizon."""
_SAMPLES: Final = 3
HORIZON: Final = 8, 30
"""Decisions after which such a game is judged: what is near is seen sharply, what is far at all."""
TOGETHER: Final = 0, 6
"""The same where players aim at something together: there the end is no contest, and counts by what is aimed at."""
_WEIGHTS: Final = 0.3, 0.15
"""What a usual change of each sign is worth, where a won game is worth 1."""
_MOST: Final = 0.9
"""What no change is worth more than: a won game counts more than any lead."""
TRIED: Final = 8
"""Games by which it is found out what a usual change is."""
_DEALS: Final = (40, 4), (4, 30)
"""How many guesses a search makes at least, and how many games begin from each where they are many; the second where
games are judged: there a deal costs more than a game, and chance differs in each all the same."""
_ROOM: Final = 1 << 27
"""Slots of all deals of a search together, at most."""
_EXPLORATION: Final = 1.0, 0.4
"""How much is tried that looks worse: results are spread over -1..1, changes up to a horizon over less."""


@dataclass(slots=True)
class Outlook:
    """What the games of one search bring to each player, from -1 to 1.

    usual: the change of each sign that counts as usual.
    """

    players: int
    judge: Judge | None = None
    stakes: Stakes = field(default_factory=Stakes)
    usual: list[float] = field(default_factory=lambda: [1.0] * SIGNS)
    _begun: dict[int, list[float]] = field(default_factory=dict[int, list[float]])
    _before: list[float] = field(default_factory=list[float])

    @property
    def far(self) -> bool:
        """Whether games are judged at a horizon because their end is far."""
        return self.judge is not None and not self.judge.together

    @property
    def exploration(self) -> float:
        """The constant of UCT."""
        return _EXPLORATION[self.far]

    def next(self, guesses: Guesses) -> State:
        """A guess, from which a game is played next: changes are those since this guess."""
        ahead = guesses.next()
        if self.judge is not None:
            if guesses.turn not in self._begun:
                self._begun[guesses.turn] = self.judge.signs(ahead)
            self._before = self._begun[guesses.turn]
        return ahead

    def end(self, results: Sequence[int]) -> list[float]:
        """What a game is worth that has ended so."""
        return self.stakes.worth(results)

    def after(self, ahead: State, dice: Sequence[Dice]) -> list[float]:
        """Play on at random: the worth of the end, or of what has changed up to the horizon."""
        with whole(dice):
            if self.judge is None:
                return self.end(play_out(ahead, dice))
            change = self._change(ahead, dice)
        if change is None:
            return self.end(ahead.returns())
        worth = [0.0] * self.players
        for sign in range(SIGNS):
            share = _WEIGHTS[sign] / self.usual[sign]
            row = change[sign * self.players : (sign + 1) * self.players]
            worth = [sum + share * each for sum, each in zip(worth, row, strict=True)]
        return [max(-_MOST, min(_MOST, each)) for each in worth]

    def look_round(self, state: State, rolls: Rolls, games: int) -> Guesses:
        """Guesses for a search of so many games."""
        least, each = _DEALS[self.far]
        layout = state.engine.machine.layout
        room = max(1, _ROOM // (layout.stack + layout.stack_limit))
        return Guesses(state, rolls.guesses.seed, min(room, max(least, games // each)))

    def measure(self, player: int, guesses: Guesses, dice: Sequence[Dice]) -> None:
        """Find out by a few games what a usual change is for the player who is asked, where positions are judged."""
        if self.judge is None:
            return
        found: list[list[float]] = []
        for _ in range(TRIED):
            with suppress(GameError), whole(dice):  # the rules break, so what was guessed cannot be
                change = self._change(self.next(guesses), dice)
                if change is not None:
                    found.append(change)
        self.know(player, found)

    def know(self, player: int, changes: Sequence[Sequence[float]]) -> None:
        """Take what is usual for a player from how signs have changed in some games."""
        found = [change[player - 1 :: self.players] for change in changes]
        self.usual = [pstdev(row) or max(map(abs, row)) or 1.0 for row in zip(*found, strict=True)] or self.usual

    @property
    def signs(self) -> Signs | None:
        """How positions are judged, for a search inside a backend; None where they are not."""
        judge = self.judge
        if judge is None:
            return None
        points = TOGETHER if judge.together else HORIZON
        usual, weights = tuple(self.usual), _WEIGHTS
        return Signs(tuple(judge.counts), judge.together, points, judge.holders(), usual, weights, _MOST)

    def _change(self, ahead: State, dice: Sequence[Dice]) -> list[float] | None:
        """How the signs change on average at the points up to the horizon; None if the game ends before."""
        assert self.judge is not None
        total, made = [0.0] * len(self._before), 0
        points = TOGETHER if self.judge.together else HORIZON
        for point in points:
            play_on(ahead, dice, point - made)
            made = point
            if ahead.is_over and not self.judge.together:
                return None
            total = [sum + now for sum, now in zip(total, self.judge.signs(ahead), strict=True)]
        return [sum / len(points) - before for sum, before in zip(total, self._before, strict=True)]


def outlook(state: State) -> Outlook:
    """How games are played on in a search from here."""
    engine = state.engine
    players, judge = engine.machine.players, judge_of(engine)
    if not judge.sees_anything or not (judge.together or is_long(engine)):
        return Outlook(players)
    return Outlook(players, judge)


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
        play_on(state, [Dice(seed)], FAR)
    except GameError:  # the rules break; whoever plays such a game is told where it happens
        return False
    return not state.is_over
