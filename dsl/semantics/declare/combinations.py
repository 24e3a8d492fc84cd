"""`each Suit and Rank`: cards that there are once for every combination of the values of enums.

With holes in its title ("{rank} of {suit}") every combination is a card of its own, with a title of its own. Without
them all of them are copies of one card, which its printed fields tell apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import prod

from dsl.semantics import model
from dsl.semantics.declare.packs import MOST_COPIES
from dsl.semantics.expr.constants import whole_number
from dsl.semantics.world import World, member, member_names, prints_unknown
from dsl.source import Span
from dsl.spoken import all_of, marked, one_of, said
from dsl.syntax import tree


@dataclass(frozen=True, slots=True)
class Named:
    """One card of an item. printed: what the combination fixes; enums: those whose values its copies still have.

    weights: how many of each value of each of them; times: how often the combination counts.
    vague: a mistake was reported, and it is not known what the combinations are.
    """

    title: str
    gloss: str | None
    printed: dict[str, tuple[Span, tree.Expr]]
    enums: tuple[model.Enum, ...]
    weights: tuple[tuple[int, ...], ...] = ()
    times: int = 1
    vague: bool = False


def titles(world: World, kind: model.Kind, item: tree.CardItem) -> list[Named]:
    """The cards that an item makes."""
    found = [_printed_field(world, kind, name) for name in item.each]
    fields = [field for field in found if field is not None]
    enums = tuple(field.type.enum for field in fields if isinstance(field.type, model.EnumOf))
    plain = Named(item.title.value, item.gloss.value if item.gloss else None, {}, enums)
    vague = replace(plain, enums=(), vague=True)
    if _named_twice(world, item) or len(fields) < len(item.each):
        return [vague]
    weights = tuple(_weights(world, enum, told) for enum, told in zip(enums, item.amounts, strict=True))
    plain = replace(plain, weights=weights)
    holes = _holes(item)
    if not holes:
        return [plain]
    if not _known(world, holes, fields) or not _has_no_rules(world, kind, item):
        return [vague]
    return _named_cards(item, [field.name for field in fields], enums, weights)


def _named_cards(
    item: tree.CardItem, names: list[str], enums: tuple[model.Enum, ...], weights: tuple[tuple[int, ...], ...]
) -> list[Named]:
    """A card for each combination that counts at all."""
    every = product(*(range(len(enum.values)) for enum in enums))
    made: list[Named] = []
    for values in every:
        times = prod(each[value] for each, value in zip(weights, values, strict=True))
        if times:
            card = _combination(item, dict(zip(names, zip(enums, values, strict=True), strict=True)))
            made.append(replace(card, times=times))
    return made


def _weights(world: World, enum: model.Enum, told: tuple[tree.Expr, ...]) -> tuple[int, ...]:
    """How many there are of each value of an enum: one, or what stands in braces behind it."""
    if not told:
        return (1,) * len(enum.values)
    found: dict[int, tree.Expr] = {}
    amounts = [0] * len(enum.values)
    for part in told:
        written = part.value if isinstance(part, tree.AmountOf) else part
        amount = whole_number(world, part.amount) if isinstance(part, tree.AmountOf) else 1
        name = written.name if isinstance(written, tree.Ref) else ""
        if name not in enum.values:
            world.unknown_value(written.span, name or written.span.text, enum)
            continue
        value = enum.values.index(name)
        if value in found:
            world.twice(written.span, name, found[value].span, said("one of these values"))
        elif amount is not None and not 0 <= amount <= MOST_COPIES:
            world.error(
                "E106", part.span, said("there are from 0 to {1} copies of a value, not {2}", MOST_COPIES, amount)
            )
            amounts[value] = 1
        else:
            found[value] = written
            amounts[value] = amount or 0
    return tuple(amounts)


def _holes(item: tree.CardItem) -> list[tree.Expr]:
    """The holes of a title and of its translation."""
    parts = item.title.parts + (item.gloss.parts if item.gloss else ())
    return [part for part in parts if isinstance(part, tree.Expr)]


def _has_no_rules(world: World, kind: model.Kind, item: tree.CardItem) -> bool:
    if all(isinstance(part, tree.PrintedItem | tree.TextItem) for part in item.members):
        return True
    message = said("a card whose title has holes stands for many cards and has no rules of its own")
    world.error("E104", item.title.span, message, said("put them in the kind {1}", kind.name))
    return False


def _combination(item: tree.CardItem, fixed: dict[str, tuple[model.Enum, int]]) -> Named:
    """The card of one combination. fixed: the value of each field, as its place in its enum."""
    told = {field: enum.labels[value] for field, (enum, value) in fixed.items()}
    place, gloss = item.title.span, item.gloss
    printed: dict[str, tuple[Span, tree.Expr]] = {
        field: (place, tree.Ref(place, enum.values[value])) for field, (enum, value) in fixed.items()
    }
    return Named(_filled(item.title, told), _filled(gloss, told) if gloss else None, printed, ())


def _named_twice(world: World, item: tree.CardItem) -> bool:
    """Whether an enum stands twice behind `each`, which is told."""
    for name in item.each:
        first = next(other for other in item.each if other.text == name.text)
        if first is not name:
            world.twice(name.span, name.text, first.span, said("one of these enums"))
            return True
    return False


def _printed_field(world: World, kind: model.Kind, name: tree.Name) -> model.Field | None:
    """The printed field that says which value of the enum a card has."""
    enum = world.things.enums.get(name.text)
    if enum is None and name.text in world.things.kinds:
        message = said("copies are made for each value of an enum, and {1} is a kind", name.text)
        hint = said("write how many there are in all, and give them out: for each p in players: ...")
        world.error("E104", name.span, message, hint)
        return None
    if enum is None:
        world.unknown(name.span, name.text, marked("enum"), world.things.enums)
        return None
    world.usage.read.add(enum)
    fields = (member(kind, field) for field in member_names(kind))
    printed = (field for field in fields if isinstance(field, model.Field) and not field.var)
    for field in printed:
        if isinstance(field.type, model.EnumOf) and field.type.enum is enum:
            return field
    if prints_unknown(kind):
        return None
    hint = said("give it one: {1}: {2}", enum.name.lower(), enum.name)
    world.error("E104", name.span, said("{1} has no printed field of {2}", one_of(kind.name), enum.name), hint)
    return None


def _known(world: World, holes: list[tree.Expr], fields: list[model.Field]) -> bool:
    """Whether every hole is one of the fields that the combination fixes."""
    names = [field.name for field in fields]
    for hole in holes:
        if not isinstance(hole, tree.Ref) or hole.name not in names:
            hint = (
                said("it may show {1}", all_of(names)) if names else said("say which: `each Suit and Rank` names enums")
            )
            message = said(
                "a title shows the fields whose enums stand after `each`, and `{1}` is none of them", hole.span.text
            )
            world.error("E104", hole.span, message, hint)
            return False
    return True


def _filled(text: tree.Text, told: dict[str, str]) -> str:
    return "".join(told[part.name] if isinstance(part, tree.Ref) else str(part) for part in text.parts)
