"""What there is to say about a piece: what is printed on it, and where the copies lie that the seat can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from dsl.machine.ir.ops import FieldInfo
from dsl.repl.drawing import pieces, position, track_rows
from dsl.repl.output import Output, plain
from dsl.repl.table import Table
from dsl.runtime.information.effect_words import value_words
from dsl.runtime.information.views import ItemView, View, ZoneView, piece_of
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.kinds import kind_called
from dsl.runtime.tongues.own import numbered, said, words_now
from dsl.runtime.tongues.spoken import CARD_TEXT, KIND, NAME, VALUE
from dsl.saying.effects import text_of
from dsl.semantics.model import Card, EnumOf, Field, Kind
from dsl.spoken import all_of, any_of

_MOST_WAYS = 3
"""How many values of a field that differs between copies are told."""


def titles(table: Table) -> list[str]:
    """The names of the pieces. What is printed is no secret, unless the card is one; where it lies may be."""
    seat = table.here
    return list(
        dict.fromkeys(name for card in _cards(table) if seat.may_read(card) for name in (_name(card), card.title))
    )


def tell_zone(zone: ZoneView, owner: str, table: Table, out: Output) -> None:
    """Say what lies in a zone: each piece with what is printed on it, copies once; a stack from its top."""
    _tell_room(zone, owner, table, out)
    by_entity = {entity: card for card in _cards(table) for entity in range(card.first, card.last + 1)}
    held = zone.seen in pieces.HANDS
    copies = Counter(plain(pieces.item(item, zone.owner)) for item in zone.items)
    told: set[str] = set()
    for item in reversed(zone.items) if zone.shape == "stack" else zone.items:
        words = plain(pieces.item(item, zone.owner))
        if words in told and zone.shape not in ("row", "stack"):
            continue
        told.add(words)
        is_counted = zone.shape in ("cards", "bag") and copies[words] > 1
        times = f"{table.paper.draw.times}{copies[words]}" if is_counted else ""
        out.say("  ", *pieces.item(item, zone.owner, times, held=held))
        card = by_entity.get(item.entity) if item.known else None
        if card is not None:
            _tell_face(card, item, table, out)


def _tell_room(zone: ZoneView, owner: str, table: Table, out: Output) -> None:
    """Say what a zone is called, how much lies in it, and how much it holds of each sort."""
    count = "?" if zone.count is None else str(zone.count)
    order = said(", from the top") if zone.shape == "stack" and len(zone.items) > 1 else ""
    out.say((zone.label + (said(" of {1}", owner) if owner else ""), "name"), (f" ({count}){order}", "dim"))
    info = next(info for info in table.here.engine.machine.names.zones if info.name == zone.name)
    if info.shares:
        shares = all_of(f"{most} {words_now().word(KIND, label)}" for label, _, _, most in info.shares)
        out.say((said("  at most {1}: {2}", info.capacity, shares), "dim"))


def _tell_face(card: Card, item: ItemView, table: Table, out: Output) -> None:
    """Say what is printed on a copy of a card, below it, without what its zone shows beside its name."""
    facts = [fact for fact in _telling(card, table, piece_of(item)) if fact not in item.fields]
    printed = ", ".join(_fact(name, value) for name, value in facts)
    for words in (printed, _words(card, table)):
        if words:
            out.extend(position.text(words, table.paper, indent=6))


def _words(card: Card, table: Table) -> str:
    """The text of a card; of one without a text what it does."""
    program = table.here.engine.program
    if card.text is not None:
        return words_now().word(CARD_TEXT, card.text)
    return text_of(program, card) if program is not None else ""


def _telling(card: Card, table: Table, copy: int) -> Iterator[tuple[str, str]]:
    """What is printed on a copy of a card and says something: not no, none, nothing, 0 where most cards have 0, or what
    the rules give to a card that says nothing.
    """
    idle = _idle(table)
    for name, value, is_usual in _printed(card, table, copy):
        if not _is_nothing(value) and not is_usual and not (value == "0" and name in idle):
            yield name, value


def _is_nothing(value: str) -> bool:
    """Whether that is printed where nothing is."""
    return not value or (value in words_now().idle and value != "0")


def _fact(name: str, value: str) -> str:
    """A printed field as it is read: of yes and no the name says it."""
    words = name.replace("_", " ")
    return words if value == words_now().yes else f"{words} {value}"


def _idle(table: Table) -> set[str]:
    """The printed numbers that are 0 on most of what has them."""
    return {each.name for each in table.here.engine.machine.names.fields if _is_mostly_zero(table, each)}


def _is_mostly_zero(table: Table, field: FieldInfo) -> bool:
    """Whether more than half of all that has a printed number has 0."""
    if field.var or field.shown.what != "number" or not field.last:
        return False
    values = table.here.engine.machine.tables[field.table][: field.last - field.first + 1]
    return values.count(0) * 2 > len(values)


def tell(title: str, table: Table, out: Output) -> None:
    """Say everything about the pieces of a name."""
    seat = table.here
    for card in _cards(table):
        if fold(title) not in (fold(card.title), fold(_name(card))) or not seat.may_read(card):
            continue
        kind = kind_called(words_now(), card.kind.known)
        gloss = f" ({card.gloss})" if card.gloss and not words_now().language else ""
        copies = numbered(card.copies, ", {1} copies", ", {1} copies", card.copies) if card.copies > 1 else ""
        out.say((_name(card), "name"), said("{1} is {2}{3}", gloss, words_now().one(kind), copies))
        printed = ", ".join(_fact(name, value) for name, value in _all_printed(card, table))
        if printed:
            out.extend(position.text(said("printed: {1}", printed), table.paper))
        words = _words(card, table)
        if words:
            out.extend(position.text(words, table.paper))
        cites = f"; {', '.join(card.cites)}" if card.cites else ""
        out.say((f"  {card.span.file.name}:{card.span.line}{cites}", "dim"))
    _tell_copies(title, table, out)


def _tell_copies(title: str, table: Table, out: Output) -> None:
    """Say where the pieces of a name lie that can be seen: those that look the same at the same place once."""
    found = [
        (where, item)
        for where, item in whereabouts(table.here.view())
        if fold(item.name) in (fold(title), fold(words_now().word(NAME, title)))
    ]
    looks = [(where, plain(pieces.item(item))) for where, item in found]
    copies, told = Counter(looks), set[tuple[str, str]]()
    for (where, item), look in zip(found, looks, strict=True):
        tracks = table.here.tracks((piece_of(item),)) if item.known else ()
        if look in told and not tracks:
            continue
        told.add(look)
        times = f" {table.paper.draw.times}{copies[look]}" if copies[look] > 1 and not tracks else ""
        out.say("  ", *pieces.item(item), times, (f"  {where}", "dim"))
        for track in tracks:
            out.extend(track_rows.told(track, "", table.width, 4, table.ascii))


def pack_of(name: str, table: Table) -> tuple[str, dict[str, int]] | None:
    """What a pack of a name is called, and how many copies of each card it has; None if there is none, or a seat must
    not hear of a card in it.
    """
    found: dict[str, int] = {}
    called = ""
    for card in _cards(table):
        for enum, value, copies in card.packs:
            label = words_now().word(VALUE, enum.labels[value])
            if fold(name) not in (fold(label), fold(enum.labels[value])):
                continue
            if not table.here.may_read(card):
                return None
            called = label
            found[_name(card)] = copies
    return (called, found) if found else None


def tell_pack(name: str, cards: Mapping[str, int], table: Table, out: Output) -> None:
    """Say which cards a pack has, and how many of each."""
    count = sum(cards.values())
    out.say((name, "name"), numbered(count, ": {1} card", ": {1} cards", count))
    out.extend(position.text(", ".join(f"{copies} {card}" for card, copies in cards.items()), table.paper))
    out.say((said("show NAME tells what a card is."), "dim"))


def whereabouts(view: View) -> Iterator[tuple[str, ItemView]]:
    """Every piece of a view with words for where it lies."""
    for player in (view.table, *view.players):
        spaces = [space for board in player.boards for space in board.spaces]
        for zone in (*player.zones, *(each for space in spaces for each in space.zones)):
            yield from _inside(zone, zone.words)


def _inside(zone: ZoneView, words: str) -> Iterator[tuple[str, ItemView]]:
    for item in zone.items:
        yield words, item
        for under in item.zones:
            yield from _inside(under, said("on {1}, {2}", item.name, words))


def _name(card: Card) -> str:
    """What a card is called here."""
    return words_now().word(NAME, card.title)


def _cards(table: Table) -> list[Card]:
    program = table.here.engine.program
    return program.cards if program is not None else []


def _printed(card: Card, table: Table, copy: int) -> Iterator[tuple[str, str, bool]]:
    """The printed fields of a copy of a card with their values, and whether each is what a card has that names none;
    not what a pack says of it, which stands on no card.
    """
    seat = table.here
    enums = {id(enum) for enum, _, _ in card.packs}
    fields = [each for kind in _kinds(card.kind) for each in kind.fields.values()]
    packed = {each.name for each in fields if isinstance(each.type, EnumOf) and id(each.type.enum) in enums}
    usual = {each.name: each for kind in _kinds(card.kind) for each in kind.fields.values() if _is_usual(each)}
    for field in seat.engine.machine.names.fields:
        if not field.var and field.first <= card.first <= field.last and field.name not in packed:
            stated = usual.get(field.name)
            idle = stated is not None and stated.printed[copy - field.first] == stated.default
            yield field.name, value_words(seat.printed(field, copy)), idle


def _kinds(kind: Kind | None) -> Iterator[Kind]:
    while kind is not None:
        yield kind
        kind = kind.parent


def _is_usual(field: Field) -> bool:
    """Whether it goes without saying that a field is what the rules give to cards: 0, or a value of an enum."""
    return field.usual and not field.var and (field.default == 0 or isinstance(field.type, EnumOf))


def _all_printed(card: Card, table: Table) -> Iterator[tuple[str, str]]:
    """What is printed on a card and says something; where copies differ, all that is printed on one of them, if that is
    little, else nothing.
    """
    idle = _idle(table)
    values: dict[str, dict[str, None]] = {}
    silent: dict[str, bool] = {}
    for copy in range(card.first, card.last + 1):
        for name, value, is_usual in _printed(card, table, copy):
            values.setdefault(name, {})[value] = None
            is_silent = is_usual or _is_nothing(value) or (value == "0" and name in idle)
            silent[name] = silent.get(name, True) and is_silent
    for name, found in values.items():
        if not silent[name] and len(found) <= _MOST_WAYS:
            yield name, any_of(found)
