"""Tests of all members of a range at once: bit i of a word is what the test says of member first + i.

    for r2 from 3 to 44: if S[9 + r2] = 0 and (t3[r2 - 3] = 1 or f5(r2) != 0): ...

What is printed of a member is a number that is known when compiling. What a slot of a member holds is known from the
*masks* of a region: for each value that its slots can have, the set of the slots that have it. Where a table leads from
a member to another slot, the masks are moved: members that have the same way to it are moved together.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, cast

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.purity import safe
from dsl.machine.ir.ops import Expr, Machine, Proc
from dsl.machine.ir.walk import own_reads, walk

VALUES: Final = 8
"""Most values that the slots of a region have, for there to be masks of it."""
SLOTS: Final = 8, 1024
"""Fewest and most slots of such a region."""
WAYS: Final = 10
"""Most ways that members are moved along for one test."""
PARTS: Final = 60
"""Most nodes of a function that is looked into."""

PRINTED: Final = 64
"""Most numbers that members may be compared with, for a set to be printed for each."""

TESTS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
TURNED: Final = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Fixed:
    """Members that are known."""

    bits: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Members `bits` whose slot of a region, `by` slots behind the number of the member, holds a value."""

    region: int
    value: Expr
    by: int
    bits: int


@dataclass(frozen=True, slots=True)
class Listed:
    """Members of one of several sets that are known: a number that all have in common says which, low for the first.
    Lower numbers mean the first as well, and higher ones the last.
    """

    sets: tuple[int, ...]
    value: Expr
    low: int


@dataclass(frozen=True, slots=True)
class Both:
    """Members of two sets, or of either."""

    fn: str
    left: Word
    right: Word


@dataclass(frozen=True, slots=True)
class Without:
    """Members of no set."""

    of: Word


Word = Fixed | Kept | Listed | Both | Without


@dataclass(frozen=True, slots=True)
class Masked:
    """A region that may have masks: its slots, and the values that they have."""

    base: int
    size: int
    low: int
    high: int


def maskable(machine: Machine) -> tuple[Masked, ...]:
    """The regions that may have masks: those that only rules write, of few values."""
    layout, first, last = machine.layout, machine.first_piece, machine.entity_count
    columns = [layout.place, layout.owner, layout.face, layout.known, *([layout.next] if layout.linked else [])]
    own = [(column + first, column + last) for column in columns if first <= last]
    if machine.cells is not None:
        own.append((machine.cells.column + machine.cells.low, machine.cells.column + machine.cells.high))
    own.append((0, layout.results + machine.players - 1))
    own += [(base, base) for base in machine.tables[machine.zone_base]]
    found: list[Masked] = []
    for region in layout.regions:
        end, low = region.base + region.size - 1, min(region.low, 0)
        if region.entry or not SLOTS[0] <= region.size <= SLOTS[1] or region.high - low >= VALUES:
            continue
        if all(end < begin or region.base > until for begin, until in own) and end < layout.chain:
            found.append(Masked(region.base, region.size, low, region.high))
    return tuple(found)


