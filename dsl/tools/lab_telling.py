"""The commands of the lab that tell: `lab report` and `lab compare`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path

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
from dsl.spoken import numbered, said
from dsl.tools.card_pictures import small_pictures
from dsl.tools.lab import far_of
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
        raise Refusal(said("{1} holds no games yet; rulewright lab run plays some", store.path), MISUSE)
    with _drawing():
        from dsl.lab.report.page import page

        ladder, restricted = ladder_of(store, found), restricted_of(store, found)
        target = Path(arguments.output or "lab.html")
        titles = {each.words for one in found for each in one.cards}
        small = small_pictures(arguments.path, titles, found[0].variant.players)
        text = page(found[0].title, arguments.path, found, ladder, restricted, small)
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
        say(said("written: {1} ({2} MB)", target, f"{len(text.encode()) / 1000000.0:.2f}"))
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
        raise Refusal(said("{1} need {2}: pip install 'rulewright[lab]'", _NEEDED[missing], missing), MISUSE) from None


def run_compare(arguments: Namespace) -> int:
    """`lab compare A B`: pairs of games on the same seeds, until it is clear."""
    arenas = [_arena(arguments, which) for which in ("a", "b")]
    seat = _seat(arguments.seat, arenas)
    low, high = arguments.bounds
    if not 0 <= low < high:
        raise Refusal(said("--bounds: two numbers from 0, the first the smaller, such as 0 5"), MISUSE)
    found: Compared | None = None
    with ExitStack() as stack, Work(said("pairs of games"), arguments.games) as work:
        far = stack.enter_context(far_of(arguments.cluster)) if arguments.cluster else None
        for found in compare(arenas[0], arenas[1], seat, arguments.games, (low, high), far):
            work.done(found.test.pairs + found.skipped)
    if found is None:
        raise Refusal(said("no pair of games was played"))
    lines = compared_words(found, arguments)
    if arguments.output:
        _write_comparison(found, arenas, arguments, lines)
    if arguments.json:
        say_json("lab compare", _document(found, work.stopped))
    else:
        for line in lines:
            say(line)
    if work.stopped:
        complain(said(PARTIAL))
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
        raise Refusal(said("A and B have different numbers of players; say --players"), MISUSE)
    seat = ord(words) - 64 if len(words) == 1 else 0
    if not 1 <= seat <= min(players):
        raise Refusal(said("--seat {1}: the seats are A to {2}", words, chr(64 + min(players))), MISUSE)
    return seat


def compared_words(found: Compared, arguments: Namespace) -> list[str]:
    """What a comparison showed, for people."""
    test, seat = found.test, arguments.seat
    shares = [share / test.pairs if test.pairs else 0.0 for share in found.shares]
    lines = [_verdict(found, seat)]
    lines.append(
        said(
            "Seat {1} wins {2} in A and {3} in B; difference {4} give or take {5}; normalised Elo {6}.",
            seat,
            f"{shares[0]:.1%}",
            f"{shares[1]:.1%}",
            f"{test.mean:+.2%}",
            f"{1.96 * test.error:.2%}",
            f"{test.elo:+.1f}",
        )
    )
    pairs = numbered(test.pairs, "{1} pair", "{1} pairs")
    if found.verdict is not None and test.pairs < test.fixed:
        saved = test.fixed - test.pairs
        lines.append(
            said(
                "{1} of games; a test that looks only at its end takes {2}: {3} pairs saved.",
                pairs,
                f"{test.fixed:,}",
                f"{saved:,}",
            )
        )
    else:
        lines.append(said("{1} of games.", pairs))
    lengths = found.lengths
    decisions = [total / test.pairs if test.pairs else 0.0 for total in found.decisions]
    lines.append(
        said(
            "A game has {1} decisions in A and {2} in B ({3} give or take {4}).",
            f"{decisions[0]:.1f}",
            f"{decisions[1]:.1f}",
            f"{lengths.mean:+.1f}",
            f"{1.96 * lengths.error:.1f}",
        )
    )
    lines += _beside(found)
    changes = found.changes()
    if changes:
        lines.append(said("What is taken more or less often in B:"))
        rows = [(words, f"{a:.1%}", f"{b:.1%}", f"{b - a:+.1%}") for words, a, b, _ in changes[:12]]
        lines.append(table([("", "A", "B", ""), *rows]))
    return lines


def _verdict(found: Compared, seat: int) -> str:
    """What is clear, or that nothing is."""
    verdicts = {
        "more": said("Clear: seat {1} wins more in B.", seat),
        "less": said("Clear: seat {1} wins less in B.", seat),
        "none": said("Clear: seat {1} wins as much in B as in A, up to what the bounds allow.", seat),
        "same": said("All games go exactly alike."),
    }
    pairs = numbered(found.test.pairs, "{1} pair", "{1} pairs")
    return verdicts.get(found.verdict or "", said("Not clear after {1} of games.", pairs))


def _beside(found: Compared) -> Iterator[str]:
    """What was seen beside the figures."""
    if found.skipped:
        skipped = numbered(found.skipped, "{1} pair", "{1} pairs")
        yield said("{1} had a game without an end and count for nothing.", skipped)
    if found.parts is not None:
        alike = f"{found.same:,}"
        yield said("The first game that goes another way is number {1}; {2} went exactly alike.", found.parts, alike)


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
