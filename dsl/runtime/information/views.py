"""What a viewer may know of a position, as plain data.

A piece is shown with its name if the viewer knows it (`known` in the position says so), else as a back. Backs in one
pile that has no order are listed after the known pieces, so that their places in the list tell nothing. What lies on
a table face down is a thing people see: its owner, its tokens and what is attached to it are shown. In hands and
decks nothing is.

The lists hold texts, never numbers of unknown pieces: a front end cannot show what it was not given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as part
from functools import partial
from typing import cast

from dsl.machine.ir.ops import BoardInfo, Shown
from dsl.runtime import pieces
from dsl.runtime.engine import Engine
from dsl.runtime.information.view_memory import Memories, Recalling
from dsl.runtime.information.view_order import Order, cell_of
from dsl.runtime.information.view_plan import MOST_TEXTS, BoardPlan, Row, Spot, plan_of
from dsl.runtime.moves import Move
from dsl.runtime.opaque import NOTHING, Kept, opened
from dsl.runtime.secret_fields import is_secret
from dsl.runtime.told import told_of
from dsl.runtime.viewers import sits
from dsl.runtime.wording import Place, Viewer

Fields = tuple[tuple[str, str], ...]
"""Names and values as texts; only those that differ from what they were at the beginning."""


@dataclass(frozen=True, slots=True)
class ItemView:
    """A piece: its name, or its back if it is not known; entity is 0 then. owner: a player, or 0.

    cell: its column and row in a layout. entity: a number for this view; copies of a card are numbered as they stand in
    it, so that nobody can follow one of them by it. kept: its number in the position, for those who hold that
    (`piece_of`).
    """

    name: str
    entity: int
    kind: str
    owner: int
    face_up: bool
    fields: Fields
    zones: tuple[ZoneView, ...]
    cell: tuple[int, int] | None = None
    kept: Kept = part(default=NOTHING, compare=False, repr=False)

    @property
    def known(self) -> bool:
        """Whether the viewer knows which piece it is."""
        return self.entity != 0


def piece_of(item: ItemView) -> int:
    """The number of a piece in the position, 0 of one that is not known: for whoever holds the position."""
    return opened(item.kept)


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone: count is None where even the number of pieces is not public; items stand in order, index 0 first.

    words say where its pieces lie: "at B first left", "in hand of A". seen: by whom, and shows: values that a drawing
    tells of its pieces, as the rules have it.
    """

    name: str
    label: str
    shape: str
    owner: int
    words: str
    count: int | None
    items: tuple[ItemView, ...]
    seen: str = "all"
    shows: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space of a board. where: its row and column on paper, after any further dimensions, each from 0."""

    name: str
    entity: int
    where: tuple[int, ...]
    fields: Fields
    zones: tuple[ZoneView, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board of a player, or of the table (owner 0), as it is drawn: dimensions with the words of their values, of
    which the last runs across and the one before it down, and its spaces. edges, part, points, links: as BoardInfo has
    them. only: the name of the one field that its spaces have, if they have nothing else. values: of its enum fields.
    """

    name: str
    owner: int
    dims: tuple[tuple[str, tuple[str, ...]], ...]
    spaces: tuple[SpaceView, ...]
    only: str = ""
    edges: tuple[str, ...] = ()
    part: str = ""
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    points: tuple[tuple[int, ...], ...] = ()
    links: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player: name, fields, zones and boards. The table is number 0."""

    number: int
    name: str
    fields: Fields
    zones: tuple[ZoneView, ...]
    boards: tuple[BoardView, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know. moves: the texts of the moves, for the player who is asked and for who sees
    everything. unseen: sealed choices are being made, and the viewer is not asked; he is not told who is (asked is 0).
    """

    title: str
    viewer: Viewer
    asked: int
    prompt: str
    moves: tuple[str, ...]
    is_over: bool
    results: tuple[int, ...]
    table: PlayerView
    players: tuple[PlayerView, ...]
    unseen: bool = False


def view(
    engine: Engine,
    position: list[int],
    viewer: Viewer,
    asked: Callable[[], Sequence[Move]] | None,
    *,
    placed: bool = False,
    memories: Memories | None = None,
) -> View:
    """What the viewer may know of a position; `asked` gives the moves of the player who is asked, if one is. placed: a
    field that names a piece says where it lies as well, which tells it from other copies. memories: views before.
    """
    maker = Maker(engine, position, viewer, placed, memories)
    seen = View(
        title=engine.title,
        viewer=viewer,
        asked=0,
        prompt="",
        moves=(),
        is_over=engine.is_over(position),
        results=tuple(engine.backend.score(position)),
        table=maker.player(0),
        players=tuple(maker.player(number) for number in range(1, engine.machine.players + 1)),
        unseen=engine.is_unseen(position, viewer),
    )
    return seen if asked is None else with_question(seen, engine, position, asked)


