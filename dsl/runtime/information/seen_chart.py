"""What of a game decides what somebody sees of a position, as numbers: for search in C (backends/native/seen.c).

Texts become numbers, the same for the same text, so that two observations are equal there exactly when their texts are
(observed.py); and options look alike there exactly when they do in play/sights.py.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from dsl.backends.guessing import GAME, GAME_TABLES, MEMBER, SEVERAL, WINDOW, chart
from dsl.machine.ir.ops import DecisionInfo, Shown
from dsl.runtime.engine import Engine
from dsl.runtime.information.view_plan import plan_of
from dsl.runtime.reading.numbers import LISTED
from dsl.runtime.told_columns import told_bases
from dsl.runtime.wording import Words

_READS: Final = {"entity": 1, "words": 2, "pieces": 3, "zone": 4}
_SEEN: Final = {"all": 0, "owner": 1, "nobody": 2}
_FIELDS, _ZONE, _SPACE = range(3)
_KINDS: Final = {"member": MEMBER, "several": SEVERAL, "arrange": SEVERAL, "window": WINDOW}


def seen_chart(engine: Engine) -> array[int]:
    """The chart of a game, without what only its backend knows (SPAN and WIDTH)."""
    found = _charts.get(engine)
    if found is None:
        found = _charts[engine] = _Chart(engine.in_source).made()
    return found


_charts: WeakKeyDictionary[Engine, array[int]] = WeakKeyDictionary()


class _Chart:
    """Makes the chart of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.words, self.machine = engine, engine.words, engine.machine
        self.plan = plan_of(engine)
        self.pieces = range(self.machine.first_piece, self.machine.entity_count + 1)
        self.texts: dict[object, int] = {}

    def made(self) -> array[int]:
        """The whole."""
        machine, layout = self.machine, self.machine.layout
        parts = [*self._parts()]
        numbers = {
            **{"PLAYERS": machine.players, "SPAN": 0, "WIDTH": 0, "LISTED": LISTED},
            **{"ZONES": len(machine.tables[machine.zone_base]), "RESULTS": layout.results},
            **{"FIRST_PIECE": machine.first_piece, "LAST_PIECE": machine.entity_count},
            **{"PLACE": layout.place, "OWNER": layout.owner, "FACE": layout.face, "KNOWN": layout.known},
            **{"NEXT": layout.next, "CHAIN": layout.chain, "TOLD_WORDS": layout.told_words},
            **{"TOLD": told_bases(machine, 0).start, "PARTS_COUNT": len(parts) // 2},
        }
        tables: dict[str, Sequence[int]] = {"PARTS": parts, "BEGINNING": self.engine.beginning}
        tables |= {**self._zones(), **self._entities(), **self._columns(), **self._decisions()}
        return chart(GAME, numbers, GAME_TABLES, tables)

    def text(self, text: object) -> int:
        """The number of a text."""
        return self.texts.setdefault(text, len(self.texts) + 1)

    def _zones(self) -> Mapping[str, Sequence[int]]:
        words, machine = self.words, self.machine
        infos = [(place, place.info) for place in words.places]
        return {
            "ZONE_BASE": machine.tables[machine.zone_base],
            "ZONE_ORDERED": [int(info is not None and info.ordered) for _, info in infos],
            "ZONE_OPEN": [int(place.lies_open) for place, _ in infos],
            "ZONE_PRIVATE": [int(info is not None and info.private_count) for _, info in infos],
            "ZONE_OWNER": [place.owner for place, _ in infos],
            "ZONE_HOST": [place.host for place, _ in infos],
            "ZONE_WORDS": [self.text(place.words) for place, _ in infos],
            "ZONE_BACK": [self.text(words.back(place)) for place, _ in infos],
            "ZONE_NAME": [self.text(info.name if info is not None else "") for _, info in infos],
            "ZONE_LABEL": [self.text(words.plain(Shown("zone"), place.instance)) for place, _ in infos],
        }

    def _entities(self) -> Mapping[str, Sequence[int]]:
        words, machine = self.words, self.machine
        every = range(machine.entity_count + 1)
        infos = [words.info(piece) for piece in self.pieces]
        fields, field_first = _joined([[*self._fields(entity)] for entity in every])
        inner, inner_first = _joined([[(zone,) for zone in words.zones_of.get(entity, ())] for entity in every])
        return {
            "TITLES": [self.text(words.title(entity)) for entity in every],
            "CARDS": [self.text((info.kind, info.title)) for info in infos],
            "PRINTED": [self.text(info.text) for info in infos],
            "SPACE_OWNER": [_holder(words, entity) for entity in every],
            **{"FIELDS": fields, "FIELD_FIRST": field_first, "INNER": inner, "INNER_FIRST": inner_first},
        }

    def _fields(self, entity: int) -> Iterator[tuple[int, ...]]:
        for field in self.plan.slots(self.engine, entity):
            usual = 0 if field.usual is None else field.usual
            seen = _SEEN[field.secret.seen] if field.secret is not None else 0
            reads = _READS.get(field.shown.what, 0)
            named = self.text(field.name)
            left_out = int(field.usual is not None)
            yield named, field.slot, usual, left_out, seen, reads, field.shown.index, field.shown.bits

    def _parts(self) -> Iterator[int]:
        """What an observation consists of: fields, zones and spaces, each with its number."""
        plan = self.plan
        for number in range(self.machine.players + 1):
            if plan.slots(self.engine, number):
                yield from (_FIELDS, number)
            for group in plan.zones[number]:
                for place in group:
                    yield from (_ZONE, place.instance)
            for _, board in plan.boards[number]:
                for rows in board.rows:
                    for row in rows:
                        for spot in row.spots:
                            yield from (_SPACE, spot.entity)

    def _columns(self) -> Mapping[str, Sequence[int]]:
        """The columns of pieces that are told of them, but for who knows them: each once for all pieces of a kind."""
        words, machine = self.words, self.machine
        seen = {(field.base, field.first, field.last): _SEEN[field.seen] for field in words.secret_fields}
        told = {base: player for player in range(machine.players + 1) for base in told_bases(machine, player)}
        rows: list[tuple[int, ...]] = []
        kinds: dict[int, tuple[int, int]] = {}
        of_pieces: list[tuple[int, int]] = []
        for piece in self.pieces:
            columns = words.columns_of(piece)
            if id(columns) not in kinds:
                first = len(rows)
                for column in columns:
                    if column[0] != machine.layout.known:
                        is_told = told.get(column[0], 0) if machine.layout.told_words else 0
                        rows.append((column[0], int(column in words.pointers), seen.get(column, 0), is_told))
                kinds[id(columns)] = first, len(rows) - first
            of_pieces.append(kinds[id(columns)])
        return {
            "COLUMNS": [number for row in rows for number in row],
            "COLUMN_FIRST": [first for first, _ in of_pieces],
            "COLUMN_COUNT": [count for _, count in of_pieces],
        }

    def _decisions(self) -> Mapping[str, Sequence[int]]:
        params, first = _joined(
            [[(int(kind.what == "entity"),) for _, kind, _ in action.params] for action in self.machine.actions]
        )
        decided = [number for decision in self.machine.decisions for number in _decision(decision)]
        return {"DECIDED": decided, "PARAMS": params, "ACTION_FIRST": first}


def _decision(decision: DecisionInfo) -> tuple[int, int, int, int]:
    what = decision.shown.what
    many = decision.kind == "member" and what == "number"
    return int(decision.sealed), _KINDS.get(decision.kind, 0), int(what == "entity"), int(many)


def _holder(words: Words, entity: int) -> int:
    """Whose a player or a space is."""
    return words.info(entity).player if words.is_space(entity) else 0 if words.is_piece(entity) else entity


def _joined(rows: Sequence[Sequence[tuple[int, ...]]]) -> tuple[list[int], list[int]]:
    """Rows of each of several things one behind the other, and with which row those of each begin; the end too."""
    found: list[int] = []
    firsts = [0]
    for each in rows:
        found += [number for row in each for number in row]
        firsts.append(firsts[-1] + len(each))
    return found, firsts
