"""What a page is put together from: plots with the numbers behind them, and tables that a click sorts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from dsl.runtime.tongues.own import said, words_now

Row = Sequence[object]
_NUMBER: Final = re.compile(r"[+-]?[0-9][^·:]*")
"""What stands on the right of its column: a number, and what belongs to it; no name of a variant or a game."""
_TYPED: Final = re.compile(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*")


def whole_page(title: str, body: str) -> str:
    """A page that needs no other file: its style and what sorts tables stand in it."""
    style, script = (
        files("dsl.lab.report").joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js")
    )
    return (
        f'<!doctype html>\n<html lang="{words_now().language or "en"}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n"
        f"<body><main>{body}</main><script>{script}</script></body></html>\n"
    )


class Raw(str):
    """Words that are HTML already."""


def figure(plot: str, numbers: str) -> str:
    """A plot, with the numbers behind it."""
    behind = f"<details><summary>{escape(said('The numbers'))}</summary>{numbers}</details>" if numbers else ""
    return f"<figure>{plot}{behind}</figure>"


def table(heads: Sequence[str], rows: Iterable[Row]) -> str:
    """A table; a click on a head sorts it."""
    listed = [*rows]
    numbers = [_is_number(each) for each in (listed[0] if listed else ())]
    sorts = [' class="number"' if number else "" for number in numbers] or [""] * len(heads)
    top = "".join(f"<th{sort}>{escape(each)}</th>" for each, sort in zip(heads, sorts, strict=True))
    body = "".join("<tr>" + "".join(_cell(each) for each in row) + "</tr>" for row in listed)
    head = f"<thead><tr>{top}</tr></thead>" if any(heads) else ""
    return f'<div class="wide"><table>{head}<tbody>{body}</tbody></table></div>'


def album(pictures: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Small pictures of things, by what these are called: what holds all of them, once for a page, and by name what
    shows each. pictures: their addresses, which hold them.
    """
    held: list[str] = []
    shown: dict[str, str] = {}
    for number, (name, address) in enumerate(pictures.items()):
        held.append(
            f'<symbol id="card{number}" viewBox="0 0 63 88"><image href="{address}" width="63" height="88"/></symbol>'
        )
        shown[name] = f'<svg class="small" aria-hidden="true"><use href="#card{number}"/></svg>'
    return f'<svg class="album" aria-hidden="true">{"".join(held)}</svg>' if held else "", shown


def sentence(text: str) -> str:
    """A sentence as HTML: what belongs together stays on one line, and what is typed looks like it."""
    kept = escape(text).replace("95 %", "95&nbsp;%")
    return _TYPED.sub(r"<code>\g<0></code>", kept)


def ids(names: Iterable[str]) -> Raw:
    """Paragraphs, of which none is broken."""
    return Raw(", ".join(f'<span class="whole">{escape(each)}</span>' for each in names))


def _is_number(value: object) -> bool:
    return isinstance(value, int) or _NUMBER.fullmatch(str(value)) is not None


def _cell(value: object) -> str:
    text = value if isinstance(value, Raw) else escape(f"{value:,}" if isinstance(value, int) else str(value))
    return f'<td class="number">{text}</td>' if _is_number(value) else f"<td>{text}</td>"
