"""Rows of a printed table as bits: their members where words have room for them, or those that a row begins with."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.analysis.table_rows import row_of, rows
from dsl.machine.ir.ops import Expr, Machine

BITS: Final = 64
"""Members that one word has room for."""
BYTE: Final = 8


@dataclass(frozen=True, slots=True)
class BitRows:
    """The rows that a loop may run over: which one, their members in order, and the least and greatest of all."""

    index: Expr
    rows: tuple[tuple[int, ...], ...]
    first: int
    last: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The members of each row, as bits; that of `first` is the lowest."""
        return tuple(sum(1 << cell - self.first for cell in each) for each in self.rows)

    @property
    def every(self) -> int:
        """The members of any row, as bits."""
        return sum(1 << cell - self.first for cell in {cell for each in self.rows for cell in each})

    def rise(self) -> bool:
        """Whether the members of all rows rise."""
        return all(before < after for each in self.rows for before, after in pairwise(each))

    def falls(self, of: range) -> bool | None:
        """Whether the members of some rows fall, or rise; None if they do one and the other, or neither."""
        ways = {_way(self.rows[at]) for at in of if len(self.rows[at]) > 1}
        return next(iter(ways), False) if len(ways) < 2 else None


@dataclass(frozen=True, slots=True)
class Window:
    """The members that a row begins with, as 64 bits from byte `start` of a set on. more: how many these are, if the
    row has others; else -1.
    """

    start: int
    bits: int
    falls: bool
    more: int


def windows_of(row: BitRows) -> tuple[Window, ...] | None:
    """A window for each row; None if one goes neither up nor down. Where it falls, the highest bit is left free."""
    words = -(-(row.last - row.first + 1) // BITS)
    found: list[Window] = []
    for each in row.rows:
        cells, falls = [cell - row.first for cell in each], _way(each)
        if falls is None:
            return None
        begin = (
            max(cells[0] + 1 - BITS, -1) // BYTE + 1
            if falls
            else min(cells[0] if cells else 0, BITS * (words - 1)) // BYTE
        )
        inside = [cell - BYTE * begin for cell in cells if 0 <= cell - BYTE * begin < BITS]
        if begin > BYTE * (words - 1) or (falls and inside[0] == BITS - 1):
            return None
        bits = sum(1 << cell for cell in inside)
        found.append(Window(begin, bits, falls, len(inside) if len(inside) < len(cells) else -1))
    return tuple(found)


def _way(row: tuple[int, ...]) -> bool | None:
    """Whether the members of a row fall, or rise, as no or one member does; None if they do neither."""
    if all(before < after for before, after in pairwise(row)):
        return False
    return True if all(before > after for before, after in pairwise(row)) else None


def bit_rows(machine: Machine, loop: ops.ForTable, most: int = BITS) -> BitRows | None:
    """The rows that a loop runs over; None if it runs over none, or over members that are too many."""
    found = row_of(machine, loop)
    if found is None or not total(found[0]):
        return None
    cells = rows(machine, found[1], found[2])
    every = {cell for each in cells for cell in each}
    if not every or min(every) < 0 or max(every) - min(every) >= most:
        return None
    return BitRows(found[0], cells, min(every), max(every))
