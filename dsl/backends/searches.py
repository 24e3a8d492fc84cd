"""Search inside a backend: what is to be searched, and what a tree of games tells."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol


@dataclass(frozen=True, slots=True)
class Search:
    """How a tree is grown. seeds: of the dice of each player. exploration: the constant of UCT. wins: whether nobody
    can get more than 1. wide: most options of a node of which those that end the game are looked for. limit: decisions
    of a game at most. games: about how many will be played.
    """

    seeds: Sequence[int]
    exploration: float
    wins: bool
    wide: int
    limit: int
    games: int


@dataclass(frozen=True, slots=True)
class Tried:
    """An option at the root: how often it was taken, what each player got from it in all, and the results it is proved
    to lead to, if it is.
    """

    option: tuple[int, ...]
    visits: int
    got: tuple[float, ...]
    proved: tuple[int, ...] | None


class Tree(Protocol):
    """A tree of games from one position; ends are proved."""

    @property
    def games(self) -> int:
        """Games played so far; what only followed a proof is none."""
        ...

    @property
    def nodes(self) -> int:
        """Nodes of the tree."""
        ...

    @property
    def highest(self) -> int:
        """The highest stake met, by which results that add up to 0 are divided."""
        ...

    @property
    def is_proved(self) -> bool:
        """Whether it is known what good play leads to."""
        ...

    def grow(self, games: int, ways: int, until: float | None = None) -> None:
        """Play on until there are so many games, with so many ways down the tree at most, or until it is proved; no
        longer than until a time of `time.perf_counter`.
        """
        ...

    def tried(self) -> list[Tried]:
        """The options at the root that were tried."""
        ...


LONGEST_TABLE: Final = 1 << 16


class Bounds:
    """The bound of UCT, as all backends reckon it: by tables, so that the same games give the same numbers."""

    def __init__(self, games: int, exploration: float) -> None:
        """games: about how many are played."""
        self.last = min(4 * games + 2, LONGEST_TABLE) - 1
        self._scale = scale(self.last + 1, exploration)

    def bonus(self, offered: int, visits: int) -> float:
        """How much more an option is worth the less it was tried of the times it could be."""
        last, scale = self.last, self._scale
        return scale[min(offered, last)] * scale[last + 1 + min(visits, last)]


@lru_cache(maxsize=8)
def scale(size: int, exploration: float) -> array[float]:
    """What the bound of UCT is made of: exploration * sqrt(log(n + 1)), and 1 / sqrt(n), each for n below size."""
    logs = [exploration * math.sqrt(math.log(n + 1)) for n in range(size)]
    return array("d", [*logs, 0.0, *(1 / math.sqrt(n) for n in range(1, size))])
