"""Nature: who answers when the rules ask for chance.

Ordinarily the generator does, from the key and the counters in the position. Outcomes can be fixed beforehand (a
test, a die rolled at a real table), and in explicit mode nature answers nothing by itself: the step stops with
`ChanceNeeded`, and whoever is searching says which outcome to look at.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from dsl.machine.ir.ops import KEY_HI, KEY_LO, Machine
from dsl.runtime.chance import draw
from dsl.runtime.errors import MoveError
from dsl.runtime.information.log import Log

OPEN: Final = -1
"""In a list of outcomes: this one is left to the generator."""


class ChanceNeeded(Exception):
    """A step met chance that nobody has decided: one of `n` equally likely outcomes of a stream."""

    def __init__(self, stream: int, n: int) -> None:
        super().__init__(stream, n)
        self.stream = stream
        self.n = n


class Nature:
    """The surroundings of one game in play (see backends/base.py): chance and the log."""

    def __init__(self, machine: Machine, log: Log | None = None, *, explicit: bool = False) -> None:
        self._counters = machine.layout.counters
        self._log = log
        self._streams: Container[int] | None = None
        self._forced: list[int] = []
        self._answers: list[int] = []
        self._taken = 0
        self.explicit = explicit
        self.anew = 0
        """Not 0: chance goes on by another key, and what it gives is kept as fixed outcomes are."""

    def force(self, outcomes: Sequence[int], streams: Container[int] | None = None) -> None:
        """Fix the next outcomes, each from 0; OPEN leaves one to the generator.

        If `streams` are given, only draws on these take an outcome.
        """
        self._forced = list(outcomes)
        self._answers = []
        self._taken = 0
        self._streams = streams

    @property
    def plain(self) -> bool:
        """Whether the generator answers all by itself and nobody keeps a log."""
        return self._log is None and not self.explicit and not self.anew and self._taken >= len(self._forced)

    @property
    def used(self) -> tuple[int, ...]:
        """What, if forced, gives the same outcomes again: one number for each draw since `force`, the last OPEN ones
        left out.
        """
        end = max((number for number, answer in enumerate(self._answers, 1) if answer != OPEN), default=0)
        return tuple(self._answers[:end])

    @property
    def left(self) -> tuple[int, ...]:
        """The fixed outcomes that nobody has asked for yet."""
        return tuple(self._forced[self._taken :])

    def draw(self, S: list[int], stream: int, n: int) -> int:
        """One of 0..n-1; the draw is counted whoever answers it."""
        slot = self._counters + stream
        counter = S[slot]
        S[slot] = counter + 1
        if self._taken < len(self._forced) and (self._streams is None or stream in self._streams):
            outcome = self._forced[self._taken]
            self._taken += 1
            if outcome != OPEN:
                if not 0 <= outcome < n:
                    raise MoveError(f"outcome {outcome + 1} of chance was fixed where there are only {n}")
                self._answers.append(outcome)
                return outcome
        elif self.explicit:
            raise ChanceNeeded(stream, n)
        if self.anew:
            outcome = draw(self.anew, stream, counter, n)
            self._answers.append(outcome)
            return outcome
        self._answers.append(OPEN)
        return draw(S[KEY_LO] | S[KEY_HI] << 32, stream, counter, n)

    def log(self, S: list[int], template: int, args: tuple[int, ...]) -> None:
        """Write a line, if anybody keeps a log."""
        if self._log is not None:
            self._log.say(S, template, args)
