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

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context

from dsl.runtime.game import Game, load
from dsl.runtime.proving import Proving, run_scenarios
from dsl.runtime.scenario import Result
from dsl.runtime.suspend import Rule, rules_of
from dsl.semantics.model import Scenario

Progress = Callable[[int, int], None]
"""Told how many of how many rules were left out."""


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
    """What leaving out rules showed: how many were left out, and which ones no scenario missed. ids: what they cite."""

    tried: int = 0
    ids: set[str] = field(default_factory=set[str])
    survived: list[Rule] = field(default_factory=list[Rule])


def cover(game: Game) -> Coverage:
    """Play all scenarios and look up every rule of the ledger; without a ledger, every id that is cited."""
    variants = game.variants()
    results = [result for variant in variants for result in run_scenarios(variant)]
    proven = {each for result in results if result.passed for each in result.proves}
    found = Coverage(scenarios=len(results), failed=[result for result in results if not result.passed])
    by_id: dict[str, dict[str, str]] = {}
    citations = {(each.span, each.id, each.how): each for variant in variants for each in variant.program().citations}
    for citation in citations.values():
        by_id.setdefault(citation.id, {}).setdefault(citation.how, citation.words)
        place = f"{citation.span.file.name}:{citation.span.line}"
        found.places.setdefault(citation.id, []).append((citation.how, place))
    ledger = game.sources.ledger
    for rule in [entry.id for entry in ledger.rules] if ledger is not None else list(by_id):
        _place(found, rule, by_id.get(rule, {}), rule in proven)
    return found


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


def mutate(game: Game, path: str, processes: int = 1, progress: Progress | None = None) -> Mutation:
    """Leave out each rule that has a name or cites the ledger, and see whether a scenario that passed now fails.

    The scenarios near the rule are played first: mostly one of them notices, and the others need not be played. With
    more than one process the game is read again from `path` in each of them.
    """
    variants = game.variants()
    rules = [(variant, _to_leave_out(variant, variant is not game)) for variant in variants]
    count = sum(len(own) for _, own in rules)
    found = Mutation()
    tried: set[str] = set()
    for variant, own in rules:
        new = [rule for rule in own if rule.place not in tried or variant is game]
        tried.update(rule.place for rule in new)
        with ExitStack() as stack:
            if processes > 1 and new:
                spawn, args = get_context("spawn"), (path, variant.modules)
                pool = stack.enter_context(ProcessPoolExecutor(processes, spawn, initializer=_prepare, initargs=args))
                noticed = pool.map(partial(_noticed_again, path), new)
            else:
                proving = passing(variant) if new else None
                noticed = (proving is not None and _noticed(proving, rule) for rule in new)
            for rule, seen in zip(new, noticed, strict=True):
                found.tried += 1
                found.ids.update(rule.cites)
                if not seen:
                    found.survived.append(rule)
                if progress is not None:
                    progress(found.tried, count)
    return found


def _to_leave_out(game: Game, only_modules: bool) -> list[Rule]:
    """The rules that are left out in turn: those of the game, or of its modules, which its own scenarios prove."""
    rules = [rule for rule in rules_of(game.program()) if _is_own(game, rule)]
    if not only_modules:
        return rules
    files = {file.span.file.name for module in game.sources.modules for file in module.files}
    return [rule for rule in rules if rule.place.rpartition(":")[0] in files]


def passing(game: Game) -> Proving:
    """The scenarios of a game that pass: a failing one shows nothing about the rule that is left out."""
    titles = {result.title for result in run_scenarios(game) if result.passed}
    return Proving(game, lambda scenario: scenario.title in titles)


_games: dict[str, Proving] = {}
"""The scenarios of a process that leaves out rules; read once, by `_prepare`."""


def _prepare(path: str, modules: tuple[str, ...]) -> None:
    _games[path] = passing(load(path, modules, scenarios=True))


def _noticed_again(path: str, rule: Rule) -> bool:
    return _noticed(_games[path], rule)


def _noticed(proving: Proving, rule: Rule) -> bool:
    """Whether any scenario fails without the rule."""
    return proving.notices(sorted(proving.scenarios, key=lambda each: not _is_near(rule, each)), [rule.place])


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
