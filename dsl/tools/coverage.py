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

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from dsl.runtime.game import Game
from dsl.runtime.proving import run_scenarios
from dsl.runtime.scenario import Result
from dsl.semantics.model import Attachment, Need, Program, Scenario


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be left out: a name for people, where it stands, what it cites."""

    name: str
    place: str
    cites: tuple[str, ...]


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
    """What leaving out rules showed: how many were left out, and which ones no scenario missed."""

    tried: int = 0
    survived: list[Rule] = field(default_factory=list[Rule])


def cover(game: Game) -> Coverage:
    """Play all scenarios and look up every rule of the ledger; without a ledger, every id that is cited."""
    program = game.program()
    results = run_scenarios(game)
    proven = {each for result in results if result.passed for each in result.proves}
    found = Coverage(scenarios=len(results), failed=[result for result in results if not result.passed])
    by_id: dict[str, dict[str, str]] = {}
    for citation in program.citations:
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


def mutate(game: Game, progress: Callable[[int, int], None] | None = None) -> Mutation:
    """Leave out each rule that has a name or cites the ledger, and see whether a scenario that passed now fails.

    The scenarios that prove what the rule cites are tried first: mostly one of them notices.
    """
    passing = {result.title for result in run_scenarios(game) if result.passed}
    rules = list(rules_of(game.program()))
    found = Mutation()
    for number, rule in enumerate(rules):
        if progress is not None:
            progress(number, len(rules))
        found.tried += 1
        if not (_missed(game, rule, passing, near=True) or _missed(game, rule, passing, near=False)):
            found.survived.append(rule)
    return found


def _missed(game: Game, rule: Rule, passing: set[str], *, near: bool) -> bool:
    """Whether a scenario that passes with the rule fails without it: one that proves what it cites, or another."""

    def keep(scenario: Scenario) -> bool:
        proves = not set(scenario.proves).isdisjoint(rule.cites)
        return scenario.title in passing and proves == near

    return not all(result.passed for result in run_scenarios(game, keep, suspend=[rule.place]))


def rules_of(program: Program) -> Iterator[Rule]:
    """The rules of a game's own files that can be left out, each once, in the order of the files."""
    found: dict[str, Rule] = {}
    for rule in _attached(program):
        place = f"{rule.span.file.name}:{rule.span.line}"
        if rule.name or rule.cites:
            found.setdefault(place, Rule(rule.name or rule.span.text.split("\n")[0], place, rule.cites))
    yield from sorted(
        found.values(), key=lambda rule: (rule.place.rpartition(":")[0], int(rule.place.rpartition(":")[2]))
    )


def _attached(program: Program) -> Iterator[Attachment | Need]:
    yield from program.always
    for event in (*program.events, program.move_event, *(action.event for action in program.actions)):
        for attached in (event.permissions, event.instead, event.before, event.after):
            yield from attached
    for value in program.values:
        yield from value.modifiers
    for procedure in program.procedures:
        yield from (*procedure.start, *procedure.end)
    for owner in (*program.defines, *program.actions):
        for need in owner.needs:
            yield need
            yield from need.lifts
