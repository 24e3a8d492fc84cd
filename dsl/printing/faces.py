"""What a game prints, as plain data: the faces of its cards, its boards and tracks.

Everything comes from the checked rules: the printed fields of each card with their values, its words, how many copies
there are. Copies that print other values are other faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import prod
from typing import Final

from dsl.printing.hexagons import lean
from dsl.printing.suits import suits
from dsl.runtime.engine import Engine
from dsl.runtime.game import Game
from dsl.runtime.tongues.kinds import kind_called
from dsl.runtime.tongues.own import Own
from dsl.runtime.tongues.spoken import CARD_TEXT, KIND, NAME, QUALITY, TRACK
from dsl.saying.effects import text_of
from dsl.semantics.model import Board, Card, Field, Int, Kind
from dsl.source import Span
from dsl.syntax.tree import CardItem, PrintedItem

_WIDEST: Final = 6  # spaces of a list of them in a row
_PAPERS: Final = ((190.0, 267.0), (277.0, 180.0))  # what a board has of a page, upright and lying


@dataclass(frozen=True, slots=True)
class Face:
    """The front of a card: title, second title, what its back says, its kind in words and the names of all its kinds,
    the values and marks printed on it, its words, how many copies there are, and where it is written. All of it is in
    the language of the game, but for known_as, its titles in the rules, and names, what they call its values. suit:
    which of its likes it goes with, and is coloured like (dsl/printing/suits).
    """

    title: str
    gloss: str
    back: str
    kind: str
    kinds: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    marks: tuple[str, ...]
    text: str
    copies: int
    stand_in: bool
    span: Span
    known_as: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    suit: int = 0

    @property
    def digest(self) -> str:
        """A fingerprint of what is printed: another one, another face."""
        parts = (self.title, self.gloss, self.back, self.kind, self.values, self.marks, self.text)
        return sha256(repr(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Grid:
    """A board: its name, and rows of the names of its spaces, the topmost first.

    holds: whether cards can lie on its spaces. lean: of a board of hexagons, 1 if the upper rows stand farther to the
    right, -1 if to the left; else 0. shifts:
    of hexagons in rows, by how many half ones each row is shifted to the right.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    holds: bool = False
    lean: int = 0
    shifts: tuple[int, ...] = ()

    @property
    def halves(self) -> tuple[int, ...]:
        """By how many half hexagons each row is shifted."""
        if self.lean:
            count = len(self.rows)
            return tuple(count - 1 - row if self.lean > 0 else row for row in range(count))
        return self.shifts


@dataclass(frozen=True, slots=True)
class Strip:
    """A number with its bounds, to be kept with a marker; bands are the names of stretches of it, by number."""

    title: str
    low: int
    high: int
    bands: tuple[tuple[int, str], ...] = ()


def faces(game: Game, players: int | None = None) -> list[Face]:
    """The faces of all cards, in the order of the rules; for a number of players, the highest if none is given."""
    number = players or game.players[-1]
    engine = game.engine(number)
    written = {item.title.value: frozenset(_written(item)) for item in _cards(game)}
    found: list[Face] = []
    program = game.program(number)
    for card in program.cards:
        by_print: dict[tuple[_Value, ...], int] = {}
        for piece in range(card.first, card.last + 1):
            printed = tuple(_printed(engine, piece, written.get(card.title)))
            by_print[printed] = by_print.get(printed, 0) + 1
        text = text_of(program, card) if card.text is None else engine.words.own.word(CARD_TEXT, card.text)
        found += [_face(engine, card, text, printed, copies) for printed, copies in by_print.items()]
    groups = suits([(face.kinds[-1], face.kind, dict(zip(face.names, face.values, strict=True))) for face in found])
    return [replace(face, suit=suit) for face, suit in zip(found, groups, strict=True)]


def grids(game: Game, players: int | None = None) -> list[Grid]:
    """The boards of a game for a number of players, the highest if none is given: rows and columns, or a list of
    spaces. Those of its edges and corners are left out; of a board that each player has, there is one for each.
    """
    number = players or game.players[-1]
    program, engine = game.program(number), game.engine(number)
    found: list[Grid] = []
    for board in program.boards:
        if not board.part:
            slant = lean(program, board)
            found += [
                replace(_grid(board, engine, holder), lean=slant) for holder in range(number if board.holder else 1)
            ]
    return found


def strips(game: Game, players: int | None = None) -> list[Strip]:
    """The tracks of a game, of so many players, the most if no number is given: each as often as there are players who
    have one.
    """
    number, engine = players or game.players[-1], game.engine(players or game.players[-1])
    found: list[Strip] = []
    for each in game.program(number).fields:
        if each.var and each.track is not None:
            strip = _strip(each, engine.words.own)
            whose = each.holder is not None and each.holder.name == "Player"
            owners = [engine.words.title(holder + 1) for holder in range(number)] if whose and number > 1 else []
            named = [replace(strip, title=engine.words.own("{1} of {2}", strip.title, owner)) for owner in owners]
            found += named or [strip]
    return found


