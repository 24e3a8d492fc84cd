"""How far a row goes until a member does not pass a test, as sets of bits.

    for r3 in t4[t5[r5]:t5[r5 + 1]]:          the squares of a line, from one of them on
      if S[9 + r3] != S[9 + r0]: break
      r4 := r4 + 1

Which squares pass is a word of masks (see masks.py). Where the members of every row rise or fall, those of the row that
do not pass are a word too, and the nearest of them says where the row ends: what lies before it is counted at once.
Where the board has more words, as many members as lie in 64 bits from the beginning of the row are looked at so; if all
of them pass, the row is walked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from dsl.backends.native.bit_rows import BITS, Window, bit_rows, windows_of
from dsl.backends.native.floods import WORDS, Alike
from dsl.backends.native.guards import forgotten
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.analysis.lanes import Fixed, Masked, Word, kept_in
from dsl.machine.ir.ops import Expr, Proc, Stmt
from dsl.machine.ir.walk import bodies, own_writes, statements, walk


@dataclass(frozen=True, slots=True)
class Prefix:
    """A loop that counts in register `counter` the members of row `index` before the first that does not pass.

    of: those that pass, of the members first .. last; windows: for each row the part of it that is looked at first;
    falls: whether its members stand in it from the highest to the lowest, None if that is one way or the other, and
    then each window says which.
    """

    index: Expr
    counter: int
    of: Word
    first: int
    last: int
    windows: tuple[Window, ...]
    falls: bool | None

    @property
    def words(self) -> int:
        """How many words there is a bit in for each member."""
        return -(-(self.last - self.first + 1) // BITS)


def prefixes_of(
    ranges: Ranges, regions: tuple[Masked, ...], used: Collection[int], proc: Proc
) -> Iterator[tuple[int, Prefix]]:
    """The loops of a function that count so, with their identities."""
    left = forgotten(proc)
    for body in _all_bodies(proc.body):
        for at, loop in enumerate(body):
            if isinstance(loop, ops.ForTable) and id(loop) in left:
                found = _prefix(ranges, regions, proc.id, loop, body[:at])
                if found is not None and {kept.region for kept in kept_in(found.of)} <= {*used}:
                    yield id(loop), found


def _all_bodies(body: tuple[Stmt, ...]) -> Iterator[tuple[Stmt, ...]]:
    yield body
    for stmt in body:
        for inner in bodies(stmt):
            yield from _all_bodies(inner)


def _prefix(
    ranges: Ranges, regions: tuple[Masked, ...], proc: int, loop: ops.ForTable, before: tuple[Stmt, ...]
) -> Prefix | None:
    row = bit_rows(ranges.machine, loop, BITS * WORDS)
    match loop.body:
        case (
            ops.IfDo(fails, (ops.Break(),), ()),
            ops.SetReg(counter, ops.Bin("+", ops.Reg(same), ops.Const(1))),
        ) if row is not None and counter == same and ops.Reg(counter) not in walk(fails):
            pass
        case _:
            return None
    falls = row.falls(_met(row.index, before, len(row.rows)))
    windows = windows_of(row)
    if windows is None or (falls is None and row.last - row.first >= BITS):
        return None
    lanes = Alike(ranges.machine, ranges, regions, proc, loop, row.first)
    of = lanes.of(_contrary(fails), row.every)
    if of is None or isinstance(of, Fixed):
        return None
    return Prefix(row.index, counter, of, row.first, row.last, windows, falls)


def _met(index: Expr, before: tuple[Stmt, ...], rows: int) -> range:
    """The rows that a loop can be meant to run over: every second one, if their number says so."""
    for stmt in reversed(before):
        if isinstance(index, ops.Reg) and index.reg in own_writes(stmt):
            if not isinstance(stmt, ops.SetReg):
                return range(rows)
            index = stmt.value
            break
        if any(index == ops.Reg(reg) for inner in statements((stmt,)) for reg in own_writes(inner)):
            return range(rows)
    match index:
        case ops.Bin("*", _, ops.Const(step)) if step > 0:
            return range(0, rows, step)
        case ops.Bin("+", ops.Bin("*", _, ops.Const(step)), ops.Const(first)) if step > 0:
            return range(first % step, rows, step)
        case _:
            return range(rows)


def _contrary(test: Expr) -> Expr:
    """What holds where a test does not."""
    match test:
        case ops.Bin("!=", left, right):
            return ops.Bin("=", left, right)
        case ops.Un("not", operand):
            return operand
        case _:
            return ops.Un("not", test)
