"""Many games in one go, with what was offered and taken in them counted as they are played."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dsl.backends.batches import Batch

COUNTED: Final = 8
"""What a row begins with: how the game came out (batches.ENDED and so on), decisions, options in them, why it ended,
decisions with one option, turns, rounds, the longest wait of a player between two of his decisions.
"""
EACH: Final = 8
TOLD: Final = 6
"""Numbers for each key and player, of which so many are told: how often offered and taken; in how many games offered
and taken; what he won of these, in PARTS.
"""
PLACES: Final = 6
"""Where a card can be in a game: in somebody's deck or hand, in his hand, named from it by an action, by another
answer; in some hand or deck; in his deck.
"""
CARDS: Final = 2 * PLACES
"""Numbers for each sort of things and player: in how many games it was at each of these places, what he won of them, in
PARTS.
"""
GAUGED: Final = 4
"""Numbers of a gauge: how often it was taken, the sum, the least, the most."""
PARTS: Final = 2520
NOTHING: Final = -(1 << 63)
"""In place of a number that the rules cannot give in the middle of a game."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. thing: where in the option the thing that it names stands, from 1 (0: it names none); first: the first
    sort of it, and how many `sorts` there are; pairs: the key of the answer with the first of them.
    """

    thing: int = 0
    first: int = 0
    sorts: int = 0
    pairs: int = 0


@dataclass(frozen=True, slots=True)
class KeyTable:
    """What is counted together. Keys are numbers: first those of answers, then those of answers with the things that
    they name. decisions: for each the key of its first answer, and how many there are; sorts: of each entity, -1 for
    none.
    """

    answers: tuple[Answer, ...]
    decisions: tuple[tuple[int, int], ...]
    sorts: tuple[int, ...]
    keys: int

    def of(self, decision: int, option: Sequence[int]) -> tuple[int, ...]:
        """The keys of an option: its answer, and this with the thing that it names."""
        base, span = self.decisions[decision]
        answer = base + max(0, min(option[0] if option else 0, span - 1))
        about = self.answers[answer]
        if not about.thing or about.thing > len(option):
            return (answer,)
        entity = option[about.thing - 1]
        sort = self.sorts[entity] - about.first if 0 < entity < len(self.sorts) else -1
        return (answer, about.pairs + sort) if 0 <= sort < about.sorts else (answer,)

    def numbers(self, restricted: frozenset[int]) -> array[int]:
        """The table as C reads it."""
        found = array("q", [len(self.answers), self.keys])
        for decision in self.decisions:
            found.extend(decision)
        for each in self.answers:
            found.extend((each.thing, each.first, each.sorts, each.pairs))
        found.extend(self.sorts)
        found.extend(int(key in restricted) for key in range(self.keys))
        return found


@dataclass(frozen=True, slots=True)
class Lying:
    """Where cards lie that somebody may draw or has drawn. hands: zones with whose they are; decks: the same, 0 for
    what everybody draws from; sorts: how many sorts of things there are, 0 where nothing lies in hands.
    """

    sorts: int = 0
    hands: tuple[tuple[int, int], ...] = ()
    decks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Counting:
    """What is to be counted in a batch. puts: what is asked at each turn; turns: numbers there is room for; restricted:
    keys that `whose` players (a bit for each) take only where there is nothing else. gauges: what is asked whenever
    somebody else is asked than before (in a game for one: at each decision), of which GAUGED numbers are kept. lying:
    of which zones it is counted what lay there.
    """

    table: KeyTable
    puts: tuple[tuple[int, int], ...] = ()
    turns: int = 0
    restricted: frozenset[int] = frozenset()
    whose: int = 0
    gauges: tuple[tuple[int, int], ...] = ()
    lying: Lying = Lying()


@dataclass(frozen=True, slots=True)
class Counted:
    """What came of it. rows: one number after the other, of `width` for each game: COUNTED, the results, the answers at
    its end, GAUGED for each gauge. counts: for a key and the number of a seat, from 0, TOLD numbers. turns: for each
    turn the game (from 0), decisions before it, whose it was (0: the end), the answers. cards: for a sort of things and
    the number of a seat, CARDS numbers.
    """

    width: int
    rows: array[int]
    counts: dict[tuple[int, int], tuple[int, ...]]
    turns: list[tuple[int, ...]]
    cards: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict[tuple[int, int], tuple[int, ...]])


def plan_numbers(batch: Batch, counting: Counting) -> array[int]:
    """A plan as C reads it."""
    found = array("q", [batch.first, batch.count, batch.limit, len(batch.asks)])
    for each in batch.asks:
        found.extend(each)
    found.append(len(counting.puts))
    for each in counting.puts:
        found.extend(each)
    found.append(len(counting.gauges))
    for each in counting.gauges:
        found.extend(each)
    found.extend((counting.whose, counting.lying.sorts))
    for zones in (counting.lying.hands, counting.lying.decks):
        found.append(len(zones))
        for each in zones:
            found.extend(each)
    return found


def room_of(counting: Counting, players: int) -> int:
    """How many numbers C writes of keys and cards."""
    return ((EACH + 1) * counting.table.keys + (CARDS + 2) * counting.lying.sorts) * players


def told(
    batch: Batch, counting: Counting, players: int, rows: array[int], counts: array[int], turns: array[int]
) -> Counted:
    """What C has written, taken apart."""
    width = COUNTED + players + len(batch.asks) + GAUGED * len(counting.gauges)
    pairs = counting.table.keys * players
    offered = counts[: pairs * EACH : EACH]
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for at, often in enumerate(offered):
        if often:
            found[divmod(at, players)] = tuple(counts[at * EACH : at * EACH + TOLD])
    used = turns[2 : 2 + turns[0]].tolist()
    cards: dict[tuple[int, int], tuple[int, ...]] = {}
    first = (EACH + 1) * pairs
    for at in range(counting.lying.sorts * players):
        begin = first + at * (CARDS + 1)
        if any(counts[begin : begin + PLACES]):
            cards[divmod(at, players)] = tuple(counts[begin : begin + CARDS])
    return Counted(width, rows, found, list(zip(*(iter(used),) * (3 + len(counting.puts)), strict=True)), cards)
