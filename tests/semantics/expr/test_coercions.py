"""Whether a value fits where it is put."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, codes, parsed, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr import coercions
from dsl.semantics.model import Bool, EnumOf, Int, Many, Ref
from dsl.semantics.scopes import is_bad


@pytest.mark.parametrize(
    ("text", "want", "code"),
    [
        ("n", Int(0, 3), None),
        ("12", Int(0, 9), "E106"),
        ("n > 1", Bool(), None),
        ("n", Bool(), "E104"),
        ("down(n)", Int(0, 9, parts=2), None),
        ("(n, 2)", Many(Int(0, 9)), None),
    ],
)
def test_fit(text: str, want: model.Type, code: str | None) -> None:
    """A number may be wider than its place, which says what happens then; one that is surely outside may not."""
    world = world_of(PIECES)
    scope = scope_of(world, n=Int(-4, 9))
    found = coercions.fit(scope, scope.expr(parsed(text)), want, "it")
    assert codes(world) == ([code] if code else []) and is_bad(found) is (code is not None)


def test_a_plain_value_is_moved_up() -> None:
    """Where the enum `or none` is stored, it stands one higher; back again, one lower."""
    world = world_of(PIECES)
    wood = world.things.enums["Wood"]
    scope = scope_of(world, w=EnumOf(wood))
    raised = coercions.fit(scope, scope.expr(parsed("Wood.ash")), EnumOf(wood, True), "it")
    assert isinstance(raised, model.Const) and raised.value == 2
    lowered = coercions.lowered(scope.expr(parsed("w")), EnumOf(wood))
    assert isinstance(lowered, model.Op) and lowered.op == "-"


def test_a_wider_kind_does_not_fit_a_narrower_one() -> None:
    """And the message says how to narrow it."""
    world = world_of(PIECES)
    scope = scope_of(world, c=Ref(world.things.kinds["Card"]))
    coercions.fit(scope, scope.expr(parsed("c")), Ref(world.things.kinds["Beast"]), "it")
    (mistake,) = world.bag.all()
    assert mistake.code == "E104" and "c is Beast" in (mistake.hint or "")


def test_long_words_are_cut() -> None:
    """In messages, and in front of a bracket they stand in parentheses."""
    assert coercions.short(parsed("a" * 60).span) == "a" * 37 + "..."
    assert coercions.in_front(parsed("stock of p").span) == "(stock of p)"