def _cards(game: Game) -> Iterator[CardItem]:
    """The cards as they are written; those of tables are none of them."""
    return (item for file in game.sources.files for item in file.items if isinstance(item, CardItem))


def _written(card: CardItem) -> Iterator[str]:
    """The names of the values that are written on a card."""
    for member in card.members:
        if isinstance(member, PrintedItem):
            yield from (name.text for name, _ in member.fields)


def _face(engine: Engine, card: Card, text: str, printed: tuple[_Value, ...], copies: int) -> Face:
    kinds, own = _kinds(card.kind), engine.words.own
    labelled = [kind.label for kind in kinds if kind.label]
    said = [each for each in printed if each[2] not in (own.no, own.none, own.nothing, "", own.yes)]
    return Face(
        title=own.word(NAME, card.title),
        gloss=(card.gloss or "") if not own.language else "",  # it is for readers of the rules
        back=own.word(KIND, labelled[-1]) if labelled else kind_called(own, kinds[-1]),
        kind=kind_called(own, card.kind),
        kinds=tuple(kind.name for kind in kinds),
        values=tuple((label, value) for _, label, value in said),
        marks=tuple(label for _, label, value in printed if value == own.yes),
        text=text,
        copies=copies,
        stand_in=card.stand_in,
        span=card.span,
        known_as=(card.title, card.gloss or ""),
        names=tuple(name for name, _, _ in said),
    )


def _kinds(kind: Kind) -> list[Kind]:
    """A kind and those that it is one of, itself first; what all pieces are is none."""
    found = [kind]
    while found[-1].parent is not None and found[-1].parent.span is not None:
        found.append(found[-1].parent)
    return found


_Value = tuple[str, str, str]
"""A printed field: its name in the rules, what it is called, its value."""


def _printed(engine: Engine, piece: int, written: frozenset[str] | None) -> Iterator[_Value]:
    """What is printed on a piece. written: the names of the values that stand in its rules; None if it has none, since
    it comes from a table or a deck: then each of its words is one that it was given.
    """
    machine = engine.machine
    for source, field in zip(engine.backend.machine.names.fields, machine.names.fields, strict=True):
        if not field.var and not field.unlisted and field.first <= piece <= field.last:
            value = machine.tables[field.table][piece - field.first]
            is_given = field.shown.what == "enum" if written is None else source.name in written
            if value or is_given:  # a nought that nobody wrote is not printed
                read = engine.words.in_print(field.shown, value).replace("_", " ")
                yield source.name.replace("_", " "), field.name.replace("_", " "), read


def _grid(board: Board, engine: Engine, holder: int) -> Grid:
    """The board of one holder, counted from 0: letters run across, numbers upwards; else the last dimension across."""
    sizes = [count for _, count, _ in board.dims]
    first = board.first + holder * prod(sizes)
    spaces = [engine.words.title(first + place) for place in range(prod(sizes))]
    title = engine.words.own.word(QUALITY, board.label or board.name)
    if board.holder is not None:
        owner = engine.words.title(holder + 1)
        title = engine.words.own("{1} of {2}", title, owner)
        spaces = [each.removeprefix(f"{owner} ") for each in spaces]
    if board.points:
        return _comb(title, spaces, board.points)
    holds = bool(board.kind.zones)
    if len(sizes) != 2:
        return Grid(title, _shelf(spaces), holds)
    outer, inner = sizes
    if board.dims[0][0] in board.letters:
        grid = [[spaces[at * inner + row] for at in range(outer)] for row in reversed(range(inner))]
    else:
        grid = [spaces[row * inner : (row + 1) * inner] for row in range(outer)]
    return Grid(title, tuple(map(tuple, grid)), holds)


def _shelf(spaces: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """A list of spaces in rows, so that each is as large as can be on a page, and no row is much shorter."""
    count = len(spaces)

    def side(wide: int) -> float:
        return max(min(width / wide, height / -(-count // wide)) for width, height in _PAPERS)

    best = max(range(1, min(count, _WIDEST) + 1), key=lambda wide: (side(wide), wide))
    width = -(-count // -(-count // best))
    return tuple(tuple(spaces[at : at + width]) for at in range(0, count, width))


def _comb(title: str, spaces: Sequence[str], points: Sequence[Sequence[int]]) -> Grid:
    """Hexagons in rows, by the points at which they lie."""
    rows: dict[int, list[int]] = {}
    for at, (_, y) in enumerate(points):
        rows.setdefault(y, []).append(at)
    left = min(x for x, _ in points)
    levels = [rows[y] for y in sorted(rows, reverse=True)]
    shifts = tuple(points[row[0]][0] - left for row in levels)
    return Grid(title, tuple(tuple(spaces[at] for at in row) for row in levels), shifts=shifts)


def _strip(field: Field, own: Own) -> Strip:
    track = field.track
    assert track is not None and isinstance(field.type, Int)
    numbers = [(number, band) for band in track.bands for number in range(band.low, band.high + 1)]
    bands = tuple((number, own.word(TRACK, band.label or band.name)) for number, band in numbers)
    return Strip(own.word(TRACK, track.label) or own.named(field.name), field.type.low, field.type.high, bands)
