"""`layers`: the layers of a value, in their order, and those in which the age of changes decides."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.types import HIGHEST
from dsl.semantics.world import World
from dsl.spoken import said
from dsl.syntax import tree


def declare_layers(world: World, item: tree.LayersItem) -> None:
    """Note the layers of a value; E103 for what is named twice."""
    name = item.value.text
    if name in world.play.layers:
        world.twice(item.value.span, name, world.play.layers[name].value.span, said("the layers of this value"))
        return
    seen: dict[str, tree.Name] = {}
    for layer in item.layers:
        if layer.text in seen:
            world.twice(layer.span, layer.text, seen[layer.text].span, said("a layer"))
        seen.setdefault(layer.text, layer)
    world.play.layers[name] = item
    if item.aged and world.things.clock is None:
        world.things.clock = _make_clock(world)


def _make_clock(world: World) -> model.Clock:
    """The fields, which nobody sees, that say when pieces came into play."""
    span = model.Int(0, HIGHEST)
    now = model.Field("", None, span, True, 0, None, unlisted=True)
    since = model.Field("", world.piece, span, True, 0, None, unlisted=True)
    world.things.fields += [now, since]
    return model.Clock(now, since)
