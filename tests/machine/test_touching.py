"""What touches what, on squares and on hexagons: counted, and the same both ways."""

from __future__ import annotations

import pytest
from machine.common import program_of

from dsl.machine.lower.program.touching import numbers, touching
from dsl.semantics import model as m

GAME = """
kind Cell is Space
kind Side is Space
kind Post is Space
the table has:
    board grid: Cell, {shape}, edges Side, corners Post
"""
SHAPES = ["4 by 3", "1 by 1", "hexagons within 2", "hexagons (2, 3, 2)", "hexagons within 0"]


def board_of(shape: str) -> m.Board:
    program = program_of(GAME.format(shape=shape))
    return next(board for board in program.boards if board.name == "grid")


@pytest.mark.parametrize("shape", SHAPES)
def test_who_touches_is_touched(shape: str) -> None:
    """Of all three sorts; nothing touches itself; an edge has two ends and one or two spaces."""
    board = board_of(shape)
    parts = {"spaces": (board,), "edges": board.edges, "corners": (board.parts["corners"],)}
    found = {what: touching(board, what) for what in parts}
    for what, of in parts.items():
        for other in parts:
            for thing in (each for part in of for each in numbers(part)):
                assert thing not in found[other][thing]
                assert all(thing in found[what][near] for near in found[other][thing])
    for edge in (each for part in board.edges for each in numbers(part)):
        assert len(found["corners"][edge]) == 2 and len(found["spaces"][edge]) in (1, 2)


@pytest.mark.parametrize(("shape", "round_it"), [("4 by 3", 4), ("hexagons within 2", 6)])
def test_a_space_has_as_many_edges_as_corners(shape: str, round_it: int) -> None:
    """And a corner as many edges as corners beside it."""
    board = board_of(shape)
    of_edges, of_corners = touching(board, "edges"), touching(board, "corners")
    for space in numbers(board):
        assert len(of_edges[space]) == len(of_corners[space]) == round_it
    for corner in numbers(board.parts["corners"]):
        assert len(of_edges[corner]) == len(of_corners[corner])
