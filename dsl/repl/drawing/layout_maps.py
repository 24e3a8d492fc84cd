"""Layouts as maps: the cells round the pieces, with the numbers of columns and rows that moves are written with."""

from __future__ import annotations

from collections.abc import Callable

from dsl.repl.drawing.grid import NARROWEST_CELL, Strokes, grid
from dsl.repl.output import Line, line
from dsl.runtime.information.views import ItemView, ZoneView

ROOM = 8
"""Columns of a cell below which the map is drawn without the empty cells at its sides."""


def is_map(shown: ZoneView) -> bool:
    """Whether a zone is drawn as a map."""
    return shown.shape == "layout" and any(each.cell for each in shown.items)


def layout(shown: ZoneView, columns: int, draw: Strokes, lines: Callable[[ItemView], list[Line]]) -> list[Line]:
    """The pieces of a layout where they lie, the highest row first. lines: what stands in the cell of a piece."""
    pieces = {each.cell: each for each in shown.items if each.cell is not None}
    across, down = [column for column, _ in pieces], [row for _, row in pieces]
    left, right = min(across) - 1, max(across) + 1
    if (columns - 4) // (right - left + 1) < max(ROOM, NARROWEST_CELL):
        left, right = left + 1, right - 1
    width = range(left, right + 1)
    rows: list[tuple[str, list[list[Line]]]] = []
    for row in range(max(down) + 1, min(down) - 2, -1):
        empty = [line((f" {draw.dot}", "dim"))]
        cells = [lines(piece) if (piece := pieces.get((column, row))) else empty for column in width]
        rows.append((str(row), cells))
    names = [[f"{column} {row}" for column in width] for row, _ in rows]
    return grid(rows, [str(column) for column in width], columns, draw, names)
