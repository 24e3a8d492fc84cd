"""Views made over for a drawing: with less than there is to tell, or with more of each piece."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from operator import is_
from typing import TypeVar

from dsl.runtime.engine import Engine
from dsl.runtime.information.effect_words import FieldWords
from dsl.runtime.information.views import BoardView, Fields, ItemView, PlayerView, SpaceView, View, ZoneView, usual

_Part = TypeVar("_Part")


def unlisted_of(engine: Engine) -> frozenset[str]:
    """The names of the fields that drawings and tellings of a position leave out."""
    fields = engine.machine.names.fields
    told = {field.name for field in fields if field.var and not field.unlisted}
    return frozenset(field.name for field in fields if field.unlisted) - told


def labels_of(engine: Engine) -> dict[str, str]:
    """What fields are called that players see as tracks; a name that something else has as well stays what it is."""
    fields = [field for field in engine.machine.names.fields if field.var]
    labels = {field.name: field.track.label for field in fields if field.track is not None}
    others = {field.name for field in fields if labels.get(field.name) != (field.track.label if field.track else None)}
    return {name: label for name, label in labels.items() if name not in others}


def field_words(engine: Engine) -> FieldWords:
    """What there is to say of the fields of a game when they change."""
    sets = {each.name for each in engine.machine.names.fields if each.shown.what in ("flags", "things", "pieces")}
    kinds = dict(engine.known.fits) if engine.known is not None else {}
    zones: dict[str, list[tuple[int, int]]] = {}
    for zone in engine.machine.names.zones:
        zones.setdefault(zone.name, []).extend(kinds.get(zone.first, ()))

    def fits(zone: str, piece: int) -> bool:
        return any(first <= piece <= last for first, last in zones.get(zone, ()))

    return FieldWords(partial(usual, engine), unlisted_of(engine), labels_of(engine), sets, fits)


def listed(seen: View, unlisted: Collection[str]) -> View:
    """The view for a drawing: without the fields of these names, which are listed only when a piece is asked about.

    How a piece lies means nothing where nobody else could see its face.
    """

    def fields(of: Fields) -> Fields:
        return tuple(each for each in of if each[0] not in unlisted)

    def item(of: ItemView, zone: ZoneView) -> ItemView:
        told, up = fields(of.fields), of.face_up or zone.seen in ("owner", "nobody")
        return of if told == of.fields and up == of.face_up else replace(of, fields=told, face_up=up)

    return with_items(seen, item, fields)


def with_items(
    seen: View,
    change: Callable[[ItemView, ZoneView], ItemView],
    fields: Callable[[Fields], Fields] = tuple,
    within: Callable[[ZoneView], bool] = bool,
) -> View:
    """The view with each piece changed; `fields` changes those of everything else; within: in which zones pieces are
    changed at all. What is not changed is the very same object, so that it can be seen cheaply that it is.
    """
    made = _Changing(change, fields, within)
    return replace(seen, table=made.player(seen.table), players=_each(seen.players, made.player))


@dataclass(frozen=True, slots=True)
class _Changing:
    """How the parts of a view are changed: see `with_items`."""

    change: Callable[[ItemView, ZoneView], ItemView]
    fields: Callable[[Fields], Fields]
    within: Callable[[ZoneView], bool]

    def item(self, of: ItemView, within: ZoneView) -> ItemView:
        inside = self.zones(of.zones)
        return self.change(of if inside is of.zones else replace(of, zones=inside), within)

    def zone(self, of: ZoneView) -> ZoneView:
        if not of.items or not (self.within(of) or any(zone.items for item in of.items for zone in item.zones)):
            return of
        items = tuple([self.item(one, of) for one in of.items])
        return of if all(map(is_, items, of.items)) else replace(of, items=items)

    def zones(self, of: tuple[ZoneView, ...]) -> tuple[ZoneView, ...]:
        return _each(of, self.zone) if of else of

    def space(self, of: SpaceView) -> SpaceView:
        told = self.fields(of.fields) if of.fields else of.fields
        inside = self.zones(of.zones)
        return of if told == of.fields and inside is of.zones else replace(of, fields=told, zones=inside)

    def board(self, of: BoardView) -> BoardView:
        spaces = _each(of.spaces, self.space)
        return of if spaces is of.spaces else replace(of, spaces=spaces)

    def player(self, of: PlayerView) -> PlayerView:
        told, inside, boards = self.fields(of.fields), self.zones(of.zones), _each(of.boards, self.board)
        same = told == of.fields and inside is of.zones and boards is of.boards
        return of if same else replace(of, fields=told, zones=inside, boards=boards)


def _each(parts: tuple[_Part, ...], change: Callable[[_Part], _Part]) -> tuple[_Part, ...]:
    """Each part changed; the very same tuple where no part is another one."""
    made = tuple(map(change, parts))
    return parts if all(map(is_, parts, made)) else made
