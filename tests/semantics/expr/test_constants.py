"""Constants: what must be known before anything is played."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, codes, parsed, world_of

from dsl.semantics.expr.constants import card_copy, constant, player_id, whole_number
from dsl.semantics.model import Bool, EnumOf, Int
from dsl.syntax import tree

OPTIONS = 'option size: 1..9 = 4 "how large"\n'


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("-2", -2), ("size", 4), ("size + 1", 5), ("players", None), ("nothing_known", None)]
)
def test_whole_numbers(text: str, number: int | None) -> None:
    """Written out, or the name of an option; everything else is a mistake that is told."""
    world = world_of(OPTIONS)
    assert whole_number(world, parsed(text)) == number
    assert len(codes(world)) == (number is None)


def test_constants_of_types() -> None:
    """Each type has its own; a value outside it is none."""
    world = world_of(PIECES)
    wood = EnumOf(world.things.enums["Wood"])
    assert constant(world, parsed("ash"), wood, "it") == 1 and constant(world, parsed("yes"), Bool(), "it") == 1
    assert constant(world, parsed("none"), EnumOf(wood.enum, True), "it") == 0
    assert constant(world, parsed("12"), Int(0, 9), "it") is None and codes(world) == ["E106"]


def test_copies_and_players() -> None:
    """A card by its title, a player by his number."""
    world = world_of(PIECES)
    node = parsed('"Ann"')
    assert isinstance(node, tree.CardRef)
    found = card_copy(world, node)
    assert found is not None and found[0].title == "Ann" and found[1] == found[0].first
    assert player_id(world, node.span, 2) == 2 and player_id(world, node.span, 3) is None and codes(world) == ["E150"]
