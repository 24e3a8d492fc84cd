"""What of a view depends on the game and not on the position, worked out once for each game.

Which fields an entity has, whose zones are whose, how the spaces of a board stand. And the spaces on which nothing has
happened: on a large board that is nearly all of them, and they look the same to everybody at all times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from weakref import WeakKeyDictionary

from dsl.machine.ir.ops import BoardInfo, FieldInfo
from dsl.runtime.engine import Engine
from dsl.runtime.wording import Place


@dataclass(frozen=True, slots=True)
class Watched:
    """The slots that say whether anything is to be told of a space beside that it is there, and what they hold then."""

    slots: Callable[[Sequence[int]], object]
    untouched: object

    def is_untouched(self, position: Sequence[int]) -> bool:
        """Whether the fields of the space are as at the beginning, and its zones empty."""
        return self.slots(position) == self.untouched


@dataclass(frozen=True, slots=True)
class Spot:
    """A space of a board: where it stands on paper, and what to watch; None: it can look different at any time."""

    entity: int
    where: tuple[int, ...]
    watched: Watched | None


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """A board of one holder: its dimensions as drawn, its spaces in the order in which they are told, and the rest of
    `views.BoardView`.
    """

    dims: tuple[tuple[str, tuple[str, ...]], ...]
    spots: tuple[Spot, ...]
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
        self.zones: list[list[Place]] = [
            [place for place in places if place.info and place.owner == number and place.info.owner_kind == kind]
            for number, kind in kinds.items()
        ]
        """The zones of the table, then of each player."""
        self.boards: list[list[tuple[BoardInfo, BoardPlan]]] = [
            [
                (board, _board_plan(engine, self, board, number))
                for board in words.names.boards
                if bool(number) == bool(board.holders)
            ]
            for number in range(machine.players + 1)
        ]
        """The boards of the table, then of each player."""
        self.untouched: dict[int, object] = {}
        """What is told of spaces as long as nothing has happened on them, for `views` to keep."""

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
    values = tuple((each.name, enums[each.shown.index][1]) for each in fields if each.shown.what == "enum")
    return BoardPlan(tuple(dims), tuple(spots), only, values)


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


def _watched(engine: Engine, plan: Plan, space: int) -> Watched | None:
    machine, words = engine.machine, engine.words
    zones = words.zones_of.get(space, ())
    if any(place.info is None or place.info.private_count for place in (words.places[zone] for zone in zones)):
        return None  # how many lie there is shown to some only
    slots = [field.base + space for field in plan.fields(space)]
    expected = [engine.beginning[slot] for slot in slots]
    slots += [machine.tables[machine.zone_base][zone] for zone in zones]
    expected += [0 for _ in zones]
    if not slots:
        return Watched(_nothing, ())
    return Watched(itemgetter(*slots), tuple(expected) if len(slots) > 1 else expected[0])


def _nothing(_: Sequence[int]) -> object:
    return ()
