"""The Markdown of paragraphs: as HTML, and as plain runs of words for the typesetter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

Run = dict[str, Any]


def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False})


def html(text: str) -> str:
    """A paragraph or list as HTML; HTML in it is words."""
    return _reader().render(text).strip()


def runs(text: str) -> list[dict[str, Any]]:
    """Paragraphs and items of lists, each with its runs of words: `item`, `runs` of `words`, `bold`, `italic`."""
    found: list[dict[str, Any]] = []
    item = False
    for token in _reader().parse(text):
        if token.type == "list_item_open":
            item = True
        elif token.type == "list_item_close":
            item = False
        elif token.type == "inline":
            found.append({"item": item, "runs": list(_runs(token.children or []))})
    return found


def _runs(tokens: Sequence[Token]) -> Iterator[Run]:
    bold = italic = False
    for token in tokens:
        if token.type in ("strong_open", "strong_close"):
            bold = token.type == "strong_open"
        elif token.type in ("em_open", "em_close"):
            italic = token.type == "em_open"
        elif token.type in ("softbreak", "hardbreak"):
            yield {"words": " ", "bold": bold, "italic": italic}
        elif token.content:
            yield {"words": token.content, "bold": bold, "italic": italic}
