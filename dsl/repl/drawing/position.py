"""A position drawn so that one sees it at a glance: the table, the players, their boards, the question, its answers.

Everything comes from a `View`, so nothing can be drawn that the viewer may not know. Of two players with boards of the
same shape the other's is drawn above, turned so that its first row faces the own first row below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from dsl.repl.drawing import board_plans, combs, graphs, men, piece_numbers, pieces, track_rows
from dsl.repl.drawing.answers import Answer, listed, so_far, such_as
from dsl.repl.drawing.grid import MOST_EMPTY, Strokes, grid, is_empty, strokes, words_of, wrapped
from dsl.repl.drawing.layout_maps import is_map, layout
from dsl.repl.drawing.men import Men
from dsl.repl.drawing.sheets import Row, heads, sheets
from dsl.repl.output import Line, Segment, line, width
from dsl.runtime.information.drawn_values import Number
from dsl.runtime.information.track_state import TrackView
from dsl.runtime.information.views import BoardView, Fields, ItemView, PlayerView, SpaceView, View, ZoneView, piece_of
from dsl.runtime.outcome import result_words
from dsl.runtime.tongues.own import numbered, said, words_now
from dsl.runtime.viewers import players_at

MOST_ITEMS: Final = 14
_INDENT: Final = 3


@dataclass(frozen=True, slots=True)
class Paper:
    """What there is to draw on. `closed`: the names of zones whose pieces are only counted, as nobody sees them.

    `numbers`: what pieces on boards count for now, by their entities; it is shown in their cells. `men`: the boards
    that are drawn with letters for their men, by their names. `answers`: the moves in parts. `taken`: of several
    things. `tracks`: of players and the table. `scores`: the points of the players at the end. `ready`: who has chosen
    unseen, in words. `types`: a word is typed.
    """

    width: int
    ascii: bool = False
    closed: frozenset[str] = frozenset()
    numbers: Mapping[int, Sequence[Number]] = field(default_factory=dict[int, Sequence[Number]])
    men: Mapping[str, Men] = field(default_factory=dict[str, Men])
    answers: Sequence[Answer] = ()
    taken: Sequence[str] = ()
    tracks: Sequence[TrackView] = ()
    scores: Sequence[int] = ()
    ready: str = ""
    types: bool = False

    @property
    def draw(self) -> Strokes:
        """The characters for lines."""
        return strokes(self.ascii)

    def tracks_of(self, entity: int) -> list[TrackView]:
        """The tracks of a player, or of the table, that are drawn as rows of spaces."""
        return track_rows.drawn([track for track in self.tracks if track.entity == entity], self.width, _INDENT)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a position that is drawn by itself: whose it is (0: the table), what, and its lines.

    what is empty for the line that names the player.
    """

    whose: int
    what: str
    lines: list[Line]


def position(view: View, paper: Paper) -> list[Line]:
    """The whole position, from the title to the numbered moves."""
    drawn = [each for block in blocks(view, paper) for each in block.lines]
    return [*drawn, *question(view, paper)]


def blocks(view: View, paper: Paper) -> list[Block]:
    """The position in its parts, from top to bottom, without the question."""
    out = [Block(0, "", header(view, paper)), *_holdings(view.table, paper)]
    order = _seating(view)
    if not _facing(order, paper):
        for player in order:
            out += [Block(player.number, "", _name(player, view, paper)), *_holdings(player, paper)]
        return [*out, Block(0, "legend", legend(paper))]
    above, below = order
    out += [Block(above.number, "", _name(above, view, paper)), *_holdings(above, paper, boards=False)]
    for far, near in zip(above.boards, below.boards, strict=True):
        out.append(Block(0, f"board {near.name}", _face_to_face(far, near, paper)))
    out.append(Block(0, "legend", legend(paper)))
    return [*out, Block(below.number, "", _name(below, view, paper)), *_holdings(below, paper, boards=False)]


def held(player: PlayerView, view: View, paper: Paper) -> list[Line]:
    """What lies before one player."""
    return [*_name(player, view, paper), *(each for block in _holdings(player, paper) for each in block.lines)]


def header(view: View, paper: Paper) -> list[Line]:
    """The title on a ruler, and the variables of the table."""
    bar = paper.draw.across
    begin = line((bar * 2 + " ", "dim"), (view.title, "title"))
    title = (*begin, Segment(" " + bar * max(2, paper.width - width(begin) - 1), "dim"))
    told = _telling(line(" " * (_INDENT - 1)), _untracked(view.table, paper), paper)
    return [title, *told, *track_rows.rows(paper.tracks_of(0), _INDENT, paper.ascii)]


