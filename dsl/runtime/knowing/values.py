"""Numbers that somebody knows, or of whom he knows only what they may be.

A value is a number; or an `Of`: it follows from one thing that is unknown (which piece lies in a place, where a piece
lies), and says for each way that thing may be what it is then; or a `Some`: one of a set. What is possible is worked
out from what the viewer knows, so a value is the same in all positions that look the same to him.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dsl.machine.ir.arithmetic import result

MOST: Final = 512
"""More values than that are not told apart: anything may be."""

PAIRS: Final = MOST * 8
"""So many pairs of values are worked out at the most; of more, anything may come."""


class Hidden(Exception):
    """The answer depends on something that the viewer does not know."""


class Variable:
    """One thing that is unknown, with the ways it may be. slot: the piece that lies in the place in question, if that
    is what is unknown (0: something else is).
    """

    __slots__ = ("size", "slot")

    def __init__(self, size: int, slot: int = 0) -> None:
        self.size = size
        self.slot = slot


class Of:
    """A number that follows from a variable: vals says it for each way the variable may be."""

    __slots__ = ("is_piece", "vals", "var")

    def __init__(self, var: Variable, vals: tuple[int, ...], *, is_piece: bool = False) -> None:
        """is_piece: it is the piece itself that lies in the place which the variable is about."""
        self.var = var
        self.vals = vals
        self.is_piece = is_piece


class Some:
    """One of some numbers; None: any number."""

    __slots__ = ("vals",)

    def __init__(self, vals: frozenset[int] | None) -> None:
        self.vals = vals


Known = int | Of | Some

BOTH: Final = Some(frozenset((0, 1)))
ANY: Final = Some(None)

_COMPARISONS: Final = frozenset(("=", "!=", "<", "<=", ">", ">=", "and", "or"))


_FAILING: Final = frozenset(("//", "%", "<<"))


def of(var: Variable, vals: tuple[int, ...]) -> Known:
    """What follows from a variable; a number if it is always the same."""
    first = vals[0]
    return first if all(each == first for each in vals) else Of(var, vals)


def some(vals: frozenset[int] | None) -> Known:
    """One of a set of numbers; the number if there is but one."""
    if vals is None or len(vals) > MOST:
        return ANY
    return next(iter(vals)) if len(vals) == 1 else Some(vals)


def span(low: int, high: int) -> Known:
    """A number of a range."""
    return some(frozenset(range(low, high + 1))) if high - low < MOST else ANY


def possible(value: Known) -> frozenset[int] | None:
    """The numbers that a value may be; None: any."""
    if isinstance(value, int):
        return frozenset((value,))
    return frozenset(value.vals) if isinstance(value, Of) else value.vals


def join(values: Sequence[Known]) -> Known:
    """One of several values."""
    first = values[0]
    if all(same(first, each) for each in values):
        return first
    found: frozenset[int] = frozenset()
    for each in values:
        inside = possible(each)
        if inside is None:
            return ANY
        found |= inside
    return some(found)


def same(one: Known, other: Known) -> bool:
    """Whether two values are certainly equal."""
    if isinstance(one, int) or isinstance(other, int):
        return isinstance(one, int) and isinstance(other, int) and one == other
    return isinstance(one, Of) and isinstance(other, Of) and one.var is other.var and one.vals == other.vals


def verdict(value: Known) -> bool | None:
    """Whether a value is certainly not 0 (True), certainly 0 (False), or may be either."""
    if isinstance(value, int):
        return value != 0
    if value.vals is None:
        return None
    nothing = 0 in value.vals
    if not nothing:
        return True
    return None if any(value.vals) else False


def one(fn: Callable[[int], int], value: Known) -> Known:
    """A function of a value."""
    if isinstance(value, int):
        return fn(value)
    if isinstance(value, Of):
        return of(value.var, tuple(map(fn, value.vals)))
    return ANY if value.vals is None else some(frozenset(map(fn, value.vals)))


def two(fn: str, left: Known, right: Known) -> Known:
    """left fn right, an operation of the machine; Hidden where it may be an error."""
    along = _together(fn, left, right)
    if along is not None:
        return along
    a, b = possible(left), possible(right)
    if a is None or b is None or len(a) * len(b) > PAIRS:
        if fn in _FAILING and (b is None or any(result(fn, 1, each) is None for each in b)):
            raise Hidden
        return BOTH if fn in _COMPARISONS else ANY
    sure = _sure(fn)
    return some(frozenset(sure(x, y) for x in a for y in b))


def ways(value: Known) -> int:
    """For how many ways something is worked out that follows from a value."""
    if isinstance(value, int):
        return 1
    return len(value.vals) if value.vals is not None else 1


def _together(fn: str, left: Known, right: Known) -> Known | None:
    """The same of what follows from one variable at most, or of pieces in two places; None of other values."""
    if isinstance(left, Of) and isinstance(right, Of):
        if left.var is right.var:
            return of(left.var, tuple(map(_sure(fn), left.vals, right.vals)))
        if left.is_piece and right.is_piece and fn in ("=", "!="):
            return int(fn == "!=")  # what lies in another place is another piece
    elif isinstance(left, Of) and isinstance(right, int):
        return of(left.var, tuple(_sure(fn)(each, right) for each in left.vals))
    elif isinstance(left, int) and isinstance(right, Of):
        return of(right.var, tuple(_sure(fn)(left, each) for each in right.vals))
    return None


def chosen(test: Known, then: Known, otherwise: Known) -> Known:
    """then if test else otherwise, where the test may come out either way."""
    if isinstance(test, Of):
        left, right = _along(test.var, then), _along(test.var, otherwise)
        if left is not None and right is not None:
            found = tuple(a if each else b for each, a, b in zip(test.vals, left, right, strict=True))
            return of(test.var, found)
    return join([then, otherwise])


def _along(var: Variable, value: Known) -> tuple[int, ...] | None:
    """A value for each way a variable may be, if it follows from that one."""
    if isinstance(value, int):
        return (value,) * var.size
    return value.vals if isinstance(value, Of) and value.var is var else None


def _sure(fn: str) -> Callable[[int, int], int]:
    def apply(left: int, right: int) -> int:
        found = result(fn, left, right)
        if found is None:
            raise Hidden
        return found

    return apply
