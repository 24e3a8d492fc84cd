"""Cards that are rows of a table: how a table is read, and what modules change of its rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from dsl.source import SourceFile, Span
from dsl.syntax import tree as t
from dsl.syntax.patching import changed

TITLE: Final = "title"
"""The column that says what a card is called."""
TEXT: Final = "text"
"""The column of what is printed on a card for players to read."""
_QUOTED: Final = re.compile(r'"((?:[^"]|"")*)"?')


def rows_of(source: SourceFile) -> list[tuple[Span, list[str]]]:
    """Each row with its place; the first one names the columns."""
    lines = [source.line(number + 1) for number in range(len(source.line_starts))]
    found: list[tuple[Span, list[str]]] = []
    reader = csv.reader((line + "\n" for line in lines), delimiter=_mark(lines[0] if lines else ""))
    at = 1
    try:
        for row in reader:
            start = source.line_starts[at - 1]
            span = source.span(start, start + len(lines[at - 1]))
            at = reader.line_num + 1
            if any(cell.strip() for cell in row):
                found.append((span, [cell.strip() for cell in row]))
    except csv.Error:
        pass  # what could be read is used; the cells after it are reported as missing
    return found


def _mark(first: str) -> str:
    """What stands between the cells, told by the first line."""
    return ";" if ";" in first and "," not in first else "\t" if "\t" in first else ","


def cells_of(source: SourceFile) -> Iterator[tuple[str, Span]]:
    """Each cell that is not empty: the name of its column and the place of its text, without spaces and quotes around.

    The first row comes with itself as names. A quoted cell ends with its line, as names and titles do.
    """
    mark = _mark(source.line(1))
    columns: list[str] = []
    for number, start in enumerate(source.line_starts, 1):
        spans = list(_cells(source, start, start + len(source.line(number)), mark))
        columns = columns or [span.text for span in spans]
        yield from ((column, span) for column, span in zip(columns, spans, strict=False) if span.text)


def _cells(source: SourceFile, start: int, end: int, mark: str) -> Iterator[Span]:
    """The texts of the cells of a line."""
    at = start
    while at <= end:
        quoted = _QUOTED.match(source.text, at, end)
        after = source.text.find(mark, quoted.end() if quoted else at, end)
        last = after if after >= 0 else end
        first, last = quoted.span(1) if quoted else (at, last)
        cell = source.text[first:last]
        first += cell.index(cell.strip())
        yield source.span(first, first + len(cell.strip()))
        at = after + 1 if after >= 0 else end + 1


def titles_of(item: t.CardsFromItem, tables: Mapping[str, SourceFile]) -> dict[str, str]:
    """The cards of a table that modules have left there: what each is called now, and what the table calls it."""
    source = tables.get(item.path.value)
    rows = rows_of(source) if source is not None else []
    if not rows or TITLE not in rows[0][1]:
        return {}
    place = rows[0][1].index(TITLE)
    gone = {change.title for change in item.changes if change.removed}
    names = {old: new.value for old, new in item.renamed}
    cells = (row[place] for _, row in rows[1:] if place < len(row))
    return {names.get(cell, cell): cell for cell in cells if cell and cell not in gone}


def with_members(item: t.CardsFromItem, title: str, new: Sequence[t.Item]) -> t.CardsFromItem:
    """The table with parts of a row changed; title: as the table calls it."""
    before = next((each for each in item.changes if each.title == title), t.RowChange(item.span, title, False, ()))
    after = replace(before, members=changed(before.members, new))
    return replace(item, changes=(*(each for each in item.changes if each is not before), after))


def without_row(item: t.CardsFromItem, title: str) -> t.CardsFromItem:
    """The table without a row; title: as the table calls it."""
    left = (each for each in item.changes if each.title != title)
    return replace(item, changes=(*left, t.RowChange(item.span, title, True, ())))


def renamed_row(item: t.CardsFromItem, old: str, words: t.Text) -> t.CardsFromItem:
    """The table in which a card is called otherwise, also where another row speaks of it."""
    before = [(raw, words if new.value == old else new) for raw, new in item.renamed if raw != old]
    return replace(item, renamed=(*before, (old, words)))
