"""What was measured of games: fields, values and the measures of the rules, with how they differ between games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.lab.stats import Spread, spread
from dsl.lab.wording import named
from dsl.runtime.measures import PARTS
from dsl.spoken import marked, said

_TOLD: Final = {
    "": ("",),
    "times": (marked("how often"),),
    "sum": (marked("sum of a game"), marked("mean of a game")),
    "least": (marked("least of a game"),),
    "most": (marked("most of a game"),),
}
"""What is told of each number that is known of a game."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured. player: whose it is, 0 for the table; part: of what is taken more than once in a game, what of
    it; winners, others: its mean in games that this player won alone, and in the others (0 for the table).
    """

    name: str
    player: int
    part: str
    numbers: Spread
    winners: float
    others: float

    @property
    def words(self) -> str:
        """What it is called in tables for programs, and where a goal speaks of it."""
        whose = f"{self.name} of {chr(64 + self.player)}" if self.player else self.name
        return f"{whose}, {self.part}" if self.part else whose

    @property
    def told(self) -> str:
        """The same for people."""
        whose = said("{1} of {2}", named(self.name), chr(64 + self.player)) if self.player else named(self.name)
        return f"{whose}, {said(self.part)}" if self.part else whose


class Measuring:
    """Numbers of games on their way to figures. columns: what is known of a game, by name; asked: what of it is
    measured.
    """

    def __init__(self, columns: Sequence[str], asked: Collection[str]) -> None:
        self._places: list[tuple[int, str, int, str]] = []
        self._times: dict[int, int] = {}
        for place, column in enumerate(columns):
            whole, _, player = column.rpartition(" ")
            name, _, part = whole.partition(".")
            if name in asked:
                self._places += [(place, name, int(player), words) for words in _TOLD[part]]
                self._times[place] = place - PARTS.index(part) if part in PARTS[1:] else -1
        self._found = [Counter[tuple[float, bool]]() for _ in self._places]

    def add(self, columns: Sequence[Sequence[int]], at: int, shares: Sequence[float]) -> None:
        """Take a game into account."""
        for (place, _, player, words), found in zip(self._places, self._found, strict=True):
            number: float = columns[place][at]
            times = columns[self._times[place]][at] if self._times[place] >= 0 else 1
            if words.startswith("sum") or times:
                number = number / times if words.startswith("mean") else number
                found[number, player > 0 and shares[player - 1] == 1] += 1

    def figures(self) -> list[Measured]:
        """What came of it, in the order of the columns."""
        told: list[Measured] = []
        for (_, name, player, words), found in zip(self._places, self._found, strict=True):
            numbers = Counter[float]()
            for (number, _), games in found.items():
                numbers[number] += games
            means = [_mean(found, won) for won in (True, False)]
            told.append(Measured(name, player, words, spread(numbers.elements()), *means))
        return told


def _mean(counts: Counter[tuple[float, bool]], wanted: bool) -> float:
    some = [(number, games) for (number, won), games in counts.items() if won == wanted]
    games = sum(each for _, each in some)
    return sum(number * each for number, each in some) / games if games else 0.0
