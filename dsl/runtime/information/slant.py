"""Whether a board is one of hexagons, and to which side its rows are shifted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.machine.ir.ops import BoardInfo

_SIDES: Final = {(0, 1), (1, 0), (0, -1), (-1, 0)}


def lean_of(board: BoardInfo, directions: Iterable[tuple[int, ...]]) -> int:
    """How the rows of hexagons are shifted, if the directions of the game are those of hexagons: 1 if the upper rows
    stand farther to the right, -1 if to the left, 0 for squares.
    """
    steps = set(directions)
    if len(board.dims) != 2 or not steps > _SIDES:
        return 0
    across = steps - _SIDES
    lean = 1 if across == {(1, -1), (-1, 1)} else -1 if across == {(1, 1), (-1, -1)} else 0
    return lean if board.across is not None else -lean  # without letters the rows are drawn downwards
