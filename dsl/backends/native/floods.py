"""Floods as sets of bits: what is reached from something is asked whether any of it passes a test.

    clear r3; add r0 to r3                        r3: what was reached; the order says nothing here
    r4 := 0
    while r4 < size(r3):                          in C: while there is a bit left of those to go on from
      r5 := r3[r4]; r4 := r4 + 1
      if ...r5...: return 1
      for r6 in t4[t5[r5]:t5[r5 + 1]]:            the cells beside it that pass a test and were not reached before
        if not (r6 in r3) and S[9 + r6] = S[9 + r0]: add r6 to r3

A turn may return a number that is known, and nothing else. If all turns return the same one, their order says nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from dsl.backends.native.guards import read_in
from dsl.backends.native.poured import lists_of
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.analysis.lanes import Fixed, Lanes, Masked, Word, conjuncts, joined, kept_in
from dsl.machine.ir.analysis.purity import safe, total
from dsl.machine.ir.analysis.table_rows import row_of, rows
from dsl.machine.ir.ops import Expr, Machine, Proc, Stmt
from dsl.machine.ir.walk import bodies, callers, closed, expressions, nodes, statements, walk

WORDS = 8
"""Most words of a set that is flooded so."""


@dataclass(frozen=True, slots=True)
class Flood:
    """A loop over a list that grows. member: the register of the member of a turn; turn: what is done with it; index:
    the row of what may come next, for each row the cells as bits; of: those that pass the test, first (0) .. last.
    """

    list: int
    member: int
    turn: tuple[Stmt, ...]
    index: Expr
    cells: tuple[int, ...]
    of: Word
    first: int
    last: int

    @property
    def words(self) -> int:
        """How many words there is a bit in for each member."""
        return -(-(self.last + 1) // 64)


def unfailing(machine: Machine) -> frozenset[int]:
    """The functions that neither fail nor change anything, themselves or through others."""
    sure = (ops.SetReg, ops.IfDo, ops.Return, ops.Break, ops.Continue, ops.ForRange, ops.ForTable, ops.ForZone)

    def may(proc: Proc) -> bool:
        if proc.flow or proc.recursive or any(proc.sizes):
            return True
        parts = [part for node in nodes(proc) for part in expressions(node)]
        return not all(isinstance(node, sure) for node in nodes(proc)) or not all(
            safe(part) and not isinstance(part, ops.Trial) for part in parts
        )

    others = closed(callers(machine.procs), {proc.id for proc in machine.procs if may(proc)})
    return frozenset(proc.id for proc in machine.procs) - others


def floods_of(
    ranges: Ranges, regions: tuple[Masked, ...], used: Collection[int], sure: Collection[int], proc: Proc
) -> dict[int, Flood]:
    """The floods of a function, by the identity of their loops. sure: functions that cannot fail."""
    machine = ranges.machine
    found: dict[int, Flood] = {}
    if proc.flow or not any(isinstance(stmt, ops.Loop) for stmt in statements(proc.body)):
        return found
    for body in _all_bodies(proc.body):
        for at, stmt in enumerate(body):
            growing = _growing(machine, sure, proc, stmt) if at and _begins(proc, body, at) else None
            flood = _flood(Alike(machine, ranges, regions, proc.id, growing.spread), growing) if growing else None
            if flood is not None and {kept.region for kept in kept_in(flood.of)} <= {*used}:
                found[id(stmt)] = flood
    return found


def _all_bodies(body: tuple[Stmt, ...]) -> Iterator[tuple[Stmt, ...]]:
    yield body
    for stmt in body:
        for inner in bodies(stmt):
            yield from _all_bodies(inner)


def _begins(proc: Proc, body: tuple[Stmt, ...], at: int) -> bool:
    """Whether the loop at a place of a body begins with the first member of a list that nobody else looks at."""
    match body[at - 1], body[at]:
        case ops.SetReg(counter, ops.Const(0)), ops.Loop(ops.Bin("<", ops.Reg(same), ops.ListSize(reg))) if (
            counter == same and reg >= proc.params
        ):
            begin = next((i for i in range(at - 1, -1, -1) if body[i] == ops.ListClear(reg)), None)
            if begin is None:
                return False
            here = sum(lists_of(stmt).count(reg) for stmt in statements(body[begin : at + 1]))
            return here == sum(lists_of(stmt).count(reg) for stmt in statements(proc.body))
        case _:
            return False


@dataclass(frozen=True, slots=True)
class _Growing:
    """A loop over a list that grows in its turns: what is done with a member, and from which row the list grows."""

    list: int
    member: int
    turn: tuple[Stmt, ...]
    spread: ops.ForTable


def _growing(machine: Machine, sure: Collection[int], proc: Proc, loop: Stmt) -> _Growing | None:
    match loop:
        case ops.Loop(
            ops.Bin("<", ops.Reg(counter), ops.ListSize(reg)),
            (
                ops.SetReg(member, ops.ListItem(same, ops.Reg(at))),
                ops.SetReg(again, ops.Bin("+", ops.Reg(old), ops.Const(1))),
                *turn,
                ops.ForTable() as spread,
            ),
        ) if same == reg and at == again == old == counter:
            pass
        case _:
            return None
    told = {inner for stmt in turn for inner in statements((stmt,)) if isinstance(inner, ops.Return)}
    if len(told) > 1 or not all(_in_any_order(stmt, sure) for stmt in turn):
        return None
    reads, own = read_in(proc.body), read_in((loop,))
    inside = all(reads[each] == own[each] for each in (counter, member, spread.reg))
    return _Growing(reg, member, tuple(turn), spread) if inside else None


def _flood(lanes: Alike, of: _Growing) -> Flood | None:
    row = row_of(lanes.machine, of.spread)
    if row is None or not total(row[0]):
        return None
    table = rows(lanes.machine, row[1], row[2])
    cells = {cell for each in table for cell in each}
    if not cells or min(cells) < 0 or max(cells) > lanes.last:
        return None
    word = _passing(lanes, sum(1 << cell for cell in cells), of.spread.body, of.list)
    if word is None:
        return None
    bits = tuple(sum(1 << cell for cell in {*each}) for each in table)
    return Flood(of.list, of.member, of.turn, row[0], bits, word, 0, max(cells))


def _in_any_order(stmt: Stmt, sure: Collection[int]) -> bool:
    """Whether it says the same in whatever order, and however often, it is done with the members."""
    match stmt:
        case ops.IfDo(test, (ops.Return(ops.Const()),), ()):
            calls = [part for part in walk(test) if isinstance(part, ops.Call | ops.Trial)]
            known = all(isinstance(call, ops.Call) and call.proc in sure for call in calls)
            return known and all(map(safe, walk(test))) and not lists_of(stmt)
        case _:
            return False


class Alike(Lanes):
    """Tests of what a row has, where no slot changes: what one slot holds is a number that all have in common."""

    def __init__(
        self,
        machine: Machine,
        ranges: Ranges,
        regions: tuple[Masked, ...],
        proc: int,
        spread: ops.ForTable,
        first: int = 0,
    ) -> None:
        self.last = first + 64 * WORDS - 1
        super().__init__(machine, regions, spread.reg, first, self.last)
        self._ranges = ranges
        self._proc = proc

    def common(self, expr: Expr) -> bool:
        """Whether all members have an expression in common, and it cannot fail."""
        parts = [*walk(expr)]
        looks = any(isinstance(part, ops.ListHas | ops.ListSize | ops.ListItem) for part in parts)
        return total(expr) and not looks and all(self._is_there(part) for part in parts)

    def _is_there(self, part: Expr) -> bool:
        """Whether a slot that is looked at is one of the data."""
        if not isinstance(part, ops.Load):
            return True
        low, high = self._ranges.of(self._proc, part.index)
        return part.base + low >= 0 and part.base + high < self.machine.layout.stack


def _passing(lanes: Lanes, met: int, body: tuple[Stmt, ...], reg: int) -> Word | None:
    """The members that are added to a list if they are not in it, of those that are met at all; None if that is not
    what is done with them.
    """
    word: Word = Fixed(met)
    own = ops.Reg(lanes.reg)
    asked = False
    while True:
        match body:
            case (ops.IfDo(test, then, ()),):
                for part in conjuncts(test):
                    if part == ops.Un("not", ops.ListHas(reg, own)):
                        asked = True
                        continue
                    found = lanes.of(part, met)
                    if found is None:
                        return None
                    word = joined("and", word, found, lanes.all)
                body = then
            case (ops.ListAdd(into, value, unique),) if into == reg and value == own:
                return word if (asked or unique) and not isinstance(word, Fixed) else None
            case _:
                return None
