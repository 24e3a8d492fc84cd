"""What is said behind the titles of pieces of one name, so that a reader can tell which is meant.

First where each lies, if they lie in different places; then the cell, in a layout; then what lies on it for all to see
(`Guard + Crossbow`), as a position shows it; and a number only where all of that is the same. A piece that needs no
such words keeps its bare title.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.runtime import pieces
from dsl.runtime.wording import Viewer, Words

_Mark = Callable[[int], str]


class Apart:
    """How the pieces of one position are told apart for a viewer, who knows each of them."""

    def __init__(self, words: Words, position: Sequence[int], viewer: Viewer) -> None:
        self.words = words
        self.position = position
        self.viewer = viewer

    def marks(self, alike: Sequence[int]) -> dict[int, str]:
        """What is said behind the titles of several pieces of one name, in the order of a list; for each piece."""
        found = dict.fromkeys(alike, "")
        self._mark([*found], [self._place, self._cell, self._load], found)
        return found

    def _mark(self, alike: list[int], ways: Sequence[_Mark], found: dict[int, str]) -> None:
        """Tell pieces apart that are called the same so far, by the first of these ways in which they differ."""
        if len(alike) < 2:
            return
        if not ways:
            for number, piece in enumerate(alike[1:], 2):
                found[piece] += f" #{number}"
            return
        groups: dict[str, list[int]] = {}
        for piece in alike:
            groups.setdefault(ways[0](piece), []).append(piece)
        for mark, group in groups.items():
            if mark and len(groups) > 1:
                for piece in group:
                    found[piece] += f" {mark}"
            self._mark(group, ways[1:], found)

    def _place(self, piece: int) -> str:
        return self.words.where(self.position, self.viewer, piece)

    def _cell(self, piece: int) -> str:
        cells = self.words.machine.cells
        if (
            cells is None
            or not cells.low <= piece <= cells.high
            or not self.words.place_of(self.position, piece).lies_open
        ):
            return ""
        cell = self.position[cells.column + piece]
        return self.words.own("at {1}", self.words.cell(cell)) if cell else ""

    def _load(self, piece: int) -> str:
        """What lies on a piece for all to see."""
        words, position = self.words, self.position
        zones = [zone for zone in words.zones_of.get(piece, ()) if words.places[zone].lies_open]
        lying = [each for zone in zones for each in pieces.members(words, position, zone)]
        names = sorted(words.title(each) for each in lying if words.knows(position, self.viewer, each))
        return f"+ {', '.join(names)}" if names else ""
