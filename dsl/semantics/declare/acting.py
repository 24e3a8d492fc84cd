"""`acts as FIELD`: pieces of a kind that have the rules, actions and procedures of the card that a field points at."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.types import UNKNOWN, is_a
from dsl.semantics.world import World, items, member, member_names
from dsl.spoken import one_of, said
from dsl.syntax import tree


def declare_acting(world: World) -> None:
    """Note the field of each kind that says so; when all cards are known, for each may have a kind of its own."""
    for item in items(world, tree.HasItem):
        for part in item.members:
            if isinstance(part, tree.ActsItem):
                world.error("E104", part.span, said("only pieces act as others, and `acts as` stands in their kind"))
    for item in items(world, tree.KindItem):
        kind = world.things.kinds.get(item.name.text)
        found = [part for part in item.members if isinstance(part, tree.ActsItem)]
        if kind is None or kind.span != item.name.span:
            continue
        for part in found[1:]:
            world.twice(part.span, "acts as", found[0].span, said("what {1} acts as", one_of(kind.name)))
        if found and not is_a(kind, world.piece):
            world.error("E104", found[0].span, said("only pieces act as others, and no {1} is one", kind.name))
        elif found and _is_alone(world, kind, found[0]):
            kind.acts = _field(world, kind, found[0].field)


def _is_alone(world: World, kind: model.Kind, item: tree.ActsItem) -> bool:
    """Whether all cards of a kind have the same fields; E104 if not."""
    below = world.children(kind)
    if not below:
        return True
    first = below[0]
    reason = (
        said("the card {1} has fields of its own", first.name)
        if first.of_card
        else said("{1} is a kind below it", first.name)
    )
    message = said(
        "a {1} acts as any card of its kind, so all of them have the same fields; but {2}", kind.name, reason
    )
    hint = (
        said("declare the fields in the kind itself") if first.of_card else said("write `acts as` in {1}", first.name)
    )
    world.error("E104", item.span, message, hint)
    return False


def _field(world: World, kind: model.Kind, name: tree.Name) -> model.Field | None:
    """The field that points at the card."""
    found = member(kind, name.text)
    if found is None:
        world.unknown(name.span, name.text, said("field of {1}", kind.name), member_names(kind))
    elif not isinstance(found, model.Field) or not found.var or found.type != model.Ref(kind, True):
        if isinstance(found, model.Field) and found.type is UNKNOWN:
            return None
        hint = said("declare it so: var {1}: {2} or none", name.text, kind.name)
        world.error("E104", name.span, said("`{1}` does not point at another {2}, or none", name.text, kind.name), hint)
    else:
        world.usage.read.add(found)
        return found
    return None
