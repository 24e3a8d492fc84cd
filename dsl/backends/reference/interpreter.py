"""Walking the functions of a machine, for the reference backend: one method per sort of expression and of statement."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from dsl.backends.base import SILENCE, WORD, Env, Frames, MachineFault, PlayError, Value
from dsl.backends.reference.cells import Shapes
from dsl.backends.reference.pieces import Pieces
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.work_bounds import Meter
from dsl.machine.ir.ops import DEPTH, DEPTH_LIMIT, HEADER, OVER, REASON, STATUS, Expr, Machine, Stmt

_Members = ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable


class Break(Exception):
    """Leaves the innermost loop."""


class Continue(Exception):
    """Leaves one turn of the innermost loop."""


class Return(Exception):
    """Leaves a function with a value."""

    def __init__(self, value: int) -> None:
        super().__init__(value)
        self.value = value


class Over(Exception):
    """The game has ended."""


@dataclass(slots=True)
class Scope:
    """A running procedure: its registers."""

    proc: ops.Proc
    regs: list[Value]


_BINARY: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,  # pyright: ignore[reportUnknownMemberType]
    "%": operator.mod,
    "min": min,
    "max": max,
    "&": operator.and_,  # pyright: ignore[reportUnknownMemberType]
    "|": operator.or_,  # pyright: ignore[reportUnknownMemberType]
    "<<": operator.lshift,  # pyright: ignore[reportUnknownMemberType]
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""What is worked out from two numbers; comparisons give 1 or 0."""


