"""What bots share: numbers of their own, guesses at what they cannot see, and how much an end is worth to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from dsl.machine.ops import KEY_HI, KEY_LO
from dsl.runtime.chance import draw
from dsl.runtime.moves import Option
from dsl.runtime.redeal import determinize
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
    low, high = dice.pick(1 << 32), dice.pick(1 << 32)
    position = determinize(state.engine, state.position, state.actor, low | high << 32)
    position[KEY_LO], position[KEY_HI] = low, high
    return State(state.engine, position, from_beginning=False, run=False)


def play_out(ahead: State, dice: Dice) -> list[int]:
    """The results of a game played on at random; of one that does not end, those of a draw."""
    rolled = ahead.roll([(dice.seed, dice.count)], [0] * ahead.engine.machine.players, ROLLOUT)
    if rolled is not None:
        dice.count = rolled[1][0]
        return ahead.returns()
    for _ in range(ROLLOUT):
        if ahead.is_over:
            break
        options = ahead.options()
        ahead.play_option(options[dice.pick(len(options))])
    return ahead.returns()


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
