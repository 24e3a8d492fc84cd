"""The page of a report: what stands out, then each variant with its plots, and the numbers behind every plot."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from dsl.diagnostics import many
from dsl.lab.figures import Figures
from dsl.lab.ladder import Ladder
from dsl.lab.measured import Measured
from dsl.lab.report import plots
from dsl.lab.report.choices import cards, choices, restrictions
from dsl.lab.report.pieces import Raw, Row, figure, table, whole_page
from dsl.lab.restricted import Restricted
from dsl.lab.sentences import sentences
from dsl.lab.stats import LEVEL, Share

MOST_VARIANTS: Final = 12
"""Variants that are shown with all plots; of others there is a line in the list."""


MOST_CAUSES: Final = 4
"""Restrictions that are told first."""


def page(
    title: str, path: str, found: Sequence[Figures], ladder: Ladder | None, restricted: Sequence[Restricted] = ()
) -> str:
    """The whole page. path: what commands on it name the game by."""
    parts = [_front(title, found, ladder, restricted)]
    listed = [each for each in found if not each.variant.forbidden or len(found) <= MOST_VARIANTS]
    if len(listed) > 1:
        parts.append(_overview(listed))
    if ladder is not None:
        parts.append(_ladder(ladder))
    if restricted:
        parts.append(restrictions(restricted))
    # what is forbidden is told by what it changed
    shown = [each for each in found if not each.variant.forbidden] or found
    parts += [_variant(each, path, len(shown) > 1) for each in shown[:MOST_VARIANTS]]
    if len(shown) > MOST_VARIANTS:
        parts.append(f"<p>{len(shown) - MOST_VARIANTS} more variants stand in the list above only.</p>")
    return whole_page(f"{title}: play-test", "\n".join(parts))


def _front(title: str, found: Sequence[Figures], ladder: Ladder | None, restricted: Sequence[Restricted]) -> str:
    games = sum(each.games for each in found)
    most = max(found, key=lambda each: (not each.variant.forbidden, each.games))
    clear = sorted((each for each in restricted if each.adjusted < LEVEL), key=lambda each: -abs(each.difference))
    causes = [each.words for each in clear[:MOST_CAUSES]]
    if len(clear) > MOST_CAUSES:
        causes.append(f"{len(clear) - MOST_CAUSES} more choices surely change who wins: see below.")
    told = [*(ladder.warnings if ladder is not None else []), *causes, *sentences(most)]
    listed = "".join(f"<li>{escape(each)}</li>" for each in told)
    variants = "one variant" if len(found) == 1 else f"{len(found)} variants"
    about = f"{games:,} games of {variants}. Below: {escape(most.variant.label)}, of which there are {most.games:,}."
    return f'<header><h1>{escape(title)}</h1><p>{about}</p></header><ol class="front">{listed}</ol>'


def _overview(found: Sequence[Figures]) -> str:
    players = max(len(each.seats) for each in found)
    heads = ["variant", "games", *(f"seat {chr(65 + at)}" for at in range(players)), "drawn", "decisions", "cut off"]
    rows: list[Row] = []
    for each in found:
        seats = [_percent(share) for share in each.seats] + [""] * (players - len(each.seats))
        rows.append(
            [each.variant.label, each.games, *seats, f"{each.drawn.share:.1%}", f"{each.length.mean:.1f}", each.cut]
        )
    return f"<section><h2>All variants</h2>{_heat(found)}{table(heads, rows)}</section>"


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
    cells: list[list[float | None]] = [[None] * len(columns) for _ in rows]
    for each in grid:
        cells[rows.index(_value(each, up) if up else "")][columns.index(_value(each, across))] = each.seats[0].share
    return figure(plots.heat(rows, columns, cells, f"share of the wins of seat A, by {' and '.join(varied)}"), "")


def _varied(grid: Sequence[Figures]) -> list[str]:
    names = ["players", "bots", "modules", *dict.fromkeys(name for each in grid for name in each.variant.options)]
    return [name for name in names if len({_value(each, name) for each in grid}) > 1]


def _value(each: Figures, name: str) -> str:
    variant = each.variant
    known = {"players": str(variant.players), "bots": ", ".join(variant.bots), "modules": "+".join(variant.modules)}
    return known[name] if name in known else str(variant.options.get(name, ""))


def _ladder(ladder: Ladder) -> str:
    rows = [(name, rating, low, high) for name, rating, low, high, _ in ladder.ratings]
    cells = [[name, *(f"{each:.1f}" for each in numbers), games] for name, *numbers, games in ladder.ratings]
    told = table(["bot", "rating", "from", "to", "games"], cells)
    words = "".join(f"<p>{escape(each)}</p>" for each in ladder.warnings)
    plot = plots.intervals(rows, None, "rating (openskill)", percent=False) if rows else ""
    balance = "".join(_along(name, each) for name, each in ladder.balance.items()) + _luck_along(ladder)
    return f"<section><h2>Skill</h2>{words}{figure(plot, told) if rows else ''}{balance}</section>"


def _luck_along(ladder: Ladder) -> str:
    """How much is chance, by who plays all seats."""
    if not ladder.luck:
        return ""
    rows = [(bot, share, max(0.0, share - 2 * error), min(1.0, share + 2 * error)) for bot, share, error in ladder.luck]
    plot = plots.intervals(rows, None, "share of the result that is chance alone, by who plays all seats")
    cells = [[bot, *(f"{each:.1%}" for each in ends)] for bot, *ends in rows]
    return figure(plot, table(["who plays", "chance alone", "from", "to"], cells))


def _along(name: str, rows: Sequence[plots.Interval]) -> str:
    """The share of a seat or a side, by who plays all seats."""
    plot = plots.intervals(rows, None, f"share of the wins of {name}, when one sort of bots plays all seats")
    told = table(["who plays", "won", "from", "to"], [[bot, *(f"{each:.1%}" for each in ends)] for bot, *ends in rows])
    return figure(plot, told)


def _variant(found: Figures, path: str, several: bool) -> str:
    head = f'<h2>{escape(found.variant.label)}</h2><p class="id">{escape(found.name)}</p>'
    if not found.ended:
        return f"<section>{head}<p>{escape(sentences(found)[0])}</p></section>"
    listed = "".join(f"<li>{escape(each)}</li>" for each in sentences(found))
    parts = [head, f"<ol>{listed}</ol>" if several else "", _shares(found), _length(found, path), _endings(found, path)]
    parts += [_measured(found), _course(found, path), _luck(found), choices(found), cards(found)]
    parts += [_usage(found), _times(found)]
    return f"<section>{''.join(parts)}</section>"


def _shares(found: Figures) -> str:
    named = [(f"seat {chr(65 + at)}", share) for at, share in enumerate(found.seats)]
    named += [(f"{name} {value}", share) for name, values in found.sides.items() for value, share in values.items()]
    named += [(f"bot {name}", share) for name, share in found.bots.items()]
    even = found.seats[0].even
    plot = plots.intervals([(name, share.share, *share.interval) for name, share in named], even, "share of the wins")
    rows = [
        [name, share.games, f"{share.share:.1%}", *(f"{end:.1%}" for end in share.interval), _sure(share)]
        for name, share in named
    ]
    told = table(["who", "games", "won", "from", "to", "surely not even"], rows)
    return f"<h3>Who wins</h3>{figure(plot, told)}"


def _length(found: Figures, path: str) -> str:
    plot = plots.histogram(sorted(found.lengths.items()), "decisions")
    kinds = (
        ("decisions", found.length),
        ("turns", found.turns),
        ("rounds", found.rounds),
        ("longest wait", found.wait),
    )
    rows = [
        [name, *(f"{each:.4g}" for each in (of.mean, of.deviation, of.least, of.low, of.middle, of.high, of.most))]
        for name, of in kinds
    ]
    told = table(["", "mean", "deviation", "least", "5 %", "median", "95 %", "most"], rows)
    shown = " ".join(f"{name}: {_game(found, number, path)}" for name, number in sorted(found.extremes.items()))
    return f"<h3>How long it takes</h3>{figure(plot, told)}<p>The {shown}</p>"


def _endings(found: Figures, path: str) -> str:
    rows = [
        [
            each.words or "(no reason named)",
            ", ".join(each.cites),
            each.games,
            f"{each.games / found.ended:.1%}",
            Raw(" ".join(_game(found, number, path) for number in each.examples)),
        ]
        for each in found.endings
    ]
    return f"<h3>How it ends</h3>{table(['reason', 'paragraphs', 'games', 'share', 'for example'], rows)}"


def _measured(found: Figures) -> str:
    if not found.measured:
        return ""
    rows: list[Row] = []
    for each in found.measured:
        of = each.numbers
        numbers = (of.mean, *of.interval, of.deviation, of.least, of.low, of.middle, of.high, of.most)
        winners = [f"{each.winners:.4g}", f"{each.others:.4g}"] if each.player else ["", ""]
        rows.append([each.words, of.count, *(f"{number:.4g}" for number in numbers), *winners])
    spread = ("mean", "from", "to", "deviation", "least", "5 %", "median", "95 %", "most")
    told = table(["", "games", *spread, "who won", "others"], rows)
    groups: dict[tuple[str, str], list[Measured]] = {}
    for each in found.measured:
        groups.setdefault((each.name, each.part), []).append(each)
    drawn = [
        plots.intervals(
            [(one.words, one.numbers.mean, *one.numbers.interval) for one in group],
            None,
            ", ".join(filter(None, words)),
            percent=False,
        )
        for words, group in groups.items()
        if len(group) > 1
    ]
    return f"<h3>Measures</h3>{''.join(figure(each, '') for each in drawn)}{told}"


def _course(found: Figures, path: str) -> str:
    course = found.course
    if course is None:
        return ""
    points = [((at + 1) / (len(course.leader_wins) + 1), share) for at, share in enumerate(course.leader_wins)]
    plot = plots.curve(points, "part of the game that is over", "who leads then wins", found.seats[0].even)
    told = table(["after", "who leads wins"], [[f"{x:.0%}", f"{y:.1%}"] for x, y in points])
    rows = [
        ["the lead changes", f"{course.changes:.2f} times"],
        ["the winner leads for good after", f"{course.decided:.0%} of the game"],
        ["the winner was behind at half of the game", f"{course.comebacks:.0%} of the games"],
        ["drama", f"{course.drama:.2f}"],
    ]
    shown = " ".join(_game(found, number, path) for number in course.examples)
    words = f"<p>{course.games} games; most changes of the lead: {shown}</p>"
    return f"<h3>The run of play</h3>{figure(plot, told)}{table(['', ''], rows)}{words}"


def _luck(found: Figures) -> str:
    luck = found.luck
    if luck is None:
        return ""
    rows = [
        ("chance alone", luck["chance"]),
        ("the decisions alone", luck["decisions"]),
        ("both together", luck["together"]),
    ]
    told = table(["", "share of the result"], [[name, f"{share:.1%}"] for name, share in rows])
    streams = [[name, f"{share:.1%}"] for name, share in luck["streams"].items()]
    of = table(["stream of chance", "share of the result, by itself"], streams) if streams else ""
    words = f"<p>By {many(luck['pairs'], 'group')} of three games that share chance or decisions."
    if luck.get("left"):
        words += f" Too slow to be measured by itself: {escape(', '.join(luck['left']))}."
    return f"<h3>Luck</h3>{figure(plots.parts(rows), told)}{words}</p>{of}"


def _usage(found: Figures) -> str:
    usage = found.usage
    if usage is None or not usage["rules"]:
        return ""
    rules = usage["rules"]
    never = [each for each in rules if not each["games"]]
    heads = ["rule", "sort", "where", "paragraphs", "times", "games"]
    rows = [
        [each["name"], each["sort"], each["where"], ", ".join(each["cites"]), each["times"], each["games"]]
        for each in sorted(rules, key=lambda each: each["games"])
    ]
    words = f"<p>In {usage['games']} games; {len(never)} of {len(rows)} were never used.</p>"
    if usage["never"]:
        of = len(usage["never"]) + usage["used"]
        listed = escape(", ".join(usage["never"]))
        words += f"<p><b>Paragraphs never used</b> ({len(usage['never'])} of {of}): {listed}</p>"
    return f"<h3>Rules by use</h3>{words}{table(heads, rows)}"


def _times(found: Figures) -> str:
    times = found.times
    if times is None:
        return ""
    rows = [[each["name"], each["where"], f"{each['share']:.1%}", each["looks"]] for each in times["parts"]]
    words = (
        f"<p>{many(times['games'], 'game')} played in Python were looked at {times['looks']:,} times while rules "
        f"were at work; each share is known to about {times['error']:.1%} on both sides. {times['outside']:.0%} of all "
        "time went into no rule: lists of answers, the record. In C, which plays most games, shares can be others. "
        "What the compiler made without a place of its own counts for the part that asked it.</p>"
    )
    return f"<h3>Time by rule</h3>{words}{table(['part', 'where', 'share of the time of the rules', 'looks'], rows)}"


def _game(found: Figures, number: int, path: str) -> str:
    id_ = f"{found.name}:{number}"
    return f'<code title="rulewright play {escape(path)} --from-lab {id_}">{id_}</code>'


def _percent(share: Share) -> str:
    low, high = share.interval
    return f"{share.share:.1%} ({low:.0%} to {high:.0%})"


def _sure(share: Share) -> str:
    if not share.stands_out:
        return ""
    return "more" if share.share > (share.even or 0) else "less"
