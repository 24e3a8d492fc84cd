"""What a drawing tells of a piece beside its fields, as it is now.

Numbers that stand on it: printed fields that are values too, so that rules modify them. And the values that its zone
names: `shows exposed and not supplied`. And values of each player that have a label: a score that no field holds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

from dsl.machine.ir.ops import FieldInfo, ValueInfo
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.information.view_changes import with_items
from dsl.runtime.information.views import ItemView, PlayerView, View, ZoneView, piece_of
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.wording import Viewer


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a piece. now: as the rules have it, `?` if that depends on what the viewer cannot see."""

    name: str
    printed: str
    now: str


def numbers_of(
    engine: Engine, position: list[int], viewer: Viewer, pieces: Iterable[int]
) -> dict[int, tuple[Number, ...]]:
    """The numbers of some pieces that the viewer knows; those without any are left out."""
    asking = Asking(engine, position, viewer)
    found: dict[int, tuple[Number, ...]] = {}
    for piece in pieces:
        numbers = tuple(_number(engine, asking, value, field, piece) for value, field in _pairs(engine, piece))
        if numbers:
            found[piece] = numbers
    return found


def noted(asking: Asking, piece: int, only: Collection[str] | None = None) -> str:
    """What the zone of a piece tells of it, in a few words: `cost 4`; nothing where the viewer does not know it. only:
    the names that are told, where not all are.
    """
    words = asking.words
    info = words.place_of(asking.position, piece).info if words.is_piece(piece) else None
    if info is None or not info.shows or not words.knows(asking.position, asking.viewer, piece):
        return ""
    told = _told_of_zones(asking.engine)
    facts = [(name, told(asking, name, piece)) for name, _ in info.shows if only is None or name in only]
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in facts if value not in ("yes", "no"))


With = dict[int, tuple[ItemView, list[tuple[str, str]], ItemView]]
"""Pieces of views with values, by the identity of what they were made of: that, the values, and what was made."""


def shown_by_zones(engine: Engine, position: list[int], seen: View, before: With | None = None) -> View:
    """A view in which the pieces have the values as fields that their zones name, and players those that have a label.
    before: what was made last of pieces; what would be the same is the very same object.
    """
    asking = Asking(engine, position, seen.viewer)
    seen = _with_labelled(engine, asking, seen)
    if not any(zone.shows for zone in engine.machine.names.zones):
        return seen
    value_of = _told_of_zones(engine)
    made: With = {}

    def told(item: ItemView, zone: ZoneView) -> ItemView:
        if not item.known:
            return item
        shows = zone.shows
        facts = [(name, value_of(asking, name, piece_of(item))) for name, _ in shows]
        worth = [fact for fact, (_, wanted) in zip(facts, shows, strict=True) if fact[1] != ("no" if wanted else "yes")]
        if not worth:
            return item
        found = None if before is None else before.get(id(item))
        if found is None or found[0] is not item or found[1] != worth:
            found = item, worth, replace(item, fields=(*worth, *item.fields))
        made[id(item)] = found
        return found[2]

    with_values = with_items(seen, told, within=attrgetter("shows"))
    if before is not None:
        before.clear()
        before.update(made)
    return with_values


def _with_labelled(engine: Engine, asking: Asking, seen: View) -> View:
    """A view in which players, and the table, have as fields the values that have a label."""
    labelled = [value for value in engine.machine.values if value.label]
    if not labelled:
        return seen

    def told(of: PlayerView) -> PlayerView:
        args = [of.number] if of.number else []
        own = [value for value in labelled if len(value.params) == len(args)]
        facts = [(value.label, _value(engine, asking, value, *args)) for value in own]
        return replace(of, fields=(*facts, *of.fields)) if facts else of

    return replace(seen, table=told(seen.table), players=tuple(map(told, seen.players)))


def _told_of_zones(engine: Engine) -> Callable[[Asking, str, int], str]:
    """How a value, or a printed field where no value has the name, of a piece reads."""
    values = {value.name: value for value in engine.machine.values}

    def told(asking: Asking, name: str, piece: int) -> str:
        if name in values:
            return _value(engine, asking, values[name], piece)
        for field in engine.machine.names.fields:
            if field.name == name and not field.var and field.first <= piece <= field.last:
                return engine.words.in_print(field.shown, engine.machine.tables[field.table][piece - field.first])
        return ""

    return told


def _value(engine: Engine, asking: Asking, value: ValueInfo, *of: int) -> str:
    try:
        now = asking.call(value.proc, of, [True for _ in of], value.shown)
    except GameError:  # the rules break there; whoever asks why is told so
        return "?"
    return "?" if now is None else engine.words.value(asking.position, asking.viewer, value.shown, now)


def _number(engine: Engine, asking: Asking, value: ValueInfo, field: FieldInfo, piece: int) -> Number:
    printed = engine.machine.tables[field.table][piece - field.first]
    told = engine.words.value(asking.position, asking.viewer, field.shown, printed)
    return Number(field.name, told, _value(engine, asking, value, piece))


def _pairs(engine: Engine, piece: int) -> Iterator[tuple[ValueInfo, FieldInfo]]:
    """The values of a piece that bear the names of printed numbers of it, in the order of the rules."""
    for field in engine.machine.names.fields:
        if field.var or field.shown.what != "number" or not field.first <= piece <= field.last:
            continue
        for value in engine.machine.values:
            if value.name == field.name and len(value.params) == 1:
                yield value, field
