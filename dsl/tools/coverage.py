"""Coverage: which rules of the rulebook's ledger are written down, and which of them a scenario proves.

Each rule of the ledger has one fate:

* encoded    cited where something is written in the language; *ruled* ones are cited by a ruling as well
* text_only  declared to say nothing that a program could do, with the reason
* missing    neither, or only cited by `unimplemented`

and of the encoded ones

* exercised    a scenario that passes says it proves them
* unexercised  none does

A scenario that still passes when a rule is left out proves nothing about it. `mutate` leaves out each rule in turn
that has a name or cites the ledger, and lists those that no scenario misses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeVar

from dsl.runtime.game import Game, load
from dsl.runtime.proving import Met, Mutants, Proving
from dsl.runtime.rule_switches import Rule, rules_of
from dsl.runtime.scenario import Result
from dsl.semantics.model import Scenario
from dsl.tools.progress import Work
from dsl.workers import workers

Item = TypeVar("Item")
Answer = TypeVar("Answer")


@dataclass(slots=True)
class Coverage:
    """The fates of all rules, ids in the order of the ledger. `places`: where each id is cited, how and by what."""

    encoded: list[str] = field(default_factory=list[str])
    exercised: list[str] = field(default_factory=list[str])
    text_only: dict[str, str] = field(default_factory=dict[str, str])
    ruled: list[str] = field(default_factory=list[str])
    missing: list[str] = field(default_factory=list[str])
    unexercised: list[str] = field(default_factory=list[str])
    places: dict[str, list[tuple[str, str]]] = field(default_factory=dict[str, list[tuple[str, str]]])
    failed: list[Result] = field(default_factory=list[Result])
    scenarios: int = 0

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do: every rule is exercised or text only, and every scenario passes."""
        return not (self.missing or self.unexercised or self.failed)


@dataclass(slots=True)
class Mutation:
    """What leaving out rules showed: how many were left out, and which ones no scenario missed. ids: what they cite.

    unmet: the places of those that no scenario even comes to.
    """

    tried: int = 0
    ids: set[str] = field(default_factory=set[str])
    survived: list[Rule] = field(default_factory=list[Rule])
    unmet: set[str] = field(default_factory=set[str])

    def note(self, rule: Rule, met: bool, seen: bool) -> None:
        """A rule was left out: whether a scenario comes to it, and whether one noticed."""
        self.tried += 1
        self.ids.update(rule.cites)
        if not seen:
            self.survived.append(rule)
        if not met:
            self.unmet.add(rule.place)


def cover(game: Game, found: Coverage | None = None, work: Work | None = None) -> Coverage:
    """Play all scenarios and look up every rule of the ledger; without a ledger, every id that is cited.

    Ctrl-C is passed on when what is known by then is in `found`.
    """
    found, work = found or Coverage(), work or Work("scenarios")
    variants = game.variants()
    provings = [Proving(variant) for variant in variants]
    work.again("scenarios", sum(len(proving.scenarios) for proving in provings))
    played: list[tuple[Scenario, Result]] = []
    try:
        for each in (each for proving in provings for each in proving.going()):
            played.append(each)
            work.done(len(played))
    finally:
        results = [result for proving in provings for result in proving.in_order(played)]
        _judge(game, variants, results, found)
    return found


def _judge(game: Game, variants: Sequence[Game], results: Sequence[Result], found: Coverage) -> None:
    """What results of scenarios say about the rules."""
    proven = {each for result in results if result.passed for each in result.proves}
    found.scenarios, found.failed = len(results), [result for result in results if not result.passed]
    by_id: dict[str, dict[str, str]] = {}
    citations = {(each.span, each.id, each.how): each for variant in variants for each in variant.program().citations}
    for citation in citations.values():
        by_id.setdefault(citation.id, {}).setdefault(citation.how, citation.words)
        place = f"{citation.span.file.name}:{citation.span.line}"
        found.places.setdefault(citation.id, []).append((citation.how, place))
    ledger = game.sources.ledger
    for rule in [entry.id for entry in ledger.rules] if ledger is not None else list(by_id):
        _place(found, rule, by_id.get(rule, {}), rule in proven)


def _place(found: Coverage, rule: str, how: dict[str, str], proven: bool) -> None:
    if "ruling" in how:
        found.ruled.append(rule)
    if "encoded" in how or "ruling" in how:
        found.encoded.append(rule)
        (found.exercised if proven else found.unexercised).append(rule)
    elif "text_only" in how:
        found.text_only[rule] = how["text_only"]
    else:
        found.missing.append(rule)


