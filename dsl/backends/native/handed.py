"""Lists of what lies in a zone that are only handed on to be walked are not made: the zone is handed on.

    clear r2; add zone (r1 + 4) to r2             r2 := r1 + 4
    return f33(r0, r2)                 becomes    return f40(r0, r2)

f40 is f33 with a zone where that has a list: it walks the zone, or asks how many lie in it. It is the same if nobody
who has the list moves a piece or changes the list, and so often it is not looked at at all. Only the native backend
reads the machine so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any, cast

from dsl.backends.native.poured import lists_of
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.purity import facts
from dsl.machine.ir.ops import Expr, Machine, Proc, Stmt
from dsl.machine.ir.walk import bodies, expressions, statements

Taken = tuple[int, frozenset[int]]
"""A function, and which of its parameters are zones in place of lists."""


def handed(machine: Machine) -> Machine:
    """The machine with such lists left out; what takes zones stands behind all other procedures."""
    return _Handing(machine).done()


class _Handing:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.moves = facts(machine).moves
        self.takes = cache(self._takes)
        self.known: dict[Taken, int] = {}
        self.made: list[Proc] = []

    def done(self) -> Machine:
        """The machine, changed."""
        procs = [self._filled(proc) if self._is_still(proc) else proc for proc in self.machine.procs]
        return replace(self.machine, procs=(*procs, *self.made)) if self.made else self.machine

    def _is_still(self, proc: Proc) -> bool:
        """Whether zones are the same as long as a function runs."""
        return not proc.flow and not proc.recursive and proc.id not in self.moves

    # ---- what can be handed a zone --------------------------------------------------------------------------------

    def _takes(self, proc: int, reg: int) -> bool:
        """Whether a function does the same with a zone in place of a list that it is handed."""
        about = self.machine.procs[proc]
        return self._is_still(about) and self._only_looks(about, reg, about.body)

    def _only_looks(self, proc: Proc, reg: int, body: tuple[Stmt, ...]) -> bool:
        """Whether a list is only walked, measured, or handed on to those who do no more."""
        for stmt in statements(body):
            known = int(isinstance(stmt, ops.ForList) and stmt.list == reg)
            for part in (stmt, *expressions(stmt)):
                known += part == ops.ListSize(reg)
                if isinstance(part, ops.Call | ops.Do):
                    at = [position for position, arg in enumerate(part.args) if arg == ops.ListReg(reg)]
                    known += len(at) * all(self.takes(part.proc, position) for position in at)
            if known != lists_of(stmt).count(reg):
                return False
        return True

    # ---- what stands in its place ---------------------------------------------------------------------------------

    def _filled(self, proc: Proc) -> Proc:
        """A function with the lists that it fills from zones left out, where others would only look at them."""
        body = proc.body
        for reg in [*_zoned(body)]:
            fill = next(stmt for stmt in statements(body) if isinstance(stmt, ops.ListZone) and stmt.reg == reg)
            uses = _without(body, reg)
            handed_on = any(part == ops.ListReg(reg) for stmt in statements(uses) for part in expressions(stmt))
            if reg < proc.params or not handed_on or not self._only_looks(proc, reg, uses):
                continue
            full = ops.Bin(">", ops.ZoneSize(ops.Reg(reg)), ops.Const(proc.sizes[reg]))
            checked = ops.IfDo(full, (ops.Fail("BOUND", proc.site),), ())
            body = self._rewritten(_replaced(body, reg, (ops.SetReg(reg, fill.zone), checked)), frozenset((reg,)))
            proc = replace(proc, body=body, sizes=_scalar(proc.sizes, frozenset((reg,))))
        return proc

    def _taking(self, proc: int, zones: frozenset[int]) -> int:
        """The function that takes zones."""
        key = proc, zones
        if key not in self.known:
            about = self.machine.procs[proc]
            number = self.known[key] = len(self.machine.procs) + len(self.made)
            self.made.append(about)  # its place is taken
            body = self._rewritten(about.body, zones)
            new = replace(about, id=number, body=body, sizes=_scalar(about.sizes, zones))
            self.made[number - len(self.machine.procs)] = new
        return self.known[key]

    def _rewritten(self, body: tuple[Stmt, ...], zones: frozenset[int]) -> tuple[Stmt, ...]:
        """A body in which some registers are zones in place of lists."""
        return cast(tuple[Stmt, ...], self._inside(body, zones))

    def _inside(self, node: Any, zones: frozenset[int]) -> Any:
        if isinstance(node, tuple):
            return tuple(self._inside(each, zones) for each in cast(tuple[Any, ...], node))
        match node:
            case ops.ForList(reg, of, body) if of in zones:
                return ops.ForZone(reg, ops.Reg(of), self._rewritten(body, zones))
            case ops.ListSize(of) if of in zones:
                return ops.ZoneSize(ops.Reg(of))
            case ops.Call() | ops.Do():
                return self._called(node, zones)
            case _ if is_dataclass(node) and not isinstance(node, type):
                return replace(
                    node, **{each.name: self._inside(getattr(node, each.name), zones) for each in _parts(node)}
                )
            case _:
                return node

    def _called(self, node: ops.Call | ops.Do, zones: frozenset[int]) -> ops.Call | ops.Do:
        """A call that hands zones on where it handed lists on."""
        given = {
            at: ops.Reg(arg.reg)
            for at, arg in enumerate(node.args)
            if isinstance(arg, ops.ListReg) and arg.reg in zones
        }
        args = tuple(given.get(at) or cast(Expr, self._inside(arg, zones)) for at, arg in enumerate(node.args))
        return replace(node, proc=self._taking(node.proc, frozenset(given)) if given else node.proc, args=args)


def _parts(node: Any) -> Iterator[Any]:
    """The fields of a node that are told to its maker."""
    return (each for each in fields(node) if each.name != "op")


def _scalar(sizes: tuple[int, ...], regs: frozenset[int]) -> tuple[int, ...]:
    return tuple(0 if reg in regs else size for reg, size in enumerate(sizes))


def _zoned(body: tuple[Stmt, ...]) -> Iterator[int]:
    """The lists that are filled once, with what lies in one zone."""
    for found in _all(body):
        for clear, fill in pairwise(found):
            match clear, fill:
                case ops.ListClear(reg), ops.ListZone(same, _, False) if reg == same:
                    if sum(_writes(stmt, reg) for stmt in statements(body)) == 2:
                        yield reg
                case _:
                    pass


def _writes(stmt: Stmt, reg: int) -> bool:
    match stmt:
        case ops.ListClear() | ops.ListAdd() | ops.ListZone() | ops.ListSort() | ops.ListCells():
            return stmt.reg == reg
        case _:
            return False


def _all(body: tuple[Stmt, ...]) -> Iterator[tuple[Stmt, ...]]:
    yield body
    for stmt in body:
        for inner in bodies(stmt):
            yield from _all(inner)


def _without(body: tuple[Stmt, ...], reg: int) -> tuple[Stmt, ...]:
    """A body without what fills a list."""
    return _replaced(body, reg, ())


def _replaced(body: tuple[Stmt, ...], reg: int, new: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """A body with something in place of what fills a list."""
    found: list[Stmt] = []
    for stmt in body:
        match stmt:
            case ops.ListClear(of) if of == reg:
                found += new
            case ops.ListZone(of) if of == reg:
                pass
            case ops.IfDo(test, then, otherwise):
                found.append(ops.IfDo(test, _replaced(then, reg, new), _replaced(otherwise, reg, new)))
            case ops.SwitchDo():
                cases = tuple((low, high, _replaced(inner, reg, new)) for low, high, inner in stmt.cases)
                found.append(replace(stmt, cases=cases))
            case ops.Loop() | ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                found.append(replace(stmt, body=_replaced(stmt.body, reg, new)))
            case _:
                found.append(stmt)
    return tuple(found)
