"""What is taken: answers and cards that stand out, with the numbers behind it, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Final

from dsl.lab.cards import Card
from dsl.lab.figures import Figures
from dsl.lab.report import plots
from dsl.lab.report.pieces import Raw, Row, figure, table
from dsl.lab.restricted import WORTH, Restricted
from dsl.lab.stats import LEVEL
from dsl.lab.taken import Taken, lists_of

MOST_ROWS: Final = 300
MOST_LISTED: Final = 40
_HEADS: Final = (
    "what",
    "offered",
    "taken",
    "rate",
    "games with it",
    "won with it",
    "against leaving it",
    "give or take",
    "sure",
)
_OF_CARDS: Final = (
    "card",
    "games in deck or hand",
    "games drawn",
    "won when drawn",
    "won when not",
    "difference",
    "sure",
)
_PLAYED: Final = ("games played", "won when played")


def choices(found: Figures) -> str:
    """The part of a variant that tells of its answers."""
    shown = [each for each in found.taken if each.thing][:MOST_ROWS]
    shown += [each for each in found.taken if not each.thing][:MOST_ROWS]
    parts = ["<h3>What is taken</h3>", *_lists(found), "<h4>All</h4>", table(_HEADS, [_row(each) for each in shown])]
    if len(found.taken) > len(shown):
        parts.append(f"<p>{len(found.taken) - len(shown)} more stand in the JSON and CSV files.</p>")
    return "".join(parts)


def cards(found: Figures) -> str:
    """The part of a variant that tells of its cards by where they were."""
    if not found.cards:
        return ""
    unplayed = [f"{each.words} ({each.drawn.games:,})" for each in found.cards if each.unplayed]
    played = any(each.played.games for each in found.cards)
    rows = [_card(each, played) for each in found.cards[:MOST_ROWS]]
    words = "<p>In somebody's deck or hand, drawn into his hand, and played from it: how such games ended for him."
    words += " Who draws more cards draws each of them more often: look at how cards differ.</p>"
    if played and unplayed:
        some = ", ".join(unplayed[:MOST_LISTED]) + (" and others" if len(unplayed) > MOST_LISTED else "")
        words += f"<p><b>Drawn and never played</b> ({len(unplayed)}; in brackets games): {escape(some)}</p>"
    heads = (*_OF_CARDS, *(_PLAYED if played else ()))
    return f"<h3>Cards: in deck, drawn, played</h3>{words}{table(heads, rows)}"


def _card(each: Card, played: bool) -> Row:
    tested = each.error > 0
    row = [
        each.words,
        each.won.games,
        each.drawn.games,
        f"{each.drawn.share:.1%}" if each.drawn.games else "",
        f"{each.left.share:.1%}" if each.left.games else "",
        Raw(f"{each.difference:+.1%} &plusmn; {1.96 * each.error:.1%}") if tested else "",
        ("more" if each.sways > 0 else "less") if each.sways else "",
    ]
    if played:
        row += [each.played.games, f"{each.played.share:.1%}" if each.played.games else ""]
    return row


def restrictions(found: Sequence[Restricted]) -> str:
    """What it brought to forbid something to a seat, in the same games."""
    rows = [
        [
            f"{each.seat} without {', '.join(each.what)}",
            each.label,
            each.pairs,
            f"{each.share:.1%}",
            f"{each.without:.1%}",
            f"{each.difference:+.1%} ± {1.96 * each.error:.1%}",
            each.verdict,
        ]
        for each in found
    ]
    heads = ["what", "where", "pairs of games", "won with it", "without it", "difference", "so it is"]
    words = (
        "The same games again, on the same seeds, with something forbidden to a seat: what changes is its doing. "
        "What is better left is dominated by what else there is; what is no matter surely changes less than "
        f"{WORTH:.0%} of the wins. Corrected for all that are forbidden, and for all looks at each."
    )
    plot = ""
    clear = [each for each in found if each.adjusted < LEVEL][:MOST_LISTED]
    if clear:
        lines = [(f"{each.seat} without {', '.join(each.what)}", each.difference, *each.interval) for each in clear]
        plot = figure(plots.intervals(lines, 0.0, "by how much more the seat wins without it"), "")
    return f"<section><h2>What choices are worth</h2><p>{words}</p>{plot}{table(heads, rows)}</section>"


def _lists(found: Figures) -> Iterator[str]:
    """What stands out among the answers, each sort with its numbers."""
    lists = lists_of(found.taken)
    sorts: dict[str, tuple[Sequence[Taken], str, Callable[[Taken], Row]]] = {
        "Offered and never taken": (lists.never, "taken at most", lambda each: (f"{each.rates[1]:.1%}",)),
        "Always taken": (lists.always, "taken at least", lambda each: (f"{each.rates[0]:.1%}",)),
        "Goes with losing: dominated, or a last resort": (lists.worse, "won more", _difference),
        "Goes with winning": (lists.better, "won more", _difference),
    }
    for words, (some, head, told) in sorts.items():
        if some:
            rows = [(each.words, each.offered, f"{each.rate:.1%}", *told(each)) for each in some[:MOST_LISTED]]
            left = f"<p>{len(some) - MOST_LISTED} more stand below.</p>" if len(some) > MOST_LISTED else ""
            listed = table(["what", "offered", "rate", head], rows)
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
        ("more" if each.sways > 0 else "less") if each.sways else "",
    ]
