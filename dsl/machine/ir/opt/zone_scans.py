"""Loops over pieces of which only those are meant that lie somewhere: the zones are walked, not all pieces.

    for c in 356..618:                          for c in zone(hand of me):
        if offers[place[c]] <= face[c]              if 356 <= c <= 618 and offers[place[c]] <= face[c]:
                and place[c] = hand of me:              show c
            show c

What a condition says of the place alone is known of each zone when compiling: it is asked for which zones it can hold.
So nothing need be said of the rules: any condition will do that lets few zones through, be it that a piece is in force,
that it lies in a certain zone, or whose zone it lies in. The pieces come in the order of their numbers, as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.intervals import ARITHMETIC, Range, compared
from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, between, every, minus, plus
from dsl.machine.ir.ops import Const, Expr, Stmt
from dsl.machine.ir.walk import operands, walk

WORTH: Final = 2
FEW: Final = 8
"""Zones are walked in place of pieces when there are at least WORTH * zones + FEW pieces."""
ENOUGH: Final = 12
"""One zone that is named is walked in place of at least so many pieces."""
MANY: Final = 64
"""The zones of a family of more than so many are not looked at one by one."""


_TOLD: Final = (ops.Bin, ops.Un, ops.If, ops.Look, ops.Load)
"""Expressions of which something may be known because their operands are (see `_Zones.span`)."""


@dataclass(frozen=True, slots=True)
class Family:
    """The instances of one declared zone. kinds: the ranges of pieces for which it is; the box is for all."""

    first: int
    count: int
    ordered: bool
    room: int
    kinds: tuple[Range, ...]

    @property
    def zones(self) -> range:
        """The numbers of the instances."""
        return range(self.first, self.first + self.count)

    def fits(self, low: int, high: int) -> bool:
        """Whether one of some pieces may lie there."""
        return any(first <= high and low <= last for first, last in self.kinds)


@dataclass(frozen=True, slots=True)
class Lying:
    """Where pieces lie: the columns place and face (see ops.Layout), how many there are, all zones (the box first)."""

    place: int
    face: int
    most: int
    families: tuple[Family, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A loop to be walked by zones.

    early: the conditions that may be asked first; tests: all of them; fixed: whether an expression is the same in all
    turns; new: makes a register of a size, table: a constant table; lists: whether a list may be made.
    """

    loop: ops.ForRange
    low: int
    high: int
    members: float
    early: Sequence[Expr]
    tests: Sequence[Expr]
    then: tuple[Stmt, ...]
    fixed: Callable[[Expr], bool]
    new: Callable[[int], int]
    table: Callable[[tuple[int, ...]], int]
    tables: Sequence[tuple[int, ...]]
    lists: bool


def by_zones(lying: Lying, wanted: Wanted) -> tuple[Stmt, ...] | None:
    """The walk over zones that does what a loop does; None if it is not worth while."""
    about = [test for test in wanted.early if _speaks_of_place(test, lying, wanted.loop.reg)]
    if not about:
        return None
    zones = _Zones(lying, wanted, about)
    direct = [number for test in about if (number := zones.direct(test)) is not None]
    if direct:
        return zones.one(direct[0])
    found = zones.possible()
    if found is None or 0 in found:
        return None
    rows = [row for test in about if (row := zones.rows(test, found)) is not None]
    best = min(rows, key=lambda row: row.average, default=None)
    if best is not None and wanted.members >= WORTH * best.average + FEW:
        return zones.several(best)
    if wanted.members >= WORTH * len(found) + FEW:
        return zones.several(_Row(NO, 0, tuple(found), (0, len(found)), float(len(found))))
    return None


def _speaks_of_place(test: Expr, lying: Lying, reg: int) -> bool:
    place = ops.Load(lying.place, ops.Reg(reg))
    return any(part == place for part in walk(test))


