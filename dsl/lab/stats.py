"""Shares with intervals, differences with tests, and what remains of many tests when all of them are counted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from dsl.play.simulate import wilson
from dsl.spoken import said

LEVEL: Final = 0.05
"""How often something may be claimed where there is nothing."""
_NORMAL: Final = NormalDist()


def two_sided(z: float) -> float:
    """How likely a deviation of so many standard deviations is by chance, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


@dataclass(frozen=True, slots=True)
class Share:
    """A part of something: points in games, of a draw equal parts. squares: the sum of the squares of these points.

    even: what it would be if nothing was at work, None if nobody can say. adjusted: how likely a deviation from that is
    by chance, all that are looked at together taken into account.
    """

    points: float = 0.0
    games: int = 0
    squares: float = 0.0
    even: float | None = None
    adjusted: float = 1.0

    @property
    def share(self) -> float:
        """The share, 0 of nothing."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval after Wilson; draws narrow it, since half a point varies less than all or nothing."""
        share = self.share
        most = share * (1 - share)
        spread = self.squares / self.games - share * share if self.games else 0.0
        if not 0 < spread < most:
            return wilson(self.points, self.games)
        games = self.games * most / spread
        return wilson(share * games, games)

    @property
    def p(self) -> float:
        """How likely such a deviation from `even` is by chance."""
        if self.even is None or self.games < 2:
            return 1.0
        spread = self.squares / self.games - 2 * self.even * self.share + self.even**2
        if spread <= 0:
            return 1.0
        return two_sided((self.share - self.even) * math.sqrt(self.games / spread))

    @property
    def stands_out(self) -> bool:
        """Whether it is surely not even."""
        return self.even is not None and self.adjusted < LEVEL

    def __str__(self) -> str:
        low, high = self.interval
        return said("{1} (95 %: {2} to {3})", *(f"{each:.1%}" for each in (self.share, low, high)))


def holm(found: Sequence[float]) -> list[float]:
    """Probabilities corrected for how many there are, after Holm: the chance that any claim is false stays as it is."""
    order = sorted(range(len(found)), key=found.__getitem__)
    adjusted, least = [1.0] * len(found), 0.0
    for rank, at in enumerate(order):
        least = max(least, min(1.0, found[at] * (len(found) - rank)))
        adjusted[at] = least
    return adjusted


def benjamini_hochberg(found: Sequence[float]) -> list[float]:
    """Probabilities corrected after Benjamini and Hochberg: of what is claimed so much may be false."""
    order = sorted(range(len(found)), key=found.__getitem__, reverse=True)
    adjusted, most = [1.0] * len(found), 1.0
    for rank, at in enumerate(order):
        most = min(most, found[at] * len(found) / (len(found) - rank))
        adjusted[at] = most
    return adjusted


def corrected(correct: Callable[[Sequence[float]], list[float]], found: Sequence[tuple[float, float]]) -> list[float]:
    """What remains of tests, each a probability and the standard error of what was tested: without an error there was
    no test, and 1 remains.
    """
    tested = [at for at, (_, error) in enumerate(found) if error]
    adjusted = [1.0] * len(found)
    for at, p in zip(tested, correct([found[at][0] for at in tested]), strict=True):
        adjusted[at] = p
    return adjusted


def sways_of(difference: float, adjusted: float) -> int:
    """1 where a difference is surely more than nothing, -1 where it is surely less, else 0."""
    return (difference > 0) - (difference < 0) if adjusted < LEVEL else 0


def part(share: float) -> str:
    """A share without decimals, which is neither all nor nothing unless it is just that."""
    if 0 < share < 1 and f"{share:.0%}" in ("0%", "100%"):
        return f"{share:.1%}" if f"{share:.1%}" not in ("0.0%", "100.0%") else ("<0.1%" if share < 0.5 else ">99.9%")
    return f"{share:.0%}"


def _short(number: float) -> str:
    """A number as people write it: `12.5`, `2,055`."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.4g}"


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers of many games: how many there are, their mean, standard deviation and quantiles."""

    count: int
    mean: float
    deviation: float
    least: float
    low: float
    middle: float
    high: float
    most: float

    @property
    def interval(self) -> tuple[float, float]:
        """Between which numbers the mean of all such games lies, at 95 % (after the normal distribution)."""
        error = 1.959963984540054 * self.deviation / math.sqrt(self.count) if self.count else 0.0
        return self.mean - error, self.mean + error

    @property
    def shown(self) -> str:
        """The mean, as precisely as people read it: `27.4`, `2,055`."""
        return f"{self.mean:,.0f}" if self.mean >= 1000 else f"{self.mean:.3g}"

    def words(self, things: str) -> str:
        """In words: `27 turns on average, nine games of ten 17 to 37`."""
        ends = _short(self.low), _short(self.high)
        return said("{1} {2} on average, nine games of ten {3} to {4}", self.shown, things, *ends)


def spread(numbers: Iterable[float]) -> Spread:
    """The spread of some numbers; all 0 of none."""
    listed = sorted(numbers)
    if not listed:
        return Spread(0, 0, 0, 0, 0, 0, 0, 0)
    mean = sum(listed) / len(listed)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in listed) / len(listed))

    def quantile(share: float) -> float:
        return listed[min(len(listed) - 1, round(share * (len(listed) - 1)))]

    return Spread(len(listed), mean, deviation, listed[0], quantile(0.05), quantile(0.5), quantile(0.95), listed[-1])


@dataclass(slots=True)
class Difference:
    """A difference of shares between two sets of games, seat by seat (after Mantel and Haenszel)."""

    top: float = 0.0
    weight: float = 0.0
    variance: float = 0.0

    def add(self, won: float, games: int, other: float, others: int) -> None:
        """Take a seat into account: games won of those with something, and of those without."""
        if not games or not others:
            return
        a, b = won / games, other / others
        weight = games * others / (games + others)
        pooled = (won + other) / (games + others)
        self.top += weight * (a - b)
        self.weight += weight
        self.variance += weight * weight * pooled * (1 - pooled) * (1 / games + 1 / others)

    @property
    def value(self) -> float:
        """The difference."""
        return self.top / self.weight if self.weight else 0.0

    @property
    def error(self) -> float:
        """Its standard error."""
        return math.sqrt(self.variance) / self.weight if self.weight else 0.0

    @property
    def p(self) -> float:
        """How likely it is by chance."""
        return two_sided(self.value / self.error) if self.error else 1.0
