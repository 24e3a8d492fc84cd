"""A tree of games that is grown in C (search.c): the memory that it lies in, and what Python reads of it."""

from __future__ import annotations

import mmap
from array import array
from time import perf_counter
from typing import Final

from dsl.backends.native.bind import address_of
from dsl.backends.native.compiled import Compiled
from dsl.backends.searches import LONGEST_TABLE, Search, Tried, scale

HEAD: Final = 6
"""Numbers of a node before what players got: see `node` in search.c."""
MOST: Final = 1 << 28
"""Bytes of nodes; they are touched only as far as they are used."""
EACH: Final = 64
"""Nodes for each game."""
_GAMES, _WAYS, _USED, _PLAYED, _HIGHEST = 0, 1, 3, 7, 8
PIECE: Final = 16
"""Games before Python looks first whether it is to stop; more, as soon as they take less than a breath."""
BREATH: Final = 0.03
"""Seconds."""


class Tree:
    """A tree from one position. It can be grown by one thread at a time."""

    def __init__(self, compiled: Compiled, cells: array[int], search: Search) -> None:
        """cells: the position, which is not changed."""
        machine = compiled.machine
        self._compiled = compiled
        self._cells = cells
        self._players = machine.players
        self._size = HEAD + 2 * machine.players + compiled.module.width
        nodes = max(2, min(2 + EACH * search.games, MOST // (8 * self._size)))
        self._memory = mmap.mmap(-1, 8 * self._size * nodes)
        self._nodes = address_of(self._memory)
        self._scale = scale(min(4 * search.games + 2, LONGEST_TABLE), search.exploration)
        self._room = array("q", bytes(16 * compiled.module.span))
        dice = [number for seed in search.seeds for number in (seed, 0)]
        self._dice = array("Q", [*dice, *[0] * machine.players])
        numbers = (0, 0, nodes, 0, search.wide, search.limit, int(search.wins), 0, 1, len(self._scale) // 2)
        self._plan = array("q", numbers)

    @property
    def games(self) -> int:
        """Games played so far; what only followed a proof is none."""
        return self._plan[_PLAYED]

    @property
    def nodes(self) -> int:
        """Nodes of the tree."""
        return self._plan[_USED]

    @property
    def highest(self) -> int:
        """The highest stake met, by which results that add up to 0 are divided."""
        return self._plan[_HIGHEST]

    @property
    def is_proved(self) -> bool:
        """Whether it is known what good play leads to."""
        return bool(self._numbers(0)[5])

    def grow(self, games: int, ways: int, until: float | None = None) -> None:
        """Play on until there are so many games, with so many ways down the tree at most, or until it is proved; no
        longer than until a time of `time.perf_counter`.
        """
        bound = self._compiled.contexts.stepping
        bound.owner = None
        parts = (self._cells, self._room, self._plan)
        given = [part.buffer_info()[0] for part in parts]
        tables = self._scale.buffer_info()[0], self._dice.buffer_info()[0]
        self._plan[_WAYS] = ways
        piece, goal = PIECE, self.games
        while self.games == goal < games:  # fewer, if it is proved or there are no more ways
            goal = min(games, goal + piece)
            self._plan[_GAMES] = goal
            begun = perf_counter()
            bound.check(bound.search(bound.at, *given, self._nodes, *tables))
            now = perf_counter()
            if until is not None and now >= until:
                break
            if now - begun < BREATH:
                piece *= 2

    def tried(self) -> list[Tried]:
        """The options at the root that were tried."""
        first, tried = self._numbers(0)[2], self._numbers(0)[4]
        return [self._tried(number) for number in range(first, first + tried)]

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _at(self, number: int) -> int:
        return 8 * self._size * number

    def _numbers(self, number: int) -> array[int]:
        return array("q", self._memory[self._at(number) : self._at(number + 1)])

    def _tried(self, number: int) -> Tried:
        numbers, players = self._numbers(number), self._players
        got = array("d", numbers[HEAD : HEAD + players].tobytes())
        results = tuple(numbers[HEAD + players : HEAD + 2 * players])
        size, *option = numbers[HEAD + 2 * players :]
        return Tried(tuple(option[:size]), numbers[0], tuple(got), results if numbers[5] else None)
