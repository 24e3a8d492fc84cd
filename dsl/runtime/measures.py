"""What can be measured of a position by its name: fields and values of players, and of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dsl.backends.base import PlayError
from dsl.diagnostics import nearest
from dsl.runtime.engine import Engine

SLOT = -1
"""In place of a function: what is asked for is a slot."""


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
    for name in names:
        asked = [each for each in known if each.name == name]
        if not asked:
            near = nearest(name, sorted({each.name for each in known}))
            meant = f"; {near[0]}?" if near else ""
            raise ValueError(f"there is no field and no value of a player or of the table called {name}{meant}")
        found += asked
    return found


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
