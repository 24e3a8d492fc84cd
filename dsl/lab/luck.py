"""How much of a result is chance: the same chance under other decisions, and the same decisions under other chance.

A game is a function of two things: what chance gives, and what the players decide. Two games that share only the one
have results that agree as far as that one decides (Sobol's first-order indices; Saltelli et al., "Variance based
sensitivity analysis of model output", 2010). What remains is decided by both together. Bots that think decide by dice
of their own too: what chance alone decides it decides between players of that strength, whatever they happen to think.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any, Final

from dsl.backends.base import Chance, PlayError
from dsl.lab.arena import Arena
from dsl.machine.ir.ops import ASKER, ASKING, STATUS, Machine, Shuffle
from dsl.machine.ir.ops import Chance as Drawing
from dsl.machine.ir.walk import nodes
from dsl.play.simulate import wins
from dsl.runtime.chance import draw, mix
from dsl.runtime.errors import GameError
from dsl.spoken import said

PAIRS: Final = 1000
LEAST: Final = 100
PER_STREAM: Final = 400
"""Pairs for each stream of chance; of fewer than LEAST nothing is told."""
BUDGET: Final = 4.0
"""Seconds after which no more games are played for it, once there are a few."""
PATIENCE: Final = 20.0
"""Seconds after which no more are played, however few there are."""
FEWEST: Final = 10
"""Groups of games of which fewer tell nothing."""
_SALT: Final = 0x10CC
_MOST_STREAMS: Final = 8


@dataclass(frozen=True, slots=True)
class Luck:
    """Shares of the result: of chance alone, of the decisions alone, of both together. error: of each of them; pairs:
    how many groups of games; streams: the share of each random stream alone; left: streams that were not measured, as
    that takes too long.
    """

    pairs: int
    chance: float
    decisions: float
    together: float
    error: float
    streams: dict[str, float]
    left: tuple[str, ...] = ()
    bot: str = "random"

    @property
    def words(self) -> str:
        """The same in a sentence."""
        return luck_words(self.bot, asdict(self))

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {**asdict(self), "words": self.words}


def luck_of(arena: Arena, pairs: int = PAIRS) -> Luck | None:
    """How much of the results of a variant is chance; None if different bots play, or all games end alike."""
    variant = arena.variant
    if len(set(variant.bots)) > 1:
        return None
    streams = _drawn(arena.engine.machine)
    if not streams and not variant.is_random:
        return Luck(0, 0.0, 1.0, 0.0, 0.0, {}, bot=variant.bots[0])
    seed = mix(variant.seed ^ _SALT)
    game = _Player(arena)
    rows = _pairs(pairs, lambda pair: _triple(game, seed, pair))
    if len(rows) < min(FEWEST, pairs):
        return None
    mean, variance = _moments([row for triple in rows for row in triple])
    if variance == 0:
        return None
    chance, decisions, error = _parts(rows, mean, variance) if streams else (0.0, 1.0, 0.0)
    several = streams if len(streams) > 1 and variant.is_random else {}
    slow = len(rows) < min(LEAST, pairs)  # then a stream takes as long, and could not be told
    found = {} if slow else _streams(game, several, seed, mean, variance)
    left = tuple(each for each in [*several.values()][:_MOST_STREAMS] if each not in found)
    together = max(0.0, 1 - chance - decisions)
    return Luck(len(rows), chance, decisions, together, error, found, left, variant.bots[0])


def _parts(
    rows: Sequence[Sequence[Sequence[float]]], mean: Sequence[float], variance: float
) -> tuple[float, float, float]:
    """What chance alone and the decisions alone decide, and how sure that is."""
    chance = _shared([(a, b) for a, b, _ in rows], mean, variance)
    decisions = _shared([(a, c) for a, _, c in rows], mean, variance)
    return chance, decisions, 1 / math.sqrt(len(rows))


def luck_words(bot: str, luck: Mapping[str, Any]) -> str:
    """What is known of the luck of a variant in which one sort of bots plays, in a sentence."""
    if not luck["error"]:
        return said("Nothing is left to chance: who wins is decided by the players alone.")
    shares = *(f"{luck[name]:.0%}" for name in ("chance", "decisions", "together")), f"{2 * luck['error']:.0%}"
    if bot == "random":
        return said(
            "When everybody plays at random, {1} of the result is chance alone, {2} the decisions alone, and {3} only "
            "both together (each give or take {4}).",
            *shares,
        )
    return said(
        "When {5} plays, {1} of the result is chance alone, {2} the decisions alone, and {3} only both together (each "
        "give or take {4}).",
        *shares,
        bot,
    )


def _pairs(
    count: int, play: Callable[[int], list[list[float]] | None], budget: float = BUDGET, least: int = LEAST // 4
) -> list[list[list[float]]]:
    """What pairs of games gave, until there are so many, or the time is over and there are the least."""
    begun, found = perf_counter(), list[list[list[float]]]()
    for pair in range(count):
        made = play(pair)
        if made is not None:
            found.append(made)
        spent = perf_counter() - begun
        if spent > PATIENCE or (pair >= least and spent > budget):
            break
    return found


def _triple(game: _Player, seed: int, pair: int) -> list[list[float]] | None:
    keys = [mix(seed + 4 * pair + at) for at in range(4)]
    try:
        return [game.play(keys[0], keys[2]), game.play(keys[0], keys[3]), game.play(keys[1], keys[2])]
    except GameError:
        return None


def _drawn(machine: Machine) -> dict[int, str]:
    """The streams of chance that something draws from, by their numbers."""
    drawing = (node for proc in machine.procs for node in nodes(proc))
    used = {node.stream for node in drawing if isinstance(node, Shuffle | Drawing)}
    return {stream: name for stream, name in enumerate(machine.names.streams) if stream in used}


def _streams(
    game: _Player, streams: dict[int, str], seed: int, mean: Sequence[float], variance: float
) -> dict[str, float]:
    """The share of each stream by itself: two games that have nothing in common but what it gives."""
    found: dict[str, float] = {}
    for stream, name in [*streams.items()][:_MOST_STREAMS]:

        def twice(pair: int, stream: int = stream) -> list[list[float]] | None:
            keys = [mix(seed + 7 * pair + at) for at in range(5)]
            try:
                return [game.step(keys[1 + at], keys[3 + at], {stream: keys[0]}) for at in (0, 1)]
            except PlayError:
                return None

        rows = _pairs(PER_STREAM, twice, BUDGET / 2, 0)
        if len(rows) < LEAST:
            break  # the others take as long
        found[name] = _shared([(a, b) for a, b in rows], mean, variance)
    return found


class _Player:
    """Plays games of an arena by keys of chance and of decisions."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.begin = arena.beginning
        self.held = arena.beginning.held()

    def play(self, key: int, decisions: int) -> list[float]:
        """Who won, by one key for chance and one for the decisions."""
        if not self.arena.variant.is_random:
            return wins(self.arena.thought(key, decisions).returns())
        if self.held is None:
            try:
                return self.step(key, decisions, {})
            except PlayError as error:
                raise self.arena.engine.error(error) from None
        players = self.arena.variant.players
        ahead = self.begin.clone(history=False)
        ahead.rekey(key)
        dice = [(mix(decisions + player), 0) for player in range(players)]
        ahead.roll(dice, list(range(players)), self.arena.variant.limit)
        return wins(ahead.returns())

    def step(self, key: int, decisions: int, of: dict[int, int]) -> list[float]:
        """The same decision by decision; `of` gives some streams keys of their own."""
        engine, backend = self.arena.engine, self.arena.engine.backend
        position = backend.new_position(key)

        def drawn(key: int, stream: int, counter: int, n: int) -> int:
            return draw(of.get(stream, key), stream, counter, n)

        env = Chance(engine.machine, drawn)
        dice = [mix(decisions + player) for player in range(self.arena.variant.players)]
        given = [0] * len(dice)
        backend.run(position, env)
        for _ in range(self.arena.variant.limit):
            if position[STATUS] != ASKING:
                break
            seat, options = position[ASKER] - 1, backend.options(position)
            given[seat] += 1
            backend.choose(position, options[draw(dice[seat], 0xB07, given[seat], len(options))])
            backend.run(position, env)
        return wins(backend.score(position))


def _moments(rows: Sequence[Sequence[float]]) -> tuple[list[float], float]:
    """The mean for each player, and the variances of all players together."""
    mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return mean, sum((each - of) ** 2 for row in rows for each, of in zip(row, mean, strict=True)) / len(rows)


def _shared(pairs: Sequence[tuple[Sequence[float], Sequence[float]]], mean: Sequence[float], variance: float) -> float:
    """The share of the variance that two games have in common."""
    total = sum((a - of) * (b - of) for one, other in pairs for a, b, of in zip(one, other, mean, strict=True))
    return max(0.0, min(1.0, total / len(pairs) / variance))
