"""Many games from one position in one go: at random inside the backend if it can, else one by one, with the same games.

Game number i of a run with seed s has the seed `game_seed(s, i)`, and the dice of its players have seeds of their own.
So a game is the same by itself and among others, on one thread and on several, on whatever backend.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Final, Generic, Protocol, TypeVar

from dsl.backends.batches import BROKEN, ENDED, HEAD, TOTALS, UNFINISHED, Batch, Outcome
from dsl.machine.ir.ops import OVER, REASON, STATUS
from dsl.runtime.chance import draw
from dsl.runtime.course import Course
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.measures import Question, answers, ending, questions
from dsl.runtime.moves import Option

S = TypeVar("S", bound=Course)
Seen = TypeVar("Seen", contravariant=True)

STRIDE: Final = 1_000_000
LIMIT: Final = 100_000
"""Decisions after which a game counts as unfinished."""
BREATH: Final = 0.2
"""Seconds after which somebody who wants to stop a run is heard, and the first games by which the pace is known."""
FIRST: Final = 64


class Chooser(Protocol[Seen]):
    """Who decides at a seat."""

    def choose(self, state: Seen) -> Option:
        """One of the options of the player who is asked."""
        ...


Policy = Callable[[int], Chooser[S]]
"""Makes whoever decides at a seat in one game, from a seed."""


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a run: what `play --seed` takes to look at it."""
    return (seed * STRIDE + number) % (1 << 63)


def seat_seed(key: int, player: int) -> int:
    """The seed of the dice of a player in a game with a seed."""
    return (64 * key + player) % (1 << 64)


@dataclass(frozen=True, slots=True)
class Rolled:
    """One game of a run. number: which one; how: `ended`, `unfinished` or `broken`; options: how many there were in all
    its decisions; reason: as in `Rollouts.reasons`; measured: a number for each of `Rollouts.columns`.
    """

    number: int
    how: str
    decisions: int
    options: int
    reason: str
    returns: tuple[int, ...]
    measured: tuple[int, ...]


