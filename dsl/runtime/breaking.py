"""What broke where the rules break: which number or zone, what it is, what it would be, whose card says so.

A backend that is fast says only which rule broke. The step is made once more by the reference backend, which knows the
rest. What is told is what a spectator may know: an error is read by everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.backends.base import Backend, PlayError
from dsl.backends.reference.backend import Reference
from dsl.machine.ir.ops import FieldInfo, Site
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.pieces import members
from dsl.runtime.tongues.own import numbered, said

SPECTATOR = 0


def broken(
    engine: Engine, error: PlayError, again: Callable[[Backend, list[int]], None], start: list[int]
) -> GameError:
    """The error in words. again: makes the step that broke on a backend, from a copy of the position it began in."""
    plain = engine.error(error)
    if error.code != "BOUND":
        return plain
    position = [*start]
    try:
        again(Reference(engine.machine), position)
    except PlayError as exact:
        words = _words(engine, position, exact)
        card = _card(engine, plain.site)
        return GameError(plain.code, plain.site, words=words, card=card)
    return plain


def _words(engine: Engine, position: list[int], error: PlayError) -> str:
    """What would be beyond its bounds; empty if that is no field and no zone."""
    if error.zone:
        place = engine.words.places[error.zone]
        held, room = len(members(engine.words, position, error.zone)), engine.machine.tables[engine.machine.zone_cap]
        label = place.info.label or place.info.name if place.info is not None else ""
        if place.host or place.owner:
            label = said("{1} of {2}", label, engine.words.title(place.host or place.owner))
        return numbered(
            held,
            "{1} holds {2} piece and has room for {3}",
            "{1} holds {2} pieces and has room for {3}",
            label,
            f"{held:,}",
            room[error.zone],
        )
    for field in engine.machine.names.fields if error.beyond else ():
        if field.var and field.base + field.first <= error.beyond[0] <= field.base + field.last:
            return _of_field(engine, position, field, error.beyond)
    return ""


def _of_field(engine: Engine, position: list[int], field: FieldInfo, beyond: Sequence[int]) -> str:
    slot, value, low, high = beyond
    entity = slot - field.base
    name = said("{1} of {2}", field.name, engine.words.entity(position, SPECTATOR, entity)) if entity else field.name
    now = Asking(engine, position, SPECTATOR).field(field, entity)
    if now is None:
        return said("{1} goes from {2} to {3}, and would be beyond that", name, low, high)
    shown = [engine.words.value(position, SPECTATOR, field.shown, number) for number in (now, low, high)]
    return said("{1} is {2}, goes from {3} to {4}, and would be {5}", name, *shown, value)


def _card(engine: Engine, site: Site | None) -> str:
    """The title of the card in whose lines a place lies; empty if it is none."""
    if site is None or engine.program is None:
        return ""
    found = [card for card in engine.program.cards if card.span.file.name == site.file and card.span.line <= site.line]
    card = max(found, key=lambda each: each.span.line, default=None)
    if card is None or card.secret:
        return ""
    between: Sequence[str] = card.span.file.text.split("\n")[card.span.line : site.line]
    return card.title if all(not line.strip() or line[0] in " #" for line in between) else ""
