"""The commands of the lab that tell: `lab report` and `lab compare`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from dsl.diagnostics import many
from dsl.durable import write_whole
from dsl.lab.arena import Arena
from dsl.lab.compare import Compared, compare
from dsl.lab.figures import figures
from dsl.lab.ladder import ladder_of
from dsl.lab.restricted import restricted_of
from dsl.lab.running import game_of
from dsl.lab.sentences import document
from dsl.lab.variant import Variant
from dsl.play.bots import make_bot
from dsl.reading.places import find_game
from dsl.runtime.game import load
from dsl.tools.lab_games import opened
from dsl.tools.lab_tables import as_csv, as_parquet, write_tables
from dsl.tools.playing import chosen, player_count
from dsl.tools.progress import PARTIAL, Work
from dsl.tools.reply import MISUSE, OK, Refusal, complain, say, say_json, table

_NEEDED = {"matplotlib": "plots", "openskill": "ratings"}


def run_report(arguments: Namespace) -> int:
    """`lab report PATH`: the page, and the tables if they are asked for."""
    store = opened(find_game(arguments.path), arguments.store)
    found = [figures(store, name) for name in store.variants()]
    if not any(each.games for each in found):
        raise Refusal(f"{store.path} holds no games yet; rulewright lab run plays some", MISUSE)
    with _drawing():
        from dsl.lab.report.page import page

        ladder, restricted = ladder_of(store, found), restricted_of(store, found)
        target = Path(arguments.output or "lab.html")
        text = page(found[0].title, arguments.path, found, ladder, restricted)
    write_whole(target, text.encode())
    if arguments.csv is not None:
        write_tables(Path(arguments.csv), found, restricted, as_csv)
    if arguments.parquet is not None:
        write_tables(Path(arguments.parquet), found, restricted, as_parquet)
    if arguments.json:
        told = [document(each) for each in found]
        body = {"ok": True, "page": str(target), "variants": told, "ladder": asdict(ladder) if ladder else None}
        body["restricted"] = [each.plain() for each in restricted]
        say_json("lab report", body)
    else:
        say(f"written: {target} ({len(text.encode()) / 1e6:.2f} MB)")
    return OK


@contextmanager
def _drawing() -> Generator[None]:
    """What is made here needs the extra `lab`; Refusal where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _NEEDED:
            raise
        raise Refusal(f"{_NEEDED[missing]} need {missing}: pip install 'rulewright[lab]'", MISUSE) from None


def run_compare(arguments: Namespace) -> int:
    """`lab compare A B`: pairs of games on the same seeds, until it is clear."""
    arenas = [_arena(arguments, which) for which in ("a", "b")]
    seat = _seat(arguments.seat, arenas)
    low, high = arguments.bounds
    if not 0 <= low < high:
        raise Refusal("--bounds: two numbers from 0, the first the smaller, such as 0 5", MISUSE)
    found: Compared | None = None
    with Work("pairs of games", arguments.games) as work:
        for found in compare(arenas[0], arenas[1], seat, arguments.games, (low, high)):
            work.done(found.test.pairs + found.skipped)
    if found is None:
        raise Refusal("no pair of games was played")
    lines = compared_words(found, arguments)
    if arguments.output:
        _write_comparison(found, arenas, arguments, lines)
    if arguments.json:
        say_json("lab compare", _document(found, work.stopped))
    else:
        for line in lines:
            say(line)
    if work.stopped:
        complain(PARTIAL)
    return work.code(OK)


def _write_comparison(found: Compared, arenas: Sequence[Arena], arguments: Namespace, lines: Sequence[str]) -> None:
    """The page with both side by side."""
    labels = [f"{arena.variant.path} ({arena.variant.label})" for arena in arenas]
    with _drawing():
        from dsl.lab.report.comparison import comparison

        told = [each for each in lines if "\n" not in each and not each.endswith(":")]
        text = comparison((labels[0], labels[1]), arguments.seat, found, told)
    write_whole(Path(arguments.output), text.encode())


def _arena(arguments: Namespace, which: str) -> Arena:
    path = getattr(arguments, which)
    options, modules = chosen(getattr(arguments, f"{which}_option")), tuple(getattr(arguments, f"{which}_module"))
    bots = tuple(each.strip() for each in arguments.bots.split(","))
    try:
        for bot in bots:
            make_bot(bot, 0)
    except ValueError as error:
        raise Refusal(str(error), MISUSE) from None
    players = player_count(load(path, modules, options), arguments.players)
    variant = Variant(path, players, options, modules, bots, arguments.seed)
    return Arena(game_of(variant), variant)


def _seat(words: str, arenas: Sequence[Arena]) -> int:
    players = {arena.variant.players for arena in arenas}
    if len(players) > 1:
        raise Refusal("A and B have different numbers of players; say --players", MISUSE)
    seat = ord(words) - 64 if len(words) == 1 else 0
    if not 1 <= seat <= min(players):
        raise Refusal(f"--seat {words}: the seats are A to {chr(64 + min(players))}", MISUSE)
    return seat


def compared_words(found: Compared, arguments: Namespace) -> list[str]:
    """What a comparison showed, for people."""
    test, seat = found.test, arguments.seat
    shares = [share / test.pairs if test.pairs else 0.0 for share in found.shares]
    verdicts = {
        "more": f"Clear: seat {seat} wins more in B.",
        "less": f"Clear: seat {seat} wins less in B.",
        "none": f"Clear: seat {seat} wins as much in B as in A, up to what the bounds allow.",
        "same": "All games go exactly alike.",
    }
    lines = [verdicts.get(found.verdict or "", f"Not clear after {many(test.pairs, 'pair')} of games.")]
    lines.append(
        f"Seat {seat} wins {shares[0]:.1%} in A and {shares[1]:.1%} in B; difference {test.mean:+.2%} give or take "
        f"{1.96 * test.error:.2%}; normalised Elo {test.elo:+.1f}."
    )
    pairs = many(test.pairs, "pair")
    if found.verdict is not None and test.pairs < test.fixed:
        saved = test.fixed - test.pairs
        lines.append(
            f"{pairs} of games; a test that looks only at its end takes {test.fixed:,}: {saved:,} pairs saved."
        )
    else:
        lines.append(f"{pairs} of games.")
    lengths = found.lengths
    decisions = [total / test.pairs if test.pairs else 0.0 for total in found.decisions]
    lines.append(
        f"A game has {decisions[0]:.1f} decisions in A and {decisions[1]:.1f} in B ({lengths.mean:+.1f} give or take "
        f"{1.96 * lengths.error:.1f})."
    )
    if found.skipped:
        lines.append(f"{many(found.skipped, 'pair')} had a game without an end and count for nothing.")
    if found.parts is not None:
        lines.append(
            f"The first game that goes another way is number {found.parts}; {found.same:,} went exactly alike."
        )
    changes = found.changes()
    if changes:
        lines.append("What is taken more or less often in B:")
        rows = [(words, f"{a:.1%}", f"{b:.1%}", f"{b - a:+.1%}") for words, a, b, _ in changes[:12]]
        lines.append(table([("", "A", "B", ""), *rows]))
    return lines


def _document(found: Compared, stopped: bool) -> dict[str, object]:
    test = found.test
    return {
        "ok": True,
        "partial": stopped,
        "verdict": found.verdict,
        "pairs": test.pairs,
        "fixed": test.fixed,
        "shares": [share / test.pairs if test.pairs else 0.0 for share in found.shares],
        "difference": test.mean,
        "error": test.error,
        "normalised_elo": test.elo,
        "same": found.same,
        "parts": found.parts,
        "changes": [list(row) for row in found.changes()],
    }
