"""Layers of a value, and the clock that those by age need."""

from __future__ import annotations

from semantics.common import world_of

from dsl.semantics.declare.layers import declare_layers
from dsl.syntax import tree

GAME = """
kind Unit
value speed of (u: Unit): 0..9 = 1
value force of (u: Unit): 0..9 = 1
layers speed: base by age, plus
"""


def test_a_layer_by_age_needs_a_clock() -> None:
    world = world_of(GAME)
    clock, speed = world.things.clock, world.play.values["speed"]
    assert clock is not None and clock.since.holder is world.piece and clock.now.holder is None
    assert speed.layers == ["base", "plus"] and speed.by_age == {"base"} and not world.play.values["force"].by_age


def test_without_such_a_layer_there_is_none() -> None:
    assert world_of(GAME.replace(" by age", "")).things.clock is None


def test_layers_are_named_once() -> None:
    world = world_of(GAME)
    item = next(item for file in world.setup.files for item in file.items if isinstance(item, tree.LayersItem))
    declare_layers(world, item)
    assert [each.code for each in world.bag.all()] == ["E103"]
