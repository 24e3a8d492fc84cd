"""`acts as FIELD`: pieces of a kind that have the rules, actions and procedures of the card that a field points at."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.types import UNKNOWN, is_a
from dsl.semantics.world import World, items, member, member_names
from dsl.spoken import article
from dsl.syntax import tree


def declare_acting(world: World) -> None:
    """Note the field of each kind that says so; when all cards are known, for each may have a kind of its own."""
    for item in items(world, tree.HasItem):
        for part in item.members:
            if isinstance(part, tree.ActsItem):
                world.error("E104", part.span, "only pieces act as others, and `acts as` stands in their kind")
    for item in items(world, tree.KindItem):
        kind = world.things.kinds.get(item.name.text)
        found = [part for part in item.members if isinstance(part, tree.ActsItem)]
        if kind is None or kind.span != item.name.span:
            continue
        for part in found[1:]:
            world.twice(part.span, "acts as", found[0].span, f"what {article(kind.name)} acts as")
        if found and not is_a(kind, world.piece):
            world.error("E104", found[0].span, f"only pieces act as others, and no {kind.name} is one")
        elif found and _is_alone(world, kind, found[0]):
            kind.acts = _field(world, kind, found[0].field)


def _is_alone(world: World, kind: model.Kind, item: tree.ActsItem) -> bool:
    """Whether all cards of a kind have the same fields; E104 if not."""
    below = world.children(kind)
    if not below:
        return True
    first = below[0]
    reason = f"the card {first.name} has fields of its own" if first.of_card else f"{first.name} is a kind below it"
    message = f"a {kind.name} acts as any card of its kind, so all of them have the same fields; but {reason}"
    hint = "declare the fields in the kind itself" if first.of_card else f"write `acts as` in {first.name}"
    world.error("E104", item.span, message, hint)
    return False


def _field(world: World, kind: model.Kind, name: tree.Name) -> model.Field | None:
    """The field that points at the card."""
    found = member(kind, name.text)
    if found is None:
        world.unknown(name.span, name.text, f"field of {kind.name}", member_names(kind))
    elif not isinstance(found, model.Field) or not found.var or found.type != model.Ref(kind, True):
        if isinstance(found, model.Field) and found.type is UNKNOWN:
            return None
        hint = f"declare it so: var {name.text}: {kind.name} or none"
        world.error("E104", name.span, f"`{name.text}` does not point at another {kind.name}, or none", hint)
    else:
        world.usage.read.add(found)
        return found
    return None
