"""Arithmetic: `+ - * / mod`, `-x`, `min`, `max`, `abs`, `down`, `up`, and sums of bags, which have the same signs."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.expr import bags
from dsl.semantics.expr.coercions import alike, count, counted
from dsl.semantics.model import BagOf, Const, Int, Op
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import absolute, arithmetic, number
from dsl.spoken import said
from dsl.syntax import tree


def calculated(scope: Scope, node: tree.Binary) -> model.Expr:
    """`a + b`, `a - b`, `a * b`, `a / b`, `a mod b`."""
    if node.op not in ("+", "-"):
        return _numbers(scope, node, scope.expr(node.left), scope.expr(node.right))
    left, right = bags.sides(scope, node)
    if isinstance(left.type, BagOf) and isinstance(right.type, BagOf):
        return bags.combined(scope, node, left, right)
    return _numbers(scope, node, left, right)


def _numbers(scope: Scope, node: tree.Binary, left: model.Expr, right: model.Expr) -> model.Expr:
    words, exact = said("what `{1}` is applied to", node.op), node.op in ("+", "-", "*")
    left = counted(scope, node.left, left, words, fractions=exact)
    right = counted(scope, node.right, right, words, fractions=exact)
    if is_bad(left) or is_bad(right):
        return bad(node.span)
    if node.op in ("+", "-"):
        left, right = alike(left, right)
    assert isinstance(left.type, Int) and isinstance(right.type, Int)
    if node.op == "*" and min(left.type.parts, right.type.parts) > 1:
        return scope.error("E104", node.span, said("one of two numbers that are multiplied must be whole"))
    if node.op in ("/", "mod") and right.type.low == right.type.high == 0:
        return scope.error("E106", node.right.span, said("nothing can be divided by 0"))
    return Op(node.span, arithmetic(node.op, left.type, right.type), node.op, (left, right))


def negative(scope: Scope, node: tree.Unary) -> model.Expr:
    """`-x`."""
    inner = count(scope, node.operand, said("what follows `-`"), fractions=True)
    if is_bad(inner):
        return inner
    assert isinstance(inner.type, Int)
    type_ = number(-inner.type.high, -inner.type.low, inner.type.parts)
    if isinstance(inner, Const) and inner.span not in scope.world.choices.changeable:
        return Const(node.span, type_, -inner.value)
    return Op(node.span, type_, "neg", (inner,))


def rounded(scope: Scope, node: tree.Apply) -> model.Expr:
    """`down(x)`, `up(x)`: the whole number below or above a fraction, or the number itself if it is whole."""
    word = node.name.text
    if len(node.args) != 1:
        return scope.error("E105", node.span, said("`{1}` is written `{2}(a)`", word, word))
    inner = count(scope, node.args[0], said("what `{1}` is applied to", word), fractions=True)
    if is_bad(inner):
        return inner
    assert isinstance(inner.type, Int)
    low, high, parts = inner.type.low, inner.type.high, inner.type.parts
    if parts == 1:
        return inner
    if word == "up":
        more = Const(node.span, Int(parts - 1, parts - 1), parts - 1)
        inner = Op(node.span, number(low + parts - 1, high + parts - 1), "+", (inner, more))
        low, high = low + parts - 1, high + parts - 1
    whole_ = number(low // parts, high // parts)
    return Op(node.span, whole_, "/", (inner, Const(node.span, Int(parts, parts), parts)))


def measure(scope: Scope, node: tree.Apply) -> model.Expr:
    """`min(a, b, ...)`, `max(a, b, ...)`, `abs(a)`."""
    word, wanted = node.name.text, 1 if node.name.text == "abs" else 2
    if len(node.args) < wanted or (word == "abs" and len(node.args) > 1):
        example = "abs(a)" if word == "abs" else f"{word}(a, b)"
        return scope.error("E105", node.span, said("`{1}` is written `{2}`", word, example))
    args = [count(scope, arg, said("what `{1}` is applied to", word), fractions=True) for arg in node.args]
    if any(is_bad(arg) for arg in args):
        return bad(node.span)
    found = args[0]
    assert isinstance(found.type, Int)
    if word == "abs":
        return Op(node.span, absolute(found.type), "abs", (found,))
    for arg in args[1:]:
        found, other = alike(found, arg)
        assert isinstance(found.type, Int) and isinstance(other.type, Int)
        found = Op(node.span, arithmetic(word, found.type, other.type), word, (found, other))
    return found
