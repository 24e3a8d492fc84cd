"""The parser's table: a parser that was read from it is the one that was computed from the grammar."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syntax.common import BAD, FORMS, GRAMMAR, parse, read

from dsl.diagnostics import Bag, render_text
from dsl.syntax import parse as parsing
from dsl.syntax.parse import Layout, parser_of
from dsl.syntax.parse_table import read_table, write_table
from dsl.syntax.tree_text import show

pytestmark = pytest.mark.slow  # the table of the whole grammar is computed again and again


def answers() -> list[str]:
    """What the parser makes of every file of forms, and what is said about every file of mistakes."""
    found = [show(parse(read(path))) for path in FORMS]
    for path in BAD:
        bag = Bag(limit=1000)
        parse(read(path), bag, path.name)
        found.append(render_text(bag.all()))
    return found


def test_the_parser_of_the_table_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees and messages alike: what may come next is part of the table."""
    computed = answers()
    table = write_table(parser_of(GRAMMAR), GRAMMAR)
    monkeypatch.setattr(parsing, "_PARSERS", {})
    with monkeypatch.context() as only:
        only.setattr(parsing, "Lark", None)  # it is not computed from the grammar again
        parser_of(GRAMMAR, table)
    assert answers() == computed


@pytest.mark.parametrize("change", ["digest", "tokens", "no JSON", "empty", "list"])
def test_a_table_that_does_not_fit_is_not_used(change: str) -> None:
    """The grammar is then read itself, which gives the same parser a little later."""
    table = json.loads(write_table(parser_of(GRAMMAR), GRAMMAR))
    if change == "digest":
        table["digest"] = "0"
    elif change == "tokens":
        del table["data"]["parser"]["parser"]["tokens"]
    texts = {"no JSON": "{", "empty": "", "list": "[]"}
    assert read_table(texts.get(change, json.dumps(table)), GRAMMAR, postlex=Layout()) is None


def test_the_table_of_another_grammar_is_not_used() -> None:
    table = write_table(parser_of(GRAMMAR), GRAMMAR)
    assert read_table(table, GRAMMAR + "\n", postlex=Layout()) is None


def test_a_table_that_lies_there_is_used() -> None:
    """If the package holds a table, it is one of this grammar, or of an older one that is passed over."""
    path = Path(parsing.__file__).with_name("table.json")
    if path.is_file():
        table = path.read_text(encoding="utf-8")
        fits = json.loads(table)["digest"] == json.loads(write_table(parser_of(GRAMMAR), GRAMMAR))["digest"]
        assert (read_table(table, GRAMMAR, postlex=Layout()) is not None) == fits
