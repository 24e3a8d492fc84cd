"""Walks along printed rows that only ask whether there is a member of a sort, as sets of bits.

    for r12 in t14[t15[r11]:t15[r11 + 1]]:            squares of a line
      r13 := S[9 + r12] != 0
      if S[73 + r12] = r1 and S[9 + r12] = 3: return 1
      if r13 != 0: break

Whom is asked for is a word of masks (see masks.py), and so are the members behind which nothing is looked at. Of the
row the nearest of these says how far it is looked at; whether one of the others lies there is asked of all at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from dsl.backends.native.bit_rows import Window, bit_rows, windows_of
from dsl.backends.native.floods import Alike
from dsl.backends.native.guards import forgotten, read_in
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.analysis.lanes import Fixed, Masked, Word, kept_in
from dsl.machine.ir.ops import Expr, Proc
from dsl.machine.ir.walk import own_reads, statements, walk


@dataclass(frozen=True, slots=True)
class Sort:
    """The members first .. last for which a test holds."""

    of: Word
    first: int
    last: int

    @property
    def words(self) -> int:
        """How many words there is a bit in for each member."""
        return 1


@dataclass(frozen=True, slots=True)
class Asked:
    """A walk along row `index` that does nothing but `then`, which leaves the function, when it meets a member that is
    sought, and ends behind the first one that stops it. cells: those of each row, as bits; windows: which way the rows
    go, if that is of importance; falls: as in Prefix.
    """

    index: Expr
    sought: Sort
    stops: Sort | None
    then: ops.Return
    cells: tuple[int, ...]
    windows: tuple[Window, ...]
    falls: bool | None


def asked_of(
    ranges: Ranges, regions: tuple[Masked, ...], used: Collection[int], proc: Proc
) -> Iterator[tuple[int, Asked]]:
    """The walks of a function that only ask, with their identities."""
    left, reads = forgotten(proc), read_in(proc.body)
    for loop in statements(proc.body):
        if not isinstance(loop, ops.ForTable) or id(loop) not in left:
            continue
        parts = _parts(loop)
        if parts is None or (parts[2] is not None and reads[parts[2]] != read_in((loop,))[parts[2]]):
            continue
        found = _asked(ranges, regions, proc.id, loop, parts)
        if found is not None:
            words = [found.sought.of, *([found.stops.of] if found.stops else [])]
            if {kept.region for word in words for kept in kept_in(word)} <= {*used}:
                yield id(loop), found


_Parts = tuple[tuple[Expr, ops.Return], Expr | None, int | None]
"""What is sought, and what is done then; what ends the walk; the register that says so."""


def _parts(loop: ops.ForTable) -> _Parts | None:
    match loop.body:
        case (ops.IfDo(test, (ops.Return() as then,), ()),):
            return (test, then), None, None
        case (ops.IfDo(test, (ops.Return() as then,), ()), ops.IfDo(stops, (ops.Break(),), ())):
            return (test, then), stops, None
        case (
            ops.SetReg(reg, stops),
            ops.IfDo(test, (ops.Return() as then,), ()),
            ops.IfDo(ops.Reg(same), (ops.Break(),), ()),
        ) if reg == same and reg not in (*_registers(test), *_registers(then.value)):
            return (test, then), stops, reg
        case _:
            return None


def _asked(ranges: Ranges, regions: tuple[Masked, ...], proc: int, loop: ops.ForTable, parts: _Parts) -> Asked | None:
    (test, then), stops, _ = parts
    row = bit_rows(ranges.machine, loop)
    if row is None or loop.reg in _registers(then.value):
        return None
    windows = () if stops is None else windows_of(row)
    lanes = Alike(ranges.machine, ranges, regions, proc, loop, row.first)

    def sort(of: Expr) -> Sort | None:
        word = lanes.of(of, row.every)
        return None if word is None or isinstance(word, Fixed) else Sort(word, row.first, row.last)

    sought, ends = sort(test), None if stops is None else sort(stops)
    if sought is None or windows is None or (stops is not None and ends is None):
        return None
    return Asked(row.index, sought, ends, then, row.cells, windows, row.falls(range(len(row.rows))))


def _registers(expr: Expr) -> set[int]:
    return {reg for part in walk(expr) for reg in own_reads(part)}
