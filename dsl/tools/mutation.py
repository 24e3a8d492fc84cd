"""Mutation: what is left out or changed of the rules, one thing at a time, and whether a scenario notices.

A scenario that still passes when a rule is left out proves nothing about it. `mutate` leaves out each rule in turn
that has a name or cites the ledger, or makes each change inside the rules (`deep`, see runtime/deep_switches.py), and
lists what no scenario misses. What nobody can notice is explained in `mutants.yaml` (see reading/mutants.py).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final, Protocol, TypeVar

from dsl.diagnostics import Bag
from dsl.reading.mutants import Equal, read_mutants
from dsl.runtime.game import Game, load
from dsl.runtime.proving import Met, Mutants
from dsl.runtime.reading.tokens import fold
from dsl.runtime.rule_switches import Rule
from dsl.semantics.model import Scenario
from dsl.spoken import said
from dsl.tools.progress import Work
from dsl.workers import workers

Key = tuple[str, int, int, str]
Item = TypeVar("Item")
Answer = TypeVar("Answer")

_TOGETHER: Final = 8
"""So many changes of one item are tried in one go: what notices one often notices the next."""


@dataclass(frozen=True, slots=True)
class Which:
    """What is tried. deep: changes inside rules, not whole rules. words: only what they are in, its place, its
    citations, its item or what it says. sample: only so many, drawn by `seed`.
    """

    deep: bool = False
    words: str = ""
    sample: int = 0
    seed: int = 0


@dataclass(slots=True)
class Mutation:
    """What leaving things out showed: how many of `all` were tried, and which no scenario missed. ids: what they cite.

    unmet: the keys of those that no scenario even comes to. explained: those of `mutants.yaml`, with the reasons, which
    are not among `survived`; stale: entries that no longer fit any change, or only noticed ones. failing: the titles of
    scenarios that fail with nothing changed, and so notice nothing.
    """

    which: Which = field(default_factory=Which)
    all: int = 0
    tried: int = 0
    ids: set[str] = field(default_factory=set[str])
    survived: list[Rule] = field(default_factory=list[Rule])
    explained: list[tuple[Rule, str]] = field(default_factory=list["tuple[Rule, str]"])
    unmet: set[Key] = field(default_factory=set[Key])
    stale: list[Equal] = field(default_factory=list[Equal])
    failing: list[str] = field(default_factory=list[str])
    interrupted: bool = False
    seconds: float = 0

    @property
    def noticed(self) -> int:
        """How many a scenario noticed."""
        return self.tried - len(self.survived) - len(self.explained)

    @property
    def complete(self) -> bool:
        """Whether everything was tried, and noticed or explained."""
        return not (self.interrupted or self.survived or self.stale)


def mutate(
    game: Game,
    path: str,
    processes: int = 1,
    which: Which | None = None,
    *,
    found: Mutation | None = None,
    work: Work | None = None,
) -> Mutation:
    """Leave out each rule, or make each change, and see whether a scenario that passed now fails.

    Only scenarios that come to it are played, those near it first: mostly one of them notices at once. With more than
    one process the game is read again from `path` in each of them. Ctrl-C is passed on when what is known by then is in
    `found`. RulesError if `mutants.yaml` cannot be read.
    """
    found = found or Mutation()
    found.which = which or found.which
    work = work or Work(said("rules left out"))
    begun = monotonic()
    bag = Bag()
    equal = read_mutants(game.sources.root, bag) if found.which.deep else []
    bag.raise_errors()
    outcomes: dict[Key, _Outcome] = {}
    found.interrupted = True  # until all is done
    try:
        with ExitStack() as stack:
            _try_all(game, _By(path, processes, found.which.deep, stack), found, work, outcomes)
        found.interrupted = False
    finally:
        found.seconds = monotonic() - begun
        _enter(found, outcomes.values(), equal)
    return found


@dataclass(slots=True)
class _Outcome:
    """What became of a rule: whether a scenario noticed, and whether one comes to it at all."""

    rule: Rule
    seen: bool = False
    met: bool = False


def _enter(found: Mutation, outcomes: Iterable[_Outcome], equal: Sequence[Equal]) -> None:
    """Put down what became of each rule."""
    used: dict[Equal, bool] = {}
    for each in outcomes:
        found.tried += 1
        found.ids.update(each.rule.cites)
        if not each.met:
            found.unmet.add(each.rule.key)
        fitting = [entry for entry in equal if _fits(entry, each.rule)]
        for entry in fitting:
            used[entry] = used.get(entry, False) or not each.seen
        if not each.seen and fitting:
            found.explained.append((each.rule, fitting[0].because))
        elif not each.seen:
            found.survived.append(each.rule)
    whole = not (found.interrupted or found.which.words or found.which.sample)
    found.stale = [entry for entry in equal if not used.get(entry, not whole)]


def _fits(equal: Equal, rule: Rule) -> bool:
    return equal.fits(rule.place.rpartition(":")[0], rule.item, rule.name, rule.change)


def _try_all(game: Game, by: _By, found: Mutation, work: Work, outcomes: dict[Key, _Outcome]) -> None:
    """Try each rule or change, in the game and with each set of its modules, until a scenario notices.

    A rule of the game is tried again with the modules that its scenarios are for: they may be what proves it.
    """
    plans = _plans(game, found.which.deep)
    rules = {rule.key: rule for *_, own in plans for _, rule in own}
    drawn = {rule.key for rule in _drawn([*rules.values()], found.which)}
    found.all = len(drawn)
    work.again(said("changes made") if found.which.deep else said("rules left out"), found.all)
    for variant, mutants, own in plans:
        trying = [each for each in own if each[1].key in drawn and not _is_seen(outcomes.get(each[1].key))]
        if trying:
            for rule, seen, met in _tried(variant, trying, by.doing(mutants, variant), found):
                outcome = outcomes.setdefault(rule.key, _Outcome(rule))
                outcome.seen, outcome.met = outcome.seen or seen, outcome.met or met
                work.done(len(outcomes))


def _plans(game: Game, deep: bool) -> list[tuple[Game, Mutants, list[tuple[int, Rule]]]]:
    """The game and its variants with modules, with what can be left out of each, by its numbers there."""
    found: list[tuple[Game, Mutants, list[tuple[int, Rule]]]] = []
    known: set[Key] = set()
    for variant in game.variants():  # the game itself is the first
        mutants = Mutants(variant, deep=deep)
        numbered = enumerate(mutants.rules, 1)
        own = [each for each in numbered if each[1].key in known or _is_own(variant, each[1], variant is not game)]
        known.update(rule.key for _, rule in own)
        found.append((variant, mutants, own))
    return found


def _is_seen(outcome: _Outcome | None) -> bool:
    return outcome is not None and outcome.seen


def _drawn(rules: list[Rule], which: Which) -> list[Rule]:
    """Those that are asked for, and of these a sample if one is."""
    words = fold(which.words)
    if words:
        rules = [rule for rule in rules if words in fold(_said_of(rule))]
    if which.sample and which.sample < len(rules):
        rules = random.Random(which.seed).sample(rules, which.sample)
    return rules


def _said_of(rule: Rule) -> str:
    return " ".join((rule.place, rule.item, rule.name, *rule.cites, rule.card))


def _tried(
    variant: Game, own: Sequence[tuple[int, Rule]], by: _Does, found: Mutation
) -> Iterator[tuple[Rule, bool, bool]]:
    """Each rule or change that is tried, whether it was noticed, and whether a scenario comes to it."""
    scenarios = variant.program().scenarios
    met = [*by(_met, range(len(scenarios)))]
    found.failing += [each.title for each, how in zip(scenarios, met, strict=True) if not how.passed]
    tasks = [(rule, (number, _order(rule, number, scenarios, met))) for number, rule in own]
    groups = [*_by_item(tasks)]
    answers = by(_noticed, [tuple(task for _, task in group) for group in groups])
    for group, seen in zip(groups, answers, strict=True):
        for (rule, (_, playing)), each in zip(group, seen, strict=True):
            yield rule, each, bool(playing)


_Task = tuple[int, tuple[int, ...]]
"""A number, and the scenarios that come to it, in the order in which they are played."""


def _by_item(tasks: Sequence[tuple[Rule, _Task]]) -> Iterator[list[tuple[Rule, _Task]]]:
    """Tasks in the order of the files, some of one file at a time."""
    group: list[tuple[Rule, _Task]] = []
    for each in tasks:
        if group and (len(group) == _TOGETHER or group[0][0].place.split(":")[0] != each[0].place.split(":")[0]):
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _order(rule: Rule, number: int, scenarios: Sequence[Scenario], met: Sequence[Met]) -> tuple[int, ...]:
    """The scenarios that pass and come to a rule, by their numbers: those near it first, then those that do little."""
    coming = [index for index, each in enumerate(met) if each.passed and number in each.rules]
    return tuple(sorted(coming, key=lambda index: (not _is_near(rule, scenarios[index]), len(met[index].rules))))


def _met(mutants: Mutants, scenario: int) -> Met:
    return mutants.met(mutants.scenarios[scenario])


def _noticed(mutants: Mutants, tasks: Sequence[_Task]) -> list[bool]:
    """Whether one of the scenarios fails without each of some rules: what noticed the last one is asked first."""
    found: list[bool] = []
    last: list[int] = []
    for rule, scenarios in tasks:
        coming = set(scenarios)
        playing = [*(index for index in last if index in coming), *(index for index in scenarios if index not in last)]
        caught = next((index for index in playing if mutants.notices(mutants.scenarios[index], rule)), None)
        found.append(caught is not None)
        if caught is not None:
            last = [caught, *(index for index in last if index != caught)]
    return found


# ---- by one process or several -------------------------------------------------------------------------------------


class _Does(Protocol):
    def __call__(self, job: Callable[[Mutants, Item], Answer], items: Iterable[Item]) -> Iterable[Answer]: ...


@dataclass(frozen=True, slots=True)
class _By:
    """What jobs are done by: this process, or some that are begun in `stack` and read the game from `path`."""

    path: str
    processes: int
    deep: bool
    stack: ExitStack

    def doing(self, mutants: Mutants, game: Game) -> _Does:
        """What does a job for each of some items, in their order."""
        if self.processes == 1:

            def alone(job: Callable[[Mutants, Item], Answer], items: Iterable[Item]) -> Iterable[Answer]:
                return (job(mutants, item) for item in items)

            return alone
        pool = self.stack.enter_context(workers(self.processes, _prepare, self.path, game.modules, self.deep))

        def shared(job: Callable[[Mutants, Item], Answer], items: Iterable[Item]) -> Iterable[Answer]:
            return pool.map(partial(_again, self.path, job), items)

        return shared


_games: dict[str, Mutants] = {}
"""The scenarios of a process that leaves out rules; read once, by `_prepare`."""


def _prepare(path: str, modules: tuple[str, ...], deep: bool) -> None:
    _games[path] = Mutants(load(path, modules, scenarios=True), deep=deep)


def _again(path: str, job: Callable[[Mutants, Item], Answer], item: Item) -> Answer:
    return job(_games[path], item)


def _is_own(game: Game, rule: Rule, only_modules: bool) -> bool:
    """Whether a rule stands in a file of the game, not in a library, and not among the scenarios; or in a module."""
    file = rule.place.rpartition(":")[0]
    if only_modules:
        return file in {each.span.file.name for module in game.sources.modules for each in module.files}
    return not file.startswith("scenarios/") and (game.sources.root / file).is_file()


def _is_near(rule: Rule, scenario: Scenario) -> bool:
    """Whether a scenario says that it proves what is cited about the rule, or names the card the rule stands on."""
    if not rule.around.isdisjoint(scenario.proves):
        return True
    text = scenario.span.file.text
    end = text.find("\nscenario ", scenario.span.end)
    return bool(rule.card) and rule.card in text[scenario.span.end : end if end >= 0 else len(text)]
