"""Names: the game, enums and kinds."""

from __future__ import annotations

import pytest
from semantics.common import codes, world_of

from dsl.semantics.declare.declarations import declare


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kind A is B\nkind B is A\n", ["E120"]),
        ("kind A is Nobody\n", ["E101"]),
        ("kind A is Player\n", ["E104"]),
        ("enum E: a, b, a\n", ["E103"]),
        ("kind A\nenum A: x\n", ["E103"]),
        ("kind A\nkind B is A\n", []),
    ],
)
def test_kinds_and_enums(text: str, found: list[str]) -> None:
    """Each mistake once; what is wrong stands below Piece, so that nothing else is wrong for it."""
    assert codes(world_of(text)) == found


def test_the_game_says_for_how_many_it_is() -> None:
    """Title and numbers are known before anything else; names may not be declared a second time."""
    world = world_of('game "Bridge" for 2..4 players\nkind A\n', players=3)
    assert (world.setup.title, world.setup.players, world.setup.high_players) == ("Bridge", 3, 4)
    declare(world)
    assert "E103" in codes(world)
