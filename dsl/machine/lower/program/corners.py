"""Edges and corners of boards, and what straight lines between corners meet, as constant tables.

Corners are points with whole coordinates, from (0, 0) in the south-west. Where a line goes depends on its two corners
only by their difference, so a table has a row for each difference, and its cells are added to a number that belongs to
the corner where the line begins. All arithmetic is exact.

    row(P, Q) = line[Q] - line[P] + middle          line[corner] = x * (2 * rows + 1) + y
    what is met: base[P] + cell
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from dsl.machine.lower.program.kinds import spaces_of
from dsl.machine.lower.program.topology import Rows, Vectors, packed
from dsl.semantics import model as m

Point = tuple[int, int]
_SIDES = {(0, 1): "north", (1, 0): "east", (0, -1): "south", (-1, 0): "west"}


@dataclass(frozen=True, slots=True)
class Met:
    """What lines meet of one sort: the rows by differences, and what belongs to the corner where a line begins."""

    rows: Rows
    base: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """All lines between the corners of a board: `line` and `middle` give the row, `met` what they meet."""

    line: tuple[int, ...]
    middle: int
    met: tuple[Met, ...]


class Edges:
    """The edges and corners of all boards of a program."""

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self.width = program.space_kind.last + 1
        self._steps: dict[tuple[int, ...], tuple[int, ...]] = {}

    # ---- steps ------------------------------------------------------------------------------------------------------

    def steps(self, vector: tuple[int, ...]) -> tuple[int, ...]:
        """The edge that a step meets, from each space and each corner: its number, or 0."""
        found = self._steps.get(vector)
        if found is None:
            table = [0] * self.width
            side = _SIDES.get(vector) if len(vector) == 2 else None
            for board in self.program.boards if side else ():
                self._enter(table, board, vector)
            found = self._steps[vector] = tuple(table)
        return found

    def _enter(self, table: list[int], board: m.Board, vector: tuple[int, ...]) -> None:
        """The edges of the spaces and corners of one board."""
        if "east" not in board.parts:
            return
        east, north, corners = board.parts["east"], board.parts["north"], board.parts.get("corners")
        across, up = vector
        for space in range(board.first, board.first + spaces_of(board)):
            column, row = _place(board, space)
            place = (column - (across < 0), row - (up < 0))
            table[space] = _space(east if across else north, *place)
        for corner in range(corners.first, corners.first + spaces_of(corners)) if corners else ():
            x, y = _place(corners, corner) if corners else (0, 0)
            place = (x + (across > 0), y + (up > 0))
            table[corner] = _space(north if across else east, *place)

    def neighbours(self, choices: Sequence[Vectors]) -> Rows:
        """Per choice of directions and space: the edges that steps meet."""
        return packed(
            [[*filter(None, (self.steps(way)[s] for way in ways))] for ways in choices for s in range(self.width)]
        )

    def corners(self) -> Rows:
        """Per space, and per edge: its corners."""
        found: list[list[int]] = [[] for _ in range(self.width)]
        for board in self.program.boards:
            corners = board.parts.get("corners")
            for part in (board, *(board.parts.get(name) for name in ("east", "north"))) if corners else ():
                for space in range(part.first, part.first + spaces_of(part)) if part else ():
                    column, row = _place(part, space) if part else (0, 0)
                    xs = (column,) if part is board.parts.get("east") else (column - 1, column)
                    ys = (row,) if part is board.parts.get("north") else (row - 1, row)
                    found[space] = [_space(corners, x, y) for x in xs for y in ys] if corners else []
        return packed(found)

    # ---- lines ------------------------------------------------------------------------------------------------------

    def lines(self, board: m.Board, what: str) -> Lines:
        """What lines between the corners of a board meet: `edges`, `corners` or `spaces`."""
        corners = board.parts["corners"]
        columns, rows = board.dims[0][1], board.dims[1][1]
        places = {
            corner: _place(corners, corner) for corner in range(corners.first, corners.first + spaces_of(corners))
        }
        tall = 2 * rows + 1
        line = self._per_corner({corner: x * tall + y for corner, (x, y) in places.items()})
        middle = columns * tall + rows
        differences = [(x, y) for x in range(-columns, columns + 1) for y in range(-rows, rows + 1)]

        def met(points: Callable[[Point], Iterator[Point]], stride: int, start: Callable[[int, int], int]) -> Met:
            cells = packed([[x * stride + y for x, y in points(difference)] for difference in differences])
            return Met(cells, self._per_corner({corner: start(x, y) for corner, (x, y) in places.items()}))

        if what == "corners":
            return Lines(line, middle, (met(passed, rows + 1, lambda x, y: corners.first + x * (rows + 1) + y),))
        if what == "spaces":
            return Lines(line, middle, (met(crossed, rows, lambda x, y: board.first + x * rows + y),))
        east, north = board.parts["east"], board.parts["north"]
        upright = met(lambda to: _edges(to, upright=True), rows, lambda x, y: east.first + x * rows + y)
        level = met(lambda to: _edges(to, upright=False), rows + 1, lambda x, y: north.first + x * (rows + 1) + y)
        return Lines(line, middle, (upright, level))

    def _per_corner(self, values: dict[int, int]) -> tuple[int, ...]:
        return tuple(values.get(space, 0) for space in range(self.width))


def _place(board: m.Board, space: int) -> Point:
    """The coordinates of a space of a board of columns and rows."""
    (_, _, left), (_, rows, bottom) = board.dims
    column, row = divmod(space - board.first, rows)
    return left + column, bottom + row


def _space(board: m.Board, column: int, row: int) -> int:
    (_, columns, left), (_, rows, bottom) = board.dims
    return (
        board.first + (column - left) * rows + row - bottom
        if (left <= column < left + columns and bottom <= row < bottom + rows)
        else 0
    )


# ---- geometry: lines from (0, 0), nearest first ---------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _passed(to: Point) -> tuple[Point, ...]:
    x, y = to
    parts = gcd(x, y)
    return tuple((x // parts * n, y // parts * n) for n in range(1, parts))


def passed(to: Point) -> Iterator[Point]:
    """The points with whole coordinates inside the line from (0, 0), without its ends."""
    yield from _passed(to)


def crossed(to: Point) -> Iterator[Point]:
    """The squares, each by its south-western corner, whose inside the line from (0, 0) crosses."""
    x, y = to
    if x == 0 or y == 0:
        return
    right, up = (1 if x > 0 else -1), (1 if y > 0 else -1)
    wide, high = abs(x), abs(y)
    # the line enters square (i, j) where it has passed i upright and j level lines
    i = j = 0
    while i < wide and j < high:
        yield (right * i - (right < 0), up * j - (up < 0))
        ahead = (i + 1) * high - (j + 1) * wide  # which of the two next lines comes first
        i, j = i + (ahead <= 0), j + (ahead >= 0)


def _edges(to: Point, *, upright: bool) -> Iterator[Point]:
    """The edges that the line from (0, 0) crosses inside them or runs along: upright ones by their lower end, level
    ones by their left end."""
    x, y = to if upright else (to[1], to[0])
    for across, up in _upright(x, y):
        yield (across, up) if upright else (up, across)


def _upright(x: int, y: int) -> Iterator[Point]:
    if x == 0:
        for n in range(abs(y)):
            yield 0, n if y > 0 else -n - 1
        return
    step = 1 if x > 0 else -1
    for n in range(1, abs(x)):
        above, rest = divmod(y * n, abs(x))
        if rest:
            yield step * n, above
