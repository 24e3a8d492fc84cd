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

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from dsl.diagnostics import Bag
from dsl.pipeline import check_sources, compile_game
from dsl.runtime.engine import Engine
from dsl.runtime.game import Game, make_backend
from dsl.runtime.proving import run_scenarios, suspended
from dsl.runtime.scenario import Result, run_scenario
from dsl.semantics.model import Attachment, Need, Program, Scenario

Key = tuple[int, tuple[tuple[str, int], ...]]
"""What a scenario is played with: players and options."""


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
    """Leave out each rule that has a name or cites the ledger, and see whether a scenario that passed now fails."""
    passing = {result.title for result in run_scenarios(game) if result.passed}
    programs = _Programs(game)
    scenarios = [scenario for scenario in game.program().scenarios if scenario.title in passing]
    rules = list(rules_of(game.program()))
    found = Mutation()
    for number, rule in enumerate(rules):
        if progress is not None:
            progress(number, len(rules))
        found.tried += 1
        near = [scenario for scenario in scenarios if set(scenario.proves) & set(rule.cites)]
        far = [scenario for scenario in scenarios if scenario not in near]
        if not (_missed(programs, rule, near) or _missed(programs, rule, far)):
            found.survived.append(rule)
    return found


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


class _Programs:
    """The checked game for each choice of players and options that scenarios make, checked once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[Key, Program] = {}

    def key(self, scenario: Scenario) -> Key:
        """What a scenario is played with."""
        return scenario.players or self.game.players.start, tuple(sorted(scenario.options.items()))

    def program(self, key: Key) -> Program:
        """The checked game for a key; RulesError if its options do not fit."""
        if key not in self.known:
            bag = Bag()
            players, options = key
            chosen = {**self.game.chosen_values(), **dict(options)}
            program = check_sources(self.game.sources, bag, players=players, options=chosen)
            bag.raise_errors()
            assert program is not None
            self.known[key] = program
        return self.known[key]


def _missed(programs: _Programs, rule: Rule, scenarios: Iterable[Scenario]) -> bool:
    """Whether one of the scenarios fails without the rule."""
    engines: dict[Key, Engine] = {}
    for scenario in scenarios:
        key = programs.key(scenario)
        if key not in engines:
            program = programs.program(key)
            with suspended(program, [rule.place]):
                machine = compile_game(program, scenarios=True)
            engines[key] = Engine(make_backend("python", machine), program)
        program = programs.program(key)
        for index, own in enumerate(program.scenarios):
            if (
                own.span == scenario.span
                and not run_scenario(engines[key], own, engines[key].machine.scenarios[index]).passed
            ):
                return True
    return False
