"""What a set that is kept may hold."""

from __future__ import annotations

import pytest
from semantics.common import world_of

from dsl.semantics import model
from dsl.semantics.expr.kept_sets import may_be_kept

GAME = """
kind Unit
kind Mule is Unit
kind Card
kind Coin
piece "Mule" is Mule
card "Ace" is Card
piece "Coin" is Coin, 63 copies
the table has:
    zone field: cards of Unit
    zone purse: bag of Coin
each player has:
    zone hand: cards of Card, seen by owner
"""


@pytest.mark.parametrize(
    ("kind", "codes"), [("Unit", []), ("Mule", []), ("Player", []), ("Card", ["E104"]), ("Coin", ["E106"])]
)
def test_pieces_that_lie_open_and_not_too_many(kind: str, codes: list[str]) -> None:
    world = world_of(GAME)
    told = len(list(world.bag.all()))
    span = world.things.kinds["Unit"].span
    assert span is not None
    kept = may_be_kept(world, model.ThingSet(world.things.kinds[kind]), span, "marked")
    assert kept == (not codes) and [each.code for each in list(world.bag.all())[told:]] == codes


def test_a_kind_below_that_may_lie_unseen_counts() -> None:
    world = world_of(GAME.replace("hand: cards of Card", "hand: cards of Card or Mule"))
    span = world.things.kinds["Unit"].span
    assert span is not None and not may_be_kept(world, model.ThingSet(world.things.kinds["Unit"]), span, "marked")
