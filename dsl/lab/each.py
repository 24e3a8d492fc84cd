"""Restricted play for everything in turn: each answer and each card is forbidden to a seat, on the same seeds.

Games are played in LOOKS parts, each of which doubles them. After each part what is clear is played no further: what
surely changes how often the seat wins, and what surely changes it by less than WORTH. No look is at fewer than FEWEST
pairs, so where few games are wanted the first looks are at the same ones. That there are several looks and many answers
is taken into account (Bonferroni for the looks, Holm for the answers), so a false claim comes as seldom as is stated.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Final

from dsl.lab.figures import figures
from dsl.lab.restricted import restricted_of
from dsl.lab.running import Bench, Hands, Wanted, play_forbidding, prepare
from dsl.lab.store import Chunk, Store
from dsl.lab.taken import ENOUGH
from dsl.lab.variant import Variant
from dsl.spoken import numbered, said
from dsl.workers import workers

Far = Callable[[Variant], AbstractContextManager[Hands]]
LOOKS: Final = 4
FEWEST: Final = 100
"""Pairs of games before which nothing is looked at."""
MOST: Final = 200
"""Answers that are forbidden in turn at most, those first that were taken in most games."""


@dataclass(slots=True)
class Each:
    """What is forbidden in turn to a seat, beside the games of a variant that are there. left: answers that were taken
    too, and are not forbidden, as there are so many.
    """

    base: str
    variant: Variant
    seat: int
    bench: Bench
    left: int
    games: int
    open: set[str]

    @property
    def words(self) -> str:
        """What was done, and what it saved, in a sentence."""
        told = said(
            "{1} forbidden in turn to {2} ({3}): {4}, {5} saved as it was clear before",
            numbered(len(self.bench.names), "{1} answer", "{1} answers"),
            said("seat {1}", chr(64 + self.seat)),
            self.variant.label,
            numbered(self.done, "{1} game", "{1} games"),
            f"{self.whole - self.done:,}",
        )
        if self.left:
            told += numbered(
                self.left,
                "; {1} more answer that it took is left out",
                "; {1} more answers that it took are left out",
            )
        return f"{told}."

    def plain(self) -> dict[str, object]:
        """As plain data."""
        numbers = {"answers": len(self.bench.names), "left": self.left, "games": self.done, "of": self.whole}
        return {"base": self.base, "seat": chr(64 + self.seat), **numbers}

    @property
    def whole(self) -> int:
        """How many games there would be if none were saved."""
        return self.games * len(self.bench.names)

    @property
    def done(self) -> int:
        """How many games there are."""
        return self.bench.played(self.games)


def each_of(bench: Bench, name: str, variant: Variant, seat: int, games: int) -> Each:
    """What can be forbidden to a seat: all that it took in enough games, and left at least once."""
    store = bench.store
    words = _taken_by(store, name, seat)
    some = [replace(variant, forbidden=(each,), whose=(seat,)) for each in words[:MOST]]
    made = bench.forbidding(name, some)
    return Each(name, variant, seat, made, len(words) - len(some), games, set(made.names))


def _taken_by(store: Store, name: str, seat: int) -> list[str]:
    about = store.about(name)
    assert about is not None
    met: dict[str, list[int]] = {}
    for chunk in store.chunks(name):
        for (key, whose), numbers in chunk.counts.items():
            if whose == seat - 1:
                row = met.setdefault(about["keys"][key][3], [0, 0, 0])
                for at, number in enumerate((numbers[3], numbers[0], numbers[1])):
                    row[at] += number
    # what is taken whenever it is offered leaves no choice
    taken = {words: games for words, (games, offered, took) in met.items() if games >= ENOUGH and took < offered}
    return sorted(taken, key=lambda words: (-taken[words], words))


def forbid_each(each: Each, wanted: Wanted) -> Iterator[int]:
    """Play what is missing, as far as it is not clear before; how many games there are after each piece of them."""
    store, done = each.bench.store, each.done
    with _hands(each.variant, wanted) as far:
        for look in range(LOOKS):
            games = max(min(FEWEST, each.games), each.games >> LOOKS - 1 - look)
            for name in [name for name in each.bench.names if name in each.open]:
                _looked(store, name, each.games)
                before = each.bench.only(name).played(games)
                for count in each.bench.only(name).run(replace(wanted, games=games, precision=None, far=far)):
                    yield done + count - before
                done += games - before
            found = restricted_of(store, [figures(store, name) for name in (each.base, *each.bench.names)])
            each.open &= {one.variant for one in found if one.verdict == "not clear"}


def _looked(store: Store, name: str, games: int) -> None:
    """Keep how many looks are taken at a variant: where more games are wanted than before, there are more looks."""
    looks, before = store.noted(name, "looks") or (0, 0)
    if games > before:
        store.note(name, "looks", [looks + LOOKS, games])


@contextmanager
def _hands(variant: Variant, wanted: Wanted) -> Generator[Far | None]:
    """Who plays: processes of this machine are made ready once, whatever is forbidden."""
    if wanted.far is not None or wanted.processes == 1:
        yield wanted.far
        return
    with workers(wanted.processes, prepare, variant) as pool:

        def far(other: Variant) -> AbstractContextManager[Hands]:
            def submit(first: int, count: int) -> Future[Chunk]:
                return pool.submit(play_forbidding, other.forbidden, other.whose, first, count)

            return nullcontext(Hands(submit, lambda: wanted.processes))

        yield far
