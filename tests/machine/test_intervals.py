"""Interval arithmetic holds what plain arithmetic gives, and no more where it can know better."""

from __future__ import annotations

from itertools import product

import pytest

from dsl.intervals import ARITHMETIC, Range, compared, magnitude, negate, union, within
from dsl.machine.ir.arithmetic import UNFAILING, result

SMALL = [(low, high) for low in range(-3, 4) for high in range(low, 4)]
EXACT = frozenset(("+", "-", "min", "max", "*", "//"))


def numbers(range_: Range) -> range:
    """The numbers of a range."""
    return range(range_[0], range_[1] + 1)


@pytest.mark.parametrize("fn", sorted(ARITHMETIC))
def test_a_range_holds_every_result(fn: str) -> None:
    """Of all pairs of small ranges; sums, products and quotients are as narrow as can be."""
    for left, right in product(SMALL, SMALL):
        known = ARITHMETIC[fn](left, right)
        found = [result(fn, a, b) for a in numbers(left) for b in numbers(right)]
        there = [each for each in found if each is not None]
        assert all(known[0] <= each <= known[1] for each in there), (left, right)
        if fn in EXACT and there:
            assert known == (min(there), max(there)), (left, right)


@pytest.mark.parametrize("fn", ["=", "!=", "<", "<=", ">", ">="])
def test_a_comparison_is_settled_when_all_pairs_agree(fn: str) -> None:
    """True and False are said of all pairs; None where they differ."""
    for left, right in product(SMALL, SMALL):
        answers = {bool(UNFAILING[fn](a, b)) for a in numbers(left) for b in numbers(right)}
        assert compared(fn, left, right) == (answers.pop() if len(answers) == 1 else None), (left, right)


@pytest.mark.parametrize("range_", SMALL)
def test_signs(range_: Range) -> None:
    """-x and abs(x)."""
    assert negate(range_) == (min(-x for x in numbers(range_)), max(-x for x in numbers(range_)))
    assert magnitude(range_) == (min(abs(x) for x in numbers(range_)), max(abs(x) for x in numbers(range_)))


def test_ranges_as_sets() -> None:
    """Nothing is None."""
    assert union(None, (1, 2)) == (1, 2) == union((1, 2), None)
    assert union((1, 2), (5, 9)) == (1, 9) and union(None, None) is None
    assert within((2, 3), (2, 3)) and not within((1, 3), (2, 3)) and not within((2, 4), (2, 3))


@pytest.mark.parametrize(("fn", "right"), [("//", 0), ("%", 0), ("<<", -1), ("<<", 63)])
def test_what_fails_has_no_result(fn: str, right: int) -> None:
    """Division by 0, and shifts by too much or backwards."""
    assert result(fn, 5, right) is None
