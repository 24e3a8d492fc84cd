"""The topology of boards as constant tables: where a step leads, which spaces lie in a line.

Everything here is worked out once, from the declarations. Tables are indexed by the space's own number; what is no
space of a board that has such directions (none among them) has an empty row.

    steps, one direction      table[s]                     the next space, or 0
    steps, any direction      table[d * width + s]
    rows                      cells[starts[r]:starts[r + 1]], r = choice * width + s
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from dsl.machine.lower.program.kinds import spaces_of
from dsl.semantics import model as m
from dsl.semantics.expr.hexagons import SIDES, shift

Vector = tuple[int, ...]
Vectors = tuple[Vector, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of numbers: row r is cells[starts[r]:starts[r + 1]]."""

    cells: tuple[int, ...]
    starts: tuple[int, ...]


class Topology:
    """The boards of a program, as far as steps go. What is asked twice is worked out once."""

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self.width = program.space_kind.last + 1
        self._steps: dict[Vector, tuple[int, ...]] = {}
        self._hexagons: dict[int, dict[tuple[int, ...], int]] = {}
        self._known: dict[Hashable, tuple[Rows, Rows]] = {}

    # ---- one space --------------------------------------------------------------------------------------------------

    def steps(self, vector: Vector) -> tuple[int, ...]:
        """Where a step leads from each space: the next one, or 0."""
        found = self._steps.get(vector)
        if found is None:
            found = self._steps[vector] = tuple(self._step(space, vector) for space in range(self.width))
        return found

    def _step(self, space: int, vector: Vector) -> int:
        found = self._board_of(space)
        if found is None or found[0].coordinates != len(vector):
            return 0
        board, first = found
        if board.points:
            return self._hexagon(board, space, vector)
        rest, at = space - first, 0
        index: list[int] = []
        for _, size, _ in reversed(board.dims):
            index.append(rest % size)
            rest //= size
        for position, change, (_, size, _) in zip(reversed(index), vector, board.dims, strict=True):
            if not 0 <= position + change < size:
                return 0
            at = at * size + position + change
        return first + at

    def _hexagon(self, board: m.Board, space: int, vector: Vector) -> int:
        """Where a step leads from a hexagon, or 0; edges and corners have no steps."""
        if board.part:
            return 0
        at = self._hexagons.get(board.first)
        if at is None:
            at = self._hexagons[board.first] = {point: board.first + i for i, point in enumerate(board.points)}
        x, y = board.points[space - board.first]
        across, up = shift(vector)
        return at.get((x + across, y + up), 0)

    def _board_of(self, space: int) -> tuple[m.Board, int] | None:
        """The board that a space belongs to, and the first space of its holder's part of it."""
        for board in self.program.boards:
            size = spaces_of(board)
            holders = 1 if board.holder is None else board.holder.last - board.holder.first + 1
            if board.first <= space < board.first + size * holders:
                return board, space - (space - board.first) % size
        return None

    def ray(self, space: int, vector: Vector) -> list[int]:
        """The spaces in a direction, nearest first."""
        found: list[int] = []
        steps = self.steps(vector)
        while (space := steps[space]) != 0:
            found.append(space)
        return found

    def axes(self, space: int, vectors: Vectors | None) -> Iterator[tuple[list[int], list[int]]]:
        """The lines through a space: the spaces one way and the other. None: all nearest neighbours lie on them."""
        board = self._board_of(space)
        if board is None:
            return
        around = tuple(SIDES) if board[0].points else _around(len(board[0].dims))
        ways = vectors if vectors is not None else around
        done: set[Vector] = set()
        for way in ways:
            back = tuple(-step for step in way)
            if way not in done and back not in done:
                done.add(way)
                yield self.ray(space, way), self.ray(space, back)

    # ---- rows -------------------------------------------------------------------------------------------------------

    def neighbours(self, choices: Sequence[Vectors]) -> Rows:
        """Per choice of directions and space: the next spaces."""
        return self._per_space(choices, lambda space, ways: filter(None, (self.steps(way)[space] for way in ways)))

    def linked(self, links: m.Links) -> Rows:
        """Per space: the spaces to which links lead, in the order of their numbers."""
        key = ("links", links.name)
        if key not in self._known:
            rows: list[list[int]] = [[] for _ in range(self.width)]
            for one, other in links.pairs:
                rows[links.board.first + one].append(links.board.first + other)
                rows[links.board.first + other].append(links.board.first + one)
            found = packed([sorted(row) for row in rows])
            self._known[key] = found, found
        return self._known[key][0]

    def line(self, choices: Sequence[Vectors]) -> Rows:
        """Per choice of directions and space: all spaces in these directions, one direction after the other."""
        return self._per_space(choices, lambda space, ways: [one for way in ways for one in self.ray(space, way)])

    def rays(self, choices: Sequence[Vectors]) -> tuple[Rows, Rows]:
        """Per choice of directions and space the numbers of its lines; and per number the spaces of that line."""
        key = ("rays", *choices)
        if key not in self._known:
            lines: list[list[int]] = []

            def number(space: int, ways: Vectors) -> Iterator[int]:
                for way in ways:
                    found = self.ray(space, way)
                    if found:
                        lines.append(found)
                        yield len(lines) - 1

            numbers = self._per_space(choices, number)
            self._known[key] = numbers, packed(lines)
        return self._known[key]

    def runs(self, vectors: Vectors | None) -> tuple[Rows, Rows]:
        """Per space the numbers of the lines through it; twice the number is the way on, one more is the way back."""
        key = ("runs", vectors)
        if key not in self._known:
            lines: list[list[int]] = []

            def number(space: int, _: Vectors) -> Iterator[int]:
                for ahead, behind in self.axes(space, vectors):
                    lines.extend((ahead, behind))
                    yield len(lines) // 2 - 1

            numbers = self._per_space([()], number)
            self._known[key] = numbers, packed(lines)
        return self._known[key]

    def _per_space(self, choices: Sequence[Vectors], row: Callable[[int, Vectors], Iterable[int]]) -> Rows:
        return packed([[*row(space, ways)] for ways in choices for space in range(self.width)])


def packed(rows: Sequence[Sequence[int]]) -> Rows:
    """Rows of numbers as one."""
    cells: list[int] = []
    starts = [0]
    for row in rows:
        cells.extend(row)
        starts.append(len(cells))
    return Rows(tuple(cells), tuple(starts))


def _around(size: int) -> Vectors:
    """All steps that change each coordinate by 1 at most."""
    return tuple(step for step in product((-1, 0, 1), repeat=size) if any(step))
