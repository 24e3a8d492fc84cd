"""Pieces of Python text, put together: how tightly each binds, and how many levels it has."""

from __future__ import annotations

from typing import NamedTuple

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.ops import Expr
from dsl.machine.ir.walk import operands

COND, OR, AND, NOT, COMPARE, BITOR, BITAND, SHIFT, SUM, PRODUCT, SIGN, ATOM = range(12)
"""How tightly text binds, loosest first."""

NOT_COMPARE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
COMPARES = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
FLIPPED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
SUMS = {"+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT, "&": BITAND, "|": BITOR, "<<": SHIFT}


class Text(NamedTuple):
    """A piece of Python: how tightly it binds, and how many levels it has."""

    text: str
    level: int = ATOM
    depth: int = 0


def choice(test: Text, then: Text, otherwise: Text) -> Text:
    """then if test else otherwise."""
    parts = [f"({part.text})" if part.level == COND else part.text for part in (then, test, otherwise)]
    deepest = 1 + max(then.depth, test.depth, otherwise.depth)
    return Text(f"{parts[0]} if {parts[1]} else {parts[2]}", COND, deepest)


def bit(test: Text) -> Text:
    """1 if test else 0."""
    inner = f"({test.text})" if test.level == COND else test.text
    return Text(f"1 if {inner} else 0", COND, test.depth + 1)


def join(left: Text, sign: str, right: Text, level: int) -> Text:
    """Two pieces with a sign between them, and brackets only where they are needed."""
    before = left.text if left.level >= level and level != COMPARE else bracket(left, level + 1)
    after = right.text if right.level >= level and level in (AND, OR) else bracket(right, level + 1)
    return Text(f"{before} {sign} {after}", level, 1 + max(left.depth, right.depth))


def levels(text: str) -> int:
    """A bound on the levels of a text that was written already: its brackets."""
    deepest = level = 0
    for character in text:
        if character in "([":
            level += 1
            deepest = max(deepest, level)
        elif character in ")]":
            level -= 1
    return deepest


def tall(expr: Expr, height: int) -> list[Expr]:
    """The parts of an expression to cut out, lower ones first, so that no part is much higher than `height`."""
    heights: dict[int, int] = {}
    found: list[Expr] = []
    pending: list[tuple[Expr, bool]] = [(expr, False)]
    while pending:
        part, ready = pending.pop()
        inner = operands(part)
        if not ready and inner and id(part) not in heights:
            pending.append((part, True))
            pending.extend((operand, False) for operand in inner)
        elif ready and id(part) not in heights:
            above = 1 + max(heights[id(operand)] for operand in inner)
            if above > height and part is not expr:
                found.append(part)
                above = 1
            heights[id(part)] = above
        else:
            heights.setdefault(id(part), 1)
    return found


def number(value: int) -> Text:
    """A number as text."""
    return Text(str(value), ATOM if value >= 0 else SIGN)


def bracket(text: Text, level: int) -> str:
    """The text as something that binds at least so tightly."""
    return text.text if text.level >= level else f"({text.text})"


def between(left: Expr, right: Expr) -> tuple[Expr, int, int] | None:
    """low <= item and item <= high: the item and its bounds."""
    lower, upper = _bounds(left), _bounds(right)
    if lower is None or upper is None or lower[0] != upper[0] or not total(lower[0]):
        return None
    if lower[1] is None:
        lower, upper = upper, lower
    if lower[1] is None or upper[2] is None:
        return None
    return lower[0], lower[1], upper[2]


def _bounds(expr: Expr) -> tuple[Expr, int | None, int | None] | None:
    """What a comparison with a known number says: item, least, greatest."""
    match expr:
        case ops.Bin(fn, ops.Const(number), item):
            fn = FLIPPED.get(fn, "")
        case ops.Bin(fn, item, ops.Const(number)):
            pass
        case _:
            return None
    match fn:
        case ">=":
            return item, number, None
        case ">":
            return item, number + 1, None
        case "<=":
            return item, None, number
        case "<":
            return item, None, number - 1
        case _:
            return None
