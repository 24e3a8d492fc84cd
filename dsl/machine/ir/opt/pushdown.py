"""Loops over many of which few are meant: what is known of the members beforehand is asked when compiling.

    for c in 7..806:                        for c in row(deck of p):
        if deck[c] = deck of p              if title[c] = title of x:
                and title[c] = title of x:      count
            count

A condition is `known` if it speaks of the member alone and of what never changes (printed fields, kinds), and a `key`
if it compares something known with a number that is the same in all turns. Known members are picked when compiling; by
one key the members become rows of a table, one row for each number; what does not speak of the member at all is asked
before the loop. Only conditions are taken out of their order that can cause no error, so nothing else changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.arithmetic import UNFAILING
from dsl.machine.ir.draft import Draft
from dsl.machine.ir.fold import NO, equals, every, minus, plus
from dsl.machine.ir.ops import Block, Const, Expr, Stmt
from dsl.machine.ir.opt.zone_scans import Lying, Wanted, by_zones
from dsl.machine.ir.walk import callers_of, expressions, nodes, own_writes, statements, walk

LEAST: Final = 8
"""Of fewer members none are picked beforehand."""
SPARSE: Final = 4
"""At most so many rows are made for each member."""
_FIXED: Final = (Const, ops.Reg, ops.Look, ops.Bin, ops.Un, ops.If)
"""What the value of an expression may be made of that no statement but one on registers changes."""
_LOOKING: Final = (
    *(ops.SetReg, ops.IfDo, ops.SwitchDo, ops.Return, ops.Break, ops.Continue),
    *(ops.Loop, ops.ForRange, ops.ForZone, ops.ForTable),
)
"""Statements that change nothing but registers, and end."""

Table = Callable[[tuple[int, ...]], int]
"""The number of a constant table."""


class Sifter:
    """The loops of one machine."""

    def __init__(self, drafts: Sequence[Draft], tables: Sequence[tuple[int, ...]], table: Table, lying: Lying) -> None:
        """tables: those there are; more are made by `table`."""
        self._drafts = drafts
        self._tables = tables
        self._table = table
        self._lying = lying
        self._sure: dict[int, bool] = {}
        self._moving: frozenset[int] | None = None
        self._draft: Draft = drafts[0]

    def sift(self, draft: Draft) -> None:
        """Rewrite the loops of a procedure."""
        self._draft = draft
        draft.body = self._body(draft.body)
        draft.blocks = tuple(Block(self._body(block.body), block.end) for block in draft.blocks)

    def _body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        found = tuple(new for stmt in body for new in self._stmt(stmt))
        same = len(found) == len(body) and all(new is old for new, old in zip(found, body, strict=True))
        return body if same else found

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case ops.IfDo():
                then, otherwise = self._body(stmt.then), self._body(stmt.otherwise)
                same = then is stmt.then and otherwise is stmt.otherwise
                return (stmt if same else ops.IfDo(stmt.test, then, otherwise),)
            case ops.SwitchDo():
                cases = tuple((low, high, self._body(body)) for low, high, body in stmt.cases)
                return (replace(stmt, cases=cases),)
            case ops.Loop() | ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                body = self._body(stmt.body)
                found = stmt if body is stmt.body else replace(stmt, body=body)
                return self._loop(found) if isinstance(found, ops.ForRange) else (found,)
            case _:
                return (stmt,)

    def _loop(self, loop: ops.ForRange) -> tuple[Stmt, ...]:
        match loop:
            case ops.ForRange(first=Const(first), last=Const(last), step=1):
                tests, then = _conditions(loop.body)
                return self._sifted(_Sieve(self, loop, tests, then), last - first + 1) if tests else (loop,)
            case _:
                return (loop,)

    def _sifted(self, sieve: _Sieve, members: int) -> tuple[Stmt, ...]:
        sieve.shake(many=members >= LEAST)
        found = self._over(sieve)
        return (ops.IfDo(every(sieve.outside), found, ()),) if sieve.outside else found

    def _over(self, sieve: _Sieve) -> tuple[Stmt, ...]:
        """The loop over the members that may be meant."""
        members = sieve.members()
        rows = min((self._rows(key, members) for key in sieve.keys), key=lambda found: found.turns, default=None)
        if not members:
            return (ops.IfDo(NO, (), ()),)
        turns = len(members) if rows is None else rows.turns
        if turns >= LEAST and not self._moves((sieve.loop,)):
            found = by_zones(self._lying, self._wanted(sieve, members, turns))
            if found is not None:
                return found
        if not (sieve.known or sieve.outside or sieve.keys):
            return (sieve.loop,)
        return (self._rowed(sieve, members, rows),)

    def _wanted(self, sieve: _Sieve, members: list[int], turns: float) -> Wanted:
        return Wanted(
            loop=sieve.loop,
            low=members[0],
            high=members[-1],
            members=turns,
            early=sieve.early,
            tests=[test for test in sieve.tests if test not in sieve.outside],
            then=sieve.then,
            fixed=sieve.is_fixed,
            new=self._new,
            table=self._table,
            tables=self._tables,
            lists=not self._draft.flow,
        )

    def _new(self, size: int) -> int:
        """A new register of the procedure: a list, or a number that is no entity."""
        draft = self._draft
        draft.sizes.append(size)
        if not size:
            draft.numbers.add(len(draft.sizes) - 1)
        return len(draft.sizes) - 1

    def _moves(self, body: tuple[Stmt, ...]) -> bool:
        """Whether a body may move pieces."""
        if self._moving is None:
            self._moving = moving(self._drafts)
        return any(moves_in(stmt, self._moving) for stmt in statements(body))

    def _rowed(self, sieve: _Sieve, members: list[int], rows: _Rows | None) -> Stmt:
        """The loop over members that are known, or over a row of them."""
        loop = sieve.loop
        if rows is None or rows.turns == len(members):
            body = sieve.body(sieve.keys)
            if members == [*range(members[0], members[-1] + 1)]:
                return ops.ForRange(loop.reg, Const(members[0]), Const(members[-1]), 1, body)
            return ops.ForTable(loop.reg, self._table(tuple(members)), NO, Const(len(members)), body)
        starts, index = self._table(rows.starts), minus(rows.key.number, rows.low)
        first, last = ops.Look(starts, index), ops.Look(starts, plus(index, 1))
        body = sieve.body([key for key in sieve.keys if key is not rows.key])
        return ops.ForTable(loop.reg, self._table(rows.cells), first, last, body)

    def _rows(self, key: _Key, members: list[int]) -> _Rows:
        """The members by the number that a key compares."""
        values = [self.evaluate(key.of, key.reg, member) for member in members]
        low, high = min(values, default=0), max(values, default=0)
        if high - low >= SPARSE * len(members) + LEAST:
            return _Rows(key, low, (), (), float(len(members)))
        cells: list[int] = []
        starts = [0]
        for value in range(low, high + 1):
            cells.extend(member for member, own in zip(members, values, strict=True) if own == value)
            starts.append(len(cells))
        turns = sum(count**2 for count in Counter(values).values()) / max(1, len(values))
        return _Rows(key, low, tuple(cells), tuple(starts), turns)

    def evaluate(self, expr: Expr, reg: int, member: int) -> int:
        """The value of a known expression for a member."""
        match expr:
            case Const():
                return expr.value
            case ops.Reg():
                return member
            case ops.Look():
                table, index = self._tables[expr.table], self.evaluate(expr.index, reg, member)
                return table[index] if 0 <= index < len(table) else 0
            case ops.Un():
                value = self.evaluate(expr.operand, reg, member)
                return int(not value) if expr.fn == "not" else -value if expr.fn == "neg" else abs(value)
            case ops.If():
                chosen = expr.then if self.evaluate(expr.test, reg, member) else expr.otherwise
                return self.evaluate(chosen, reg, member)
            case ops.Bin():
                left, right = self.evaluate(expr.left, reg, member), self.evaluate(expr.right, reg, member)
                return UNFAILING[expr.fn](left, right)
            case _:
                raise AssertionError(expr)

    def sure(self, expr: Expr) -> bool:
        """Whether an expression can cause no error."""
        return all(self._one_sure(part) for part in walk(expr))

    def _one_sure(self, expr: Expr) -> bool:
        match expr:
            case ops.Bin():
                return expr.fn in UNFAILING
            case ops.Call():
                return self._sure_proc(expr.proc)
            case ops.Trial():
                return False
            case _:
                return True

    def _sure_proc(self, proc: int) -> bool:
        """Whether a function can cause no error: it only looks and counts by known steps. Cycles are not sure."""
        found = self._sure.get(proc)
        if found is None:
            self._sure[proc] = False
            draft = self._drafts[proc]
            found = self._sure[proc] = not draft.flow and all(map(self._sure_stmt, statements(draft.body)))
        return found

    def _sure_stmt(self, stmt: Stmt) -> bool:
        parts = [*expressions(stmt)]
        if isinstance(stmt, ops.SetReg) and not all(map(_steps, parts)):
            return False  # what is doubled again and again grows beyond every limit
        return isinstance(stmt, _LOOKING) and all(map(self._one_sure, parts))


@dataclass(frozen=True, slots=True)
class _Key:
    """A condition `of` = `number`: what is known of the member in register reg, and a number that it does not touch."""

    reg: int
    of: Expr
    number: Expr

    @property
    def test(self) -> Expr:
        return equals(self.of, self.number)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Members in rows by the numbers of a key, from `low` on. turns: the members of the row of any one, on average."""

    key: _Key
    low: int
    cells: tuple[int, ...]
    starts: tuple[int, ...]
    turns: float


