"""The reference backend: walks the machine's trees and checks everything. In case of doubt this is what an
instruction means.

It is small and obvious rather than fast: one method per sort of node (see interpreter.py), registers in a list, no step
taken before its bounds are checked. What no description can cause (a register never set, a slot outside the position)
is a MachineFault.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.backends.base import NOWHERE, SILENCE, Env, Frames, MachineFault, PlayError, Value
from dsl.backends.reference.interpreter import Over, Scope, Walker
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.work_bounds import BUDGET, meter
from dsl.machine.ir.ops import ASKER, ASKING, DECISION, DEPTH, FP, RUNNING, STATUS, Machine


class Reference:
    """A machine run by walking it."""

    def __init__(self, machine: Machine, budget: int = BUDGET) -> None:
        self.machine = machine
        self.frames = Frames(machine)
        self.meter = meter(machine)
        self.budget = budget

    def new_position(self, key: int, flow: int | None = None) -> list[int]:
        """A position filled by the machine's start, ready to run a flow without parameters (the main one)."""
        S = self.frames.new(key)
        self.call(S, self.machine.start, ())
        self.enter(S, self.machine.main if flow is None else flow)
        return S

    def enter(self, S: list[int], proc: int) -> None:
        """Drop the stack and make a flow without parameters the one to run."""
        self.frames.enter(S, proc)

    def run(self, S: list[int], env: Env) -> None:
        """Go on until a decision is asked or the game is over."""
        activity = Activity(self, S, env)
        try:
            while S[STATUS] == RUNNING:
                activity.block()
        except Over:
            pass

    def options(self, S: list[int]) -> list[tuple[int, ...]]:
        """What can be chosen at the decision asked, in the order of the rules; nothing at all is the error STUCK."""
        proc, args = self.frames.asked(S)
        options = self.emit(S, proc, args)
        if not options:
            raise PlayError("STUCK", self.machine.decisions[S[DECISION]].site)
        return options

    def choose(self, S: list[int], option: Sequence[int]) -> None:
        """Answer the decision asked; the game goes on at the next run."""
        self.frames.choose(S, option)

    def call(self, S: list[int], proc: int, args: Sequence[Value], env: Env | None = None) -> int:
        """The result of a function. Without an env it draws nothing and its log is dropped."""
        depth = S[DEPTH]
        try:
            return Activity(self, S, env or SILENCE).call(proc, [*args])
        except Over:
            return 0
        except PlayError:
            S[DEPTH] = depth
            raise

    def emit(self, S: list[int], proc: int, args: Sequence[Value]) -> list[tuple[int, ...]]:
        """What an emitting function emits, in order."""
        activity = Activity(self, S, SILENCE)
        depth = S[DEPTH]
        try:
            activity.call(proc, [*args])
        except Over:
            pass
        except PlayError:
            S[DEPTH] = depth
            raise
        return activity.emitted

    def score(self, S: list[int]) -> tuple[int, ...]:
        """The result of each player (0 before the end)."""
        results = self.machine.layout.results
        return tuple(S[results : results + self.machine.players])

    def hold(self, S: list[int]) -> None:
        """Lists are the form it plays on."""


class Activity(Walker):
    """What happens to one position between two decisions, or in one call."""

    def __init__(self, backend: Reference, S: list[int], env: Env) -> None:
        super().__init__(backend.machine, backend.frames, backend.meter, backend.budget, S, env)
        self._brief: dict[int, Value] = {}
        """The lists of the flow on top that its frame does not hold: between two blocks they lie here."""

    def block(self) -> None:
        """Run one block of the flow on top of the stack."""
        S, frames = self.S, self.frames
        base = S[FP]
        if not base:
            raise MachineFault("there is nothing to run")
        proc, index = self.machine.procs[S[base]], S[base + 1]
        if index in self.meter.heads[proc.id]:
            self.count(Scope(proc, []), 1)
        scope = Scope(proc, [frames.register(S, proc.id, reg) for reg in range(len(proc.sizes))])
        for reg in proc.brief:
            scope.regs[reg] = self._brief.get(reg, [])
        self._brief.clear()
        self.body(scope, proc.blocks[index].body)
        end = proc.blocks[index].end
        match end:
            case ops.CallFlow():
                self._call_flow(scope, base, index, end)
            case ops.ReturnFlow():
                frames.pop(S, self.word(scope, end.value))
            case ops.Decide():
                S[ASKER] = self.word(scope, end.asker)
                S[DECISION] = end.decision
                S[STATUS] = ASKING
                self._keep(scope, base, frames.live(proc).kept[index])
            case ops.Stay():
                raise MachineFault(f"flow {proc.id} stays in block {index} of a game that is not over")
            case ops.Jump() | ops.Branch() | ops.Switch():
                S[base + 1] = self._next(scope, end)
                self._brief.update((reg, scope.regs[reg]) for reg in proc.brief)
                self._keep(scope, base, frozenset(range(len(proc.sizes))))

    def _next(self, scope: Scope, end: ops.Jump | ops.Branch | ops.Switch) -> int:
        """The block of the same flow that goes on."""
        match end:
            case ops.Jump():
                return end.block
            case ops.Branch():
                return end.then if self.number(scope, end.test) else end.otherwise
            case ops.Switch():
                value = self.number(scope, end.value)
                found = (block for low, high, block in end.cases if low <= value <= high)
                return next(found, end.default)

    def _call_flow(self, scope: Scope, base: int, index: int, end: ops.CallFlow) -> None:
        args = [self.value(scope, arg) for arg in end.args]
        callee = self.machine.procs[end.proc]
        for arg, size in zip(args, callee.sizes[: callee.params], strict=True):
            self.fits(scope, arg, size)
        self.count(scope, 1)
        self._keep(scope, base, self.frames.live(scope.proc).kept[index])
        self.frames.push(self.S, end.proc, args)

    def _keep(self, scope: Scope, base: int, kept: frozenset[int]) -> None:
        """Put registers back into the frame; those that nothing can read any more become 0."""
        for reg, slot in enumerate(self.frames.slots[scope.proc.id]):
            size, value = scope.proc.sizes[reg], scope.regs[reg]
            if slot == NOWHERE:
                continue
            if isinstance(value, int):
                self.S[base + slot] = value if reg in kept else 0
            else:
                cells = [len(value), *value] if reg in kept else [0]
                self.S[base + slot : base + slot + 1 + size] = cells + [0] * (1 + size - len(cells))
