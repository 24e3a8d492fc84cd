"""Search among guesses inside a backend: what is known of the game, the position and the search, and what it tells.

A *chart* is one array of whole numbers: first the named numbers, then for each named table where it begins, then the
tables themselves. C reads it by the same names (`defines`). Who makes charts: `runtime/information/seen_chart.py` of a
game, `runtime/information/deal_chart.py` of a position, the backend of a search.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

GAME: Final = (
    *("PLAYERS", "SPAN", "WIDTH", "ZONES", "FIRST_PIECE", "LAST_PIECE", "PLACE", "OWNER", "FACE", "KNOWN", "NEXT"),
    *("CHAIN", "TOLD", "TOLD_WORDS", "RESULTS", "PARTS_COUNT", "LISTED"),
)
"""The numbers of the chart of a game."""
GAME_TABLES: Final = (
    *("ZONE_BASE", "ZONE_ORDERED", "ZONE_OPEN", "ZONE_PRIVATE", "ZONE_OWNER", "ZONE_HOST"),
    *("ZONE_WORDS", "ZONE_BACK", "ZONE_NAME", "ZONE_LABEL"),
    *("TITLES", "CARDS", "PRINTED", "SPACE_OWNER", "FIELDS", "FIELD_FIRST", "INNER", "INNER_FIRST", "PARTS"),
    *("COLUMNS", "COLUMN_FIRST", "COLUMN_COUNT", "DECIDED", "PARAMS", "ACTION_FIRST", "BEGINNING"),
)
DEAL: Final = (
    *("MOVABLES", "LOCALS", "KINDS", "ANY_SHARED", "GROUP_COUNT", "POINTERS_COUNT", "BARE_COUNT", "SECRETS_COUNT"),
    *("LYING_COUNT", "IS_SEALED", "VIEWER", "GATE", "GATE_BLOCK", "INDEX_SLOT", "LAST_SLOT", "LAST_MEMBER", "ANSWERED"),
    *("IS_ASKED", "KEPT_COUNT", "KEPT_SIZE", "DROPPED_COUNT", "IS_TOLD"),
)
"""The numbers of the chart of a position that is dealt again."""
DEAL_TABLES: Final = (
    *("WHICH", "MOVABLE", "LOCAL", "ZONE_OF", "SHARED", "SHARES", "LYING", "LYING_FIRST", "ALONE", "ALONE_FIRST"),
    *("BOTH", "BOTH_FIRST", "ADMITS", "HOME", "KIND", "POINTED", "RANK", "IDLE", "SLOTS", "SLOT_ZONES"),
    *("GROUPS", "GROUP_FIRST", "POINTERS", "BARE", "SECRETS", "LISTED_NUMBERS"),
    *("KEPT", "DROPPED", "OWN", "OWN_FIRST", "SORT"),
)
SEARCH: Final = (
    *("BY_SETS", "HIDDEN", "BEGUN", "GAMES", "WAYS", "TRIES", "PLAYED", "MOST", "GIVEN", "ROOM", "USED", "TABLE_BITS"),
    *("STAMPS", "GUESSES", "PICKS", "PICKED", "SCALE", "HIGHEST", "LONGEST"),
)
"""The numbers of a search, which change in it."""
SEATS: Final = 64
"""More players than any game that is searched inside has."""
CASES, ALIKE, TELLING = 1024, 32, 8
"""For dealing what was told of: cases that are remembered, groups of pieces that are alike, words of what is told."""
DEALT = 1000
"""In a deal, nobody but the player may have anything to choose, though somebody is choosing: so often it is tried."""
MEMBER, SEVERAL, WINDOW = 1, 2, 3
"""How the options of a decision are made of numbers."""


def work_of(made: array[int], told_words: int) -> int:
    """How many numbers of room dealing takes by the chart of a position."""
    n = dict(zip(DEAL, made, strict=False))
    asked = n["BARE_COUNT"] + 3 * n["KEPT_SIZE"] + n["KEPT_COUNT"]
    remembered = 3 + CASES * (3 + 2 * ALIKE) if n["IS_TOLD"] else 0
    return asked + (12 + told_words) * n["MOVABLES"] + n["LYING_COUNT"] + remembered


def defines(letter: str, numbers: Sequence[str], tables: Sequence[str] = ()) -> list[str]:
    """The names of a chart as C reads them; letter: what the array is called there."""
    named = [f"#define {name} {letter}[{at}]" for at, name in enumerate(numbers)]
    return named + [f"#define {name} ({letter} + {letter}[{at}])" for at, name in enumerate(tables, len(numbers))]


def chart(
    names: Sequence[str], numbers: Mapping[str, int], tables: Sequence[str], held: Mapping[str, Sequence[int]]
) -> array[int]:
    """A chart; every number and table that it has to have must be given."""
    made = array("q", [numbers[name] for name in names])
    at = len(names) + len(tables)
    for name in tables:
        made.append(at)
        at += len(held[name])
    for name in tables:
        made.extend(held[name])
    return made


@dataclass(frozen=True, slots=True)
class Signs:
    """How positions are judged before the end: functions of a player with their weights, whether all aim together, the
    decisions after which a game is judged, for each zone whose pieces are in play (see onward.c; none: they do not
    count), what a usual change of each sign is, what it is worth, and the most that all of it is worth.
    """

    aims: tuple[tuple[int, int], ...]
    together: bool
    points: tuple[int, ...]
    holders: tuple[int, ...]
    usual: tuple[float, ...]
    weights: tuple[float, ...]
    most: float


@dataclass(frozen=True, slots=True)
class Guesses:
    """Guesses of a position, each found by its number. most: how many there are; then they come round again, each time
    with other chance. given: how many were taken already. chart: of what is dealt, where C can deal it; else `deal`
    makes one of a number (None: it cannot be). seed: of the numbers that they are dealt by.
    """

    seed: int
    most: int
    given: int
    chart: array[int] | None
    deal: Callable[[int], list[int] | None]


@dataclass(frozen=True, slots=True)
class Guessing:
    """How a tree of games is grown that begin from guesses. sets: whether it has a node for each information set, else
    for each row of decisions. hides: whether options at the root name what the player does not know. game: its chart.
    picks: the seed of what is picked in the tree. dice: of each player, a seed and how many numbers it has given.
    highest: the highest stake met so far. limit: decisions of a game at most. games: about how many will be played.
    """

    sets: bool
    hides: bool
    game: array[int]
    guesses: Guesses
    signs: Signs | None
    picks: int
    dice: tuple[tuple[int, int], ...]
    exploration: float
    highest: int
    limit: int
    games: int


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one option at the root: how often it was taken, and what each player got from it in all."""

    visits: int
    got: tuple[float, ...]


class Grown(Protocol):
    """A tree of games among guesses."""

    @property
    def games(self) -> int:
        """Games played so far."""
        ...

    @property
    def highest(self) -> int:
        """The highest stake met, by which results that add up to 0 are divided."""
        ...

    def grow(self, games: int, ways: int, until: float | None = None) -> None:
        """Play on until there are so many games, or as many were begun as there are ways; no longer than until a time
        of `time.perf_counter`.
        """
        ...

    def changes(self, games: int) -> list[list[float]]:
        """How the signs of some games change up to the horizon, before it is grown: a row of each that comes so far."""
        ...

    def set_usual(self, usual: Sequence[float]) -> None:
        """Say what a usual change of each sign is."""
        ...

    def known(self) -> list[Known]:
        """What is known of each option of the position that is worth trying, one after the other."""
        ...
