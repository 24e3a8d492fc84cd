"""What the tests of the checker share: parse and check a text, with everything that was said about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dsl.diagnostics import Bag, render_text
from dsl.semantics.check import check
from dsl.semantics.model import Program
from dsl.source import SourceFile, check_text
from dsl.syntax.parse import parse_file

TESTS = Path(__file__).parent.parent
GRAMMAR = (TESTS.parent / "grammar" / "rules.lark").read_text(encoding="utf-8")
CORPUS = TESTS / "corpus"
LIBRARY = TESTS.parent / "dsl" / "library"


def checked(
    *texts: str,
    players: int | None = None,
    options: Mapping[str, int | str | list[int]] | None = None,
    data: Mapping[str, str] | None = None,
    cited: bool = False,
    names: Sequence[str] = (),
) -> tuple[Program | None, Bag]:
    """The program of some files, and the bag."""
    bag = Bag(limit=1000)
    sources = [check_text(name, text.encode()) for name, text in zip([*names, "a", "b", "c"], texts, strict=False)]
    files = [parse_file(source, bag, GRAMMAR) for source in sources]
    tables = {name: SourceFile(name, text) for name, text in (data or {}).items()}
    program = check(files, players=players, options=options or {}, data=tables, bag=bag, cited=cited)
    return program, bag


def good(
    text: str,
    *,
    players: int | None = None,
    options: Mapping[str, int | str | list[int]] | None = None,
    data: Mapping[str, str] | None = None,
) -> Program:
    """The program of a text that must be free of errors; a game of two players unless it says so itself."""
    if 'game "' not in text:
        text = f'game "Test" for 2 players\n{text}'
    program, bag = checked(text, players=players, options=options, data=data)
    assert program is not None, render_text(bag.all())
    return program
