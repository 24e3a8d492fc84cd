"""What bots share: numbers of their own, guesses at what they cannot see, and how much an end is worth to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from dsl.runtime.chance import draw
from dsl.runtime.information.determinize import Dealer
from dsl.runtime.moves import Option
from dsl.runtime.state import State

ROLLOUT: Final = 2_000
"""Decisions after which a game played out at random counts as drawn."""


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        ...


@dataclass(slots=True)
class Dice:
    """Numbers for a bot: the stream of a seed, counted."""

    seed: int
    count: int = 0

    def pick(self, n: int) -> int:
        """A number of range(n)."""
        self.count += 1
        return draw(self.seed, 0xB07, self.count, n)


def standing(returns: Sequence[int]) -> list[float]:
    """Results as -1..1 for each player: the share of the others that stand below, less the share that stands above."""
    if len(returns) == 1:
        return [float((returns[0] > 0) - (returns[0] < 0))]
    others = len(returns) - 1
    return [sum((mine > each) - (mine < each) for each in returns) / others for mine in returns]


def guess(state: State, dice: Dice) -> State:
    """A copy of the position as the player who is asked may imagine it: the unknown dealt again, other chance."""
    return Guesses(state, dice).next()


@dataclass(slots=True)
class Guesses:
    """Guesses at one position. `most`: so many deals of the unknown at most, which then come round again, each time
    with other chance; 0 for any number. A few deals tell nearly as much as many and save the time of dealing (Cowling,
    Ward and Powley, "Ensemble Determinization in Monte Carlo Tree Search", 2012).
    """

    state: State
    dice: Dice
    most: int = 0
    given: int = 0
    turn: int = -1
    """Which of the deals was given last."""
    _dealer: Dealer | None = None
    _dealt: list[State] = field(default_factory=list[State])

    def next(self) -> State:
        """One more guess."""
        key = self.dice.pick(1 << 32) | self.dice.pick(1 << 32) << 32
        if len(self._dealt) < (self.most or self.given + 1):
            if self._dealer is None:
                self._dealer = Dealer(self.state.engine, self.state.position, self.state.actor)
            made = State(self.state.engine, self._dealer.deal(key), from_beginning=False, run=False)
            if self.most:
                made.options()  # now the backend has it in its own form, of which the copies are made
                self._dealt.append(made)
            self.turn = self.given
        else:
            self.turn = self.given % self.most
            made = self._dealt[self.turn]
        ahead = made.clone(history=False) if self.most else made
        ahead.rekey(key)
        self.given += 1
        return ahead


def play_out(ahead: State, dice: Dice) -> list[int]:
    """The results of a game played on at random; of one that does not end, those of a draw."""
    play_on(ahead, dice, ROLLOUT)
    return ahead.returns()


def play_on(ahead: State, dice: Dice, limit: int) -> None:
    """Play on at random, to the end or for `limit` decisions."""
    rolled = ahead.roll([(dice.seed, dice.count)], [0] * ahead.engine.machine.players, limit)
    if rolled is not None:
        dice.count = rolled[1][0]
        return
    for _ in range(limit):
        if ahead.is_over:
            break
        options = ahead.options()
        ahead.play_option(options[dice.pick(len(options))])


@dataclass(slots=True)
class Stakes:
    """How much results are worth to each player, from -1 to 1.

    Results that add up to 0 are stakes: losing 2 is twice as bad as losing 1, so they count as shares of the highest
    stake met so far. Of other results only the order of the players counts (see `standing`).
    """

    highest: int = 1

    def worth(self, returns: Sequence[int]) -> list[float]:
        """The worth of the results of one game."""
        if len(returns) < 2 or sum(returns):
            return standing(returns)
        self.highest = max(self.highest, *map(abs, returns))
        return [result / self.highest for result in returns]
