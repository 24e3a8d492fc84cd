"""`lab tune`: turn an option or a printed number until goals hold, and check the answer on fresh games."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from dsl.lab.each import Far
from dsl.lab.experiment import Experiment, Sweep
from dsl.lab.figures import Figures, figures
from dsl.lab.goals import Goal, read_goal
from dsl.lab.running import Bench, Wanted, store_path
from dsl.lab.store import Store
from dsl.lab.tune import Point, Range, Search, read_range, split
from dsl.lab.variant import Variant
from dsl.lab.wording import named
from dsl.runtime.game import load
from dsl.spoken import numbered, said
from dsl.tools.lab import checked, far_of, named_experiment
from dsl.tools.playing import chosen, player_count
from dsl.tools.progress import PARTIAL, Work
from dsl.tools.reply import MISUSE, OK, Refusal, complain, say, say_json, table

_FRESH: Final = 1_000_003
"""How far the seed of the check is from the one of the search."""


class _Tuning:
    """Points of a search, played into a store."""

    def __init__(self, arguments: Namespace) -> None:
        path, said = _wanted(arguments)
        self.ranges, self.goals = said.tune.ranges, said.tune.wanted
        self.games, self.steps = said.tune.games, said.tune.steps
        self.processes = arguments.processes
        self.far: Far | None = None
        self.cluster = said.cluster
        game = load(path, said.modules, said.options)
        self._known({option.name for option in game.options})
        alone = said.model_copy(
            update={"sweep": Sweep(), "forbid": [], "ladder": [], "players": player_count(game, said.players)}
        )
        (self.base,) = alone.variants(str(path), game.players[0])
        self.store = Store(store_path(path, said.store))

    def _known(self, options: set[str]) -> None:
        for each in self.ranges:
            if "." not in each.name and each.name not in options:
                known = ", ".join(sorted(options)) or "none"
                raise Refusal(
                    said(
                        "{1} cannot be turned: there is no option of that name (there are: {2}); what is printed on "
                        "a card is called TITLE.FIELD",
                        each.name,
                        known,
                    ),
                    MISUSE,
                )

    def variant(self, point: Point) -> Variant:
        """The game with other numbers."""
        options, printed = split({each.name: value for each, value in zip(self.ranges, point, strict=True)})
        return replace(self.base, options={**self.base.options, **options}, printed=printed)

    def play(self, variant: Variant, games: int) -> Figures:
        """The figures of a variant, after as many games; ValueError if a measure is none."""
        bench = Bench(self.store, [variant])
        for _ in bench.run(Wanted(games, None, self.processes, self.far)):
            pass
        return figures(self.store, bench.names[0])

    def loss(self, point: Point) -> float:
        """How far a point is from the goals: the mean of the squares of the distances."""
        found = self.play(self.variant(point), self.games)
        return sum(goal.distance(found) ** 2 for goal in self.goals) / len(self.goals)


def _wanted(arguments: Namespace) -> tuple[Path, Experiment]:
    """The game, and an experiment that says what is turned: of a file, changed by the command line."""
    path, base = named_experiment(arguments.path)
    tune: dict[str, object] = {
        name: getattr(arguments, name) for name in ("games", "steps") if getattr(arguments, name) is not None
    }
    if arguments.vary:
        tune["vary"] = dict(_bounds("--vary", each, read_range) for each in arguments.vary)
    if arguments.goal:
        tune["goals"] = dict(_bounds("--goal", each, read_goal) for each in arguments.goal)
    given: dict[str, object] = {
        name: getattr(arguments, name)
        for name in ("bots", "seed", "players", "store", "cluster")
        if getattr(arguments, name) is not None
    }
    if arguments.modules:
        given["modules"] = list(arguments.modules)
    given["options"] = {**base.options, **chosen(arguments.option)}
    given["measures"] = [*base.measures, *arguments.measure]
    found = checked(Experiment, {**base.model_dump(), **given, "tune": {**base.tune.model_dump(), **tune}})
    if not found.tune.vary:
        raise Refusal(said("say --vary goal=20..60, or give a lab.toml with [tune.vary]"), MISUSE)
    if not found.tune.goals:
        raise Refusal(said("say --goal A=48..52, or give a lab.toml with [tune.goals]"), MISUSE)
    return path, found


def _bounds(option: str, text: str, read: Callable[[str], object]) -> tuple[str, str]:
    """What is said to an option as a name and bounds; Refusal if it is something else."""
    try:
        read(text)
    except ValueError as error:
        raise Refusal(f"{option} {text}: {error}", MISUSE) from None
    name, _, bounds = text.rpartition("=")
    return name.strip(), bounds.strip()


def run_tune(arguments: Namespace) -> int:
    """`lab tune PATH --vary WHAT --goal FIGURE`, or `lab tune lab.toml`."""
    tuning = _Tuning(arguments)
    seed = tuning.base.seed
    search = Search(tuning.ranges, tuning.loss, tuning.steps, seed)
    checked: Figures | None = None
    try:
        with ExitStack() as stack, Work(said("numbers tried"), tuning.steps) as work:
            tuning.far = stack.enter_context(far_of(tuning.cluster)) if tuning.cluster else None
            for count, _ in enumerate(search.run(), 1):
                work.done(count)
            fresh = replace(tuning.variant(search.best), seed=seed + _FRESH)
            checked = tuning.play(fresh, 2 * tuning.games)
        tuning.far = None  # what is told below was all played
    except ValueError as error:
        raise Refusal(str(error), MISUSE) from None
    if not search.tried:
        raise Refusal(said("nothing was tried"))
    if arguments.json:
        say_json("lab tune", _document(tuning, search, checked, work.stopped))
    else:
        _show(tuning, search, checked)
    if work.stopped:
        complain(said("{1}; the same command goes on from here", said(PARTIAL)))
    return work.code(OK)


def _show(tuning: _Tuning, search: Search, checked: Figures | None) -> None:
    goals = "; ".join(goal.words for goal in tuning.goals)
    how = said("every value") if search.whole else "SPSA"
    say(
        said(
            "{1}: {2}, {3}, {4} each",
            goals,
            how,
            numbered(len(search.tried), "{1} point", "{1} points"),
            numbered(tuning.games, "{1} game", "{1} games"),
        )
    )
    heads = (*(named(each.name) for each in tuning.ranges), *(goal.told for goal in tuning.goals), said("distance"))
    rows: list[tuple[str, ...]] = [heads]
    for point, loss in search.tried.items():
        found = tuning.play(tuning.variant(point), tuning.games)
        rows.append((*map(str, point), *(_value(goal, found) for goal in tuning.goals), f"{loss:.3g}"))
    say(table(rows))
    say(said("Best: {1}", _named(tuning.ranges, search.best)))
    if checked is None:
        return
    say(said("On {1}:", numbered(checked.games, "{1} fresh game", "{1} fresh games")))
    for goal in tuning.goals:
        if checked.ended:
            value, low, high = goal.reached(checked)
            say(
                said(
                    "  {1}: {2} (95 %: {3} to {4}), {5}",
                    goal.words,
                    f"{value:.4g}",
                    f"{low:.4g}",
                    f"{high:.4g}",
                    goal.told_verdict(checked),
                )
            )
        else:
            say(said("  {1}: no game ended", goal.words))


def _value(goal: Goal, found: Figures) -> str:
    return f"{goal.reached(found)[0]:.4g}" if found.ended else said("no game ended")


def _named(ranges: list[Range], point: Point) -> str:
    return ", ".join(f"{named(each.name)} = {value}" for each, value in zip(ranges, point, strict=True))


def _document(tuning: _Tuning, search: Search, checked: Figures | None, stopped: bool) -> dict[str, object]:
    names = [each.name for each in tuning.ranges]
    path = [{"numbers": dict(zip(names, point, strict=True)), "loss": loss} for point, loss in search.tried.items()]
    told: list[dict[str, object]] = []
    for goal in tuning.goals:
        if checked is not None and checked.ended:
            value, low, high = goal.reached(checked)
            told.append(
                {"figure": goal.what, "value": value, "interval": [low, high], "verdict": goal.verdict(checked)}
            )
    return {
        "ok": True,
        "partial": stopped,
        "store": str(Path(tuning.store.path)),
        "method": "all" if search.whole else "spsa",
        "path": path,
        "best": dict(zip(names, search.best, strict=True)),
        "checked": {"games": checked.games if checked is not None else 0, "goals": told},
    }
