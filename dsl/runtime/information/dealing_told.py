"""Dealing pieces so that everything that a player was told of places stays true.

A place of which he was told something can hold only some sorts of pieces. All ways to lay the pieces that meet this are
equally likely: for each place in turn, a piece is drawn with the number of ways in which the other places can still be
filled. The ways are counted for pieces alike to all the places that are left, so that there are few cases. Where there
are too many for that (beyond `MOST`), each piece that leaves a way to fill the other places is equally likely instead.
Nothing is dealt and thrown away, so that there is always a deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from dsl.runtime.engine import Engine
from dsl.runtime.told import Told
from dsl.runtime.told_columns import told_to_others
from dsl.runtime.viewers import Viewer

MOST = 30_000
"""Cases that are counted for one position."""
Draw = Callable[[int], int]
Left = tuple[tuple[int, int], ...]
"""How many pieces are left of those that may lie in the same of the places that are left."""


def without_what_others_were_told(engine: Engine, position: list[int], player: Viewer) -> None:
    """Of what others were told of pieces the player knows nothing, so that in his head it was nothing."""
    for base in told_to_others(engine.machine, player) if player is not None else ():
        for piece in range(engine.machine.first_piece, engine.machine.entity_count + 1):
            position[base + piece] = 0


class Facts:
    """What a player was told of pieces in one position."""

    def __init__(self, told: Told, viewer: Viewer) -> None:
        self.told, self.viewer = told, viewer
        self._ways: dict[tuple[tuple[int, ...], Left], int] = {}

    def mask(self, position: Sequence[int], piece: int) -> int:
        """The sorts that cannot lie where a piece does."""
        return self.told.not_by(position, self.viewer, piece)

    def may_swap(self, position: Sequence[int], one: int, other: int) -> bool:
        """Whether two pieces may each lie where the other does."""
        if not self.told.ever:
            return True
        mine, yours = self.mask(position, one), self.mask(position, other)
        return not (mine & self.told.sort(other) or yours & self.told.sort(one))

    def drawn(self, masks: Sequence[int], pieces: Sequence[int], draw: Draw) -> list[int]:
        """For each place one of the pieces, which are enough for all places. masks: what cannot lie there.

        Where nothing can lie as it was told (a position that somebody forged), as if nothing had been told.
        """
        left = sorted(pieces)
        found: list[int] = []
        for at in range(len(masks)):
            rest = tuple(masks[at:])
            groups: dict[int, list[int]] = {}
            for piece in left:
                groups.setdefault(_barred(rest, self.told.sort(piece)), []).append(piece)
            ways = {barred: self._weight(rest, groups, barred) for barred in sorted(groups) if not barred & 1}
            if not any(ways.values()):
                return self.drawn([0] * len(masks), pieces, draw)
            chosen = _pick(ways, draw)
            piece = groups[chosen][draw(len(groups[chosen]))]
            found.append(piece)
            left.remove(piece)
        return found

    def _weight(self, rest: tuple[int, ...], groups: dict[int, list[int]], barred: int) -> int:
        """How many ways there are with a piece of a group in the first of the places."""
        counts = Counter({each: len(group) for each, group in groups.items()})
        return counts[barred] * self._left(rest, counts, barred)

    def _left(self, rest: tuple[int, ...], counts: Counter[int], taken: int) -> int:
        """The ways to fill the places but the first, when a piece of a group lies there."""
        after: Counter[int] = Counter()
        for barred, count in counts.items():
            after[barred >> 1] += count - (barred == taken)
        places = rest[1:]
        if len(self._ways) > MOST:
            return int(_fillable(places, after))
        return self._count(places, tuple(sorted((key, count) for key, count in after.items() if count)))

    def _count(self, places: tuple[int, ...], left: Left) -> int:
        if not any(places):
            return 1  # unreachable with places of which something was told, but for none left
        key = places, left
        found = self._ways.get(key)
        if found is None:
            counts = Counter(dict(left))
            found = sum(n * self._left(places, counts, barred) for barred, n in left if not barred & 1)
            self._ways[key] = found
        return found


def _barred(places: Sequence[int], sort: int) -> int:
    """In which of the places a sort cannot lie, the first as the lowest bit."""
    return sum(1 << at for at, mask in enumerate(places) if mask & sort)


def _fillable(places: Sequence[int], counts: Counter[int]) -> bool:
    """Whether there are pieces for all places: each place that has none takes one that another place can give up."""
    held: dict[int, list[int]] = {barred: [] for barred in counts}

    def take(place: int, tried: set[int]) -> bool:
        for barred, holders in held.items():
            if barred >> place & 1 or barred in tried:
                continue
            tried.add(barred)
            if len(holders) < counts[barred]:
                holders.append(place)
                return True
            for index, other in enumerate(holders):
                if take(other, tried):
                    holders[index] = place
                    return True
        return False

    return all(take(place, set()) for place in range(len(places)))


def _pick(ways: dict[int, int], draw: Draw) -> int:
    """A key with its weight; of weights of any size."""
    total = sum(ways.values())
    number = _below(total, draw)
    for key, weight in ways.items():
        number -= weight
        if number < 0:
            return key
    raise AssertionError("there is no way to fill a place")


def _below(total: int, draw: Draw) -> int:
    """A number below another of any size, each equally likely."""
    digits = -(-total.bit_length() // 30)
    if digits <= 1:
        return draw(total)
    while True:
        number = 0
        for _ in range(digits):
            number = number << 30 | draw(1 << 30)
        number >>= 30 * digits - total.bit_length()
        if number < total:
            return number
