"""Arithmetic: ranges, fractions, bags."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, parsed, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr import arithmetic
from dsl.semantics.model import Int
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say
from dsl.syntax import tree


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("n + 1", model.Op, "a number -3..10"),
        ("n * 2", model.Op, "a number -8..18"),
        ("n / 2", model.Op, "a number -2..4"),
        ("n mod 5", model.Op, "a number 0..4"),
        ("-n", model.Op, "a number -9..4"),
        ("-3", model.Const, "the number -3"),
        ("abs(n)", model.Op, "a number 0..9"),
        ("min(n, 2, 7)", model.Op, "a number -4..2"),
        ("down(n)", model.LocalRef, "a number -4..9"),
        ("p.stock + {oak}", model.Op, "a bag of Wood up to 10"),
    ],
)
def test_arithmetic(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("n / 0", "E106"),
        ("abs(n, n)", "E105"),
        ("min(n)", "E105"),
        ("n + p", "E104"),
        ("-p", "E104"),
    ],
)
def test_mistakes_of_arithmetic(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text)
    assert mistakes == [code] and is_bad(expr)


def test_both_sides_of_a_sum_are_counted_alike() -> None:
    """`calculated` makes halves of whole numbers, where the other side has halves."""
    world = world_of(PIECES)
    node = parsed("h + n")
    assert isinstance(node, tree.Binary)
    found = arithmetic.calculated(scope_of(world, h=Int(0, 5, parts=2), n=Int(0, 3)), node)
    assert found.type == Int(0, 11, parts=2)
