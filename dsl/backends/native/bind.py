"""The compiled machine as Python sees it: its context, its entries, and what they call back."""

from __future__ import annotations

import ctypes
import mmap
from array import array
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, PYFUNCTYPE, c_int64, c_void_p
from functools import partial
from typing import Any, Final, cast

from dsl.backends.base import Env, MachineFault, PlayError
from dsl.backends.native.module import Module

DRAW: Final = CFUNCTYPE(c_int64, c_void_p, c_int64, c_int64)
LOG: Final = CFUNCTYPE(c_int64, c_void_p, c_int64, c_int64, POINTER(c_int64))
GROW: Final = CFUNCTYPE(c_int64)
FIRST_ROOM: Final = 256
"""Options that there is room for at first."""

ENTRIES: Final = 15
"""How many entries a machine has: see shown.c."""

DONE, ERROR, FAULT, RAISED, NEEDED = range(5)
FAULTS: Final = (
    "nothing",
    "slot outside the position near",
    "there is no zone",
    "there is no piece",
    "nothing can be drawn here of",
    "there is nothing to run at",
    "a flow stays in a game that is not over",
    "no room for a list of",
    "this is no answer to what is asked:",
    "there is no such cell:",
    "there is no such procedure to call from outside:",
)


def address_of(memory: mmap.mmap) -> int:
    """Where memory lies that C is to write to; it lies there as long as it is held."""
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


class Context(ctypes.Structure):
    """See runtime.c."""

    _fields_ = [
        *((name, c_void_p) for name in ("base", "top", "end")),
        *((name, c_int64) for name in ("budget", "left", "silent", "code", "site")),
        ("out", c_void_p),
        *((name, c_int64) for name in ("room", "count")),
        *((name, c_void_p) for name in ("draw", "log", "grow", "cells", "over", "failed")),
        *((name, c_void_p) for name in ("dice", "progress")),
        ("most", c_int64),
        ("counting", c_void_p),
        *((name, c_void_p) for name in ("trial", "note", "full")),
        ("ahead", c_void_p),
        ("horizon", c_void_p),
    ]


