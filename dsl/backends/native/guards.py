"""Walks along printed rows in which nothing is to be found are not begun.

    for r11 in t16[t17[r10]:t17[r10 + 1]]:               lines from a square
      for r12 in t14[t15[r11]:t15[r11 + 1]]:             squares of a line
        if S[73 + r12] = r2 and S[9 + r12] = 3: ...      a rook of a player's
        if S[9 + r12] != 0: break

All squares that such a walk can come to are known for each row when compiling, and which squares the test can hold for
is a word of masks (see masks.py). Where they have none in common, no turn would do anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.lanes import Fixed, Lanes, Masked, Word, joined, kept_in, substituted
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.analysis.table_rows import row_of, rows
from dsl.machine.ir.ops import Expr, Machine, Proc, Stmt
from dsl.machine.ir.walk import expressions, own_reads, own_writes, statements, walk

LEAST: Final = 4
"""Fewest members that a row has on average, for it to be worth a look beforehand."""


@dataclass(frozen=True, slots=True)
class Guard:
    """A walk along row `index`. of: the members first .. last that it may do anything for; cells: those that it can
    come to, as bits, for each row.
    """

    index: Expr
    first: int
    last: int
    of: Word
    cells: tuple[int, ...]

    @property
    def words(self) -> int:
        """How many words there is a bit in for each member."""
        return -(-(self.last - self.first + 1) // 64)


def guards_of(machine: Machine, regions: tuple[Masked, ...], used: Iterable[int], proc: Proc) -> dict[int, Guard]:
    """The walks of a function that are asked about beforehand, by the identity of their loops."""
    found: dict[int, Guard] = {}
    inside: set[int] = set()
    reads = read_in(proc.body)
    for stmt in statements(proc.body):
        if isinstance(stmt, ops.ForTable) and id(stmt) not in inside:
            guard = _guard(machine, regions, stmt, reads)
            if guard is not None and {kept.region for kept in kept_in(guard.of)} <= {*used}:
                found[id(stmt)] = guard
                inside |= {id(inner) for inner in statements(stmt.body)}
    return found


def _guard(machine: Machine, regions: tuple[Masked, ...], loop: ops.ForTable, reads: Counter[int]) -> Guard | None:
    row, walked = row_of(machine, loop), _walk(machine, loop)
    if row is None or walked is None or not total(row[0]):
        return None
    cells, member, body = walked
    test = _test(body)
    if test is None or not _stays_inside(loop, test, member, reads) or not _are_long(cells):
        return None
    everything = {cell for row_cells in cells for cell in row_cells}
    first, last = min(everything), max(everything)
    word = _may(Lanes(machine, regions, member, first, last), test)
    bits = tuple(sum(1 << cell - first for cell in row_cells) for row_cells in cells)
    return None if isinstance(word, Fixed) else Guard(row[0], first, last, word, bits)


def _walk(machine: Machine, loop: ops.ForTable) -> tuple[list[set[int]], int, tuple[Stmt, ...]] | None:
    """The cells that a walk can come to from each row, the register in which they stand, and what is done with each; a
    walk along one row, or along rows that stand in a row.
    """
    row = row_of(machine, loop)
    if row is None:
        return None
    cells = [set(each) for each in rows(machine, row[1], row[2])]
    match loop.body:
        case (ops.ForTable() as inner,):
            along = row_of(machine, inner)
            if along is None or along[0] != ops.Reg(loop.reg):
                return None
            within = rows(machine, along[1], along[2])
            if any(not 0 <= each < len(within) for starts in cells for each in starts):
                return None
            return [{cell for each in starts for cell in within[each]} for starts in cells], inner.reg, inner.body
        case _:
            return cells, loop.reg, loop.body


def _are_long(cells: list[set[int]]) -> bool:
    """Whether rows have so many members that it is worth a look beforehand."""
    filled = [row_cells for row_cells in cells if row_cells]
    return bool(filled) and min(map(min, filled)) >= 0 and sum(map(len, filled)) >= LEAST * len(filled)


def _stays_inside(loop: ops.ForTable, test: Expr, member: int, reads: Counter[int]) -> bool:
    """Whether nobody else reads what a walk sets, and it sets nothing but the member that its test asks about."""
    own = read_in((loop,))
    written = {reg for stmt in statements((loop,)) for reg in own_writes(stmt)}
    return all(own[reg] == reads[reg] for reg in _looking(loop)) and not (_of(test) - {member}) & written


def _looking(loop: ops.ForTable) -> set[int]:
    """The registers that a walk sets whether or not its test holds."""
    found: set[int] = set()
    pending: list[Stmt] = [loop]
    while pending:
        stmt = pending.pop()
        found.update(own_writes(stmt))
        if isinstance(stmt, ops.ForTable):
            pending += stmt.body
    return found


def _test(body: tuple[Stmt, ...]) -> Expr | None:
    """The one test of a turn behind which it does anything; None if there is none, or more."""
    known: dict[int, Expr] = {}
    written = {reg for stmt in body for reg in own_writes(stmt)}
    found: Expr | None = None
    for stmt in body:
        match stmt:
            case ops.SetReg(reg, value) if total(value) and not _of(value) & (written - known.keys()):
                known[reg] = substituted(value, known)
            case ops.IfDo(test, (ops.Break(),), ()) if total(test):
                pass
            case ops.IfDo(test, _, ()) if total(test) and found is None:
                found = substituted(test, known)
            case _:
                return None
    return found


def _may(lanes: Lanes, test: Expr) -> Word:
    """The members of which a test may hold: all, where that cannot be said of them at once."""
    match test:
        case ops.Bin("and" | "or" as fn, left, right):
            return joined(fn, _may(lanes, left), _may(lanes, right), lanes.all)
        case _:
            found = lanes.of(test, lanes.all)
            return Fixed(lanes.all) if found is None else found


def read_in(body: tuple[Stmt, ...]) -> Counter[int]:
    """How often each register is read."""
    nodes = [node for stmt in statements(body) for node in (stmt, *expressions(stmt))]
    return Counter(reg for node in nodes for reg in own_reads(node))


def forgotten(proc: Proc) -> frozenset[int]:
    """The walks along rows of which nobody asks afterwards how far they came, by their identity."""
    walks = [stmt for stmt in statements(proc.body) if isinstance(stmt, ops.ForTable)]
    reads, inside = read_in(proc.body), Counter[int]()
    for loop in walks:
        inside[loop.reg] += read_in((loop,))[loop.reg]
    return frozenset(id(loop) for loop in walks if reads[loop.reg] == inside[loop.reg])


def _of(expr: Expr) -> set[int]:
    return {reg for part in walk(expr) for reg in own_reads(part)}
