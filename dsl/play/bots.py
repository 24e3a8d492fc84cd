"""Players that are programs: random, greedy and UCT.

A bot picks one of the options of the player who is asked. It sees a position only through `State`, draws its numbers from
the generator of runtime/chance.py under a seed of its own, and changes nothing: the same seed and position give the same
answer, on every machine.

What a bot looks ahead at is a *guess* of the position (`guess`): a copy with other chance to come and, where the state
can say what the asked player does not know, with that dealt anew. So a bot neither reads the order of a deck nor foresees a
die.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from dsl.diagnostics import nearest
from dsl.runtime.chance import draw
from dsl.runtime.moves import Option
from dsl.runtime.state import State

KINDS: Final = ("random", "greedy", "uct")
MAX_ITERATIONS: Final = 100_000
_ROLLOUT: Final = 2_000  # decisions after which a game played out at random counts as drawn
_EXPLORATION: Final = 1.0


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


@dataclass(slots=True)
class RandomBot:
    """Takes any option, each equally likely."""

    dice: Dice
    name: str = "random"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        options = state.options()
        return options[self.dice.pick(len(options))]


@dataclass(slots=True)
class GreedyBot:
    """Looks one decision ahead: takes what wins at once, else what leaves itself most to do, never what loses at once."""

    dice: Dice
    name: str = "greedy"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        me = state.actor
        options = state.options()
        worth = [self._worth(state, option, me) for option in options]
        top = max(worth)
        found = [option for option, value in zip(options, worth, strict=True) if value == top]
        return found[self.dice.pick(len(found))]

    def _worth(self, state: State, option: Option, me: int) -> tuple[int, int]:
        if len(option) == 0:
            return 0, 0
        ahead = guess(state, self.dice)
        ahead.play_option(option)
        if ahead.is_over:
            return ahead.returns()[me - 1], 0
        return 0, len(ahead.options()) if ahead.actor == me else 0