def question(view: View, paper: Paper, *, whole: bool = False) -> list[Line]:
    """Who is asked what, and the answers where the viewer may see them (`whole`: all); or how the game ended."""
    if view.is_over:
        return [_ruler(paper), *result(view, paper.scores)]
    ready = [line((paper.ready, "dim"))] if paper.ready else []
    if view.unseen:
        return [_ruler(paper), line((said("Choices are being made unseen"), "ask")), *ready]
    if not view.asked:
        return []
    who = _player(view, view.asked)
    prompt = f": {view.prompt}" if view.prompt and view.moves else ""
    asked = line((said("{1} is asked", who), "ask"), (prompt, "ask"))
    lines = [_ruler(paper), asked, *ready, *so_far(paper.taken, paper.width)]
    answers = paper.answers or [Answer(text, last=text) for text in view.moves]
    return [*lines, *(such_as(answers) if paper.types else listed(answers, paper.width, paper.draw, whole=whole))]


def result(view: View, scores: Sequence[int] = ()) -> list[Line]:
    """Who has won, and by how much."""
    told = result_words(view.results, [player.name for player in view.players], scores)
    return [line((said("The game is over: {1}", told), "good"))]


def zone(shown: ZoneView, paper: Paper, *, indent: int = _INDENT, most: int = MOST_ITEMS) -> list[Line]:
    """A zone with its pieces."""
    first = line(" " * indent, (shown.label, "name"), (_count(shown), "dim"))
    if not shown.items:
        return [first]
    items = _items(shown, paper)
    more = [line((said("{1} {2} more", paper.draw.more, len(items) - most), "dim"))] if len(items) > most else []
    return wrapped([*items[:most], *more], paper.width, first=(*first, *line(": ")), indent=indent + 2, between=", ")


def board(shown: BoardView, owner: str, paper: Paper, beside: Sequence[BoardView] = ()) -> list[Line]:
    """A board as a grid: the last dimension runs across, the one before it down, any others give a grid each.

    beside: the boards of the same holder; a board with edges is drawn together with them.
    """
    if shown.points:
        return _comb(shown, beside, paper)
    if shown.edges and beside:
        return _plan(shown, beside, paper)
    out: list[Line] = []
    title = words_now().owned(shown.name, owner)
    if shown.links:
        return graphs.draw(shown, title, paper.width, _INDENT, lambda space: _cell(space, paper, shown.only))
    drawn = paper.men.get(shown.name)
    for names, rows in sheets(shown):
        first = line(" " * _INDENT, (" ".join([title, *names]), "name"))
        if drawn is None:
            out += _grid(first, rows, heads(shown), shown.only, paper)
        else:
            marks = [(name, [drawn.mark(space) for space in row]) for name, row in rows]
            out += [first, *men.draw(marks, heads(shown), paper.draw, drawn.lean, paper.width)]
    key = [line((each, "dim")) for each in drawn.legend(shown)] if drawn else []
    return [*out, *wrapped(key, paper.width, first=line(" " * _INDENT), indent=_INDENT, between=", ")] if key else out


def _grid(first: Line, rows: Sequence[Row], across: Sequence[str], only: str, paper: Paper) -> list[Line]:
    """A sheet of a board under its name; in one line if nothing stands on it."""
    cells = [(name, [_cell(space, paper, only) for space in row]) for name, row in rows]
    names = [[space.name for space in row] for _, row in rows]
    if is_empty((cell for _, row in cells for cell in row), paper.draw):
        return _folded(first, [name for row in names for name in row], paper)
    return [first, *grid(cells, across, paper.width, paper.draw, names)]


def _folded(first: Line, names: Sequence[str], paper: Paper) -> list[Line]:
    """A board on which nothing stands, in one line, with its spaces if they are few."""
    told = names if len(names) <= MOST_EMPTY else [numbered(len(names), "{1} spaces", "{1} spaces", len(names))]
    first = (*first, *line((said(" (all empty): "), "dim")))
    return wrapped([line((each, "dim")) for each in told], paper.width, first=first, indent=_INDENT + 2, between=", ")


def space(shown: SpaceView, paper: Paper) -> list[Line]:
    """A space: its name, what it says, what lies there."""
    empty = "" if any(zone.items for zone in shown.zones) else words_now().nothing
    facts = pieces.facts(shown.fields, ", ") or [empty]
    first = line(" " * (_INDENT - 1), (shown.name, "name"), ": ", *facts)
    return [first, *(each for held in shown.zones if held.items for each in zone(held, paper, indent=_INDENT + 2))]


def legend(paper: Paper) -> list[Line]:
    """What the letters before the numbers in the cells of a board mean, and those in the spaces of tracks."""
    said = piece_numbers.legend(paper.numbers)
    said += track_rows.legend(track_rows.drawn(paper.tracks, paper.width, _INDENT))
    words = [line((each, "dim")) for each in said]
    return wrapped(words, paper.width, first=line(" " * _INDENT), indent=_INDENT, between=", ") if said else []


