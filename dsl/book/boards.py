"""Boards of a position as drawings (SVG): squares or hexagons, discs for what stands on a space, words for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from dsl.book.blocks import Drawing
from dsl.printing.hexagons import lean
from dsl.printing.tokens import letters
from dsl.runtime.information.views import BoardView, Fields, PlayerView, SpaceView, View
from dsl.runtime.reading.tokens import spoken
from dsl.runtime.tongues.own import said, words_now
from dsl.semantics.model import Board, EnumOf, Field, Program, Ref

_CELL: Final = 40.0
_WIDE: Final = 104.0
_MOST: Final = 400  # spaces that are still seen on a page
_DISCS: Final = (("#fdf6e3", "#333333"), ("#333333", "#ffffff"), ("#8fb8de", "#1d3557"), ("#e9a3a3", "#5c1a1a"))
_MOST_WORDS: Final = 40  # spaces with words on them that can be read on a page
_LIGHT: Final = "#f6f1e7"
_DARK: Final = "#dccfb8"
_FONT: Final = "Libertinus Serif, Georgia, serif"


def drawings(view: View, program: Program) -> list[Drawing]:
    """The boards of a position, those of the table first; boards of edges and corners, and very large ones, are left
    out.
    """
    found: list[Drawing] = []
    owners: Sequence[PlayerView] = (view.table, *view.players)
    for owner in owners:
        for board in owner.boards:
            if not board.part and 1 < len(board.spaces) <= _MOST and len(board.dims) <= 2:
                sheet = _Sheet(board, program)
                if not sheet.plain and len(sheet.spaces) > _MOST_WORDS:
                    continue
                words = words_now().owned(board.name, owner.name if owner.number else "")
                found.append(Drawing(sheet.draw(), words, not sheet.plain))
    return found


def legend(board: Board) -> tuple[tuple[str, str], ...]:
    """The letters on the discs of a board, and what they stand for."""
    sort = next((each for each in _fields(board) if isinstance(each.type, EnumOf)), None)
    if sort is None or not isinstance(sort.type, EnumOf):
        return ()
    labels = [label or name for label, name in zip(sort.type.enum.labels, sort.type.enum.values, strict=True)]
    return tuple((letter, label) for label, letter in letters(labels).items())


def men_field(board: Board) -> str:
    """The field that says which man stands on a space, of a board whose spaces hold men of players; else empty."""
    fields = _fields(board)
    sort = _first_name(each for each in fields if isinstance(each.type, EnumOf))
    return sort if len(fields) == 2 and any(map(_is_player, fields)) else ""


def _fields(board: Board) -> list[Field]:
    found: list[Field] = []
    kind = board.kind
    while True:
        found += [each for each in kind.fields.values() if each.var and not each.unlisted]
        if kind.parent is None:
            return found
        kind = kind.parent


class _Sheet:
    """A board being drawn."""

    def __init__(self, board: BoardView, program: Program) -> None:
        self.board = board
        self.program = program
        self.declared = next((each for each in program.boards if each.name == board.name), None)
        self.lean = lean(program, self.declared)
        self.names = [chr(ord("A") + number) for number in range(program.players)]
        self.hidden = {each.name for each in program.fields if each.unlisted}
        self.parts: list[str] = []
        self.spaces: Sequence[SpaceView] = board.spaces
        fields = _fields(self.declared) if self.declared is not None else []
        self._look_at(fields)

    def _look_at(self, fields: Sequence[Field]) -> None:
        """What says whose man stands on a space, and which; whether there is anything else."""
        board = self.board
        self.side = _first_name(each for each in fields if _is_player(each))
        self.sort = _first_name(each for each in fields if isinstance(each.type, EnumOf))
        self.letters = {label: letter for letter, label in (legend(self.declared) if self.declared else ())}
        rest = {each.name for each in fields} - {self.side, self.sort}
        self.plain = not rest and not any(space.zones for space in board.spaces)
        self.cell = _CELL if self.plain else _WIDE
        if not self.plain and len(board.spaces) > _MOST_WORDS and not board.points:
            self.spaces = self._part() or board.spaces

    def _part(self) -> list[SpaceView]:
        """The rows and columns of a large board between which there is anything."""
        spots = [_at(space) for space in self.board.spaces if self._holds(space)]
        rows, columns = [row for row, _ in spots], [column for _, column in spots]
        return [
            space
            for space in self.board.spaces
            if spots and min(rows) <= _at(space)[0] <= max(rows) and min(columns) <= _at(space)[1] <= max(columns)
        ]

    def _holds(self, space: SpaceView) -> bool:
        return any(zone.items for zone in space.zones) or any(not _plain(value) for _, value in space.fields)

    def draw(self) -> str:
        """The board as SVG."""
        if self.board.points:
            return self._comb()
        top, left = min(_at(space)[0] for space in self.spaces), min(_at(space)[1] for space in self.spaces)
        rows = 1 + max(_at(space)[0] for space in self.spaces) - top
        columns = 1 + max(_at(space)[1] for space in self.spaces) - left
        cell, margin = self.cell, 18.0
        shift = cell / 2 * (rows - 1) if self.lean else 0.0
        for space in self.spaces:
            row, column = _at(space)[0] - top, _at(space)[1] - left
            x = margin + column * cell + (self._shifted(row, rows) if self.lean else 0.0)
            y = margin + row * cell * (0.87 if self.lean else 1.0)
            self._space(space, x, y, (row + column) % 2 == 1)
        self._heads(rows, columns, margin)
        wide = 2 * margin + columns * cell + shift
        high = 2 * margin + rows * cell * (0.87 if self.lean else 1.0) + (cell * 0.3 if self.lean else 0)
        return self._sheet(wide, high)

    def _comb(self) -> str:
        """Hexagons in rows, each where it lies."""
        cell, margin, unit = self.cell, 18.0, self.cell / (2 * 1.732)
        left, top = min(x for x, _ in self.board.points), max(y for _, y in self.board.points)
        right, bottom = max(x for x, _ in self.board.points), min(y for _, y in self.board.points)
        for (x, y), space in zip(self.board.points, self.board.spaces, strict=True):
            self._space(space, margin + (x - left) * cell / 2, margin + (top - y) * unit, False)
        return self._sheet(2 * margin + (right - left + 2) * cell / 2, 2 * margin + (top - bottom + 4) * unit)

    def _sheet(self, wide: float, high: float) -> str:
        body = "".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}"'
            f' height="{high:g}" font-family="{_FONT}">{body}</svg>'
        )

    def _shifted(self, row: int, rows: int) -> float:
        return self.cell / 2 * (rows - 1 - row if self.lean > 0 else row)

    def _heads(self, rows: int, columns: int, margin: float) -> None:
        """The names of rows and columns at the edges."""
        dims = self.board.dims
        if self.lean or not self.plain or len(dims) != 2:
            return
        down, across = dims[0][1], dims[1][1]
        for column, word in enumerate(across[:columns]):
            x = margin + (column + 0.5) * self.cell
            self._text(x, margin + rows * self.cell + 12, word[:6], 10, "#666666")
        for row, word in enumerate(down[:rows]):
            self._text(9, margin + (row + 0.5) * self.cell + 3.5, word[:3], 10, "#666666")

    def _space(self, space: SpaceView, x: float, y: float, dark: bool) -> None:
        cell = self.cell
        if self.lean or self.board.points:
            points = _hexagon(x, y, cell)
            self.parts.append(f'<polygon points="{points}" fill="{_LIGHT}" stroke="#8c7b60"/>')
        else:
            fill = _DARK if dark else _LIGHT
            self.parts.append(
                f'<rect x="{x:g}" y="{y:g}" width="{cell:g}" height="{cell:g}" fill="{fill}" stroke="#8c7b60"/>'
            )
        if self.plain:
            self._disc(space, x + cell / 2, y + cell / 2)
        else:
            self._words(space, x, y)

    def _disc(self, space: SpaceView, x: float, y: float) -> None:
        values = dict(space.fields)
        what = values.get(self.sort, "none") if self.sort else ""
        who = values.get(self.side, "none")
        player = self.names.index(who) + 1 if who in self.names else 0
        if (not what or _plain(what)) and player == 0:
            return
        fill, ink = _DISCS[(player - 1) % len(_DISCS)] if player else ("#cccccc", "#222222")
        radius = self.cell * 0.36
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="#333333"/>')
        if what not in ("none", "", words_now().none):
            letter = self.letters.get(what, what[:2])
            self._text(x, y + self.cell * 0.15, letter, self.cell * 0.42, ink, bold=True)

    def _words(self, space: SpaceView, x: float, y: float) -> None:
        """What lies on a space, in a few short lines."""
        lines = [f"{spoken(name)} {value}" for name, value in space.fields if not _plain(value)]
        for zone in space.zones:
            for item in zone.items:
                lines.append(item.name if item.known else said("{1}, face down", item.kind))
                told = self._state(item.fields)
                lines += [", ".join(told[at : at + 2]) for at in range(0, len(told), 2)]
        self._text(x + self.cell / 2, y + 12, _short(space.name, 24), 9, "#8c7b60")
        for number, each in enumerate(lines[:5]):
            more = number == 4 and len(lines) > 5
            words = said("and {1} more", len(lines) - 4) if more else _short(each, 26)
            size = min(10.5, self.cell * 1.9 / max(len(words), 1))
            self._text(x + self.cell / 2, y + 27 + 14 * number, words, size, "#222222")

    def _state(self, fields: Fields) -> list[str]:
        """What is told of the state of a piece."""
        listed = [(name, value) for name, value in fields if name not in self.hidden]
        numbers = [f"{spoken(name)} {value}" for name, value in listed if not _plain(value) and value not in _yes()]
        return numbers + [spoken(name) for name, value in listed if value in _yes()]

    def _text(self, x: float, y: float, words: str, size: float, ink: str, bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle" fill="{ink}"{weight}>'
            f"{escape(words)}</text>"
        )


def _yes() -> tuple[str, ...]:
    """How `yes` reads: in the language of the rules, in which scenarios are played, or in that of the book."""
    return "yes", words_now().yes


def _plain(value: str) -> bool:
    """Whether a value says nothing."""
    return value in ("none", "no") or value in words_now().idle


def _first_name(fields: Iterable[Field]) -> str:
    return next((each.name for each in fields), "")


def _is_player(each: Field) -> bool:
    return isinstance(each.type, Ref) and each.type.kind.name == "Player"


def _at(space: SpaceView) -> tuple[int, int]:
    where = (0, 0, *space.where)
    return where[-2], where[-1]


def _hexagon(x: float, y: float, cell: float) -> str:
    """The corners of a hexagon that stands on a corner, in a box of a cell."""
    side, middle = cell / 1.732, x + cell / 2
    centre = y + cell / 2
    corners = (
        (middle, centre - side), (x + cell, centre - side / 2), (x + cell, centre + side / 2),
        (middle, centre + side), (x, centre + side / 2), (x, centre - side / 2),
    )  # fmt: skip
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
