"""Nature: who answers when the rules ask for chance.

Ordinarily the generator does, from the key and the counters in the position. Outcomes can be fixed beforehand (a test, a
die rolled at a real table), and in explicit mode nature answers nothing by itself: the step stops with `ChanceNeeded`, and
whoever is searching says which outcome to look at.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from dsl.machine.ops import KEY_HI, KEY_LO, Machine
from dsl.runtime.chance import draw
from dsl.runtime.errors import MoveError
from dsl.runtime.log import Log


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
        self._used = 0
        self.explicit = explicit

    def force(self, outcomes: Sequence[int], streams: Container[int] | None = None) -> None:
        """Fix the next outcomes, each from 0; only draws on `streams` take them, if these are given."""
        self._forced = list(outcomes)
        self._used = 0
        self._streams = streams

    @property
    def used(self) -> tuple[int, ...]:
        """The fixed outcomes that were asked for since `force`."""
        return tuple(self._forced[: self._used])

    @property
    def left(self) -> tuple[int, ...]:
        """The fixed outcomes that nobody has asked for yet."""
        return tuple(self._forced[self._used :])

    def draw(self, S: list[int], stream: int, n: int) -> int:
        """One of 0..n-1; the draw is counted whoever answers it."""
        slot = self._counters + stream
        counter = S[slot]
        S[slot] = counter + 1
        if self._used < len(self._forced) and (self._streams is None or stream in self._streams):
            outcome = self._forced[self._used]
            if not 0 <= outcome < n:
                raise MoveError(f"the outcome {outcome + 1} was fixed where there are only {n}")
            self._used += 1
            return outcome
        if self.explicit:
            raise ChanceNeeded(stream, n)
        return draw(S[KEY_LO] | S[KEY_HI] << 32, stream, counter, n)

    def log(self, S: list[int], template: int, args: tuple[int, ...]) -> None:
        """Write a line, if anybody keeps a log."""
        if self._log is not None:
            self._log.say(S, template, args)
