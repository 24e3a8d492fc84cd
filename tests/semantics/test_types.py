"""The finite types: what holds both of two, the ranges of results, and how a type is said."""

from __future__ import annotations

import pytest

from dsl.semantics import types
from dsl.semantics.model import Bool, Int, Kind, Many, Ref, ZoneValue
from dsl.spoken import article

PIECE = Kind("Piece", "piece", None, None)
BEAST = Kind("Beast", "beast", PIECE, None, first=5, last=7)
HOUSE = Kind("House", "house", PIECE, None)
ALONE = Kind("Player", "player", None, None)


@pytest.mark.parametrize(
    ("a", "b", "whole"),
    [
        (Int(0, 3), Int(2, 9), Int(0, 9)),
        (Int(0, 3, parts=2), Int(0, 3), None),
        (Ref(BEAST), Ref(HOUSE, True), Ref(PIECE, True)),
        (Ref(BEAST), Ref(ALONE), None),
        (ZoneValue(BEAST), ZoneValue(HOUSE), ZoneValue(PIECE)),
        (Many(Int(1, 1)), Many(Int(4, 4)), Many(Int(1, 4))),
        (Bool(), Bool(), Bool()),
        (Bool(), Int(0, 1), None),
        (types.UNKNOWN, Bool(), types.UNKNOWN),
    ],
)
def test_join(a: types.Type, b: types.Type, whole: types.Type | None) -> None:
    """The narrowest type of both, in whichever order they come."""
    assert types.join(a, b) == types.join(b, a) == whole


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "mod", "min", "max"])
def test_ranges_hold_every_result(op: str) -> None:
    """The range of a result has its ends where the results have theirs, if nothing is divided by less than 1."""
    a, b = Int(-3, 4), Int(1, 3)
    do = {
        "+": int.__add__,
        "-": int.__sub__,
        "*": int.__mul__,
        "/": int.__floordiv__,
        "mod": int.__mod__,
        "min": min,
        "max": max,
    }
    results = [do[op](x, y) for x in range(-3, 5) for y in range(1, 4)]
    assert types.arithmetic(op, a, b) == Int(min(results), max(results))


def test_types_are_said_and_written() -> None:
    """With an article to people, without one in a signature."""
    assert types.say(Int(3, 3)) == "the number 3" and types.say(Int(0, 4, parts=2)) == "a number 0..2 in halves"
    assert types.say(Many(Ref(BEAST))) == "a set of Beast pieces" and article("Uniform") == "a Uniform"
    assert types.written(Ref(BEAST, True)) == "Beast or none" and types.written(Bool()) == "yes/no"


def test_what_is_stored() -> None:
    """The numbers that stand for the values of a type, and where one starts."""
    assert types.highest_stored(Ref(BEAST)) == 7 and types.start_value(Ref(BEAST)) == 5
    assert types.start_value(Int(-2, 4)) == 0 and types.start_value(Int(3, 4)) == 3
    assert types.number(-(2**40), 2**40) == Int(types.LOWEST, types.HIGHEST)
