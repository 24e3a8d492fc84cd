"""What programs that play aim at: values of a player that the rules name for them."""

from __future__ import annotations

from typing import Final

from dsl.semantics import model
from dsl.semantics.world import World
from dsl.syntax import tree

MOST_WEIGHT: Final = 1000
"""How much one aim may count beside the others."""


def declare_aim(world: World, item: tree.AimItem) -> None:
    """`bots aim at VALUE`: it must be a number of one player."""
    name = item.value.text
    value = world.play.values.get(name)
    if value is None:
        world.unknown(item.value.span, name, "value", world.play.values)
        return
    if [param.type for param in value.params] != [model.Ref(world.player)] or not isinstance(value.type, model.Int):
        hint = f"declare it so: value {name} of (p: Player): -100..100 = .."
        world.error("E104", item.value.span, f"programs aim at a number of each player, and `{name}` is none", hint)
        return
    if any(aim.value is value for aim in world.play.aims):
        world.error("E026", item.value.span, f"programs aim at `{name}` already", "say it once, with its weight")
        return
    weight = item.weight.value if item.weight is not None else 1
    if not 1 <= weight <= MOST_WEIGHT:
        assert item.weight is not None
        world.error("E106", item.weight.span, f"an aim weighs from 1 to {MOST_WEIGHT}, not {weight}")
        return
    world.usage.read.add(value)
    if any(aim.together is not item.together for aim in world.play.aims):
        world.error(
            "E104", item.value.span, "either all aims are aimed at together, or none is", "write it in all of them"
        )
        return
    world.play.aims.append(model.Aim(value, weight, item.together))
