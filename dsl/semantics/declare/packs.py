"""Packs: lists of cards with the number of copies that one value of an enum has of each."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.tables import CardSource
from dsl.semantics.world import World, items, member, member_names, prints_unknown
from dsl.source import Span
from dsl.spoken import marked, one_of, said
from dsl.syntax import tree

MOST_COPIES = 1000


def fields_of(kind: model.Kind, enum: model.Enum) -> list[model.Field]:
    """The printed fields of a kind that are of an enum."""
    found = (member(kind, name) for name in member_names(kind))
    printed = (field for field in found if isinstance(field, model.Field) and not field.var)
    return [field for field in printed if isinstance(field.type, model.EnumOf) and field.type.enum is enum]


def declare_packs(world: World) -> None:
    """Give the cards the copies that packs list. Behind a card's own copies come those of packs, in their order."""
    seen: dict[tuple[str, str], Span] = {}
    for item in items(world, tree.PackItem):
        key = (item.enum.text, item.value.text)
        enum = world.things.enums.get(item.enum.text)
        if enum is None:
            world.unknown(item.enum.span, item.enum.text, marked("enum"), world.things.enums)
        elif item.value.text not in enum.values:
            world.unknown(item.value.span, item.value.text, said("value of {1}", enum.name), enum.values)
        elif key in seen:
            world.twice(item.value.span, item.value.text, seen[key], said("a pack"))
        else:
            seen[key] = item.value.span
            _pack(world, item, enum, enum.values.index(item.value.text))


def _pack(world: World, item: tree.PackItem, enum: model.Enum, value: int) -> None:
    seen: dict[str, Span] = {}
    world.usage.read.add(enum)
    for number, title in item.lines:
        source = world.things.cards.get(title.value)
        if source is None:
            world.unknown(title.span, title.value, marked("card"), world.things.cards, "E102")
        elif title.value in seen:
            world.twice(title.span, title.value, seen[title.value], said("a card of the pack"))
        elif not 1 <= number.value <= MOST_COPIES:
            message = said("a pack has from 1 to {1} copies of a card, not {2}", MOST_COPIES, number.value)
            world.error("E106", number.span, message)
        elif _fits(world, source, enum, title.span):
            seen[title.value] = title.span
            if not source.counted and not source.card.packs:
                source.card.copies = 0
            source.card.packs.append((enum, value, number.value))
            source.card.copies += number.value


def _fits(world: World, source: CardSource, enum: model.Enum, span: Span) -> bool:
    """Whether the copies of a card can say which pack they are of."""
    card = source.card
    fields = fields_of(card.kind, enum)
    if not fields and prints_unknown(card.kind):
        return False
    if not fields:
        hint = said("give it one: {1}: {2} or none = none", enum.name.lower(), enum.name)
        world.error("E104", span, said("{1} has no printed field of {2}", one_of(card.kind.name), enum.name), hint)
        return False
    if all(field.name in source.printed for field in fields):
        message = said('"{1}" prints its `{2}` itself, so no pack can say it', card.title, fields[0].name)
        world.error("E104", span, message)
        return False
    return True
