"""What a choice is worth: the same games once more, in which it is forbidden to a seat (restricted play).

Games of a restricted variant have the seeds of the one without the restriction, so results are taken from each other
game by game. That is a cause, where what goes together with winning is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dsl.lab.figures import Figures
from dsl.lab.ladder import results_of
from dsl.lab.stats import LEVEL, holm, two_sided
from dsl.lab.store import Store
from dsl.play.simulate import wins


@dataclass(frozen=True, slots=True)
class Restricted:
    """What became of a seat to which something was forbidden. label: of the variant that it was compared with; pairs:
    of games; share and without: of the wins of the seat in both; difference: by how much it won more without it, with
    its standard error; adjusted: how likely that is by chance, all of them taken into account.
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

    @property
    def difference(self) -> float:
        """By how much more the seat won without it."""
        return self.without - self.share

    @property
    def verdict(self) -> str:
        """`worth having`, `better left` (it is dominated by what else there is), or `not clear`."""
        if self.adjusted >= LEVEL:
            return "not clear"
        return "better left" if self.difference > 0 else "worth having"

    @property
    def words(self) -> str:
        """The same in a sentence."""
        what = " and ".join(f"“{each}”" for each in self.what)
        return (
            f"Seat {self.seat} wins {self.share:.1%}, and {self.without:.1%} without {what} "
            f"({self.difference:+.1%} give or take {1.96 * self.error:.1%}, {self.pairs:,} pairs of games): "
            f"{self.verdict}."
        )


def restricted_of(store: Store, found: Sequence[Figures]) -> list[Restricted]:
    """What restrictions brought, for each variant with one whose games without it are in the store too."""
    listed = [one for each in found if each.variant.forbidden for one in _compared(store, each, found)]
    tested = [at for at, one in enumerate(listed) if one.error]
    adjusted = holm([two_sided(listed[at].difference / listed[at].error) for at in tested])
    for at, p in zip(tested, adjusted, strict=True):
        listed[at] = replace(listed[at], adjusted=p)
    return listed


def _compared(store: Store, one: Figures, found: Sequence[Figures]) -> Iterator[Restricted]:
    free = replace(one.variant, forbidden=(), whose=())
    base = next((each for each in found if each.variant == free), None)
    if base is None:
        return
    before, after = (dict(results_of(store, each, most=None)) for each in (base, one))
    both = sorted({*before} & {*after})
    if not both:
        return
    for seat in one.variant.whose:
        shares = [(wins(before[number])[seat - 1], wins(after[number])[seat - 1]) for number in both]
        count = len(shares)
        mean, without = (sum(pair[at] for pair in shares) / count for at in (0, 1))
        squares = sum((b - a - (without - mean)) ** 2 for a, b in shares)
        error = math.sqrt(squares) / count
        yield Restricted(
            base.variant.label, one.name, chr(64 + seat), one.variant.forbidden, count, mean, without, error
        )
