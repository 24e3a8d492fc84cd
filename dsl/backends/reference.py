"""The reference backend: walks the machine's trees and checks everything. In case of doubt this is what an
instruction means.

It is small and obvious rather than fast: one method per sort of node, registers in a list, no step taken before its
bounds
are checked. What no description can cause (a register never set, a slot outside the position) is a MachineFault.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from dsl.backends.base import DEPTH_LIMIT, SILENCE, WORD, Env, Frames, MachineFault, PlayError, Value
from dsl.backends.cells import Shapes
from dsl.backends.pieces import Pieces
from dsl.machine import ops
from dsl.machine.meter import BUDGET, meter
from dsl.machine.ops import (
    ASKER,
    ASKING,
    DECISION,
    DEPTH,
    FP,
    HEADER,
    OVER,
    REASON,
    RUNNING,
    STATUS,
    Expr,
    Machine,
    Stmt,
)


class _Break(Exception):
    """Leaves the innermost loop."""


class _Continue(Exception):
    """Leaves one turn of the innermost loop."""


class _Return(Exception):
    """Leaves a function with a value."""

    def __init__(self, value: int) -> None:
        super().__init__(value)
        self.value = value


class _Over(Exception):
    """The game has ended."""


@dataclass(slots=True)
class _Scope:
    """A running procedure: its registers (None: not set yet)."""

    proc: ops.Proc
    regs: list[Value]


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
        except _Over:
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
        except _Over:
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
        except _Over:
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


class Activity:
    """What happens to one position between two decisions, or in one call."""

    def __init__(self, backend: Reference, S: list[int], env: Env) -> None:
        self.backend = backend
        self.machine = backend.machine
        self.S = S
        self.env = env
        self.pieces = Pieces(backend.machine, S)
        self.shapes = Shapes(backend.machine, S) if backend.machine.cells is not None else None
        self.emitted: list[tuple[int, ...]] = []
        self.left = backend.budget

    # ---- procedures --------------------------------------------------------------------------------------------------

    def call(self, proc: int, args: list[Value]) -> int:
        """Run a function. Lists are handed over as they are: what it does to them the caller sees."""
        callee = self.machine.procs[proc]
        if callee.flow or len(args) != callee.params:
            raise MachineFault(f"procedure {proc} cannot be called with {len(args)} arguments")
        scope = _Scope(callee, [*args, *([] if size else 0 for size in callee.sizes[callee.params :])])
        for arg, size in zip(args, callee.sizes, strict=False):
            self._fits(scope, arg, size)
        if callee.recursive:
            self.S[DEPTH] += 1
            if self.S[DEPTH] > DEPTH_LIMIT:
                raise PlayError("RUNAWAY", callee.site)
        if proc in self.backend.meter.procs:
            self._count(scope, 1)
        result = 0
        try:
            self._body(scope, callee.body)
        except _Return as back:
            result = back.value
        if callee.recursive:
            self.S[DEPTH] -= 1
        return result

    def block(self) -> None:
        """Run one block of the flow on top of the stack."""
        S, frames = self.S, self.backend.frames
        base = S[FP]
        if not base:
            raise MachineFault("there is nothing to run")
        proc, index = self.machine.procs[S[base]], S[base + 1]
        if index in self.backend.meter.heads[proc.id]:
            self._count(_Scope(proc, []), 1)
        scope = _Scope(proc, [frames.register(S, proc.id, reg) for reg in range(len(proc.sizes))])
        self._body(scope, proc.blocks[index].body)
        end = proc.blocks[index].end
        match end:
            case ops.Jump():
                S[base + 1] = end.block
            case ops.Branch():
                S[base + 1] = end.then if self.number(scope, end.test) else end.otherwise
            case ops.Switch():
                value = self.number(scope, end.value)
                found = (block for low, high, block in end.cases if low <= value <= high)
                S[base + 1] = next(found, end.default)
            case ops.CallFlow():
                args = [self._value(scope, arg) for arg in end.args]
                callee = self.machine.procs[end.proc]
                for arg, size in zip(args, callee.sizes[: callee.params], strict=True):
                    self._fits(scope, arg, size)
                self._count(scope, 1)
                self._keep(scope, base, frames.live(proc).kept[index])
                frames.push(S, end.proc, args)
                return
            case ops.ReturnFlow():
                frames.pop(S, self.word(scope, end.value))
                return
            case ops.Decide():
                S[ASKER] = self.word(scope, end.asker)
                S[DECISION] = end.decision
                S[STATUS] = ASKING
                self._keep(scope, base, frames.live(proc).kept[index])
                return
            case ops.Stay():
                raise MachineFault(f"flow {proc.id} stays in block {index} of a game that is not over")
        self._keep(scope, base, frozenset(range(len(proc.sizes))))

    def _keep(self, scope: _Scope, base: int, kept: frozenset[int]) -> None:
        """Put registers back into the frame; those that nothing can read any more become 0."""
        for reg, slot in enumerate(self.backend.frames.slots[scope.proc.id]):
            size, value = scope.proc.sizes[reg], scope.regs[reg]
            if isinstance(value, int):
                self.S[base + slot] = value if reg in kept else 0
            else:
                cells = [len(value), *value] if reg in kept else [0]
                self.S[base + slot : base + slot + 1 + size] = cells + [0] * (1 + size - len(cells))

    def _count(self, scope: _Scope, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise PlayError("RUNAWAY", scope.proc.site)

    # ---- registers, slots --------------------------------------------------------------------------------------------

    def _fits(self, scope: _Scope, value: Value, size: int) -> None:
        """A number for a scalar register, a list that is not too long for a list register."""
        if isinstance(value, int):
            if size:
                raise MachineFault(f"a number where procedure {scope.proc.id} wants a list")
        elif len(value) > size:
            raise MachineFault(f"{len(value)} members in a list of at most {size} in procedure {scope.proc.id}")

    def _set(self, scope: _Scope, reg: int, value: int) -> None:
        self._fits(scope, value, scope.proc.sizes[reg])
        scope.regs[reg] = value

    def _words(self, scope: _Scope, exprs: tuple[Expr, ...]) -> tuple[int, ...]:
        return tuple(self.word(scope, expr) for expr in exprs)

    def word(self, scope: _Scope, expr: Expr) -> int:
        """The value of an expression, for a register, a result or the world outside: it must fit 64 bits."""
        value = self.number(scope, expr)
        if not -WORD < value < WORD:
            raise PlayError("BOUND", scope.proc.site)
        return value

    def _list(self, scope: _Scope, reg: int) -> list[int]:
        value = scope.regs[reg]
        if isinstance(value, int):
            raise MachineFault(f"register {reg} of procedure {scope.proc.id} is no list")
        return value

    def _slot(self, base: int, index: int) -> int:
        """A slot of the header or of the data."""
        slot = base + index
        if not 0 <= slot < self.machine.layout.stack:
            raise MachineFault(f"slot {slot} is outside the position")
        return slot

    # ---- expressions -------------------------------------------------------------------------------------------------

    def _value(self, scope: _Scope, expr: Expr) -> Value:
        return self._list(scope, expr.reg) if isinstance(expr, ops.ListReg) else self.word(scope, expr)

    def number(self, scope: _Scope, expr: Expr) -> int:
        """The value of an expression."""
        match expr:
            case ops.Const():
                return expr.value
            case ops.Reg():
                value = scope.regs[expr.reg]
                if isinstance(value, int):
                    return value
                raise MachineFault(f"register {expr.reg} of procedure {scope.proc.id} is a list")
            case ops.Load():
                return self.S[self._slot(expr.base, self.number(scope, expr.index))]
            case ops.Look():
                table, index = self.machine.tables[expr.table], self.number(scope, expr.index)
                return table[index] if 0 <= index < len(table) else 0
            case ops.Bin():
                return self._binary(scope, expr)
            case ops.Un():
                value = self.number(scope, expr.operand)
                if expr.fn == "not":
                    return 0 if value else 1
                return -value if expr.fn == "neg" else abs(value)
            case ops.If():
                return self.number(scope, expr.then if self.number(scope, expr.test) else expr.otherwise)
            case ops.Call():
                return self.call(expr.proc, [self._value(scope, arg) for arg in expr.args])
            case ops.Trial():
                return self._trial(scope, expr)
            case ops.ZoneSize():
                return len(self.pieces.members(self.number(scope, expr.zone)))
            case ops.ZoneItem():
                zone, index = self.number(scope, expr.zone), self.number(scope, expr.index)
                members = self.pieces.members(zone)
                if not 0 <= index < len(members):
                    return 0
                return members[len(members) - 1 - index if expr.from_top else index]
            case ops.ListSize():
                return len(self._list(scope, expr.reg))
            case ops.ListItem():
                index, members = self.number(scope, expr.index), self._list(scope, expr.reg)
                return members[index] if 0 <= index < len(members) else 0
            case ops.ListHas():
                return 1 if self.number(scope, expr.value) in self._list(scope, expr.reg) else 0
            case ops.ListReg():
                raise MachineFault(f"list register {expr.reg} of procedure {scope.proc.id} used as a number")
            case ops.CellPiece():
                return self._shapes().piece(self.number(scope, expr.cell))
            case ops.CellCount():
                return len(self._shapes().members(expr.how, self.number(scope, expr.of)))
            case ops.CellHas():
                members = self._shapes().members(expr.how, self.number(scope, expr.of))
                return 1 if self.number(scope, expr.item) in members else 0

    def _shapes(self) -> Shapes:
        if self.shapes is None:
            raise MachineFault("this machine has no cells")
        return self.shapes

    def _trial(self, scope: _Scope, expr: ops.Trial) -> int:
        """A function run on a copy of the position."""
        args = [self._value(scope, arg) for arg in expr.args]
        aside = Activity(self.backend, [*self.S], SILENCE)
        aside.left = self.left
        try:
            return aside.call(expr.proc, args)
        except _Over:
            return expr.over
        finally:
            self.left = aside.left

    def _binary(self, scope: _Scope, expr: ops.Bin) -> int:
        left = self.number(scope, expr.left)
        if expr.fn == "and":
            return 1 if left and self.number(scope, expr.right) else 0
        if expr.fn == "or":
            return 1 if left or self.number(scope, expr.right) else 0
        right = self.number(scope, expr.right)
        match expr.fn:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "//" | "%":
                if right == 0:
                    raise PlayError("DIVIDE", scope.proc.site)
                return left // right if expr.fn == "//" else left % right
            case "min":
                return min(left, right)
            case "max":
                return max(left, right)
            case "&":
                return left & right
            case "|":
                return left | right
            case "<<":
                if not 0 <= right < 63:
                    raise PlayError("BOUND", scope.proc.site)
                return left << right
            case "=":
                return 1 if left == right else 0
            case "!=":
                return 1 if left != right else 0
            case "<":
                return 1 if left < right else 0
            case "<=":
                return 1 if left <= right else 0
            case ">":
                return 1 if left > right else 0
            case ">=":
                return 1 if left >= right else 0
            case _:
                raise MachineFault(f"unknown function {expr.fn}")

    # ---- statements --------------------------------------------------------------------------------------------------

    def _body(self, scope: _Scope, body: tuple[Stmt, ...]) -> None:
        for stmt in body:
            self._stmt(scope, stmt)

    def _stmt(self, scope: _Scope, stmt: Stmt) -> None:
        match stmt:
            case ops.SetReg():
                self._set(scope, stmt.reg, self.word(scope, stmt.value))
            case ops.Store():
                self._store(scope, stmt)
            case ops.IfDo():
                self._body(scope, stmt.then if self.number(scope, stmt.test) else stmt.otherwise)
            case ops.SwitchDo():
                value = self.number(scope, stmt.value)
                self._body(scope, next((body for low, high, body in stmt.cases if low <= value <= high), ()))
            case ops.Loop() | ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                self._loop(scope, stmt)
            case ops.Break():
                raise _Break
            case ops.Continue():
                raise _Continue
            case ops.Return():
                raise _Return(self.word(scope, stmt.value))
            case ops.Do():
                value = self.call(stmt.proc, [self._value(scope, arg) for arg in stmt.args])
                if stmt.reg is not None:
                    self._set(scope, stmt.reg, value)
            case ops.ListClear():
                self._list(scope, stmt.reg).clear()
            case ops.ListAdd():
                value, members = self.word(scope, stmt.value), self._list(scope, stmt.reg)
                if not (stmt.unique and value in members):
                    if len(members) >= scope.proc.sizes[stmt.reg]:
                        raise PlayError("BOUND", scope.proc.site)
                    members.append(value)
            case ops.ListCells():
                found = self._shapes().members(stmt.how, self.number(scope, stmt.of))
                if len(found) > scope.proc.sizes[stmt.reg]:
                    raise MachineFault(f"{len(found)} members of {stmt.how} in a list with less room")
                self._list(scope, stmt.reg)[:] = found
            case ops.ListSort():
                args = [self._value(scope, arg) for arg in stmt.args]
                members = self._list(scope, stmt.reg)
                keys = [self.call(stmt.key, [member, *args]) for member in members]
                order = sorted(range(len(members)), key=lambda i: -keys[i] if stmt.down else keys[i])
                members[:] = [members[i] for i in order]
            case ops.Emit():
                self.emitted.append(self._words(scope, stmt.values))
            case ops.Log():
                self.env.log(self.S, stmt.template, self._words(scope, stmt.args))
            case ops.Finish():
                self._finish(scope, stmt)
            case ops.Fail():
                raise PlayError(stmt.code, stmt.site)
            case ops.Chance():
                n = self.number(scope, stmt.n)
                if n <= 0:
                    raise PlayError("BOUND", stmt.site)
                self._set(scope, stmt.reg, self.env.draw(self.S, stmt.stream, n))
            case ops.MovePiece():
                piece, zone = self.number(scope, stmt.piece), self.number(scope, stmt.zone)
                self.pieces.move(piece, zone, stmt.at, stmt.site, self.number(scope, stmt.cell))
            case ops.SetFace():
                self.pieces.turn(self.number(scope, stmt.piece), self.number(scope, stmt.up))
            case ops.Know():
                self.pieces.know(self.number(scope, stmt.piece), self.word(scope, stmt.mask))
            case ops.Shuffle():
                self.pieces.shuffle(self.number(scope, stmt.zone), stmt.stream, self.env)

    def _store(self, scope: _Scope, stmt: ops.Store) -> None:
        slot = self._slot(stmt.base, self.number(scope, stmt.index))
        if slot < HEADER:
            raise MachineFault(f"slot {slot} of the header is not for rules")
        value = self.number(scope, stmt.value)
        if not stmt.low <= value <= stmt.high:
            if stmt.edge == "ignored":
                return
            if stmt.edge != "stops":
                raise PlayError("BOUND", stmt.site)
            value = stmt.low if value < stmt.low else stmt.high
        self.S[slot] = value

    def _loop(self, scope: _Scope, stmt: ops.Loop | ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable) -> None:
        try:
            if isinstance(stmt, ops.Loop):
                while self.number(scope, stmt.test):
                    self._count(scope, 1)
                    self._turn(scope, stmt.body)
                return
            members = self._members(scope, stmt)
            if self.backend.meter.loop(scope.proc.id, stmt):
                self._count(scope, _size(members))
            for member in members:
                self._set(scope, stmt.reg, member)
                self._turn(scope, stmt.body)
        except _Break:
            pass

    def _turn(self, scope: _Scope, body: tuple[Stmt, ...]) -> None:
        with suppress(_Continue):
            self._body(scope, body)

    def _members(self, scope: _Scope, stmt: ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable) -> Sequence[int]:
        """The members of a loop as they are when it begins."""
        match stmt:
            case ops.ForRange():
                first, last = self.word(scope, stmt.first), self.word(scope, stmt.last)
                return range(first, last + 1) if stmt.step > 0 else range(first, last - 1, -1)
            case ops.ForZone():
                return self.pieces.members(self.number(scope, stmt.zone))
            case ops.ForList():
                return [*self._list(scope, stmt.list)]
            case ops.ForTable():
                first, last = self.number(scope, stmt.first), self.number(scope, stmt.last)
                return self.machine.tables[stmt.table][max(first, 0) : max(last, 0)]

    def _finish(self, scope: _Scope, stmt: ops.Finish) -> None:
        who = self.word(scope, stmt.who)
        args = self._words(scope, stmt.args)
        players = range(1, self.machine.players + 1)
        match stmt.how:
            case "won":
                results = [1 if player == who else -1 for player in players]
            case "lost":
                results = [-1 if player == who else 1 for player in players]
            case "scored":
                results = [self.call(stmt.score, [player]) for player in players]
            case _:
                results = [0 for _ in players]
        base = self.machine.layout.results
        self.S[base : base + len(results)] = results
        self.S[STATUS], self.S[REASON] = OVER, stmt.template + 1
        self.backend.frames.clear(self.S)
        if stmt.template >= 0:
            self.env.log(self.S, stmt.template, args)
        raise _Over


def _size(members: Sequence[int]) -> int:
    """How many members; len() itself refuses long ranges."""
    return abs(members.stop - members.start) if isinstance(members, range) and members else len(members)
