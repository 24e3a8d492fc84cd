"""The page of a comparison: two games side by side, what differs between them, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dsl.lab.compare import Compared
from dsl.lab.report import plots
from dsl.lab.report.pieces import figure, sentence, table, whole_page
from dsl.play.simulate import wilson
from dsl.spoken import said

_SURE = 1.96


def comparison(names: tuple[str, str], seat: str, found: Compared, told: Sequence[str]) -> str:
    """The whole page. names: what A and B are; seat: whose results are compared; told: what is said in words."""
    listed = "".join(f"<li>{sentence(each)}</li>" for each in told)
    head = f"<header><h1>{escape(said('A beside B'))}</h1><p>{escape(said('A is {1}. B is {2}.', *names))}</p></header>"
    body = [head, f'<ol class="front">{listed}</ol>', _results(seat, found), _lengths(found), _taken(found)]
    return whole_page(said("{1} beside {2}", *names), "".join(body))


def _results(seat: str, found: Compared) -> str:
    test = found.test
    ends = [wilson(share, test.pairs) for share in found.shares]
    rows = [
        (said("{1} in {2}", said("seat {1}", seat), name), share / max(test.pairs, 1), *end)
        for name, share, end in zip("AB", found.shares, ends, strict=True)
    ]
    cells: list[Sequence[object]] = [[name, *(f"{each:.1%}" for each in numbers)] for name, *numbers in rows]
    low, high = test.mean - _SURE * test.error, test.mean + _SURE * test.error
    cells.append([said("B against A, on the same seeds"), f"{test.mean:+.2%}", f"{low:+.2%}", f"{high:+.2%}"])
    plot = plots.intervals(rows, None, said("share of the wins of {1}", said("seat {1}", seat)))
    told = table(["", said("won"), said("from"), said("to")], cells)
    return f"<section><h2>{escape(said('Who wins'))}</h2>{figure(plot, told)}</section>"


def _lengths(found: Compared) -> str:
    lengths, pairs = found.lengths, max(found.test.pairs, 1)
    rows = [[name, f"{total / pairs:.1f}"] for name, total in zip("AB", found.decisions, strict=True)]
    give = said("{1} give or take {2}", f"{lengths.mean:+.1f}", f"{_SURE * lengths.error:.1f}")
    rows.append([said("B against A"), give])
    parts = said("Games that go exactly alike: {1} of {2}.", f"{found.same:,}", f"{found.test.pairs:,}")
    if found.parts is not None:
        parts += " " + said("The first that goes another way is number {1}.", found.parts)
    head = f"<h2>{escape(said('How long it takes'))}</h2>"
    return f"<section>{head}{table(['', said('decisions')], rows)}<p>{escape(parts)}</p></section>"


def _taken(found: Compared) -> str:
    changes = found.changes()
    sure = {words for words, *_ in changes}
    rows = [(words, a, b, number) for words, a, b, number in found.rates()]
    rows.sort(key=lambda row: (row[0] not in sure, -abs(row[2] - row[1]), row[0]))
    cells = [
        [words, number, f"{a:.1%}", f"{b:.1%}", f"{b - a:+.1%}", said("sure") if words in sure else ""]
        for words, a, b, number in rows
    ]
    taken = said("taken in {1}", "A"), said("taken in {1}", "B")
    heads = [said("what"), said("offered"), *taken, said("difference"), said("sure")]
    words = said("{1} of {2} answers are surely taken more or less often in B.", len(sure), len(rows))
    return f"<section><h2>{escape(said('What is taken'))}</h2><p>{escape(words)}</p>{table(heads, cells)}</section>"
