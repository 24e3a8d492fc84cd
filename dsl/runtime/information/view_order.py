"""In which order the pieces of a zone without order are listed for a viewer: by what he sees, and not by numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.runtime import pieces
from dsl.runtime.engine import Engine
from dsl.runtime.secret_fields import seen_columns, seen_state
from dsl.runtime.viewers import Viewer


def cell_of(engine: Engine, position: Sequence[int], piece: int) -> tuple[int, int] | None:
    """The column and row of the cell where a piece lies, if it lies in one."""
    cells = engine.machine.cells
    if cells is None or not cells.low <= piece <= cells.high:
        return None
    found = position[cells.column + piece]
    return cells.where(found) if found else None


class Order:
    """The order for one viewer of one position. copies: for each piece of which there are copies all of these."""

    def __init__(
        self, engine: Engine, position: Sequence[int], viewer: Viewer, copies: Mapping[int, tuple[int, ...]]
    ) -> None:
        self._engine = engine
        self._position = position
        self._viewer = viewer
        self._copies = copies

    def of(self, found: list[int]) -> list[int]:
        """The pieces of a zone, in that order; where no two are copies, how they look does not matter."""
        copies = self._copies
        if len(found) < 2 or self._viewer is None or copies.keys().isdisjoint(found):
            return found
        firsts = [copies[piece][0] if piece in copies else piece for piece in found]
        if len(set(firsts)) < len(firsts):
            return sorted(found, key=self._sight)
        return [piece for _, piece in sorted(zip(firsts, found, strict=True))]

    def _sight(self, piece: int) -> tuple[object, ...]:
        """What the viewer sees of a piece, to be put in order by it."""
        words, position = self._engine.words, self._position
        if not words.knows(position, self._viewer, piece):
            return (piece,)  # it is listed as a back, wherever it stands
        state = seen_state(words, position, self._viewer, piece, knowing=False)
        inner = [pieces.members(words, position, zone) for zone in words.zones_of.get(piece, ())]
        held = [sorted(repr(self._sight(each)) for each in members) for members in inner]
        cell = cell_of(self._engine, position, piece) or (0, 0)
        return (self._copies.get(piece, (piece,))[0], self._pointing(piece), state, cell, held)

    def _pointing(self, piece: int) -> list[tuple[str, str]]:
        """What the fields of a piece that point at pieces say to the viewer: copies of those are told by where they
        lie, and by their number only if that is the same.
        """
        words, position = self._engine.words, self._position
        columns = seen_columns(words, position, self._viewer, piece)
        values = [position[column[0] + piece] for column in columns if column in words.pointers]
        return [
            (words.entity(position, self._viewer, each), words.where(position, self._viewer, each))
            if words.is_piece(each)
            else ("", str(each))
            for each in values
        ]
