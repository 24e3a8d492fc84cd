"""A function asked of all members of a range at once: run with a bit for each member in place of each register.

    size of enclosed(s, me) > 0         along lines from each square s: is there another's stone before one of mine?

What is known of a register is a number for each member that is known when compiling (which cell a line comes to next),
an expression that all members have in common, or only whether it is 0: that is enough of a counter that is asked
whether anything was counted. A branch is run for the members that take it. The lines from a member are in no fixed
order, if each is looked at by itself; so lines of one direction are run together, and their cells are masks that move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.lanes import Fixed, Lanes, Word, joined, members, negated, substituted
from dsl.machine.ir.analysis.table_rows import row_of, rows
from dsl.machine.ir.ops import Expr, Stmt
from dsl.machine.ir.walk import expressions, own_reads, own_writes, statements

OWN: Final = 1 << 20
"""Added to the registers of the function, so that they are none of who asks."""
TURNS: Final = 64
"""Most turns of a loop, and most directions."""


class Unfit(Exception):
    """The function is none that can be asked of all members at once."""


class Bundles(Lanes):
    """Tests of members, with functions that are run for all of them at once."""

    def asked(self, proc: int, args: tuple[Expr, ...], need: int) -> Word | None:
        """The members for which a function gives more than 0."""
        about = self.machine.procs[proc]
        if about.flow or about.recursive or any(about.sizes):
            return None
        try:
            return Run(self, proc, args).result(need)
        except Unfit:
            return None


class Run(Lanes):
    """One run of a function for all members."""

    def __init__(self, outer: Lanes, proc: int, args: tuple[Expr, ...]) -> None:
        super().__init__(outer.machine, outer.regions, outer.reg, outer.first, outer.first + outer.count - 1)
        self.proc = self.machine.procs[proc]
        self.args: dict[int, Expr] = {reg: ops.Reg(OWN + reg) for reg in range(len(self.proc.sizes))}
        self.args.update(enumerate(args))
        self.numbers: dict[int, dict[int, int]] = {}
        """Registers with a number for each member."""
        self.flags: dict[int, Word] = {}
        """Registers of which it is known for which members they are not 0."""
        self.left: Word = Fixed(0)
        """The members that have left the innermost loop."""

    def result(self, need: int) -> Word:
        """The members for which the function gives more than 0."""
        body = self.proc.body
        if not body or not isinstance(body[-1], ops.Return) or not isinstance(body[-1].value, ops.Reg):
            raise Unfit
        self.flags = {OWN + reg: Fixed(0) for reg in range(self.proc.params, len(self.proc.sizes))}
        self._body(body[:-1], Fixed(need))
        return self.flags.get(OWN + body[-1].value.reg, Fixed(0))

    # ---- statements -----------------------------------------------------------------------------------------------

    def _body(self, body: tuple[Stmt, ...], active: Word) -> Word:
        """Run statements for some members; those that come to the end of them."""
        for stmt in body:
            match stmt:
                case ops.SetReg(reg, value):
                    self._set(OWN + reg, substituted(value, self.args), active)
                case ops.IfDo(test, then, otherwise):
                    which = self._word(substituted(test, self.args))
                    one = self._body(then, self._and(active, which))
                    other = self._body(otherwise, self._and(active, negated(which, self.all)))
                    active = self._or(one, other)
                case ops.ForTable():
                    self._loop(stmt, active)
                case ops.Break():
                    self.left = self._or(self.left, active)
                    return Fixed(0)
                case _:
                    raise Unfit
        return active

    def _set(self, reg: int, value: Expr, active: Word) -> None:
        match value:
            case ops.Bin("+", ops.Reg(same), ops.Const(by)) if same == reg and by > 0:
                self.flags[reg] = self._or(self.flags[reg], active)
                return
            case ops.Const(number) if number >= 0:
                new: Word = Fixed(self.all if number else 0)
            case ops.Bin(fn) if fn in ("=", "!=", "<", "<=", ">", ">=", "and", "or"):
                new = self._word(value)
            case _:
                raise Unfit
        kept = self._and(self.flags[reg], negated(active, self.all))
        self.flags[reg] = self._or(kept, self._and(active, new))

    def _loop(self, loop: ops.ForTable, active: Word) -> None:
        row = row_of(self.machine, loop)
        if row is None:
            self._beginning(loop, active)
            return
        cells = self._rows(*row)
        reg, outer = OWN + loop.reg, self.left
        if _alone(loop.body):
            for turn in self._directions(loop, cells):
                self.numbers[reg] = turn
                self.left = Fixed(0)
                self._body(loop.body, self._and(active, Fixed(_bits(turn))))
        else:
            longest = max(map(len, cells.values()), default=0)
            if longest > TURNS:
                raise Unfit
            self.left = Fixed(0)
            for at in range(longest):
                turn = {lane: row[at] for lane, row in cells.items() if at < len(row)}
                self.numbers[reg] = turn
                here = self._and(active, self._and(Fixed(_bits(turn)), negated(self.left, self.all)))
                self._body(loop.body, here)
        self.left = outer
        self.numbers.pop(reg, None)

    def _beginning(self, loop: ops.ForTable, active: Word) -> None:
        """A loop over so many cells of a row as were counted, in which something is counted again."""
        match loop.first, loop.last, loop.body:
            case (
                ops.Look(starts, index),
                ops.Bin("+", ops.Look(other, same), ops.Reg(counter)),
                (ops.SetReg(reg, ops.Bin("+", ops.Reg(grown), ops.Const(by))),),
            ) if starts == other and index == same and reg == grown and by > 0:
                counted = self.flags.get(OWN + counter)
                if counted is None:
                    raise Unfit
                at = substituted(index, self.args)
                size = len(self.machine.tables[loop.table])
                for lane in self._lanes(at):
                    number = self._number(at, self.first + lane)
                    table = self.machine.tables[starts]
                    if number is None or not 0 <= number < len(table) or not 0 <= table[number] < size:
                        raise Unfit
                self.flags[OWN + reg] = self._or(self.flags[OWN + reg], self._and(active, counted))
            case _:
                raise Unfit

    def _lanes(self, expr: Expr) -> Iterator[int]:
        """The members of which the number of an expression may be known now."""
        found = self.all
        for part in (expr, *expressions(expr)):
            for reg in own_reads(part):
                if reg in self.numbers:
                    found &= _bits(self.numbers[reg])
        return members(found)

    def _rows(self, index: Expr, cells: int, starts: int) -> dict[int, tuple[int, ...]]:
        at = substituted(index, self.args)
        known = rows(self.machine, cells, starts)
        found: dict[int, tuple[int, ...]] = {}
        for lane in self._lanes(at):
            number = self._number(at, self.first + lane)
            if number is None:
                raise Unfit
            found[lane] = known[number] if 0 <= number < len(known) else ()
        return found

    def _directions(self, loop: ops.ForTable, cells: dict[int, tuple[int, ...]]) -> list[dict[int, int]]:
        """What each member has in each turn: those of one direction together, by where the first line in it goes."""
        inner = next((each for each in statements(loop.body) if isinstance(each, ops.ForTable)), None)
        row = row_of(self.machine, inner) if inner is not None else None
        turns: dict[tuple[int, int], dict[int, int]] = {}
        for lane, members_of in cells.items():
            seen: dict[int, int] = {}
            for value in members_of:
                way = value - lane
                if row is not None and row[0] == ops.Reg(loop.reg):
                    line = rows(self.machine, row[1], row[2])[value]
                    way = line[0] - lane if line else 0
                seen[way] = seen.get(way, 0) + 1
                turns.setdefault((way, seen[way]), {})[lane] = value
        if len(turns) > TURNS:
            raise Unfit
        return [*turns.values()]

    # ---- words ----------------------------------------------------------------------------------------------------

    def _word(self, test: Expr) -> Word:
        """The members of which a test holds; what it says of others, of which its numbers are not known, is nothing."""
        found = self.of(test, sum(1 << lane for lane in self._lanes(test)))
        if found is None:
            raise Unfit
        return found

    def _compare(self, fn: str, left: Expr, right: Expr, need: int) -> Word | None:
        if isinstance(left, ops.Reg) and left.reg in self.flags and isinstance(right, ops.Const):
            if (fn, right.value) in (("!=", 0), (">", 0), (">=", 1)):
                return self.flags[left.reg]
            return negated(self.flags[left.reg], self.all) if (fn, right.value) in (("=", 0), ("<", 1)) else None
        return super()._compare(fn, left, right, need)

    def _varies(self, expr: Expr) -> bool:
        own = {reg for part in (expr, *expressions(expr)) for reg in own_reads(part)}
        return super()._varies(expr) or any(reg >= OWN for reg in own)

    def _number(self, expr: Expr, member: int) -> int | None:
        if isinstance(expr, ops.Reg) and expr.reg >= OWN:
            return self.numbers.get(expr.reg, {}).get(member - self.first)
        return super()._number(expr, member)

    def _and(self, one: Word, other: Word) -> Word:
        return joined("and", one, other, self.all)

    def _or(self, one: Word, other: Word) -> Word:
        return joined("or", one, other, self.all)


def _bits(lanes: dict[int, int]) -> int:
    return sum(1 << lane for lane in lanes)


def _alone(body: tuple[Stmt, ...]) -> bool:
    """Whether the turns of a loop can be run in any order: none ends the loop, and what a turn leaves behind is only
    what has grown in it. All else is set to a number before anything else is done with it.
    """
    fixed: set[int] = set()
    for stmt in body:
        if isinstance(stmt, ops.SetReg) and isinstance(stmt.value, ops.Const):
            fixed.add(stmt.reg)
        else:
            break
    loops = {stmt.reg for stmt in statements(body) if isinstance(stmt, ops.ForTable)}
    written = {reg for stmt in statements(body) for reg in own_writes(stmt)}
    return not _ends(body) and all(_only_grows(body, reg) for reg in written - fixed - loops)


def _only_grows(body: tuple[Stmt, ...], reg: int) -> bool:
    """Whether a register is neither read nor written but to grow."""
    for stmt in statements(body):
        if isinstance(stmt, ops.SetReg) and stmt.reg == reg and _grows(stmt):
            continue
        if reg in own_writes(stmt) or any(reg in own_reads(part) for part in (stmt, *expressions(stmt))):
            return False
    return True


def _grows(stmt: ops.SetReg) -> bool:
    match stmt.value:
        case ops.Bin("+", ops.Reg(reg), ops.Const(by)):
            return reg == stmt.reg and by > 0
        case _:
            return False


def _ends(body: tuple[Stmt, ...]) -> bool:
    """Whether a turn may end its loop."""
    for stmt in body:
        if isinstance(stmt, ops.Break | ops.Continue | ops.Return):
            return True
        if isinstance(stmt, ops.IfDo) and (_ends(stmt.then) or _ends(stmt.otherwise)):
            return True
    return False
