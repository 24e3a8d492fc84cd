"""What can be measured of a position by its name: fields and values of players and of the table, and what the rules say
that is to be measured (`measure`), in a game that was told so (`Game.measuring`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dsl.backends.base import PlayError
from dsl.diagnostics import nearest
from dsl.machine.ir.ops import MeasureInfo
from dsl.runtime.engine import Engine

SLOT = -1
"""In place of a function: what is asked for is a slot."""
PARTS = ("times", "sum", "least", "most")
"""What is known of a measure that is taken more than once in a game."""


@dataclass(frozen=True, slots=True)
class Question:
    """A number that a position has. player: whose it is, 0 for the table; proc and at: a function and its argument, or
    SLOT and a slot.
    """

    name: str
    player: int
    proc: int
    at: int


def questions(engine: Engine, names: Iterable[str]) -> list[Question]:
    """What the names stand for, one question a player where it is theirs; ValueError if one stands for nothing."""
    found: list[Question] = []
    known = [*_known(engine)]
    turns = {each.name for each in engine.machine.measures if each.when == "turn"}
    for name in names:
        if name in turns:
            raise ValueError(f"{name} is measured at each turn, which only the lab does (rulewright lab run)")
        asked = [each for each in known if each.name.partition(".")[0] == name]
        if not asked:
            program = engine.program
            own = [each.name for each in program.measures] if program is not None else []
            near = nearest(name, sorted({*own, *(each.name for each in known)}))
            meant = f"; {near[0]}?" if near else ""
            raise ValueError(f"there is no field and no value of a player or of the table called {name}{meant}")
        found += asked
    return found


def at_turns(engine: Engine, names: Iterable[str]) -> list[Question]:
    """Those of the names that are measured at each turn, one question a player where it is his."""
    asked = {*names}
    found = [each for each in engine.machine.measures if each.name in asked and each.when == "turn"]
    return [Question(each.name, player, each.proc, player) for each in found for player in _whose(engine, each)]


def answers(engine: Engine, position: list[int], asks: Sequence[tuple[int, int]]) -> list[int]:
    """The numbers of a position that are asked for; GameError if the rules break."""
    try:
        return [position[at] if proc == SLOT else engine.call(position, proc, [at]) for proc, at in asks]
    except PlayError as error:
        raise engine.error(error) from None


def ending(engine: Engine, template: int) -> str:
    """The words a game ended with, `..` where they name something of this game only; empty if the rules give none."""
    if template < 0:
        return ""
    parts = engine.machine.names.templates[template].parts
    return "".join(part if isinstance(part, str) else ".." for part in parts)


def _known(engine: Engine) -> Iterator[Question]:
    """All that has a name: fields of players and of the table, values of a player and of nothing."""
    machine = engine.machine
    everybody = range(1, machine.players + 1)
    yield from _measures(engine)
    for field in machine.names.fields:
        if field.var and (field.first, field.last) == (1, machine.players):
            yield from (Question(field.name, player, SLOT, field.base + player) for player in everybody)
        elif field.var and field.first == field.last == 0:
            yield Question(field.name, 0, SLOT, field.base)
    for value in machine.values:
        if [(each.first, each.last, each.is_set) for each in value.takes] == [(1, machine.players, False)]:
            yield from (Question(value.name, player, value.proc, player) for player in everybody)
        elif not value.params:
            yield Question(value.name, 0, value.proc, 0)


def _measures(engine: Engine) -> Iterator[Question]:
    """The measures of the rules: at the end, and what is kept of those after events."""
    for measure in engine.machine.measures:
        for player in _whose(engine, measure):
            if measure.when == "end":
                yield Question(measure.name, player, measure.proc, player)
            for part, base in zip(PARTS, measure.slots, strict=False):
                yield Question(f"{measure.name}.{part}", player, SLOT, base + player)


def _whose(engine: Engine, measure: MeasureInfo) -> range:
    """The players it is measured of; 0 for the table."""
    return range(1, engine.machine.players + 1) if measure.each else range(1)
