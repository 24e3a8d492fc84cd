"""What the games of a variant show, worked out from the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from dsl.backends.batches import BROKEN, ENDED, UNFINISHED
from dsl.backends.counting import COUNTED
from dsl.lab.cards import Card, cards_of
from dsl.lab.course import Course, course_of
from dsl.lab.measured import Measured, Measuring
from dsl.lab.stats import Share, Spread, holm, spread
from dsl.lab.store import Store
from dsl.lab.taken import Taken, taken_of
from dsl.lab.variant import Variant
from dsl.play.simulate import wins

_MOST_SIDES: Final = 12
_EXAMPLES: Final = 3


@dataclass(frozen=True, slots=True)
class Ending:
    """A way to end. cites: paragraphs; games: how many ended so; examples: numbers of some."""

    words: str
    cites: tuple[str, ...]
    games: int
    examples: tuple[int, ...]


@dataclass(slots=True)
class Figures:
    """What the games of a variant show. All but `games`, `cut` and `broken` is about games that ended."""

    name: str
    title: str
    variant: Variant
    games: int = 0
    ended: int = 0
    cut: int = 0
    broken: int = 0
    seats: list[Share] = field(default_factory=list[Share])
    sides: dict[str, dict[str, Share]] = field(default_factory=dict[str, dict[str, Share]])
    bots: dict[str, Share] = field(default_factory=dict[str, Share])
    drawn: Share = field(default_factory=Share)
    endings: list[Ending] = field(default_factory=list[Ending])
    length: Spread = field(default_factory=lambda: spread(()))
    turns: Spread = field(default_factory=lambda: spread(()))
    rounds: Spread = field(default_factory=lambda: spread(()))
    wait: Spread = field(default_factory=lambda: spread(()))
    branching: float = 0.0
    forced: float = 0.0
    taken: list[Taken] = field(default_factory=list[Taken])
    cards: list[Card] = field(default_factory=list[Card])
    measured: list[Measured] = field(default_factory=list[Measured])
    course: Course | None = None
    luck: dict[str, Any] | None = None
    usage: dict[str, Any] | None = None
    times: dict[str, Any] | None = None
    seconds: float = 0.0
    lengths: Counter[int] = field(default_factory=Counter[int])
    extremes: dict[str, int] = field(default_factory=dict[str, int])
    """Numbers of games that show something: the shortest, the longest."""

    def parties(self) -> dict[str, Share]:
        """The shares of seats and sides, by what `wording.party` reads."""
        found = {f"seat {chr(65 + at)}": share for at, share in enumerate(self.seats)}
        return found | {f"{name} {value}": share for name, of in self.sides.items() for value, share in of.items()}


def figures(store: Store, name: str) -> Figures:
    """The figures of a variant. RulesError (E169) if what the store holds of it is damaged."""
    with store.reading():
        return _figures(store, name)


def _figures(store: Store, name: str) -> Figures:
    about = store.about(name)
    assert about is not None
    variant = Variant.of(about["variant"])
    tally = _Tally(variant, about)
    counts: dict[tuple[int, int], list[int]] = {}
    cards: dict[tuple[int, int], list[int]] = {}
    turns: list[tuple[int, ...]] = []
    for chunk in store.chunks(name):
        tally.seconds += chunk.seconds
        tally.add(chunk.first, chunk.columns)
        _add(counts, chunk.counts)
        _add(cards, chunk.cards)
        turns += [(game + chunk.first, *rest) for game, *rest in chunk.turns]
    found = tally.figures(Figures(name, about["title"], variant))
    found.taken = taken_of(about["keys"], counts, found.seats)
    found.cards = cards_of(about.get("things", ()), cards)
    found.course = course_of(turns, about["judging"], tally.results, variant.players)
    found.luck, found.usage, found.times = (_table_of(store.noted(name, each)) for each in ("luck", "usage", "times"))
    return found


def _add(to: dict[tuple[int, int], list[int]], some: Mapping[tuple[int, int], Sequence[int]]) -> None:
    for key, numbers in some.items():
        row = to.setdefault(key, [0] * len(numbers))
        for at, number in enumerate(numbers):
            row[at] += number


def _table_of(note: Any) -> Any:
    if note is not None and not isinstance(note, (dict, list)):
        raise ValueError("a note is none")
    return cast(Any, note)


class _Tally:
    """Rows on their way to figures."""

    def __init__(self, variant: Variant, about: dict[str, Any]) -> None:
        self.variant = variant
        self.reasons: dict[str, Any] = about["reasons"]
        self.values: dict[str, list[str]] = about["sides"]
        self.columns: list[str] = about["columns"]
        self.seconds = 0.0
        self.how: Counter[int] = Counter()
        self.seats = [[0.0, 0.0] for _ in range(variant.players)]
        self.sides: dict[str, dict[int, list[float]]] = {}
        self.bots: dict[str, list[float]] = {}
        self.drawn = 0
        self.endings: dict[int, list[int]] = {}
        self.examples: dict[int, list[int]] = {}
        self.numbers: dict[str, Counter[int]] = {name: Counter() for name in ("decisions", "turns", "rounds", "wait")}
        self.options = self.forced = self.decisions = 0
        self.results: dict[int, tuple[int, ...]] = {}
        self.measuring = Measuring(self.columns, variant.measures)
        self.extremes: dict[str, tuple[int, int]] = {}

    def add(self, first: int, columns: list[list[int]]) -> None:
        """Count the games of a chunk."""
        players = self.variant.players
        results = list(zip(*columns[COUNTED : COUNTED + players], strict=True))
        for number, (how, returns) in enumerate(zip(columns[0], results, strict=True), first):
            self.how[how] += 1
            if how != ENDED:
                continue
            if number < 200:
                self.results[number] = returns
            self._result(number, returns, columns, number - first)
        for name in self.numbers:
            column = columns[self.columns.index(name)]
            self.numbers[name].update(each for each, how in zip(column, columns[0], strict=True) if how == ENDED)
        ended = [at for at, how in enumerate(columns[0]) if how == ENDED]
        self.options += sum(columns[2][at] for at in ended)
        self.forced += sum(columns[4][at] for at in ended)
        self.decisions += sum(columns[1][at] for at in ended)

    def _result(self, number: int, returns: tuple[int, ...], columns: list[list[int]], at: int) -> None:
        shares = wins(returns)
        self.drawn += len(returns) > 1 and min(shares) > 0
        for tally, share in zip(self.seats, shares, strict=True):
            _count(tally, share)
        reason, decisions = columns[3][at], columns[1][at]
        self.endings.setdefault(reason, [0])[0] += 1
        examples = self.examples.setdefault(reason, [])
        if len(examples) < _EXAMPLES:
            examples.append(number)
        for name, sign in (("shortest", 1), ("longest", -1)):
            self.extremes[name] = min(self.extremes.get(name, (sign * decisions, number)), (sign * decisions, number))
        self._side_results(shares, columns, at)
        self.measuring.add(columns, at, shares)
        if len(set(self.variant.bots)) > 1:
            for bot, share in zip(self.variant.seated(number), shares, strict=True):
                _count(self.bots.setdefault(bot, [0.0, 0.0, 0.0]), share)

    def _side_results(self, shares: Sequence[float], columns: list[list[int]], at: int) -> None:
        players = len(shares)
        for place in range(COUNTED + players, len(columns)):
            name, _, player = self.columns[place].rpartition(" ")
            if name in self.values and player != "0":
                tally = self.sides.setdefault(name, {}).setdefault(columns[place][at], [0.0, 0.0, 0.0])
                _count(tally, shares[int(player) - 1])

    def figures(self, found: Figures) -> Figures:
        """Everything put in its place."""
        players, ended = self.variant.players, self.how[ENDED]
        even = 1 / players if players > 1 else None
        found.games, found.ended = sum(self.how.values()), ended
        found.cut, found.broken, found.seconds = self.how[UNFINISHED], self.how[BROKEN], self.seconds
        found.seats = [Share(points, ended, squares, even) for points, squares in self.seats]
        found.sides = {
            name: {
                self.values[name][value]: Share(row[0], int(row[2]), row[1], even)
                for value, row in sorted(values.items())
            }
            for name, values in self.sides.items()
            if 1 < len(values) <= _MOST_SIDES
        }
        found.bots = {bot: Share(row[0], int(row[2]), row[1], even) for bot, row in self.bots.items()}
        _correct(found)
        found.drawn = Share(self.drawn, ended, self.drawn)
        found.endings = [
            Ending(*self._told(reason), count[0], tuple(self.examples[reason]))
            for reason, count in sorted(self.endings.items(), key=lambda each: -each[1][0])
        ]
        found.length, found.turns, found.rounds, found.wait = (
            spread(self.numbers[name].elements()) for name in ("decisions", "turns", "rounds", "wait")
        )
        found.lengths = self.numbers["decisions"]
        found.branching = self.options / self.decisions if self.decisions else 0.0
        found.forced = self.forced / self.decisions if self.decisions else 0.0
        found.measured = self.measuring.figures()
        found.extremes = {name: number for name, (_, number) in self.extremes.items()}
        return found

    def _told(self, reason: int) -> tuple[str, tuple[str, ...]]:
        words, cites = self.reasons.get(str(reason), ("", ()))
        return words, tuple(cites)


def _count(tally: list[float], share: float) -> None:
    tally[0] += share
    tally[1] += share * share
    if len(tally) > 2:
        tally[2] += 1


def _correct(found: Figures) -> None:
    """Take into account how many shares are looked at together."""
    places: list[Share] = [*found.seats, *(share for values in found.sides.values() for share in values.values())]
    adjusted = iter(holm([each.p for each in places]))
    found.seats = [replace(each, adjusted=next(adjusted)) for each in found.seats]
    found.sides = {
        name: {value: replace(share, adjusted=next(adjusted)) for value, share in values.items()}
        for name, values in found.sides.items()
    }
    among = holm([each.p for each in found.bots.values()])
    found.bots = {bot: replace(share, adjusted=p) for (bot, share), p in zip(found.bots.items(), among, strict=True)}
