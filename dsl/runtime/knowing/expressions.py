"""Expressions of the machine, made into functions that work them out for a viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dsl.backends.reference.cells import Shapes
from dsl.machine.ir import ops
from dsl.machine.ir.arithmetic import result
from dsl.machine.ir.ops import Expr, Machine
from dsl.machine.ir.zone_storage import members
from dsl.runtime.knowing.run import Listed, Register, Run, list_of
from dsl.runtime.knowing.values import BOTH, PAIRS, Hidden, Known, Of, chosen, join, one, possible, two, verdict, ways

Ask = Callable[[Run, list[Register]], Known]
Call = Callable[[int], Callable[[Run, list[Register]], Known]]


class Expressions:
    """Makes functions of expressions. `call` gives what calls a procedure, when it is needed."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def call(self, proc: int) -> Callable[[Run, list[Register]], Known]:
        """What calls a function of the machine with its arguments."""
        raise NotImplementedError

    def trial(self, run: Run, proc: int, args: list[Register], over: int) -> Known:
        """What a function would return if it were called, tried out on a copy."""
        raise NotImplementedError

    def ask(self, expr: Expr) -> Ask:
        """The function that works an expression out."""
        return _MAKERS[expr.op](self, expr)

    def argument(self, expr: Expr) -> Callable[[Run, list[Register]], Register]:
        """An argument of a call: a value, or a list as it is."""
        if isinstance(expr, ops.ListReg):
            number = expr.reg
            return lambda run, regs: regs[number]
        return self.ask(expr)

    # ---- numbers ----

    def _const(self, expr: ops.Const) -> Ask:
        value = expr.value
        return lambda run, regs: value

    def _reg(self, expr: ops.Reg) -> Ask:
        number = expr.reg

        def ask(run: Run, regs: list[Register]) -> Known:
            value = regs[number]
            assert not isinstance(value, Listed)
            return value

        return ask

    def _load(self, expr: ops.Load) -> Ask:
        base, index = expr.base, self.ask(expr.index)

        def ask(run: Run, regs: list[Register]) -> Known:
            at = index(run, regs)
            unknown = run.unknown
            if isinstance(at, int):
                return unknown.read(base + at)
            if isinstance(at, Of) and at.is_piece:
                return unknown.of_place(base, at.var.slot)
            found = possible(at)
            if found is None:
                raise Hidden
            run.weigh(len(found))
            inside = [base + each for each in sorted(found) if 0 <= base + each < self.machine.layout.stack]
            return joined(run, [unknown.read(slot) for slot in inside])

        return ask

    def _look(self, expr: ops.Look) -> Ask:
        table, index = self.machine.tables[expr.table], self.ask(expr.index)
        size = len(table)

        def read(at: int) -> int:
            return table[at] if 0 <= at < size else 0

        def ask(run: Run, regs: list[Register]) -> Known:
            at = index(run, regs)
            if isinstance(at, int):
                return read(at)
            run.weigh(ways(at))
            return one(read, at)

        return ask

    def _bin(self, expr: ops.Bin) -> Ask:
        left, right, fn = self.ask(expr.left), self.ask(expr.right), expr.fn
        if fn in ("and", "or"):
            return _logic(left, right, fn)

        def ask(run: Run, regs: list[Register]) -> Known:
            a, b = left(run, regs), right(run, regs)
            if isinstance(a, int) and isinstance(b, int):
                found = result(fn, a, b)
                if found is None:
                    raise run.error("BOUND" if fn == "<<" else "DIVIDE", -1)
                return found
            return _two(run, fn, a, b)

        return ask

    def _un(self, expr: ops.Un) -> Ask:
        operand, fn = self.ask(expr.operand), _UNARY[expr.fn]

        def ask(run: Run, regs: list[Register]) -> Known:
            value = operand(run, regs)
            if isinstance(value, int):
                return fn(value)
            run.weigh(ways(value))
            return one(fn, value)

        return ask

    def _if(self, expr: ops.If) -> Ask:
        test, then, otherwise = self.ask(expr.test), self.ask(expr.then), self.ask(expr.otherwise)

        def ask(run: Run, regs: list[Register]) -> Known:
            value = test(run, regs)
            found = verdict(value)
            if found is None:
                one_way, other = run.perhaps(then, regs), run.perhaps(otherwise, regs)
                run.weigh(ways(one_way) + ways(other))
                return chosen(value, one_way, other)
            return then(run, regs) if found else otherwise(run, regs)

        return ask

    def _call(self, expr: ops.Call) -> Ask:
        args, call = [self.argument(arg) for arg in expr.args], self.call(expr.proc)
        return lambda run, regs: call(run, [arg(run, regs) for arg in args])

    def _trial(self, expr: ops.Trial) -> Ask:
        args = [self.argument(arg) for arg in expr.args]

        def ask(run: Run, regs: list[Register]) -> Known:
            given = [arg(run, regs) for arg in args]
            return self.trial(run, expr.proc, given, expr.over)

        return ask

    # ---- zones and lists ----

    def _zone_size(self, expr: ops.ZoneSize) -> Ask:
        zone = self.ask(expr.zone)
        return lambda run, regs: run.unknown.size(zone(run, regs))

    def _zone_item(self, expr: ops.ZoneItem) -> Ask:
        zone, index, from_top = self.ask(expr.zone), self.ask(expr.index), expr.from_top

        def ask(run: Run, regs: list[Register]) -> Known:
            lying, loose = run.unknown.members(zone(run, regs))
            run.weigh(len(lying))
            at = index(run, regs)
            if not isinstance(at, int):
                raise Hidden
            if not 0 <= at < len(lying):
                return 0
            return joined(run, lying) if loose else lying[len(lying) - 1 - at if from_top else at]

        return ask

    def _list_reg(self, expr: ops.ListReg) -> Ask:
        raise AssertionError("a list is no number")

    def _list_size(self, expr: ops.ListSize) -> Ask:
        number = expr.reg
        return lambda run, regs: len(list_of(regs, number))

    def _list_item(self, expr: ops.ListItem) -> Ask:
        number, index = expr.reg, self.ask(expr.index)

        def ask(run: Run, regs: list[Register]) -> Known:
            at, found = index(run, regs), list_of(regs, number)
            if not isinstance(at, int):
                raise Hidden
            if not 0 <= at < len(found):
                return 0
            return joined(run, found) if found.loose else found[at]

        return ask

    def _list_has(self, expr: ops.ListHas) -> Ask:
        number, value = expr.reg, self.ask(expr.value)
        return lambda run, regs: holds(run, list_of(regs, number), value(run, regs))

    # ---- cells ----

    def _cell_piece(self, expr: ops.CellPiece) -> Ask:
        cell = self.ask(expr.cell)

        def ask(run: Run, regs: list[Register]) -> Known:
            at, shapes = cell(run, regs), self._shapes(run)
            if not isinstance(at, int):
                raise Hidden
            return run.unknown.entity(shapes.piece(at))

        return ask

    def _cell_count(self, expr: ops.CellCount) -> Ask:
        inside = self.ask(expr.of)

        def ask(run: Run, regs: list[Register]) -> Known:
            return len(self.cells(run, expr.how, inside(run, regs)))

        return ask

    def _cell_has(self, expr: ops.CellHas) -> Ask:
        inside, item = self.ask(expr.of), self.ask(expr.item)

        def ask(run: Run, regs: list[Register]) -> Known:
            return holds(run, self.cells(run, expr.how, inside(run, regs)), item(run, regs))

        return ask

    def cells(self, run: Run, how: str, at: Known) -> list[Known]:
        """A set of cells or pieces, which people see where pieces lie in the open."""
        unknown = run.unknown
        if isinstance(at, Of) and at.is_piece:
            at = at.var.slot
        elif isinstance(at, int) and at in unknown.pieces:
            raise Hidden
        if not isinstance(at, int):
            raise Hidden
        return [unknown.entity(each) for each in self._shapes(run).members(how, at)]

    def _shapes(self, run: Run) -> Shapes:
        """The layouts of the position, if all that lie in them are seen to lie there."""
        unknown, cells = run.unknown, self.machine.cells
        for zone in cells.zones if cells is not None else ():
            for piece in members(self.machine, unknown.S, zone):
                if piece in unknown.pieces and piece not in unknown.seen:
                    raise Hidden
        return Shapes(self.machine, unknown.S)


