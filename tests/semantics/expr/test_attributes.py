"""What is asked of one thing."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, parsed, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr import attributes
from dsl.semantics.model import Ref
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("c.cost", model.FieldOf, "a number 0..9"),
        ("cost of c", model.FieldOf, "a number 0..9"),
        ("printed cost of c", model.FieldOf, "a number 0..9"),
        ("hand of p", model.ZoneOf, "a zone of Card"),
        ("owner of c", model.FieldOf, "a Player or none"),
        ("map[2, 1]", model.SpaceAt, "a Field or none"),
        ("x of s", model.FieldOf, "a number 1..3"),
        ("p.stock[oak]", model.CountIn, "a number 0..9"),
        ("holder of c", model.HolderOf, "a Player or none"),
    ],
)
def test_attributes(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("c.colour", "E101"),
        ("n.cost", "E104"),
        ("map[2]", "E105"),
        ('map["z9"]', "E102"),
        ("oak[1]", "E104"),
        ("pile.cost", "E104"),
    ],
)
def test_mistakes_of_attributes(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text)
    assert mistakes == [code] and is_bad(expr)


def test_definitions_are_applied_by_of() -> None:
    """`call_define` gives the call the type of what the definition is."""
    world = world_of(PIECES + "define dear (c: Card) = c.cost > 5\n")
    scope = scope_of(world, c=Ref(world.things.kinds["Card"]))
    span = parsed("c").span
    found = attributes.call_define(scope, span, world.play.defines["dear"], (scope.expr(parsed("c")),))
    assert say(found.type) == "yes/no" and isinstance(scope.expr(parsed("dear of c")), model.CallDefine)