def mutate(
    game: Game, path: str, processes: int = 1, found: Mutation | None = None, work: Work | None = None
) -> Mutation:
    """Leave out each rule that has a name or cites the ledger, and see whether a scenario that passed now fails.

    Only scenarios that come to the rule are played, those near it first: mostly one of them notices at once. With more
    than one process the game is read again from `path` in each of them. What is known is in `found`, rule by rule.
    """
    found = found or Mutation()
    work = work or Work("rules left out")
    variants = game.variants()
    rules = [(variant, _to_leave_out(variant, variant is not game)) for variant in variants]
    work.again("rules left out", sum(len(own) for _, own in rules))
    tried: set[str] = set()
    for variant, own in rules:
        new = [rule for rule in own if rule.place not in tried or variant is game]
        tried.update(rule.place for rule in new)
        if not new:
            continue
        with ExitStack() as stack:
            by = _by(variant, path, processes, stack)
            numbers = {rule.place: number for number, rule in enumerate(rules_of(variant.program()), 1)}
            met = [*by(_met, range(len(variant.program().scenarios)))]
            tasks = [(numbers[rule.place], _order(rule, numbers[rule.place], variant, met)) for rule in new]
            for rule, (_, scenarios), seen in zip(new, tasks, by(_noticed, tasks), strict=True):
                found.note(rule, bool(scenarios), seen)
                work.done(found.tried)
    return found


def _order(rule: Rule, number: int, game: Game, met: Sequence[Met]) -> tuple[int, ...]:
    """The scenarios that pass and come to a rule, by their numbers: those near it first, then those that do little."""
    scenarios = game.program().scenarios
    coming = [index for index, each in enumerate(met) if each.passed and number in each.rules]
    return tuple(sorted(coming, key=lambda index: (not _is_near(rule, scenarios[index]), len(met[index].rules))))


def _to_leave_out(game: Game, only_modules: bool) -> list[Rule]:
    """The rules that are left out in turn: those of the game, or of its modules, which its own scenarios prove."""
    rules = [rule for rule in rules_of(game.program()) if _is_own(game, rule)]
    if not only_modules:
        return rules
    files = {file.span.file.name for module in game.sources.modules for file in module.files}
    return [rule for rule in rules if rule.place.rpartition(":")[0] in files]


def _met(mutants: Mutants, scenario: int) -> Met:
    return mutants.met(mutants.scenarios[scenario])


def _noticed(mutants: Mutants, task: tuple[int, tuple[int, ...]]) -> bool:
    """Whether one of the scenarios fails without the rule."""
    rule, scenarios = task
    return any(mutants.notices(mutants.scenarios[index], rule) for index in scenarios)


# ---- by one process or several -------------------------------------------------------------------------------------


class _By(Protocol):
    def __call__(self, job: Callable[[Mutants, Item], Answer], items: Iterable[Item]) -> Iterable[Answer]: ...


def _by(game: Game, path: str, processes: int, stack: ExitStack) -> _By:
    """What does a job for each of some items, in their order."""
    if processes == 1:
        mutants = Mutants(game)

        def alone(job: Callable[[Mutants, Item], Answer], items: Iterable[Item]) -> Iterable[Answer]:
            return (job(mutants, item) for item in items)

        return alone
    pool = stack.enter_context(workers(processes, _prepare, path, game.modules))

    def shared(job: Callable[[Mutants, Item], Answer], items: Iterable[Item]) -> Iterable[Answer]:
        return pool.map(partial(_again, path, job), items)

    return shared


_games: dict[str, Mutants] = {}
"""The scenarios of a process that leaves out rules; read once, by `_prepare`."""


def _prepare(path: str, modules: tuple[str, ...]) -> None:
    _games[path] = Mutants(load(path, modules, scenarios=True))


def _again(path: str, job: Callable[[Mutants, Item], Answer], item: Item) -> Answer:
    return job(_games[path], item)


def _is_own(game: Game, rule: Rule) -> bool:
    """Whether a rule stands in a file of the game, not in a library, and not among the scenarios."""
    file = rule.place.rpartition(":")[0]
    return not file.startswith("scenarios/") and (game.sources.root / file).is_file()


def _is_near(rule: Rule, scenario: Scenario) -> bool:
    """Whether a scenario says that it proves what is cited about the rule, or names the card the rule stands on."""
    if not rule.around.isdisjoint(scenario.proves):
        return True
    text = scenario.span.file.text
    end = text.find("\nscenario ", scenario.span.end)
    return bool(rule.card) and rule.card in text[scenario.span.end : end if end >= 0 else len(text)]
