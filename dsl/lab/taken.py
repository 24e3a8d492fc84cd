"""Each answer and each thing that it names: how often it was offered, how often taken, and how such games ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dsl.backends.counting import PARTS
from dsl.lab.stats import Difference, Share, benjamini_hochberg, corrected, sways_of
from dsl.play.simulate import wilson

ENOUGH: Final = 30
"""Games with and without something, below which nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An answer, or an answer with the thing that it names. words: what it is called; offered and taken: at how many
    decisions; games: in how many games (and seats) it was offered, and taken; with_it: the share won where it was
    taken; difference: by how much more was won there than where it was offered and not taken, seat by seat, with its
    standard error; adjusted: how likely that is by chance, all of them taken into account.
    """

    words: str
    answer: str
    thing: str
    where: str
    offered: int
    taken: int
    games: int
    games_taken: int
    with_it: Share
    difference: float
    error: float
    p: float
    adjusted: float = 1.0

    @property
    def rate(self) -> float:
        """The share of the decisions at which it was offered that took it."""
        return self.taken / self.offered if self.offered else 0.0

    @property
    def rates(self) -> tuple[float, float]:
        """The 95 % interval of the rate, after Wilson: of what was never taken in 100 decisions it ends at 3.7 %."""
        return wilson(self.taken, self.offered)

    @property
    def never(self) -> bool:
        """Whether it was offered often and never taken."""
        return self.offered >= ENOUGH and not self.taken

    @property
    def always(self) -> bool:
        """Whether it was offered often and always taken."""
        return self.offered >= ENOUGH and self.taken == self.offered

    @property
    def sways(self) -> int:
        """1 where those who took it surely won more, -1 where they won less, else 0."""
        return sways_of(self.difference, self.adjusted)


def taken_of(
    keys: Sequence[Sequence[str]], counts: Mapping[tuple[int, int], Sequence[int]], seats: Sequence[Share]
) -> list[Taken]:
    """What was taken, most often offered first."""
    by_key: dict[int, dict[int, Sequence[int]]] = {}
    for (key, seat), numbers in counts.items():
        by_key.setdefault(key, {})[seat] = numbers
    found = [_one(keys[key], of_seats) for key, of_seats in by_key.items()]
    adjusted = corrected(benjamini_hochberg, [(each.p, each.error) for each in found])
    found = [replace(each, adjusted=p) for each, p in zip(found, adjusted, strict=True)]
    return sorted(found, key=lambda each: (-each.offered, each.words))


@dataclass(frozen=True, slots=True)
class Lists:
    """Answers that stand out, those that say most first. never and always: taken where they were offered (most often
    offered first); better and worse: those who took them surely won more, or less, than those who left them.
    """

    never: tuple[Taken, ...]
    always: tuple[Taken, ...]
    better: tuple[Taken, ...]
    worse: tuple[Taken, ...]

    def named(self) -> dict[str, tuple[Taken, ...]]:
        """All lists by name."""
        return {"never": self.never, "always": self.always, "better": self.better, "worse": self.worse}


def lists_of(found: Sequence[Taken]) -> Lists:
    """What stands out among answers; an answer all of whose things stand out is told once, without them."""
    never, always = (_without_parts([each for each in found if fits(each)]) for fits in (_is_never, _is_always))
    swaying = sorted(found, key=lambda each: -abs(each.difference))
    better, worse = (tuple(each for each in swaying if each.sways == sign) for sign in (1, -1))
    return Lists(never, always, better, worse)


def _is_never(each: Taken) -> bool:
    return each.never


def _is_always(each: Taken) -> bool:
    return each.always


def _without_parts(found: Sequence[Taken]) -> tuple[Taken, ...]:
    whole = {each.answer for each in found if not each.thing}
    return tuple(each for each in found if not each.thing or each.answer not in whole)


def _one(key: Sequence[str], of_seats: Mapping[int, Sequence[int]]) -> Taken:
    offered, taken, games, games_taken, _, won_taken = map(sum, zip(*of_seats.values(), strict=True))
    difference = Difference()
    without = games - games_taken
    if games_taken >= ENOUGH and without >= ENOUGH:
        for _, _, all_, having, won, having_won in of_seats.values():
            difference.add(having_won / PARTS, having, (won - having_won) / PARTS, all_ - having)
    with_it = Share(won_taken / PARTS, games_taken)
    answer, thing, where = key[:3]
    words = key[3] if len(key) > 3 else f"{answer} · {thing}" if thing else answer  # older stores have no words
    return Taken(
        words,
        answer,
        thing,
        where,
        offered,
        taken,
        games,
        games_taken,
        with_it,
        difference.value,
        difference.error,
        difference.p,
    )
