"""Statements that change the position."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, codes, parsed, scope_of, statements_of, world_of

from dsl.semantics import model
from dsl.semantics.body import changes


@pytest.mark.parametrize(
    ("text", "sorts"),
    [
        ("for each p in players: raise p.gold by 1", [model.ForEachStmt]),
        ("move top of pile to box", [model.MovePieces]),
        ("shuffle pile", [model.ShuffleZone]),
        ('say "so"', [model.SayText]),
        ("let n be 3", [model.LetLocal]),
    ],
)
def test_changes(text: str, sorts: list[type]) -> None:
    """What they become."""
    found, world = statements_of(text)
    assert codes(world) == [] and [type(stmt) for stmt in found] == sorts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("raise pile by 1", "E104"),
        ("for each p in players: set p.gold to 99", "E106"),
        ("for each c in pile: set c.cost to 1", "E104"),
        ("move players to pile", "E104"),
        ("shuffle players", "E104"),
    ],
)
def test_mistakes_of_changes(text: str, code: str) -> None:
    """One mistake, one message."""
    assert codes(statements_of(text)[1]) == [code]


def test_what_is_changed_is_a_field_of_somebody() -> None:
    """`target` says which, and of a bag which count."""
    world = world_of(PIECES)
    scope = scope_of(world, p=model.Ref(world.player))
    found = changes.target(scope, parsed("p.stock[ash]"))
    assert found is not None and found.field.name == "stock"
    assert changes.target(scope, parsed("p")) is None and codes(world) == ["E104"]
