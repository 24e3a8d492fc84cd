"""A machine that was compiled: what the backend, and positions that stay in C, both need of it."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from dsl.backends.base import Frames
from dsl.backends.native.bind import Bound, Minded
from dsl.backends.native.module import Module
from dsl.machine.ir.ops import FP, Machine


class Contexts(threading.local):
    """The contexts of one thread."""

    def __init__(self, make: Callable[[], Bound]) -> None:
        self._make = make
        self._free: list[Bound] = []

    @cached_property
    def stepping(self) -> Bound:
        """The one that positions which stay inside are played on with."""
        return self._make()

    @contextmanager
    def free(self) -> Generator[Bound]:
        """One that nobody else uses meanwhile: what a machine calls back may ask the backend again."""
        bound = self._free.pop() if self._free else self._make()
        try:
            yield bound
        finally:
            self._free.append(bound)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A machine, how its frames lie, its C text, what runs it in this thread, and what searches among guesses (None: it
    cannot be had here).
    """

    machine: Machine
    frames: Frames
    module: Module
    contexts: Contexts
    mind: Callable[[], Minded | None]

    def length(self, cells: array[int]) -> int:
        """How many slots of a position are in use."""
        base = cells[FP]
        return base + self.frames.sizes[cells[base]] if base else self.machine.layout.stack
