"""Plots as pieces of SVG for a page: in its colours and its letters, dark on light or light on dark."""

from __future__ import annotations

import io
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from html import escape
from textwrap import fill
from typing import Any, Final

import matplotlib
import matplotlib.patches
import matplotlib.ticker
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from dsl.spoken import said

INK: Final = "#010203"
"""In its place the page puts its own colour."""
FILL: Final = "#040506"
"""In its place the page puts its colour of what is filled."""
_WIDTH: Final = 5.4
_NAME: Final = 26
"""Letters of a name beside a plot in one line."""
_LINE: Final = 50
"""Letters that fit below a grid, one name beside the other."""
_STYLE: Final[Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "svg.hashsalt": "rulewright",
    "hatch.color": INK,
}

Interval = tuple[str, float, float, float]
"""A name, a share, and the ends of its interval."""


def intervals(rows: Sequence[Interval], even: float | None, label: str, *, percent: bool = True) -> str:
    """Shares as dots on lines, one below the other; a dashed line where they would be if nothing was at work."""
    names = [fill(row[0], _NAME) for row in rows]
    lines = sum(max(1.0, 0.62 * (1 + name.count("\n"))) for name in names)
    with _figure(0.6 + 0.32 * lines, label) as (_, axes, found):
        at = range(len(rows) - 1, -1, -1)
        for y, (_, share, low, high) in zip(at, rows, strict=True):
            axes.plot([low, high], [y, y], color=INK, linewidth=2)
            axes.plot([share], [y], marker="o", color=INK, markersize=7, markerfacecolor=FILL)
        if even is not None:
            axes.axvline(even, color=INK, linestyle="--", linewidth=1)
        axes.set_yticks(list(at), names)
        axes.set_ylim(-0.6, len(rows) - 0.4)
        if percent:
            _percent(axes.xaxis)
            if all(row[2] == row[3] == rows[0][2] for row in rows):
                axes.set_xlim(-0.02, 1.02)
        axes.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(6))
        axes.set_xlabel(fill(label, 2 * _NAME))
    return found[0]


def histogram(counts: Sequence[tuple[float, int]], label: str) -> str:
    """How many games have which number, in at most 40 bars."""
    low, high = min(value for value, _ in counts), max(value for value, _ in counts)
    width = max(1, -(-int(high - low + 1) // 40))
    bars: dict[int, int] = {}
    for value, count in counts:
        bars[int((value - low) // width)] = bars.get(int((value - low) // width), 0) + count
    with _figure(2.4, label) as (_, axes, found):
        left = [low + width * at for at in sorted(bars)]
        axes.bar(left, [bars[at] for at in sorted(bars)], width=0.9 * width, align="edge", color=FILL, edgecolor=INK)
        axes.set_xlabel(label)
        axes.set_ylabel(said("games"))
    return found[0]


def curve(points: Sequence[tuple[float, float]], across: str, up: str, even: float | None = None) -> str:
    """A line from point to point, both in shares."""
    with _figure(2.6, up) as (_, axes, found):
        axes.plot([x for x, _ in points], [y for _, y in points], color=INK, marker="o", markersize=4)
        if even is not None:
            axes.axhline(even, color=INK, linestyle="--", linewidth=1)
        _percent(axes.xaxis)
        _percent(axes.yaxis)
        axes.set_ylim(0, 1.02)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
    return found[0]


def parts(rows: Sequence[tuple[str, float]]) -> str:
    """Parts of a whole, as one bar; each has its own hatching and its words."""
    with _figure(1.2 + 0.22 * len(rows), said("share of the result")) as (figure, axes, found):
        at, total = 0.0, sum(share for _, share in rows) or 1.0
        for (name, share), hatch in zip(rows, ("", "///", "..", "xx", "--", "oo", "++", "**") * 4, strict=False):
            if share > 0:
                axes.barh(
                    [0],
                    [share / total],
                    left=at,
                    color=FILL if not hatch else "none",
                    edgecolor=INK,
                    hatch=hatch,
                    height=0.5,
                    label=f"{name}: {share:.0%}",
                )
            at += share / total
        axes.set_yticks([])
        axes.set_xlim(0, 1)
        axes.set_ylim(-0.4, 0.4)
        _percent(axes.xaxis)
        axes.spines["left"].set_visible(False)
        figure.legend(frameon=False, loc="outside lower left", ncols=1)
    return found[0]


def heat(rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float | None]], label: str) -> str:
    """Shares in a grid, each cell with its number, so that the shade is not needed."""
    with _figure(1.2 + 0.42 * len(rows), label) as (_, axes, found):
        for y, row in enumerate(shares):
            for x, share in enumerate(row):
                if share is None:
                    continue
                axes.add_patch(matplotlib.patches.Rectangle((x, y), 1, 1, facecolor=FILL, alpha=share, edgecolor=INK))
                axes.text(x + 0.5, y + 0.5, f"{share:.0%}", ha="center", va="center")
        axes.set_xlim(0, len(columns))
        axes.set_ylim(len(rows), 0)
        slant = {"rotation": 20, "ha": "right"} if sum(map(len, columns)) > _LINE else {}
        axes.set_xticks([x + 0.5 for x in range(len(columns))], columns, **slant)
        axes.set_yticks([y + 0.5 for y in range(len(rows))] if any(rows) else [], rows if any(rows) else [])
        axes.set_title(label, fontsize=10)
    return found[0]


@contextmanager
def _figure(height: float, label: str) -> Generator[tuple[Any, Any, list[str]]]:
    """A figure and its axes; what becomes of it stands in the list afterwards. label: what it shows."""
    with matplotlib.rc_context(_STYLE):  # pyright: ignore[reportUnknownMemberType]
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        axes = figure.subplots()  # pyright: ignore[reportUnknownMemberType]
        found: list[str] = []
        yield figure, axes, found
        FigureCanvasSVG(figure)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})  # pyright: ignore[reportUnknownMemberType]
    found.append(_inline(out.getvalue(), label))


def _inline(text: str, label: str) -> str:
    """What stands in a page: without a head, as wide as there is room, in the colours of the page."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    told = f'<svg role="img" aria-label="{escape(label)}" '
    text = re.sub(r'<svg ([^>]*?)width="[^"]*"', lambda found: told + found[1], text, count=1)
    text = re.sub(r'(<svg [^>]*?)height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r' id="(?:figure|axes|patch|text|xtick|ytick|line2d|matplotlib|legend)[^"]*"', "", text)
    text = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font: \1px var(--letters)", text)
    return text.replace(INK, "var(--ink)").replace(FILL, "var(--fill)")


def _percent(axis: Any) -> None:
    axis.set_major_formatter(matplotlib.ticker.PercentFormatter(1.0, decimals=None))
