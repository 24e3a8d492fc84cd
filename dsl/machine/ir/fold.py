"""Making expressions of the machine: small constructors that fold what is known.

    both(Const(1), x)        becomes x
    plus(plus(r0, 2), 3)     becomes r0 + 5
    choose(Const(0), a, b)   becomes b

Everything here is a function of machine expressions alone. Folding keeps the meaning exactly, errors included: a
division by a known 0 is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.machine.ir.arithmetic import result
from dsl.machine.ir.ops import Bin, Const, Expr, If, ListReg, Load, Look, Reg, Un

NO: Final = Const(0)
YES: Final = Const(1)


def simple(expr: Expr) -> bool:
    """Whether an expression costs nothing and may be written several times."""
    return isinstance(expr, Const | Reg | ListReg)


def binary(fn: str, left: Expr, right: Expr) -> Expr:
    """left fn right, folded if both are known."""
    if fn == "and":
        return both(left, right)
    if fn == "or":
        return either(left, right)
    if fn in ("+", "-"):
        return plus(left, right) if fn == "+" else minus(left, right)
    if isinstance(left, Const) and isinstance(right, Const):
        known = result(fn, left.value, right.value)
        if known is not None:
            return Const(known)
    if fn == "*" and Const(1) in (left, right):
        return right if left == Const(1) else left
    return Bin(fn, left, right)


def plus(left: Expr, right: Expr | int) -> Expr:
    """left + right; constants are gathered on the right."""
    other = Const(right) if isinstance(right, int) else right
    if isinstance(left, Const):
        left, other = other, left
    if isinstance(other, Const):
        if isinstance(left, Const):
            return Const(left.value + other.value)
        if isinstance(left, Bin) and left.fn in ("+", "-") and isinstance(left.right, Const):
            known = left.right.value if left.fn == "+" else -left.right.value
            return plus(left.left, known + other.value)
        if other.value == 0:
            return left
        return Bin("+", left, other) if other.value > 0 else Bin("-", left, Const(-other.value))
    return Bin("+", left, other)


def minus(left: Expr, right: Expr | int) -> Expr:
    """left - right."""
    other = Const(right) if isinstance(right, int) else right
    if isinstance(other, Const):
        return plus(left, -other.value)
    return Bin("-", left, other)


def both(left: Expr, right: Expr) -> Expr:
    """Whether left and right hold; right is asked only if left holds."""
    if isinstance(left, Const):
        return truth(right) if left.value else NO
    if right == YES:
        return truth(left)
    return Bin("and", left, right)


def either(left: Expr, right: Expr) -> Expr:
    """Whether left or right holds; right is asked only if left does not."""
    if isinstance(left, Const):
        return YES if left.value else truth(right)
    if right == NO:
        return truth(left)
    return Bin("or", left, right)


def every(parts: Iterable[Expr]) -> Expr:
    """Whether all parts hold."""
    result: Expr = YES
    for part in parts:
        result = part if result == YES else both(result, part)
    return result


def some(parts: Iterable[Expr]) -> Expr:
    """Whether one of the parts holds."""
    result: Expr = NO
    for part in parts:
        result = part if result == NO else either(result, part)
    return result


def truth(expr: Expr) -> Expr:
    """A condition as 1 or 0: only constants need it, for the conditions of the rules are 1 or 0."""
    if isinstance(expr, Const):
        return YES if expr.value else NO
    return expr


def negate(expr: Expr) -> Expr:
    """not expr."""
    match expr:
        case Const():
            return NO if expr.value else YES
        case Un(fn="not"):
            return truth(expr.operand)
        case Bin(fn="="):
            return Bin("!=", expr.left, expr.right)
        case Bin(fn="!="):
            return Bin("=", expr.left, expr.right)
        case _:
            return Un("not", expr)


def equals(left: Expr, right: Expr | int) -> Expr:
    """left = right."""
    return binary("=", left, Const(right) if isinstance(right, int) else right)


def between(expr: Expr, low: int, high: int) -> Expr:
    """low <= expr <= high; the expression is written twice if low < high, so it should be simple."""
    if low > high:
        return NO
    if low == high:
        return equals(expr, low)
    return both(binary("<=", Const(low), expr), binary("<=", expr, Const(high)))


def choose(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    """then if test else otherwise."""
    if isinstance(test, Const):
        return then if test.value else otherwise
    if then == otherwise and simple(then):
        return then
    return If(test, then, otherwise)


def limited(expr: Expr, low: int, high: int) -> Expr:
    """The nearest number of low..high."""
    return binary("max", Const(low), binary("min", Const(high), expr))


def load(base: int, index: Expr) -> Expr:
    """S[base + index]."""
    if isinstance(index, Const):
        return Load(base + index.value, NO)
    if isinstance(index, Bin) and index.fn in ("+", "-") and isinstance(index.right, Const):
        return Load(base + (index.right.value if index.fn == "+" else -index.right.value), index.left)
    return Load(base, index)


def look(table: int, values: tuple[int, ...], index: Expr) -> Expr:
    """tables[table][index], where `values` is that table."""
    if values and all(value == 0 for value in values):
        return NO
    if isinstance(index, Const):
        return Const(values[index.value] if 0 <= index.value < len(values) else 0)
    return Look(table, index)
