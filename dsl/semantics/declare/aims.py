"""What programs that play aim at: values of a player that the rules name for them."""

from __future__ import annotations

from typing import Final

from dsl.semantics import model
from dsl.semantics.world import World
from dsl.spoken import marked, said
from dsl.syntax import tree

MOST_WEIGHT: Final = 1000
"""How much one aim may count beside the others."""


def declare_aim(world: World, item: tree.AimItem) -> None:
    """`bots aim at VALUE`: it must be a number of one player."""
    name = item.value.text
    value = world.play.values.get(name)
    if value is None:
        world.unknown(item.value.span, name, marked("value"), world.play.values)
        return
    if [param.type for param in value.params] != [model.Ref(world.player)] or not isinstance(value.type, model.Int):
        hint = said("declare it so: value {1} of (p: Player): -100..100 = ..", name)
        world.error(
            "E104", item.value.span, said("programs aim at a number of each player, and `{1}` is none", name), hint
        )
        return
    if any(aim.value is value for aim in world.play.aims):
        world.error(
            "E026", item.value.span, said("programs aim at `{1}` already", name), said("say it once, with its weight")
        )
        return
    weight = item.weight.value if item.weight is not None else 1
    if not 1 <= weight <= MOST_WEIGHT:
        assert item.weight is not None
        world.error("E106", item.weight.span, said("an aim weighs from 1 to {1}, not {2}", MOST_WEIGHT, weight))
        return
    world.usage.read.add(value)
    if any(aim.together is not item.together for aim in world.play.aims):
        world.error(
            "E104",
            item.value.span,
            said("either all aims are aimed at together, or none is"),
            said("write it in all of them"),
        )
        return
    world.play.aims.append(model.Aim(value, weight, item.together))
