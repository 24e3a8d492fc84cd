"""Cards by where they were: in somebody's deck, drawn into his hand, played from there; and how such games ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl.backends.counting import PARTS, PLACES
from dsl.lab.stats import Difference, Share, benjamini_hochberg, corrected, sways_of
from dsl.lab.taken import ENOUGH

_HIS, _HAND, _ACTION, _ANSWER, _PLAY, _DECK = range(PLACES)


@dataclass(frozen=True, slots=True)
class Card:
    """A card, in the games of all seats together. won: of the games in which a seat could draw it (it was in his deck
    or his hand, or where all draw from); drawn: of those in which it was in his hand; left: of those in which it was
    not; played: of those in which he named it from there, by an action (by an answer to a question, where no action
    names what is in hands). difference: by how much more was won by those who drew it, seat by seat, with its standard
    error; adjusted: how likely that is by chance, all cards taken into account.
    """

    words: str
    won: Share
    drawn: Share
    left: Share
    played: Share
    difference: float
    error: float
    p: float
    adjusted: float = 1.0

    @property
    def sways(self) -> int:
        """1 where those who drew it surely won more, -1 where they won less, else 0."""
        return sways_of(self.difference, self.adjusted)

    @property
    def unplayed(self) -> bool:
        """Whether it was often in a hand and never played."""
        return self.drawn.games >= ENOUGH and not self.played.games


def cards_of(things: Sequence[str], counts: Mapping[tuple[int, int], Sequence[int]]) -> list[Card]:
    """All cards that were drawn, those first that say most. things: words for each sort of things."""
    by_sort: dict[int, dict[int, Sequence[int]]] = {}
    for (sort, seat), numbers in counts.items():
        if sort < len(things):  # a store of an older lab has no words
            by_sort.setdefault(sort, {})[seat] = numbers
    drawn = {sort: of_seats for sort, of_seats in by_sort.items() if any(each[1] for each in of_seats.values())}
    by = _ACTION if any(each[_ACTION] for of_seats in drawn.values() for each in of_seats.values()) else _ANSWER
    found = [_one(things[sort], of_seats, by) for sort, of_seats in drawn.items()]
    adjusted = corrected(benjamini_hochberg, [(each.p, each.error) for each in found])
    found = [replace(each, adjusted=p) for each, p in zip(found, adjusted, strict=True)]
    return sorted(found, key=lambda each: (-each.difference, each.words))


def _one(words: str, of_seats: Mapping[int, Sequence[int]], by: int) -> Card:
    """by: what counts as playing it."""
    rows = [*of_seats.values()]
    # what never was in a deck of somebody's own comes from one of all: whoever did not draw it could have
    could = _HIS if any(each[_DECK] for each in rows) else _PLAY
    difference, drawn = Difference(), _total(rows, _HAND)
    games, played = _total(rows, could), _total(rows, by)
    left = Share(games.points - drawn.points, games.games - drawn.games)
    if min(drawn.games, left.games) >= ENOUGH:
        for each in rows:
            won, had = each[PLACES + _HAND] / PARTS, each[_HAND]
            difference.add(won, had, each[PLACES + could] / PARTS - won, each[could] - had)
    return Card(words, games, drawn, left, played, difference.value, difference.error, difference.p)


def _total(rows: Sequence[Sequence[int]], place: int) -> Share:
    return Share(sum(each[PLACES + place] for each in rows) / PARTS, sum(each[place] for each in rows))


def swaying(found: Sequence[Card]) -> Iterator[Card]:
    """Those that surely go with winning or losing, the strongest first."""
    yield from sorted((each for each in found if each.sways), key=lambda each: -abs(each.difference))
