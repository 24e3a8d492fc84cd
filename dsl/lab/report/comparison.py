"""The page of a comparison: two games side by side, what differs between them, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dsl.lab.compare import Compared
from dsl.lab.report import plots
from dsl.lab.report.pieces import figure, table, whole_page
from dsl.play.simulate import wilson

_SURE = 1.96


def comparison(names: tuple[str, str], seat: str, found: Compared, told: Sequence[str]) -> str:
    """The whole page. names: what A and B are; seat: whose results are compared; told: what is said in words."""
    listed = "".join(f"<li>{escape(each)}</li>" for each in told)
    head = f"<header><h1>A beside B</h1><p>A is {escape(names[0])}. B is {escape(names[1])}.</p></header>"
    body = [head, f'<ol class="front">{listed}</ol>', _results(seat, found), _lengths(found), _taken(found)]
    return whole_page(f"{names[0]} beside {names[1]}", "".join(body))


def _results(seat: str, found: Compared) -> str:
    test = found.test
    ends = [wilson(share, test.pairs) for share in found.shares]
    rows = [
        (f"seat {seat} in {name}", share / max(test.pairs, 1), *end)
        for name, share, end in zip("AB", found.shares, ends, strict=True)
    ]
    cells: list[Sequence[object]] = [[name, *(f"{each:.1%}" for each in numbers)] for name, *numbers in rows]
    low, high = test.mean - _SURE * test.error, test.mean + _SURE * test.error
    cells.append(["B against A, on the same seeds", f"{test.mean:+.2%}", f"{low:+.2%}", f"{high:+.2%}"])
    plot = plots.intervals(rows, None, f"share of the wins of seat {seat}")
    return f"<section><h2>Who wins</h2>{figure(plot, table(['', 'won', 'from', 'to'], cells))}</section>"


def _lengths(found: Compared) -> str:
    lengths, pairs = found.lengths, max(found.test.pairs, 1)
    rows = [[name, f"{total / pairs:.1f}"] for name, total in zip("AB", found.decisions, strict=True)]
    rows.append(["B against A", f"{lengths.mean:+.1f} give or take {_SURE * lengths.error:.1f}"])
    parts = f"Games that go exactly alike: {found.same:,} of {found.test.pairs:,}."
    if found.parts is not None:
        parts += f" The first that goes another way is number {found.parts}."
    return f"<section><h2>How long it takes</h2>{table(['', 'decisions'], rows)}<p>{parts}</p></section>"


def _taken(found: Compared) -> str:
    changes = found.changes()
    sure = {words for words, *_ in changes}
    rows = [(words, a, b, number) for words, a, b, number in found.rates()]
    rows.sort(key=lambda row: (row[0] not in sure, -abs(row[2] - row[1]), row[0]))
    cells = [
        [words, number, f"{a:.1%}", f"{b:.1%}", f"{b - a:+.1%}", "sure" if words in sure else ""]
        for words, a, b, number in rows
    ]
    heads = ["what", "offered", "taken in A", "taken in B", "difference", "sure"]
    words = f"<p>{len(sure)} of {len(rows)} answers are surely taken more or less often in B.</p>"
    return f"<section><h2>What is taken</h2>{words}{table(heads, cells)}</section>"
