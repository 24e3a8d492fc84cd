"""Lists that are filled only to be walked once are not made: what is done with each member is done where it is found.

    clear r5                                      for r12 in ...:
    for r12 in ...:                                 r14 := r12
      add r12 to r5                                 if S[73 + r14] = r2:
    for r14 in r5:                       becomes      return 1
      if S[73 + r14] = r2:
        return 1

It is the same if the filling neither fails nor changes anything, the list has room for all, and what is done with
members changes nothing that the filling looks at. A short list of numbers that are known is walked by being written
out. Only the native backend reads the machine so; the others stay with what the compiler has made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.lanes import substituted
from dsl.machine.ir.analysis.purity import facts, total
from dsl.machine.ir.analysis.table_rows import row_of, rows
from dsl.machine.ir.ops import Expr, Machine, Proc, Stmt
from dsl.machine.ir.walk import expressions, own_reads, own_writes, statements

MOST: Final = 120
"""Most statements and expressions that are written for one list in all."""
SPELT: Final = 8
"""Most numbers of a list that is written out."""


def poured(machine: Machine) -> tuple[Machine, frozenset[int]]:
    """The machine with such lists left out, and the functions that are called with the members of one written out."""
    changes = facts(machine).changes
    pourings = [_Pouring(machine, proc, changes) for proc in machine.procs]
    procs = tuple(each.proc if each.proc.flow else each.done() for each in pourings)
    called = frozenset(proc for each in pourings for proc in each.called)
    short = (proc for proc in called if _is_short(procs[proc]))
    return replace(machine, procs=procs), frozenset(short)


class _Pouring:
    """One procedure."""

    def __init__(self, machine: Machine, proc: Proc, changes: frozenset[int]) -> None:
        self.machine = machine
        self.proc = proc
        self.changes = changes
        self.uses: Counter[int] = Counter()
        self.reads: Counter[int] = Counter()
        self.changed = False
        self.called: set[int] = set()
        """The functions that were called with the members of a list that is written out."""

    def done(self) -> Proc:
        """The procedure, or the same one if it has no such list."""
        body = self.proc.body
        while any(isinstance(stmt, ops.ForList) for stmt in statements(body)):  # uses are counted anew after each list
            self.uses = Counter(reg for stmt in statements(body) for reg in lists_of(stmt))
            self.reads = _reads(body)
            self.changed = False
            changed = self._body(body)
            if not self.changed:
                break
            body = changed
        return self.proc if body is self.proc.body else replace(self.proc, body=body)

    def _body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        found = [self._inside(stmt) for stmt in body]
        at = 0
        while at < len(found):
            stmt = found[at]
            if isinstance(stmt, ops.ForList) and stmt.list >= self.proc.params and not self.changed:
                begin = next((i for i in range(at - 1, -1, -1) if found[i] == ops.ListClear(stmt.list)), None)
                if begin is not None:
                    made = self._made(tuple(found[begin + 1 : at]), stmt)
                    if made is not None:
                        self.changed = True
                        found[begin : at + 1] = made
                        at = begin + len(made) - 1
            at += 1
        return tuple(found)

    def _inside(self, stmt: Stmt) -> Stmt:
        match stmt:
            case ops.IfDo():
                return ops.IfDo(stmt.test, self._body(stmt.then), self._body(stmt.otherwise))
            case ops.SwitchDo():
                return replace(stmt, cases=tuple((low, high, self._body(body)) for low, high, body in stmt.cases))
            case ops.Loop() | ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                return replace(stmt, body=self._body(stmt.body))
            case _:
                return stmt

    def _made(self, filling: tuple[Stmt, ...], loop: ops.ForList) -> tuple[Stmt, ...] | None:
        """What stands in place of the filling of a list and the loop over it; None if that is not the same."""
        adding = sum(loop.list in lists_of(stmt) for stmt in statements(filling))
        named = any(loop.list in lists_of(stmt) for stmt in statements(loop.body))
        if self.uses[loop.list] != adding + 2 or named or _leaves(loop.body) or adding * _size(loop.body) > MOST:
            return None
        numbers = _numbers(filling)
        if numbers is not None:
            self.called |= _asked_of(loop)
            return tuple(new for number in numbers for new in self._turn(loop, ops.Const(number)))
        looks = all(_pours(stmt, loop.list) for stmt in statements(filling)) and self._harmless(filling, loop)
        fits = looks and self._adds(filling, {}) <= self.proc.sizes[loop.list]
        return self._in_place(filling, loop) if fits else None

    def _turn(self, loop: ops.ForList, member: Expr) -> tuple[Stmt, ...]:
        """What is done with a member. It is named in place of the register if nothing else reads that."""
        written = any(loop.reg in own_writes(stmt) for stmt in statements(loop.body))
        here = _reads(loop.body)[loop.reg]
        if isinstance(member, ops.Const | ops.Reg) and not written and self.reads[loop.reg] == here:
            return tuple(_with(stmt, {loop.reg: member}) for stmt in loop.body)
        return (ops.SetReg(loop.reg, member), *loop.body)

    def _in_place(self, body: tuple[Stmt, ...], loop: ops.ForList) -> tuple[Stmt, ...]:
        """A filling with the members used where they were added."""
        found: list[Stmt] = []
        for stmt in body:
            match stmt:
                case ops.ListAdd(reg, value) if reg == loop.list:
                    found += self._turn(loop, value)
                case ops.IfDo():
                    then, otherwise = self._in_place(stmt.then, loop), self._in_place(stmt.otherwise, loop)
                    found.append(ops.IfDo(stmt.test, then, otherwise))
                case ops.ForTable():
                    found.append(replace(stmt, body=self._in_place(stmt.body, loop)))
                case _:
                    found.append(stmt)
        return tuple(found)

    def _harmless(self, filling: tuple[Stmt, ...], loop: ops.ForList) -> bool:
        """Whether what is done with members changes nothing that the filling reads or writes."""
        touched = {reg for stmt in statements(filling) for reg in own_writes(stmt)}
        for stmt in statements(filling):
            touched |= {reg for part in expressions(stmt) for reg in own_reads(part)}
        for stmt in statements(loop.body):
            if not isinstance(stmt, ops.SetReg | ops.IfDo | ops.Return | ops.ListAdd | ops.Emit):
                return False
            if touched & {*own_writes(stmt), loop.reg}:
                return False
            if any(isinstance(part, ops.Call) and part.proc in self.changes for part in expressions(stmt)):
                return False
        return True

    def _adds(self, body: tuple[Stmt, ...], known: Mapping[int, int]) -> int:
        """The most members that a filling can add."""
        most = 0
        for stmt in body:
            match stmt:
                case ops.ListAdd():
                    most += 1
                case ops.IfDo():
                    most += max(self._adds(stmt.then, known), self._adds(stmt.otherwise, known))
                case ops.ForTable():
                    most += self._turns(stmt, known)
                case _:
                    pass
        return most

    def _turns(self, loop: ops.ForTable, known: Mapping[int, int]) -> int:
        row = row_of(self.machine, loop)
        assert row is not None or not loop.body
        if row is None:
            return 0
        index, cells, starts = row
        table = rows(self.machine, cells, starts)
        if isinstance(index, ops.Reg) and index.reg in known:
            at = known[index.reg]
            table = table[at : at + 1] if at >= 0 else ()
        if not any(isinstance(stmt, ops.ForTable) for stmt in statements(loop.body)):
            return max(map(len, table), default=0) * self._adds(loop.body, known)
        each = {member: self._adds(loop.body, {**known, loop.reg: member}) for member in {m for r in table for m in r}}
        return max((sum(each[member] for member in row) for row in table), default=0)


def _is_short(proc: Proc) -> bool:
    """Whether a function is short enough to be written into whoever calls it, with what is known there."""
    plain = not proc.recursive and not any(lists_of(stmt) for stmt in statements(proc.body))
    return plain and _size(proc.body) <= 4 * MOST


def _asked_of(loop: ops.ForList) -> set[int]:
    """The functions that a loop calls with its member."""
    calls = [part for stmt in statements(loop.body) for part in expressions(stmt) if isinstance(part, ops.Call)]
    return {call.proc for call in calls if ops.Reg(loop.reg) in call.args}


def _size(body: tuple[Stmt, ...]) -> int:
    return sum(1 + sum(1 for _ in expressions(stmt)) for stmt in statements(body))


def _with(stmt: Stmt, known: Mapping[int, Expr]) -> Stmt:
    """A statement with registers replaced by what they hold."""
    return cast(Stmt, substituted(cast(Expr, stmt), known))


def _reads(body: tuple[Stmt, ...]) -> Counter[int]:
    nodes = [node for stmt in statements(body) for node in (stmt, *expressions(stmt))]
    return Counter(reg for node in nodes for reg in own_reads(node))


def _numbers(filling: tuple[Stmt, ...]) -> list[int] | None:
    """The members of a list that is filled with numbers that are known, each once; None if it is not."""
    found: list[int] = []
    for stmt in filling:
        match stmt:
            case ops.ListAdd(_, ops.Const(number)):
                if number not in found:
                    found.append(number)
                elif not stmt.unique:
                    return None
            case _:
                return None
    return found if 0 < len(found) <= SPELT else None


def _pours(stmt: Stmt, reg: int) -> bool:
    """Whether a statement of a filling only looks, and adds."""
    match stmt:
        case ops.ListAdd():
            known = stmt.reg == reg and not stmt.unique
        case ops.ForTable():
            known = isinstance(stmt.first, ops.Look) and isinstance(stmt.last, ops.Look)
        case _:
            known = isinstance(stmt, ops.SetReg | ops.IfDo | ops.Break | ops.Continue)
    return known and all(total(part) for part in expressions(stmt))


def lists_of(stmt: Stmt) -> list[int]:
    """The lists that a statement names, as often as it does, but in nested bodies."""
    found = [part.reg for part in expressions(stmt) if isinstance(part, ops.ListReg | ops.ListSize)]
    found += [part.reg for part in expressions(stmt) if isinstance(part, ops.ListItem | ops.ListHas)]
    match stmt:
        case ops.ForList():
            found.append(stmt.list)
        case ops.ListClear() | ops.ListAdd() | ops.ListZone() | ops.ListSort() | ops.ListCells():
            found.append(stmt.reg)
        case _:
            pass
    return found


def _leaves(body: tuple[Stmt, ...]) -> bool:
    """Whether a turn may end its loop, or itself, before its end (by returning it may)."""
    for stmt in body:
        if isinstance(stmt, ops.Break | ops.Continue):
            return True
        if isinstance(stmt, ops.IfDo) and (_leaves(stmt.then) or _leaves(stmt.otherwise)):
            return True
        if isinstance(stmt, ops.SwitchDo) and any(_leaves(body) for _, _, body in stmt.cases):
            return True
    return False
