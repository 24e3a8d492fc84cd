"""Sets, and what is asked of their members."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, parsed, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr import sets
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say
from dsl.syntax import tree


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("(each c in pile)", model.Filter, "a set of Card pieces"),
        ("(number of c in pile)", model.Quantifier, "a number 0..3"),
        ("(sum of c.cost for c in hand of p)", model.Quantifier, "a number 0..27"),
        ("(some c in pile where c.cost > 1)", model.Quantifier, "yes/no"),
        ("(the first c in pile)", model.Quantifier, "a Card or none"),
        ("(highest c.cost for c in pile)", model.Quantifier, "a number 0..9"),
        ("(n, 3)", model.UnionOf, "a set of numbers -4..9"),
        ("(number of i in 1..4)", model.Quantifier, "a number 0..4"),
        ("top of pile", model.EndOfZone, "a Card or none"),
        ("size of pile", model.SizeOf, "a number 0..3"),
    ],
)
def test_sets(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(n, p)", "E104"),
        ("(each b: Field in pile)", "E104"),
        ("(the first i in 1 .. 3)", "E104"),
        ("size of n", "E104"),
        ("(sum of p for c in pile)", "E104"),
    ],
)
def test_mistakes_of_sets(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text)
    assert mistakes == [code] and is_bad(expr)


def test_the_name_of_a_member_is_known_inside() -> None:
    """`bind_members` gives the scope in which it is."""
    world = world_of(PIECES)
    node = parsed("(each b: Beast in pile where b.cost > 1)")
    assert isinstance(node, tree.Quantified)
    inner, over = sets.bind_members(scope_of(world), node.binder)
    assert inner.local("b") is over.local and over.kind is world.things.kinds["Beast"]
