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
from dsl.machine.lower.program.touching import numbers, place, touching
from dsl.semantics import model as m
from dsl.semantics.expr.hexagons import SIDES, shift

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
            for board in self.program.boards:
                if side and not board.points:
                    self._enter(table, board, vector)
                elif vector in SIDES and "edges" in board.parts:
                    _met_by_step(table, board, vector)
            found = self._steps[vector] = tuple(table)
        return found

    def _enter(self, table: list[int], board: m.Board, vector: tuple[int, ...]) -> None:
        """The edges of the spaces and corners of one board of squares."""
        if "east" not in board.parts:
            return
        east, north, corners = board.parts["east"], board.parts["north"], board.parts.get("corners")
        across, up = vector
        for space in numbers(board):
            column, row = place(board, space)
            at = (column - (across < 0), row - (up < 0))
            table[space] = _space(east if across else north, *at)
        for corner in numbers(corners) if corners else ():
            x, y = place(corners, corner) if corners else (0, 0)
            at = (x + (across > 0), y + (up > 0))
            table[corner] = _space(north if across else east, *at)

    def neighbours(self, choices: Sequence[Vectors]) -> Rows:
        """Per choice of directions and space: the edges that steps meet."""
        return packed(
            [[*filter(None, (self.steps(way)[s] for way in ways))] for ways in choices for s in range(self.width)]
        )

    def touching(self, what: str) -> Rows:
        """Per space, edge and corner: what touches it, `spaces`, `edges` or `corners`."""
        found: list[list[int]] = [[] for _ in range(self.width)]
        for board in self.program.boards:
            for thing, others in touching(board, what).items() if board.parts else ():
                found[thing] = others
        return packed(found)

    # ---- lines ------------------------------------------------------------------------------------------------------

    def lines(self, board: m.Board, what: str) -> Lines:
        """What lines between the corners of a board meet: `edges`, `corners` or `spaces`."""
        corners = board.parts["corners"]
        columns, rows = board.dims[0][1], board.dims[1][1]
        places = {corner: place(corners, corner) for corner in range(corners.first, corners.first + spaces_of(corners))}
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


def _met_by_step(table: list[int], board: m.Board, vector: tuple[int, ...]) -> None:
    """The edges that a step from the hexagons of a board meets: their middle is half the step away."""
    edges = board.parts["edges"]
    middles = {(x + u, y + v): edge for edge, (x, y, u, v) in zip(numbers(edges), edges.points, strict=True)}
    across, up = shift(vector)
    for space, (x, y) in zip(numbers(board), board.points, strict=True):
        table[space] = middles.get((2 * x + across, 2 * y + up), 0)


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
