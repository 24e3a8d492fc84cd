"""The tables of a report as files: shares, endings, measures, rules by use and time, answers, cards; CSV or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from dsl.durable import write_whole
from dsl.lab.cards import Card
from dsl.lab.figures import Figures
from dsl.lab.measured import Measured
from dsl.lab.restricted import Restricted
from dsl.lab.taken import Taken, lists_of
from dsl.spoken import said
from dsl.tools.reply import MISUSE, Refusal

Table = Sequence[Sequence[object]]
"""Rows, the names of the columns first."""
SHARES: Final = ("variant", "label", "who", "games", "share", "from", "to", "adjusted")
ENDINGS: Final = ("variant", "reason", "paragraphs", "games")
SPREAD: Final = ("games", "mean", "from", "to", "deviation", "least", "low", "median", "high", "most")
MEASURES: Final = ("variant", "words", "name", "player", "part", *SPREAD, "winners", "others")
DIFFERENCE: Final = ("difference", "error", "adjusted")
OFFERED: Final = ("offered", "taken", "games", "games_taken", "won_with_it", *DIFFERENCE)
ANSWERS: Final = ("variant", "words", "answer", "thing", "where", *OFFERED)
LISTED: Final = ("variant", "list", "words", "offered", "taken", "rate", "from", "to", *DIFFERENCE)
PLACES: Final = ("games", "won", "drawn", "won_drawn", "left", "won_left", "played", "won_played")
CARDS: Final = ("variant", "card", *PLACES, *DIFFERENCE)
RESTRICTED: Final = ("variant", "label", "seat", "what", "pairs", "with", "without", *DIFFERENCE, "looks", "verdict")
TIMES: Final = ("variant", "part", "where", "share", "looks")
RULES: Final = ("variant", "sort", "rule", "where", "paragraphs", "times", "games", "of")


def as_csv(rows: Table) -> tuple[str, bytes]:
    """A table as CSV, behind how the name of such a file ends."""
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return "csv", out.getvalue().encode()


def as_parquet(rows: Table) -> tuple[str, bytes]:
    """A table as Parquet, its columns numbers or words; Refusal without pyarrow."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise Refusal(said("Parquet needs pyarrow: pip install 'rulewright[parquet]'"), MISUSE) from None
    names, *cells = rows
    out = io.BytesIO()
    parquet.write_table(arrow.table({str(name): [row[at] for row in cells] for at, name in enumerate(names)}), out)
    return "parquet", out.getvalue()


def write_tables(
    folder: Path,
    found: Sequence[Figures],
    restricted: Sequence[Restricted],
    form: Callable[[Table], tuple[str, bytes]],
) -> None:
    """One file for each table, of all variants."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables(found, restricted).items():
        ending, data = form(rows)
        write_whole(folder / f"{name}.{ending}", data)


def tables(found: Sequence[Figures], restricted: Sequence[Restricted]) -> dict[str, Table]:
    """All tables by name."""
    return {
        "shares": _of_all(SHARES, found, _shares),
        "endings": _of_all(ENDINGS, found, _endings),
        "measures": _of_all(MEASURES, found, lambda each: [[each.name, *_measured(one)] for one in each.measured]),
        "rules": _of_all(RULES, found, _rules),
        "times": _of_all(TIMES, found, _times),
        "answers": _of_all(ANSWERS, found, lambda each: [[each.name, *_taken(one)] for one in each.taken]),
        "standing_out": _of_all(LISTED, found, _listed),
        "restricted": [RESTRICTED, *map(_restricted, restricted)],
        "cards": _of_all(CARDS, found, lambda each: [[each.name, *_card(one)] for one in each.cards]),
    }


def _of_all(
    names: Sequence[str], found: Sequence[Figures], rows: Callable[[Figures], Iterable[Sequence[object]]]
) -> Table:
    return [names, *(row for each in found for row in rows(each))]


def _endings(each: Figures) -> list[list[object]]:
    return [[each.name, end.words, " ".join(end.cites), end.games] for end in each.endings]


def _rules(each: Figures) -> list[list[object]]:
    usage = each.usage or {"rules": [], "games": 0}
    found: list[list[object]] = []
    for rule in usage["rules"]:
        cites, used = " ".join(rule["cites"]), (rule["times"], rule["games"], usage["games"])
        found.append([each.name, rule["sort"], rule["name"], rule["where"], cites, *used])
    return found


def _times(each: Figures) -> list[list[object]]:
    times = each.times or {"parts": []}
    return [[each.name, part["name"], part["where"], part["share"], part["looks"]] for part in times["parts"]]


def _shares(each: Figures) -> list[list[object]]:
    named = [(f"seat {chr(65 + at)}", share) for at, share in enumerate(each.seats)]
    named += [(f"{name} {value}", share) for name, values in each.sides.items() for value, share in values.items()]
    named += [(f"bot {bot}", share) for bot, share in each.bots.items()]
    return [
        [each.name, each.variant.label, name, share.games, share.share, *share.interval, share.adjusted]
        for name, share in named
    ]


def _measured(one: Measured) -> list[object]:
    of = one.numbers
    numbers = (of.count, of.mean, *of.interval, of.deviation, of.least, of.low, of.middle, of.high, of.most)
    # quantiles are whole numbers, or not: a column of Parquet has one type
    return [one.words, one.name, one.player, one.part, numbers[0], *map(float, numbers[1:]), one.winners, one.others]


def _taken(one: Taken) -> list[object]:
    offered = (one.offered, one.taken, one.games, one.games_taken)
    return [one.words, one.answer, one.thing, one.where, *offered, one.with_it.share, *_difference(one)]


def _listed(each: Figures) -> Iterator[list[object]]:
    """What was never or always taken, and what goes with winning or losing."""
    for name, some in lists_of(each.taken).named().items():
        for one in some:
            rate = (one.offered, one.taken, one.rate, *one.rates)
            yield [each.name, name, one.words, *rate, *_difference(one)]


def _restricted(one: Restricted) -> list[object]:
    shares = (one.pairs, one.share, one.without, one.difference, one.error, one.adjusted)
    return [one.variant, one.label, one.seat, "; ".join(one.what), *shares, one.looks, one.verdict]


def _card(one: Card) -> list[object]:
    shares = (number for each in (one.won, one.drawn, one.left, one.played) for number in (each.games, each.share))
    return [one.words, *shares, *_difference(one)]


def _difference(one: Taken | Card) -> tuple[float, float, float]:
    return one.difference, one.error, one.adjusted
