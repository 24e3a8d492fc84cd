"""Pieces and zones in a position, for the reference backend: plain, and sure of every index."""

from __future__ import annotations

from dsl.backends.base import Env, MachineFault, PlayError
from dsl.backends.reference.cells import Shapes
from dsl.machine.ir import knowers, zone_storage
from dsl.machine.ir.ops import Machine

ALL, OWNER, NOBODY, FACES, SOME = range(5)
"""Who sees a zone: the values of the table zone_seen."""


class Pieces:
    """The pieces of one position."""

    def __init__(self, machine: Machine, S: list[int]) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.S = S
        self.everyone = knowers.everyone(machine.players)

    def members(self, zone: int) -> list[int]:
        """The members of a zone instance as they are now; none for the box."""
        self._known(zone)
        return zone_storage.members(self.machine, self.S, zone)

    def move(self, piece: int, zone: int, at: str, site: int, cell: int = 0) -> None:
        """See ops.MovePiece. Moving nothing (0) does nothing."""
        if not piece:
            return
        self._hangs_free(piece, zone, site)
        place = self._column(self.layout.place, piece)
        source = self.S[place]
        left = [member for member in self.members(source) if member != piece]
        self._put(source, left)
        self.S[place] = 0
        self._lay(piece, 0)
        if zone:
            members = self.members(zone)
            if len(members) >= self.machine.tables[self.machine.zone_cap][zone]:
                raise PlayError("BOUND", site, zone=zone)
            self._lay(piece, self._cell_for(zone, cell, site))
            if not self.machine.tables[self.machine.zone_ordered][zone]:
                members = sorted([*members, piece])
            elif at == "bottom":
                members = [piece, *members]
            else:
                members = [*members, piece]
            self._put(zone, members)
        self.S[place] = zone
        self._learn(piece)
        if source and source != zone:
            self._lose(source, left, piece)

    def _cell_for(self, zone: int, cell: int, site: int) -> int:
        """The cell where a piece comes to lie in a zone; see ops.MovePiece."""
        if self.machine.cells is None or self.machine.cells.layouts[zone] < 0:
            return 0
        shapes = Shapes(self.machine, self.S)
        if self.machine.cells.layout(cell) != self.machine.cells.layouts[zone]:
            free = shapes.members("fringe", zone)
            if not free:
                raise PlayError("BOUND", site)
            return free[0]
        if not shapes.reaches(cell) or shapes.piece(cell):
            raise PlayError("BOUND", site)
        return cell

    def _lay(self, piece: int, cell: int) -> None:
        """Say in which cell a piece lies (0: in none)."""
        cells = self.machine.cells
        if cells is not None and cells.low <= piece <= cells.high:
            self.S[cells.column + piece] = cell

    def turn(self, piece: int, up: int) -> None:
        """See ops.SetFace. Turning nothing (0) does nothing."""
        if not piece:
            return
        self.S[self._column(self.layout.face, piece)] = 1 if up else 0
        if up and self._seen(self.S[self._column(self.layout.place, piece)]) == FACES:
            self.S[self._column(self.layout.known, piece)] = self.everyone

    def know(self, piece: int, mask: int) -> None:
        """See ops.Know. Knowing nothing (0) does nothing."""
        if piece:
            self.S[self._column(self.layout.known, piece)] |= mask

    def shuffle(self, zone: int, stream: int, env: Env) -> None:
        """See ops.Shuffle. A zone without order draws nothing, but is forgotten as well."""
        if not zone:
            return
        members = self.members(zone)
        if self.machine.tables[self.machine.zone_ordered][zone]:
            for i in range(len(members) - 1, 0, -1):
                j = env.draw(self.S, stream, i + 1)
                members[i], members[j] = members[j], members[i]
            self._put(zone, members)
        if self._seen(zone) != ALL:
            for member in members:
                self.S[self._column(self.layout.known, member)] = 0

    def _learn(self, piece: int) -> None:
        """Who knows a piece now that it has arrived."""
        place = self.S[self._column(self.layout.place, piece)]
        known = self._column(self.layout.known, piece)
        if not place:
            return
        seen = self._seen(place)
        owner = self._owner(place)
        if seen == ALL or (seen == FACES and self.S[self._column(self.layout.face, piece)]):
            self.S[known] = self.everyone
        elif seen == OWNER:
            self.S[known] = self._mask(owner)
        elif seen == FACES:
            self.S[known] = self._mask(self.S[self._column(self.layout.owner, piece)] or owner)
        elif seen == NOBODY:
            self.S[known] &= self._mask(owner)

    def _lose(self, zone: int, left: list[int], piece: int) -> None:
        """Who has not seen which piece left a hidden place knows no longer which are left there."""
        seen = self._seen(zone)
        if seen in (ALL, FACES) or (seen == NOBODY and self.machine.tables[self.machine.zone_ordered][zone]):
            return  # people see from which place it comes
        keep = self.S[self._column(self.layout.known, piece)]
        if seen == OWNER:
            keep |= self._mask(self._owner(zone))
        for member in left:
            self.S[self._column(self.layout.known, member)] &= keep

    def _hangs_free(self, piece: int, zone: int, site: int) -> None:
        """A piece must not come to lie in its own zone, or in that of a piece that hangs from it."""
        hosts = self.machine.tables[self.machine.zone_host]
        self._known(zone)
        host = hosts[zone]
        while host >= self.machine.first_piece:
            if host == piece:
                raise PlayError("BOUND", site)
            host = hosts[self.S[self._column(self.layout.place, host)]]

    def _owner(self, zone: int) -> int:
        """The player whose zone it is, or 0."""
        host = self.machine.tables[self.machine.zone_host][zone]
        if host >= self.machine.first_piece:
            return self.S[self._column(self.layout.owner, host)]
        return self.machine.tables[self.machine.zone_owner][zone]

    @staticmethod
    def _mask(player: int) -> int:
        return 1 << (player - 1) if player else 0

    def _seen(self, zone: int) -> int:
        return self.machine.tables[self.machine.zone_seen][zone] if zone else NOBODY

    def _put(self, zone: int, members: list[int]) -> None:
        """Write the members of a zone; the box keeps no list."""
        if zone:
            zone_storage.put(self.machine, self.S, zone, members)

    def _known(self, zone: int) -> None:
        if not 0 <= zone < len(self.machine.tables[self.machine.zone_base]):
            raise MachineFault(f"there is no zone {zone}")

    def _column(self, base: int, piece: int) -> int:
        if not self.machine.first_piece <= piece <= self.machine.entity_count:
            raise MachineFault(f"entity {piece} is no piece")
        return base + piece