class Lanes:
    """Tests of the members first .. last, as which one register stands in one procedure."""

    def __init__(self, machine: Machine, regions: tuple[Masked, ...], reg: int, first: int, last: int) -> None:
        self.machine = machine
        self.regions = regions
        self.reg = reg
        self.first = first
        self.count = last - first + 1
        self.all = (1 << self.count) - 1

    def of(self, test: Expr, need: int) -> Word | None:
        """The members of `need` of which a test holds; None if that cannot be said all at once."""
        match test:
            case ops.Un("not", operand):
                found = self.of(operand, need)
                return None if found is None else negated(found, self.all)
            case ops.Bin("and" | "or" as fn, left, right):
                return self._junction(fn, left, right, need)
            case ops.Bin(fn, left, right) if fn in TESTS:
                return self._compare(fn, left, right, need)
            case _:
                return self._compare("!=", test, ops.Const(0), need)

    def _junction(self, fn: str, left: Expr, right: Expr, need: int) -> Word | None:
        one = self.of(left, need)
        if one is None:
            return None
        if isinstance(one, Fixed):
            need &= one.bits if fn == "and" else ~one.bits
        other = self.of(right, need)
        return None if other is None else joined(fn, one, other, self.all)

    def _compare(self, fn: str, left: Expr, right: Expr, need: int) -> Word | None:
        if not self._varies(left):
            left, right, fn = right, left, TURNED[fn]
        if self._varies(right) or not self.common(right):
            return None
        match left:
            case ops.If(test, then, otherwise):
                return self._either(test, (fn, then, right), (fn, otherwise, right), need)
            case ops.Call(proc, args):
                inside = _inlined(self.machine.procs[proc], args)
                if inside is not None:
                    return self._compare(fn, inside, right, need)
                return self._counted(fn, proc, args, right, need)
            case ops.Bin(inner) if inner in TESTS or inner in ("and", "or"):
                return self._truth(fn, left, right, need)
            case ops.Un("not"):
                return self._truth(fn, left, right, need)
            case ops.Load(base, index):
                return self._slots(fn, base, index, right, need)
            case _:
                return self._printed(fn, left, right, need)

    def common(self, expr: Expr) -> bool:
        """Whether an expression that does not speak of the member is the same for all, and cannot fail."""
        return steady(expr)

    def asked(self, proc: int, args: tuple[Expr, ...], need: int) -> Word | None:
        """The members for which a function gives more than 0; None if that cannot be said all at once."""
        return None

    def _counted(self, fn: str, proc: int, args: tuple[Expr, ...], right: Expr, need: int) -> Word | None:
        """What a function counts, if it is only asked whether it is anything."""
        if not isinstance(right, ops.Const):
            return None
        some, none = (fn, right.value) in ((">", 0), ("!=", 0), (">=", 1)), (fn, right.value) in (("=", 0), ("<", 1))
        found = self.asked(proc, args, need) if some or none else None
        return found if found is None or some else negated(found, self.all)

    def _truth(self, fn: str, left: Expr, right: Expr, need: int) -> Word | None:
        """A truth that is compared with a number."""
        found = self.of(left, need)
        if found is None or not isinstance(right, ops.Const):
            return None
        yes, no = TESTS[fn](1, right.value), TESTS[fn](0, right.value)
        if yes == no:
            return Fixed(self.all if yes else 0)
        return found if yes else negated(found, self.all)

    def _either(
        self, test: Expr, then: tuple[str, Expr, Expr], otherwise: tuple[str, Expr, Expr], need: int
    ) -> Word | None:
        which = self.of(test, need)
        if which is None:
            return None
        bits = which.bits if isinstance(which, Fixed) else self.all
        no = ~bits if isinstance(which, Fixed) else self.all
        one, other = self._compare(*then, need & bits), self._compare(*otherwise, need & no)
        if one is None or other is None:
            return None
        one = joined("and", which, one, self.all)
        other = joined("and", negated(which, self.all), other, self.all)
        return joined("or", one, other, self.all)

    def _printed(self, fn: str, left: Expr, right: Expr, need: int) -> Word | None:
        """What is printed of each member, compared with a number that all have in common."""
        found: dict[int, int] = {}
        for lane in members(need):
            value = self._number(left, self.first + lane)
            if value is None:
                return None
            found[lane] = value
        if isinstance(right, ops.Const):
            return Fixed(_comparing(fn, found, right.value))
        low, high = min(found.values(), default=0) - 1, max(found.values(), default=0) + 1
        if high - low > PRINTED:
            return None
        return Listed(tuple(_comparing(fn, found, value) for value in range(low, high + 1)), right, low)

    def _slots(self, fn: str, base: int, index: Expr, right: Expr, need: int) -> Word | None:
        """A slot of each member, compared with a number that all have in common."""
        ways: dict[tuple[int, int], int] = {}
        for lane in members(need):
            number = self._number(index, self.first + lane)
            if number is None:
                return None
            at = base + number
            of = next((i for i, r in enumerate(self.regions) if r.base <= at < r.base + r.size), None)
            if of is None:
                return None
            way = of, at - self.regions[of].base - lane
            ways[way] = ways.get(way, 0) | 1 << lane
        if len(ways) > WAYS:
            return None
        found: Word = Fixed(0)
        for (of, by), bits in ways.items():
            values = self._values(fn, right, self.regions[of])
            if values is None:
                return None
            part: Word = Fixed(0)
            for value in values:
                part = joined("or", part, Kept(of, value, by, bits), self.all)
            if fn == "!=":
                part = joined("and", Fixed(bits), negated(part, self.all), self.all)
            found = joined("or", found, part, self.all)
        return found

    @staticmethod
    def _values(fn: str, right: Expr, region: Masked) -> list[Expr] | None:
        """The values of which one is meant; with != the one that is not."""
        if fn in ("=", "!="):
            is_there = not isinstance(right, ops.Const) or region.low <= right.value <= region.high
            return [right] if is_there else []
        if not isinstance(right, ops.Const):
            return None
        all_values = range(region.low, region.high + 1)
        return [ops.Const(value) for value in all_values if TESTS[fn](value, right.value)]

    def _varies(self, expr: Expr) -> bool:
        return any(self.reg in own_reads(part) for part in walk(expr))

    def _number(self, expr: Expr, member: int) -> int | None:
        """The number of an expression for one member, if it is known when compiling."""
        match expr:
            case ops.Const(value):
                return value
            case ops.Reg(reg):
                return member if reg == self.reg else None
            case ops.Look(table, index):
                at, values = self._number(index, member), self.machine.tables[table]
                return None if at is None else values[at] if 0 <= at < len(values) else 0
            case ops.Bin("+" | "-" | "*" as fn, left, right):
                one, other = self._number(left, member), self._number(right, member)
                if one is None or other is None:
                    return None
                return one + other if fn == "+" else one - other if fn == "-" else one * other
            case _:
                return None


