"""Memories of positions."""

from __future__ import annotations

from semantics.common import checked, parsed, scope_of, world_of

from dsl.semantics.expr.memory import check_memory, repetitions
from dsl.semantics.types import say

MEMORY = """
each player has:
    var gold: 0..9
memory past, at most 30:
    p.gold for p in players
"""


def test_repetitions_are_counted() -> None:
    """At most as often as the memory is long; of something else it is no such question."""
    world = world_of(MEMORY)
    scope, node = scope_of(world), parsed("past")
    check_memory(world, world.play.memories["past"])
    found = repetitions(scope, node.span, node)
    assert found is not None and say(found.type) == "a number 0..30"
    assert repetitions(scope, node.span, parsed("players")) is None
    assert "past" in world.play.memories


def test_what_is_remembered_is_known_by_name() -> None:
    """A memory that is not there is told."""
    _, bag = checked('game "T" for 2 players\n' + MEMORY + "main: remember passed_by\n")
    assert [each.code for each in bag.all() if each.severity == "error"] == ["E101"]
