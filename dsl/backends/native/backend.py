"""The native backend: positions go in as lists and come out as lists, or stay inside (see resident.py).

A position from outside is checked before it is run. One that no machine can have, or numbers that no rules come by, are
left to the reference backend, which checks every step; so are functions that are handed numbers of that sort.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial

from dsl.backends.base import SILENCE, Env, Frames, MachineFault, Value
from dsl.backends.guessing import SEATS
from dsl.backends.native import cc
from dsl.backends.native.bind import Bound, Minded
from dsl.backends.native.compiled import Compiled, Contexts
from dsl.backends.native.mind import minded
from dsl.backends.native.module import Module, write
from dsl.backends.native.resident import Position
from dsl.backends.python.backend import Python
from dsl.backends.reference.backend import Reference
from dsl.machine.ir.analysis.intervals import slots_of
from dsl.machine.ir.analysis.work_bounds import BUDGET
from dsl.machine.ir.entries import played, public
from dsl.machine.ir.ops import KEY_HI, KEY_LO, Machine


class Native:
    """A machine run as compiled C."""

    def __init__(
        self,
        machine: Machine,
        budget: int = BUDGET,
        compiler: cc.Compiler | None = None,
        *,
        whole: bool = False,
        parts: int = 0,
    ) -> None:
        """whole: whether all functions are compiled, and not only those that games come to; what people ask beside is
        answered in Python else. parts: in how many it is compiled at the same time (0: as many as is good).
        CompilerError if there is no compiler, or it fails.
        """
        compiler = compiler or cc.find()
        self.machine = machine
        self.budget = budget
        self.frames = Frames(machine)
        self._public = public(machine)
        self._written = frozenset(proc.id for proc in machine.procs) if whole else played(machine)
        self.module: Module = write(machine, self.frames, self._written)
        self.source = self.module.text
        self._library = cc.load(cc.shared_object(self.module.parts(parts or cc.parts_of(self.source)), compiler))
        self._slot = slots_of(machine)
        self._contexts = Contexts(lambda: Bound(self._library, self.module, self.budget))
        self._compiled = Compiled(
            machine, self.frames, self.module, self._contexts, partial(_mind, compiler, machine.players)
        )
        self._new: dict[int, list[int]] = {}
        self._fresh: array[int] | None = None

    # ---- the backend ----------------------------------------------------------------------------------------------

    def new_position(self, key: int, flow: int | None = None) -> list[int]:
        """A position filled by the machine's start, ready to run a flow without parameters (the main one)."""
        if not 0 <= key < 1 << 64:
            raise ValueError("the key of a game is a 64-bit number without a sign")
        S = self._beginning(self.machine.main if flow is None else flow)[:]
        S[KEY_LO], S[KEY_HI] = key & 0xFFFFFFFF, key >> 32
        return S

    def _beginning(self, flow: int) -> list[int]:
        """What all new positions are but for their keys: what fills them knows no chance."""
        found = self._new.get(flow)
        if found is None:
            found = self._new[flow] = self.frames.new(0)
            self.call(found, self.machine.start, ())
            self.enter(found, flow)
        return found

    def enter(self, S: list[int], proc: int) -> None:
        """Drop the stack and make a flow without parameters the one to run."""
        self.frames.enter(S, proc)

    def run(self, S: list[int], env: Env) -> None:
        """Go on until a decision is asked or the game is over."""
        with self._contexts.free() as bound:
            cells = self.taken_in(S, bound)
            if cells is None:
                self._slow.run(S, env)
                return
            with self._hearing(bound, env):
                bound.check(bound.run(bound.at, cells.buffer_info()[0]))
            self._given_back(cells, S)

    def options(self, S: list[int]) -> list[tuple[int, ...]]:
        """What can be chosen at the decision asked, in the order of the rules; nothing at all is the error STUCK."""
        with self._contexts.free() as bound:
            cells = self.taken_in(S, bound)
            if cells is None:
                return self._slow.options(S)
            self.frames.asked(S)
            bound.check(bound.options(bound.at, cells.buffer_info()[0]))
            self._given_back(cells, S)
            return bound.offered()

    def choose(self, S: list[int], option: Sequence[int]) -> None:
        """Answer the decision asked; the game goes on at the next run."""
        self.frames.choose(S, option)

    def call(self, S: list[int], proc: int, args: Sequence[Value], env: Env | None = None) -> int:
        """The result of a function. Without an env it draws nothing and its log is dropped."""
        if proc not in self._written:
            return self._asked.call(S, proc, args, env)
        with self._contexts.free() as bound:
            cells, given = self.taken_in(S, bound), self._arguments(proc, args)
            if cells is None or given is None:
                return self._slow.call(S, proc, args, env)
            self._call(bound, cells, proc, given, env)
            result = bound.told
            self._given_back(cells, S)
            self._lists_back(proc, args, given)
            return result

    def emit(self, S: list[int], proc: int, args: Sequence[Value]) -> list[tuple[int, ...]]:
        """What an emitting function emits, in order."""
        if proc not in self._written:
            return self._asked.emit(S, proc, args)
        with self._contexts.free() as bound:
            cells, given = self.taken_in(S, bound), self._arguments(proc, args)
            if cells is None or given is None:
                return self._slow.emit(S, proc, args)
            self._call(bound, cells, proc, given, None)
            self._given_back(cells, S)
            return bound.offered()

    def score(self, S: list[int]) -> tuple[int, ...]:
        """The result of each player (0 before the end)."""
        results = self.machine.layout.results
        return tuple(S[results : results + self.machine.players])

    def hold(self, S: list[int]) -> Position | None:
        """The position in the form that is fastest to play on; None if it is not one that the machine can have."""
        cells = self.taken_in(S, self._contexts.stepping)
        return None if cells is None else Position(self._compiled, cells)

    def fresh(self, key: int) -> Position | None:
        """As `hold`, of a new position of the game, which has not run yet."""
        if self._fresh is None:
            self._fresh = self.taken_in(self.new_position(0), self._contexts.stepping)
        if self._fresh is None:
            return None
        cells = self._fresh[:]
        cells[KEY_LO], cells[KEY_HI] = key & 0xFFFFFFFF, key >> 32
        return Position(self._compiled, cells)

    # ---- in and out -----------------------------------------------------------------------------------------------

    def taken_in(self, S: list[int], bound: Bound) -> array[int] | None:
        """A position as C sees it; None if it is not one that the machine can have."""
        try:
            cells = array("q", S)
        except OverflowError:
            return None
        if len(S) > self.module.capacity:
            return None
        cells.frombytes(bytes(8 * (self.module.span - len(S))))
        return cells if bound.sound(cells.buffer_info()[0], len(S)) else None

    def _given_back(self, cells: array[int], S: list[int]) -> None:
        S[:] = cells[: self._compiled.length(cells)].tolist()

    @contextmanager
    def _hearing(self, bound: Bound, env: Env) -> Generator[None]:
        if getattr(env, "plain", False):
            yield
            return
        callbacks = bound.hear(env, self.module.capacity)
        try:
            yield
        finally:
            bound.deafen()
            del callbacks

    @cached_property
    def _asked(self) -> Python:
        """What answers that people ask and no game comes to."""
        return Python(self.machine, self.budget)

    @cached_property
    def _slow(self) -> Reference:
        return Reference(self.machine, self.budget)

    # ---- functions ------------------------------------------------------------------------------------------------

    def _call(self, bound: Bound, cells: array[int], proc: int, given: array[int], env: Env | None) -> None:
        silent = env is None or env is SILENCE
        with self._hearing(bound, env or SILENCE):
            how = bound.call(bound.at, cells.buffer_info()[0], proc, given.buffer_info()[0], int(silent))
            bound.check(how)

    def _arguments(self, proc: int, args: Sequence[Value]) -> array[int] | None:
        """Arguments as C sees them; None if they are not what the machine expects from outside."""
        about = self.machine.procs[proc]
        if proc not in self._public or about.flow:
            raise MachineFault(f"procedure {proc} is called by other procedures only")
        if len(args) != about.params:
            raise MachineFault(f"procedure {proc} cannot be called with {len(args)} arguments")
        given = array("q")
        for arg, size in zip(args, about.sizes, strict=False):
            members = [arg] if isinstance(arg, int) else arg
            if isinstance(arg, int) != (size == 0) or len(members) > max(size, 1):
                return None
            if not all(self._slot[0] <= member <= self._slot[1] for member in members):
                return None
            if size:
                given.append(len(members))
            given.extend(members)
            given.extend([0] * (size - len(members)) if size else [])
        given.append(0)  # room to point to
        return given

    def _lists_back(self, proc: int, args: Sequence[Value], given: array[int]) -> None:
        at = 0
        for arg, size in zip(args, self.machine.procs[proc].sizes, strict=False):
            if isinstance(arg, list):
                arg[:] = given[at + 1 : at + 1 + given[at]].tolist()
            at += 1 + size


def _mind(compiler: cc.Compiler, players: int) -> Minded | None:
    """What searches among guesses; None where addresses are no 64 bits, or there are too many players."""
    return minded(compiler) if sys.maxsize > 1 << 32 and players < SEATS else None
