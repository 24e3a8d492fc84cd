"""What kinds, players and the table have."""

from __future__ import annotations

import pytest
from semantics.common import codes, world_of

from dsl.semantics.declare.members import built_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kind A:\n    x: 0..9\n    x: 0..3\n", ["E103"]),
        ("kind A:\n    x: 0..9\nkind B is A:\n    x: 0..3\n", ["E103"]),
        ("kind A\nthe table has:\n    board b: A by x: 1..3\n", ["E104"]),
        ("kind A is Space\nthe table has:\n    board b: A by x: 1..30 as letters\n", ["E106"]),
        ("enum E: a\nthe table has:\n    zone z: cards of E, seen by all\n", ["E104"]),
        ("kind A is Space\nthe table has:\n    zone z: cards of A, seen by all\n", ["E104"]),
    ],
)
def test_mistakes_of_members(text: str, found: list[str]) -> None:
    """Each is told once."""
    assert codes(world_of(text)) == found


def test_two_boards_share_a_coordinate() -> None:
    """The field of the spaces has room for both."""
    world = world_of("kind A is Space\nthe table has:\n    board b: A by x: 1..3\n    board c: A by x: 3..7\n")
    field = world.things.kinds["A"].fields["x"]
    assert (field.type.low, field.type.high) == (1, 7)  # pyright: ignore[reportAttributeAccessIssue]
    assert [board.dims for board in world.things.boards] == [[("x", 3, 1)], [("x", 5, 3)]]


def test_columns_and_rows_are_letters_and_numbers() -> None:
    """`8 by 3` is short for two dimensions."""
    world = world_of("kind A is Space\nthe table has:\n    board b: A, 8 by 3\n")
    (board,) = world.things.boards
    assert board.dims == [("column", 8, 1), ("row", 3, 1)] and board.letters == {"column"}


def test_built_in_fields_are_told_as_such() -> None:
    """Nobody finds their declaration by looking for it."""
    world = world_of("kind A:\n    var owner: 0..9\n")
    assert codes(world) == ["E103"]
    assert world.bag.all()[0].message == built_in(world.things.kinds["A"], "owner")
