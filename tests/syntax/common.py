"""What the syntax tests share: the grammar, and a parse that fails on any diagnostic."""

from __future__ import annotations

from pathlib import Path

from dsl.diagnostics import Bag
from dsl.source import check_text
from dsl.syntax import tree as t
from dsl.syntax.parse import parse_file

TESTS = Path(__file__).parent.parent
GRAMMAR = (TESTS.parent / "grammar" / "rules.lark").read_text(encoding="utf-8")
FORMS = sorted((TESTS / "syntax" / "forms").glob("*.rules"))
GAMES = [
    *sorted((TESTS.parent / "games").rglob("*.rules")),
    *sorted((TESTS.parent / "dsl" / "library").rglob("*.rules")),
    *sorted((TESTS / "corpus" / "good").rglob("*.rules")),
]
BAD = sorted((TESTS / "corpus" / "bad").glob("syntax_*.rules"))


def read(path: Path) -> str:
    """The text of a file, line ends as they are."""
    return path.read_bytes().decode("utf-8")


def parse(text: str, bag: Bag | None = None, name: str = "test.rules") -> t.File:
    """The tree of a text. Without a bag, any diagnostic fails the test."""
    kept = Bag() if bag is None else bag
    tree = parse_file(check_text(name, text.encode()), kept, GRAMMAR)
    if bag is None:
        kept.raise_errors()
    return tree
