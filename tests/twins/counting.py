"""How many messages were compared, by game and by face, and which differed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from twins.faces import Message


@dataclass(frozen=True)
class Leak:
    """Two messages that should be alike."""

    game: str
    sort: str
    seat: int
    face: str
    question: str
    one: str
    other: str
    how: str = ""

    def __str__(self) -> str:
        one, other = _around(self.one, self.other)
        return (
            f"{self.game} [{self.sort}] seat {self.seat} {self.face} {self.question!r} ({self.how})\n  {one}\n  {other}"
        )


def _around(one: str, other: str, width: int = 160) -> tuple[str, str]:
    """The places where two texts begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip_longest(one, other)) if a != b), 0)
    begin = max(0, at - width // 2)
    return repr(one[begin : at + width]), repr(other[begin : at + width])


@dataclass
class Tally:
    """What was compared."""

    compared: Counter[tuple[str, str]] = field(default_factory=Counter)
    twins: Counter[tuple[str, str]] = field(default_factory=Counter)
    set_aside: Counter[tuple[str, str]] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)

    def compare(
        self, game: str, sort: str, seat: int, one: Iterable[Message], other: Iterable[Message], how: str = ""
    ) -> None:
        """Compare the messages of two worlds, which should be the same."""
        one, other = list(one), list(other)  # one after the other: what tells them may be one object
        self.twins[game, sort] += 1
        for first, second in zip_longest(one, other, fillvalue=("end", "", "")):
            self.compared[game, first[0]] += 1
            if first != second:
                self.leaks.append(Leak(game, sort, seat, first[0], first[1], first[2], second[2], how))
                if first[:2] != second[:2]:
                    return  # from here on nothing fits together

    def add(self, other: Tally) -> None:
        """Count what was compared elsewhere."""
        self.compared.update(other.compared)
        self.twins.update(other.twins)
        self.set_aside.update(other.set_aside)
        self.leaks += other.leaks

    def of_game(self, game: str) -> int:
        """How many messages were compared in one game."""
        return sum(count for (name, _), count in self.compared.items() if name == game)

    @property
    def total(self) -> int:
        """How many messages were compared in all."""
        return sum(self.compared.values())

    def table(self) -> Iterator[str]:
        """Figures for each face and for each game."""
        yield f"{self.total} messages compared, {sum(self.twins.values())} pairs of worlds, {len(self.leaks)} differ"
        for title, at in (("face", 1), ("game", 0)):
            counts: Counter[str] = Counter()
            for key, count in self.compared.items():
                counts[key[at]] += count
            yield from (f"  {title} {name}: {count}" for name, count in sorted(counts.items()))
        sorts: Counter[str] = Counter()
        for (_, sort), count in self.twins.items():
            sorts[sort] += count
        yield from (f"  pairs {name}: {count}" for name, count in sorted(sorts.items()))
