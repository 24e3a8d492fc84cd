"""Which boards are of hexagons, and where these lie."""

from __future__ import annotations

from typing import Final

from dsl.semantics.model import Board, Program

_SIDES: Final = {(0, 1), (1, 0), (0, -1), (-1, 0)}


def lean(program: Program, board: Board | None) -> int:
    """How the rows of a board of hexagons are shifted, 1 or -1; 0 if the directions of the game are no hexagons'."""
    steps = set(program.directions)
    if board is None or len(board.dims) != 2 or not steps > _SIDES:
        return 0
    across = steps - _SIDES
    found = 1 if across == {(1, -1), (-1, 1)} else -1 if across == {(1, 1), (-1, -1)} else 0
    return found if board.letters else -found
