"""Comparisons: what can be equal, what is in what."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, codes, parsed, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr import comparisons
from dsl.semantics.model import Ref
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("n < 3", model.Op, "yes/no"),
        ("c is Beast", model.IsKind, "yes/no"),
        ('c is "Ann"', model.IsKind, "yes/no"),
        ("c.wood = oak", model.Op, "yes/no"),
        ("c is copy of c", model.Op, "yes/no"),
        ("c in hand of p", model.IsIn, "yes/no"),
        ("c not in pile", model.Op, "yes/no"),
        ("n in 1 .. 3", model.IsIn, "yes/no"),
        ("p.stock >= {oak}", model.Op, "yes/no"),
    ],
)
def test_comparisons(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("c = n", "E104"),
        ("p is Beast", "E104"),
        ("p < p", "E104"),
        ("p in pile", "E104"),
        ("n is copy of n", "E104"),
    ],
)
def test_mistakes_of_comparisons(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text)
    assert mistakes == [code] and is_bad(expr)


def test_none_is_understood_by_the_other_side() -> None:
    """Whichever side it stands on: `is_weak` tells which side is looked at second."""
    world = world_of(PIECES)
    scope = scope_of(world, c=Ref(world.things.kinds["Card"]))
    assert comparisons.is_weak(scope, parsed("none")) and comparisons.is_weak(scope, parsed("oak"))
    assert not comparisons.is_weak(scope, parsed("c"))
    scope.expr(parsed("none = owner of c"))
    assert codes(world) == []
