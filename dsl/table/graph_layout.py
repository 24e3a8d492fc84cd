"""Where the spaces of a board that is a graph stand on a page: near those that links join to them.

Worked out by stress: two spaces want to be as far from each other as there are links between them. Nothing is drawn by
lot, so the same board looks the same everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final

Point = tuple[float, float]
Pairs = tuple[tuple[int, int], ...]

_ROUNDS: Final = 60
_LINK: Final = 1.7
"""How long a link wants to be, in sides of a space."""
_NEAR: Final = 1.25
"""How near to each other two spaces may stand, in sides of a space."""


@lru_cache(maxsize=32)
def laid_out(count: int, pairs: Pairs) -> tuple[Point, ...]:
    """Left upper ends of the spaces in sides of a space, none below 0. Nothing if there are no links."""
    if not pairs:
        return ()
    far = _distances(count, pairs)
    points = _beginning(far)
    for _ in range(_ROUNDS):
        for at in range(count):
            points[at] = _pulled(at, points, far[at])
    points = [(x * _LINK, y * _LINK) for x, y in points]
    for _ in range(_ROUNDS):
        if not _apart(points):
            break
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return tuple((round(x - left, 2), round(y - top, 2)) for x, y in points)


def _distances(count: int, pairs: Pairs) -> list[list[int]]:
    """How many links lie between any two spaces; where no way leads, more than there are anywhere else."""
    beside: list[list[int]] = [[] for _ in range(count)]
    for one, other in pairs:
        beside[one].append(other)
        beside[other].append(one)
    found: list[list[int]] = []
    for start in range(count):
        row = [-1] * count
        row[start] = 0
        queue = [start]
        for here in queue:
            for each in beside[here]:
                if row[each] < 0:
                    row[each] = row[here] + 1
                    queue.append(each)
        found.append(row)
    most = 1 + max(max(row) for row in found)
    return [[most if each < 0 else each for each in row] for row in found]


def _beginning(far: list[list[int]]) -> list[Point]:
    """By how far the spaces are from two that are far from each other, and from one that is far from both."""
    count = len(far)
    one = max(range(count), key=lambda at: (max(far[at]), -at))
    two = max(range(count), key=lambda at: (far[one][at], -at))
    three = max(range(count), key=lambda at: (min(far[one][at], far[two][at]), -at))
    return [
        ((far[one][at] - far[two][at]) / 2 + at * 0.618 % 1 / 4, float(far[three][at]) + at * 0.414 % 1 / 4)
        for at in range(count)
    ]


def _pulled(at: int, points: list[Point], far: list[int]) -> Point:
    """Where a space wants to stand, as the others stand now."""
    x, y = points[at]
    across = down = weight = 0.0
    for other, (ox, oy) in enumerate(points):
        if other != at:
            wanted = far[other]
            scale = wanted / (hypot(x - ox, y - oy) or 1e-6)
            share = 1 / (wanted * wanted)
            across += share * (ox + (x - ox) * scale)
            down += share * (oy + (y - oy) * scale)
            weight += share
    return across / weight, down / weight


def _apart(points: list[Point]) -> bool:
    """Push apart what stands too near; whether something did."""
    moved = False
    for one in range(len(points)):
        for other in range(one):
            dx, dy = points[one][0] - points[other][0], points[one][1] - points[other][1]
            if max(abs(dx), abs(dy)) < _NEAR - 0.01:
                moved = True
                gap = (_NEAR - max(abs(dx), abs(dy))) / 2
                by = (gap if dx >= 0 else -gap, 0.0) if abs(dx) >= abs(dy) else (0.0, gap if dy >= 0 else -gap)
                points[one] = points[one][0] + by[0], points[one][1] + by[1]
                points[other] = points[other][0] - by[0], points[other][1] - by[1]
    return moved
