"""Scenarios of a game that is being written, played up to a line: which moves there are, or whether it passes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dsl.diagnostics import Bag, RulesError
from dsl.editor.project import Project
from dsl.reading.sources import Sources
from dsl.runtime.game import Game
from dsl.runtime.proving import run_scenarios
from dsl.runtime.scenario import Result
from dsl.syntax import tree as t

_MAKING: tuple[str, ...] = ("does", "chance")
"""Steps that lead to the next question; all others only look."""


def scenario_at(project: Project, path: Path, offset: int) -> t.ScenarioItem | None:
    """The scenario that a place lies in."""
    item = project.item_at(path, offset)
    return item if isinstance(item, t.ScenarioItem) else None


def moves_at(sources: Sources, scenario: t.ScenarioItem, line: int) -> list[str]:
    """The moves there are where a line of a scenario begins; none if the game cannot be played so far."""
    steps = tuple(step for step in scenario.steps if step.how in _MAKING and step.span.line < line)
    result = played(sources, replace(scenario, steps=steps))
    return list(result.moves) if result is not None else []


def played(sources: Sources, scenario: t.ScenarioItem) -> Result | None:
    """How a scenario goes with the rules as they are now; None if they have mistakes."""
    files = [_without_scenarios(file) for file in sources.files]
    alone = t.File(scenario.span, (scenario,))
    bag = Bag()
    try:
        game = Game(replace(sources, files=files, scenarios=[alone]), {}, bag, scenarios=True)
        bag.raise_errors()
        return next(iter(run_scenarios(game)), None)
    except RulesError:
        return None


def _without_scenarios(file: t.File) -> t.File:
    items = tuple(item for item in file.items if not isinstance(item, t.ScenarioItem))
    return file if len(items) == len(file.items) else t.File(file.span, items)
