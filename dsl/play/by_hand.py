"""The position changed by hand, whatever the rules say: `set FIELD of THING to VALUE`, `move PIECE to ZONE`.

Only what a position can hold is accepted: a value in the range of its field, a zone with room for the piece,
and a place of its share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dsl.backends.base import PlayError
from dsl.backends.reference.pieces import SOME, Pieces
from dsl.diagnostics import nearest
from dsl.machine.ir.ops import FieldInfo, Shown
from dsl.play.refused import Refused
from dsl.runtime.pieces import members
from dsl.runtime.reading.naming import Naming
from dsl.runtime.reading.tokens import fold
from dsl.runtime.state import State
from dsl.runtime.tongues.own import key, keyed, said
from dsl.runtime.tongues.tongue import plain
from dsl.runtime.wording import Words
from dsl.spoken import any_of
from dsl.typed_words import meet

_SET: Final = r"{set} (?P<field>.+?)(?: {of} (?P<thing>.+))? {to} (?P<value>.+)"
_MOVE: Final = r"{move} (?P<thing>.+?) {to} (?:the )?(?P<end>{bottom} )?(?P<zone>.+)"
_KEYS: Final = (key("set"), key("move"), key("of"), key("to"), key("bottom of"))


@dataclass(frozen=True, slots=True)
class Change:
    """What was ordered, and the position as it is then. field: which of the fields is set, of this thing (0: of the
    table), to this value; if it is none of them, the thing is moved to this zone, at this end.
    """

    position: list[int]
    thing: int
    value: int = 0
    field: int = -1
    zone: int = 0
    end: str = "top"

    def told(self, words: Words) -> str:
        """What was done, in the words of a game, for the log."""
        if self.field < 0:
            return said("{1} moved {2}", words.title(self.thing), words.where(self.position, None, self.thing))
        field = words.names.fields[self.field]
        of = said("{1} of {2}", field.name, words.title(self.thing)) if self.thing else field.name
        return said("{1} set to {2}", of, words.value(self.position, None, field.shown, self.value))

    def order(self, words: Words) -> str:
        """The order as it is written in the words of a game and in the language that is spoken now."""
        if self.field < 0:
            zone = next((name for each, name in _zones(words) if each == self.zone), plain(words.own("box")))
            end = f"{keyed('bottom of')} " if self.end == "bottom" else ""
            return f"{keyed('move')} {_named(words, self.thing)} {keyed('to')} {end}{zone}"
        of = f" {keyed('of')} {_named(words, self.thing)}" if self.thing else ""
        field = words.names.fields[self.field]
        value = words.value(self.position, None, field.shown, self.value)
        if field.shown.what == "entity" and self.value:
            value = _named(words, self.value)
        return f"{keyed('set')} {field.name}{of} {keyed('to')} {value}"


def _named(words: Words, entity: int) -> str:
    """An entity by a name that no other one has."""
    return f"{words.title(entity)} copy {words.info(entity).copy}" if words.is_piece(entity) else words.title(entity)


def edit(state: State, order: str) -> Change:
    """A position changed as ordered; Refused if the order is none or cannot be carried out."""
    setting, moving = _ordered(_SET, order), _ordered(_MOVE, order)
    if setting is not None:
        return _set(state, setting["field"], setting["thing"] or "", setting["value"])
    if moving is not None:
        return _move(state, moving["thing"], moving["zone"], "bottom" if moving["end"] else "top")
    raise Refused(said("write: manual set FIELD of PIECE to N, or: manual move PIECE to ZONE"))


def _ordered(pattern: str, order: str) -> re.Match[str] | None:
    """An order, with its words in either language."""
    either = {each.partition(" ")[0]: f"(?:{re.escape(each)}|{re.escape(keyed(each))})" for each in _KEYS}
    for word, choice in either.items():
        pattern = pattern.replace(f"{{{word}}}", choice)
    return re.fullmatch(pattern, order.strip(), re.IGNORECASE)


def _set(state: State, name: str, thing: str, value: str) -> Change:
    words = state.engine.words
    field, entity = _field(state, name, thing)
    if field.shown.what == "entity":
        values = _things(state, value)
    else:
        values = Naming(words, state.position, None).values(field.shown, value)
    fitting = [each for each in values if _holds(words, field, each)]
    if not fitting:
        raise Refused(said("{1} cannot be {2}{3}", field.name, value, _range(field)))
    if field.shown.what == "word":
        meet([value])
    position = list(state.position)
    position[field.base + entity] = fitting[0]
    return Change(position, entity, fitting[0], words.names.fields.index(field))


def _field(state: State, name: str, thing: str) -> tuple[FieldInfo, int]:
    """The field that is named, and whose it is (0: of the table); Refused if there is no such one."""
    words = state.engine.words
    entities = _things(state, thing) if thing else [0]
    fields = [(field, entity) for entity in entities for field in _fields(words, entity)]
    for field, entity in fields:
        if fold(field.name) == fold(name):
            return field, entity
    known = dict.fromkeys(field.name for field, _ in fields)
    near = nearest(name, known)
    hint = said("; meant {1}?", near[0]) if near else said(": it has {1}", ", ".join(known)) if known else ""
    raise Refused(said("{1} has no field {2} that can be changed{3}", thing or said("the table"), name, hint))


def _move(state: State, thing: str, zone: str, end: str) -> Change:
    words = state.engine.words
    pieces = [entity for entity in _things(state, thing) if words.is_piece(entity)]
    if not pieces:
        raise Refused(said("{1} is no piece", thing))
    piece = pieces[0]
    admitted = next((each for each in _zones_called(words, zone) if words.admits(each, piece)), None)
    if admitted is None:
        raise Refused(said("{1} does not belong into {2}", words.title(piece), zone))
    share = words.share(admitted, piece)
    others = [each for each in members(words, state.position, admitted) if each != piece]
    if share is not None and sum(words.share(admitted, each) == share for each in others) >= share[1]:
        raise Refused(said("{1} holds no more pieces such as {2}", zone, words.title(piece)))
    position = list(state.position)
    try:
        Pieces(state.engine.machine, position).move(piece, admitted, end, -1)
    except PlayError:
        raise Refused(said("{1} cannot lie there: it is full, or inside of it", words.title(piece))) from None
    machine = state.engine.machine
    if machine.tables[machine.zone_seen][admitted] == SOME:
        position[machine.layout.known + piece] = state.engine.call(position, machine.seers, [admitted])
    return Change(position, piece, zone=admitted, end=end)


def _things(state: State, text: str) -> list[int]:
    """The entities a text names; Refused if there are none."""
    found = Naming(state.engine.words, state.position, None).entities(text)
    player = [
        number for number in range(1, state.engine.machine.players + 1) if fold(text) == chr(ord("a") + number - 1)
    ]
    if not found and not player:
        titles = dict.fromkeys(
            state.engine.words.title(each) for each in range(1, state.engine.machine.entity_count + 1)
        )
        near = nearest(text, titles)
        raise Refused(said("there is nothing called {1}", text) + (said("; meant {1}?", near[0]) if near else ""))
    return [*found, *player]


def _fields(words: Words, entity: int) -> Iterator[FieldInfo]:
    """The fields of an entity (0: of the table) that are part of the position."""
    for field in words.names.fields:
        if field.var and (field.first <= entity <= field.last if entity else field.first == 0):
            yield field


def _zones(words: Words) -> Iterator[tuple[int, str]]:
    """Every zone by the names it can be given."""
    for place in words.places[1:]:
        yield place.instance, words.plain(Shown("zone"), place.instance)
        for word in ("in ", "at "):
            if place.words.startswith(word):
                yield place.instance, place.words.removeprefix(word)
        if place.owner and not place.host and place.info is not None:
            for name in dict.fromkeys((place.info.label, place.info.name)):
                for who in (words.player(place.owner), chr(ord("A") + place.owner - 1)):
                    yield place.instance, f"{name} {keyed('of')} {who}"
                    yield place.instance, f"{name} of {who}"
                    yield place.instance, said("{1} of {2}", name, who)


def _zones_called(words: Words, zone: str) -> list[int]:
    """The zones of a name; Refused if there is none."""
    found = (
        [0]
        if fold(zone) in ("box", fold(plain(words.own("box"))))
        else [each for each, name in _zones(words) if fold(name) == fold(zone)]
    )
    if not found:
        near = nearest(zone, [name for _, name in _zones(words)], 3)
        raise Refused(said("there is no zone {1}", zone) + (said("; meant {1}?", any_of(near)) if near else ""))
    return found


def _holds(words: Words, field: FieldInfo, value: int) -> bool:
    """Whether a field can hold a value; a bag only so many of each."""
    if field.shown.what != "bag":
        return field.low <= value <= field.high
    held, most = words.counts(field.shown, value), words.counts(field.shown, field.high)
    return all(count <= bound for (_, count), (_, bound) in zip(held, most, strict=True))


def _range(field: FieldInfo) -> str:
    if field.shown.what == "bag":
        return said(": it holds {1} of each at most", field.high & (1 << field.shown.bits) - 1)
    return said(": it goes from {1} to {2}", field.low, field.high) if field.shown.what == "number" else ""
