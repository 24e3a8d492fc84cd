"""One deal of the pieces that a player does not know: which of them lies in the place of which; see determinize.py.

Pieces change places where the zones admit their kinds. What lies on the table stays there: the place keeps its face,
its tokens and who knows it; only the piece under them is another. What points at a hidden piece points at a place.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from dsl.machine.ir.zone_storage import is_linked, put
from dsl.runtime import pieces
from dsl.runtime.chance import Stream
from dsl.runtime.engine import Engine
from dsl.runtime.information.dealing_told import Facts
from dsl.runtime.told import told_of
from dsl.runtime.viewers import Viewer

STREAM: Final = 1 << 32
"""Not a stream of any game; nor are the next two (determinize.py)."""


class Deal:
    """One deal: which piece lies in the place of which."""

    def __init__(self, engine: Engine, position: list[int], player: Viewer) -> None:
        self.engine = engine
        self.words = engine.words
        self.machine = engine.machine
        self.position = position
        self._place, self._owners = self.machine.layout.place, self.machine.layout.owner
        self.facts = Facts(told_of(engine.words), player)
        self.stream = Stream(0, STREAM)
        self.drawn = 0
        self.pointers = self._pointers()
        """The slots that surely point at pieces."""
        self.pointed = dict.fromkeys(position[slot] for slot in self.pointers)
        self.movable = self._movable(player)
        self.ranks = {piece: rank - len(self.pointed) for rank, piece in enumerate(self.pointed)}
        self.at = {piece: piece for piece in self.movable}
        """For each piece the one in whose place it lies now."""
        self.columns = {piece: self.words.columns_of(piece) for piece in self.movable}
        places = [self.words.places[zone] for zone in {self.zone(piece) for piece in self.movable}]
        self.shared = {place.instance for place in places if place.info is not None and place.info.shares}
        """The zones in question with shares: so many at most of each sort."""
        self.homes = self._homes()
        self.lying: dict[int, list[int]] = {}
        """The members of the zones that are linked; they are written down when all is dealt."""
        self.slots = self._slots()
        self.idle = self._idle()
        self._leave_idle()
        self._shared: dict[tuple[int, int], tuple[int, ...]] = {}
        self._alone: dict[tuple[int, int], tuple[int, ...]] = {}

    def fresh(self, key: int) -> Deal:
        """The same before anything is dealt, to be dealt by a key."""
        twin = copy(self)
        twin.stream = Stream(key, STREAM)
        twin.position, twin.slots, twin.idle = self.position[:], dict(self.slots), set(self.idle)
        twin.at = dict(self.at)
        twin.lying = {zone: members[:] for zone, members in self.lying.items()}
        return twin

    def done(self) -> list[int]:
        """The position dealt again."""
        groups = self.groups()
        for group in groups.values():
            self._sort(group)
            free = self._as_told(group)
            for last in range(len(free) - 1, 0, -1):
                self._swap(free[last], free[self._draw(last + 1)])
        if len(groups) > 1 or not self.shared.isdisjoint(
            self.zone(piece) for piece in self.movable
        ):  # not every exchange was possible, so some ways to lie are rarer than others
            self._wander()
        for zone in self.lying:
            put(self.machine, self.position, zone, ())  # before any is written: each piece leads to one other only
        for zone in {self.zone(piece) for piece in self.movable}:
            self._tidy(zone)
        now = {before: piece for piece, before in self.at.items() if before in self.pointed}
        for slot in self.pointers if now else ():
            self.position[slot] = now.get(self.position[slot], self.position[slot])
        return self.position

    def groups(self) -> dict[tuple[int, frozenset[int]], list[int]]:
        """The pieces of one owner that may lie in the same zones, before any was moved."""
        groups: dict[tuple[int, frozenset[int]], list[int]] = {}
        for piece in self.movable:
            groups.setdefault((self._owner(piece), self.homes[piece]), []).append(piece)
        return groups

    def _wander(self) -> None:
        """Let any two pieces change places again and again."""
        count = len(self.movable)
        for _ in range(2 * count):
            one, other = divmod(self._draw(count * count), count)
            if self.facts.may_swap(self.position, self.movable[one], self.movable[other]):
                self._swap(self.movable[one], self.movable[other])

    def _as_told(self, group: list[int]) -> list[int]:
        """Let such pieces of a group lie in the places of which the player was told something as may lie there; the
        others, which may lie in any order.
        """
        bound = [piece for piece in group if self.facts.mask(self.position, piece)]
        if not bound:
            return group
        masks = {self.at[piece]: self.facts.mask(self.position, piece) for piece in bound}
        bound.sort(key=lambda piece: (self.zone(piece), self.slots[piece], masks[self.at[piece]]))
        places, here = [self.at[piece] for piece in bound], {self.at[piece]: piece for piece in group}
        drawn = self.facts.drawn([masks[each] for each in places], group, self._draw)
        for place, piece in zip(places, drawn, strict=True):
            self._fill(here, place, piece, masks[place], places)
        taken = {here[place] for place in places}
        return [piece for piece in group if piece not in taken]

    def _fill(self, here: dict[int, int], place: int, piece: int, mask: int, places: list[int]) -> None:
        """Let a piece lie in a place; another one, where the rules do not let this one lie there. here: what lies
        where.
        """
        done = {here[each] for each in places[: places.index(place)]}
        others = (each for each in here.values() if not mask & self.facts.told.sort(each))
        for each in (piece, *others):
            there, before = here[place], self.at[each]
            if each not in done and (there == each or self._swap(there, each)):
                here[before], here[place] = there, each
                return

    def _homes(self) -> dict[int, frozenset[int]]:
        """For each piece those of the zones in question that are for its kind."""
        zones = {self.zone(piece) for piece in self.movable}
        by_kind: dict[str, frozenset[int]] = {}
        for piece in self.movable:
            kind = self.words.info(piece).kind
            if kind not in by_kind:
                by_kind[kind] = frozenset(zone for zone in zones if self.words.admits(zone, piece))
        return {piece: by_kind[self.words.info(piece).kind] for piece in self.movable}

    def _movable(self, player: Viewer) -> list[int]:
        """The pieces that may change places: unknown to the player, with nothing on them."""
        slots = (slot for slot, sure in pieces.pointers(self.words, self.position) if not sure)
        fixed = {self.position[slot] for slot in slots} | pieces.in_sets(self.words, self.position)
        return [
            piece
            for piece in range(self.machine.first_piece, self.machine.entity_count + 1)
            if not self.words.knows(self.position, player, piece)
            and piece not in fixed
            and not pieces.has_contents(self.words, self.position, piece)
        ]

    def _pointers(self) -> list[int]:
        return [
            slot
            for slot, sure in pieces.pointers(self.words, self.position)
            if sure and self.words.is_piece(self.position[slot])
        ]

    def _sort(self, group: list[int]) -> None:
        """Put the pieces of a group into their places in the order of their numbers."""
        places = sorted(group, key=lambda piece: (self.zone(piece), self.slots[piece], self.ranks.get(piece, 0)))
        at = {piece: index for index, piece in enumerate(places)}
        for index, piece in enumerate(sorted(group)):
            other = places[index]
            if other != piece and self._swap(piece, other):
                places[at[piece]], places[index] = other, piece
                at[other], at[piece] = at[piece], index

    def _swap(self, one: int, other: int) -> bool:
        """Let two pieces change places if both may lie where the other does."""
        idle = self.idle
        if one in idle and other in idle:
            return one != other
        if one == other or not self._fit(one, other):
            return False
        idle.discard(one)
        idle.discard(other)
        position, slots = self.position, self.slots
        for base in self._exchanged(one, other):
            a, b = base + one, base + other
            position[a], position[b] = position[b], position[a]
        first, second = slots[one], slots[other]
        slots[one], slots[other] = second, first
        self.at[one], self.at[other] = self.at[other], self.at[one]
        self._lay(first, other)
        self._lay(second, one)
        return True

    def _lay(self, slot: tuple[int, int], piece: int) -> None:
        """Write a piece where another one lay."""
        zone, index = slot
        if zone in self.lying:
            self.lying[zone][index] = piece
        elif zone:
            self.position[index] = piece

    def _exchanged(self, one: int, other: int) -> tuple[int, ...]:
        """The bases of the columns that two pieces both have, that of their place first."""
        mine, yours = self.columns[one], self.columns[other]
        found = self._shared.get((id(mine), id(yours)))  # there is one tuple for all pieces of a kind
        if found is None:
            shared = [base for base, first, last in mine if (base, first, last) in yours]
            found = self._shared[id(mine), id(yours)] = (self.machine.layout.place, *shared)
        return found

    def _fit(self, one: int, other: int) -> bool:
        """Whether two pieces of one player, or of none, may each lie where the other does."""
        position, place, owner = self.position, self._place, self._owners
        here, there = position[place + one], position[place + other]
        if here not in self.homes[other] or there not in self.homes[one]:
            return False
        if position[owner + one] != position[owner + other] and self._holder(one) != self._holder(other):
            return False
        if self.shared and not (self._has_place(one, other) and self._has_place(other, one)):
            return False
        if self.columns[one] is self.columns[other]:
            return True
        if self.at[one] in self.pointed or self.at[other] in self.pointed:
            return False  # who points at a piece may rely on what it is
        return self._plain(one, other) and self._plain(other, one)

    def _has_place(self, one: int, other: int) -> bool:
        """Whether the first has a place of its share where the other lies, when that one is gone."""
        zone = self.zone(other)
        share = self.words.share(zone, one) if zone in self.shared else None
        if share is None or self.words.share(zone, other) == share:
            return True
        there = self.lying.get(zone) or pieces.members(self.words, self.position, zone)
        return sum(self.words.share(zone, piece) == share for piece in there if piece != one) < share[1]

    def _plain(self, one: int, other: int) -> bool:
        """Whether what the first has and the other cannot have is as it was at the beginning."""
        mine, yours = self.columns[one], self.columns[other]
        alone = self._alone.get((id(mine), id(yours)))  # there is one tuple for all pieces of a kind
        if alone is None:
            alone = tuple(column[0] for column in mine if column not in yours)
            self._alone[id(mine), id(yours)] = alone
        position, beginning = self.position, self.engine.beginning
        return all(position[base + one] == beginning[base + one] for base in alone)

    def _owner(self, piece: int) -> int:
        return self.position[self.machine.layout.owner + piece]

    def _holder(self, piece: int) -> int:
        """Whose a piece is to those who look on: its owner's, or of the player in whose zone it lies."""
        return self._owner(piece) or self.words.places[self.zone(piece)].owner

    def _idle(self) -> set[int]:
        """The pieces in the box that nobody owns and that are as at the beginning: which lies where is all the same."""
        position, beginning = self.position, self.engine.beginning
        found: set[int] = set()
        for piece in self.movable:
            if not self.zone(piece) and not self._owner(piece) and piece not in self.pointed:
                slots = [base + piece for base, _, _ in self.columns[piece]]
                if all(position[slot] == beginning[slot] for slot in slots):
                    found.add(piece)
        return found

    def _leave_idle(self) -> None:
        """Leave out what is idle where nothing but the box could give anything for it: often it is most there is."""
        idle = self.idle
        if not any(self.zone(piece) and not self._holder(piece) for piece in self.movable if piece not in idle):
            self.movable = [piece for piece in self.movable if piece not in idle]

    def _slots(self) -> dict[int, tuple[int, int]]:
        """For each piece its zone (0: the box) and its slot in the list of it, or its index there in a zone that is
        linked. Zones are put in order when all is dealt.
        """
        found: dict[int, tuple[int, int]] = dict.fromkeys(self.movable, (0, 0))
        bases = self.machine.tables[self.machine.zone_base]
        ranks = self.ranks
        for zone in {self.zone(piece) for piece in self.movable} - {0}:
            lying = pieces.members(self.words, self.position, zone)
            if not self.machine.tables[self.machine.zone_ordered][zone] and not ranks.keys().isdisjoint(lying):
                lying.sort(key=lambda piece: ranks.get(piece, 0))  # where these lie among the others tells nothing
                put(self.machine, self.position, zone, lying)
            if is_linked(self.machine, zone):
                self.lying[zone] = lying
            begin = 0 if zone in self.lying else bases[zone] + 1
            found.update((piece, (zone, begin + index)) for index, piece in enumerate(lying) if piece in found)
        return found

    def _tidy(self, zone: int) -> None:
        """Put the members of a zone without order back into the order of their numbers."""
        if zone and not self.machine.tables[self.machine.zone_ordered][zone]:
            lying = self.lying.get(zone) or pieces.members(self.words, self.position, zone)
            put(self.machine, self.position, zone, sorted(lying))

    def zone(self, piece: int) -> int:
        """Where a piece lies."""
        return self.position[self.machine.layout.place + piece]

    def _draw(self, n: int) -> int:
        self.drawn += 1
        return self.stream.draw(self.drawn, n)
