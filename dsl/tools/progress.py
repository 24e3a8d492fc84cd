"""A long piece of work: how far it is, on a line of a terminal, and Ctrl-C, which ends it with what is known so far.

    with Work("games", 1000) as work:
        for played in plays:
            found.append(played)
            work.done(len(found))
    if work.stopped: ...                  # Ctrl-C; `found` holds what was finished before

This is the only place of the command line, beside its end (`cli.main`), that hears KeyboardInterrupt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import Final, Self, TextIO

from dsl.runtime.tongues.own import marked, said
from dsl.tools.reply import INTERRUPTED, say

EVERY: Final = 0.1
"""Seconds between two changes of the line."""
PATIENCE: Final = 0.5
"""Seconds of work before the first one: what is soon done shows nothing."""
PARTIAL: Final = marked("PARTIAL: stopped with Ctrl-C")


class Work:
    """Some of so many things done. The line is written to standard error, only if that is a terminal.

    all_: how many there are; None if nobody knows. stopped: Ctrl-C was pressed within `with`.
    """

    def __init__(
        self,
        things: str,
        all_: int | None = None,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.things = things
        self.all = all_
        self.count = 0
        self.stopped = False
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._shown = self._stream.isatty()
        self._written = False
        self._begun = clock()
        self._next = self._begun + PATIENCE

    def done(self, count: int) -> None:
        """So many are done now, all in all."""
        self.count = count
        if self._shown and self._clock() >= self._next:
            self._write(self.line())
            self._next = self._clock() + EVERY

    def again(self, things: str, all_: int) -> None:
        """Something else is done now, from the beginning."""
        self.things, self.all, self.count, self._begun = things, all_, 0, self._clock()

    def line(self) -> str:
        """How far it is, and how long the rest will take if it goes on like this."""
        if self.all is None:
            return f"{self.count:,} {said(self.things)}"
        spent = self._clock() - self._begun
        left = spoken_time(spent / self.count * (self.all - self.count)) if self.count else ""
        words = said(", about {1} left", left) if left else ""
        return said("{1} of {2} {3}{4}", f"{self.count:,}", f"{self.all:,}", said(self.things), words)

    def say(self, text: str = "") -> None:
        """Write a line of the answer while the work goes on."""
        self.clear()
        say(text)
        sys.stdout.flush()

    def clear(self) -> None:
        """Take the line away, so that something else can be written there."""
        if self._written:
            self._written = False
            self._put("\r\x1b[K")

    def code(self, code: int) -> int:
        """The exit code: what it would be, unless Ctrl-C was pressed."""
        return INTERRUPTED if self.stopped else code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, sort: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        self.clear()
        self.stopped = sort is not None and issubclass(sort, KeyboardInterrupt)
        return self.stopped

    def _write(self, line: str) -> None:
        self._written = True
        self._put(f"\r\x1b[K{line}")

    def _put(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def spoken_time(seconds: float) -> str:
    """A time as a person would say it: `12 s`, `3 min`, `2 h 5 min`."""
    whole = max(1, round(seconds))
    if whole < 100:
        return f"{whole} s"
    minutes = round(whole / 60)
    return said("{1} min", minutes) if minutes < 100 else said("{1} h {2} min", minutes // 60, minutes % 60)
