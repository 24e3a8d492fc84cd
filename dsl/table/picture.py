"""What a seat may see, as plain data for a page: the position, the moves in parts, the log.

All of it comes from the seat (`dsl.runtime.information.seat`), which knows nothing else. Numbers of pieces stay here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from dsl.runtime.engine import Engine
from dsl.runtime.information.drawn_values import With
from dsl.runtime.information.seat import Seat
from dsl.runtime.information.slant import lean_of
from dsl.runtime.information.taking import Taking
from dsl.runtime.information.track_state import TrackView
from dsl.runtime.information.views import BoardView, Fields, ItemView, PlayerView, SpaceView, ZoneView
from dsl.runtime.moves import Move, copies_of
from dsl.runtime.reading.numbers import run_of
from dsl.runtime.reading.tokens import fold
from dsl.runtime.reasons import Reason
from dsl.runtime.tongues.kinds import kind_called
from dsl.runtime.tongues.spoken import CARD_TEXT, NAME
from dsl.saying.effects import text_of
from dsl.semantics.model import Card
from dsl.table.graph_layout import laid_out

MOST_MOVES: Final = 2_000
MOST_LINES: Final = 400
APART: Final = "\x1f"
"""Between the words of a zone and the place in it: rules hold no such character, but their titles may end with `#2`."""

Data = dict[str, Any]
_Parts = dict[tuple[int, bool], tuple[object, Data]]


@dataclass(slots=True)
class Drawn:
    """What was drawn of the zones and spaces of the view that one seat had last. A part of a view that is the very same
    object as before (views keep what has not changed) is drawn the same.
    """

    engine: Engine | None = None
    last: _Parts = field(default_factory=dict[tuple[int, bool], tuple[object, Data]])
    now: _Parts = field(default_factory=dict[tuple[int, bool], tuple[object, Data]])

    values: With = field(default_factory=dict[int, Any])

    def begin(self, engine: Engine) -> None:
        """A new picture, by these rules."""
        self.last, self.now = (self.now if engine is self.engine else {}), {}
        if engine is not self.engine:
            self.values.clear()
        self.engine = engine

    def part(self, of: object, draw: Callable[[], Data], *, hidden: bool = False) -> Data:
        """The drawing of a part of the view. hidden: whether it is drawn as what lies where not everybody looks."""
        key = id(of), hidden
        found = self.last.get(key)
        if found is None or found[0] is not of:
            found = of, draw()
        self.now[key] = found
        return found[1]


@dataclass(frozen=True, slots=True)
class _Pen:
    """What drawing a position needs: the seat, the names of fields that no list shows (one that any kind of thing shows
    is shown), how the rows of boards are shifted, and what was drawn before.
    """

    seat: Seat
    unlisted: frozenset[str]
    leans: dict[str, int]
    drawn: Drawn


def _pen(seat: Seat, drawn: Drawn) -> _Pen:
    boards, directions = seat.engine.machine.names.boards, seat.engine.words.about.directions
    fields = seat.engine.machine.names.fields
    told = {each.name for each in fields if not each.unlisted}
    unlisted = frozenset(each.name for each in fields if each.unlisted) - told
    drawn.begin(seat.engine)
    return _Pen(seat, unlisted, {each.name: lean_of(each, directions) for each in reversed(boards)}, drawn)


def picture(seat: Seat, drawn: Drawn | None = None) -> Data:
    """Everything that a page shows of the position, for the one who sits there. drawn: of the same seat; what is in it
    is not drawn again.
    """
    pen = _pen(seat, drawn or Drawn())
    seen = seat.with_values(seat.view(), pen.drawn.values)
    moves = seat.moves()
    log = seat.log()
    run = run_of([move.text for move in moves])
    whole = bool(run) or seat.types  # not listed, but typed
    taking = seat.taking
    return {
        "title": seen.title,
        "prompt": seen.prompt,
        "asked": seen.asked,
        "unseen": seen.unseen,
        "over": seen.is_over,
        "ending": seat.ending(),
        "results": list(seen.results) if seen.is_over else [],
        "table": _player(seen.table, pen),
        "players": [_player(each, pen) for each in seen.players],
        "moves": [] if whole else [_move(seat, moves[number], taking) for number in range(min(len(moves), MOST_MOVES))],
        "together": _together(seat, taking),
        "more": 0 if whole else max(len(moves) - MOST_MOVES, 0),
        "numbers": run,
        "types": seat.types,
        "log": log[-MOST_LINES:],
        "first": max(len(log) - MOST_LINES, 0) + 1,
    }


def reason(found: Reason) -> Data:
    """Why something is so, with its parts."""
    site = found.site
    return {
        "words": found.words,
        "value": found.value,
        "place": "" if site is None else f"{site.file}:{site.line}",
        "cites": [] if site is None else list(site.cites),
        "parts": [reason(part) for part in found.parts],
    }


def card(seat: Seat, title: str) -> Data | None:
    """What is printed on the cards of a title; None if there is none that may be read here."""
    return next(iter(faces(seat, [title]).values()), None)


def faces(seat: Seat, titles: Sequence[str]) -> Data:
    """What is printed on the cards of some titles, by title; nothing of those that may not be read here."""
    wanted = {fold(title): title for title in titles}
    own = seat.engine.words.own
    found: Data = {}
    for each in seat.engine.program.cards if seat.engine.program is not None else ():
        title = wanted.get(fold(own.word(NAME, each.title)), wanted.get(fold(each.title)))
        if title is not None and title not in found and seat.may_read(each):
            found[title] = _card(seat, each)
    return found


def _card(seat: Seat, each: Card) -> Data:
    program, own = seat.engine.program, seat.engine.words.own
    text = own.word(CARD_TEXT, each.text) if each.text is not None else text_of(program, each) if program else ""
    printed = [
        [field.name.replace("_", " "), seat.printed(field, each.first)]
        for field in seat.engine.machine.names.fields
        if not field.var and not field.unlisted and field.first <= each.first <= field.last
    ]
    return {
        "title": own.word(NAME, each.title),
        "gloss": (each.gloss or "") if not own.language else "",
        "kind": kind_called(own, each.kind),
        "text": text,
        "printed": [pair for pair in printed if pair[1] and (pair[1] == "0" or pair[1] not in own.idle)],
        "place": f"{each.span.file.name}:{each.span.line}",
        "cites": list(each.cites),
    }


def _move(seat: Seat, move: Move, taking: Taking | None) -> Data:
    texts, values, _ = seat.parts(move)
    made: Data = {"text": move.text, "things": [texts[index] for index in values]}
    spots = [spot_of(*each) for each in seat.spots(move)]
    if any(spots):
        made["spots"] = spots
    if taking is not None and (copies := copies_of(move)):
        made["copies"] = 1 + len(copies)
    return made


def spot_of(words: str, where: tuple[int, int] | int | None) -> str:
    """Where a piece lies, as one text; `spot` in static/nodes.js makes the same of what is drawn."""
    told = "" if where is None else f"{APART}#{where}" if isinstance(where, int) else f"{APART}{where[0]},{where[1]}"
    return words + told


def _together(seat: Seat, taking: Taking | None) -> Data | None:
    """How things are taken that the page lets somebody pick together, where there is more than one thing to pick."""
    if taking is None or (not taking.in_order and taking.most == 1):
        return None
    return {
        "least": taking.least,
        "most": taking.most,
        "ordered": taking.in_order,
        "done": taking.done,
        "taken": seat.taken(),
    }


def _player(each: PlayerView, pen: _Pen) -> Data:
    return {
        "number": each.number,
        "name": each.name,
        "fields": _listed(each.fields, pen),
        "zones": [_zone(zone, pen) for zone in each.zones],
        "boards": [_board(board, pen) for board in each.boards],
        "tracks": [_track(track) for track in pen.seat.tracks((each.number,))],
    }


def _track(track: TrackView) -> Data:
    bands = [[label, low, high] for label, low, high, _ in track.bands]
    return {"label": track.label, "low": track.low, "high": track.high, "at": track.at, "bands": bands}


def _zone(zone: ZoneView, pen: _Pen) -> Data:
    return pen.drawn.part(zone, lambda: _new_zone(zone, pen))


def _new_zone(zone: ZoneView, pen: _Pen) -> Data:
    hidden = zone.seen != "all"
    return {
        "label": zone.label,
        "shape": zone.shape,
        "count": zone.count,
        "words": zone.words,
        "items": [pen.drawn.part(item, partial(_item, item, pen, hidden=hidden), hidden=hidden) for item in zone.items],
    }


def _item(item: ItemView, pen: _Pen, *, hidden: bool) -> Data:
    """hidden: it lies where not everybody looks, so nobody is told that it lies face down."""
    return {
        "name": item.name,
        "known": item.known,
        "kind": item.kind,
        "owner": item.owner,
        "up": item.face_up or hidden,
        "fields": _listed(item.fields, pen),
        "zones": [_zone(zone, pen) for zone in item.zones if zone.items],
        "cell": None if item.cell is None else list(item.cell),
    }


def _board(board: BoardView, pen: _Pen) -> Data:
    return {
        "name": board.name,
        "label": pen.seat.engine.words.own.named(board.name),
        "dims": [[name, list(words)] for name, words in board.dims],
        "only": board.only,
        "part": board.part,
        "edges": list(board.edges),
        "points": [list(point) for point in board.points],
        "links": [[pen.seat.engine.words.own.named(name), list(pairs)] for name, pairs in board.links],
        "graph": laid_out(len(board.spaces), tuple(pair for _, pairs in board.links for pair in pairs)),
        "lean": pen.leans.get(board.name, 0),
        "values": {name: list(words) for name, words in board.values},
        "spaces": [pen.drawn.part(space, partial(_space, space, board, pen)) for space in board.spaces],
    }


def _space(space: SpaceView, board: BoardView, pen: _Pen) -> Data:
    return {
        "name": space.name,
        "where": list(space.where),
        "fields": _listed(space.fields, pen, board.only),
        "zones": [_zone(zone, pen) for zone in space.zones],
    }


def _listed(fields: Fields, pen: _Pen, only: str = "") -> list[tuple[str, str]]:
    """The fields that are drawn: those which the game does not keep for itself."""
    return [field for field in fields if field[0] == only or field[0] not in pen.unlisted]
