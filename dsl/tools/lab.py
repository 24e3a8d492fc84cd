"""The commands of the lab that play: `lab run`, and games of a store opened again."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from dsl.lab.each import Each, each_of, forbid_each
from dsl.lab.experiment import FILE, SEATS, Experiment, Sweep, read_experiment
from dsl.lab.figures import Figures, figures
from dsl.lab.ladder import Ladder, ladder_of
from dsl.lab.measured import Measured
from dsl.lab.parcel import Foreign
from dsl.lab.restricted import WORTH, Restricted, restricted_of
from dsl.lab.running import Bench, Hands, Wanted, store_path
from dsl.lab.sentences import document, sentences
from dsl.lab.stats import LEVEL
from dsl.lab.store import Store
from dsl.lab.variant import Variant
from dsl.lab.wording import named, party
from dsl.reading.places import find_game
from dsl.runtime.game import load
from dsl.spoken import numbered, said
from dsl.tools.playing import chosen
from dsl.tools.progress import PARTIAL, Work
from dsl.tools.reply import MISUSE, OK, Refusal, complain, say, say_json, table

M = TypeVar("M", bound=BaseModel)
MOST_UNTIL_CLEAR: Final = 1_000_000
MOST_SAID: Final = 8
"""Restrictions that are all told in sentences of their own."""
_AS_WRITTEN: Final = ("games", "bots", "seed", "players", "store", "cluster")
_FLAGS: Final = ("stay", "times")


def run_run(arguments: Namespace) -> int:
    """`lab run PATH`: play what is missing, and tell in short what all games show."""
    path, experiment = wanted_experiment(arguments)
    game = load(path, [] if experiment.sweep.modules else experiment.modules)
    store = Store(store_path(path, experiment.store))
    try:
        bench = Bench(store, experiment.variants(str(path), game.players[0]))
    except ValueError as error:
        raise Refusal(str(error), MISUSE) from None
    turns, work = _play(bench, experiment, arguments.processes)
    found = [figures(store, name) for name in bench.names]
    beside = [figures(store, name) for each in turns for name in each.bench.names]
    restricted = restricted_of(store, [*found, *beside])
    ladder = _ladder(store, found) if experiment.ladder else None
    if arguments.json:
        body = {
            "ok": True,
            "partial": work.stopped,
            "store": str(store.path),
            "variants": [document(each) for each in found],
            "restricted": [each.plain() for each in restricted],
            "in_turn": [each.plain() for each in turns],
            "ladder": None if ladder is None else asdict(ladder),
        }
        say_json("lab run", body)
    else:
        _tell([] if arguments.brief else found, turns, restricted, ladder)
        say(said("Kept in {1}.", store.path))
    if work.stopped:
        complain(said("{1}; the same command goes on from here", said(PARTIAL)))
    return work.code(OK)


def _tell(
    found: Sequence[Figures], turns: Sequence[Each], restricted: Sequence[Restricted], ladder: Ladder | None
) -> None:
    """What all games show, for people."""
    for each in found:
        show(each)
    for line in (*(each.words for each in turns), *restricted_words(restricted)):
        say(line)
    if ladder is not None:
        for line in ladder.words():
            say(line)
        say(table(ladder.rows()))


def _ladder(store: Store, found: Sequence[Figures]) -> Ladder | None:
    """What a ladder showed; Refusal where what rates bots is missing."""
    try:
        return ladder_of(store, found)
    except ModuleNotFoundError as error:
        raise Refusal(
            said("the games are kept; ratings need {1}: pip install 'rulewright[lab]'", error.name), MISUSE
        ) from None


def _play(bench: Bench, experiment: Experiment, processes: int) -> tuple[list[Each], Work]:
    """Play what is missing, and look deeper into it; what was forbidden in turn, and how far the work has come."""
    precision = experiment.precision if experiment.until_clear else None
    all_ = experiment.games * len(bench.names)
    turns: list[Each] = []
    with ExitStack() as stack, Work("games", None if precision is not None else all_) as work:
        far = stack.enter_context(far_of(experiment.cluster)) if experiment.cluster else None
        wanted = Wanted(experiment.games, precision, processes, far)
        for count in bench.run(wanted):
            work.done(count)
        _in_turn(bench, experiment, wanted, turns, work)
        work.again(said("variants looked into"), len(bench.names))
        for count, _ in enumerate(bench.look_deeper(experiment.times), 1):
            work.done(count)
    return turns, work


def _in_turn(bench: Bench, experiment: Experiment, wanted: Wanted, turns: list[Each], work: Work) -> None:
    """Forbid everything in turn, if it is asked for."""
    for name, variant in zip(bench.names, bench.variants, strict=True):
        seats = [SEATS.index(seat) + 1 for seat in experiment.forbid_each]
        if variant.forbidden or not seats:
            continue
        if max(seats) > variant.players:
            raise Refusal(
                said("there is no seat {1} in a game for {2}", SEATS[max(seats) - 1], variant.players), MISUSE
            )
        games = bench.store.spans(name)
        for seat in seats:
            each = each_of(bench, name, variant, seat, sum(count for _, count in games))
            turns.append(each)
            work.again(said("games with something forbidden"), each.whole)
            for count in forbid_each(each, wanted):
                work.done(count)


def restricted_words(found: Sequence[Restricted]) -> Iterator[str]:
    """What restrictions brought, for people: in sentences, of many the clear ones and the names of the others."""
    clear = [each for each in found if len(found) <= MOST_SAID or each.adjusted < LEVEL]
    yield from (each.words for each in clear)
    for verdict, words in (
        ("no matter", said("No matter (surely less than {1} %)", f"{WORTH:.0%}".removesuffix("%"))),
        ("not clear", said("Not clear")),
    ):
        some = [each.short for each in found if each.verdict == verdict]
        if some and len(found) > MOST_SAID:
            yield f"{words}: {'; '.join(some)}."


@contextmanager
def far_of(address: str) -> Generator[Callable[[Variant], AbstractContextManager[Hands]]]:
    """The workers of a cluster; Refusal if they cannot play."""
    from dsl.lab.cluster import cluster

    try:
        with cluster(address, lambda words: complain(said("rulewright: {1}", words))) as hands:
            yield hands
    except Foreign as error:
        raise Refusal(str(error)) from None


def wanted_experiment(arguments: Namespace) -> tuple[Path, Experiment]:
    """The path of the game and the experiment of a command line, which may name a file of one."""
    path, base = named_experiment(arguments.path)
    return path, _of_arguments(arguments, base)


def named_experiment(named: str) -> tuple[Path, Experiment]:
    """The path of the game and the experiment of a file, or of a game of which nothing else is said."""
    path = Path(named)
    if path.name != FILE and path.suffix != ".toml":
        return find_game(named), Experiment.model_validate({})
    experiment = read_experiment(path)
    beside = path.parent / experiment.game
    game = beside if beside.exists() else find_game(experiment.game)
    store = str(path.parent / experiment.store) if experiment.store is not None else None
    return game, experiment.model_copy(update={"store": store})


def _of_arguments(arguments: Namespace, base: Experiment) -> Experiment:
    """An experiment, changed by what the command line says."""
    given: dict[str, object] = {name: value for name in _AS_WRITTEN if (value := getattr(arguments, name)) is not None}
    given |= {name: True for name in _FLAGS if getattr(arguments, name)}
    if arguments.until_clear is not None:
        if not 0 < arguments.until_clear < 1:
            raise Refusal(said("--until-clear: write a width between 0 and 1, such as 0.01"), MISUSE)
        given |= {"until_clear": True, "precision": arguments.until_clear, "games": MOST_UNTIL_CLEAR}
    if arguments.modules:
        given["modules"] = list(arguments.modules)
    if arguments.option:
        given["options"] = {**base.options, **chosen(arguments.option)}
    if arguments.sweep:
        given["sweep"] = _sweep(arguments.sweep)
    if arguments.measure:
        given["measures"] = [*base.measures, *arguments.measure]
    if arguments.forbid:
        given["forbid"] = [_forbidden(each) for each in arguments.forbid]
    given |= _listed(arguments)
    return checked(Experiment, {**base.model_dump(), **given})


def _listed(arguments: Namespace) -> dict[str, object]:
    """What the command line lists with commas."""
    lists = {name: getattr(arguments, name) for name in ("ladder", "forbid_each")}
    return {name: [each.strip() for each in text.split(",")] for name, text in lists.items() if text is not None}


def checked(model: type[M], fields: Mapping[str, object]) -> M:
    """What fields of the command line make; Refusal if they cannot be."""
    plain = {name: each.model_dump() if isinstance(each, BaseModel) else each for name, each in fields.items()}
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        words = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise Refusal(words, MISUSE) from None


def _sweep(orders: list[str]) -> Sweep:
    found: dict[str, object] = {}
    options: dict[str, list[object]] = {}
    for order in orders:
        name, sign, value = order.partition("=")
        if not sign or not name or not value:
            raise Refusal(said("--sweep {1}: write what and its values, such as players=2,3", order), MISUSE)
        parts = [part.strip() for part in value.split(",")]
        if name in _SWEPT:
            found[name.rstrip("s") + "s"] = [_SWEPT[name](order, part) for part in parts]
        else:
            options[name] = [*(chosen([f"{name}={part}"])[name] for part in parts)]
    return checked(Sweep, {**found, "options": options})


def _number(order: str, part: str) -> int:
    if not (part.isascii() and part.isdecimal()):
        raise Refusal(said("--sweep {1}: players are counted in numbers, such as players=2,3", order), MISUSE)
    return int(part)


def _set(_: str, part: str) -> list[str]:
    return [] if part == "none" else part.split("+")


def _words(_: str, part: str) -> str:
    return part


_SWEPT: Final[dict[str, Callable[[str, str], object]]] = {
    "players": _number,
    **dict.fromkeys(("module", "modules"), _set),
    **dict.fromkeys(("bot", "bots"), _words),
}
"""What is no option, and how a value of it is read."""


def _forbidden(order: str) -> dict[str, object]:
    seat, sign, what = order.partition(":")
    if not sign or len(seat) != 1 or not seat.isupper() or not what:
        raise Refusal(said("--forbid {1}: write a seat and what is forbidden to it, such as A:Dragon", order), MISUSE)
    return {"what": [what], "seats": [seat]}


def show(found: Figures) -> None:
    """The figures of a variant in short, for people."""
    say(
        said(
            "{1} [{2}]: {3}, {4} ended",
            found.variant.label,
            found.name,
            numbered(found.games, "{1} game", "{1} games"),
            found.ended,
        )
    )
    if not found.games:
        return
    rows = [(party(name), *_share(share)) for name, share in found.parties().items()]
    rows += [(party(f"bot {bot}"), *_share(share)) for bot, share in found.bots.items()]
    say(table(rows))
    measured = [(each.told, *_measured(each)) for each in found.measured]
    if measured:
        say(table(measured))
    say(
        said(
            "  drawn {1}; {2}; {3}",
            f"{found.drawn.share:.1%}",
            found.length.words(said("decisions")),
            found.turns.words(said("turns")),
        )
    )
    for sentence in sentences(found):
        say(f"  {sentence}")
    if found.usage is not None:
        for line in _never(found.usage):
            say(f"  {line}")
    if found.times is not None:
        say(f"  {_slow(found.times)}")


def _never(usage: Mapping[str, Any]) -> Iterator[str]:
    """What was never used in the games that were played for it."""
    rules = usage["rules"]
    never = [f"{named(each['name'])} ({each['where']})" for each in rules if not each["games"]]
    if never:
        some = ", ".join(never[:3]) + (said(" and others") if len(never) > 3 else "")
        all_rules = numbered(len(rules), "{1} rule", "{1} rules")
        games = numbered(usage["games"], "{1} game", "{1} games")
        yield numbered(
            len(never),
            "{1} of {2} was never used in {3}: {4}.",
            "{1} of {2} were never used in {3}: {4}.",
            len(never),
            all_rules,
            games,
            some,
        )
    if usage["never"]:
        ids = ", ".join(usage["never"][:8]) + (said(" and others") if len(usage["never"]) > 8 else "")
        yield said("Paragraphs that were never used: {1}.", ids)


def _slow(times: Mapping[str, Any]) -> str:
    """What takes most of the time of the rules."""
    some = ", ".join(
        said("{1} in {2} ({3})", f"{each['share']:.0%}", named(each["name"]), each["where"])
        for each in times["parts"][:5]
    )
    return said(
        "Of the time of the rules ({1} in Python, to about {2}): {3}.",
        numbered(times["games"], "{1} game", "{1} games"),
        f"{times['error']:.0%}",
        some,
    )


def _share(share: object) -> tuple[str, ...]:
    return (str(share),)


def _measured(each: Measured) -> tuple[str, ...]:
    low, high = each.numbers.interval
    words = said("{1} on average (95 %: {2} to {3})", f"{each.numbers.mean:.4g}", f"{low:.4g}", f"{high:.4g}")
    return (
        (words, said("who won {1}, others {2}", f"{each.winners:.4g}", f"{each.others:.4g}"))
        if each.player
        else (words, "")
    )
