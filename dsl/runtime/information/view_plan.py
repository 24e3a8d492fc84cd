"""What of a view depends on the game and not on the position, worked out once for each game.

Which fields an entity has, whose zones are whose, how the spaces of a board stand. And what was made before: a space, a
piece or a zone looks the same to everybody whenever its own slots hold the same and nothing lies in its zones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from dsl.machine.ir.ops import BoardInfo, FieldInfo, Shown
from dsl.runtime.engine import Engine
from dsl.runtime.information.view_memory import Memories
from dsl.runtime.wording import Place

Thing = TypeVar("Thing")

MOST_KEPT: Final = 50_000
MOST_TEXTS: Final = 1_000
ROW: Final = 8
"""So many spaces, rows or zones that follow each other are looked after together."""


@dataclass(frozen=True, slots=True)
class FieldSlot:
    """A field of one entity: where it lies, what it holds usually (None: it is always told), and the texts of its
    values as far as they are made, if they are the same for everybody. secret: the field, if not everybody sees it.
    """

    name: str
    slot: int
    usual: int | None
    texts: dict[int, str] | None
    shown: Shown
    secret: FieldInfo | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """The slots that the looks of a space or a piece depend on while nothing lies in its zones and it points at
    nothing: the slots that say so come last.
    """

    slots: Callable[[Sequence[int]], tuple[int, ...]]
    empty: int

    def looks(self, position: Sequence[int]) -> tuple[int, ...] | None:
        """What the slots hold; None if the looks depend on more."""
        found = self.slots(position)
        return None if self.empty and any(found[-self.empty :]) else found


@dataclass(frozen=True, slots=True)
class Spot:
    """A space of a board: where it stands on paper, and what to watch; None: it can look different at any time."""

    entity: int
    where: tuple[int, ...]
    watched: Watched | None


@dataclass(frozen=True, slots=True)
class Row:
    """Some spaces of a board that stand one after the other, and what to watch of all of them."""

    spots: tuple[Spot, ...]
    watched: Watched | None


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """A board of one holder: its dimensions as drawn, its spaces in the order in which they are told, and the rest of
    `views.BoardView`.
    """

    dims: tuple[tuple[str, tuple[str, ...]], ...]
    rows: list[list[Row]]
    only: str
    values: tuple[tuple[str, tuple[str, ...]], ...]


class Plan:
    """What the views of one game have in common. It does not hold the engine, which holds it."""

    def __init__(self, engine: Engine) -> None:
        words, machine = self._words, self._machine = engine.words, engine.machine
        self._fields = [field for field in words.names.fields if field.var]
        self._of: dict[int, tuple[FieldInfo, ...]] = {}
        places = [place for place in words.places[1:] if place.info is not None]
        kinds = {number: "player" if number else "table" for number in range(machine.players + 1)}
        self.zones: list[list[list[Place]]] = [
            _grouped([place for place in places if _belongs(place, number, kind)]) for number, kind in kinds.items()
        ]
        """The zones of the table, then of each player, in groups."""
        self.boards: list[list[tuple[BoardInfo, BoardPlan]]] = [
            [
                (board, _board_plan(engine, self, board, number))
                for board in words.names.boards
                if bool(number) == bool(board.holders)
            ]
            for number in range(machine.players + 1)
        ]
        """The boards of the table, then of each player."""
        self.kept: dict[object, object] = {}
        """What looks the same to everybody whenever certain slots hold the same, for `views` to keep."""
        self.memories: Memories = {}
        """The parts of views as they were made last, where nobody keeps those of one game."""
        self.cells = machine.cells
        self._watched: dict[int, Watched | None] = {}
        self._slots: dict[int, tuple[FieldSlot, ...]] = {}
        self._texts: dict[str, dict[int, str]] = {}

    @cached_property
    def copies(self) -> dict[int, tuple[int, ...]]:
        """For each piece of which there are copies all of these, itself among them."""
        found: dict[tuple[str, str], list[int]] = {}
        for piece in range(self._machine.first_piece, self._machine.entity_count + 1):
            info = self._words.info(piece)
            found.setdefault((info.kind, info.title), []).append(piece)
        return {piece: tuple(alike) for alike in found.values() if len(alike) > 1 for piece in alike}

    def fields(self, entity: int) -> tuple[FieldInfo, ...]:
        """The var fields that an entity has (0: the table)."""
        found = self._of.get(entity)
        if found is None:
            found = self._of[entity] = tuple(field for field in self._fields if covers(field, entity))
        return found

    def slots(self, engine: Engine, entity: int) -> tuple[FieldSlot, ...]:
        """The fields of an entity with where they lie."""
        found = self._slots.get(entity)
        if found is None:
            always = entity <= engine.machine.players
            made: list[FieldSlot] = []
            for number, field in enumerate(self.fields(entity)):
                slot = field.base + entity
                texts = self._texts.setdefault(f"{field.kind}.{field.name}.{field.base}.{number}", {})
                usual = None if always else engine.beginning[slot]
                secret = None if field.seen == "all" else field
                made.append(FieldSlot(field.name, slot, usual, texts if is_plain(field) else None, field.shown, secret))
            found = self._slots[entity] = tuple(made)
        return found

    def watched(self, engine: Engine, entity: int) -> Watched | None:
        """The slots that a piece's looks depend on; None where they depend on more, or on who looks."""
        if entity not in self._watched:
            more = [engine.machine.layout.owner + entity, engine.machine.layout.face + entity]
            if self.cells is not None and self.cells.low <= entity <= self.cells.high:
                more.append(self.cells.column + entity)
            self._watched[entity] = _watched(engine, self, entity, more=more)
        return self._watched[entity]

    def keep(self, key: object, made: object) -> None:
        """Keep what was made; not more than there is room for."""
        if len(self.kept) >= MOST_KEPT:
            self.kept.clear()
        self.kept[key] = made