def _seating(view: View) -> list[PlayerView]:
    """The players from top to bottom: whoever looks sits at the bottom, else the first player."""
    own = players_at(view.viewer) or {1}
    others = [player for player in view.players if player.number not in own]
    return [*others, *(player for player in view.players if player.number in own)]


def _facing(order: Sequence[PlayerView], paper: Paper) -> bool:
    """Whether two boards can be drawn facing each other."""
    if len(order) != 2 or not order[0].boards or any(shown.name in paper.men for shown in order[0].boards):
        return False
    shapes = [[(shown.name, shown.dims) for shown in player.boards] for player in order]
    return shapes[0] == shapes[1]


def _name(player: PlayerView, view: View, paper: Paper) -> list[Line]:
    style = "own" if player.number == view.asked else "other"
    turn = " <-" if player.number == view.asked else ""
    seat = "" if player.name == pieces.letter(player.number) else f"{pieces.letter(player.number)} "
    name = line((f"{seat}{player.name}{turn}", style))
    told = _telling((*name, Segment(" ")), _untracked(player, paper), paper) or [name]
    return [*told, *track_rows.rows(paper.tracks_of(player.number), _INDENT, paper.ascii)]


def _untracked(player: PlayerView, paper: Paper) -> Fields:
    """The fields of a player that are not drawn as rows of spaces and say something: not 0, no or none, but for tracks
    for which there is no room.
    """
    tracks = {track.name for track in paper.tracks if track.entity == player.number}
    rows, idle = {track.name for track in paper.tracks_of(player.number)}, words_now().idle
    return tuple(each for each in player.fields if each[0] not in rows and (each[0] in tracks or each[1] not in idle))


def _telling(first: Line, fields: Fields, paper: Paper) -> list[Line]:
    """Fields of a player or of the table."""
    facts = [line(" " if number == 0 else "", *pieces.facts((each,), "")) for number, each in enumerate(fields)]
    return wrapped(facts, paper.width, first=first, indent=_INDENT, between=", ") if facts else []


def _holdings(player: PlayerView, paper: Paper, *, boards: bool = True) -> list[Block]:
    """The zones of a player or of the table in which something lies, and their boards; piles share lines."""
    short: list[Line] = []
    out: list[Block] = []
    whose = player.number
    for shown in player.zones:
        closed = shown.name in paper.closed
        if shown.count == 0:
            continue
        if not shown.items or closed or _is_pile(shown):
            short.append(_pile(shown, closed))
        elif is_map(shown):
            out.append(Block(whose, f"zone {shown.name}", _map(shown, paper)))
        else:
            out.append(Block(whose, f"zone {shown.name}", zone(shown, paper)))
    if short:
        between = f" {paper.draw.dot} "
        piles = wrapped(short, paper.width, first=line(" " * _INDENT), indent=_INDENT, between=between)
        out.append(Block(whose, "piles", piles))
    for shown in player.boards if boards else ():
        if not shown.part:  # edges and corners are drawn with the board that they belong to
            out.append(Block(whose, f"board {shown.name}", board(shown, player.name, paper, player.boards)))
    return out


def _facts(each: ItemView) -> Line:
    return line(*pieces.facts(pieces.with_face(each), ", "))


def _plan(shown: BoardView, beside: Sequence[BoardView], paper: Paper) -> list[Line]:
    """A board with edges as a map, and below it what stands there and what the signs mean."""
    edges = [each for name in shown.edges for each in beside if each.name == name]

    drawn, said = board_plans.draw(shown, edges, paper.ascii, paper.width - _INDENT + 1, _facts)
    left = line(" " * (_INDENT - 1))
    out = [line(" " * _INDENT, (words_now().named(shown.name), "name")), *((*left, *each) for each in drawn)]
    return [*out, *wrapped(said, paper.width, first=line(" " * _INDENT), indent=_INDENT, between=", ")]


def _comb(shown: BoardView, beside: Sequence[BoardView], paper: Paper) -> list[Line]:
    """A board of hexagons with what its edges and corners say, and below it what the letters mean."""
    parts = [each for each in beside if each.points and each.name in (*shown.edges, f"{shown.name}_corners")]

    said = [*board_plans.pieces_of(shown, board_plans.letters_of(shown), _facts), *combs.legend(parts)]
    left = line(" " * _INDENT)
    out = [line(*left, (words_now().named(shown.name), "name"))]
    out += [(*left, *each) for each in combs.draw(shown, parts, paper.ascii)]
    return [*out, *wrapped(said, paper.width, first=left, indent=_INDENT, between=", ")]


def _map(shown: ZoneView, paper: Paper) -> list[Line]:
    """A layout as a map under its name."""

    def lines(each: ItemView) -> list[Line]:
        fields = tuple(field for field in each.fields if field[0] != "cell")
        return _in_cell(replace(each, fields=fields), shown.owner, "", paper)

    name = line(" " * _INDENT, (shown.label, "name"), (_count(shown), "dim"))
    return [name, *layout(shown, paper.width, paper.draw, lines)]


