"""Where the cells of a table stand."""

from __future__ import annotations

import pytest

from dsl.source import SourceFile
from dsl.syntax.table_rows import cells_of, rows_of

TABLES = {
    "commas": "title,cost,text\nAxe, 3 ,Cuts; twice.\n",
    "semicolons": "title;cost;text\nAxe;3;Cuts, twice.\n",
    "tabs": "title\tcost\ttext\nAxe\t3\tCuts; twice, or not.\n",
    "quotes": 'title,cost,text\n"Axe",3,"Cuts, and ""bites""."\n',
    "empty cells, and lines of other lengths": "title,cost,text\n,3\nAxe,,Cuts.,more\n  ,  ,\n\nBow\n",
    "no line end": "title,cost\r\nAxe,3",
}


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_cells_stand_where_rows_have_them(text: str) -> None:
    """Column by column what the reader of tables reads, but what is doubled in quotes."""
    source = SourceFile("cards.csv", text)
    (_, names), *rows = rows_of(source)
    wanted = [(name, name) for name in names]
    wanted += [(name, cell) for _, row in rows for name, cell in zip(names, row, strict=False) if cell]
    found = [(column, span.text.replace('""', '"')) for column, span in cells_of(source)]
    assert found == wanted
    assert all(text[span.start : span.end] == span.text for _, span in cells_of(source))


def test_a_table_of_nothing_has_no_cells() -> None:
    assert list(cells_of(SourceFile("cards.csv", ""))) == []