def _comparing(fn: str, numbers: Mapping[int, int], value: int) -> int:
    """The members whose number compares so with a value."""
    return sum(1 << lane for lane, number in numbers.items() if TESTS[fn](number, value))


def conjuncts(test: Expr) -> Iterator[Expr]:
    """What must all hold for a test to hold."""
    if isinstance(test, ops.Bin) and test.fn == "and":
        yield from conjuncts(test.left)
        yield from conjuncts(test.right)
    else:
        yield test


def members(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def steady(expr: Expr) -> bool:
    """Whether an expression is made of registers and numbers alone, and cannot fail."""
    known = ops.Const | ops.Reg | ops.Look | ops.Bin | ops.Un | ops.If
    return all(isinstance(part, known) and safe(part) for part in walk(expr))


def joined(fn: str, left: Word, right: Word, everything: int) -> Word:
    """Members of both (`and`), or of either (`or`)."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Fixed):
            if isinstance(other, Fixed):
                return Fixed(one.bits & other.bits if fn == "and" else one.bits | other.bits)
            if one.bits == (everything if fn == "and" else 0):
                return other
            if one.bits == (0 if fn == "and" else everything):
                return one
    return Both(fn, left, right)


def negated(word: Word, everything: int) -> Word:
    """The other members."""
    match word:
        case Fixed(bits):
            return Fixed(everything & ~bits)
        case Without(of):
            return of
        case _:
            return Without(word)


def kept_in(word: Word) -> Iterator[Kept]:
    """The masks that a set is made of. What is part of several sets is looked at once."""
    pending, seen = [word], set[int]()
    while pending:
        part = pending.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        match part:
            case Kept():
                yield part
            case Both(_, left, right):
                pending += [right, left]
            case Without(of):
                pending.append(of)
            case _:
                pass


# ---- functions that are looked into ----------------------------------------------------------------------------------


def _inlined(proc: Proc, args: tuple[Expr, ...]) -> Expr | None:
    """What a call gives, as an expression without it; None if its body is more than numbers that have names."""
    if proc.flow or proc.recursive or any(isinstance(arg, ops.ListReg) for arg in args):
        return None
    known: dict[int, Expr] = dict(enumerate(args))
    for stmt in proc.body:
        match stmt:
            case ops.SetReg(reg, value) if reg not in known:
                known[reg] = substituted(value, known)
            case ops.Return(value):
                found = substituted(value, known)
                return found if sum(1 for _ in walk(found)) <= PARTS else None
            case _:
                return None
    return None


def substituted(expr: Expr, known: Mapping[int, Expr]) -> Expr:
    """An expression with registers replaced by what they hold."""
    if isinstance(expr, ops.Reg):
        return known.get(expr.reg, expr)

    def inside(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(inside(each) for each in cast(tuple[Any, ...], part))
        return substituted(cast(Expr, part), known) if is_dataclass(part) else part

    changed = {each.name: inside(getattr(expr, each.name)) for each in fields(expr)}
    return replace(expr, **changed)
