"""The machine: where everything lies in a position. See `ops`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of S: name, first slot, number of slots, what one slot holds (low..high).

    A table of what lasts or waits is a count and entries of `entry` slots each; `numbers`: those of an entry, counted
    from 0 and in order, that never hold an entity.
    """

    name: str
    base: int
    size: int
    low: int
    high: int
    entry: int = 0
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies in S. columns: the piece columns place, owner, face, known as base such that the slot of
    entity e is base + e (so base may be below the region's first slot). stack: the first slot of the stack;
    stack_limit: most slots of it. next: the column of linked zones, linked: the first slot of these zones, behind all
    others (both 0 if there are none). told: what all were told of the pieces and what each player was, each a mask of
    `told_words` columns over the sorts that a piece is known not to be (both 0 if nothing is told).
    """

    regions: tuple[Region, ...]
    place: int
    owner: int
    face: int
    known: int
    counters: int
    results: int
    stack: int
    stack_limit: int
    next: int = 0
    linked: int = 0
    told: int = 0
    told_words: int = 0

    @property
    def chain(self) -> int:
        """Zones from this base on are linked; where there are none it lies behind all."""
        return self.linked or self.stack

    def captured(self) -> list[int]:
        """The slots of what lasts or waits that may hold entities."""
        return [
            slot
            for region in self.regions
            if region.entry
            for slot in range(region.base + 1, region.base + region.size)
            if (slot - region.base - 1) % region.entry not in region.numbers
        ]


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of all layouts: the square of layout i is first + i * stride**2 and those behind it, row by row.

    Its middle is column 0, row 0. column: base of the column `cell` of pieces low..high (the slot of piece e is
    column + e; 0: it lies in no cell). zones: the zone instance of each layout; reach: how far from the middle its
    pieces may lie; layouts: per zone instance its layout, or -1.
    """

    first: int
    stride: int
    column: int
    low: int
    high: int
    zones: tuple[int, ...]
    reach: tuple[int, ...]
    layouts: tuple[int, ...]

    @property
    def last(self) -> int:
        """The greatest number of a cell."""
        return self.first + len(self.zones) * self.stride**2 - 1

    def layout(self, cell: int) -> int:
        """The layout that a cell belongs to, or -1."""
        return (cell - self.first) // self.stride**2 if self.first <= cell <= self.last else -1

    def where(self, cell: int) -> tuple[int, int]:
        """The column and the row of a cell."""
        row, column = divmod((cell - self.first) % self.stride**2, self.stride)
        return column - self.stride // 2, row - self.stride // 2

    def at(self, layout: int, column: int, row: int) -> int:
        """The cell of a layout at a column and a row."""
        middle = self.stride // 2
        return self.first + layout * self.stride**2 + (row + middle) * self.stride + column + middle
