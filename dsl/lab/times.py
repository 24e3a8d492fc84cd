"""Where the time of play goes: which parts of the rules take it.

Some games are played once more in Python while a second thread looks, a thousand times a second, at what is being done.
Each look counts for the innermost action, event, procedure, value or list of moves on the stack: a helper of the
compiler counts for the part that asked it. In C the shares can be others, since C is not quicker by the same factor
everywhere; which parts are large is mostly the same.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import asdict, dataclass
from math import sqrt
from threading import Event, Thread, get_ident
from time import perf_counter
from types import TracebackType
from typing import Final, Self

from dsl.backends.python.backend import Python
from dsl.lab.arena import Arena
from dsl.runtime.game import Game

GAMES: Final = 20_000
"""Games that are looked at, at most."""
ENOUGH: Final = 4000
"""Looks after which no more are played: then each share is known to about 1.6 %."""
WARM: Final = 2
"""Games before them, in which most functions are made."""
BUDGET: Final = 6.0
"""Seconds after which no more are played."""
EVERY: Final = 0.001
"""Seconds between two looks."""
LEAST: Final = 100
"""Looks of which fewer tell nothing."""
_PARTS: Final = ("action ", "event ", "procedure ", "define ", "value ", "moves of ", "offer ", "main")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules: what it is, where it stands, its share of the time that rules take, how many looks."""

    name: str
    where: str
    share: float
    looks: int


@dataclass(frozen=True, slots=True)
class Times:
    """games: how many were looked at; looks: how often rules were at work then; error: of each share, at most, with
    95 %; outside: the share of all looks at which no rule was at work; parts: the largest first.
    """

    games: int
    looks: int
    error: float
    outside: float
    parts: tuple[Part, ...]

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return asdict(self)


def times_of(game: Game, arena: Arena, games: int = GAMES, budget: float = BUDGET) -> Times | None:
    """Look at games of a variant while they are played; None if that was too short to tell anything."""
    engine = game.engine(arena.variant.players, "python")
    backend = engine.backend
    assert isinstance(backend, Python)
    names, played = engine.machine.names, 0
    for number in range(min(WARM, games)):
        arena.in_python(number, game)
    begun = perf_counter()
    with _Looking(backend, _parts(game, arena.variant.players)) as looking:
        for number in range(games):
            played += arena.in_python(number, game) is not None
            if perf_counter() - begun > budget or looking.counts.total() >= ENOUGH:
                break
    found: Counter[tuple[str, str]] = Counter()
    for proc, looks in looking.counts.items():
        if proc is not None:
            site = names.sites[engine.machine.procs[proc].site]
            found[names.procs[proc], f"{site.file}:{site.line}"] += looks
    looks = found.total()
    if looks < LEAST:
        return None
    parts = tuple(Part(name, where, each / looks, each) for (name, where), each in found.most_common())
    return Times(played, looks, 1 / sqrt(looks), 1 - looks / looking.counts.total(), parts)


def _parts(game: Game, players: int) -> frozenset[int]:
    """The procedures that stand for a part of the rules."""
    machine = game.engine(players, "python").machine
    return frozenset(
        proc.id
        for proc in machine.procs
        if machine.names.procs[proc.id].startswith(_PARTS) and machine.names.sites[proc.site].file
    )


class _Looking:
    """A thread that looks at what this one does. counts: of each part of the rules, and of None, which is none."""

    def __init__(self, backend: Python, parts: frozenset[int]) -> None:
        self.counts: Counter[int | None] = Counter()
        self._backend = backend
        self._parts = parts
        self._ended = Event()
        self._thread = Thread(target=self._look, args=(get_ident(),), daemon=True)
        self._interval = sys.getswitchinterval()

    def __enter__(self) -> Self:
        sys.setswitchinterval(EVERY / 4)
        self._thread.start()
        return self

    def __exit__(self, sort: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._ended.set()
        self._thread.join()
        sys.setswitchinterval(self._interval)

    def _look(self, thread: int) -> None:
        while not self._ended.wait(EVERY):
            frames = sys._current_frames()  # pyright: ignore[reportPrivateUsage]
            stack = self._backend.running(frames.get(thread))
            self.counts[next((proc for proc in stack if proc in self._parts), None)] += 1
