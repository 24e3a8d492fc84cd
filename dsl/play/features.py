"""A position as a row of whole numbers of fixed length, as one player sees it: what learning programs read.

The row has, in this order: who looks, who is asked, which decision it is; the fields of the table, of every player and
every space; then a *line* for each place in each zone of the table, of players and of spaces, in the order of the zone
(zones without order: sorted by what is seen); then a line for each piece that lies in a zone of another piece. A line
says which card lies there (0: none, 1: one the player does not know, from 2: the titles in the order of the rules), its
owner, whether it is face up, on which line the piece lies that it is attached to, and its fields. A field that names a
piece holds the line where that lies; a bag has a number for each value that it counts.

What the player does not know is not in it (see runtime/information/views.py), and copies of a card have no numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl.machine.ir.ops import DECISION, FieldInfo
from dsl.runtime import pieces
from dsl.runtime.engine import Engine
from dsl.runtime.information.view_plan import covers
from dsl.runtime.secret_fields import is_secret
from dsl.runtime.state import State
from dsl.runtime.wording import Place

FIXED = ("card", "owner", "face_up", "on")
"""The numbers every line begins with."""


@dataclass(slots=True)
class _Item:
    """A piece as it is seen: the numbers of its line, what lies on it, its number (never shown)."""

    piece: int
    numbers: list[int]
    attached: list[_Item] = field(default_factory=list["_Item"])

    def sight(self) -> tuple[object, ...]:
        """What is seen of it and of what lies on it: the order of zones without order."""
        return (-self.numbers[0], self.numbers, [item.sight() for item in self.attached])


@dataclass(frozen=True, slots=True)
class _Column:
    """A field, or what a bag holds of the value at a place."""

    field: FieldInfo
    name: str
    place: int = -1

    def read(self, value: int) -> int:
        """The number that is shown of what the field holds."""
        if self.place < 0:
            return value
        bits = self.field.shown.bits
        return value >> bits * self.place & (1 << bits) - 1


class Features:
    """The shape of the rows of one game for one number of players: `size`, `names`, `low` and `high` of each number."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        words, machine = engine.words, engine.machine
        self.titles: dict[tuple[str, str], int] = {}
        for piece in range(machine.first_piece, machine.entity_count + 1):
            info = words.info(piece)
            self.titles.setdefault((info.kind, info.title), len(self.titles) + 2)
        self.columns = [column for shown in _piece_fields(engine) for column in self._columns(shown)]
        self.plain = [*self._plain_columns()]
        self.zones = [place for place in words.places[1:] if not words.is_piece(place.host)]
        self.first: dict[int, int] = {}
        self._labels: list[str] = []
        self.attached = self._label_lines()
        self.lines = len(self._labels)
        self.width = len(FIXED) + len(self.columns)
        self.size = 3 + len(self.plain) + self.lines * self.width

    def _plain_columns(self) -> Iterator[tuple[_Column, int]]:
        """The columns of the table, players and spaces, each with whose it is."""
        for shown in self.engine.words.names.fields:
            for entity in range(self.engine.machine.first_piece) if shown.var else ():
                if covers(shown, entity):
                    yield from ((column, entity) for column in self._columns(shown))

    def _label_lines(self) -> int:
        """Give every line a label and every zone its first line; the answer is the first line of attached pieces."""
        machine = self.engine.machine
        capacity = machine.tables[machine.zone_cap]
        total = machine.entity_count - machine.first_piece + 1
        for place in self.zones:
            self.first[place.instance] = len(self._labels)
            room = min(capacity[place.instance], total)
            self._labels += [f"{place.words} ({index + 1})" for index in range(room)]
        attached, words = len(self._labels), self.engine.words
        inner = sum(capacity[place.instance] for place in words.places[1:] if words.is_piece(place.host))
        self._labels += [f"attached ({index + 1})" for index in range(min(inner, total))]
        return attached

    @property
    def names(self) -> list[str]:
        """What each number of a row is."""
        title = self.engine.words.title
        names = ["viewer", "asked", "decision"]
        names += [f"{column.name} of {title(entity)}" if entity else column.name for column, entity in self.plain]
        columns = [*FIXED, *(column.name for column in self.columns)]
        return names + [f"{column} {label}" for label in self._labels for column in columns]

    @property
    def low(self) -> list[int]:
        """The least that each number can be."""
        head = [0, 0, 0, *(_low(column) for column, _ in self.plain)]
        return head + [0, 0, 0, 0, *(_low(column) for column in self.columns)] * self.lines

    @property
    def high(self) -> list[int]:
        """The most that each number can be."""
        machine = self.engine.machine
        head = [machine.players, machine.players, len(machine.decisions)]
        head += [self._high(column) for column, _ in self.plain]
        line = [len(self.titles) + 1, machine.players, 1, self.lines, *(self._high(each) for each in self.columns)]
        return head + line * self.lines

    def row(self, state: State, viewer: int) -> list[int]:
        """The position as a player (0: a spectator) sees it. At a chance node it is that of the decision before."""
        asked = 0 if self.engine.is_unseen(state.position, viewer) else state.actor
        return _Row(self, state.position, viewer).made(asked)

    def _columns(self, shown: FieldInfo) -> list[_Column]:
        if shown.shown.what != "bag":
            return [_Column(shown, shown.name)]
        values = self.engine.words.names.enums[shown.shown.index][1]
        return [_Column(shown, f"{value} in {shown.name}", place) for place, value in enumerate(values)]

    def _high(self, column: _Column) -> int:
        field = column.field
        if field.shown.what == "entity":
            return max(self.engine.machine.first_piece + self.lines, field.high)
        return max(0, column.read(field.high))


