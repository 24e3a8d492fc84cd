"""The page of a report: what stands out, then each variant with its plots, and the numbers behind every plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from dsl.lab.figures import Figures
from dsl.lab.ladder import Ladder
from dsl.lab.measured import Measured
from dsl.lab.report import plots
from dsl.lab.report.choices import cards, choices, restrictions
from dsl.lab.report.pieces import Raw, Row, album, figure, ids, sentence, table, whole_page
from dsl.lab.restricted import Restricted
from dsl.lab.sentences import sentences
from dsl.lab.stats import LEVEL, Share
from dsl.lab.wording import named, party
from dsl.spoken import all_of, marked, numbered, said

MOST_VARIANTS: Final = 12
"""Variants that are shown with all plots; of others there is a line in the list."""


_OF_RULES: Final = (
    marked("rule"),
    marked("sort"),
    marked("where"),
    marked("paragraphs"),
    marked("times"),
    marked("games"),
)
_NONE: Final[Mapping[str, str]] = {}
MOST_CAUSES: Final = 4
"""Restrictions that are told first."""


def page(
    title: str,
    path: str,
    found: Sequence[Figures],
    ladder: Ladder | None,
    restricted: Sequence[Restricted] = (),
    pictures: Mapping[str, str] = _NONE,
) -> str:
    """The whole page. path: what commands on it name the game by. pictures: of cards, by title, as addresses that hold
    them.
    """
    held, pictured = album(pictures)
    most = max(found, key=lambda each: (not each.variant.forbidden, each.games))
    parts = [_front(title, path, found, most, ladder, restricted)]
    listed = [each for each in found if not each.variant.forbidden or len(found) <= MOST_VARIANTS]
    if len(listed) > 1:
        parts.append(_overview(listed))
    if ladder is not None:
        parts.append(_ladder(ladder))
    if restricted:
        parts.append(restrictions(restricted))
    # what is forbidden is told by what it changed
    shown = [each for each in found if not each.variant.forbidden] or found
    parts += [held] if held else []
    parts += [_variant(each, path, pictured, each is not most) for each in shown[:MOST_VARIANTS]]
    if len(shown) > MOST_VARIANTS:
        more = len(shown) - MOST_VARIANTS
        words = numbered(
            more, "{1} more variant stands in the list above only.", "{1} more variants stand in the list above only."
        )
        parts.append(f"<p>{escape(words)}</p>")
    return whole_page(said("{1}: play-test", title), "\n".join(parts))


def _front(
    title: str,
    path: str,
    found: Sequence[Figures],
    most: Figures,
    ladder: Ladder | None,
    restricted: Sequence[Restricted],
) -> str:
    games = sum(each.games for each in found)
    clear = sorted((each for each in restricted if each.adjusted < LEVEL), key=lambda each: -abs(each.difference))
    causes = [each.words for each in clear[:MOST_CAUSES]]
    if len(clear) > MOST_CAUSES:
        causes.append(
            numbered(
                len(clear) - MOST_CAUSES,
                "{1} more choice surely changes who wins: see below.",
                "{1} more choices surely change who wins: see below.",
            )
        )
    told = [*(ladder.warnings if ladder is not None else []), *causes, *sentences(most)]
    listed = "".join(f"<li>{sentence(each)}</li>" for each in told)
    about = said(
        "{1} of {2}.",
        numbered(games, "{1} game", "{1} games"),
        numbered(len(found), "{1} variant", "{1} variants"),
    )
    if len(found) > 1:
        about += " " + said("Here: {1}, of which there are {2}.", most.variant.label, f"{most.games:,}")
    else:
        about += f" {most.variant.label}."
    opens = f"rulewright play {path} --from-lab {most.name}:0"
    how = said("Games are called by their variant and their number, and can be opened: {1}", "\0")
    how = escape(how).replace("\0", f"<code>{escape(opens)}</code>")
    head = f"<header><h1>{escape(title)}</h1><p>{escape(about)}</p></header>"
    return f'{head}<ol class="front">{listed}</ol><p class="how">{how}</p>'


def _overview(found: Sequence[Figures]) -> str:
    players = max(len(each.seats) for each in found)
    seats = [said("seat {1}", chr(65 + at)) for at in range(players)]
    heads = [said("variant"), said("games"), *seats, said("drawn"), said("decisions"), said("cut off")]
    rows: list[Row] = []
    for each in found:
        seats = [_percent(share) for share in each.seats] + [""] * (players - len(each.seats))
        rows.append(
            [each.variant.label, each.games, *seats, f"{each.drawn.share:.1%}", f"{each.length.mean:.1f}", each.cut]
        )
    return f"<section><h2>{escape(said('All variants'))}</h2>{_heat(found)}{table(heads, rows)}</section>"


def _heat(found: Sequence[Figures]) -> str:
    """A grid of the share of the first seat, where two things were varied, or a row where one was."""
    grid = [each for each in found if not each.variant.forbidden and each.ended]
    varied = _varied(grid)
    if not 1 <= len(varied) <= 2:
        return ""
    across = varied[-1]
    columns = list(dict.fromkeys(_value(each, across) for each in grid))
    up = varied[0] if len(varied) == 2 else None
    rows = list(dict.fromkeys(_value(each, up) if up else "" for each in grid))
    label = said("share of the wins of {1}, by {2}", said("seat {1}", "A"), all_of(_title(each) for each in varied))
    cells: list[list[float | None]] = [[None] * len(columns) for _ in rows]
    for each in grid:
        cells[rows.index(_value(each, up) if up else "")][columns.index(_value(each, across))] = each.seats[0].share
    return figure(plots.heat(rows, columns, cells, label), "")


def _varied(grid: Sequence[Figures]) -> list[str]:
    names = ["players", "bots", "modules", *dict.fromkeys(name for each in grid for name in each.variant.options)]
    return [name for name in names if len({_value(each, name) for each in grid}) > 1]


def _title(name: str) -> str:
    titles = {"players": said("players"), "bots": said("bots"), "modules": said("modules")}
    return titles[name] if name in titles else named(name)


def _value(each: Figures, name: str) -> str:
    variant = each.variant
    known = {"players": str(variant.players), "bots": ", ".join(variant.bots), "modules": "+".join(variant.modules)}
    return known[name] if name in known else str(variant.options.get(name, ""))


def _ladder(ladder: Ladder) -> str:
    rows = [(name, rating, low, high) for name, rating, low, high, _ in ladder.ratings]
    cells = [[name, *(f"{each:.1f}" for each in numbers), games] for name, *numbers, games in ladder.ratings]
    told = table([said("bot"), said("rating"), said("from"), said("to"), said("games")], cells)
    words = "".join(f"<p>{escape(each)}</p>" for each in ladder.warnings)
    plot = plots.intervals(rows, None, said("rating (openskill)"), percent=False) if rows else ""
    balance = "".join(_along(name, each) for name, each in ladder.balance.items()) + _luck_along(ladder)
    return f"<section><h2>{escape(said('Skill'))}</h2>{words}{figure(plot, told) if rows else ''}{balance}</section>"


def _luck_along(ladder: Ladder) -> str:
    """How much is chance, by who plays all seats."""
    if not any(share or error for _, share, error in ladder.luck):
        return ""
    rows = [(bot, share, max(0.0, share - 2 * error), min(1.0, share + 2 * error)) for bot, share, error in ladder.luck]
    plot = plots.intervals(rows, None, said("share of the result that is chance alone, by who plays all seats"))
    cells = [[bot, *(f"{each:.1%}" for each in ends)] for bot, *ends in rows]
    return figure(plot, table([said("who plays"), said("chance alone"), said("from"), said("to")], cells))


def _along(name: str, rows: Sequence[plots.Interval]) -> str:
    """The share of a seat or a side, by who plays all seats."""
    label = said("share of the wins of {1}, when one sort of bots plays all seats", party(name))
    heads = [said("who plays"), said("won"), said("from"), said("to")]
    told = table(heads, [[bot, *(f"{each:.1%}" for each in ends)] for bot, *ends in rows])
    plot = plots.intervals(rows, None, label)
    return figure(plot, told)


def _variant(found: Figures, path: str, pictured: Mapping[str, str], tell: bool) -> str:
    head = f'<h2>{escape(found.variant.label)}</h2><p class="id">{escape(found.name)}</p>'
    if not found.ended:
        return f"<section>{head}<p>{escape(sentences(found)[0])}</p></section>"
    listed = "".join(f"<li>{sentence(each)}</li>" for each in sentences(found))
    parts = [head, f"<ol>{listed}</ol>" if tell else "", _shares(found), _length(found, path), _endings(found, path)]
    parts += [_measured(found), _course(found, path), _luck(found), choices(found), cards(found, pictured)]
    parts += [_usage(found), _times(found)]
    return f"<section>{''.join(parts)}</section>"


def _shares(found: Figures) -> str:
    shares = [*found.parties().items(), *((f"bot {name}", share) for name, share in found.bots.items())]
    told_of = [(party(name), share) for name, share in shares]
    even = found.seats[0].even
    plot = plots.intervals(
        [(name, share.share, *share.interval) for name, share in told_of], even, said("share of the wins")
    )
    rows = [
        [name, share.games, f"{share.share:.1%}", *(f"{end:.1%}" for end in share.interval), _sure(share)]
        for name, share in told_of
    ]
    heads = [said("who"), said("games"), said("won"), said("from"), said("to"), said("surely not even")]
    return f"<h3>{escape(said('Who wins'))}</h3>{figure(plot, table(heads, rows))}"


def _length(found: Figures, path: str) -> str:
    plot = plots.histogram(sorted(found.lengths.items()), said("decisions"))
    kinds = (
        (said("decisions"), found.length),
        (said("turns"), found.turns),
        (said("rounds"), found.rounds),
        (said("longest wait"), found.wait),
    )
    rows = [
        [name, *(f"{each:.4g}" for each in (of.mean, of.deviation, of.least, of.low, of.middle, of.high, of.most))]
        for name, of in kinds
    ]
    told = table(["", *_spread_heads()], rows)
    titles = {"longest": said("The longest game"), "shortest": said("The shortest game")}
    shown = "<br>".join(
        f"{escape(titles.get(name, name))}: {_game(found, number, path)}"
        for name, number in sorted(found.extremes.items())
    )
    return f"<h3>{escape(said('How long it takes'))}</h3>{figure(plot, told)}<p>{shown}</p>"


def _spread_heads(*between: str) -> list[str]:
    """The heads of what is told of a spread; `between` stand behind the mean."""
    rest = said("deviation"), said("least"), "5 %", said("median"), "95 %", said("most")
    return [said("mean"), *between, *rest]


def _endings(found: Figures, path: str) -> str:
    rows = [
        [
            each.words or said("(no reason named)"),
            ids(each.cites),
            each.games,
            f"{each.games / found.ended:.1%}",
            Raw(" ".join(_game(found, number, path) for number in each.examples)),
        ]
        for each in found.endings
    ]
    heads = [said("reason"), said("paragraphs"), said("games"), said("share"), said("for example")]
    return f"<h3>{escape(said('How it ends'))}</h3>{table(heads, rows)}"


def _measured(found: Figures) -> str:
    if not found.measured:
        return ""
    rows: list[Row] = []
    for each in found.measured:
        of = each.numbers
        numbers = (of.mean, *of.interval, of.deviation, of.least, of.low, of.middle, of.high, of.most)
        winners = [f"{each.winners:.4g}", f"{each.others:.4g}"] if each.player else ["", ""]
        rows.append([each.told, of.count, *(f"{number:.4g}" for number in numbers), *winners])
    spread = _spread_heads(said("from"), said("to"))
    told = table(["", said("games"), *spread, said("who won"), said("others")], rows)
    groups: dict[tuple[str, str], list[Measured]] = {}
    for each in found.measured:
        groups.setdefault((each.name, each.part), []).append(each)
    drawn = [
        plots.intervals(
            [(one.told, one.numbers.mean, *one.numbers.interval) for one in group],
            None,
            ", ".join(filter(None, (named(words[0]), words[1] and said(words[1])))),
            percent=False,
        )
        for words, group in groups.items()
        if len(group) > 1
    ]
    return f"<h3>{escape(said('Measures'))}</h3>{''.join(figure(each, '') for each in drawn)}{told}"


def _course(found: Figures, path: str) -> str:
    course = found.course
    if course is None:
        return ""
    points = [((at + 1) / (len(course.leader_wins) + 1), share) for at, share in enumerate(course.leader_wins)]
    across, up = said("part of the game that is over"), said("who leads then wins")
    plot = plots.curve(points, across, up, found.seats[0].even)
    told = table([said("after"), said("who leads wins")], [[f"{x:.0%}", f"{y:.1%}"] for x, y in points])
    rows = [
        [said("the lead changes"), said("{1} times", f"{course.changes:.2f}")],
        [said("the winner leads for good after"), said("{1} of the game", f"{course.decided:.0%}")],
        [said("the winner was behind at half of the game"), said("{1} of the games", f"{course.comebacks:.0%}")],
        [said("drama"), f"{course.drama:.2f}"],
    ]
    shown = " ".join(_game(found, number, path) for number in course.examples)
    games = numbered(course.games, "{1} game; most changes of the lead:", "{1} games; most changes of the lead:")
    words = f"<p>{escape(games)} {shown}</p>"
    return f"<h3>{escape(said('The run of play'))}</h3>{figure(plot, told)}{table(['', ''], rows)}{words}"


def _luck(found: Figures) -> str:
    luck = found.luck
    if luck is None:
        return ""
    rows = [
        (said("chance alone"), luck["chance"]),
        (said("the decisions alone"), luck["decisions"]),
        (said("both together"), luck["together"]),
    ]
    told = table(["", said("share of the result")], [[name, f"{share:.1%}"] for name, share in rows])
    streams = [[named(name), f"{share:.1%}"] for name, share in luck["streams"].items()]
    of = table([said("stream of chance"), said("share of the result, by itself")], streams) if streams else ""
    words = ""
    if luck["pairs"]:
        words = numbered(
            luck["pairs"],
            "By {1} group of three games that share chance or decisions.",
            "By {1} groups of three games that share chance or decisions.",
        )
    if luck.get("left"):
        words += " " + said("Too slow to be measured by itself: {1}.", ", ".join(map(named, luck["left"])))
    head = f"<h3>{escape(said('Luck'))}</h3>{figure(plots.parts(rows), told)}"
    return f"{head}<p>{escape(words)}</p>{of}" if words else f"{head}{of}"


def _usage(found: Figures) -> str:
    usage = found.usage
    if usage is None or not usage["rules"]:
        return ""
    rules = usage["rules"]
    never = [each for each in rules if not each["games"]]
    heads = [said(each) for each in _OF_RULES]
    rows = [
        [named(each["name"]), each["sort"], each["where"], ids(each["cites"]), each["times"], each["games"]]
        for each in sorted(rules, key=lambda each: each["games"])
    ]
    games = numbered(usage["games"], "In {1} game", "In {1} games")
    unused = numbered(
        len(never), "{1}; {2} of {3} was never used.", "{1}; {2} of {3} were never used.", games, len(never), len(rows)
    )
    words = f"<p>{escape(unused)}</p>"
    if usage["never"]:
        of = said("({1} of {2})", len(usage["never"]), len(usage["never"]) + usage["used"])
        words += f"<p><b>{escape(said('Paragraphs never used'))}</b> {escape(of)}: {ids(usage['never'])}</p>"
    return f"<h3>{escape(said('Rules by use'))}</h3>{words}{table(heads, rows)}"


def _times(found: Figures) -> str:
    times = found.times
    if times is None:
        return ""
    rows = [[named(each["name"]), each["where"], f"{each['share']:.1%}", each["looks"]] for each in times["parts"]]
    words = said(
        "{1} played in Python were looked at {2} times while rules were at work; each share is known to about {3} on "
        "both sides. {4} of all time went into no rule: lists of answers, the record. In C, which plays most games, "
        "shares can be others. What the compiler made without a place of its own counts for the part that asked it.",
        numbered(times["games"], "{1} game", "{1} games"),
        f"{times['looks']:,}",
        f"{times['error']:.1%}",
        f"{times['outside']:.0%}",
    )
    heads = [said("part"), said("where"), said("share of the time of the rules"), said("looks")]
    return f"<h3>{escape(said('Time by rule'))}</h3><p>{escape(words)}</p>{table(heads, rows)}"


def _game(found: Figures, number: int, path: str) -> str:
    id_ = f"{found.name}:{number}"
    return f'<code title="rulewright play {escape(path)} --from-lab {id_}">{id_}</code>'


def _percent(share: Share) -> str:
    low, high = share.interval
    return said("{1} ({2} to {3})", f"{share.share:.1%}", f"{low:.0%}", f"{high:.0%}")


def _sure(share: Share) -> str:
    if not share.stands_out:
        return ""
    return said("more") if share.share > (share.even or 0) else said("less")
