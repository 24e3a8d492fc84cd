"""Two pieces change their numbers in a position: everything else about it stays as it was.

Where the one lay, with its face, its fields and what lies on it, the other lies now, and every field and every count
that spoke of the one speaks of the other. If a seat knows neither of them, the two positions are equal in all it knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from twins.knowing import BOX, Position, Sights

from dsl.machine.ir.ops import RET, Region


@dataclass(frozen=True)
class Swaps:
    """Swaps pieces of one machine."""

    sights: Sights

    def pairs(self, position: Position, seat: int, chance: Random, most: int) -> Iterator[tuple[str, int, int]]:
        """Up to `most` pairs that a seat cannot tell: their sort (`other`, `copy`, `mixed`) and the two pieces.

        `other`: two cards it does not know; `copy`: two copies of one card that it does not know; `mixed`: a copy that
        it knows and one that it does not know.
        """
        sights = self.sights
        unknown = set(sights.unknown(position, seat))
        candidates = sorted(unknown)
        chance.shuffle(candidates)
        found = 0
        for one in candidates:
            others = self._of_kind[sights.kind(one)]
            for other in chance.sample(others, min(12, len(others))):
                if not self._alike(position, one, other):
                    continue
                copies = sights.title(one) == sights.title(other)
                if other in unknown:
                    sort = "copy" if copies else "other"
                elif copies and sights.place(position, other) != BOX:
                    sort = "mixed"
                else:
                    continue
                if self.swappable(position, one, other):
                    yield sort, one, other
                    found += 1
                    break
            if found >= most:
                return

    @cached_property
    def _of_kind(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for piece in self.sights.pieces:
            found.setdefault(self.sights.kind(piece), []).append(piece)
        return found

    def changed(self, position: Position, seat: int, chance: Random) -> tuple[str, list[int]] | None:
        """The position with another number in a field of a piece that the seat cannot see; None if there is none."""
        sights, first = self.sights, self.sights.machine.first_piece
        unknown = [piece for piece in sights.unknown(position, seat) if sights.out_of_sight(position, piece)]
        for piece in chance.sample(unknown, min(6, len(unknown))):
            fields = [each for each in sights.fields if first <= each.first <= piece <= each.last]
            fields = [each for each in fields if each.shown.what in ("number", "bool", "enum") and each.low < each.high]
            if fields:
                field = chance.choice(fields)
                made = list(position)
                slot = field.base + piece
                made[slot] = chance.choice([n for n in range(field.low, field.high + 1)[:50] if n != made[slot]])
                return f"{field.name} of {piece} {sights.title(piece)}", made
        return None

    def guessed(self, position: Position, seat: int, chance: Random) -> tuple[str, list[int]] | None:
        """The position with another number in a field that is kept from the seat; None if there is none."""
        secrets = [
            (field, entity)
            for field in self.sights.fields
            for entity in range(field.first, field.last + 1)
            if self.sights.secret(position, field, entity, seat)
        ]
        if not secrets:
            return None
        field, entity = chance.choice(secrets)
        made, slot = list(position), field.base + entity
        made[slot] = chance.choice([n for n in range(field.low, field.high + 1)[:50] if n != made[slot]])
        return f"{field.name} of {entity}", made

    def overheard(self, position: Position, seat: int, chance: Random) -> tuple[str, list[int]] | None:
        """The position with something else that another player alone was told of a piece; None if there is none."""
        sights, layout = self.sights, self.sights.machine.layout
        others = [player for player in range(1, sights.machine.players + 1) if player != seat]
        if not layout.told_words or not others:
            return None
        player, piece = chance.choice(others), chance.choice(sights.pieces)
        made = list(position)
        made[layout.told + player * layout.told_words * len(sights.pieces) + piece] ^= 1 << chance.randrange(4)
        return f"what {player} was told of {piece}", made

    def relocated(self, position: Position, seat: int, chance: Random) -> tuple[str, list[int]] | None:
        """The position with a piece in another zone, where the seat may not know how many lie in either."""
        sights = self.sights
        hidden = [zone for zone in range(1, len(sights.bases)) if not sights.counted(position, seat, zone)]
        for zone in chance.sample(hidden, len(hidden)):
            owner = sights.owner_of(position, zone)
            for other in chance.sample(hidden, len(hidden)):
                members, room = sights.members(position, zone), sights.machine.tables[sights.machine.zone_cap][other]
                inside = sights.members(position, other)
                free = other != zone and sights.owner_of(position, other) == owner and len(inside) < room
                if not free or not members or not sights.hidden(position, seat, members[-1]):
                    continue
                piece, made = members.pop(), list(position)
                made[sights.machine.layout.place + piece] = other
                self._write(made, zone, members)
                self._write(made, other, [*inside, piece])
                return f"{piece} {sights.title(piece)} to {sights.info[other].name}", made
        return None

    def _write(self, made: list[int], zone: int, members: list[int]) -> None:
        """Put down what lies in a zone."""
        sights, layout = self.sights, self.sights.machine.layout
        base = sights.bases[zone]
        if not sights.info[zone].ordered:
            members.sort()
        if base < layout.chain:
            made[base : base + 1 + len(members)] = [len(members), *members]
            return
        made[base : base + 2] = [len(members), members[0] if members else 0]
        for piece, behind in zip(members, [*members[1:], 0], strict=False):
            made[layout.next + piece] = behind

    def _alike(self, position: Position, one: int, other: int) -> bool:
        sights = self.sights
        place = sights.place(position, other)
        return (
            one != other
            and place != BOX
            and sights.kind(one) == sights.kind(other)
            and position[sights.machine.layout.owner + one] == position[sights.machine.layout.owner + other]
            and self._hosts_alike(one, other)
            and sights.allowed(position, one, other)
            and sights.allowed(position, other, one)
        )

    def _hosts_alike(self, one: int, other: int) -> bool:
        hosted, info = self.sights.hosted, self.sights.info
        return [info[zone].name for zone in hosted.get(one, ())] == [info[zone].name for zone in hosted.get(other, ())]

    def swappable(self, position: Position, one: int, other: int) -> bool:
        """Whether nothing that has no type (a number kept in the middle of a procedure) might mean one of the two."""
        layout = self.sights.machine.layout
        if position[RET] in (one, other):
            return False
        zones = set(self.sights.hosted.get(one, ())) | set(self.sights.hosted.get(other, ()))
        odd = {one, other, *zones}
        return not odd.intersection(position[layout.stack :]) and not any(
            odd.intersection(position[region.base : region.base + region.size]) for region in self._untyped
        )

    def swap(self, position: Position, one: int, other: int) -> list[int]:
        """The position with the two swapped."""
        entity = {one: other, other: one}
        first, second = self.sights.hosted.get(one, []), self.sights.hosted.get(other, [])
        zones = {**dict(zip(first, second, strict=True)), **dict(zip(second, first, strict=True))}
        return self.renamed(position, entity, zones)

    def renamed(self, position: Position, entity: Mapping[int, int], zones: Mapping[int, int]) -> list[int]:
        """The position with other numbers for some pieces and for the zones that they have."""
        sights, layout = self.sights, self.sights.machine.layout
        made = list(position)
        for base, low, high in self._columns:  # what stands beside a piece goes where its number goes
            for piece in entity:
                if low <= piece <= high:
                    made[base + entity[piece]] = position[base + piece]
        for field in sights.fields:  # what speaks of a piece speaks of its new number
            if field.shown.what == "entity":
                for slot in range(field.base + field.first, field.base + field.last + 1):
                    made[slot] = entity.get(made[slot], made[slot])
        for region in self._lasting:
            for slot in range(region.base + 1, region.base + region.size):
                if (slot - region.base - 1) % region.entry not in region.numbers:
                    made[slot] = entity.get(made[slot], made[slot])
        for piece in sights.pieces:
            slot = layout.place + piece
            made[slot] = zones.get(made[slot], made[slot])
        self._refill(position, made, entity, zones)
        return made

    def _refill(self, position: Position, made: list[int], entity: Mapping[int, int], zones: Mapping[int, int]) -> None:
        """The lists of the zones anew."""
        sights = self.sights
        touched = {sights.place(position, piece) for piece in entity} | set(zones)
        for zone in touched - {BOX}:
            members = [entity.get(piece, piece) for piece in sights.members(position, zone)]
            self._write(made, zones.get(zone, zone), members)

    @cached_property
    def _columns(self) -> list[tuple[int, int, int]]:
        """Base, first and last piece of everything that is kept for each piece."""
        sights, machine = self.sights, self.sights.machine
        layout = machine.layout
        whole = (machine.first_piece, machine.entity_count)
        found = {(base, *whole) for base in (layout.place, layout.owner, layout.face, layout.known)}
        told = layout.told_words * (machine.players + 1)
        found |= {(layout.told + number * len(sights.pieces), *whole) for number in range(told)}
        found |= {(field.base, field.first, field.last) for field in sights.fields}
        found |= {(limit.base, limit.first, limit.last) for limit in machine.names.limits if limit.last}
        if machine.cells is not None:
            found.add((machine.cells.column, machine.cells.low, machine.cells.high))
        return sorted((base, max(low, machine.first_piece), high) for base, low, high in found if high >= low)

    @cached_property
    def _lasting(self) -> list[Region]:
        return [region for region in self.sights.machine.layout.regions if region.entry]

    @cached_property
    def _untyped(self) -> list[Region]:
        """Regions of which the layout does not say whether they hold pieces: of such a position no piece is swapped."""
        machine, layout = self.sights.machine, self.sights.machine.layout
        told = set(self._told())
        return [
            region
            for region in layout.regions
            if not region.entry
            and not region.name.startswith("limit ")
            and region.high >= machine.first_piece
            and not told.issuperset(_slots(region))
        ]

    def _told(self) -> Iterator[int]:
        """The slots of which it is said what they hold."""
        machine, layout = self.sights.machine, self.sights.machine.layout
        for base, low, high in self._columns:
            yield from range(base + low, base + high + 1)
        for field in self.sights.fields:
            yield from range(field.base + field.first, field.base + field.last + 1)
        if layout.next:
            yield from range(layout.next + machine.first_piece, layout.next + machine.entity_count + 1)
        for zone, base in enumerate(self.sights.bases):
            if zone:
                length = 2 if base >= layout.chain else 1 + machine.tables[machine.zone_cap][zone]
                yield from range(base, base + length)


def _slots(region: Region) -> range:
    return range(region.base, region.base + region.size)


def piles(sights: Sights, position: Sequence[int]) -> dict[int, list[int]]:
    """All zones that hold something."""
    return {zone: members for zone in range(1, len(sights.bases)) if (members := sights.members(position, zone))}
