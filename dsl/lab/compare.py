"""Whether one game differs from another: the same seeds for both, until it is clear.

Each pair of games gives a difference. Three hypotheses are weighed as the pairs come in, by the generalized sequential
probability ratio test for normalised Elo (Van den Bergh, "Normalized Elo", 2020, as Stockfish's Fishtest uses it): that
nothing differs, and that B gives more, or less, by so many points of normalised Elo.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Final

from dsl.backends.batches import ENDED
from dsl.backends.counting import COUNTED
from dsl.lab.arena import Arena
from dsl.lab.running import Hands, play_chunk
from dsl.lab.stats import Difference, benjamini_hochberg
from dsl.lab.store import Chunk
from dsl.lab.variant import Variant
from dsl.play.simulate import wins

UNIT: Final = 800 / math.log(10)
"""Points of normalised Elo for a mean of one standard deviation."""
ERROR: Final = 0.05
"""How often either wrong answer may be given."""
WORTH: Final = 0.01
"""A rate that changes by less is not told."""
BATCH: Final = 500
THOUGHT: Final = 20
"""Pairs that are played in one go: at random, and where somebody thinks."""
ALIKE: Final = 1000
"""Pairs after which games that always go exactly alike count as the same."""
_LEAST: Final = 100


@dataclass(slots=True)
class Test:
    """The test of three hypotheses. bounds: normalised Elo that counts as no difference, and as one."""

    bounds: tuple[float, float] = (0.0, 5.0)
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, difference: float) -> None:
        """One more pair."""
        self.pairs += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> float:
        """The mean difference."""
        return self.total / self.pairs if self.pairs else 0.0

    @property
    def variance(self) -> float:
        """The variance of the differences."""
        return max(self.squares / self.pairs - self.mean**2, 0.0) if self.pairs else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.pairs) if self.pairs else 0.0

    @property
    def elo(self) -> float:
        """The difference in normalised Elo."""
        return UNIT * self.mean / math.sqrt(self.variance) if self.variance else 0.0

    def ratio(self, sign: int) -> float:
        """The logarithm of the likelihood ratio of a difference to one side against none."""
        spread = self.variance
        if spread == 0:
            return 0.0
        none, some = (sign * bound / UNIT * math.sqrt(spread) for bound in self.bounds)
        return self.pairs / 2 * math.log((spread + (self.mean - none) ** 2) / (spread + (self.mean - some) ** 2))

    @property
    def verdict(self) -> str | None:
        """`more`, `less`, `none`, or None while it is not clear."""
        sure = math.log((1 - ERROR) / (ERROR / 2))
        if self.pairs < _LEAST:
            return None
        if self.ratio(1) > sure:
            return "more"
        if self.ratio(-1) > sure:
            return "less"
        return "none" if max(self.ratio(1), self.ratio(-1)) < -sure else None

    @property
    def fixed(self) -> int:
        """How many pairs a test needs that looks only once, at the end."""
        normal = NormalDist()
        deviations = normal.inv_cdf(1 - ERROR / 2) + normal.inv_cdf(1 - ERROR)
        return math.ceil((deviations * UNIT / (self.bounds[1] - self.bounds[0])) ** 2)


@dataclass(slots=True)
class Compared:
    """Two games side by side. same: pairs that went exactly alike; parts: the first pair that did not; counts: of each
    side, what was taken.
    """

    players: int
    test: Test
    lengths: Test
    shares: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    same: int = 0
    parts: int | None = None
    skipped: int = 0
    counts: tuple[dict[str, list[int]], dict[str, list[int]]] = field(default_factory=lambda: ({}, {}))

    @property
    def verdict(self) -> str | None:
        """`more`, `less`, `none`; `same` if all of many pairs went exactly alike; None while it is not clear."""
        if self.same == self.test.pairs >= ALIKE:
            return "same"
        return self.test.verdict

    def rates(self) -> list[tuple[str, float, float, int]]:
        """How often each answer was taken where it was offered: words, the rates of both, how often it was offered."""
        ours, theirs = self.counts
        rows: list[tuple[str, float, float, int]] = []
        for words in {**ours, **theirs}:
            both = [side.get(words, [0, 0]) for side in (ours, theirs)]
            a, b = (taken / offered if offered else 0.0 for offered, taken in both)
            rows.append((words, a, b, sum(offered for offered, _ in both)))
        return rows

    def changes(self) -> list[tuple[str, float, float, float]]:
        """What is taken more or less often in B: words, the rates of both, how likely that is by chance."""
        ours, theirs = self.counts
        rows: list[tuple[str, float, float, float]] = []
        for words in {**ours, **theirs}:
            a, b = ours.get(words, [0, 0]), theirs.get(words, [0, 0])
            difference = Difference()
            difference.add(b[1], b[0], a[1], a[0])
            rates = [taken / offered if offered else 0.0 for offered, taken in (a, b)]
            rows.append((words, rates[0], rates[1], difference.p if a[0] and b[0] else 0.0))
        adjusted = benjamini_hochberg([row[3] for row in rows])
        found = [(words, a, b, p) for (words, a, b, _), p in zip(rows, adjusted, strict=True) if p < ERROR]
        return sorted((row for row in found if abs(row[2] - row[1]) >= WORTH), key=lambda row: -abs(row[2] - row[1]))


Far = Callable[[Variant], AbstractContextManager[Hands]]


def compare(
    a: Arena, b: Arena, seat: int, most: int, bounds: tuple[float, float], far: Far | None = None
) -> Iterator[Compared]:
    """Play pairs until it is clear, or there are so many; what is known so far after each batch of them. far: who
    plays, if not this process (see `lab.cluster`); it comes to the same.
    """
    found = Compared(a.variant.players, Test(bounds), Test(bounds))
    size = BATCH if a.variant.is_random and b.variant.is_random else THOUGHT
    batches = ((first, min(size, most - first)) for first in range(0, most, size))
    with closing(_here(a, b, batches) if far is None else _there((a, b), batches, far)) as playing:
        for chunks in playing:
            for pair in range(chunks[0].count):
                _pair(found, chunks, pair, seat)
                if found.verdict is not None:
                    break
            for arena, chunk, counts in zip((a, b), chunks, found.counts, strict=True):
                _count(arena, chunk, counts)
            yield found
            if found.verdict is not None:
                return


def _here(a: Arena, b: Arena, batches: Iterator[tuple[int, int]]) -> Generator[tuple[Chunk, Chunk]]:
    """The games of both, batch by batch, played by this process."""
    for first, count in batches:
        yield play_chunk(a, first, count), play_chunk(b, first, count)


def _there(arenas: tuple[Arena, Arena], batches: Iterator[tuple[int, int]], far: Far) -> Generator[tuple[Chunk, Chunk]]:
    """The same played elsewhere, some batches ahead; what was not needed in the end is not waited for."""
    pending: deque[tuple[Future[Chunk], Future[Chunk]]] = deque()
    with ExitStack() as stack:
        a, b = (stack.enter_context(far(arena.variant)) for arena in arenas)
        try:
            for batch in batches:
                pending.append((a.submit(*batch), b.submit(*batch)))
                if len(pending) > a.room():
                    one, other = pending.popleft()
                    yield one.result(), other.result()
            while pending:
                one, other = pending.popleft()
                yield one.result(), other.result()
        finally:
            for future in (each for pair in pending for each in pair):
                future.cancel()


def _pair(found: Compared, chunks: tuple[Chunk, Chunk], pair: int, seat: int) -> None:
    rows = [[column[pair] for column in chunk.columns] for chunk in chunks]
    if any(row[0] != ENDED for row in rows):
        found.skipped += 1
        return
    shares = [wins(row[COUNTED : COUNTED + found.players])[seat - 1] for row in rows]
    found.test.add(shares[1] - shares[0])
    found.lengths.add(rows[1][1] - rows[0][1])
    for side in (0, 1):
        found.shares[side] += shares[side]
        found.decisions[side] += rows[side][1]
    if rows[0][1:3] == rows[1][1:3] and shares[0] == shares[1]:
        found.same += 1
    elif found.parts is None:
        found.parts = chunks[0].first + pair


def _count(arena: Arena, chunk: Chunk, counts: dict[str, list[int]]) -> None:
    for (key, _), numbers in chunk.counts.items():
        row = counts.setdefault(arena.keys.names[key].words, [0, 0])
        row[0] += numbers[0]
        row[1] += numbers[1]
