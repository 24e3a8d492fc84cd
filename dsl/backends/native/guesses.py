"""A tree of games among guesses that is grown in C (guessed.c): the memory it lies in, and what Python reads of it."""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Sequence
from time import perf_counter
from typing import Final

from dsl.backends.guessing import GAME, SEARCH, Guessing, Known, Signs, work_of
from dsl.backends.native.bind import NEEDED, Minded, address_of
from dsl.backends.native.compiled import Compiled
from dsl.backends.native.tree import BREATH, EACH, MOST, PIECE
from dsl.backends.searches import LONGEST_TABLE, scale

_BEHIND: Final = 4
"""Numbers of an arm before what players got: see guessed.c."""
_MADE, _IMPOSSIBLE = 1, 3
_WIDTH: Final = 16
"""Bits of the table of arms at first."""


class GuessTree:
    """A tree from guesses of one position. It can be grown by one thread at a time."""

    def __init__(self, compiled: Compiled, mind: Minded, cells: array[int], search: Guessing) -> None:
        """cells: the position, which is not changed."""
        players, span = compiled.machine.players, compiled.module.span
        self._compiled, self._mind, self._search = compiled, mind, search
        self._players, self._span = players, span
        self._size = _BEHIND + players
        arms = max(64, min(EACH * search.games, MOST // (8 * self._size)))
        bits = max(_WIDTH, (2 * arms).bit_length())
        guesses, game = search.guesses, search.game
        game[GAME.index("SPAN")], game[GAME.index("WIDTH")] = span, compiled.module.width
        self._memories = [
            mmap.mmap(-1, size)
            for size in (8 * self._size * arms, 4 << bits, 8 * (span + 1) * guesses.most, 16 * players * guesses.most)
        ]
        numbers = dict.fromkeys(SEARCH, 0)
        numbers |= {"BY_SETS": int(search.sets), "HIDDEN": int(search.hides), "MOST": guesses.most}
        numbers |= {"GIVEN": guesses.given, "ROOM": arms, "TABLE_BITS": 7, "HIGHEST": search.highest}
        numbers |= {"LONGEST": search.limit, "GUESSES": _signed(guesses.seed), "PICKS": _signed(search.picks)}
        table = scale(min(4 * search.games + 2, LONGEST_TABLE), search.exploration)
        numbers["SCALE"] = len(table) // 2
        self._worth = 2 * numbers["SCALE"]
        """Where in the scale stands what changes of signs are worth."""
        self._numbers = array("q", [numbers[name] for name in SEARCH])
        self._scale = table + array("d", _worth(search.signs))
        self._cells, self._judged = cells, _judged(search.signs)
        self._dice = array("Q", [*(number for pair in search.dice for number in pair), *[0] * players])
        made = guesses.chart
        work = 0 if made is None else work_of(made, compiled.machine.layout.told_words)
        self._room = array("q", bytes(8 * (2 * span + work)))

    @property
    def games(self) -> int:
        """Games played so far."""
        return self._numbers[SEARCH.index("PLAYED")]

    @property
    def highest(self) -> int:
        """The highest stake met, by which results that add up to 0 are divided."""
        return self._numbers[SEARCH.index("HIGHEST")]

    def grow(self, games: int, ways: int, until: float | None = None) -> None:
        """Play on until there are so many games, or as many were begun as there are ways; no longer than until a time
        of `time.perf_counter`.
        """
        bound = self._compiled.contexts.stepping
        bound.owner = None
        of = self._table(bound.entries)
        numbers, piece = self._numbers, PIECE
        numbers[SEARCH.index("WAYS")] = ways
        while self.games < games and numbers[SEARCH.index("TRIES")] < ways:
            numbers[SEARCH.index("GAMES")] = min(games, self.games + piece)
            begun = perf_counter()
            how = self._mind.grow(bound.at, of.buffer_info()[0])
            if how == NEEDED:
                self._hand_over()
                continue
            bound.check(how)
            now = perf_counter()
            if until is not None and now >= until:
                break
            if now - begun < BREATH:
                piece *= 2

    def changes(self, games: int) -> list[list[float]]:
        """How the signs of some games change up to the horizon: a row of each that comes so far."""
        bound, width = self._compiled.contexts.stepping, 1 + 2 * self._players
        bound.owner = None
        rows = array("d", bytes(8 * (1 + games * width)))
        head = array("q", [games])
        rows[0] = array("d", head.tobytes())[0]
        of = self._table(bound.entries, rows=rows.buffer_info()[0])
        how = NEEDED
        while how == NEEDED:
            how = self._mind.changes(bound.at, of.buffer_info()[0])
            if how == NEEDED:
                self._hand_over()
        bound.check(how)
        starts = range(1, 1 + games * width, width)
        return [rows[at + 1 : at + width].tolist() for at in starts if rows[at]]

    def set_usual(self, usual: Sequence[float]) -> None:
        """Say what a usual change of each sign is."""
        self._scale[self._worth : self._worth + 2] = array("d", usual)

    def known(self) -> list[Known]:
        """What is known of each option of the position that is worth trying, one after the other."""
        bound = self._compiled.contexts.stepping
        bound.owner = None
        count = len(self._search_options())
        rows = array("q", bytes(8 * self._size * count))
        of = self._table(bound.entries, rows=rows.buffer_info()[0])
        bound.check(self._mind.told(bound.at, of.buffer_info()[0]))
        found: list[Known] = []
        for at in range(0, self._size * bound.told, self._size):
            got = array("d", rows[at + _BEHIND : at + self._size].tobytes())
            found.append(Known(rows[at + 1], tuple(got)))
        return found

    def dealt(self, key: int) -> list[int] | None:
        """The guess of a key as C deals it; None if it cannot be, or if it is not dealt there."""
        if self._search.guesses.chart is None:
            return None
        bound, cells = self._compiled.contexts.stepping, array("q", bytes(8 * (self._span + 1)))
        bound.owner = None
        of, dice = self._table(bound.entries), array("Q", [key])
        of[7], of[8] = dice.buffer_info()[0], cells.buffer_info()[0]
        made = self._mind.deal(bound.at, of.buffer_info()[0])
        return cells[: self._compiled.length(cells)].tolist() if made == 1 else None

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _search_options(self) -> list[tuple[int, ...]]:
        """All options of the position."""
        bound = self._compiled.contexts.stepping
        bound.check(bound.options(bound.at, self._cells.buffer_info()[0]))
        return bound.offered()

    def _table(self, entries: int, rows: int = 0) -> array[int]:
        """Where everything lies, in the order of `mind` in chart.c."""
        search, memories = self._search, [address_of(each) for each in self._memories]
        arms, found, deals, signs = memories

        def at(part: array[int] | array[float] | None) -> int:
            return 0 if part is None else part.buffer_info()[0]

        charts = at(search.game), at(search.guesses.chart), at(self._numbers)
        work = at(self._scale), at(self._dice), deals, at(self._room), signs
        return array("Q", (entries, *charts, arms, found, *work, at(self._cells), at(self._judged), rows))

    def _hand_over(self) -> None:
        """Put the guess that is wanted next among the deals."""
        guesses, span = self._search.guesses, self._span
        number = self._numbers[SEARCH.index("GIVEN")] % guesses.most
        position = guesses.deal(number)
        begin, memory = 8 * (span + 1) * number, self._memories[2]
        mark = _IMPOSSIBLE
        if position is not None and len(position) <= self._compiled.module.capacity:
            cells = array("q", position)
            cells.frombytes(bytes(8 * (span - len(cells))))
            bound = self._compiled.contexts.stepping
            if bound.sound(cells.buffer_info()[0], len(position)):
                memory[begin : begin + 8 * span] = cells.tobytes()
                mark = _MADE
        memory[begin + 8 * span : begin + 8 * (span + 1)] = array("q", [mark]).tobytes()


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def _worth(signs: Signs | None) -> list[float]:
    return [1.0, 1.0, 0.0, 0.0, 1.0] if signs is None else [*signs.usual, *signs.weights, signs.most]


def _judged(signs: Signs | None) -> array[int] | None:
    """How positions are judged, as onward.c reads it."""
    if signs is None:
        return None
    head = len(signs.aims), len(signs.points), int(signs.together), int(bool(signs.holders))
    return array("q", (*head, *(number for aim in signs.aims for number in aim), *signs.points, *signs.holders))
