"""The world of the checker: names that are taken, unknown or lost, and who is below whom."""

from __future__ import annotations

from semantics.common import codes, world_of

from dsl.semantics.world import member, member_names, spoken
from dsl.source import SourceFile
from dsl.syntax import tree

WORLD = """
kind Beast:
    var life: 0..9
kind Wolf is Beast
kind Cub is Wolf
"""


def name(text: str) -> tree.Name:
    """A name that stands somewhere."""
    return tree.Name(SourceFile("names", text).span(0, len(text)), text)


def test_a_name_is_taken_once() -> None:
    """And words of the language never."""
    world = world_of(WORLD)
    assert world.declare(name("Bear"), "a kind") and not world.declare(name("Bear"), "an event")
    assert not world.declare(name("players"), "a zone")
    assert codes(world) == ["E103", "E103"]


def test_what_is_unknown_is_told_with_the_nearest_name() -> None:
    """Unless a mistake that has been told is why it is unknown."""
    world = world_of(WORLD)
    assert world.kind(name("Wolv")) is None
    world.lost.broken.add("Bear")
    assert world.kind(name("Bear")) is None
    (mistake,) = world.bag.all()
    assert (mistake.code, mistake.hint) == ("E101", "did you mean `Wolf`?")


def test_kinds_below_and_above() -> None:
    """Kinds inherit members, and know who is below them."""
    world = world_of(WORLD)
    beast, cub = world.things.kinds["Beast"], world.things.kinds["Cub"]
    assert [kind.name for kind in world.below(beast)] == ["Wolf", "Cub"]
    assert member(cub, "life") is beast.fields["life"] and "owner" in member_names(cub)
    assert member(cub, "fame") is None and spoken("long_name") == "long name"