@dataclass(frozen=True, slots=True)
class _Row:
    """Zones in rows by a number, from `low` on. average: the zones of the row of any one."""

    number: Expr
    low: int
    cells: tuple[int, ...]
    starts: tuple[int, ...]
    average: float


class _Zones:
    """The zones that some conditions let through."""

    def __init__(self, lying: Lying, wanted: Wanted, about: Sequence[Expr]) -> None:
        self.lying = lying
        self.wanted = wanted
        self.about = about
        self._place = ops.Load(lying.place, ops.Reg(wanted.loop.reg))

    # ---- which there are --------------------------------------------------------------------------------------------

    def direct(self, test: Expr) -> Expr | None:
        """The zone that a condition names."""
        if isinstance(test, ops.Bin) and test.fn == "=":
            for place, zone in ((test.left, test.right), (test.right, test.left)):
                if place == self._place and self.wanted.fixed(zone):
                    return zone
        return None

    def possible(self, most: int = 4096) -> list[int] | None:
        """The zones in which a member may lie of which all conditions hold; None if there are more than so many."""
        found: list[int] = []
        for family in self.lying.families:
            if not family.fits(self.wanted.low, self.wanted.high):
                continue
            if family.count > MANY and self._alike(family):
                found.extend(family.zones if self._may(family.first) else ())
            else:
                found.extend(zone for zone in family.zones if family.count > MANY or self._may(zone))
            if len(found) > most:
                return None
        return found

    def _may(self, zone: int) -> bool:
        return all(self.span(test, zone) != (0, 0) for test in self.about)

    def _alike(self, family: Family) -> bool:
        """Whether no condition can tell the zones of a family apart."""
        for test in self.about:
            for part in walk(test):
                if isinstance(part, ops.Look) and part.index == self._place:
                    if len({*self.wanted.tables[part.table][family.first : family.first + family.count]}) != 1:
                        return False
                elif isinstance(part, _TOLD) and self._place in operands(part):
                    return False
        return True

    def rows(self, test: Expr, zones: list[int]) -> _Row | None:
        """The zones by what a condition compares with a number that is the same in all turns."""
        if not (isinstance(test, ops.Bin) and test.fn == "="):
            return None
        for of, number in ((test.left, test.right), (test.right, test.left)):
            values = self._values(of, zones) if self.wanted.fixed(number) else None
            if values is None or max(values, default=0) - min(values, default=0) > 4 * len(zones) + FEW:
                continue
            low, high = min(values, default=0), max(values, default=0)
            cells: list[int] = []
            starts = [0]
            for value in range(low, high + 1):
                cells.extend(zone for zone, own in zip(zones, values, strict=True) if own == value)
                starts.append(len(cells))
            average = sum(values.count(value) for value in values) / max(1, len(values))
            return _Row(number, low, tuple(cells), tuple(starts), average)
        return None

    def _values(self, expr: Expr, zones: list[int]) -> list[int] | None:
        """The value of an expression for a piece in each of the zones; None if it is not known for all of them."""
        values: list[int] = []
        for zone in zones:
            span = self.span(expr, zone)
            if span is None or span[0] != span[1]:
                return None
            values.append(span[0])
        return values

    # ---- the loops --------------------------------------------------------------------------------------------------

    def one(self, number: Expr) -> tuple[Stmt, ...] | None:
        """A walk over the one zone that is named: nobody else need be asked."""
        found = self.possible()
        sure = _surely_a_zone(number)
        if found is None or (0 in found and not sure) or self.wanted.members < ENOUGH:
            return None
        inside = {*found} - {0}
        if any(family.ordered and not inside.isdisjoint(family.zones) for family in self.lying.families):
            return None  # they would come in another order
        table = tuple(int(zone in inside) for zone in range(max(inside, default=0) + 1))
        there = ops.Look(self.wanted.table(table), number)
        loop = ops.ForZone(self.wanted.loop.reg, number, self.body())
        return (ops.IfDo(there, (loop,), ()),)

    def several(self, row: _Row) -> tuple[Stmt, ...] | None:
        """A walk over the pieces in a row of zones."""
        if not self.wanted.lists:
            return None
        room = max((self._room(row.cells[begin:end]) for begin, end in zip(row.starts, row.starts[1:], strict=False)))
        reg, members = self.wanted.new(0), self.wanted.new(max(1, min(room, self.lying.most)))
        add = ops.ListZone(members, ops.Reg(reg), True)
        if len(row.starts) == 2 and row.number == NO:
            first, last = NO, Const(len(row.cells))
        else:
            starts, index = self.wanted.table(row.starts), minus(row.number, row.low)
            first, last = ops.Look(starts, index), ops.Look(starts, plus(index, 1))
        gather = ops.ForTable(reg, self.wanted.table(row.cells), first, last, (add,))
        return ops.ListClear(members), gather, ops.ForList(self.wanted.loop.reg, members, self.body())

    def body(self) -> tuple[Stmt, ...]:
        """What is done with a piece that lies in one of the zones."""
        piece = ops.Reg(self.wanted.loop.reg)
        tests = [between(piece, self.wanted.low, self.wanted.high), *self.wanted.tests]
        return (ops.IfDo(every(tests), self.wanted.then, ()),)

    def _room(self, zones: Sequence[int]) -> int:
        return sum(family.room for family in self.lying.families for zone in zones if zone in family.zones)

    # ---- what is known of a zone ------------------------------------------------------------------------------------

    def span(self, expr: Expr, zone: int) -> Range | None:
        """Between which numbers an expression lies for a piece in a zone; None: nothing is known."""
        match expr:
            case Const():
                return expr.value, expr.value
            case ops.Load():
                if expr == self._place:
                    return zone, zone
                return (0, 1) if expr == ops.Load(self.lying.face, ops.Reg(self.wanted.loop.reg)) else None
            case ops.Look():
                return self._look(self.wanted.tables[expr.table], self.span(expr.index, zone))
            case ops.Un("not"):
                return _negated(self.span(expr.operand, zone))
            case ops.If():
                test = _truth(self.span(expr.test, zone))
                return None if test is None else self.span(expr.then if test else expr.otherwise, zone)
            case ops.Bin():
                return _binary(expr.fn, self.span(expr.left, zone), self.span(expr.right, zone))
            case _:
                return None

    @staticmethod
    def _look(table: tuple[int, ...], index: Range | None) -> Range | None:
        if index is None or index[0] != index[1]:
            return None
        found = table[index[0]] if 0 <= index[0] < len(table) else 0
        return found, found


