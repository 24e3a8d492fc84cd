"""Tracks: whether a marker stands in a band, and the number there."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, parsed, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr import tracks
from dsl.semantics.model import Ref
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say
from dsl.syntax import tree


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("p.body is weak", model.IsIn, "yes/no"),
        ("p.body is not weak", model.Op, "yes/no"),
        ("weak of body of p", model.NumberOn, "a number 0..2"),
        ("p.body", model.FieldOf, "a number -5..5"),
    ],
)
def test_tracks(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("p.body is weary", "E101"),
        ("p.gold is weak", "E104"),
    ],
)
def test_mistakes_of_tracks(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text)
    assert mistakes == [code] and is_bad(expr)


def test_a_band_is_no_question_about_other_things() -> None:
    """`band` leaves to comparisons what is about no track."""
    world = world_of(PIECES)
    node = parsed("c is Beast")
    assert isinstance(node, tree.Binary)
    assert tracks.band(scope_of(world, c=Ref(world.things.kinds["Card"])), node) is None