class _Sieve:
    """A loop over a range whose body is one condition, taken apart."""

    def __init__(self, sifter: Sifter, loop: ops.ForRange, tests: list[Expr], then: tuple[Stmt, ...]) -> None:
        self.sifter = sifter
        self.loop = loop
        self.tests = tests
        self.then = then
        self.known: list[Expr] = []
        self.keys: list[_Key] = []
        self.outside: list[Expr] = []
        self.rest: list[Expr] = []
        self.early: list[Expr] = []
        """Of the rest those before which nothing can fail, and which cannot themselves."""
        self._written = {loop.reg, *(reg for stmt in statements(then) for reg in own_writes(stmt))}

    def shake(self, *, many: bool) -> None:
        """Sort the conditions; behind one that may cause an error all stay where they are. many: pick members."""
        sure = True
        for test in self.tests:
            key = self._key(test) if sure and many else None
            if sure and self.is_fixed(test):
                self.outside.append(test)
            elif sure and many and self._is_known(test):
                self.known.append(test)
            elif key is not None:
                self.keys.append(key)
            else:
                self.rest.append(test)
                sure = sure and self.sifter.sure(test)
                if sure:
                    self.early.append(test)

    def members(self) -> list[int]:
        """The members for which all that is known holds."""
        assert isinstance(self.loop.first, Const) and isinstance(self.loop.last, Const)
        reg, evaluate = self.loop.reg, self.sifter.evaluate
        every_one = range(self.loop.first.value, self.loop.last.value + 1)
        return [member for member in every_one if all(evaluate(test, reg, member) for test in self.known)]

    def body(self, keys: Iterable[_Key]) -> tuple[Stmt, ...]:
        """What is left of the body when these keys are still to be asked."""
        tests = [*(key.test for key in keys), *self.rest]
        return (ops.IfDo(every(tests), self.then, ()),) if tests else self.then

    def _is_known(self, expr: Expr) -> bool:
        parts = tuple(walk(expr))
        return all(isinstance(part, _FIXED) and self.sifter.sure(part) for part in parts) and all(
            part.reg == self.loop.reg for part in parts if isinstance(part, ops.Reg)
        )

    def is_fixed(self, expr: Expr) -> bool:
        """Whether an expression is the same in all turns, and cannot fail."""
        parts = tuple(walk(expr))
        return all(isinstance(part, _FIXED) and self.sifter.sure(part) for part in parts) and not any(
            part.reg in self._written for part in parts if isinstance(part, ops.Reg)
        )

    def _key(self, test: Expr) -> _Key | None:
        if isinstance(test, ops.Bin) and test.fn == "=":
            for of, number in ((test.left, test.right), (test.right, test.left)):
                if self._is_known(of) and self.is_fixed(number):
                    return _Key(self.loop.reg, of, number)
        return None


