"""Rows of a printed table as bits, where one word has room for all their members."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.analysis.table_rows import row_of, rows
from dsl.machine.ir.ops import Expr, Machine

MEMBERS: Final = 64
"""Most members that one word has room for. Of boards with more words, walking was as fast: lines end soon."""


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

    def go_one_way(self) -> bool:
        """Whether the members of each row rise, or fall."""
        return all(self._falls(each) or each == tuple(sorted({*each})) for each in self.rows)

    @property
    def falls(self) -> tuple[bool, ...]:
        """Whether the members of each row fall; a row of one rises."""
        return tuple(len(each) > 1 and self._falls(each) for each in self.rows)

    @staticmethod
    def _falls(row: tuple[int, ...]) -> bool:
        return all(before > after for before, after in pairwise(row))


def bit_rows(machine: Machine, loop: ops.ForTable) -> BitRows | None:
    """The rows that a loop runs over; None if it runs over none, or over members that are too many for a word."""
    found = row_of(machine, loop)
    if found is None or not total(found[0]):
        return None
    cells = rows(machine, found[1], found[2])
    every = {cell for each in cells for cell in each}
    if not every or min(every) < 0 or max(every) - min(every) >= MEMBERS:
        return None
    return BitRows(found[0], cells, min(every), max(every))