def _is_pile(shown: ZoneView) -> bool:
    """Whether only the number of pieces matters: a stack, or pieces of which none is known and nothing can be told."""
    return shown.shape == "stack" or not any(each.known or each.fields or each.zones for each in shown.items)


def _pile(shown: ZoneView, closed: bool) -> Line:
    top = shown.items[-1] if shown.items and shown.shape == "stack" and not closed else None
    words = line((said(", top "), "dim"), *pieces.item(top, shown.owner)) if top is not None and top.known else ()
    return line((shown.label, "name"), (_count(shown), "dim"), *words)


def _count(shown: ZoneView) -> str:
    return " (?)" if shown.count is None else f" ({shown.count})"


def _items(shown: ZoneView, paper: Paper) -> list[Line]:
    """The pieces of a zone; those that look the same are counted where the order means nothing."""
    held = shown.seen in pieces.HANDS
    if shown.shape in ("row", "stack"):
        return [pieces.item(each, shown.owner, held=held) for each in shown.items]
    counted: dict[str, tuple[ItemView, int]] = {}
    for each in shown.items:
        words = "".join(segment.text for segment in pieces.item(each, shown.owner, held=held))
        counted[words] = (each, counted.get(words, (each, 0))[1] + 1)
    times = paper.draw.times
    return [
        pieces.item(each, shown.owner, f"{times}{count}" if count > 1 else "", held=held)
        for each, count in counted.values()
    ]


def _face_to_face(far: BoardView, near: BoardView, paper: Paper) -> list[Line]:
    """Two boards of one shape as one grid: the far one upside down, its first row at the first row of the near one."""
    out: list[Line] = []
    for (names, above), (_, below) in zip(sheets(far), sheets(near), strict=True):
        title = line(" " * _INDENT, (" ".join([words_now().named(near.name), *names]), "name"))
        both = (*above[::-1], *below)
        rows = [(name, [_cell(space, paper, near.only) for space in row]) for name, row in both]
        called = [[space.name for space in row] for _, row in both]
        if is_empty((cell for _, row in rows for cell in row), paper.draw):
            out += _folded(title, [name for row in called for name in row], paper)
            continue
        if len(far.dims) > 2 or len(near.dims) < 1:
            out.append(title)
        out += grid(rows, heads(near), paper.width, paper.draw, called, split=len(above))
    return out


def _cell(space: SpaceView, paper: Paper, only: str) -> list[Line]:
    """The lines of a cell: facts about the space, then each piece with what is unusual and what is attached.

    only: the one field there is, if it is all: then its value says enough.
    """
    out: list[Line] = []
    if only and space.fields and space.fields[0][1] not in (words_now().yes, words_now().no):
        out.append(line(f" {space.fields[0][1]}"))
    elif space.fields:
        out.append(line(*pieces.facts(space.fields, ", ")))
    for number, shown in enumerate(space.zones):
        closed = shown.name in paper.closed
        if shown.items and (closed or (shown.shape == "stack" and len(shown.items) > 1)):
            out.append(_pile(shown, closed))
            continue
        label = f"{shown.label}: " if number and len(space.zones) > 1 else ""
        out += _pieces_in_cell(shown, label, paper)
    return out or [line((f" {paper.draw.dot}", "dim"))]


def _pieces_in_cell(shown: ZoneView, label: str, paper: Paper) -> Iterator[Line]:
    """The pieces of a zone in a cell, those that look alike once with their number."""
    for drawn, alike in groupby(_in_cell(each, shown.owner, label, paper) for each in shown.items):
        count = len(list(alike))
        times = line((f"{paper.draw.times}{count}", "dim")) if count > 1 else ()
        yield (*drawn[0], *times)
        yield from drawn[1:]


def _in_cell(shown: ItemView, holder: int, label: str, paper: Paper) -> list[Line]:
    out = [line((label, "dim"), *pieces.title(shown, holder))]
    numbers, facts = piece_numbers.told(piece_of(shown), paper.numbers), pieces.facts(pieces.with_face(shown), ", ")
    if numbers or facts:
        out.append((*numbers, *line(*(" ", *facts) if facts else ())))
    return [*out, *(line((" + ", "dim"), *held) for held in pieces.attached(shown, holder))]


def _player(view: View, number: int) -> str:
    return next((player.name for player in view.players if player.number == number), "")


def _ruler(paper: Paper) -> Line:
    return line((paper.draw.across * paper.width, "dim"))


def text(words: str, paper: Paper, indent: int = 2, style: str = "") -> list[Line]:
    """A paragraph."""
    return wrapped(words_of(words, style), paper.width, first=line(" " * indent), indent=indent)
