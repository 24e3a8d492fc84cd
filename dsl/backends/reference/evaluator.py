"""Expressions, for the reference backend: one method per sort, and the registers and slots that they read."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from dsl.backends.base import WORD, Env, Frames, MachineFault, PlayError, Value
from dsl.backends.reference.cells import Shapes
from dsl.backends.reference.pieces import Pieces
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.work_bounds import Meter
from dsl.machine.ir.ops import DEPTH, Expr, Machine, Stmt

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


class Evaluator:
    """A position, and what is worked out of it."""

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
            if self.S[DEPTH] > callee.deepest:
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
        aside = self.aside()
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

    def body(self, scope: Scope, body: tuple[Stmt, ...]) -> None:
        """Carry out the statements of a body."""
        raise NotImplementedError

    def aside(self) -> Evaluator:
        """What works on a copy of the position, unseen and unheard."""
        raise NotImplementedError

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
