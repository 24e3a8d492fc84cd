"""How many uses of a limit are left."""

from __future__ import annotations

import pytest
from semantics.common import codes, parsed, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr.uses_left import uses_left
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say
from dsl.semantics.world import World

LIMITS = """
kind Tool
each player has:
    helpers: 0..3 = 1
    var gold: 0..9
limit stokings: 1 per game
limit blows: helpers of me per game each player
limit wear: 2 per game each Tool
limit calls: helpers of me per game
"""


def asked(world: World, subject: str, **locals_: model.Type) -> model.Expr | None:
    node = parsed(subject)
    return uses_left(scope_of(world, **locals_), node.span, node)


def test_what_is_asked() -> None:
    """The count of all, of a player who is `me` in the number, of a piece; nothing of what is no limit."""
    world = world_of(LIMITS)
    player = model.Ref(world.player)
    tool = model.Ref(world.things.kinds["Tool"])
    alone, of, own, worn = (
        asked(world, "stokings"),
        asked(world, "blows of p", p=player),
        asked(world, "blows", me=player),
        asked(world, "wear", this=tool),
    )
    assert isinstance(alone, model.UsesLeft) and alone.key is None and alone.me is None
    assert say(alone.type).startswith("a number 0..")
    assert isinstance(of, model.UsesLeft) and isinstance(own, model.UsesLeft) and isinstance(worn, model.UsesLeft)
    assert of.key is of.me and own.key is own.me and own.key is not None
    assert worn.key is not None and worn.me is None
    assert asked(world, "stokings", stokings=player) is None
    assert codes(world) == []
    for what in ("gold of p", "players"):
        wrong = asked(world, what, p=player)
        assert wrong is not None and is_bad(wrong)
    assert codes(world) == ["E101", "E101"]


@pytest.mark.parametrize("subject", ["blows", "wear", "stokings of p", "calls"])
def test_whose_count_is_not_clear(subject: str) -> None:
    world = world_of(LIMITS)
    asked(world, subject, p=model.Ref(world.player))
    assert codes(world) == ["E105"]
