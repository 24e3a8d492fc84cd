"""Search inside a backend: what is to be searched, and what a tree of games tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


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

    def grow(self, games: int, ways: int) -> None:
        """Play on until there are so many games, with so many ways down the tree at most, or until it is proved."""
        ...

    def tried(self) -> list[Tried]:
        """The options at the root that were tried."""
        ...
