"""What a designer wants of a game: shares of the wins, lengths, measures, each within bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dsl.lab.figures import Figures
from dsl.lab.stats import Share, Spread
from dsl.lab.wording import named, party
from dsl.spoken import marked, said

_LENGTHS: Final = {"length": "length", "decisions": "length", "turns": "turns", "rounds": "rounds", "wait": "wait"}
_FIGURES: Final = (marked("length"), marked("turns"), marked("rounds"), marked("wait"), marked("drawn"))
HOLDS: Final = marked("holds")
FAILS: Final = marked("does not hold")
WITHIN: Final = marked("not clear (within)")
OUTSIDE: Final = marked("not clear (outside)")
_RANGE: Final = re.compile(r"(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure that is to lie between two numbers; shares are in percent."""

    what: str
    low: float
    high: float

    @property
    def words(self) -> str:
        """For people."""
        return said("{1} {2} to {3}", self.told, f"{self.low:g}", f"{self.high:g}")

    @property
    def told(self) -> str:
        """What the figure is called."""
        if self.what in _FIGURES:
            return said(self.what)
        name, of, player = self.what.rpartition(" of ")
        return (
            said("{1} of {2}", named(name), player)
            if of
            else party(self.what)
            if " " in self.what
            else named(self.what)
        )

    def distance(self, found: Figures) -> float:
        """How far the figure lies from the middle: 1 where it just holds. Much more than any where no game ended."""
        value = self.reached(found)[0] if found.ended else None
        if value is None:
            return 100.0
        half = (self.high - self.low) / 2
        return abs(value - (self.low + half)) / (half or 1.0)

    def reached(self, found: Figures) -> tuple[float, float, float]:
        """The figure, and the ends of its 95 % interval. ValueError if there is none of that name."""
        for name, figure in _named(found):
            if name == self.what:
                scale = 100.0 if isinstance(figure, Share) else 1.0
                value = figure.share if isinstance(figure, Share) else figure.mean
                low, high = figure.interval
                return value * scale, low * scale, high * scale
        known = ", ".join(name for name, _ in _named(found))
        raise ValueError(f"there is no figure {self.what}; there are: {known}")

    def verdict(self, found: Figures) -> str:
        """Whether it is reached: `holds`, `does not hold` or `not clear`, by the whole interval."""
        value, low, high = self.reached(found)
        if self.low <= low and high <= self.high:
            return HOLDS
        if high < self.low or low > self.high:
            return FAILS
        return WITHIN if self.low <= value <= self.high else OUTSIDE

    def told_verdict(self, found: Figures) -> str:
        """The same for people."""
        return said(self.verdict(found))


def read_goal(text: str) -> Goal:
    """A goal as it is written, `turns=18..22`; ValueError, in words, if it is none."""
    what, sign, bounds = text.rpartition("=")
    if not sign or not what.strip():
        raise ValueError("write a figure and its bounds, such as turns=18..22 or A=48..52")
    return goal_of(what.strip(), bounds)


def goal_of(name: str, bounds: str) -> Goal:
    """A figure that is to lie within bounds such as `48.5..52`; ValueError, in words, if they are none."""
    found = _RANGE.fullmatch(bounds.strip())
    if found is None:
        raise ValueError("write two numbers as bounds, such as 48.5..52")
    low, high = (float(each) for each in found.groups())
    if not low < high:
        raise ValueError("the second number must be the greater one")
    return Goal(_LENGTHS.get(name, f"seat {name}" if len(name) == 1 and name.isupper() else name), low, high)


def _named(found: Figures) -> Iterator[tuple[str, Share | Spread]]:
    """All figures that can be aimed at."""
    for at, share in enumerate(found.seats):
        yield f"seat {chr(65 + at)}", share
    for name, values in found.sides.items():
        yield from ((f"{name} {value}", share) for value, share in values.items())
    yield from ((f"bot {name}", share) for name, share in found.bots.items())
    yield "drawn", found.drawn
    yield from (("length", found.length), ("turns", found.turns), ("rounds", found.rounds), ("wait", found.wait))
    yield from ((each.words, each.numbers) for each in found.measured)
