"""Layouts in a position, for the reference backend: every set is worked out anew, step by step."""

from __future__ import annotations

from dsl.backends.base import MachineFault
from dsl.machine.ir.ops import Cells, Machine
from dsl.machine.ir.zone_storage import members

STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))
"""From a cell to those that touch it by edges, in the order of their numbers."""


def cells_of(machine: Machine) -> Cells:
    """The cells of a machine that has some."""
    if machine.cells is None:
        raise MachineFault("this machine has no cells")
    return machine.cells


class Shapes:
    """The layouts of one position."""

    def __init__(self, machine: Machine, S: list[int]) -> None:
        self.cells = cells_of(machine)
        self.machine = machine
        self.S = S

    def members(self, how: str, of: int) -> list[int]:
        """A set of cells or pieces; see ops.ListCells."""
        match how:
            case "beside":
                return self.beside(of)
            case "neighbours" | "cluster":
                zone = self.S[self.machine.layout.place + of] if of else 0
                if not self.lies(zone):
                    return []
                return sorted(self.neighbours(of) if how == "neighbours" else self.cluster(of))
            case _:
                if not self.lies(of):
                    return []
                found = {"fringe": self.fringe, "ground": self.ground, "outside": self.outside}[how](of)
                return sorted(found)

    def lies(self, zone: int) -> bool:
        """Whether a zone is a layout."""
        return self.cells.layouts[zone] >= 0

    def cell(self, piece: int) -> int:
        """The cell a piece lies in, or 0."""
        inside = self.cells.low <= piece <= self.cells.high
        return self.S[self.cells.column + piece] if inside else 0

    def pieces(self, zone: int) -> list[int]:
        """The pieces of a layout."""
        return members(self.machine, self.S, zone)

    def piece(self, cell: int) -> int:
        """The piece in a cell, or 0."""
        layout = self.cells.layout(cell)
        if layout < 0:
            return 0
        return next((piece for piece in self.pieces(self.cells.zones[layout]) if self.cell(piece) == cell), 0)

    def reaches(self, cell: int, more: int = 0) -> bool:
        """Whether a cell is within reach of its layout, or so many cells beyond."""
        reach = self.cells.reach[self.cells.layout(cell)] + more
        return all(abs(part) <= reach for part in self.cells.where(cell))

    def beside(self, cell: int) -> list[int]:
        """The cells that touch a cell."""
        layout = self.cells.layout(cell)
        if layout < 0:
            return []
        column, row = self.cells.where(cell)
        reach = self.cells.reach[layout] + 1
        return [
            self.cells.at(layout, column + x, row + y)
            for x, y in STEPS
            if abs(column + x) <= reach and abs(row + y) <= reach
        ]

    def neighbours(self, piece: int) -> set[int]:
        """The pieces that touch a piece."""
        return {self.piece(cell) for cell in self.beside(self.cell(piece))} - {0}

    def cluster(self, piece: int) -> set[int]:
        """The pieces joined to a piece, and itself."""
        found, pending = {piece}, [piece]
        while pending:
            for other in self.neighbours(pending.pop()) - found:
                found.add(other)
                pending.append(other)
        return found

    def start(self, zone: int) -> int:
        """The first cell of a layout."""
        return self.cells.at(self.cells.layouts[zone], 0, 0)

    def fringe(self, zone: int) -> set[int]:
        """The empty cells that touch a piece."""
        pieces = self.pieces(zone)
        if not pieces:
            return {self.start(zone)}
        near = {cell for piece in pieces for cell in self.beside(self.cell(piece))}
        return {cell for cell in near if self.reaches(cell) and not self.piece(cell)}

    def _box(self, zone: int) -> tuple[int, int, int, int]:
        places = [self.cells.where(self.cell(piece)) for piece in self.pieces(zone)]
        columns, rows = [column for column, _ in places], [row for _, row in places]
        return min(columns) - 1, max(columns) + 1, min(rows) - 1, max(rows) + 1

    def ground(self, zone: int) -> set[int]:
        """The cells of the rectangle round all pieces, one cell wider on each side."""
        if not self.pieces(zone):
            return {self.start(zone)}
        left, right, low, high = self._box(zone)
        layout = self.cells.layouts[zone]
        return {self.cells.at(layout, column, row) for column in range(left, right + 1) for row in range(low, high + 1)}

    def outside(self, zone: int) -> set[int]:
        """The empty cells joined to the border of the ground over empty cells."""
        ground = self.ground(zone)
        if len(ground) == 1:
            return ground
        left, _, low, _ = self._box(zone)
        corner = self.cells.at(self.cells.layouts[zone], left, low)
        found, pending = {corner}, [corner]  # the border is all empty, so that its corner leads to all of it
        while pending:
            for cell in self.beside(pending.pop()):
                if cell in ground and cell not in found and not self.piece(cell):
                    found.add(cell)
                    pending.append(cell)
        return found
