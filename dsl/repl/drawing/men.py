"""Boards drawn with their men: a letter for what stands on a space, so that a whole board is seen at a glance.

What a board can be drawn so is worked out from its declarations, once: its spaces say whose man stands there, what it
is, what marks it, or hold plain pieces without a state of their own. Everything else is drawn with words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from dsl.diagnostics import text_width
from dsl.machine.ir.ops import BoardInfo, FieldInfo
from dsl.repl.drawing.grid import Strokes
from dsl.repl.output import Line, Segment, line, pad, width
from dsl.runtime.information.slant import lean_of
from dsl.runtime.information.views import BoardView, SpaceView
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.own import said, words_now
from dsl.runtime.wording import Words

STONES: Final = ("X", "O")
"""What stands for the men of two players where nothing but the player tells them apart."""

MOST_SORTS: Final = 12
FEWEST_SPACES: Final = 9
"""A smaller board of pieces has room for their names."""

LONGEST_LINE: Final = 12
"""A board of one line with more spaces is folded: it goes to the left below and comes back above."""

_STYLES: Final = ("name", "own", "other")


@dataclass(frozen=True, slots=True)
class Men:
    """How the men of one board are drawn.

    side: the field with the player whose man it is; sort: the field that says what stands there; flags: letters for the
    fields that are yes or no; letters: those of the values of sort, or of the titles of pieces; names: what players are
    called; lean: 1 if the upper rows of hexagons stand farther to the right, -1 if to the left, 0 for squares.
    """

    side: str
    sort: str
    flags: Mapping[str, str]
    letters: Mapping[str, str]
    names: tuple[str, ...]
    lean: int

    def mark(self, space: SpaceView) -> Line:
        """What is drawn for a space; nothing if nothing is there."""
        values = dict(space.fields)
        player = self.names.index(values[self.side]) + 1 if values.get(self.side) in self.names else 0
        what = values.get(self.sort, words_now().none)
        parts: list[tuple[str, str]] = []
        if what not in (words_now().none, "0"):
            parts.append((self._sized(self.letters.get(what, what), player), _STYLES[min(player, 2)]))
        elif player and not self.sort:
            parts.append((self._stone(player), _STYLES[min(player, 2)]))
        items = [(item.name, item.owner) for zone in space.zones for item in zone.items]
        for (name, owner), alike in groupby(items):
            count = len(list(alike))
            letter = self._sized(self.letters.get(name, "?"), owner)
            parts.append((letter + (str(count) if count > 1 else ""), _STYLES[min(owner, 2)]))
        flags = "".join(letter for name, letter in self.flags.items() if values.get(name) == words_now().yes)
        return line(*parts, (flags, "name"))

    def legend(self, board: BoardView) -> list[str]:
        """What the marks on a board mean."""
        sorts = [f"{letter} {words}" for words, letter in self.letters.items() if fold(letter) != fold(words)]
        flags = [f"{letter} {name.replace('_', ' ')}" for name, letter in self.flags.items()]
        return [*self._whose(board), *sorts, *flags]

    def _whose(self, board: BoardView) -> list[str]:
        """How the men of the players are told apart."""
        numbered = list(enumerate(self.names, 1))
        if self.side and not self.sort:
            return [f"{self._stone(player)} {name}" for player, name in numbered if self._stone(player) != name]
        owned = any(item.owner for space in board.spaces for zone in space.zones for item in zone.items)
        if not self.side and not owned:
            return []
        if len(self.names) == 2 and self.letters:
            return [said("capitals {1}, small letters {2}", self.names[0], self.names[1])]
        return [f"{_small(player)} {name}" for player, name in numbered]

    def _stone(self, player: int) -> str:
        return STONES[player - 1] if len(self.names) == len(STONES) else _small(player).upper()

    def _sized(self, letter: str, player: int) -> str:
        """A letter, with the player to whom the man belongs: by its size for two, else by the letter of the seat."""
        if not player:
            return letter
        if len(self.names) != 2 or letter.upper() == letter.lower():
            return letter + _small(player)
        return letter.upper() if player == 1 else letter.lower()


def _small(player: int) -> str:
    return chr(ord("a") + player - 1)


def men_of(words: Words) -> dict[str, Men]:
    """The boards of a game that can be drawn with their men, by their names."""
    found: dict[str, Men] = {}
    for board in words.names.boards if words.about.labels else ():
        men = _men(words, board)
        if men is not None:
            found[board.name] = men
    return found


def _men(words: Words, board: BoardInfo) -> Men | None:
    """How the men of a board are drawn; None if letters would not say enough of what can stand there."""
    fields = _fields_of(words, board)
    zones = words.zones_of.get(board.first, [])
    kinds = (fields.players, fields.sorts, zones)
    if fields.others or any(len(each) > 1 for each in kinds) or (zones and (fields.players or fields.sorts)):
        return None
    named = _titles_on(words, board, zones[0]) if zones else _sorts_of(words, fields)
    if named is None:
        return None
    return Men(
        fields.players[0].name if fields.players else "",
        fields.sorts[0].name if fields.sorts else "",
        _letters([each.name for each in fields.flags], str.lower),
        _letters(named, str.upper),
        tuple(words.player(player) for player in range(1, words.machine.players + 1)),
        lean_of(board, words.about.directions),
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    """The listed fields of the spaces of a board: whose man stands there, what it is, what marks it, and all others."""

    players: Sequence[FieldInfo]
    sorts: Sequence[FieldInfo]
    flags: Sequence[FieldInfo]
    others: Sequence[FieldInfo]


def _fields_of(words: Words, board: BoardInfo) -> _Fields:
    found: dict[str, list[FieldInfo]] = {"player": [], "sort": [], "flag": [], "other": []}
    for each in _listed(words):
        if each.first <= board.first <= each.last:
            sort = "player" if _is_player(each, words) else _SORTS.get(each.shown.what, "other")
            found[sort].append(each)
    return _Fields(*found.values())


_SORTS: Final = {"enum": "sort", "number": "sort", "bool": "flag"}


def _listed(words: Words) -> list[FieldInfo]:
    return [each for each in words.names.fields if each.var and not each.unlisted]


def _sorts_of(words: Words, fields: _Fields) -> Sequence[str] | None:
    """The words for what can stand on a space that holds no pieces; None if it has no fields at all."""
    if not (fields.players or fields.sorts or fields.flags):
        return None
    is_enum = bool(fields.sorts) and fields.sorts[0].shown.what == "enum"
    return words.names.enums[fields.sorts[0].shown.index][1] if is_enum else ()


def _titles_on(words: Words, board: BoardInfo, zone: int) -> Sequence[str] | None:
    """The titles of the pieces that can lie on a space; None if there is room for them, or a letter says too little."""
    return _plain_titles(words, zone, _listed(words)) if _size(board) >= FEWEST_SPACES else None


def _is_player(field: FieldInfo, words: Words) -> bool:
    return field.shown.what == "entity" and field.high <= words.machine.players


def _plain_titles(words: Words, zone: int, listed: Sequence[FieldInfo]) -> list[str] | None:
    """The titles of the pieces that may lie in a zone; None if a letter would not say enough of some piece."""
    machine = words.machine
    pieces = [piece for piece in range(machine.first_piece, machine.entity_count + 1) if words.admits(zone, piece)]
    titles = list(dict.fromkeys(words.title(piece) for piece in pieces))
    told = not set(titles).isdisjoint(words.about.told)
    faces = words.places[zone].info
    seen = faces is not None and faces.seen == "all"
    if told or not seen or not 0 < len(titles) <= MOST_SORTS or any(_has_more(words, each, listed) for each in pieces):
        return None
    return titles


def _has_more(words: Words, piece: int, listed: Sequence[FieldInfo]) -> bool:
    """Whether a piece has a state of its own, or zones, which no letter tells."""
    states = (each for each in listed if each.kind != "Piece" or each.name not in ("owner", "face_up"))
    return bool(words.zones_of.get(piece)) or any(each.first <= piece <= each.last for each in states)


def _size(board: BoardInfo) -> int:
    size = 1
    for _, count, _ in board.dims:
        size *= count
    return size


def _letters(names: Sequence[str], case: Callable[[str], str]) -> dict[str, str]:
    """A letter for each name: the first one of it that no name before has taken, else all there is of it."""
    taken: dict[str, str] = {}
    for name in names:
        letters = [each for each in fold(name) if each.isalnum()]
        free = (case(each) for each in letters if case(each) not in taken.values())
        taken[name] = next(free, name[:2])
    return taken


def draw(
    rows: Sequence[tuple[str, Sequence[Line]]], heads: Sequence[str], strokes: Strokes, lean: int, columns: int
) -> list[Line]:
    """Rows of marks under the names of the columns; a long line of them is folded."""
    if len(rows) == 1 and len(heads) > LONGEST_LINE:
        return _folded(rows[0][1], heads, strokes)
    dot = line((strokes.dot, "dim"))
    marks = [[mark or dot for mark in cells] for _, cells in rows]
    widest = max([1, *map(text_width, heads), *(width(mark) for cells in marks for mark in cells)])
    cell = min(widest + 1, max(2, (columns - 8) // max(1, len(heads))))
    if lean:
        cell += cell % 2
        return _rhombus([name for name, _ in rows], marks, heads, cell, lean)
    margin = max(text_width(name) for name, _ in rows)
    bar = Segment(strokes.down, "dim")
    left = " " * (margin + 1)
    inner = strokes.across * (cell * len(heads) + 1)
    out = [line(left + "  ", ("".join(head.ljust(cell) for head in heads), "dim"))]
    out.append(line(left, (strokes.top[0] + inner + strokes.top[2], "dim")))
    for (name, _), cells in zip(rows, marks, strict=True):
        out.append((Segment(name.rjust(margin) + " ", "dim"), bar, Segment(" "), *_joined(cells, cell), bar))
    out.append(line(left, (strokes.bottom[0] + inner + strokes.bottom[2], "dim")))
    return out


def _folded(marks: Sequence[Line], heads: Sequence[str], strokes: Strokes) -> list[Line]:
    """A long line of spaces as two: the first half below from right to left, the second above from left to right."""
    half = (len(marks) + 1) // 2
    dot = line((strokes.dot, "dim"))
    shown = [mark or dot for mark in marks]
    cell = max([1, *map(text_width, heads), *map(width, shown)]) + 2
    inner = strokes.across * (cell * half + 1)
    bar = Segment(strokes.down, "dim")
    below, above = list(range(half - 1, -1, -1)), list(range(half, len(marks)))
    blank = [line("")] * (half - len(above))
    out: list[Line] = []
    for row, ends, first in ((above, strokes.top, True), (below, strokes.bottom, False)):
        edge = line(" ", (ends[0] + inner + ends[2], "dim"))
        names = line("   ", ("".join(heads[at].ljust(cell) for at in row), "dim"))
        cells = [*(shown[at] for at in row), *(blank if first else [])]
        body = (Segment(" "), bar, Segment(" "), *_joined(cells, cell), bar)
        out += [names, edge, body] if first else [body, edge, names]
    return out


def _rhombus(
    names: Sequence[str], marks: Sequence[Sequence[Line]], heads: Sequence[str], cell: int, lean: int
) -> list[Line]:
    """Rows of hexagons, each shifted by half a cell against the one above."""
    margin = max(map(text_width, names))
    last = len(marks) - 1
    shifts = [(cell // 2) * (last - index if lean > 0 else index) for index in range(len(marks))]
    letters = "".join(head.ljust(cell) for head in heads)
    out = [line(" " * (margin + 1 + shifts[0] + (cell // 2) * lean), (letters, "dim"))]
    for name, cells, shift in zip(names, marks, shifts, strict=True):
        row = (Segment(" " * shift + name.rjust(margin) + " ", "dim"), *_joined(cells, cell), Segment(name, "dim"))
        out.append(row)
    out.append(line(" " * max(0, margin + 1 + shifts[-1] - (cell // 2) * lean), (letters, "dim")))
    return out


def _joined(cells: Sequence[Line], cell: int) -> Line:
    return tuple(segment for each in cells for segment in pad(each, cell))
