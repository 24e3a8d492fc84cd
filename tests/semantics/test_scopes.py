"""Scopes: what a name means, and what conditions teach."""

from __future__ import annotations

import pytest
from semantics.common import parsed, scope_of, world_of

from dsl.semantics.model import Int, Ref
from dsl.semantics.scopes import path_of
from dsl.semantics.types import UNKNOWN

WORLD = """
kind Beast:
    var prey: Beast or none
kind Wolf is Beast
"""


@pytest.mark.parametrize(
    ("condition", "holds", "name", "kind"),
    [
        ("b is Wolf", True, "b", "Wolf"),
        ("b is Wolf", False, "b", None),
        ("b is not Wolf", False, "b", "Wolf"),
        ("b is Wolf and n > 0", True, "b", "Wolf"),
        ("b is Wolf or n > 0", True, "b", None),
        ("not (b is Wolf)", False, "b", "Wolf"),
        ("b.prey is Wolf", True, "b.prey", "Wolf"),
        ("b.prey is not none", True, "b.prey", "not none"),
        ("b.prey is none", True, "b.prey", None),
    ],
)
def test_conditions_narrow_names_and_fields(condition: str, holds: bool, name: str, kind: str | None) -> None:
    """What holds says of which kind something is, or that it is not none."""
    world = world_of(WORLD)
    scope = scope_of(world, b=Ref(world.things.kinds["Beast"]), n=Int(0, 9)).knowing(parsed(condition), holds)
    found = scope.narrow(parsed(name))
    wanted = (
        {"not none": UNKNOWN, None: None}.get(kind) if kind in ("not none", None) else Ref(world.things.kinds["Wolf"])
    )
    assert found == wanted


@pytest.mark.parametrize(
    ("condition", "known"), [("> 0", 1), (">= 1", 1), ("!= 0", 1), (">= 0", 0), ("= 1", 0), ("!= 1", 0)]
)
def test_a_number_above_zero_says_that_a_set_has_members(condition: str, known: int) -> None:
    """`number of` and `size of`, compared with a number."""
    scope = scope_of(world_of(WORLD)).knowing(parsed(f"(number of b in Beast) {condition}"))
    assert len(scope.known_nonempty()) == known


def test_fields_are_forgotten_where_statements_follow() -> None:
    """They may change meanwhile; names stay what they are."""
    world = world_of(WORLD)
    scope = scope_of(world, b=Ref(world.things.kinds["Beast"])).inside(parsed("b is Wolf and b.prey is Wolf"))
    assert scope.narrow(parsed("b")) == Ref(world.things.kinds["Wolf"]) and scope.narrow(parsed("b.prey")) is None


def test_paths() -> None:
    """A name, fields of it, and nothing else."""
    assert path_of(parsed("a.b.c")) == ("a", "b", "c") and path_of(parsed("b of a")) == ("a", "b")
    assert path_of(parsed("a + 1")) == () and path_of(parsed("printed b of a")) == ()
