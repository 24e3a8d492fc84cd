"""All scenarios of a game: which players and options each wants, compiled once for each choice of them.

A rule can be left out of the game before its scenarios are played: if then all of them still pass, no scenario proves
it. The game is checked once for each choice of players and options, however often rules are left out of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Final

from dsl.diagnostics import Bag, RulesError
from dsl.pipeline import check_sources, compile_game
from dsl.runtime.engine import Engine
from dsl.runtime.game import Game, make_backend
from dsl.runtime.scenario import Result, given_state, run_scenario
from dsl.runtime.state import State
from dsl.runtime.suspend import suspended
from dsl.semantics.model import Program, Scenario
from dsl.source import Span
from dsl.syntax.tree import File, ScenarioItem

Keep = Callable[[Scenario], bool]
FEW: Final = 8
"""A group of so few scenarios is played by the reference backend: it is ready at once."""


def run_scenarios(
    game: Game, keep: Keep | None = None, *, backend: str | None = None, suspend: Collection[str] = ()
) -> list[Result]:
    """Play the scenarios of a game, in the order of its files: all, or those that `keep` picks.

    `suspend` names rules that are left out, each by its name or by the `file:line` it stands at (see suspend.py).
    RulesError if the rules cannot be used with the options of a scenario.
    """
    return Proving(game, keep).results(backend=backend, suspend=suspend)


def scenario_state(game: Game, title: str, *, backend: str = "python") -> State | None:
    """The state at the first decision from the position a scenario begins with; None if no scenario has that title.

    The game must have been loaded with its scenarios.
    """
    proving = Proving(game, lambda scenario: scenario.title == title)
    return proving.state(proving.scenarios[0], backend) if proving.scenarios else None


class Proving:
    """The scenarios of a game, or those that `keep` picks, to be played again and again."""

    def __init__(self, game: Game, keep: Keep | None = None) -> None:
        self.scenarios = [scenario for scenario in game.program().scenarios if keep is None or keep(scenario)]
        self._game = game
        self._groups: dict[str, list[Scenario]] = {}
        for scenario in self.scenarios:
            self._groups.setdefault(_group(scenario), []).append(scenario)
        self._programs: dict[str, Program] = {}

    def results(self, *, backend: str | None = None, suspend: Collection[str] = ()) -> list[Result]:
        """How each scenario goes, in order; see `run_scenarios`."""
        found: dict[Span, Result] = {}
        for name, group in self._groups.items():
            engine = self._engine(name, backend or ("reference" if len(group) <= FEW else "python"), suspend)
            for scenario in group:
                found[scenario.span] = self._played(engine, scenario)
        return [found[scenario.span] for scenario in self.scenarios]

    def state(self, scenario: Scenario, backend: str) -> State:
        """The state at the first decision from the position a scenario begins with."""
        engine = self._engine(_group(scenario), backend, ())
        number, own = self._own(engine, scenario)
        return given_state(engine, own, engine.machine.scenarios[number])

    def notices(self, scenarios: Iterable[Scenario], suspend: Collection[str]) -> bool:
        """Whether one of these scenarios fails without the rules; they are played in order up to that one.

        The first ones by the reference backend, which is ready at once; if they notice nothing, a faster one is made.
        """
        engines: dict[str, Engine] = {}
        played = Counter[str]()
        for scenario in scenarios:
            name = _group(scenario)
            try:
                if name not in engines:
                    engines[name] = self._engine(name, "reference", suspend)
            except RulesError:  # without the rules the others do not even hold together
                return True
            if played[name] == FEW and len(self._groups[name]) > 2 * FEW:
                engines[name] = Engine(make_backend("python", engines[name].machine), engines[name].program)
            played[name] += 1
            if not self._played(engines[name], scenario).passed:
                return True
        return False

    def _engine(self, name: str, backend: str, suspend: Collection[str]) -> Engine:
        program = self._program(name)
        with suspended(program, suspend):
            machine = compile_game(program, scenarios=True)
        return Engine(make_backend(backend, machine), program)

    def _played(self, engine: Engine, scenario: Scenario) -> Result:
        """Play a scenario as the program of the engine has it."""
        number, own = self._own(engine, scenario)
        return run_scenario(engine, own, engine.machine.scenarios[number])

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
            self._programs[name] = program
        return self._programs[name]


def _group(scenario: Scenario) -> str:
    """The same for scenarios that can be played with the same program."""
    return repr((scenario.players, sorted(scenario.options.items())))


def _with(files: Collection[File], spans: Collection[Span]) -> list[File]:
    """Files without the scenarios that are not asked for."""
    return [
        replace(
            file,
            items=tuple(item for item in file.items if not isinstance(item, ScenarioItem) or item.title.span in spans),
        )
        for file in files
    ]
