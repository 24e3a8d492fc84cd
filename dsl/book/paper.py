"""A book as PDF, set by Typst. It is given plain data, so that no text of a game is read as a command."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final, cast

from dsl.book import markup
from dsl.book.blocks import Block, Book, Drawing, Example, Heading, Paragraph, Picture, Source, Statement, Table
from dsl.runtime.tongues.own import marked, said, words_now

_TEMPLATE: Final = Path(__file__).with_name("book.typ")
_WORDS: Final = (
    marked("before"), marked("after"), marked("Example:"), marked("What"), marked("Before"), marked("After"),
    marked("The paragraphs of the rulebook"), marked("Index"),
)  # fmt: skip
"""What the template says itself."""
Data = dict[str, Any]


def pdf(book: Book, root: Path, paper: str = "a4") -> bytes:
    """The book as PDF; root: where its pictures lie."""
    return cast(bytes, _set(book, root, paper, "pdf"))


def pictures(book: Book, root: Path, paper: str = "a4", dpi: int = 60) -> list[bytes]:
    """The pages of the book as PNG."""
    made = _set(book, root, paper, "png", dpi)
    return made if isinstance(made, list) else [made]


def _set(book: Book, root: Path, paper: str, form: str, dpi: int = 60) -> bytes | list[bytes]:
    import typst

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in {each.path for chapter in book.chapters for each in chapter.blocks if isinstance(each, Picture)}:
            if (root / path).is_file() and (root / path).resolve().is_relative_to(root.resolve()):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / path, folder / path)
        (folder / "data.json").write_text(json.dumps(_data(book, paper, folder)), encoding="utf-8")
        (folder / "book.typ").write_bytes(_TEMPLATE.read_bytes())
        if form == "png":
            return cast("bytes | list[bytes]", typst.compile(folder / "book.typ", root=folder, format="png", ppi=dpi))
        return typst.compile(folder / "book.typ", root=folder, format="pdf")


def _data(book: Book, paper: str, folder: Path) -> Data:
    known = {cite for cite, _ in book.ledger}
    return {
        "lang": words_now().language or "en",
        "words": {each: said(each) for each in _WORDS},
        "title": book.title,
        "subtitle": book.subtitle,
        "paper": "a4" if paper == "a4" else "us-letter",
        "chapters": [
            {"title": each.title, "blocks": [_block(block, known, folder) for block in each.blocks]}
            for each in book.chapters
        ],
        "ledger": [{"cite": cite, "words": words} for cite, words in book.ledger],
        "index": [{"words": words, "places": ", ".join(places)} for words, places in book.index],
    }


def _block(block: Block, known: set[str], folder: Path) -> Data:
    match block:
        case Heading():
            return {"sort": "heading", "words": block.words, "level": block.level}
        case Paragraph():
            return {"sort": "text", "parts": markup.runs(block.words), "flag": block.flag}
        case Statement():
            return _statement(block, known)
        case Table():
            return {"sort": "table", "heads": block.heads, "rows": block.rows}
        case Drawing():
            return _drawing(block)
        case Picture():
            there = (folder / block.path).is_file()
            return {"sort": "picture", "path": block.path if there else "", "words": block.words}
        case _:
            return _example(block, known)


def _statement(block: Statement, known: set[str]) -> Data:
    return {
        "sort": "statement",
        "strong": block.strong,
        "more": block.more,
        "words": block.words,
        "source": _source(block.source, known),
        "below": [_statement(each, known) for each in block.below],
    }


def _source(source: Source, known: set[str]) -> Data:
    cites = [{"cite": cite, "known": cite in known} for cite in source.cites]
    return {"place": source.place, "cites": cites}


def _drawing(block: Drawing) -> Data:
    width = float(block.svg.split('width="', 1)[1].split('"', 1)[0])
    return {"sort": "drawing", "svg": block.svg, "words": block.words, "width": width, "wordy": block.wordy}


def _example(block: Example, known: set[str]) -> Data:
    return {
        "sort": "example",
        "title": block.title,
        "source": _source(block.source, known),
        "before": [_drawing(each) for each in block.before],
        "steps": block.steps,
        "after": [_drawing(each) for each in block.after],
        "changed": block.changed,
    }
