"""What a page is put together from: plots with the numbers behind them, and tables that a click sorts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Final

Row = Sequence[object]
_NUMBER: Final = re.compile(r"[+-]?[0-9][^·:]*")
"""What stands on the right of its column: a number, and what belongs to it; no name of a variant or a game."""


def whole_page(title: str, body: str) -> str:
    """A page that needs no other file: its style and what sorts tables stand in it."""
    style, script = (
        files("dsl.lab.report").joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js")
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n"
        f"<body><main>{body}</main><script>{script}</script></body></html>\n"
    )


class Raw(str):
    """Words that are HTML already."""


def figure(plot: str, numbers: str) -> str:
    """A plot, with the numbers behind it."""
    behind = f"<details><summary>The numbers</summary>{numbers}</details>" if numbers else ""
    return f"<figure>{plot}{behind}</figure>"


def table(heads: Sequence[str], rows: Iterable[Row]) -> str:
    """A table; a click on a head sorts it."""
    top = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(_cell(each) for each in row) + "</tr>" for row in rows)
    head = f"<thead><tr>{top}</tr></thead>" if any(heads) else ""
    return f'<div class="wide"><table>{head}<tbody>{body}</tbody></table></div>'


def _cell(value: object) -> str:
    text = value if isinstance(value, Raw) else escape(f"{value:,}" if isinstance(value, int) else str(value))
    is_number = isinstance(value, int) or _NUMBER.fullmatch(text) is not None
    return f'<td class="number">{text}</td>' if is_number else f"<td>{text}</td>"
