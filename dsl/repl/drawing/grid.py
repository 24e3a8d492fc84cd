"""Boards as grids of cells, and lines filled with words: the carpentry of drawing, without any knowledge of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.diagnostics import text_width
from dsl.repl.output import Line, Segment, cut, line, pad, plain, width
from dsl.runtime.tongues.own import numbered, said

NARROWEST_CELL: Final = 3
WIDEST_CELL: Final = 26
MOST_EMPTY: Final = 12
"""How many empty spaces are named where spaces are told one by one; more of them are counted."""
LIST_INDENT: Final = 5


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
        elif fresh and width(row) > indent and width(row) + width(word) + end > columns >= indent + width(word) + end:
            lines.append(row)
            row = line(" " * indent)
        row = (*row, *join)
        if width(row) + width(word) + end > columns:
            *above, row = broken(row, word, columns - end, indent)
            lines += above
        else:
            row = (*row, *word)
        fresh = False
    return [*lines, row] if row else lines


def broken(row: Line, text: Line, columns: int, indent: int) -> list[Line]:
    """A row with a text behind it that is too long for it, broken at blanks, and inside words longer than a line.

    Those below begin two columns deeper than `indent`, as they belong to what stands above.
    """
    lines: list[Line] = []
    deep = min(indent + 2, max(0, columns - 2))
    fresh = not plain(row).strip()
    for number, word in enumerate(_words(text)):
        join = line(" ") if number else ()
        if not fresh and width(row) + width(join) + width(word) > columns:
            lines.append(row)
            row, join = line(" " * deep), ()
        while width(row) + width(join) + width(word) > columns and width(row) + width(join) < columns:
            head, word = _split(word, columns - width(row) - width(join))
            lines.append((*row, *join, *head))
            row, join = line(" " * deep), ()
        row, fresh = (*row, *join, *word), False
    return [*lines, row]


def _split(text: Line, columns: int) -> tuple[Line, Line]:
    """A text as its first so many columns and the rest; at least one letter is the first part."""
    head: list[Segment] = []
    for number, segment in enumerate(text):
        for index, letter in enumerate(segment.text):
            room = columns - sum(text_width(each.text) for each in head) - text_width(segment.text[:index])
            if text_width(letter) > room and (head or index):
                first = Segment(segment.text[:index], segment.style)
                return (*head, first), (Segment(segment.text[index:], segment.style), *text[number + 1 :])
        head.append(segment)
    return text, ()


def words_of(text: str, style: str = "") -> list[Line]:
    """A text as words to be wrapped."""
    return [line((word, style)) for word in text.split()]


Rows = Sequence[tuple[str, Sequence[Sequence[Line]]]]
"""The name of each row of a grid and its cells, each a list of lines."""


def grid(
    rows: Rows,
    heads: Sequence[str],
    columns: int,
    draw: Strokes,
    names: Sequence[Sequence[str]] = (),
    *,
    split: int = 0,
) -> list[Line]:
    """A table of cells. `heads`: names of the columns; `names`: of the cells, row by row.

    Where the paper is too narrow for the words in the cells, they are told one below the other. Above the row with the
    number `split` (0: none) stands a double rule.
    """
    margin = max((text_width(name) for name, _ in rows), default=0)
    room = (columns - margin - 2 - (len(heads) + 1)) // max(1, len(heads))
    texts = [width(text) for _, cells in rows for cell in cells for text in cell]
    needed = max([0, *map(text_width, heads), *texts])
    cell = max(NARROWEST_CELL, min(room, WIDEST_CELL, needed + 2))
    if _longest(rows, heads) > cell:
        called = names or [[f"{name} {head}".strip() for head in heads] for name, _ in rows]
        return one_by_one(rows, called, columns, draw)
    left = " " * (margin + 1)
    out = _heads(heads, cell, left)
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
    free = cell - text_width(text)
    return " " * (free // 2) + text + " " * (free - free // 2)


def _heads(heads: Sequence[str], cell: int, left: str) -> list[Line]:
    """The names of the columns, in as many lines as the longest of them needs, the last line at the grid."""
    if not any(heads):
        return []
    fitted = [[plain(each).strip() for each in _fitted(line(head), cell)] for head in heads]
    height = max(map(len, fitted))
    rows = [
        [each[number - height + len(each)] if number >= height - len(each) else "" for each in fitted]
        for number in range(height)
    ]
    return [line(left, *((f" {_centred(text, cell)}", "dim") for text in row)) for row in rows]


def _longest(rows: Rows, heads: Sequence[str]) -> int:
    """How many columns the longest word in the cells, or above them, takes with the blanks before it."""
    texts = [text for _, cells in rows for cell in cells for text in cell]
    words = [width(word) + (1 if plain(text).startswith(" ") else 0) for text in texts for word in _words(text)]
    return max([0, *words, *(text_width(word) for head in heads for word in head.split())])


def is_empty(cells: Iterable[Sequence[Line]], draw: Strokes) -> bool:
    """Whether nothing stands in any of these cells."""
    return all(plain(text).strip() in ("", draw.dot) for cell in cells for text in cell)


def one_by_one(rows: Rows, names: Sequence[Sequence[str]], columns: int, draw: Strokes) -> list[Line]:
    """The cells of a grid in which something stands, each behind its name, and the names of the others."""
    told: list[Line] = []
    empty: list[str] = []
    for (_, cells), row in zip(rows, names, strict=True):
        for cell, name in zip(cells, row, strict=True):
            if is_empty([cell], draw):
                empty.append(name)
            else:
                first = line(" " * LIST_INDENT, (f"{name}: ", "dim"))
                told += wrapped(_together(cell), columns, first=first, indent=LIST_INDENT + 2, between=", ")
    if not empty:
        return told
    names = empty if len(empty) <= MOST_EMPTY else [numbered(len(empty), "{1} others", "{1} others", len(empty))]
    first = line(" " * LIST_INDENT, (said("empty: "), "dim"))
    return [
        *told,
        *wrapped([line((each, "dim")) for each in names], columns, first=first, indent=LIST_INDENT + 2, between=", "),
    ]


def _together(cell: Sequence[Line]) -> list[Line]:
    """The lines of a cell; what stands below a thing and belongs to it is put behind it."""
    found: list[Line] = []
    for text in cell:
        if plain(text).startswith(" ") and found:
            found[-1] = (*found[-1], *text)
        elif plain(text).startswith(" "):
            found.append((Segment(text[0].text.lstrip(), text[0].style), *text[1:]))
        else:
            found.append(text)
    return found
