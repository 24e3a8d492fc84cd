"""Turning numbers of a game until goals hold: all values where they are few, else SPSA.

Simultaneous perturbation (Spall, "Implementation of the simultaneous perturbation algorithm", 1998) asks two points a
step, whatever the number of numbers that are turned. Games are paired by their seeds, so the loss of a point is always
the same; what was tried is not played again. The answer is then checked on seeds that it was not made for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from dsl.runtime.chance import draw

Point = tuple[int, ...]
_ALPHA: Final = 0.602
_GAMMA: Final = 0.101
_FIRST: Final = 0.15
"""The first perturbation, and the first step, as a part of each range."""
_STREAM: Final = 0x7E4
NEAR: Final = 0.5
"""A loss below this is near enough to the middle of all goals."""


@dataclass(frozen=True, slots=True)
class Range:
    """A number that is turned: an option, or `TITLE.FIELD` for what is printed on a card."""

    name: str
    low: int
    high: int

    def at(self, part: float) -> int:
        """The number at a part of the range, from 0 to 1."""
        return self.low + round(min(max(part, 0.0), 1.0) * (self.high - self.low))


@dataclass(slots=True)
class Search:
    """A search for the point of the least loss. loss: of a point; steps: how many points may be tried."""

    ranges: Sequence[Range]
    loss: Callable[[Point], float]
    steps: int
    seed: int = 0
    tried: dict[Point, float] = field(default_factory=dict[Point, float])

    @property
    def whole(self) -> bool:
        """Whether every point is tried."""
        return math.prod(each.high - each.low + 1 for each in self.ranges) <= self.steps

    def run(self) -> Iterator[Point]:
        """Each point as it is tried, once."""
        yield from self._all() if self.whole else self._spsa()

    @property
    def best(self) -> Point:
        """The point of the least loss; of equals the first."""
        return min(self.tried, key=self.tried.__getitem__)

    def _all(self) -> Iterator[Point]:
        for point in product(*(range(each.low, each.high + 1) for each in self.ranges)):
            yield from self._try(point)

    def _spsa(self) -> Iterator[Point]:
        here, gain, slow = [0.5] * len(self.ranges), 0.0, 1 + self.steps // 20
        for turn in range(4 * self.steps):
            width = _FIRST / (turn + 1) ** _GAMMA
            signs = [1 - 2 * draw(self.seed, _STREAM, turn * 64 + at, 2) for at in range(len(here))]
            pair = [self._beside(here, [width * sign * way for sign in signs]) for way in (1, -1)]
            for point in pair:
                yield from self._try(point)
            slope = (self.tried[pair[0]] - self.tried[pair[1]]) / (2 * width)
            if not gain and slope:
                gain = _FIRST * (slow + 1) ** _ALPHA / abs(slope)
            pace = gain / (slow + turn + 1) ** _ALPHA
            steps = [max(-2 * _FIRST, min(2 * _FIRST, -pace * slope * sign)) for sign in signs]
            here = [min(max(each + step, 0.0), 1.0) for each, step in zip(here, steps, strict=True)]
            yield from self._try(self._beside(here, [0.0] * len(here)))
            if len(self.tried) >= self.steps or self.tried[self.best] < NEAR:
                return

    def _beside(self, here: Sequence[float], by: Sequence[float]) -> Point:
        return tuple(each.at(place + step) for each, place, step in zip(self.ranges, here, by, strict=True))

    def _try(self, point: Point) -> Iterator[Point]:
        if point not in self.tried:
            self.tried[point] = self.loss(point)
            yield point


def read_range(text: str) -> Range:
    """What is turned as it is written, `goal=20..200`; ValueError, in words, if it is nothing."""
    name, sign, bounds = text.rpartition("=")
    if not sign or not name.strip():
        raise ValueError('write what and its bounds, such as goal=20..200 or "Fish.price=1..9"')
    return range_of(name.strip(), bounds)


def range_of(name: str, bounds: str) -> Range:
    """What is turned, between bounds such as `20..200`; ValueError, in words, if they are none."""
    low, dots, high = bounds.partition("..")
    if not dots or not (_whole(low) and _whole(high)):
        raise ValueError("write two whole numbers as bounds, such as 20..200")
    if not int(low) < int(high):
        raise ValueError("the second number must be the greater one")
    return Range(name, int(low), int(high))


def _whole(text: str) -> bool:
    digits = text.strip().removeprefix("-")
    return digits.isascii() and digits.isdecimal()


def split(values: Mapping[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """Options, and what is printed on cards."""
    printed = {name: value for name, value in values.items() if "." in name}
    return {name: value for name, value in values.items() if name not in printed}, printed