def moving(drafts: Sequence[Draft]) -> frozenset[int]:
    """The procedures that may move pieces, themselves or by what they call."""
    own = (draft.id for draft in drafts if any(isinstance(node, ops.MovePiece) for node in nodes(draft)))
    return callers_of(drafts, own, trials=False)


def moves_in(stmt: Stmt, procs: Set[int]) -> bool:
    """Whether a statement moves a piece, or calls one of some procedures."""
    if isinstance(stmt, ops.MovePiece) or (isinstance(stmt, ops.Do) and stmt.proc in procs):
        return True
    return any(isinstance(part, ops.Call) and part.proc in procs for part in expressions(stmt))


def _steps(expr: Expr) -> bool:
    """Whether an expression adds or subtracts nothing but known numbers."""
    if isinstance(expr, ops.Bin) and expr.fn in ("+", "-"):
        return isinstance(expr.left, Const) or isinstance(expr.right, Const)
    return True


def _conditions(body: tuple[Stmt, ...]) -> tuple[list[Expr], tuple[Stmt, ...]]:
    """The conditions under which a body does anything, in order, and what it does then."""
    tests: list[Expr] = []
    while len(body) == 1 and isinstance(only := body[0], ops.IfDo) and not only.otherwise:
        tests.extend(_parts(only.test))
        body = only.then
    return tests, body


def _parts(test: Expr) -> list[Expr]:
    """The parts that must all hold."""
    if isinstance(test, ops.Bin) and test.fn == "and":
        return [*_parts(test.left), *_parts(test.right)]
    return [test]