def _surely_a_zone(number: Expr) -> bool:
    """Whether a number is not that of the box: lowering names a zone by who has it and what lies before his."""
    return (
        isinstance(number, ops.Bin) and number.fn == "+" and isinstance(number.right, Const) and number.right.value > 0
    )


def _truth(span: Range | None) -> bool | None:
    """Whether a condition holds, if that is known."""
    if span is None or (span[0] <= 0 <= span[1] and span != (0, 0)):
        return None
    return span != (0, 0)


def _known(truth: bool | None) -> Range | None:
    return None if truth is None else (int(truth), int(truth))


def _negated(span: Range | None) -> Range | None:
    truth = _truth(span)
    return None if truth is None else _known(not truth)


def _binary(fn: str, left: Range | None, right: Range | None) -> Range | None:
    if fn in ("and", "or"):
        known = _truth(left), _truth(right)
        settled = fn == "or"
        if settled in known:
            return _known(settled)
        return None if None in known else _known(not settled)
    if left is None or right is None:
        return None
    if fn in _COMPARISONS:
        return _known(compared(fn, left, right))
    return ARITHMETIC[fn](left, right) if fn in _SUMS else None


_COMPARISONS: Final = frozenset(("=", "!=", "<", "<=", ">", ">="))
_SUMS: Final = frozenset(("+", "-"))
"""What conditions on places are made of; of anything else nothing is known."""
