"""Boards as grids of cells, and lines filled with words: the carpentry of drawing, without any knowledge of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.diagnostics import text_width
from dsl.repl.output import Line, Segment, cut, line, pad, plain, width

NARROWEST_CELL: Final = 3
WIDEST_CELL: Final = 26


@dataclass(frozen=True, slots=True)
class Strokes:
    """The characters that lines are drawn with; those of a rule are its left end, a crossing, and its right end."""

    across: str
    double: str
    down: str
    top: str
    middle: str
    split: str
    bottom: str
    dot: str
    times: str
    more: str


LINES: Final = Strokes("─", "═", "│", "┌┬┐", "├┼┤", "╞╪╡", "└┴┘", "·", "\u00d7", "…")
PLAIN: Final = Strokes("-", "=", "|", "+++", "+++", "+++", "+++", ".", "x", "..")


def strokes(ascii_only: bool) -> Strokes:
    """The characters to draw with."""
    return PLAIN if ascii_only else LINES


def wrapped(
    words: Iterable[Line], columns: int, *, first: Line = (), indent: int = 0, between: str = " "
) -> list[Line]:
    """Words with `between` between them, broken into lines of at most `columns`; `first` begins the first line."""
    lines: list[Line] = []
    row: Line = first
    fresh = True
    end = text_width(between.rstrip())
    for word in words:
        join: Line = () if fresh else line(between)
        if not fresh and width(row) + width(join) + width(word) + end > columns:
            lines.append((*row, *line(between.rstrip())))
            row, join = line(" " * indent), ()
        row = (*row, *join, *cut(word, max(2, columns - indent - end)))
        fresh = False
    return [*lines, row] if row else lines


def words_of(text: str, style: str = "") -> list[Line]:
    """A text as words to be wrapped."""
    return [line((word, style)) for word in text.split()]


def grid(
    rows: Sequence[tuple[str, Sequence[Sequence[Line]]]],
    heads: Sequence[str],
    columns: int,
    draw: Strokes,
    *,
    split: int = 0,
) -> list[Line]:
    """A table of cells. `rows`: the name of a row and its cells, each a list of lines; `heads`: names of the columns.

    Above the row with the number `split` (0: none) stands a double rule.
    """
    margin = max((text_width(name) for name, _ in rows), default=0)
    room = (columns - margin - 2 - (len(heads) + 1)) // max(1, len(heads))
    texts = [width(text) for _, cells in rows for cell in cells for text in cell]
    needed = max([0, *map(text_width, heads), *texts])
    cell = max(NARROWEST_CELL, min(room, WIDEST_CELL, needed + 2))
    left = " " * (margin + 1)
    out = [line(left, *((f" {_centred(head, cell)}", "dim") for head in heads))] if any(heads) else []
    out.append(_rule(left, draw.top, draw.across, cell, len(heads)))
    for index, (name, cells) in enumerate(rows):
        if index:
            ends, across = (draw.split, draw.double) if index == split else (draw.middle, draw.across)
            out.append(_rule(left, ends, across, cell, len(heads)))
        out += _row(name.rjust(margin + len(name) - text_width(name)), cells, cell, draw)
    out.append(_rule(left, draw.bottom, draw.across, cell, len(heads)))
    return out


def _row(name: str, cells: Sequence[Sequence[Line]], cell: int, draw: Strokes) -> list[Line]:
    fitted = [[each for text in lines for each in _fitted(text, cell)] for lines in cells]
    bar = Segment(draw.down, "dim")
    out: list[Line] = []
    for number in range(max(1, *map(len, fitted))):
        row: list[Segment] = [Segment((name if number == 0 else " " * len(name)) + " ", "dim"), bar]
        for lines in fitted:
            text = lines[number] if number < len(lines) else ()
            row += [*pad(text, cell), bar]
        out.append(tuple(row))
    return out


def _fitted(text: Line, cell: int) -> list[Line]:
    """A line of a cell, broken behind commas where it is too long, and at blanks where that is not enough."""
    if width(text) <= cell:
        return [text]
    words = _words(text)
    chunks: list[Line] = [()]
    for number, word in enumerate(words):
        chunks[-1] = (*chunks[-1], *line(" " if chunks[-1] else "", *word))
        if plain(word).endswith(",") and number + 1 < len(words):
            chunks.append(())
    parts = [each for chunk in chunks for each in ([chunk] if width(chunk) < cell else _words(chunk))]
    begin = len(plain(text)) - len(plain(text).lstrip())
    return [cut(each, cell) for each in wrapped(parts, cell, first=line(" " * begin), indent=max(1, begin))]


def _words(text: Line) -> list[Line]:
    """The words of a line, each with the styles of its letters; what stands close together stays one word."""
    found: list[Line] = [()]
    for segment in text:
        for number, part in enumerate(segment.text.split(" ")):
            if number and found[-1]:
                found.append(())
            if part:
                found[-1] = (*found[-1], Segment(part, segment.style))
    return [word for word in found if word]


def _rule(left: str, ends: str, across: str, cell: int, count: int) -> Line:
    return line(left, (ends[0] + ends[1].join([across * cell] * count) + ends[2], "dim"))


def _centred(text: str, cell: int) -> str:
    shown = cut(line(text), cell)
    free = cell - width(shown)
    return " " * (free // 2) + "".join(segment.text for segment in shown) + " " * (free - free // 2)
