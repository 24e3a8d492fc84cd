"""What the spaces of a board are called."""

from __future__ import annotations

from semantics.common import world_of

from dsl.semantics.expr.coordinates import indices_of, space_names, values

BOARDS = """
enum Lane: left, right
kind A is Space
the table has:
    board chess: A, 2 by 3
    board lanes: A by lane: Lane, depth: 1..2
"""


def test_names_and_back() -> None:
    """A number stands right behind a letter, and after a space behind a word."""
    chess, lanes = world_of(BOARDS).things.boards
    assert space_names(chess) == ["a1", "a2", "a3", "b1", "b2", "b3"]
    assert space_names(lanes) == ["left 1", "left 2", "right 1", "right 2"]
    for board in (chess, lanes):
        found = [indices_of(board, name) for name in space_names(board)]
        assert len({tuple(each or ()) for each in found}) == len(found) and None not in found
    assert indices_of(chess, "c1") is None and values(chess, 0) == ("a", "b")
