"""Views made over for a drawing: with less than there is to tell, or with more of each piece."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from dsl.runtime.engine import Engine
from dsl.runtime.information.views import BoardView, Fields, ItemView, PlayerView, SpaceView, View, ZoneView


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


def listed(seen: View, unlisted: Collection[str]) -> View:
    """The view for a drawing: without the fields of these names, which are listed only when a piece is asked about.

    How a piece lies means nothing where nobody else could see its face.
    """

    def fields(of: Fields) -> Fields:
        return tuple(each for each in of if each[0] not in unlisted)

    def item(of: ItemView, zone: ZoneView) -> ItemView:
        return replace(of, fields=fields(of.fields), face_up=of.face_up or zone.seen in ("owner", "nobody"))

    return with_items(seen, item, fields)


def with_items(
    seen: View, change: Callable[[ItemView, ZoneView], ItemView], fields: Callable[[Fields], Fields] = tuple
) -> View:
    """The view with each piece changed; `fields` changes those of everything else."""

    def zone(of: ZoneView) -> ZoneView:
        items = (change(replace(item, zones=zones(item.zones)), of) for item in of.items)
        return replace(of, items=tuple(items))

    def zones(of: tuple[ZoneView, ...]) -> tuple[ZoneView, ...]:
        return tuple(zone(each) if each.items else each for each in of)

    def board(of: BoardView) -> BoardView:
        return replace(of, spaces=tuple(map(space, of.spaces)))

    def space(of: SpaceView) -> SpaceView:
        told = fields(of.fields) if of.fields else of.fields
        filled = any(each.items for each in of.zones)
        if told == of.fields and not filled:
            return of
        return replace(of, fields=told, zones=zones(of.zones))

    def player(of: PlayerView) -> PlayerView:
        boards = tuple(board(each) for each in of.boards)
        return replace(of, fields=fields(of.fields), zones=zones(of.zones), boards=boards)

    return replace(seen, table=player(seen.table), players=tuple(player(each) for each in seen.players))
