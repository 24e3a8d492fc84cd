"""`each Suit and Rank`: the cards that an item makes."""

from __future__ import annotations

from semantics.common import codes, world_of

from dsl.semantics.declare.combinations import titles
from dsl.syntax import tree

DECK = """
enum Suit: red "Red", blue
enum Rank: one, two
kind Card:
    suit: Suit
    rank: Rank
card "{rank} of {suit}" is Card, 1 copies each Suit and Rank
"""


def test_every_combination_has_a_title_of_its_own() -> None:
    """The last enum changes fastest; labels are shown, values are printed."""
    world = world_of(DECK)
    item = next(item for item in world.setup.files[0].items if isinstance(item, tree.CardItem))
    found = titles(world, world.things.kinds["Card"], item)
    assert [named.title for named in found] == ["one of Red", "two of Red", "one of blue", "two of blue"]
    values = [[part.name for _, part in named.printed.values() if isinstance(part, tree.Ref)] for named in found]
    assert values[1] == ["red", "two"]


def test_what_cannot_be_combined() -> None:
    """An enum twice, one that is not printed, a hole that is no field of them, rules of a card that is many."""
    assert codes(world_of(DECK.replace("each Suit and Rank", "each Suit and Suit"))) == ["E103"]
    assert codes(world_of(DECK.replace("    rank: Rank\n", ""))) == ["E104"]
    assert codes(world_of(DECK.replace("{rank}", "{owner}"))) == ["E104"]
    assert codes(world_of(DECK.rstrip() + ':\n    action go: say "x"\n')) == ["E104"]
