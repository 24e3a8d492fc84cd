"""What is taken: answers and cards that stand out, with the numbers behind it, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

from dsl.lab.cards import Card
from dsl.lab.figures import Figures
from dsl.lab.report import plots
from dsl.lab.report.pieces import Raw, Row, figure, table
from dsl.lab.restricted import WORTH, Restricted
from dsl.lab.stats import LEVEL
from dsl.lab.taken import Taken, lists_of
from dsl.spoken import marked, numbered, said

MOST_ROWS: Final = 300
MOST_LISTED: Final = 40
_HEADS: Final = (
    marked("what"),
    marked("offered"),
    marked("taken"),
    marked("rate"),
    marked("games with it"),
    marked("won with it"),
    marked("against leaving it"),
    marked("give or take"),
    marked("sure"),
)
_OF_CARDS: Final = (
    marked("card"),
    marked("games in deck or hand"),
    marked("games drawn"),
    marked("won when drawn"),
    marked("won when not"),
    marked("difference"),
    marked("sure"),
)
_OF_RESTRICTED: Final = (
    marked("what"),
    marked("where"),
    marked("pairs of games"),
    marked("won with it"),
    marked("without it"),
    marked("difference"),
    marked("so it is"),
)
_PLAYED: Final = (marked("games played"), marked("won when played"))


def choices(found: Figures) -> str:
    """The part of a variant that tells of its answers."""
    shown = [each for each in found.taken if each.thing][:MOST_ROWS]
    shown += [each for each in found.taken if not each.thing][:MOST_ROWS]
    all_ = table([said(each) for each in _HEADS], [_row(each) for each in shown])
    parts = [f"<h3>{escape(said('What is taken'))}</h3>", *_lists(found), f"<h4>{escape(said('All'))}</h4>", all_]
    if len(found.taken) > len(shown):
        parts.append(f"<p>{escape(_more(len(found.taken) - len(shown)))}</p>")
    return "".join(parts)


def _more(count: int) -> str:
    return numbered(count, "{1} more stands in the JSON and CSV files.", "{1} more stand in the JSON and CSV files.")


def cards(found: Figures, pictured: Mapping[str, str]) -> str:
    """The part of a variant that tells of its cards by where they were. pictured: see `pieces.album`."""
    if not found.cards:
        return ""
    unplayed = [f"{each.words} ({each.drawn.games:,})" for each in found.cards if each.unplayed]
    played = any(each.played.games for each in found.cards)
    rows = [_card(each, played, pictured) for each in found.cards[:MOST_ROWS]]
    about = said(
        "In somebody's deck or hand, drawn into his hand, and played from it: how such games ended for him. Who draws "
        "more cards draws each of them more often: look at how cards differ."
    )
    words = f"<p>{escape(about)}</p>"
    if played and unplayed:
        some = ", ".join(unplayed[:MOST_LISTED]) + (said(" and others") if len(unplayed) > MOST_LISTED else "")
        of = escape(said("({1}; in brackets games): {2}", len(unplayed), some))
        words += f"<p><b>{escape(said('Drawn and never played'))}</b> {of}</p>"
    heads = [said(each) for each in (*_OF_CARDS, *(_PLAYED if played else ()))]
    return f"<h3>{escape(said('Cards: in deck, drawn, played'))}</h3>{words}{table(heads, rows)}"


def _card(each: Card, played: bool, pictured: Mapping[str, str]) -> Row:
    tested = each.error > 0
    row = [
        Raw(pictured.get(each.words, "") + escape(each.words)),
        each.won.games,
        each.drawn.games,
        f"{each.drawn.share:.1%}" if each.drawn.games else "",
        f"{each.left.share:.1%}" if each.left.games else "",
        Raw(f"{each.difference:+.1%} &plusmn; {1.96 * each.error:.1%}") if tested else "",
        _sways(each.sways),
    ]
    if played:
        row += [each.played.games, f"{each.played.share:.1%}" if each.played.games else ""]
    return row


def restrictions(found: Sequence[Restricted]) -> str:
    """What it brought to forbid something to a seat, in the same games."""
    rows = [
        [
            each.short,
            each.label,
            each.pairs,
            f"{each.share:.1%}",
            f"{each.without:.1%}",
            f"{each.difference:+.1%} ± {1.96 * each.error:.1%}",
            said(each.verdict),
        ]
        for each in found
    ]
    heads = [said(each) for each in _OF_RESTRICTED]
    words = said(
        "The same games again, on the same seeds, with something forbidden to a seat: what changes is its doing. "
        "What is better left is dominated by what else there is; what is no matter surely changes less than {1} of the "
        "wins. Corrected for all that are forbidden, and for all looks at each.",
        f"{WORTH:.0%}",
    )
    plot = ""
    clear = [each for each in found if each.adjusted < LEVEL][:MOST_LISTED]
    if clear:
        lines = [(each.short, each.difference, *each.interval) for each in clear]
        plot = figure(plots.intervals(lines, 0.0, said("by how much more the seat wins without it")), "")
    head = f"<h2>{escape(said('What choices are worth'))}</h2><p>{escape(words)}</p>"
    return f"<section>{head}{plot}{table(heads, rows)}</section>"


def _lists(found: Figures) -> Iterator[str]:
    """What stands out among the answers, each sort with its numbers."""
    lists = lists_of(found.taken)
    sorts: dict[str, tuple[Sequence[Taken], str, Callable[[Taken], Row]]] = {
        said("Offered and never taken"): (lists.never, said("taken at most"), lambda each: (f"{each.rates[1]:.1%}",)),
        said("Always taken"): (lists.always, said("taken at least"), lambda each: (f"{each.rates[0]:.1%}",)),
        said("Goes with losing: dominated, or a last resort"): (lists.worse, said("difference"), _difference),
        said("Goes with winning"): (lists.better, said("difference"), _difference),
    }
    for words, (some, head, told) in sorts.items():
        if some:
            rows = [(each.words, each.offered, f"{each.rate:.1%}", *told(each)) for each in some[:MOST_LISTED]]
            more = len(some) - MOST_LISTED
            below = numbered(more, "{1} more stands below.", "{1} more stand below.") if more > 0 else ""
            left = f"<p>{escape(below)}</p>" if below else ""
            listed = table([said("what"), said("offered"), said("rate"), head], rows)
            yield f"<details open><summary>{escape(words)} ({len(some)})</summary>{listed}{left}</details>"


def _difference(each: Taken) -> Row:
    return (Raw(f"{each.difference:+.1%} &plusmn; {1.96 * each.error:.1%}"),)


def _row(each: Taken) -> Row:
    tested = each.error > 0
    return [
        each.words,
        each.offered,
        each.taken,
        f"{each.rate:.1%}",
        each.games_taken,
        f"{each.with_it.share:.1%}" if each.games_taken else "",
        f"{each.difference:+.1%}" if tested else "",
        f"{1.96 * each.error:.1%}" if tested else "",
        _sways(each.sways),
    ]


def _sways(sign: int) -> str:
    return (said("more") if sign > 0 else said("less")) if sign else ""