class Bound:
    """The entries of a compiled machine. They can be used by one thread at a time, each by its own `Bound`."""

    def __init__(self, library: ctypes.CDLL, module: Module, budget: int) -> None:
        self.module = module
        pointers = (c_void_p * ENTRIES).in_dll(library, "rulewright_machine")
        run, options, choose, play, call, rollout, perft, sound, batch, search, counted, *_ = cast(
            list[int], list(pointers)
        )
        self.entries = ctypes.addressof(pointers)
        """Where the table of entries lies, for what is compiled apart from the machine."""
        # what is soon done keeps the lock of the interpreter; other threads go on while whole games are played
        soon, long = partial(PYFUNCTYPE, c_int64, c_void_p, c_void_p), partial(CFUNCTYPE, c_int64, c_void_p, c_void_p)
        self.run: Callable[..., int] = soon()(run)
        self.options: Callable[..., int] = soon()(options)
        self.choose: Callable[..., int] = soon(c_void_p)(choose)
        self.play: Callable[..., int] = soon(c_int64)(play)
        self.call: Callable[..., int] = soon(c_int64, c_void_p, c_int64)(call)
        self.rollout: Callable[..., int] = long(c_int64, c_void_p, c_void_p)(rollout)
        self.perft: Callable[..., int] = long(c_int64, c_void_p)(perft)
        self.batch: Callable[..., int] = long(*[c_void_p] * 4)(batch)
        self.counted: Callable[..., int] = long(*[c_void_p] * 6)(counted)
        self.search: Callable[..., int] = long(*[c_void_p] * 5)(search)
        self.sound: Callable[..., int] = PYFUNCTYPE(c_int64, c_void_p, c_int64)(sound)
        self.owner: object = None
        """Whose options were asked for last."""
        self._library = library
        self._room = mmap.mmap(
            -1, 8 * (module.room + module.ahead + module.memory + 1)
        )  # touched only as far as it is used
        self._options = array("q", bytes(8 * module.width * FIRST_ROOM))
        self._grow = GROW(self._more)
        self._kept: BaseException | None = None
        self.context = Context()
        start = address_of(self._room)
        self.context.base = self.context.top = start
        self.context.end = self.context.ahead = start + 8 * module.room
        self.context.cells = start + 8 * (module.room + module.ahead)
        self.context.budget = budget
        self.context.out = self._options.buffer_info()[0]
        self.context.room = FIRST_ROOM
        self.context.grow = ctypes.cast(self._grow, c_void_p)
        self.at = ctypes.addressof(self.context)
        """Where the context lies: what every entry is handed first."""

    # ---- what is called back --------------------------------------------------------------------------------------

    def hear(self, env: Env, length: int) -> tuple[Any, Any]:
        """Let the surroundings draw and log; what is returned must live until `deafen`."""

        def draw(position: int, stream: int, n: int) -> int:
            return self._safely(lambda: env.draw(self._seen(position, length), stream, n))

        def log(position: int, template: int, count: int, args: Any) -> int:
            def say() -> int:
                env.log(self._seen(position, length), template, tuple(args[:count]))
                return 0

            return self._safely(say)

        callbacks = DRAW(draw), LOG(log)
        self.context.draw, self.context.log = (ctypes.cast(each, c_void_p) for each in callbacks)
        return callbacks

    def deafen(self) -> None:
        """From now on chance is that of the position, and nobody hears the log."""
        self.context.draw = self.context.log = None

    def _safely(self, do: Callable[[], int]) -> int:
        try:
            return do()
        except BaseException as error:  # it goes on where the machine was called
            self._kept = error
            return -1

    @staticmethod
    def _seen(position: int, length: int) -> list[int]:
        """The position as it is now, to be read and written like a list."""
        return cast(list[int], (c_int64 * length).from_address(position))

    def _more(self) -> int:
        def grow() -> int:
            self._options.extend(array("q", bytes(8 * len(self._options))))
            self.context.out = self._options.buffer_info()[0]
            self.context.room = len(self._options) // self.module.width
            return 0

        return self._safely(grow)

    @property
    def told(self) -> int:
        """What an entry has left behind: a result, or the number of what went wrong."""
        return cast(int, self.context.code)

    @property
    def count(self) -> int:
        """How many options there are of those asked for last."""
        return cast(int, self.context.count)

    # ---- what came of it ------------------------------------------------------------------------------------------

    def check(self, how: int) -> None:
        """Raise what an entry ended with, if it did not end well."""
        if how == ERROR:
            raise PlayError(self.module.codes[self.told], self.context.site)
        if how == FAULT:
            raise MachineFault(f"{FAULTS[self.told]} {self.context.site}")
        if how == RAISED:
            kept, self._kept = self._kept, None
            assert kept is not None
            raise kept

    def offered(self) -> list[tuple[int, ...]]:
        """The options that were asked for last."""
        width, flat = self.module.width, self._options
        count = self.count
        if width == 2:
            numbers = flat[: 2 * count].tolist()
            return [(value,) if size else () for size, value in zip(numbers[::2], numbers[1::2], strict=True)]
        starts = range(0, width * count, width)
        return [tuple(flat[at + 1 : at + 1 + flat[at]]) for at in starts]


class Minded:
    """The entries of what searches among guesses, compiled once for all machines (chart.c and those behind it). Each is
    handed a context and a table of where everything lies.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        pointers = (c_void_p * 5).in_dll(library, "rulewright_mind")
        grow, told, changes, one_deal, seen = cast(list[int], list(pointers))
        entry = CFUNCTYPE(c_int64, c_void_p, c_void_p)
        self.grow: Callable[..., int] = entry(grow)
        self.told: Callable[..., int] = entry(told)
        self.changes: Callable[..., int] = entry(changes)
        self.deal: Callable[..., int] = entry(one_deal)
        self.seen: Callable[..., int] = CFUNCTYPE(c_int64, *[c_void_p] * 2, c_int64, c_void_p)(seen)
        self._library = library
