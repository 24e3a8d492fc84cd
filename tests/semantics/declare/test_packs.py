"""Packs: the copies that a value of an enum has."""

from __future__ import annotations

from semantics.common import codes, world_of

from dsl.semantics.declare.packs import fields_of

PACKS = """
enum Deck: red, blue
kind Card:
    deck: Deck
card "Ann" is Card
card "Bob" is Card
pack red of Deck:
    3 "Ann", 1 "Bob"
pack blue of Deck:
    2 "Ann"
"""


def test_copies_are_those_of_the_packs() -> None:
    """A card of which no number is written has the copies of the packs only, in their order."""
    world = world_of(PACKS)
    ann = world.things.cards["Ann"].card
    assert ann.copies == 5 and [(value, copies) for _, value, copies in ann.packs] == [(0, 3), (1, 2)]
    (field,) = fields_of(world.things.kinds["Card"], world.things.enums["Deck"])
    assert field.printed == [0, 0, 0, 1, 1, 0]


def test_mistakes_of_packs() -> None:
    """A card that is not there, and a value that the enum has not."""
    assert codes(world_of(PACKS.replace('"Bob"\npack', '"Bop"\npack')))[-1] == "E102"
    assert codes(world_of(PACKS.replace("pack blue", "pack blew"))) == ["E101"]
