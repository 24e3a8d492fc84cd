"""Dealing again what a player does not know: another position that looks the same to him.

Bots that must not cheat search positions dealt again, and the tests of secrecy compare what two such positions show.
Pieces the player does not know change places with each other where the zones admit their kinds. What lies on the
table stays there: the place keeps its face, its tokens and who knows it; only the piece under them is another. Pieces
that something points at (a card laid aside by a procedure that waits, the host of an attachment) stay where they are,
and owners never change.

The deal depends on the key and on what the player can see, on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dsl.runtime import pieces
from dsl.runtime.chance import draw
from dsl.runtime.engine import Engine
from dsl.runtime.words import Viewer

DEALS: Final = 8
"""How often the unknown is dealt again to see whether an answer depends on it."""

_STREAM: Final = 1 << 32
"""Not a stream of any game."""


def determinize(engine: Engine, position: Sequence[int], player: int, key: int) -> list[int]:
    """A position that the player (0: a spectator) cannot tell from this one, dealt by a key of 64 bits."""
    return _Deal(engine, list(position), player, key).done()


class Deals:
    """A position, dealt again a few times: what comes out the same in all of them may be told to the viewer."""

    def __init__(self, engine: Engine, position: list[int], viewer: Viewer) -> None:
        self.engine = engine
        self.words = engine.words
        self.position = position
        self.viewer = viewer
        self._deals: list[list[int]] | None = None

    def told(
        self, ask: Callable[[list[int], Sequence[int]], int], args: Sequence[int], entities: Sequence[bool]
    ) -> int | None:
        """The answer to a question about some values, or None if it depends on what the viewer cannot see.

        `entities` says which of the values are entities. An unknown piece is, in each deal, one that lies in its place.
        """
        answer = ask(self.position, args)
        if self.viewer is None:
            return answer
        if self._deals is None:
            self._deals = [determinize(self.engine, self.position, self.viewer, key) for key in range(DEALS)]
        for turn, deal in enumerate(self._deals):
            there = [
                self._there(deal, turn, value) if entity else value
                for value, entity in zip(args, entities, strict=False)
            ]
            if ask(deal, there) != answer:
                return None
        return answer

    def _there(self, deal: list[int], turn: int, value: int) -> int:
        if self.words.knows(self.position, self.viewer, value):
            return value
        place = self.words.place_of(self.position, value)
        index = pieces.members(self.words, self.position, place.instance).index(value)
        found = pieces.members(self.words, deal, place.instance)
        if place.info is not None and place.info.ordered:
            return found[index]
        unknown = [piece for piece in found if not self.words.knows(deal, self.viewer, piece)]
        return unknown[(index + turn) % len(unknown)]


class _Deal:
    """One deal: which piece lies in the place of which."""

    def __init__(self, engine: Engine, position: list[int], player: int, key: int) -> None:
        self.engine = engine
        self.words = engine.words
        self.position = position
        self.key = key
        self.drawn = 0
        self.movable = self._movable(player)

    def done(self) -> list[int]:
        """The position dealt again."""
        groups: dict[tuple[int, tuple[bool, ...]], list[int]] = {}
        zones = sorted({self._zone(piece) for piece in self.movable})
        for piece in self.movable:
            admitted = tuple(self._admits(zone, piece) for zone in zones)
            owner = self.position[self.engine.machine.layout.owner + piece]
            groups.setdefault((owner, admitted), []).append(piece)
        for group in groups.values():
            self._sort(group)
            for last in range(len(group) - 1, 0, -1):
                self._swap(group[last], group[self._draw(last + 1)])
        if len(groups) > 1:
            for _ in range(4 * len(self.movable)):
                one = self.movable[self._draw(len(self.movable))]
                self._swap(one, self.movable[self._draw(len(self.movable))])
        return self.position

    def _movable(self, player: int) -> list[int]:
        """The pieces that may change places: unknown to the player, with nothing on them, pointed at by nothing."""
        machine = self.engine.machine
        fixed = pieces.referred_to(self.words, self.position)
        return [
            piece
            for piece in range(machine.first_piece, machine.entity_count + 1)
            if piece not in fixed
            and not self.words.knows(self.position, player, piece)
            and not pieces.has_contents(self.words, self.position, piece)
        ]

    def _sort(self, group: list[int]) -> None:
        """Put the pieces of a group into their places in the order of their numbers."""
        places = sorted(
            group, key=lambda piece: (self._zone(piece), pieces.place_index(self.words, self.position, piece))
        )
        at = {piece: index for index, piece in enumerate(places)}
        for index, piece in enumerate(sorted(group)):
            other = places[index]
            if other != piece and self._swap(piece, other):
                places[at[piece]], places[index] = other, piece
                at[other], at[piece] = at[piece], index

    def _swap(self, one: int, other: int) -> bool:
        """Let two pieces change places if both may lie where the other does."""
        if one == other or not self._fit(one, other):
            return False
        position, layout = self.position, self.engine.machine.layout
        for base, first, last in self.words.columns:
            if base != layout.owner and first <= one <= last and first <= other <= last:
                a, b = base + one, base + other
                position[a], position[b] = position[b], position[a]
        zones = self._zone(one), self._zone(other)
        slots = [self._slot(piece) for piece in (one, other)]
        for slot, piece in zip(slots, (other, one), strict=True):
            if slot is not None:
                position[slot] = piece
        position[layout.place + one], position[layout.place + other] = zones[1], zones[0]
        for zone in zones:
            self._tidy(zone)
        return True

    def _fit(self, one: int, other: int) -> bool:
        position, owner = self.position, self.engine.machine.layout.owner
        if position[owner + one] != position[owner + other]:
            return False
        if not (self._admits(self._zone(one), other) and self._admits(self._zone(other), one)):
            return False
        beginning = self.engine.beginning
        for base, first, last in self.words.columns:
            for has, lacks in ((one, other), (other, one)):
                alone = first <= has <= last and not first <= lacks <= last
                if alone and position[base + has] != beginning[base + has]:
                    return False
        return True

    def _slot(self, piece: int) -> int | None:
        zone = self._zone(piece)
        if zone == 0:
            return None
        machine = self.engine.machine
        return machine.tables[machine.zone_base][zone] + 1 + pieces.place_index(self.words, self.position, piece)

    def _tidy(self, zone: int) -> None:
        """Put the members of a zone without order back into the order of their numbers."""
        machine = self.engine.machine
        if zone and not machine.tables[machine.zone_ordered][zone]:
            base = machine.tables[machine.zone_base][zone]
            end = base + 1 + self.position[base]
            self.position[base + 1 : end] = sorted(self.position[base + 1 : end])

    def _zone(self, piece: int) -> int:
        return self.position[self.engine.machine.layout.place + piece]

    def _admits(self, zone: int, piece: int) -> bool:
        return self.words.admits(zone, piece)

    def _draw(self, n: int) -> int:
        self.drawn += 1
        return draw(self.key, _STREAM, self.drawn, n)
