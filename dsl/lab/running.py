"""Playing what an experiment asks for and is not in the store yet."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from dsl.backends.counting import COUNTED
from dsl.lab.arena import COURSE, Arena
from dsl.lab.luck import luck_of
from dsl.lab.store import Chunk, Store
from dsl.lab.times import times_of
from dsl.lab.usage import GAMES as USED
from dsl.lab.usage import usage_of
from dsl.lab.variant import Variant, rules_digest, variant_id
from dsl.play.simulate import wilson, wins
from dsl.reading.places import shipped_games
from dsl.runtime.game import Game, load
from dsl.workers import workers

BEAT: Final = 0.5
"""Seconds that a chunk should take."""
MOST: Final = 50_000
"""Games of a chunk at most."""
FIRST: Final = 20
"""Games of the first chunk, by which it is known how long games take; fewer where bots think."""
LEAST: Final = 200
"""Games before which nothing counts as clear."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Who plays chunks of a variant. room: how many they can play at once now."""

    submit: Callable[[int, int], Future[Chunk]]
    room: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many games are wanted of each variant; precision: stop where half of the interval of each seat's share is
    narrower, None for never.
    """

    games: int
    precision: float | None = None
    processes: int = 1
    far: Callable[[Variant], AbstractContextManager[Hands]] | None = None
    """Who plays, if not processes of this machine: see `lab.cluster`."""


class Bench:
    """Variants of one game, ready to be played."""

    def __init__(self, store: Store, variants: list[Variant]) -> None:
        self.store = store
        self.variants = variants
        self._arenas: dict[str, Arena] = {}
        self._rules: dict[str, tuple[str, str]] = {}
        self.names = [self._enter(each) for each in variants]
        """What each variant is called in the store."""

    def _enter(self, variant: Variant) -> str:
        game = game_of(variant)
        return self._known(Arena(game, variant), game.title, rules_digest(game))

    def _known(self, arena: Arena, title: str, digest: str, like: str | None = None) -> str:
        name = variant_id(arena.variant, digest)
        self._arenas[name], self._rules[name] = arena, (title, digest)
        told = about(title, arena, digest) if like is None else {"variant": arena.variant.fields(), "like": like}
        self.store.enter(name, told)
        return name

    def forbidding(self, name: str, variants: list[Variant]) -> Bench:
        """Variants that differ from the one of a name in what is forbidden only: nothing is compiled anew."""
        made = Bench(self.store, [])
        made.variants = variants
        arena, rules = self._arenas[name], self._rules[name]
        made.names = [made._known(arena.forbidding(each), *rules, like=name) for each in variants]
        return made

    def only(self, name: str) -> Bench:
        """One of the variants."""
        made = Bench(self.store, [])
        made.variants, made.names = [self.variants[self.names.index(name)]], [name]
        made._arenas, made._rules = self._arenas, self._rules
        return made

    def played(self, games: int) -> int:
        """How many of so many games of each variant are there."""
        return sum(games - sum(count for _, count in self.store.missing(name, games)) for name in self.names)

    def run(self, wanted: Wanted) -> Iterator[int]:
        """Play what is missing; after each chunk how many games are there of all that are wanted."""
        done = self.played(wanted.games)
        yield done
        for name, variant in zip(self.names, self.variants, strict=True):
            alone = wanted.far is None and wanted.processes == 1
            playing = self._alone(name, wanted) if alone else self._together(name, variant, wanted)
            for count in playing:
                done += count
                yield done

    def look_deeper(self, times: bool = False) -> Iterator[str]:
        """Work out what is not in the rows, for each variant of which it is not known yet; what is known so far.
        times: where the time goes, too.
        """
        for name in self.names:
            if self.store.noted(name, "luck") is None and not self._arenas[name].variant.forbidden:
                found = luck_of(self._arenas[name])
                if found is not None:
                    self.store.note(name, "luck", found.plain())
            arena = self._arenas[name]
            games = sum(count for _, count in self.store.spans(name))
            if self.store.noted(name, "usage") is None:
                self.store.note(name, "usage", usage_of(game_of(arena.variant), arena, min(games, USED)).plain())
            if times and self.store.noted(name, "times") is None:
                spent = times_of(game_of(arena.variant), arena)
                if spent is not None:
                    self.store.note(name, "times", spent.plain())
            yield name

    def _alone(self, name: str, wanted: Wanted) -> Iterator[int]:
        arena, pace = self._arenas[name], _Pace(self._arenas[name].variant)
        clear = self._clear(name, wanted)
        for first, count in stretches(self.store.missing(name, wanted.games), clear, pace.size):
            chunk = play_chunk(arena, first, count)
            pace.took(chunk)
            clear.count(chunk)
            yield count if self.store.add(name, chunk) else 0

    def _together(self, name: str, variant: Variant, wanted: Wanted) -> Iterator[int]:
        pace = _Pace(variant)
        pending: dict[Future[Chunk], None] = {}
        with _processes(wanted.processes, variant) if wanted.far is None else wanted.far(variant) as hands:
            clear = self._clear(name, wanted)
            stretch = stretches(self.store.missing(name, wanted.games), clear, pace.size)
            going = True
            while going or pending:
                while going and len(pending) < 2 * hands.room():
                    found = next(stretch, None)
                    going = found is not None
                    if found is not None:
                        pending[hands.submit(*found)] = None
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    del pending[future]
                    chunk = future.result()
                    pace.took(chunk)
                    clear.count(chunk)
                    yield chunk.count if self.store.add(name, chunk) else 0

    def _clear(self, name: str, wanted: Wanted) -> Clear:
        clear = Clear(self._arenas[name].variant.players, wanted.precision)
        if wanted.precision is not None:
            for chunk in self.store.chunks(name):
                clear.count(chunk)
        return clear


@contextmanager
def _processes(count: int, variant: Variant) -> Generator[Hands]:
    """Processes of this machine."""
    with workers(count, prepare, variant) as pool:
        yield Hands(lambda first, count: pool.submit(play_prepared, first, count), lambda: count)


class Clear:
    """Whether the share of each seat is known as precisely as is wanted (None: never)."""

    def __init__(self, players: int, precision: float | None) -> None:
        self.precision = precision
        self.games = 0
        self.shares = [0.0] * players

    def count(self, chunk: Chunk) -> None:
        """Take some games into account."""
        if self.precision is None:
            return
        results = chunk.columns[COUNTED : COUNTED + len(self.shares)]
        for each in zip(*results, strict=True):
            self.games += 1
            self.shares = [sum + won for sum, won in zip(self.shares, wins(each), strict=True)]

    def __bool__(self) -> bool:
        if self.precision is None or self.games < LEAST:
            return False
        ends = (wilson(share, self.games) for share in self.shares)
        return all(high - low < 2 * self.precision for low, high in ends)


class _Pace:
    """How many games a chunk should have."""

    def __init__(self, variant: Variant) -> None:
        self._size = FIRST if variant.is_random else 1

    def size(self) -> int:
        return self._size

    def took(self, chunk: Chunk) -> None:
        rate = chunk.count / max(chunk.seconds, 1e-6)
        self._size = max(1, min(int(rate * BEAT), 4 * self._size, MOST))


def stretches(missing: Iterable[tuple[int, int]], clear: Clear, size: Callable[[], int]) -> Iterator[tuple[int, int]]:
    """What is missing, in pieces; none goes over the end of the games whose turns are kept."""
    for first, count in missing:
        last = first + count
        while first < last:
            if clear:
                return
            piece = min(size(), last - first, COURSE - first if first < COURSE else MOST)
            yield first, piece
            first += piece


def game_of(variant: Variant) -> Game:
    """The game of a variant."""
    modules: list[str | Path] = [*variant.modules]
    if variant.printed:
        modules.append(_module(variant.printed))
    return load(variant.path, modules, variant.options)


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="rulewright-")


def _module(printed: Mapping[str, int]) -> Path:
    """A module that prints other numbers on cards; it stays as long as the process."""
    lines = ["module printed_numbers", ""]
    for name, value in printed.items():
        card, _, field = name.rpartition(".")
        lines += [f'change card "{card}":', f"    {field} {value}"]
    text = "\n".join(lines) + "\n"
    path = Path(_folder().name) / sha256(text.encode()).hexdigest()[:12] / "printed_numbers.rules"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def about(title: str, arena: Arena, digest: str) -> dict[str, Any]:
    """What a store says of a variant: all that is needed to read its rows without the game."""
    machine = arena.engine.machine
    sides = {
        shown.name: [arena.engine.words.plain(shown.shown, value) for value in range(shown.high + 1)]
        for shown in machine.names.fields
        if shown.name in {each.name for each in arena.asked}
    }
    return {
        "variant": arena.variant.fields(),
        "title": title,
        "rules": digest,
        "columns": arena.columns,
        "things": arena.keys.things,
        "keys": [(key.answer, key.thing, key.where, key.words) for key in arena.keys.names],
        "reasons": {str(number): told for number, told in arena.reasons().items()},
        "sides": sides,
        "judging": arena.judging,
    }


def play_chunk(arena: Arena, first: int, count: int) -> Chunk:
    """Some games of a variant."""
    begun = perf_counter()
    found = arena.play(first, count, turns=first < COURSE)
    columns = [found.rows[at :: found.width].tolist() for at in range(found.width)]
    return Chunk(first, count, perf_counter() - begun, columns, found.counts, found.turns, found.cards)


_arenas: list[Arena] = []
"""The arena of a process that plays chunks; behind it the one in which something else is forbidden."""
_forbidding: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
"""What is forbidden in that one."""


def prepare(variant: Variant) -> None:
    """Make a process ready to play chunks of a variant."""
    _arenas[:] = [Arena(game_of(variant), variant)]


def play_prepared(first: int, count: int) -> Chunk:
    """Some games of the variant that the process was made ready for."""
    return play_chunk(_arenas[0], first, count)


def play_forbidding(forbidden: tuple[str, ...], whose: tuple[int, ...], first: int, count: int) -> Chunk:
    """Some games of the variant that the process was made ready for, with something else forbidden."""
    if _forbidding[:1] != [(forbidden, whose)]:
        variant = replace(_arenas[0].variant, forbidden=forbidden, whose=whose)
        _arenas[1:] = [_arenas[0].forbidding(variant)]
        _forbidding[:] = [(forbidden, whose)]
    return play_chunk(_arenas[1], first, count)


def store_path(path: Path, wanted: str | None) -> Path:
    """Where results of a game go: where one says, else into its folder; of games that come along, here."""
    if wanted is not None:
        return Path(wanted)
    if path in shipped_games().values():
        return Path(f"{path.name}.lab.sqlite")
    return path / "lab.sqlite" if path.is_dir() else path.with_name(f"{path.stem}.lab.sqlite")
