"""`partners by side`: what makes players partners."""

from __future__ import annotations

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.model import Bool, EnumOf, Int, Ref, Type
from dsl.semantics.types import BOOL, Unknown, say
from dsl.semantics.world import World, items, member
from dsl.spoken import marked, said
from dsl.syntax import tree


def declare_teams(world: World) -> None:
    """Take down by what players are partners, where the game says so."""
    for item in items(world, tree.TeamsItem):
        _declare(world, item)


def _declare(world: World, item: tree.TeamsItem) -> None:
    """Take down by what players are partners; E026 if that is said twice, E101 and E104 if it is nothing of each
    player."""
    if world.play.teams is not None and world.play.teams_at is not None:
        labels = (Label(world.play.teams_at, said("the other one")),)
        world.bag.error(
            "E026", item.side.span, said("the game says already by what players are partners"), labels=labels
        )
        return
    name = item.side
    found = world.play.values.get(name.text) or world.play.defines.get(name.text) or member(world.player, name.text)
    if found is None:
        known = [*world.player.fields, *world.play.values, *world.play.defines]
        world.unknown(name.span, name.text, marked("field or value of players"), known)
        return
    world.usage.read.add(found)
    type_: Type = BOOL
    if isinstance(found, model.Field):
        type_ = found.type
    elif isinstance(found, model.Zone | model.Board) or [each.type for each in found.params] != [Ref(world.player)]:
        _refuse(world, name, said("is none"))
        return
    else:
        type_ = found.type if isinstance(found, model.Value) else world.infer(found)
    if not isinstance(type_, Int | Bool | EnumOf | Ref | Unknown):
        _refuse(world, name, said("is {1}", say(type_)))
        return
    world.play.teams, world.play.teams_at = found, item.side.span


def _refuse(world: World, name: tree.Name, what: str) -> None:
    message = said("partners have the same number, value or thing, and `{1}` {2}", name.text, what)
    world.error("E104", name.span, message, said("for example: define side of (p: Player) = p.seat mod 2"))