class Walker:
    """A position, and what is done to it."""

    def __init__(self, machine: Machine, frames: Frames, meter: Meter, budget: int, S: list[int], env: Env) -> None:
        """budget: how much work is left (see ir/analysis/work_bounds.py)."""
        self.machine = machine
        self.frames = frames
        self.meter = meter
        self.S = S
        self.env = env
        self.pieces = Pieces(machine, S)
        self.shapes = Shapes(machine, S) if machine.cells is not None else None
        self.emitted: list[tuple[int, ...]] = []
        self.left = budget

    def call(self, proc: int, args: list[Value]) -> int:
        """Run a function. Lists are handed over as they are: what it does to them the caller sees."""
        callee = self.machine.procs[proc]
        if callee.flow or len(args) != callee.params:
            raise MachineFault(f"procedure {proc} cannot be called with {len(args)} arguments")
        scope = Scope(callee, [*args, *([] if size else 0 for size in callee.sizes[callee.params :])])
        for arg, size in zip(args, callee.sizes, strict=False):
            self.fits(scope, arg, size)
        if callee.recursive:
            self.S[DEPTH] += 1
            if self.S[DEPTH] > DEPTH_LIMIT:
                raise PlayError("RUNAWAY", callee.site)
        if proc in self.meter.procs:
            self.count(scope, 1)
        result = 0
        try:
            self.body(scope, callee.body)
        except Return as back:
            result = back.value
        if callee.recursive:
            self.S[DEPTH] -= 1
        return result

    def count(self, scope: Scope, work: int) -> None:
        """Take work off the budget."""
        self.left -= work
        if self.left < 0:
            raise PlayError("RUNAWAY", scope.proc.site)

    # ---- registers, slots --------------------------------------------------------------------------------------------

    def fits(self, scope: Scope, value: Value, size: int) -> None:
        """A number for a scalar register, a list that is not too long for a list register."""
        if isinstance(value, int):
            if size:
                raise MachineFault(f"a number where procedure {scope.proc.id} wants a list")
        elif len(value) > size:
            raise MachineFault(f"{len(value)} members in a list of at most {size} in procedure {scope.proc.id}")

    def set(self, scope: Scope, reg: int, value: int) -> None:
        """Put a number into a register."""
        self.fits(scope, value, scope.proc.sizes[reg])
        scope.regs[reg] = value

    def _words(self, scope: Scope, exprs: tuple[Expr, ...]) -> tuple[int, ...]:
        return tuple(self.word(scope, expr) for expr in exprs)

    def word(self, scope: Scope, expr: Expr) -> int:
        """The value of an expression, for a register, a result or the world outside: it must fit 64 bits."""
        value = self.number(scope, expr)
        if not -WORD < value < WORD:
            raise PlayError("BOUND", scope.proc.site)
        return value

    def _list(self, scope: Scope, reg: int) -> list[int]:
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

    def value(self, scope: Scope, expr: Expr) -> Value:
        """An argument of a call: a number, or a list as it is."""
        return self._list(scope, expr.reg) if isinstance(expr, ops.ListReg) else self.word(scope, expr)

    def number(self, scope: Scope, expr: Expr) -> int:
        """The value of an expression."""
        return self._numbers[expr.op](self, scope, expr)

    def _const(self, scope: Scope, expr: ops.Const) -> int:
        return expr.value

    def _reg(self, scope: Scope, expr: ops.Reg) -> int:
        value = scope.regs[expr.reg]
        if value.__class__ is list:
            raise MachineFault(f"register {expr.reg} of procedure {scope.proc.id} is a list")
        return value  # pyright: ignore[reportReturnType]  # a number, as it is no list

    def _load(self, scope: Scope, expr: ops.Load) -> int:
        return self.S[self._slot(expr.base, self.number(scope, expr.index))]

    def _look(self, scope: Scope, expr: ops.Look) -> int:
        table, index = self.machine.tables[expr.table], self.number(scope, expr.index)
        return table[index] if 0 <= index < len(table) else 0

    def _bin(self, scope: Scope, expr: ops.Bin) -> int:
        left, fn = self.number(scope, expr.left), expr.fn
        if fn == "and":
            return 1 if left and self.number(scope, expr.right) else 0
        if fn == "or":
            return 1 if left or self.number(scope, expr.right) else 0
        right = self.number(scope, expr.right)
        if (fn == "//" or fn == "%") and right == 0:
            raise PlayError("DIVIDE", scope.proc.site)
        if fn == "<<" and not 0 <= right < 63:
            raise PlayError("BOUND", scope.proc.site)
        return int(_BINARY[fn](left, right))

    def _un(self, scope: Scope, expr: ops.Un) -> int:
        value = self.number(scope, expr.operand)
        if expr.fn == "not":
            return 0 if value else 1
        return -value if expr.fn == "neg" else abs(value)

    def _if(self, scope: Scope, expr: ops.If) -> int:
        return self.number(scope, expr.then if self.number(scope, expr.test) else expr.otherwise)

    def _call(self, scope: Scope, expr: ops.Call) -> int:
        return self.call(expr.proc, [self.value(scope, arg) for arg in expr.args])

    def _trial(self, scope: Scope, expr: ops.Trial) -> int:
        """A function run on a copy of the position."""
        args = [self.value(scope, arg) for arg in expr.args]
        aside = Walker(self.machine, self.frames, self.meter, self.left, [*self.S], SILENCE)
        try:
            return aside.call(expr.proc, args)
        except Over:
            return expr.over
        finally:
            self.left = aside.left

    def _zone_size(self, scope: Scope, expr: ops.ZoneSize) -> int:
        return len(self.pieces.members(self.number(scope, expr.zone)))

    def _zone_item(self, scope: Scope, expr: ops.ZoneItem) -> int:
        zone, index = self.number(scope, expr.zone), self.number(scope, expr.index)
        members = self.pieces.members(zone)
        if not 0 <= index < len(members):
            return 0
        return members[len(members) - 1 - index if expr.from_top else index]

    def _list_size(self, scope: Scope, expr: ops.ListSize) -> int:
        return len(self._list(scope, expr.reg))

    def _list_item(self, scope: Scope, expr: ops.ListItem) -> int:
        index, members = self.number(scope, expr.index), self._list(scope, expr.reg)
        return members[index] if 0 <= index < len(members) else 0

    def _list_has(self, scope: Scope, expr: ops.ListHas) -> int:
        return 1 if self.number(scope, expr.value) in self._list(scope, expr.reg) else 0

    def _list_reg(self, scope: Scope, expr: ops.ListReg) -> int:
        raise MachineFault(f"list register {expr.reg} of procedure {scope.proc.id} used as a number")

    def _cell_piece(self, scope: Scope, expr: ops.CellPiece) -> int:
        return self._shapes().piece(self.number(scope, expr.cell))

    def _cell_count(self, scope: Scope, expr: ops.CellCount) -> int:
        return len(self._shapes().members(expr.how, self.number(scope, expr.of)))

    def _cell_has(self, scope: Scope, expr: ops.CellHas) -> int:
        members = self._shapes().members(expr.how, self.number(scope, expr.of))
        return 1 if self.number(scope, expr.item) in members else 0

    def _shapes(self) -> Shapes:
        if self.shapes is None:
            raise MachineFault("this machine has no cells")
        return self.shapes

    # ---- statements --------------------------------------------------------------------------------------------------

    def body(self, scope: Scope, body: tuple[Stmt, ...]) -> None:
        """Carry out statements one after the other."""
        for stmt in body:
            self._statements[stmt.op](self, scope, stmt)

    def _set_reg(self, scope: Scope, stmt: ops.SetReg) -> None:
        self.set(scope, stmt.reg, self.word(scope, stmt.value))

    def _store(self, scope: Scope, stmt: ops.Store) -> None:
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

    def _if_do(self, scope: Scope, stmt: ops.IfDo) -> None:
        self.body(scope, stmt.then if self.number(scope, stmt.test) else stmt.otherwise)

    def _switch_do(self, scope: Scope, stmt: ops.SwitchDo) -> None:
        value = self.number(scope, stmt.value)
        self.body(scope, next((body for low, high, body in stmt.cases if low <= value <= high), ()))

    def _loop(self, scope: Scope, stmt: ops.Loop) -> None:
        try:
            while self.number(scope, stmt.test):
                self.count(scope, 1)
                self._turn(scope, stmt.body)
        except Break:
            pass

    def _for_range(self, scope: Scope, stmt: ops.ForRange) -> None:
        first, last = self.word(scope, stmt.first), self.word(scope, stmt.last)
        members = range(first, last + 1) if stmt.step > 0 else range(first, last - 1, -1)
        self._for(scope, stmt, members, _size(members))

    def _for_zone(self, scope: Scope, stmt: ops.ForZone) -> None:
        members = self.pieces.members(self.number(scope, stmt.zone))
        self._for(scope, stmt, members, len(members))

    def _for_list(self, scope: Scope, stmt: ops.ForList) -> None:
        members = [*self._list(scope, stmt.list)]
        self._for(scope, stmt, members, len(members))

    def _for_table(self, scope: Scope, stmt: ops.ForTable) -> None:
        first, last = self.number(scope, stmt.first), self.number(scope, stmt.last)
        members = self.machine.tables[stmt.table][max(first, 0) : max(last, 0)]
        self._for(scope, stmt, members, len(members))

    def _for(self, scope: Scope, stmt: _Members, members: Iterable[int], size: int) -> None:
        """A turn of the loop for each member as they were when it began."""
        if self.meter.loop(scope.proc.id, stmt):
            self.count(scope, size)
        try:
            for member in members:
                self.set(scope, stmt.reg, member)
                self._turn(scope, stmt.body)
        except Break:
            pass

    def _turn(self, scope: Scope, body: tuple[Stmt, ...]) -> None:
        try:
            self.body(scope, body)
        except Continue:
            return

    def _break(self, scope: Scope, stmt: ops.Break) -> None:
        raise Break

    def _continue(self, scope: Scope, stmt: ops.Continue) -> None:
        raise Continue

    def _return(self, scope: Scope, stmt: ops.Return) -> None:
        raise Return(self.word(scope, stmt.value))

    def _do(self, scope: Scope, stmt: ops.Do) -> None:
        value = self.call(stmt.proc, [self.value(scope, arg) for arg in stmt.args])
        if stmt.reg is not None:
            self.set(scope, stmt.reg, value)

    def _list_clear(self, scope: Scope, stmt: ops.ListClear) -> None:
        self._list(scope, stmt.reg).clear()

    def _list_add(self, scope: Scope, stmt: ops.ListAdd) -> None:
        value, members = self.word(scope, stmt.value), self._list(scope, stmt.reg)
        if not (stmt.unique and value in members):
            if len(members) >= scope.proc.sizes[stmt.reg]:
                raise PlayError("BOUND", scope.proc.site)
            members.append(value)

    def _list_zone(self, scope: Scope, stmt: ops.ListZone) -> None:
        found, members = self.pieces.members(self.number(scope, stmt.zone)), self._list(scope, stmt.reg)
        if len(members) + len(found) > scope.proc.sizes[stmt.reg]:
            raise PlayError("BOUND", scope.proc.site)
        members.extend(found)
        if stmt.ascending:
            members.sort()

    def _list_cells(self, scope: Scope, stmt: ops.ListCells) -> None:
        found = self._shapes().members(stmt.how, self.number(scope, stmt.of))
        if len(found) > scope.proc.sizes[stmt.reg]:
            raise MachineFault(f"{len(found)} members of {stmt.how} in a list with less room")
        self._list(scope, stmt.reg)[:] = found

    def _list_sort(self, scope: Scope, stmt: ops.ListSort) -> None:
        args = [self.value(scope, arg) for arg in stmt.args]
        members = self._list(scope, stmt.reg)
        keys = [self.call(stmt.key, [member, *args]) for member in members]
        order = sorted(range(len(members)), key=lambda i: -keys[i] if stmt.down else keys[i])
        members[:] = [members[i] for i in order]

    def _emit(self, scope: Scope, stmt: ops.Emit) -> None:
        self.emitted.append(self._words(scope, stmt.values))

    def _log(self, scope: Scope, stmt: ops.Log) -> None:
        self.env.log(self.S, stmt.template, self._words(scope, stmt.args))

    def _finish(self, scope: Scope, stmt: ops.Finish) -> None:
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
        self.frames.clear(self.S)
        if stmt.template >= 0:
            self.env.log(self.S, stmt.template, args)
        raise Over

    def _fail(self, scope: Scope, stmt: ops.Fail) -> None:
        raise PlayError(stmt.code, stmt.site)

    def _chance(self, scope: Scope, stmt: ops.Chance) -> None:
        n = self.number(scope, stmt.n)
        if n <= 0:
            raise PlayError("BOUND", stmt.site)
        self.set(scope, stmt.reg, self.env.draw(self.S, stmt.stream, n))

    def _move(self, scope: Scope, stmt: ops.MovePiece) -> None:
        piece, zone = self.number(scope, stmt.piece), self.number(scope, stmt.zone)
        self.pieces.move(piece, zone, stmt.at, stmt.site, self.number(scope, stmt.cell))

    def _face(self, scope: Scope, stmt: ops.SetFace) -> None:
        self.pieces.turn(self.number(scope, stmt.piece), self.number(scope, stmt.up))

    def _know(self, scope: Scope, stmt: ops.Know) -> None:
        self.pieces.know(self.number(scope, stmt.piece), self.word(scope, stmt.mask))

    def _shuffle(self, scope: Scope, stmt: ops.Shuffle) -> None:
        self.pieces.shuffle(self.number(scope, stmt.zone), stmt.stream, self.env)

    # ---- which is which ----------------------------------------------------------------------------------------------

    _numbers: ClassVar[dict[str, Callable[[Any, Scope, Any], int]]] = {
        "const": _const,
        "reg": _reg,
        "load": _load,
        "look": _look,
        "bin": _bin,
        "un": _un,
        "if": _if,
        "call": _call,
        "trial": _trial,
        "zone_size": _zone_size,
        "zone_item": _zone_item,
        "list": _list_reg,
        "list_size": _list_size,
        "list_item": _list_item,
        "list_has": _list_has,
        "cell_piece": _cell_piece,
        "cell_count": _cell_count,
        "cell_has": _cell_has,
    }
    """What gives the value of each sort of expression."""

    _statements: ClassVar[dict[str, Callable[[Any, Scope, Any], None]]] = {
        "set": _set_reg,
        "store": _store,
        "if_do": _if_do,
        "switch_do": _switch_do,
        "loop": _loop,
        "for_range": _for_range,
        "for_zone": _for_zone,
        "for_list": _for_list,
        "for_table": _for_table,
        "break": _break,
        "continue": _continue,
        "return": _return,
        "do": _do,
        "list_clear": _list_clear,
        "list_add": _list_add,
        "list_zone": _list_zone,
        "list_cells": _list_cells,
        "list_sort": _list_sort,
        "emit": _emit,
        "log": _log,
        "finish": _finish,
        "fail": _fail,
        "chance": _chance,
        "move": _move,
        "face": _face,
        "know": _know,
        "shuffle": _shuffle,
    }
    """What carries out each sort of statement."""


def _size(members: Sequence[int]) -> int:
    """How many members; len() itself refuses long ranges."""
    return abs(members.stop - members.start) if isinstance(members, range) and members else len(members)
