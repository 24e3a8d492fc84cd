"""What touches what on boards with edges and corners: for squares and for hexagons alike.

Everything lies at points: a space at its corners, an edge at its two ends, a corner at itself. Two things touch if they
have as many points in common as they must; two corners, if an edge leads from one to the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.machine.lower.program.kinds import spaces_of
from dsl.semantics import model as m
from dsl.semantics.expr.hexagons import round_of

Point = tuple[int, int]


def place(board: m.Board, space: int) -> Point:
    """The coordinates of a space of a board of columns and rows."""
    (_, _, left), (_, rows, bottom) = board.dims
    column, row = divmod(space - board.first, rows)
    return left + column, bottom + row


def numbers(board: m.Board) -> range:
    """The numbers of the spaces of a board of the table."""
    return range(board.first, board.first + spaces_of(board))


def touching(board: m.Board, what: str) -> dict[int, list[int]]:
    """Per space, edge and corner of a board: its `spaces`, `edges` or `corners`, in the order of their numbers."""
    wanted = {"spaces": (board,), "edges": board.edges, "corners": _corners(board)}[what]
    outlines = [_outline(board, space) for space in numbers(board)]
    joined = _joined(outlines)
    by_point: dict[Point, list[tuple[int, frozenset[Point]]]] = {}
    for part in wanted:
        for other in numbers(part):
            points = _points(part, other)
            for point in points:
                by_point.setdefault(point, []).append((other, points))
    found: dict[int, list[int]] = {}
    for part in (board, *board.edges, *_corners(board)):
        for thing in numbers(part):
            points = _points(part, thing)
            reach = joined[next(iter(points))] if part.part == what == "corners" else points
            near = {other for point in reach for other, there in by_point.get(point, ()) if _meet(points, there)}
            found[thing] = sorted(near - {thing})
    return found


def _corners(board: m.Board) -> tuple[m.Board, ...]:
    return (board.parts["corners"],) if "corners" in board.parts else ()


def _meet(one: frozenset[Point], other: frozenset[Point]) -> bool:
    """Whether two things touch that may have points in common: edges at an end, spaces along an edge."""
    if len(one) == 1 and len(other) == 1:
        return True  # two corners: an edge leads from one to the other
    between = len(one) == 2 and len(other) == 2
    need = 1 if between or len(one) == 1 or len(other) == 1 else 2
    return len(one & other) >= need


def _joined(outlines: Iterable[list[Point]]) -> dict[Point, set[Point]]:
    """From each corner those at the other ends of its edges."""
    found: dict[Point, set[Point]] = {}
    for outline in outlines:
        for at, point in enumerate(outline):
            found.setdefault(point, set()).update((outline[at - 1], outline[(at + 1) % len(outline)]))
    return found


def _outline(board: m.Board, space: int) -> list[Point]:
    """The corners of a space, round it."""
    if board.points:
        return round_of(board.points[space - board.first])
    column, row = place(board, space)
    left, bottom = column - board.dims[0][2], row - board.dims[1][2]
    return [(left, bottom), (left + 1, bottom), (left + 1, bottom + 1), (left, bottom + 1)]


def _points(part: m.Board, thing: int) -> frozenset[Point]:
    """The points that a space, an edge or a corner lies at."""
    return frozenset(_each_point(part, thing))


def _each_point(part: m.Board, thing: int) -> Iterator[Point]:
    if not part.part:
        yield from _outline(part, thing)
    elif part.points:
        at = part.points[thing - part.first]
        yield (at[0], at[1])
        if len(at) == 4:
            yield (at[2], at[3])
    else:
        column, row = place(part, thing)
        yield (column, row)
        if part.part == "east":
            yield (column, row - 1)
        elif part.part == "north":
            yield (column - 1, row)
