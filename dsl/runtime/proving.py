"""All scenarios of a game: which players and options each wants, compiled once for each choice of them.

A rule can be left out of the game before its scenarios are played: if then all of them still pass, no scenario proves
it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from dsl.diagnostics import Bag
from dsl.pipeline import check_sources, compile_game
from dsl.runtime.engine import Engine
from dsl.runtime.game import Game, make_backend
from dsl.runtime.scenario import Result, run_scenario
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
    wanted = [scenario for scenario in game.program().scenarios if keep is None or keep(scenario)]
    groups: dict[str, list[Scenario]] = {}
    for scenario in wanted:
        groups.setdefault(repr((scenario.players, sorted(scenario.options.items()))), []).append(scenario)
    results: dict[Span, Result] = {}
    for group in groups.values():
        program = _program(game, group)
        with suspended(program, suspend):
            machine = compile_game(program, scenarios=True)
        chosen = backend or ("reference" if len(group) <= FEW else "python")
        engine = Engine(make_backend(chosen, machine), program)
        for scenario, procs in zip(program.scenarios, machine.scenarios, strict=True):
            results[scenario.span] = run_scenario(engine, scenario, procs)
    return [results[scenario.span] for scenario in wanted]


def _program(game: Game, group: list[Scenario]) -> Program:
    """The rules for the players and options of some scenarios, which are alike in this, with those scenarios only."""
    bag = Bag()
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
    return program


def _with(files: Collection[File], spans: Collection[Span]) -> list[File]:
    """Files without the scenarios that are not asked for."""
    return [
        replace(
            file,
            items=tuple(item for item in file.items if not isinstance(item, ScenarioItem) or item.title.span in spans),
        )
        for file in files
    ]
