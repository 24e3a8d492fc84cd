"""All scenarios of a game: which players and options each wants, compiled once for each choice of them.

Rules can be left out of the game while its scenarios are played: if all of them still pass, no scenario proves these
rules. `Proving` plays with all rules (or without those that it is told of); `Mutants` leaves out each rule in turn, in
a machine that has a switch for each of them, and knows which rules each scenario comes to: what a scenario never asks
about cannot change how it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from dsl.backends.base import MachineFault
from dsl.diagnostics import Bag, nearest
from dsl.machine.ir.analysis.work_bounds import BUDGET
from dsl.pipeline import check_sources, compile_game
from dsl.runtime.backends import make_backend
from dsl.runtime.deep_switches import deep_rules_of, switch_deeply
from dsl.runtime.engine import Engine
from dsl.runtime.game import Game
from dsl.runtime.rule_switches import Rule, rules_of, switch, switch_of
from dsl.runtime.scenario import Result, given_state, run_scenario, show_scenario
from dsl.runtime.state import State
from dsl.runtime.tongues.own import Own, speaking
from dsl.semantics.model import Program, Scenario
from dsl.source import Span
from dsl.syntax.tree import File, ScenarioItem

Keep = Callable[[Scenario], bool]
FEW: Final = 8
"""A group of so few scenarios is played by the reference backend: it is ready at once."""
_AGAIN: Final = "python"
"""What plays the same scenarios hundreds of times, be they few: it takes a moment to be ready, and a tenth of the time
from then on.
"""
_SOURCE: Final = Own()
"""Scenarios expect what is said in the language of the rules, whatever language their results are told in."""
_OF_SWITCHES: Final = 8
"""How many times the usual work a decision may cost where every place asks first whether it is to be left out."""


def run_scenarios(
    game: Game, keep: Keep | None = None, *, backend: str | None = None, suspend: Collection[str] = ()
) -> list[Result]:
    """Play the scenarios of a game, in the order of its files: all, or those that `keep` picks.

    `suspend` names rules that are left out, each by its name or by the `file:line` it stands at (see rule_switches.py).
    RulesError if the rules cannot be used with the options of a scenario.
    """

    def left_out(rule: Rule) -> int:
        return int(rule.place in suspend or (bool(rule.name) and rule.name in suspend))

    proving = Proving(game, keep, partial(switch, numbers=left_out) if suspend else None)
    return proving.results(backend=backend, leave_out=int(bool(suspend)))


def scenario_state(game: Game, title: str, *, backend: str = "python") -> State | None:
    """The state at the first decision from the position a scenario begins with; None if no scenario has that title.

    The game must have been loaded with its scenarios.
    """
    proving = Proving(game, lambda scenario: scenario.title == title)
    return proving.state(proving.scenarios[0], backend) if proving.scenarios else None


def no_scenario(game: Game, title: str) -> str:
    """That no scenario is called so, with the one that is spelt like it."""
    near = nearest(title, (scenario.title for scenario in game.program().scenarios))
    return f"no scenario is called “{title}”" + (f"; did you mean “{near[0]}”?" if near else "")


class Proving:
    """The scenarios of a game, or those that `keep` picks, to be played again and again.

    prepare: what gives a program the switches for what can be left out by `leave_out`, if anything can.
    """

    def __init__(self, game: Game, keep: Keep | None = None, prepare: Callable[[Program], None] | None = None) -> None:
        self.scenarios = [scenario for scenario in game.program().scenarios if keep is None or keep(scenario)]
        self._game = game
        self._prepare = prepare
        self._groups: dict[str, list[Scenario]] = {}
        for scenario in self.scenarios:
            self._groups.setdefault(_group(scenario), []).append(scenario)
        self._programs: dict[str, Program] = {}
        self._engines: dict[tuple[str, str], Engine] = {}

    def results(self, *, backend: str | None = None, leave_out: int = 0) -> list[Result]:
        """How each scenario goes, in order; see `run_scenarios`."""
        return self.in_order(self.going(backend=backend, leave_out=leave_out))

    def going(self, *, backend: str | None = None, leave_out: int = 0) -> Iterator[tuple[Scenario, Result]]:
        """Each scenario and how it goes, as soon as it is known; those of one program together."""
        for group in self._groups.values():
            for scenario in group:
                yield scenario, self._told(scenario, self.played(scenario, leave_out, backend), leave_out)
            self._engines.clear()  # of many groups they would be many, and each is played once

    def in_order(self, found: Iterable[tuple[Scenario, Result]]) -> list[Result]:
        """Results of some scenarios, or all, in the order of the files."""
        by_span = {scenario.span: result for scenario, result in found}
        return [by_span[scenario.span] for scenario in self.scenarios if scenario.span in by_span]

    def _told(self, scenario: Scenario, result: Result, leave_out: int) -> Result:
        """The same result; of a scenario whose condition does not hold, with the parts of the condition.

        Its group is compiled once more for it: what nobody asks for would make every run of scenarios longer.
        """
        if not result.unmet:
            return result
        name = _group(scenario)
        if (name, "told") not in self._engines:
            program = self._program(name)
            told = {each.span for each in self._groups[name]}
            machine = compile_game(program, scenarios=True, told=told)
            self._engines[name, "told"] = Engine(make_backend("reference", machine), program)
        return self._run(self._engines[name, "told"], scenario, leave_out)

    def played(self, scenario: Scenario, leave_out: int = 0, backend: str | None = None) -> Result:
        """How a scenario goes without the rules of a number."""
        name = _group(scenario)
        engine = self._engine(name, backend or ("reference" if len(self._groups[name]) <= FEW else "python"))
        return self._run(engine, scenario, leave_out)

    def _run(self, engine: Engine, scenario: Scenario, leave_out: int) -> Result:
        number, own = self._own(engine, scenario)
        first = {} if self._prepare is None else {switch_of(engine.machine): leave_out}
        with speaking(_SOURCE):
            return run_scenario(engine, own, engine.machine.scenarios[number], first)

    def state(self, scenario: Scenario, backend: str) -> State:
        """The state at the first decision from the position a scenario begins with."""
        engine = self._engine(_group(scenario), backend)
        number, own = self._own(engine, scenario)
        return given_state(engine, own, engine.machine.scenarios[number])

    def shown(self, scenario: Scenario) -> tuple[Result, State]:
        """How a scenario goes, and the state that it ends in."""
        engine = self._engine(_group(scenario), "reference")
        number, own = self._own(engine, scenario)
        with speaking(_SOURCE):
            return show_scenario(engine, own, engine.machine.scenarios[number])

    def _engine(self, name: str, backend: str) -> Engine:
        if (name, backend) not in self._engines:
            program = self._program(name)
            machine = compile_game(program, scenarios=True)
            budget = BUDGET if self._prepare is None else _OF_SWITCHES * BUDGET
            self._engines[name, backend] = Engine(make_backend(backend, machine, budget=budget), program)
        return self._engines[name, backend]

    @staticmethod
    def _own(engine: Engine, scenario: Scenario) -> tuple[int, Scenario]:
        """A scenario as the program of the engine has it, and its number there."""
        assert engine.program is not None
        return next((index, each) for index, each in enumerate(engine.program.scenarios) if each.span == scenario.span)

    def _program(self, name: str) -> Program:
        """The rules for the players and options of a group, which are alike in this, with its scenarios only."""
        if name not in self._programs:
            bag = Bag()
            group, game = self._groups[name], self._game
            spans = {scenario.span for scenario in group}
            files, scenarios = (_with(files, spans) for files in (game.sources.files, game.sources.scenarios))
            program = check_sources(
                replace(game.sources, files=files, scenarios=scenarios),
                bag,
                players=group[0].players or game.players[0],
                options={**game.chosen_values(), **group[0].options},
            )
            bag.raise_errors()
            assert program is not None
            print_here(program)
            if self._prepare is not None:
                self._prepare(program)
            self._programs[name] = program
        return self._programs[name]


# ---- each rule left out in turn ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Met:
    """What a scenario that passes comes to: the numbers of the rules that it asks about."""

    passed: bool
    rules: frozenset[int]


class Mutants:
    """The scenarios of a game with all that can be left out of it, numbered from 1: whole rules, or with `deep`
    whatever can be changed inside rules.
    """

    def __init__(self, game: Game, *, deep: bool = False) -> None:
        self.rules: Sequence[Rule] = deep_rules_of(game.program()) if deep else rules_of(game.program())
        """The rules, that of number 1 first."""
        self._deep = deep
        self._numbers = {rule.key: number for number, rule in enumerate(self.rules, 1)}
        self._proving = Proving(game, prepare=self._switch_deeply if deep else partial(switch, numbers=self._number))

    def _number(self, rule: Rule) -> int:
        return self._numbers.get(rule.key, 0)

    def _switch_deeply(self, program: Program) -> None:
        switch_deeply(program, self._number, len(self.rules))

    @property
    def scenarios(self) -> Sequence[Scenario]:
        """All scenarios, in the order of the files."""
        return self._proving.scenarios

    def met(self, scenario: Scenario) -> Met:
        """Play a scenario with all rules, and note which of them it asks about."""
        probe = _Probe()
        probe.asked = set()
        passed = self._proving.played(scenario, probe, _AGAIN).passed
        return Met(passed, frozenset(probe.asked.intersection(self._numbers.values())))

    def notices(self, scenario: Scenario, number: int) -> bool:
        """Whether a scenario that passes with all rules fails without one, or with a change inside one.

        A change can break what a compiled game rests on, such as how much a list holds: that is noticed as well.
        """
        try:
            return not self._proving.played(scenario, number, _AGAIN).passed
        except (MachineFault, LookupError, ArithmeticError, ValueError, RecursionError):
            if self._deep:
                return True
            raise


class _Probe(int):
    """The 0 that says that no rule is left out, and notes which numbers it is compared with.

    It lies in a position like any number, and goes wherever the position is copied to; where whole positions are
    compared, it meets other numbers too.
    """

    asked: set[int]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            self.asked.add(int(other))
        return int(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(int(self))


def _group(scenario: Scenario) -> str:
    """The same for scenarios that can be played with the same program."""
    return repr((scenario.players, sorted(scenario.options.items()), scenario.printed))


def print_here(program: Program) -> None:
    """Print on cards what the scenarios of a program, which are alike in this, say that they print."""
    cards = {card.title: card for card in program.cards}
    for name, title, value in program.scenarios[0].printed if program.scenarios else ():
        card = cards[title]
        for field in program.fields:
            holder = field.holder
            if field.name == name and not field.var and holder and holder.first <= card.first <= holder.last:
                start = card.first - holder.first
                field.printed[start : start + card.copies] = [value] * card.copies


def _with(files: Collection[File], spans: Collection[Span]) -> list[File]:
    """Files without the scenarios that are not asked for."""
    return [
        replace(
            file,
            items=tuple(item for item in file.items if not isinstance(item, ScenarioItem) or item.title.span in spans),
        )
        for file in files
    ]
