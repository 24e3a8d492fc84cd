"""The loop over Lark's tables reads what Lark reads, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from dsl.source import SourceFile
from dsl.syntax.builders.extent import extent
from dsl.syntax.chunks import cut
from dsl.syntax.mistakes.parser_state import WrongWord
from dsl.syntax.parse import parser_of
from dsl.syntax.quick_parse import QuickParser

ROOT = Path(__file__).parents[2]
PARSER = parser_of((ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8"))
QUICK = QuickParser(PARSER)
FILES = sorted([*(ROOT / "tests" / "corpus").rglob("*.rules"), *(ROOT / "games" / "classics").rglob("*.rules")])
SOME = (
    'action a in w:\n    requires x >= 2 else "no"\n    set y to (a + 1) * 2 # why\n',
    "define d = some c in z where c is not x\n",
)


def by_lark(parser: Lark, text: str, start: str) -> Any:
    try:
        return parser.parse(text, start=start)  # pyright: ignore[reportUnknownMemberType]
    except (LarkError, WrongWord, IndexError):
        return None


def flat(tree: Any) -> Iterator[object]:
    """A tree as a row of what it holds, with its extents."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, Tree):
            yield str(node.data), len(node.children), extent(node)
            todo.extend(node.children)
        elif isinstance(node, Token):
            yield node.type, str(node), node.start_pos, node.end_pos
        else:
            yield node


def assert_same(text: str, start: str = "start") -> None:
    known, found = by_lark(PARSER, text, start), QUICK.parse(text, start)
    assert (known is None) == (found is None), text
    assert known is None or list(flat(known)) == list(flat(found)), text


def test_all_that_is_shipped() -> None:
    texts = [path.read_bytes().decode("utf-8", "replace") for path in FILES]
    chunks = [chunk for text in texts for chunk in cut(SourceFile("file", text))]
    assert len(chunks) > 1500
    for chunk in chunks:
        assert_same(chunk.text + "\n")


@given(st.sampled_from(SOME), st.data())
def test_with_something_taken_out_or_put_in(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    to = data.draw(st.integers(at, min(at + 3, len(text))))
    put = data.draw(st.sampled_from(("", " ", "(", ")", "x", "2", "\n", "    ", "#", '"', "_", "if ", ": ")))
    assert_same(text[:at] + put + text[to:])


@pytest.mark.parametrize("text", ["a + 1", "(a)", "((a)) + (b)", "2copies", "cost of c", "", "each", "a,", "not not a"])
def test_expressions(text: str) -> None:
    assert_same(text, "expr")
