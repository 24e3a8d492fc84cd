"""Edges and corners of boards, and plans."""

from __future__ import annotations

import pytest
from semantics.common import codes, parsed, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr import corners
from dsl.semantics.model import Ref
from dsl.semantics.types import say

BOARD = """
use "squares"
directions ways: north (0, 1), east (1, 0)
kind A is Space
kind Side is Space:
    var wall: yes/no
kind Corner is Space
the table has:
    board map: A, 2 by 2, edges Side, corners Corner
"""


def test_a_board_has_boards_of_its_edges_and_corners() -> None:
    """Each is a part of it."""
    board, *parts = world_of(BOARD).things.boards
    assert sorted(board.parts) == ["corners", "east", "north"]
    assert all(part.of is board for part in parts) and len(parts) == 3
    assert corners.world_field(board, 0) == model.Int(1, 2)


@pytest.mark.parametrize(
    ("text", "said", "mistakes"),
    [
        ("edge from s along north", "a Side or none", []),
        ("edges from s along ways", "a set of Side pieces", []),
        ("corners of s", "a set of Corner pieces", []),
        ("edge from n along north", "", ["E104"]),
    ],
)
def test_what_is_asked_of_edges(text: str, said: str, mistakes: list[str]) -> None:
    """One in a direction, all in several, the corners round a space."""
    world = world_of(BOARD)
    found = scope_of(world, s=Ref(world.things.kinds["A"]), n=model.Int(0, 9)).expr(parsed(text))
    assert codes(world) == mistakes and (not said or say(found.type) == said)
