"""What a seat knows of a position, read from its numbers by the rules of zones alone.

Written from the documented layout (`dsl/machine/ir/ops.py`) and the reference (zones, faces), and not from the code
that hides things: it judges that code. Where the rules leave doubt, a piece counts as known, so that no pair of worlds
is called equal that might not be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from dsl.machine.ir.ops import (
    ASKER,
    ASKING,
    DECISION,
    KEY_HI,
    KEY_LO,
    REASON,
    STATUS,
    FieldInfo,
    Machine,
    SealInfo,
    ZoneInfo,
)
from dsl.runtime.information.log import LogLine, Named

Position = Sequence[int]
BOX = 0
_BY_WHAT_LIES_OPEN = ("Skerry", "Diplomacy", "The Dark Order", "Dark Eden")
"""Games in which who is asked unseen depends on what all see. Of any other, others may not know who has chosen: a game
that tells it all the same is found to differ, and one that must not is not taken for known.
"""
ALL, OWNER, NOBODY, FACES, SOME = range(5)


@dataclass(frozen=True)
class Sights:
    """What seats know of the positions of one machine. Seat 0 is a spectator."""

    machine: Machine

    # ---- the layout ----

    @cached_property
    def pieces(self) -> range:
        """All pieces."""
        return range(self.machine.first_piece, self.machine.entity_count + 1)

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """Where each zone instance begins."""
        return self.machine.tables[self.machine.zone_base]

    @cached_property
    def info(self) -> dict[int, ZoneInfo]:
        """The declaration of each zone instance."""
        zones = self.machine.names.zones
        return {zone.first + n: zone for zone in zones for n in range(zone.instances)}

    @cached_property
    def fields(self) -> list[FieldInfo]:
        """All fields that change."""
        return [each for each in self.machine.names.fields if each.var]

    def title(self, entity: int) -> str:
        """The title of an entity; copies have the same."""
        return self.machine.names.entities[entity - 1].title

    def kind(self, entity: int) -> str:
        """The kind of an entity."""
        return self.machine.names.entities[entity - 1].kind

    def place(self, position: Position, piece: int) -> int:
        """The zone a piece lies in."""
        return position[self.machine.layout.place + piece]

    def members(self, position: Position, zone: int) -> list[int]:
        """The pieces of a zone in their order (without order: by their numbers)."""
        layout, base = self.machine.layout, self.bases[zone]
        if base < layout.chain:
            return list(position[base + 1 : base + 1 + position[base]])
        found, piece = [], position[base + 1]
        while piece:
            found.append(piece)
            piece = position[layout.next + piece]
        return sorted(found)

    def owner_of(self, position: Position, zone: int) -> int:
        """The player whose zone it is, or 0."""
        host = self.machine.tables[self.machine.zone_host][zone]
        if host >= self.machine.first_piece:
            return position[self.machine.layout.owner + host]
        return self.machine.tables[self.machine.zone_owner][zone]

    # ---- what is known ----

    def hidden(self, position: Position, seat: int, piece: int) -> bool:
        """Whether a seat does not know, by the rules, which piece this is."""
        layout = self.machine.layout
        zone = position[layout.place + piece]
        if zone == BOX:
            return False
        seen = self.machine.tables[self.machine.zone_seen][zone]
        if seen == ALL:
            return False
        known = position[layout.known + piece]
        if self._knows(known, seat):
            return False
        owners = {self.owner_of(position, zone), position[layout.owner + piece]}
        if seen == FACES:
            return not position[layout.face + piece] and seat not in owners - {0}
        return seen in (NOBODY, SOME) or not seat or self.owner_of(position, zone) != seat

    def _knows(self, known: int, seat: int) -> bool:
        """Whether a seat is among those who know; the last bit is that of spectators."""
        return bool(known >> (seat - 1 if seat else self.machine.players) & 1)

    def out_of_sight(self, position: Position, piece: int) -> bool:
        """Whether it lies where nobody sees things lie: in a hand, in a deck; not face down on the table."""
        return self.machine.tables[self.machine.zone_seen][self.place(position, piece)] in (OWNER, NOBODY, SOME)

    def unknown(self, position: Position, seat: int) -> list[int]:
        """All pieces that a seat does not know."""
        return [piece for piece in self.pieces if self.hidden(position, seat, piece)]

    def secret(self, position: Position, field: FieldInfo, entity: int, seat: int) -> bool:
        """Whether a field is kept from a seat: nobody's, another owner's, or of a piece that it does not know."""
        if field.seen == "all":
            return False
        if entity >= self.machine.first_piece:
            owner = 0 if self.hidden(position, seat, entity) else position[self.machine.layout.owner + entity]
        elif entity > self.machine.players:
            owner = self.machine.names.entities[entity - 1].player
        else:
            owner = entity
        return field.seen == "nobody" or not seat or owner != seat

    def counted(self, position: Position, seat: int, zone: int) -> bool:
        """Whether a seat may know how many lie in a zone."""
        return not self.info[zone].private_count or (seat != 0 and self.owner_of(position, zone) == seat)

    # ---- what was told ----

    def told(self, position: Position, player: int, piece: int) -> tuple[int, ...]:
        """The masks of the sorts that a player was told a piece is not (0: what all were told)."""
        layout = self.machine.layout
        row = range(player * layout.told_words, (player + 1) * layout.told_words)
        return tuple(position[layout.told + number * len(self.pieces) + piece] for number in row)

    def allowed(self, position: Position, there: int, piece: int) -> bool:
        """Whether all that was told of the piece there is so of another one."""
        machine = self.machine
        sort = machine.tables[machine.sorts][piece - machine.first_piece] if machine.sorts >= 0 else 0
        if not sort:
            return True
        word, bit = divmod(sort - 1, 32)
        return not any(self.told(position, player, there)[word] >> bit & 1 for player in range(machine.players + 1))

    def heard(self, position: Position, seat: int, piece: int) -> object:
        """What a seat was told of a piece, or of one that it knows what all were told."""
        if not self.machine.layout.told_words:
            return ()
        known = position[self.machine.layout.known + piece]
        if self._knows(known, 0):
            return ()
        own = () if not seat or self._knows(known, seat) else self.told(position, seat, piece)
        return self.told(position, 0, piece), own

    # ---- all of it ----

    def sight(self, position: Position, seat: int) -> tuple[object, ...]:
        """All that a seat sees of a position; copies of one card have no name of their own here."""
        return tuple(self._parts(position, seat))

    def _parts(self, position: Position, seat: int) -> Iterator[object]:
        machine, layout = self.machine, self.machine.layout
        yield position[STATUS], position[REASON], *self._question(position, seat)
        yield tuple(position[layout.results : layout.results + machine.players])
        for field in self.fields:
            for entity in range(field.first, field.last + 1):
                if entity < machine.first_piece and not self.secret(position, field, entity, seat):
                    yield field.name, entity, self._value(position, seat, field, position[field.base + entity])
        for zone in range(1, len(self.bases)):
            host = machine.tables[machine.zone_host][zone]
            if host >= machine.first_piece:
                continue  # told of with its host
            yield from self._zone(position, seat, zone, ())

    def _question(self, position: Position, seat: int) -> tuple[object, ...]:
        """Who is asked what; of `sealed` choices the others see only that they are being made, and who has chosen if
        all see who is asked, which `test_ready.py` holds against the game.
        """
        if position[STATUS] != ASKING:
            return ()
        decision = self.machine.decisions[position[DECISION]]
        if not decision.sealed or position[ASKER] == seat:
            return position[ASKER], position[DECISION]
        return ("sealed", position[ASKER] if decision.seal is not None and self._all_see(decision.seal) else 0)

    def _all_see(self, seal: SealInfo) -> bool:
        """Whether all may see who is asked: whatever anybody has, or by what lies open."""
        always = seal.who < 0 and any(sure.asks < 0 for sure in seal.surely)
        return bool(seal.surely) and (always or self.machine.names.title in _BY_WHAT_LIES_OPEN)

    def _zone(self, position: Position, seat: int, zone: int, above: tuple[int, ...]) -> Iterator[object]:
        if not self.counted(position, seat, zone):
            return
        told = [self._piece(position, seat, piece, above) for piece in self.members(position, zone)]
        yield (
            self.info[zone].name,
            zone if not above else 0,
            told if self.info[zone].ordered else sorted(told, key=repr),
        )

    def _piece(self, position: Position, seat: int, piece: int, above: tuple[int, ...]) -> object:
        layout = self.machine.layout
        hidden = self.hidden(position, seat, piece)
        if hidden and self.out_of_sight(position, piece):
            return "?", self.kind(piece), position[layout.owner + piece], self.heard(position, seat, piece)
        values = [
            (field.name, self._value(position, seat, field, position[field.base + piece]))
            for field in self.fields
            if field.first <= piece <= field.last and not self.secret(position, field, piece, seat)
        ]
        inside: list[object] = []
        if piece not in above:
            for zone in self.hosted.get(piece, ()):
                inside.extend(self._zone(position, seat, zone, (*above, piece)))
        cells = self.machine.cells
        cell = position[cells.column + piece] if cells is not None and cells.low <= piece <= cells.high else 0
        name = "?" if hidden else self.title(piece)
        heard = self.heard(position, seat, piece)
        return name, position[layout.owner + piece], position[layout.face + piece], cell, values, inside, heard

    def _value(self, position: Position, seat: int, field: FieldInfo, value: int) -> object:
        """What a field holds; a piece in it counts by its place, and by its title if it is known."""
        if field.shown.what == "entity" and self.machine.first_piece <= value <= self.machine.entity_count:
            hidden = self.hidden(position, seat, value)
            return self.place(position, value), "?" if hidden else self.title(value)
        return value

    def shown(self, lines: Sequence[LogLine], first: int) -> list[tuple[str, ...]]:
        """What lay open to all while the rules spoke of it, by the lines from `first` on: a step may lay a card open
        and take it away again, and whoever looks on has seen it.
        """
        said = ([each for each in line.parts if isinstance(each, Named)] for line in lines[first:])
        open_to_all = ([each for each in named if self._lay_open(each)] for named in said)
        return [tuple(self.title(each.entity) for each in named) for named in open_to_all if named]

    def _lay_open(self, named: Named) -> bool:
        if named.entity < self.machine.first_piece or named.zone == BOX:
            return False
        seen = self.machine.tables[self.machine.zone_seen][named.zone]
        return seen == ALL or (seen == FACES and bool(named.face))

    @cached_property
    def hosted(self) -> dict[int, list[int]]:
        """The zones that each piece has."""
        found: dict[int, list[int]] = {}
        for zone, host in enumerate(self.machine.tables[self.machine.zone_host]):
            if zone and host >= self.machine.first_piece:
                found.setdefault(host, []).append(zone)
        return found


def known_part(sights: Sights, position: Position, seat: int, option: Sequence[int]) -> tuple[object, ...]:
    """What a seat may know of an answer to the question that waits: a piece that it does not know has only a place."""
    machine = sights.machine
    decision = machine.decisions[position[DECISION]]
    if decision.sealed and position[ASKER] != seat:
        return ()
    if decision.kind == "branch" or len(option) < decision.width:
        return tuple(option)
    if decision.kind == "window":
        action = machine.actions[option[0] - 1] if option[0] else None
        kinds = ["number", "entity", *(shown.what for _, shown, _ in action.params)] if action else []
    else:
        kinds = ["number"] * (len(option) - 1) + [decision.shown.what]
    told = [
        _piece_of(sights, position, seat, value) if kind == "entity" else value
        for value, kind in zip(option, kinds, strict=False)
    ]
    return (*told, *option[len(told) :])


def _piece_of(sights: Sights, position: Position, seat: int, value: int) -> object:
    if not sights.machine.first_piece <= value <= sights.machine.entity_count:
        return value
    return sights.place(position, value), "?" if sights.hidden(position, seat, value) else sights.title(value)


def rekeyed(position: Position, by: int) -> list[int]:
    """The same position with other chance to come."""
    twin = list(position)
    twin[KEY_LO] ^= by & 0xFFFFFFFF
    twin[KEY_HI] ^= by >> 32 & 0xFFFFFFFF
    return twin
