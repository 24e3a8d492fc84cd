"""Boards of hexagons in rows: which hexagons, edges and corners there are, where they lie and what they are called.

A hexagon stands on a corner. Its middle is at (x, y): x counts half hexagons to the east, y thirds of a row to the
north, so that everything lies at whole numbers. Hexagons are numbered row by row from the south, each row from the
west; edges and corners from the south-west, row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Point = tuple[int, int]

CORNERS: Final[dict[str, Point]] = {
    "north": (0, 2),
    "northeast": (1, 1),
    "southeast": (1, -1),
    "south": (0, -2),
    "southwest": (-1, -1),
    "northwest": (-1, 1),
}
"""Where the corners of a hexagon lie, from its middle, round it."""

SIDES: Final[dict[tuple[int, int], str]] = {
    (1, 0): "east",
    (0, 1): "northeast",
    (-1, 1): "northwest",
    (-1, 0): "west",
    (0, -1): "southwest",
    (1, -1): "southeast",
}
"""The steps from a hexagon to those beside it: so many to the east, so many to the north-east."""


@dataclass(frozen=True, slots=True)
class Comb:
    """Things of one sort of a board of hexagons: what each is called, and the points that it lies at.

    A hexagon has its middle, a corner itself, an edge its two ends (as four numbers).
    """

    names: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]


def shift(step: tuple[int, ...]) -> Point:
    """How far a step leads from the middle of a hexagon."""
    return 2 * step[0] + step[1], 3 * step[1]


def round_of(middle: Sequence[int]) -> list[Point]:
    """The corners of the hexagon with this middle, round it."""
    return [(middle[0] + x, middle[1] + y) for x, y in CORNERS.values()]


def rows_within(radius: int) -> list[int]:
    """How many hexagons the rows have of a board that reaches so far from its middle."""
    return [2 * radius + 1 - abs(row) for row in range(-radius, radius + 1)]


def hexagons(rows: Sequence[int]) -> Comb:
    """The hexagons of rows, the northernmost first; each row stands in the middle."""
    names: list[str] = []
    points: list[Point] = []
    for number, count in enumerate(reversed(rows)):
        for at in range(count):
            names.append(f"{_letters(number)}{at + 1}")
            points.append((2 * at - count + 1, 3 * number))
    return Comb(tuple(names), tuple(points))


def _letters(number: int) -> str:
    """a to z, then aa, ab .."""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def edges(spaces: Comb) -> Comb:
    """The edges of hexagons: called by the two hexagons that they part, at the border `west of a1`."""
    by_point = dict(zip(spaces.points, spaces.names, strict=True))
    found: dict[tuple[int, ...], str] = {}
    for (x, y), name in by_point.items():
        for step, side in SIDES.items():
            dx, dy = shift(step)
            ends = sorted(set(round_of((x, y))) & set(round_of((x + dx, y + dy))))
            other = by_point.get((x + dx, y + dy))
            found.setdefault((*ends[0], *ends[1]), f"{name}-{other}" if other else f"{side} of {name}")
    order = sorted(found, key=lambda ends: (ends[1] + ends[3], ends[0] + ends[2]))
    return Comb(tuple(found[ends] for ends in order), tuple(order))


def corners(spaces: Comb) -> Comb:
    """The corners of hexagons: called by the three hexagons that meet there, at the border `corner north of a1`."""
    meeting: dict[Point, list[str]] = {}
    word: dict[Point, str] = {}
    for middle, name in zip(spaces.points, spaces.names, strict=True):
        for point, side in zip(round_of(middle), CORNERS, strict=True):
            meeting.setdefault(point, []).append(name)
            word.setdefault(point, f"{side} of {name}")
    order = sorted(meeting, key=lambda point: (point[1], point[0]))
    names = ("-".join(meeting[point]) if len(meeting[point]) == 3 else word[point] for point in order)
    return Comb(tuple(f"corner {name}" for name in names), tuple(order))