_plans: WeakKeyDictionary[Engine, Plan] = WeakKeyDictionary()


def plan_of(engine: Engine) -> Plan:
    """The plan of a game."""
    found = _plans.get(engine)
    if found is None:
        found = _plans[engine] = Plan(engine)
    return found


def covers(field: FieldInfo, entity: int) -> bool:
    """Whether an entity (0: the table) has a field; the columns of all pieces are no fields of their own."""
    if field.kind == "Piece" and field.name in ("owner", "face_up"):
        return False
    return field.first <= entity <= field.last if entity else field.first == 0


def _board_plan(engine: Engine, plan: Plan, board: BoardInfo, number: int) -> BoardPlan:
    """The plan of a board of a player or of the table (0)."""
    size = 1
    for _, count, _ in board.dims:
        size *= count
    first = board.first + size * max(number - 1, 0)
    dims = [(name, words) for name, _, words in board.dims]
    spots = [
        Spot(entity, _where(board, entity - first), _watched(engine, plan, entity))
        for entity in range(first, first + size)
    ]
    if board.across is not None:  # letters run across, the numbers beside them upwards
        dims.append(dims.pop(board.across))
        dims[-2:-1] = [(name, words[::-1]) for name, words in dims[-2:-1]]
        spots.sort(key=lambda spot: spot.where)
    fields = plan.fields(first)
    only = fields[0].name if len(fields) == 1 and not engine.words.zones_of.get(first) else ""
    enums = engine.words.names.enums
    none = (engine.words.own("none"),)
    values = tuple(
        (each.name, (*none[: each.shown.or_none], *enums[each.shown.index][1]))
        for each in fields
        if each.shown.what == "enum"
    )
    rows = [_row(engine, plan, group) for group in _grouped(spots)]
    return BoardPlan(tuple(dims), _grouped(rows), only, values)


def _grouped(each: list[Thing]) -> list[list[Thing]]:
    """Things that follow each other, a few at a time."""
    return [each[begin : begin + ROW] for begin in range(0, len(each), ROW)]


def _belongs(place: Place, number: int, kind: str) -> bool:
    """Whether a zone is the table's (0) or a player's."""
    return place.info is not None and place.owner == number and place.info.owner_kind == kind


def _row(engine: Engine, plan: Plan, spots: Sequence[Spot]) -> Row:
    """Some spaces that are watched together."""
    entities = [spot.entity for spot in spots]
    watched = None if any(spot.watched is None for spot in spots) else _watched(engine, plan, *entities)
    return Row(tuple(spots), watched)


def _where(board: BoardInfo, offset: int) -> tuple[int, ...]:
    """The row and column of a space; offset counts through the dimensions, the last one fastest."""
    where: list[int] = []
    for _, count, _ in reversed(board.dims):
        where.insert(0, offset % count)
        offset //= count
    if board.across is not None:
        where.append(where.pop(board.across))
        where[-2:-1] = [len(words) - 1 - at for at, (_, _, words) in zip(where[-2:-1], _upward(board), strict=True)]
    return tuple(where)


def _upward(board: BoardInfo) -> list[tuple[str, int, tuple[str, ...]]]:
    """The dimension of a lettered board whose numbers run upwards; none if it is a mere line."""
    return [dim for index, dim in enumerate(board.dims) if index != board.across][-1:]


def is_plain(field: FieldInfo) -> bool:
    """Whether what a field holds reads the same for everybody."""
    return field.shown.what not in ("entity", "zone", "words", "pieces")


def _watched(engine: Engine, plan: Plan, *entities: int, more: Sequence[int] = ()) -> Watched | None:
    zones = _zones_on(engine, entities)
    fields = [(field, field.base + entity) for entity in entities for field in plan.fields(entity)]
    empty = [slot for field, slot in fields if not is_plain(field)]
    if any(map(_is_private, zones)) or any(_is_secret(field) for field, _ in fields):
        return None  # how many lie there, or what is written there, is shown to some only
    if any(engine.beginning[slot] for slot in empty):
        return None  # what it points at reads differently
    empty += [engine.machine.tables[engine.machine.zone_base][place.instance] for place in zones]
    slots = [*more, *(slot for field, slot in fields if is_plain(field)), *empty]
    return Watched(getter(slots), len(empty))


def _zones_on(engine: Engine, entities: Sequence[int]) -> list[Place]:
    words = engine.words
    return [words.places[zone] for entity in entities for zone in words.zones_of.get(entity, ())]


def getter(slots: Sequence[int]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """What fetches some slots of a position."""
    if len(slots) > 1:
        return itemgetter(*slots)
    return lambda position: tuple(position[slot] for slot in slots)


def _is_secret(field: FieldInfo) -> bool:
    return field.seen != "all"


def _is_private(place: Place) -> bool:
    return place.info is None or place.info.private_count
