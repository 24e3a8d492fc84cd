"""A board that is a graph, as a list: each space with those that links join to it, and below it what stands there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.repl.drawing.grid import wrapped
from dsl.repl.output import Line, line
from dsl.runtime.information.views import BoardView, SpaceView
from dsl.runtime.tongues.own import words_now


def draw(
    shown: BoardView, title: str, columns: int, indent: int, inside: Callable[[SpaceView], Sequence[Line]]
) -> list[Line]:
    """The list under its title. inside: the lines of what a space says and holds."""
    joined = _joined(shown)
    out = [line(" " * indent, (title, "name"))]
    for at, space in enumerate(shown.spaces):
        first = line(" " * indent, (space.name, "name"))
        told: list[Line] = []
        for name, ends in joined[at]:
            called = words_now().named(name)
            told += [line((f"{called}: {each}" if number == 0 else each, "dim")) for number, each in enumerate(ends)]
        start = (*first, *line(("  ", "dim"))) if told else first
        out += wrapped(told, columns, first=start, indent=indent + 4, between=", ") or [first]
        if space.fields or any(zone.items for zone in space.zones):
            left = line(" " * (indent + 2))
            out += [(*left, *each) for each in inside(space)]
    return out


def _joined(shown: BoardView) -> list[list[tuple[str, list[str]]]]:
    """For each space the names of its links, each with the spaces to which they lead."""
    found: list[list[tuple[str, list[str]]]] = [[] for _ in shown.spaces]
    for name, pairs in shown.links:
        ends: list[list[int]] = [[] for _ in shown.spaces]
        for one, other in pairs:
            ends[one].append(other)
            ends[other].append(one)
        for at, row in enumerate(ends):
            if row:
                found[at].append((name, [shown.spaces[each].name for each in sorted(row)]))
    return found
