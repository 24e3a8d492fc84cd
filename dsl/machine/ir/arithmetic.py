"""What the machine's arithmetic gives for two numbers that are known (see `ops_expr.Bin`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.intervals import MOST_BITS

UNFAILING: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "min": min,
    "max": max,
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "=": lambda left, right: int(left == right),
    "!=": lambda left, right: int(left != right),
    "<": lambda left, right: int(left < right),
    "<=": lambda left, right: int(left <= right),
    ">": lambda left, right: int(left > right),
    ">=": lambda left, right: int(left >= right),
    "and": lambda left, right: int(left != 0 and right != 0),
    "or": lambda left, right: int(left != 0 or right != 0),
}
"""What can neither fail of two numbers nor, however often it is done in a row, grow much beyond them."""


def result(fn: str, left: int, right: int) -> int | None:
    """left fn right; None where that is an error."""
    match fn:
        case "*":
            return left * right
        case "//":
            return left // right if right else None
        case "%":
            return left % right if right else None
        case "<<":
            return left << right if 0 <= right <= MOST_BITS else None
        case _:
            return UNFAILING[fn](left, right)
