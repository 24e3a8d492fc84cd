"""Statements that change lists, for a viewer."""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.runtime.knowing.expressions import Expressions, holds
from dsl.runtime.knowing.run import NEXT, Body, Register, Run, list_of, number_of
from dsl.runtime.knowing.values import Hidden, verdict


def clear(make: Expressions, stmt: ops.ListClear) -> Body:
    """Empty a list."""
    reg = stmt.reg

    def go(run: Run, regs: list[Register]) -> int:
        found = list_of(regs, reg)
        found.clear()
        found.loose = False
        return NEXT

    return go


def add(make: Expressions, stmt: ops.ListAdd) -> Body:
    """Add a member."""
    reg, value, unique = stmt.reg, make.ask(stmt.value), stmt.unique

    def go(run: Run, regs: list[Register]) -> int:
        given, found = value(run, regs), list_of(regs, reg)
        has = verdict(holds(run, found, given)) if unique else False
        if has is None:
            raise Hidden
        if not has:
            found.append(given)
        return NEXT

    return go


def zone(make: Expressions, stmt: ops.ListZone) -> Body:
    """Add what lies in a zone."""
    reg, zone, ascending = stmt.reg, make.ask(stmt.zone), stmt.ascending

    def go(run: Run, regs: list[Register]) -> int:
        members, loose = run.unknown.members(zone(run, regs))
        run.weigh(len(members))
        found = list_of(regs, reg)
        found.extend(members)
        found.loose |= loose
        numbers = [each for each in found if isinstance(each, int)]
        if ascending and len(numbers) == len(found):
            found[:] = sorted(numbers)
        elif ascending:
            found.loose |= len(found) > 1
        return NEXT

    return go


def cells(make: Expressions, stmt: ops.ListCells) -> Body:
    """A set of cells or pieces."""
    reg, inside, how = stmt.reg, make.ask(stmt.of), stmt.how

    def go(run: Run, regs: list[Register]) -> int:
        found = list_of(regs, reg)
        found[:] = make.cells(run, how, inside(run, regs))
        run.weigh(len(found))
        found.loose = len(found) > 1 and not all(isinstance(each, int) for each in found)
        return NEXT

    return go


def sort(make: Expressions, stmt: ops.ListSort) -> Body:
    """Sort by what a function says of each member."""
    reg, down = stmt.reg, stmt.down
    args, key = [make.argument(arg) for arg in stmt.args], make.call(stmt.key)

    def go(run: Run, regs: list[Register]) -> int:
        given, found = [arg(run, regs) for arg in args], list_of(regs, reg)
        keys = [number_of(key(run, [each, *given])) for each in found]
        order = sorted(range(len(found)), key=lambda i: -keys[i] if down else keys[i])
        found[:] = [found[i] for i in order]
        found.loose &= len(set(keys)) < len(keys)
        return NEXT

    return go
