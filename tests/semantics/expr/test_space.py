"""Space: directions, steps, lines, runs."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, world_of

from dsl.semantics import model
from dsl.semantics.expr import space
from dsl.semantics.model import Ref
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say

WAYS = "directions ways: north (0, 1), east (1, 0)\n"


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("step from s along north", model.StepFrom, "a Field or none"),
        ("line from s along north", model.LineFrom, "a set of Field pieces"),
        ("north of s", model.StepFrom, "a Field or none"),
        ("(each t in line from s along north while t.x > 1)", model.Filter, "a set of Field pieces"),
        ("(longest run of t through s along ways where t.x > 1)", model.LongestRun, "a number 0..3"),
    ],
)
def test_space(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text, WAYS)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("step from n along north", "E104"),
        ("step from s along n", "E104"),
        ("(each t in pile while t.cost > 1)", "E104"),
    ],
)
def test_mistakes_of_space(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text, WAYS)
    assert mistakes == [code] and is_bad(expr)


def test_a_space_is_known_as_one() -> None:
    """`is_space` asks the type."""
    world = world_of(PIECES)
    assert space.is_space(world, Ref(world.things.kinds["Field"])) and not space.is_space(
        world, Ref(world.things.kinds["Card"])
    )
