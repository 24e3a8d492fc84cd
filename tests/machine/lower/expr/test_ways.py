"""The longest way, against every way there is, on graphs by chance."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dsl.machine.lower.expr.ways import make_way
from dsl.runtime.game import load

SIZE = 7
RULES = """\
game "Ways" for 2 players
kind Spot is Space:
    var joined: set of Spot
    var shut: yes/no
the table has:
    board map: Spot by x: 1..{size}
    var path: 0..60
    var trail: 0..60
    var short: 0..60
    var worth: 0..999
window turn
action look in turn:
    set path to longest path of c in map through c.joined within 20 while not c.shut
    set trail to longest trail of c in map through c.joined within 30 while not c.shut
    set short to longest trail of c in (each s in map where s.x < 3) through c.joined within 3
    set worth to longest trail of c in map through d in c.joined within 30 worth c.x * 2 + d.x while not c.shut
main:
{joins}
    repeat at most 2 times: offer turn to player 1, no passing
"""
Graph = dict[int, set[int]]


def graph_of(dice: Random) -> tuple[Graph, set[int]]:
    """Who is joined to whom, and where nobody goes on."""
    graph: Graph = {spot: set() for spot in range(1, SIZE + 1)}
    pairs = [(a, b) for a in graph for b in graph if a < b]
    for a, b in dice.sample(pairs, 9):
        graph[a].add(b)
        graph[b].add(a)
    return graph, set(dice.sample(sorted(graph), 2))


def lengths(graph: Graph, shut: set[int], at: int, seen: frozenset[object], form: str) -> Iterator[int]:
    """How long each way from a place is."""
    yield 0
    for other in graph[at]:
        mark: object = other if form == "path" else frozenset((at, other))
        if mark not in seen:
            further = lengths(graph, shut, other, seen | {mark}, form) if other not in shut else iter([0])
            yield from (1 + length for length in further)


def heaviest(graph: Graph, shut: set[int], at: int, seen: frozenset[object]) -> int:
    """The most that a trail from a place is worth, each step twice where it begins and once where it leads to."""
    best = 0
    for other in graph[at]:
        mark = frozenset((at, other))
        if mark not in seen:
            rest = 0 if other in shut else heaviest(graph, shut, other, seen | {mark})
            best = max(best, 2 * at + other + rest)
    return best


def longest(graph: Graph, shut: set[int], starts: range, form: str) -> int:
    """The longest of all ways."""
    found = (lengths(graph, shut, at, frozenset([at] if form == "path" else []), form) for at in starts)
    return max(length for each in found for length in each)


@pytest.mark.parametrize("seed", range(4))
def test_it_is_as_long_as_the_longest_of_all(seed: int, tmp_path: Path) -> None:
    assert make_way.__doc__
    graph, shut = graph_of(Random(seed))
    joins = [f"    raise map[{a}].joined by map[{b}]" for a in graph for b in graph[a]]
    joins += [f"    set map[{a}].shut to yes" for a in shut]
    (tmp_path / "game.rules").write_text(RULES.format(size=SIZE, joins="\n".join(joins)), encoding="utf-8")
    state = load(tmp_path).start(2, 1)
    state.apply(state.moves()[0])
    fields = {field.name: state.position[field.base] for field in state.engine.machine.names.fields}
    everywhere = range(1, SIZE + 1)
    assert fields["path"] == longest(graph, shut, everywhere, "path")
    assert fields["trail"] == longest(graph, shut, everywhere, "trail")
    assert fields["short"] == min(3, longest(graph, set(), range(1, 3), "trail"))
    assert fields["worth"] == max(heaviest(graph, shut, at, frozenset()) for at in everywhere)