def _two(run: Run, fn: str, left: Known, right: Known) -> Known:
    """left fn right, of which at least one is no number. What follows from two things is worked out for all pairs."""
    a, b = ways(left), ways(right)
    together = isinstance(left, Of) and isinstance(right, Of) and left.var is right.var
    run.weigh(max(a, b) if together or a == 1 or b == 1 else min(a * b, PAIRS))
    return two(fn, left, right)


def joined(run: Run, values: list[Known]) -> Known:
    """One of several values."""
    run.weigh(sum(map(ways, values)))
    return join(values)


def holds(run: Run, found: list[Known], value: Known) -> Known:
    """Whether a list has a value among its members."""
    perhaps = False
    run.weigh(len(found))
    for each in found:
        equal = verdict(_two(run, "=", each, value))
        if equal:
            return 1
        perhaps |= equal is None
    return BOTH if perhaps else 0


def _logic(left: Ask, right: Ask, fn: str) -> Ask:
    """`and` and `or`: the right side is asked only where the left one does not decide."""
    decides = fn == "or"

    def ask(run: Run, regs: list[Register]) -> Known:
        a = left(run, regs)
        found = verdict(a)
        if found is None:
            return _two(run, fn, a, run.perhaps(right, regs))
        if found is decides:
            return int(decides)
        b = right(run, regs)
        return (1 if b else 0) if isinstance(b, int) else one(_truth, b)

    return ask


def _truth(value: int) -> int:
    return 1 if value else 0


def _not(value: int) -> int:
    return 0 if value else 1


def _minus(value: int) -> int:
    return -value


_UNARY: Final[dict[str, Callable[[int], int]]] = {"not": _not, "neg": _minus, "abs": abs}

# pyright: reportPrivateUsage=false
_MAKERS: Final[dict[str, Callable[[Expressions, Any], Ask]]] = {
    "const": Expressions._const,
    "reg": Expressions._reg,
    "load": Expressions._load,
    "look": Expressions._look,
    "bin": Expressions._bin,
    "un": Expressions._un,
    "if": Expressions._if,
    "call": Expressions._call,
    "trial": Expressions._trial,
    "zone_size": Expressions._zone_size,
    "zone_item": Expressions._zone_item,
    "list": Expressions._list_reg,
    "list_size": Expressions._list_size,
    "list_item": Expressions._list_item,
    "list_has": Expressions._list_has,
    "cell_piece": Expressions._cell_piece,
    "cell_count": Expressions._cell_count,
    "cell_has": Expressions._cell_has,
}
"""What makes the function of each sort of expression."""