class Rollouts:
    """What came of many games. Made by `Game.rollouts` and `State.rollouts`."""

    def __init__(self, engine: Engine, seed: int, first: int, asked: Sequence[Question], outcome: Outcome) -> None:
        self.engine = engine
        self.seed = seed
        self.first = first
        self.outcome = outcome
        self.columns = tuple((each.name, each.player) for each in asked)
        """What was measured: names, each with the number of a player (0: of the table)."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.outcome.tally[:3])

    @property
    def ended(self) -> int:
        """How many came to their end. All figures below are about these."""
        return self.outcome.tally[ENDED]

    @property
    def unfinished(self) -> int:
        """How many were given up after as many decisions as a game may have."""
        return self.outcome.tally[UNFINISHED]

    @property
    def broken(self) -> int:
        """In how many the rules broke."""
        return self.outcome.tally[BROKEN]

    @property
    def drawn(self) -> int:
        """How many all players share."""
        return self.outcome.tally[5]

    @property
    def shared(self) -> int:
        """How many some players share, but not all."""
        return self.outcome.tally[6]

    @property
    def wins(self) -> list[float]:
        """For each player how many games he won; those who stand highest together have equal parts of a game."""
        return [sum(count / among for among, count in enumerate(counts, 1)) for _, *counts in self._seats()]

    @property
    def totals(self) -> list[int]:
        """For each player the sum of his results."""
        return [total for total, *_ in self._seats()]

    @property
    def decisions(self) -> int:
        """Decisions of all games together."""
        return self.outcome.tally[3]

    @property
    def options(self) -> int:
        """How many options there were in all these decisions."""
        return self.outcome.tally[4]

    @cached_property
    def reasons(self) -> dict[str, int]:
        """How often games ended for a reason, in the words of the rules, `..` where they name something of one game."""
        players, found = self.outcome.players, dict[str, int]()
        for reason, count in enumerate(self.outcome.tally[TOTALS + players * (players + 1) :]):
            if count:
                words = ending(self.engine, reason - 1)
                found[words] = found.get(words, 0) + count
        return found

    def column(self, name: str, player: int = 0) -> list[int]:
        """A number for each game: `how`, `decisions`, `options`, `reason`; the `result` of a player; what was measured.

        KeyError if there is nothing of that name.
        """
        heads = ("how", "decisions", "options", "reason")
        if name in heads:
            at = heads.index(name)
        elif name == "result" and 1 <= player <= self.outcome.players:
            at = HEAD + player - 1
        elif (name, player) in self.columns:
            at = HEAD + self.outcome.players + self.columns.index((name, player))
        else:
            raise KeyError(name)
        return self.outcome.rows[at :: self.outcome.width].tolist()

    def __len__(self) -> int:
        return self.games

    def __iter__(self) -> Iterator[Rolled]:
        """The games one by one, if they were kept."""
        rows, width = self.outcome.rows, self.outcome.width
        for number, at in enumerate(range(0, len(rows), width), self.first):
            yield self._rolled(number, rows[at : at + width])

    def __getitem__(self, index: int) -> Rolled:
        """One of the games that were kept, from 0."""
        width, size = self.outcome.width, len(self.outcome.rows)
        at = (index + self.games if index < 0 else index) * width
        if not 0 <= at < size:
            raise IndexError(index)
        return self._rolled(self.first + at // width, self.outcome.rows[at : at + width])

    def seed_of(self, number: int) -> int:
        """The seed of a game, by its number: `Game.start` begins the same game with it."""
        return game_seed(self.seed, number)

    # ---- inside ----

    def _rolled(self, number: int, row: array[int]) -> Rolled:
        players = self.outcome.players
        how, decisions, options, reason = row[:HEAD]
        words = ending(self.engine, reason - 1) if how == ENDED else ""
        returns, measured = tuple(row[HEAD : HEAD + players]), tuple(row[HEAD + players :])
        return Rolled(number, ("ended", "unfinished", "broken")[how], decisions, options, words, returns, measured)

    def _seats(self) -> Iterator[array[int]]:
        players = self.outcome.players
        for player in range(players):
            at = TOTALS + player * (players + 1)
            yield self.outcome.tally[at : at + players + 1]


# ---- playing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan(Generic[S]):
    """What is to be played; see `roll`."""

    count: int
    seed: int = 0
    first: int = 0
    policy: str | Policy[S] | Sequence[Policy[S]] = "random"
    measures: tuple[str, ...] = ()
    limit: int = LIMIT
    keep: bool = True
    threads: int = 1


def roll(state: S, plan: Plan[S]) -> Rollouts:
    """Play games on from a position, each by a key of its own, as a plan says."""
    if plan.count < 0 or plan.first < 0 or plan.limit < 0 or plan.threads < 1:
        raise ValueError("games, decisions and threads are counted from 0, 0 and 1")
    if state.is_chance:
        raise ValueError("games are played on from a decision, not from a chance node; decide first")
    policies = _policies(plan.policy, state.engine.machine.players)
    asked = questions(state.engine, plan.measures)
    asks = tuple((each.proc, each.at) for each in asked)
    batch = Batch(game_seed(plan.seed, plan.first), plan.count, plan.limit, asks, plan.keep)
    held = state.held() if policies is None else None
    if held is not None:
        outcome = _in_pieces(state.engine, batch, held.batch, plan.threads)
    else:
        outcome = _one_by_one(state, batch, policies)
    return Rollouts(state.engine, plan.seed, plan.first, asked, outcome)


def _policies(policy: str | Policy[S] | Sequence[Policy[S]], players: int) -> Sequence[Policy[S]] | None:
    """A policy for each seat; None for chance."""
    if isinstance(policy, str):
        if policy != "random":
            raise ValueError(f"the only policy with a name is random, not {policy}: give what makes a bot from a seed")
        return None
    found: Sequence[Policy[S]] = [policy] * players if callable(policy) else policy
    if len(found) != players:
        raise ValueError(f"there are {players} seats, so there must be one policy, or {players}")
    return found


def _in_pieces(engine: Engine, batch: Batch, play: Callable[[Batch], Outcome], threads: int) -> Outcome:
    """Play a batch in pieces that are soon done, so that Ctrl-C is heard."""
    begun, whole = perf_counter(), _empty(engine, batch)
    small = min(FIRST, batch.count)
    _put(whole, 0, play(_piece(batch, 0, small)))
    pace = small / max(perf_counter() - begun, 1e-6)
    size = max(1, min(int(pace * BREATH), -(-(batch.count - small) // threads)))
    firsts = range(small, batch.count, size)
    if threads == 1 or len(firsts) < 2:
        for first in firsts:
            _put(whole, first, play(_piece(batch, first, size)))
        return whole
    pool = ThreadPoolExecutor(threads)
    try:
        pieces = pool.map(play, [_piece(batch, first, size) for first in firsts])
        for first, outcome in zip(firsts, pieces, strict=True):
            _put(whole, first, outcome)
    finally:
        pool.shutdown(cancel_futures=True)
    return whole


def _empty(engine: Engine, batch: Batch) -> Outcome:
    return Outcome.empty(batch, engine.machine.players, len(engine.machine.names.templates))


def _piece(batch: Batch, first: int, size: int) -> Batch:
    key = (batch.first + first) % (1 << 63)
    return Batch(key, min(size, batch.count - first), batch.limit, batch.asks, batch.keep)


def _put(whole: Outcome, first: int, piece: Outcome) -> None:
    """Add a piece, from game number `first` on, to the whole."""
    for at, count in enumerate(piece.tally):
        whole.tally[at] += count
    at = first * whole.width
    whole.rows[at : at + len(piece.rows)] = piece.rows


def _one_by_one(state: S, batch: Batch, policies: Sequence[Policy[S]] | None) -> Outcome:
    """The same games without a backend that plays them by itself, or with players who are asked."""
    whole = _empty(state.engine, batch)
    for number in range(batch.count):
        row = _game(state, batch, (batch.first + number) % (1 << 63), policies)
        whole.count(row)
        if batch.keep:
            whole.rows[number * whole.width : (number + 1) * whole.width] = row
    return whole


def _game(state: S, batch: Batch, key: int, policies: Sequence[Policy[S]] | None) -> array[int]:
    """One game, as a row."""
    engine, made, met = state.engine, 0, 0
    players = engine.machine.players
    ahead: S = state.clone(history=False)
    ahead.rekey(key)
    seeds = [seat_seed(key, player) for player in range(1, players + 1)]
    seats = [policy(seed) for policy, seed in zip(policies, seeds, strict=True)] if policies else []
    given = [0] * players
    try:
        ahead.go_on()
        while ahead.actor and made < batch.limit:
            seat, options = ahead.actor - 1, ahead.options()
            met += len(options)
            if seats:
                option = seats[seat].choose(ahead)
            else:
                given[seat] += 1
                option = options[draw(seeds[seat], 0xB07, given[seat], len(options))]
            ahead.play_option(option)
            made += 1
        told = answers(engine, ahead.position, batch.asks)
    except GameError:
        return array("q", (BROKEN, made, met, *[0] * (1 + players + len(batch.asks))))
    position = ahead.position
    how = ENDED if position[STATUS] == OVER else UNFINISHED
    return array("q", (how, made, met, position[REASON], *ahead.returns(), *told))
