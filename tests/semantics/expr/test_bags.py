"""Bags: counts, sums, what is held."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, parsed, world_of

from dsl.semantics import model
from dsl.semantics.expr import bags
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say
from dsl.syntax import tree


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("p.stock", model.FieldOf, "a bag of Wood up to 9"),
        ("p.stock[ash]", model.CountIn, "a number 0..9"),
        ("size of p.stock", model.SizeOf, "a number 0..18"),
        ("oak in p.stock", model.Op, "yes/no"),
        ("p.stock - {2 oak}", model.Op, "a bag of Wood up to 9"),
    ],
)
def test_bags(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("p.stock[n]", "E104"),
        ("p.stock + 1", "E104"),
        ("c in p.stock", "E104"),
    ],
)
def test_mistakes_of_bags(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text)
    assert mistakes == [code] and is_bad(expr)


def test_braces_with_amounts_are_a_bag() -> None:
    """Plain ones are a set, unless a bag is expected."""
    world = world_of(PIECES)
    amounts, plain = parsed("{2 oak}"), parsed("{oak}")
    assert isinstance(amounts, tree.SetOf) and isinstance(plain, tree.SetOf)
    assert bags.is_written(amounts, None) and not bags.is_written(plain, None)
    assert bags.is_written(plain, model.BagOf(world.things.enums["Wood"], 9))
