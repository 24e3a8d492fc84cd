"""Interval arithmetic: between which numbers a result lies, when it is known between which its operands lie.

    ARITHMETIC["+"]((1, 6), (1, 6))    is (2, 12)
    compared("<", (0, 3), (5, 9))      is True: it holds for all of them

The types of the rules, the analysis of the machine and the passes over it all ask here; what becomes of a result that
is too great for its place is for them to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Range = tuple[int, int]
"""The least and the greatest number."""

BIT: Final[Range] = (0, 1)
"""What a condition gives."""
MOST_BITS: Final = 62
"""A shift by more is an error."""


def within(inner: Range, outer: Range) -> bool:
    """Whether one range lies inside another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def union(left: Range | None, right: Range | None) -> Range | None:
    """The range that holds both; None is empty."""
    if left is None or right is None:
        return right if left is None else left
    return min(left[0], right[0]), max(left[1], right[1])


def add(left: Range, right: Range) -> Range:
    """left + right."""
    return left[0] + right[0], left[1] + right[1]


def subtract(left: Range, right: Range) -> Range:
    """left - right."""
    return left[0] - right[1], left[1] - right[0]


def multiply(left: Range, right: Range) -> Range:
    """left * right."""
    corners = [a * b for a in left for b in right]
    return min(corners), max(corners)


def divide(left: Range, right: Range) -> Range:
    """left // right, rounded down; 0 by nothing but 0, which is an error."""
    divisors = [number for number in (*right, -1, 1) if number and right[0] <= number <= right[1]]
    corners = [number // divisor for number in left for divisor in divisors] or [0]
    return min(corners), max(corners)


def remainder(left: Range, right: Range) -> Range:
    """left % right, which has the sign of right."""
    return min(right[0] + 1, 0), max(right[1] - 1, 0)


def lesser(left: Range, right: Range) -> Range:
    """min(left, right)."""
    return min(left[0], right[0]), min(left[1], right[1])


def greater(left: Range, right: Range) -> Range:
    """max(left, right)."""
    return max(left[0], right[0]), max(left[1], right[1])


def bits_of_both(left: Range, right: Range) -> Range:
    """left & right."""
    if left[0] >= 0 and right[0] >= 0:
        return 0, min(left[1], right[1])
    return bits_of_either(left, right)


def bits_of_either(left: Range, right: Range) -> Range:
    """left | right."""
    bits = max(number.bit_length() for number in (*left, *right))
    return (0 if left[0] >= 0 and right[0] >= 0 else -(1 << bits)), (1 << bits) - 1


def shift(left: Range, right: Range) -> Range:
    """left << right."""
    factor = 1 << min(max(right[1], 0), MOST_BITS)
    return min(left[0] * factor, left[0]), max(left[1] * factor, left[1])


def negate(operand: Range) -> Range:
    """-operand."""
    return -operand[1], -operand[0]


def magnitude(operand: Range) -> Range:
    """abs(operand)."""
    low, high = operand
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))


ARITHMETIC: Final[dict[str, Callable[[Range, Range], Range]]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "//": divide,
    "%": remainder,
    "min": lesser,
    "max": greater,
    "&": bits_of_both,
    "|": bits_of_either,
    "<<": shift,
}
"""What two numbers give, by the sign of the machine (see `ops_expr.Bin`)."""


def compared(fn: str, left: Range, right: Range) -> bool | None:
    """Whether a comparison holds for all numbers of two ranges; None if for some it does and for some it does not."""
    match fn:
        case "<" | ">=":
            settled = left[1] < right[0] or left[0] >= right[1]
            return (left[1] < right[0]) == (fn == "<") if settled else None
        case ">" | "<=":
            return compared("<" if fn == ">" else ">=", right, left)
        case _:
            disjoint = left[1] < right[0] or right[1] < left[0]
            same = left == right and left[0] == left[1]
            return same == (fn == "=") if disjoint or same else None
