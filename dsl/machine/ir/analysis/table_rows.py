"""Loops over a row of a table of rows: recognised here, so that backends and the meter need not measure what is fixed.

for r in cells[starts[i]:starts[i + 1]]        a loop over row i
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from dsl.machine.ir import ops
from dsl.machine.ir.fold import plus
from dsl.machine.ir.ops import Expr, Machine


def row_of(machine: Machine, loop: ops.ForTable) -> tuple[Expr, int, int] | None:
    """Which row a loop runs over, and the tables of cells and starts; None if it is no loop over a row."""
    match loop.first, loop.last:
        case ops.Look(starts, index), ops.Look(other, following) if starts == other and following == plus(index, 1):
            cells, at = machine.tables[loop.table], machine.tables[starts]
            return (index, loop.table, starts) if _are_rows(cells, at) else None
        case _:
            return None


def rows(machine: Machine, cells: int, starts: int) -> tuple[tuple[int, ...], ...]:
    """The rows of two tables."""
    return _rows(machine.tables[cells], machine.tables[starts])


def longest(machine: Machine, starts: int) -> int:
    """The length of the longest row."""
    at = machine.tables[starts]
    return max((after - before for before, after in pairwise(at)), default=0)


@lru_cache(maxsize=256)
def _are_rows(cells: tuple[int, ...], at: tuple[int, ...]) -> bool:
    """Whether the starts begin at 0, never fall, and end where the cells do: beyond the ends there is nothing."""
    ordered = all(before <= after for before, after in pairwise(at))
    return bool(at) and at[0] == 0 and ordered and at[-1] == len(cells)


@lru_cache(maxsize=256)
def _rows(cells: tuple[int, ...], at: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(cells[before:after] for before, after in pairwise(at))
