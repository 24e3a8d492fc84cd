"""A book as web pages: the book, the rules with a place for each line, and the paragraphs of the rulebook."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final

from dsl.book import markup
from dsl.book.blocks import (
    Block,
    Book,
    Chapter,
    Drawing,
    Example,
    Heading,
    Paragraph,
    Picture,
    Source,
    Statement,
    Table,
)
from dsl.runtime.tongues.own import said, words_now

_STYLE: Final = """
:root { color-scheme: light; }
body { font: 17px/1.5 Georgia, 'Libertinus Serif', serif; color: #222; background: #fffdf8; margin: 0 auto;
  max-width: 46rem; padding: 1rem 1.2rem 4rem; }
h1 { font-size: 2.2rem; margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 2px solid #274060; }
h3 { margin: 1.6rem 0 .4rem; color: #274060; }
nav ol { columns: 2; } table { border-collapse: collapse; margin: 1rem 0; } td, th { padding: .2rem .8rem .2rem 0;
  border-bottom: 1px solid #ddd3c0; text-align: left; vertical-align: top; }
ul { margin: .2rem 0; padding-left: 1.3rem; } li { margin: .15rem 0; }
.src { font-size: .72rem; white-space: nowrap; margin-left: .4rem; } .src a { color: #8c7b60; text-decoration: none; }
figure { display: inline-block; margin: .6rem 1rem .6rem 0; vertical-align: top; } figcaption { font-size: .85rem;
  color: #666; } svg { max-width: 100%; height: auto; } .example { border-left: 4px solid #dccfb8; padding-left: 1rem;
  margin: 1.2rem 0; } .flag { background: #fff0c2; border-left: 4px solid #d08700; padding: .3rem .6rem; }
pre { font-size: .85rem; } pre a { color: inherit; text-decoration: none; } pre :target { background: #ffeeb0; }
@media print { nav, .src { display: none; } }
"""
_RULES: Final = "rules.html"
_LEDGER: Final = "ledger.html"


def pages(book: Book, files: Mapping[str, str], root: Path) -> dict[str, str]:
    """The pages of a book by their file names. files: the texts of the rules by name; root: where pictures lie."""
    found = {"index.html": _book(book, root), _RULES: _rules(book, files)}
    if book.ledger:
        found[_LEDGER] = _ledger(book)
    return found


def anchor(words: str) -> str:
    """A name for a place on a page."""
    return re.sub(r"[^\w.]+", "-", words).strip("-").lower()


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="{words_now().language or "en"}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


def _book(book: Book, root: Path) -> str:
    lines = [f"<h1>{escape(book.title)}</h1><p>{escape(book.subtitle)}</p>", "<nav><ol>"]
    lines += [f'<li><a href="#{anchor(each.title)}">{escape(each.title)}</a></li>' for each in book.chapters]
    lines.append("</ol></nav>")
    for chapter in book.chapters:
        lines += _chapter(chapter, root)
    if book.index:
        lines.append('<h2 id="index">' + said("Index") + "</h2><ul>")
        for words, titles in book.index:
            places = ", ".join(f'<a href="#{anchor(title)}">{escape(title)}</a>' for title in titles)
            lines.append(f"<li>{_slots(words)}: {places}</li>")
        lines.append("</ul>")
    return _page(book.title, "\n".join(lines))


def _chapter(chapter: Chapter, root: Path) -> Iterator[str]:
    yield f'<h2 id="{anchor(chapter.title)}">{escape(chapter.title)}</h2>'
    open_ = False
    for block in chapter.blocks:
        if isinstance(block, Statement) != open_:
            open_ = not open_
            yield "<ul>" if open_ else "</ul>"
        yield _block(block, root)
    if open_:
        yield "</ul>"


def _block(block: Block, root: Path) -> str:
    match block:
        case Heading():
            return f"<h{block.level + 1}>{escape(block.words)}</h{block.level + 1}>"
        case Paragraph():
            flag = f'<p class="flag">{escape(block.flag)}</p>' if block.flag else ""
            return flag + markup.html(block.words)
        case Statement():
            return _statement(block)
        case Table():
            return _table(block.heads, block.rows)
        case Drawing():
            return _drawing(block)
        case Picture():
            return _picture(block, root)
        case _:
            return _example(block)


def _statement(block: Statement, above: Source | None = None) -> str:
    strong = f"<b>{_slots(block.strong)}</b>{block.more}{': ' if block.words else ''}" if block.strong else ""
    below = "".join(_statement(each, block.source) for each in block.below)
    inner = f"<ul>{below}</ul>" if below else ""
    where = _source(block.source) if block.source != above else ""
    return f"<li>{strong}{_slots(block.words)}{where}{inner}</li>"


def _slots(words: str) -> str:
    """A name; what is to be put in, which stands in brackets, is set in italics."""
    return re.sub(r"\[([^\]]+)\]", r"<i>\1</i>", escape(words))


def _source(source: Source) -> str:
    links: list[str] = []
    if source.file:
        links.append(f'<a href="{_RULES}#{anchor(source.place)}">{escape(source.place)}</a>')
    links += [f'<a href="{_LEDGER}#{anchor(cite)}">{escape(cite)}</a>' for cite in source.cites]
    return f'<span class="src">{" ".join(links)}</span>' if links else ""


def _table(heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _drawing(block: Drawing) -> str:
    return f"<figure>{block.svg}<figcaption>{escape(block.words)}</figcaption></figure>"


def _picture(block: Picture, root: Path) -> str:
    path = root / block.path
    kind = "svg+xml" if path.suffix == ".svg" else path.suffix.lstrip(".")
    data = b64encode(path.read_bytes()).decode() if path.is_file() else ""
    return f'<figure><img alt="{escape(block.words)}" src="data:image/{kind};base64,{data}"></figure>'


def _example(block: Example) -> str:
    parts = [f'<div class="example"><p><b>{said("Example:")}</b> {escape(block.title)}{_source(block.source)}</p>']
    parts += [_drawing(Drawing(each.svg, said("before: {1}", each.words))) for each in block.before]
    if block.steps:
        parts.append("<ol>" + "".join(f"<li>{escape(each)}</li>" for each in block.steps) + "</ol>")
    parts += [_drawing(Drawing(each.svg, said("after: {1}", each.words))) for each in block.after]
    if block.changed:
        parts.append(_table((said("What"), said("Before"), said("After")), block.changed))
    return "".join([*parts, "</div>"])


def _rules(book: Book, files: Mapping[str, str]) -> str:
    lines = [f"<h1>{escape(said('{1}: the rules as they are written', book.title))}</h1>"]
    for name, text in files.items():
        lines.append(f"<h2>{escape(name)}</h2><pre>")
        for number, line in enumerate(text.split("\n"), 1):
            lines.append(f'<span id="{anchor(f"{name}:{number}")}">{number:4}  {escape(line)}</span>')
        lines.append("</pre>")
    return _page(said("{1}: the rules", book.title), "\n".join(lines))


def _ledger(book: Book) -> str:
    rows = [f'<p id="{anchor(cite)}"><b>{escape(cite)}</b> {escape(words)}</p>' for cite, words in book.ledger]
    return _page(
        said("{1}: paragraphs", book.title),
        f"<h1>{escape(said('{1}: the rulebook, rule by rule', book.title))}</h1>{''.join(rows)}",
    )
