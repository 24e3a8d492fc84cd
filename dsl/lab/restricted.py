"""What a choice is worth: the same games once more, in which it is forbidden to a seat (restricted play).

Games of a restricted variant have the seeds of the one without the restriction, so results are taken from each other
game by game. That is a cause, where what goes together with winning is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import NormalDist
from typing import Final

from dsl.lab.figures import Figures
from dsl.lab.ladder import results_of
from dsl.lab.stats import LEVEL, corrected, holm, two_sided
from dsl.lab.store import Store
from dsl.play.simulate import wins
from dsl.spoken import all_of, marked, said

WORTH: Final = 0.02
"""A share of the wins that is no matter."""
PAIRS: Final = 100
"""Pairs of games below which nothing is said to be no matter."""
VERDICTS: Final = (marked("better left"), marked("worth having"), marked("no matter"), marked("not clear"))


@dataclass(frozen=True, slots=True)
class Restricted:
    """What became of a seat to which something was forbidden. label: of the variant that it was compared with; pairs:
    of games; share and without: of the wins of the seat in both; difference: by how much it won more without it, with
    its standard error; adjusted: how likely that is by chance, all of them taken into account, and how many looks were
    taken at each.
    """

    label: str
    variant: str
    seat: str
    what: tuple[str, ...]
    pairs: int
    share: float
    without: float
    error: float
    adjusted: float = 1.0
    looks: int = 1

    @property
    def difference(self) -> float:
        """By how much more the seat won without it."""
        return self.without - self.share

    @property
    def verdict(self) -> str:
        """`worth having`, `better left` (it is dominated by what else there is), `no matter` (what it changes is surely
        less than WORTH), or `not clear`.
        """
        if self.adjusted >= LEVEL:
            widest = NormalDist().inv_cdf(1 - LEVEL / 2 / self.looks) * self.error
            return "no matter" if self.pairs >= PAIRS and abs(self.difference) + widest < WORTH else "not clear"
        return "better left" if self.difference > 0 else "worth having"

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference, of this one alone."""
        return self.difference - 1.96 * self.error, self.difference + 1.96 * self.error

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {**asdict(self), "difference": self.difference, "verdict": self.verdict}

    @property
    def words(self) -> str:
        """The same in a sentence."""
        return said(
            "Without {1} {2} wins {3} (give or take {4}: {5} and not {6} of {7} games): {8}.",
            all_of(f"“{each}”" for each in self.what),
            said("seat {1}", self.seat),
            f"{self.difference:+.1%}",
            *(f"{each:.1%}" for each in (1.96 * self.error, self.without, self.share)),
            f"{self.pairs:,}",
            said(self.verdict),
        )

    @property
    def short(self) -> str:
        """Who goes without what."""
        return said("{1} without {2}", self.seat, all_of(self.what))


def restricted_of(store: Store, found: Sequence[Figures]) -> list[Restricted]:
    """What restrictions brought, for each variant with one whose games without it are in the store too."""
    listed = [one for each in found if each.variant.forbidden for one in _compared(store, each, found)]
    adjusted = corrected(holm, [(_by_chance(one), one.error) for one in listed])
    listed = [replace(one, adjusted=p) for one, p in zip(listed, adjusted, strict=True)]
    return sorted(listed, key=lambda one: (one.label, VERDICTS.index(one.verdict), -abs(one.difference), one.what))


def _by_chance(one: Restricted) -> float:
    return min(1.0, one.looks * two_sided(one.difference / one.error)) if one.error else 1.0


def _compared(store: Store, one: Figures, found: Sequence[Figures]) -> Iterator[Restricted]:
    free = replace(one.variant, forbidden=(), whose=())
    base = next((each for each in found if each.variant == free), None)
    if base is None:
        return
    before, after = (dict(results_of(store, each, most=None)) for each in (base, one))
    both = sorted({*before} & {*after})
    if not both:
        return
    looks, _ = store.noted(one.name, "looks") or (1, 0)
    for seat in one.variant.whose:
        shares = [(wins(before[number])[seat - 1], wins(after[number])[seat - 1]) for number in both]
        count = len(shares)
        mean, without = (sum(pair[at] for pair in shares) / count for at in (0, 1))
        squares = sum((b - a - (without - mean)) ** 2 for a, b in shares)
        error = math.sqrt(squares) / count
        yield Restricted(
            base.variant.label,
            one.name,
            chr(64 + seat),
            one.variant.forbidden,
            count,
            mean,
            without,
            error,
            looks=looks,
        )