class _Row:
    """Makes one row."""

    def __init__(self, features: Features, position: list[int], viewer: int) -> None:
        self.features = features
        self.words = features.engine.words
        self.position = position
        self.viewer = viewer
        self.lines = [0] * (features.lines * features.width)
        self.line_of: dict[int, int] = {}
        self.pointers: list[tuple[int, int]] = []
        self.next = features.attached

    def made(self, asked: int) -> list[int]:
        """The whole row."""
        shape = self.features
        for place in shape.zones:
            line = shape.first[place.instance]
            for item in self._items(place):
                self._put(item, line, 0)
                line += 1
        for slot, piece in self.pointers:
            self.lines[slot] = self._entity(piece)
        head = [self.viewer, asked, self.position[DECISION] + 1 if asked else 0]
        for column, entity in shape.plain:
            if is_secret(self.words, self.position, self.viewer, column.field, entity):
                head.append(_low(column))
                continue
            value = self.position[column.field.base + entity]
            head.append(self._entity(value) if column.field.shown.what == "entity" else column.read(value))
        return head + self.lines

    def _put(self, item: _Item, line: int, on: int) -> None:
        width = self.features.width
        start = line * width
        self.line_of[item.piece] = line
        item.numbers[3] = on
        self.lines[start : start + width] = item.numbers
        for number, column in enumerate(self.features.columns):
            if column.field.shown.what == "entity" and item.numbers[len(FIXED) + number]:
                self.pointers.append((start + len(FIXED) + number, item.numbers[len(FIXED) + number]))
        for inner in item.attached:
            self.next += 1
            self._put(inner, self.next - 1, line + 1)

    def _entity(self, entity: int) -> int:
        """How a field names an entity: a player or space by its number, a piece by its line, 0 for one not seen."""
        if not self.words.is_piece(entity):
            return entity
        line = self.line_of.get(entity)
        if line is None or not self._told(entity):
            return 0
        return self.features.engine.machine.first_piece + line

    def _told(self, piece: int) -> bool:
        """Whether the place of a piece is told apart from others: known, or lying where all see it."""
        knows = self.words.knows(self.position, self.viewer, piece)
        return knows or self.words.place_of(self.position, piece).lies_open

    def _items(self, place: Place) -> list[_Item]:
        info, inner = place.info, self.words.is_piece(place.host)
        assert info is not None
        found = [self._item(piece, place) for piece in pieces.members(self.words, self.position, place.instance)]
        owner = self.position[self.features.engine.machine.layout.owner + place.host] if inner else place.owner
        if info.private_count and self.viewer != owner:
            found = [item for item in found if item.numbers[0] > 1]
        return found if info.ordered else sorted(found, key=_Item.sight)

    def _item(self, piece: int, place: Place) -> _Item:
        shape, position = self.features, self.position
        layout = shape.engine.machine.layout
        known = self.words.knows(position, self.viewer, piece)
        if not known and not place.lies_open:
            return _Item(piece, [1] + [0] * (shape.width - 1))
        info = self.words.info(piece)
        card = shape.titles[info.kind, info.title] if known else 1
        numbers = [card, position[layout.owner + piece], position[layout.face + piece], 0]
        for column in shape.columns:
            field = column.field
            inside = field.first <= piece <= field.last
            if inside and is_secret(self.words, position, self.viewer, field, piece):
                numbers.append(_low(column))
            else:
                numbers.append(column.read(position[field.base + piece]) if inside else 0)
        inner = [item for zone in self.words.zones_of.get(piece, ()) for item in self._items(self.words.places[zone])]
        return _Item(piece, numbers, inner)


def _piece_fields(engine: Engine) -> list[FieldInfo]:
    """The var fields of pieces, each once."""
    first, last = engine.machine.first_piece, engine.machine.entity_count
    fields = (shown for shown in engine.words.names.fields if shown.var)
    return [shown for shown in fields if any(covers(shown, piece) for piece in range(first, last + 1))]


def _low(column: _Column) -> int:
    """A line where nothing lies has 0 everywhere."""
    return min(0, column.field.low)
