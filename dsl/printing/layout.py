"""Papers, sizes of cards, and how many of them go on a sheet. All lengths are in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PAPERS: Final[dict[str, tuple[float, float]]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
SIZES: Final[dict[str, tuple[float, float]]] = {
    "poker": (63, 88),
    "bridge": (57, 89),
    "tarot": (70, 120),
    "mini": (44, 68),
    "square": (70, 70),
    "hex": (80, 92),
}
"""Sizes of cards, width and height; `hex` is the tile around which its hexagon is cut."""
MARGIN: Final = 8.0
"""What printers leave white at the edges of a sheet."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """How cards of one size lie on a paper: columns and rows, the size of a card, its bleed, the gap between two."""

    paper: tuple[float, float]
    card: tuple[float, float]
    bleed: float
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """How many cards go on one sheet."""
        return self.columns * self.rows


def sheet(paper: str, size: str, bleed: float) -> Sheet:
    """How cards lie on a paper; ValueError if none fits."""
    (width, height), (wide, high) = PAPERS[paper], SIZES[size]
    columns = int((width - 2 * MARGIN) // (wide + 2 * bleed))
    rows = int((height - 2 * MARGIN) // (high + 2 * bleed))
    if columns * rows == 0:
        raise ValueError(f"no {size} card with a bleed of {bleed:g} mm fits on {paper}")
    return Sheet((width, height), (wide, high), bleed, columns, rows)