def with_question(seen: View, engine: Engine, position: list[int], asked: Callable[[], Sequence[Move]]) -> View:
    """A view without a question, with the question that waits and the moves of the player who is asked."""
    asker = engine.asker(position)
    if not asker:
        return seen
    return replace(
        seen,
        asked=0 if seen.unseen else asker,
        prompt=engine.prompt(position, seen.viewer),
        moves=tuple(move.text for move in asked()) if sits(seen.viewer, asker) else (),
    )


def usual(engine: Engine, entity: int, name: str) -> str:
    """What a field of a space or piece holds in the beginning; empty if there is no such field, or that is a thing."""
    for field in plan_of(engine).slots(engine, entity) if entity > engine.machine.players else ():
        if field.name == name and field.usual is not None and field.texts is not None:
            return engine.words.plain(field.shown, field.usual)
    return ""


class Maker:
    """Makes the parts of one view."""

    def __init__(self, engine: Engine, at: Sequence[int], viewer: Viewer, placed: bool, kept: Memories | None) -> None:
        self.engine = engine
        self.plan = plan_of(engine)
        self.placed = placed
        self.words = engine.words
        self.told = told_of(engine.words)
        self.recalling = Recalling(at, (self.plan.memories if kept is None else kept).setdefault((viewer, placed), {}))
        self.position = position = self.recalling.position
        self.viewer = viewer
        layout = engine.machine.layout
        self.known, self.owners, self.faces = layout.known, layout.owner, layout.face
        self.bases = engine.machine.tables[engine.machine.zone_base]
        self.order = Order(engine, position, viewer, self.plan.copies)

    def player(self, number: int) -> PlayerView:
        """A player, or the table (0)."""
        part = self.recalling.part
        zones: list[ZoneView] = []
        for group in self.plan.zones[number]:
            zones += part(("zones", group[0].instance), partial(self.zones, group))
        boards = tuple(self.board(board, plan, number) for board, plan in self.plan.boards[number])
        name = self.words.player(number) if number else ""
        fields = part(("fields", number), partial(self.fields, number))
        return PlayerView(number, name, fields, tuple(zones), boards)

    def zones(self, group: Sequence[Place]) -> list[ZoneView]:
        """Some zones that are listed one after the other."""
        return [self.recalling.part(("zone", place.instance), partial(self.zone, place)) for place in group]

    def board(self, board: BoardInfo, plan: BoardPlan, number: int) -> BoardView:
        """A board of a player or of the table."""
        spaces: list[SpaceView] = []
        for group in plan.rows:
            spaces += self.recalling.part(("rows", group[0].spots[0].entity), partial(self.rows, group))
        at = board.edges, board.part, plan.values, board.points, board.links
        return BoardView(board.name, number, plan.dims, tuple(spaces), plan.only, *at)

    def rows(self, group: Sequence[Row]) -> list[SpaceView]:
        """Some rows of a board that stand one after the other."""
        found: list[SpaceView] = []
        for row in group:
            found += self.recalling.part(("row", row.spots[0].entity), partial(self.row, row))
        return found

    def row(self, row: Row) -> Sequence[SpaceView]:
        """Some spaces of a board, all at once if nothing lies there."""
        looks = row.watched.looks(self.position) if row.watched is not None else None
        if looks is None:
            return [self.space(spot) for spot in row.spots]
        key = "row", row.spots[0].entity, looks
        found = self.plan.kept.get(key)
        if found is None:
            found = [self.space(spot) for spot in row.spots]
            self.plan.keep(key, found)
        return cast(Sequence[SpaceView], found)

    def space(self, spot: Spot) -> SpaceView:
        """A space of a board."""
        entity = spot.entity
        looks = spot.watched.looks(self.position) if spot.watched is not None else None
        key = entity, looks
        found = self.plan.kept.get(key) if looks is not None else None
        if isinstance(found, SpaceView):
            return found
        made = SpaceView(self.words.title(entity), entity, spot.where, self.fields(entity), self.zones_of(entity))
        if looks is not None:
            self.plan.keep(key, made)
        return made

    def zones_of(self, entity: int) -> tuple[ZoneView, ...]:
        """The zones of a space or a piece."""
        return tuple(self.zone(self.words.places[zone]) for zone in self.words.zones_of.get(entity, ()))

    def zone(self, place: Place) -> ZoneView:
        """A zone with what lies in it."""
        info = place.info
        assert info is not None
        owner = self.owner_of(place)
        if not self.position[self.bases[place.instance]] and not info.private_count:
            return self.empty(place, owner)
        found = pieces.members(self.words, self.position, place.instance)
        found = found if info.ordered else self.order.of(found)
        private = info.private_count and not (owner and sits(self.viewer, owner)) and self.viewer is not None
        items = self.items(found, place, private=private)
        count, label = None if private else len(found), info.label or info.name
        return ZoneView(info.name, label, info.shape, owner, place.words, count, items, info.seen, info.shows)

    def items(self, found: Sequence[int], place: Place, *, private: bool) -> tuple[ItemView, ...]:
        """What lies in a zone, as it is listed; `private`: of what is unknown not even that it is there."""
        sees, position, known, viewer = self.words.sees, self.position, self.known, self.viewer
        ordered = place.info is not None and place.info.ordered
        apart = place.lies_open or self.told.ever
        """Whether one back may look otherwise than another."""
        if not apart and not private and not any(sees(position[known + piece], viewer) for piece in found):
            return (self.back(place),) * len(found)
        items: list[ItemView] = []
        backs: list[ItemView] = []
        for piece in found:
            if sees(position[known + piece], viewer):
                items.append(self.item(piece, place, open_=True))
            elif not private:
                back = self.item(piece, place, open_=False) if apart else self.back(place)
                backs.append(back)
                if ordered:
                    items.append(back)
        if not ordered:
            items += sorted(backs, key=repr) if apart and len(backs) > 1 else backs
        return tuple(items)

    @staticmethod
    def back(place: Place) -> ItemView:
        """A piece of which nothing is seen but that it is there."""
        return ItemView(place.back, 0, place.back, 0, False, (), ())

    def empty(self, place: Place, owner: int) -> ZoneView:
        """A zone with nothing in it."""
        key = "empty", place.instance, owner
        found = self.plan.kept.get(key)
        if isinstance(found, ZoneView):
            return found
        info = place.info
        assert info is not None
        made = ZoneView(
            info.name, info.label or info.name, info.shape, owner, place.words, 0, (), info.seen, info.shows
        )
        self.plan.keep(key, made)
        return made

    def owner_of(self, place: Place) -> int:
        """The player whose zone it is: for a zone of a piece the player who owns the piece."""
        if place.host and self.words.is_piece(place.host):
            return self.position[self.engine.machine.layout.owner + place.host]
        return place.owner

    def item(self, piece: int, place: Place, *, open_: bool) -> ItemView:
        """A piece as far as the viewer may know it; `open_`: he knows which it is. Backs that do not lie open are all
        alike.
        """
        if not open_ and not place.lies_open:
            heard = self.heard(piece)
            return replace(self.back(place), fields=heard) if heard else self.back(place)
        found = self.looking(piece, place, open_=open_)
        number = self._number(piece) if open_ else 0
        return found if found.entity == number else replace(found, entity=number)

    def looking(self, piece: int, place: Place, *, open_: bool) -> ItemView:
        """The same with the piece's own number, as it was made before if it looks the same."""
        watched = self.plan.watched(self.engine, piece)
        looks = watched.looks(self.position) if watched is not None else None
        if looks is None:
            return self.made(piece, place, open_=open_)
        key = piece, 0 if open_ else place.instance, looks, self.heard(piece)
        found = self.plan.kept.get(key)
        if isinstance(found, ItemView):
            return found
        made = self.made(piece, place, open_=open_)
        self.plan.keep(key, made)
        return made

    def made(self, piece: int, place: Place, *, open_: bool) -> ItemView:
        """The same, made anew; a back only where it lies open."""
        owner, face_up = self.position[self.owners + piece], bool(self.position[self.faces + piece])
        fields, zones = self.fields(piece) + self.heard(piece), self.zones_of(piece)
        cell = cell_of(self.engine, self.position, piece)
        if open_:
            info = self.words.info(piece)
            return ItemView(info.title, piece, info.kind, owner, face_up, fields, zones, cell, Kept(piece))
        return ItemView(self.words.back(place), 0, place.back, owner, face_up, fields, zones, cell)

    def heard(self, piece: int) -> Fields:
        """What the viewer was told of a piece, as a field of it; nothing where that is nothing."""
        words = self.told.words(self.position, self.viewer, piece) if self.told.ever else ""
        return (("told", words),) if words else ()

    def _number(self, piece: int) -> int:
        """The number of a piece in this view."""
        copies = self.plan.copies.get(piece)
        return piece if copies is None or self.viewer is None else self.recalling.number(copies)

    def fields(self, entity: int) -> Fields:
        """The var fields of an entity (0: of the table) that are not what they were at the beginning."""
        found: list[tuple[str, str]] = []
        position = self.position
        for field in self.plan.slots(self.engine, entity):
            if field.secret is not None and is_secret(self.words, position, self.viewer, field.secret, entity):
                found.append((field.name, "?"))
                continue
            value = position[field.slot]
            if value == field.usual:
                continue
            text = field.texts.get(value) if field.texts is not None else None
            if text is None:
                text = self.value(field.shown, value)
                if field.texts is not None and len(field.texts) < MOST_TEXTS:
                    field.texts[value] = text
            found.append((field.name, text))
        return tuple(found)

    def value(self, shown: Shown, value: int) -> str:
        """The value of a field."""
        text = self.words.value(self.position, self.viewer, shown, value)
        known = self.placed and shown.what == "entity" and self.words.is_piece(value)
        if known and self.words.knows(self.position, self.viewer, value):
            return f"{text} {self.words.where(self.position, self.viewer, value)}"
        return text
