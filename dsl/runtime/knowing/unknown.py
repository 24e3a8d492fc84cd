"""What a viewer does not know of one position, and what each slot of it reads as for him.

A piece that he does not know is two things: a number of which he does not know where it lies, and a place of which he
does not know which piece lies there. What lies on the table face down is seen to lie there: its fields, its owner, its
face and what hangs from it belong to the place and are known. Of what lies in a hand, a deck or the box only the place
is known. How many lie where is known, unless the rules say that it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from dsl.machine.ir import zone_storage
from dsl.machine.ir.ops import HEADER
from dsl.runtime.knowing.chart import chart_of
from dsl.runtime.knowing.values import ANY, Hidden, Known, Of, Variable, join, of, possible, some, span
from dsl.runtime.secret_fields import secrets, seen_state
from dsl.runtime.told import told_of
from dsl.runtime.viewers import sits
from dsl.runtime.wording import Viewer, Words


def unknown_to(words: Words, position: Sequence[int], viewer: Viewer) -> Unknown | None:
    """What a viewer does not know of a position; None if that is nothing."""
    if viewer is None:
        return None
    pieces = frozenset(words.strange(position, viewer))
    return Unknown(words, position, pieces, viewer) if pieces or any(secrets(words, position, viewer)) else None


class Unknown:
    """What is unknown to a viewer in a position."""

    def __init__(self, words: Words, position: Sequence[int], pieces: frozenset[int], viewer: Viewer) -> None:
        """pieces: those that the viewer does not know."""
        self.words = words
        self.machine = words.machine
        self.chart = chart_of(words)
        self.S = [*position]
        self.pieces = pieces
        self.viewer = viewer
        self.hosts = self.machine.tables[self.machine.zone_host]
        self.ordered = self.machine.tables[self.machine.zone_ordered]
        self.seen = frozenset(piece for piece in pieces if self._lies_open(piece))
        """Those that are seen to lie where they lie."""
        self.unseen = sorted(pieces - self.seen)
        self.secrets = frozenset(slot for slot, _ in secrets(words, position, viewer))
        """The slots of fields that the viewer does not see."""
        self._secret_columns = frozenset(field.base for field in words.secret_fields if field.first > 0)
        self.told = told_of(words)
        self._unseen: dict[int, Known] = {}
        self._having: dict[tuple[int, int], bool] = {}
        self._lying: dict[int, Of] = {}
        self._candidates: dict[tuple[int, int], tuple[int, ...]] = {}
        self._where: dict[int, tuple[Variable, list[tuple[int, int, int]]]] = {}
        self._admits: dict[tuple[int, int], bool] = {}

    def aside(self, position: list[int]) -> Unknown:
        """The same of a copy of the position that something is tried out on: nobody learns anything there."""
        twin = Unknown(self.words, position, self.pieces, self.viewer)
        twin.seen, twin.unseen, twin._lying, twin.secrets = self.seen, self.unseen, self._lying, self.secrets
        return twin

    def moved(self) -> None:
        """Something lies elsewhere now."""
        self._where.clear()
        self._unseen.clear()
        for name in ("places", "_hanging", "_pointers", "in_order"):
            self.__dict__.pop(name, None)

    def _lies_open(self, piece: int) -> bool:
        """Whether a piece is seen to lie where it lies: so is what it hangs from."""
        place = self.words.places[self.S[self.machine.layout.place + piece]]
        if not place.lies_open:
            return False
        return place.host not in self.pieces or self._lies_open(place.host)

    # ---- which piece lies in a place ----

    def lying(self, piece: int) -> Of:
        """The piece that lies where this unknown one does."""
        found = self._lying.get(piece)
        if found is None:
            zone = self.S[self.machine.layout.place + piece]
            vals = self._fitting(zone, piece)
            vals = self._as_told(piece, vals)
            found = self._lying[piece] = Of(Variable(len(vals), piece), vals, is_piece=True)
        return found

    def _as_told(self, piece: int, vals: tuple[int, ...]) -> tuple[int, ...]:
        """Those that the piece in a place may be by what the viewer was told of it."""
        mask = self.told.not_by(self.S, self.viewer, piece)
        return tuple(each for each in vals if not mask & self.told.sort(each)) if mask else vals

    def entity(self, number: int) -> Known:
        """What a number that stands for an entity is to the viewer."""
        return self.lying(number) if number in self.pieces else number

    def _fitting(self, zone: int, piece: int) -> tuple[int, ...]:
        """The unknown pieces that may lie in a place."""
        owner = self._owner(piece) if piece in self.seen and self.chart.fixed_owners else -1
        found = self._candidates.get((zone, owner))
        if found is None:
            owners = self.machine.layout.owner
            fits = (each for each in sorted(self.pieces) if self.admits(zone, each))
            found = tuple(each for each in fits if owner < 0 or self.S[owners + each] == owner)
            self._candidates[zone, owner] = found or tuple(sorted(self.pieces))
            found = self._candidates[zone, owner]
        return found

    def _owner(self, piece: int) -> int:
        return self.S[self.machine.layout.owner + piece]

    def admits(self, zone: int, piece: int) -> bool:
        """Whether a zone is for pieces of this sort; zones of other pieces for what any of them is for."""
        key = zone, piece
        found = self._admits.get(key)
        if found is None:
            found = self._admits[key] = self.words.admits(zone, piece)
        return found

    # ---- where a piece lies ----

    @cached_property
    def places(self) -> list[tuple[int, int, int]]:
        """Where unknown pieces lie: (the piece there, its zone, 0) where they are seen to lie, else (0, zone, face)
        for each face that such a piece may have.
        """
        place = self.machine.layout.place
        found: dict[tuple[int, int, int], None] = {}
        closed = {self.S[place + piece] for piece in self.unseen}
        faces = sorted(possible(self._unseen_value(self.machine.layout.face)) or [0])
        private = {zone for zone in self.chart.private if not self._counts(zone)}
        if private:
            closed |= private | {0}  # nobody says how many lie there, nor therefore how many are in the box
        for piece in sorted(self.seen):
            found[piece, self.S[place + piece], 0] = None
        for zone in sorted(closed):
            found.update(((0, zone, face), None) for face in faces)
        return list(found)

    def _counts(self, zone: int) -> bool:
        """Whether the viewer may count what lies in a zone."""
        place = self.words.places[zone]
        if place.info is None or not place.info.private_count:
            return True
        host = place.host
        owner = self._owner(host) if host >= self.machine.first_piece else place.owner
        return owner > 0 and sits(self.viewer, owner)

    def where(self, piece: int) -> tuple[Variable, list[tuple[int, int, int]]]:
        """Where an unknown piece may lie: a variable, and the places."""
        found = self._where.get(piece)
        if found is None:
            own = self._owner(piece)
            fixed = self.chart.fixed_owners
            places = [
                each
                for each in self.places
                if self.admits(each[1], piece)
                and not (each[0] and fixed and self._owner(each[0]) != own)
                and self._may_lie(piece, each)
            ]
            places = places or self.places
            found = self._where[piece] = Variable(len(places)), places
        return found

    def _may_lie(self, piece: int, place: tuple[int, int, int]) -> bool:
        """Whether a piece may lie in a place by what the viewer was told of what lies there."""
        sort = self.told.sort(piece) if self.told.ever else 0
        if not sort:
            return True
        there, zone, _ = place
        lying = [there] if there else [each for each in self.unseen if self.S[self.machine.layout.place + each] == zone]
        masks = [self.told.not_by(self.S, self.viewer, each) for each in lying]
        return not masks or not all(mask & sort for mask in masks) or not self._counts(zone)

    # ---- slots ----

    def read(self, slot: int) -> Known:
        """What a slot of the position holds, as far as the viewer knows it."""
        if slot in self.secrets:
            return ANY
        column = self.chart.columns.get(slot)
        if column is not None:
            base, piece = column
            return self._column(base, piece) if piece in self.pieces else self._plain(slot, base)
        value = self.S[slot]
        if slot in self.chart.lists:
            raise Hidden
        return self.lying(value) if value in self.pieces and slot in self.chart.entities else value

    def of_place(self, base: int, piece: int) -> Known:
        """What a column says of the piece that lies where this unknown one does."""
        layout = self.machine.layout
        if base == layout.owner and self.chart.fixed_owners and piece not in self.seen:
            found = {self.S[base + each] for each in self.lying(piece).vals}
            return join(sorted(found))
        if base + piece in self.secrets or (base != layout.place and not self._all_have(base, piece)):
            return ANY
        if piece in self.seen or base == layout.place:
            return self._plain(base + piece, base)
        return self._unseen_value(base)

    def _all_have(self, base: int, piece: int) -> bool:
        """Whether all that may lie where an unknown piece does have a column."""
        lying, columns = self.lying(piece), self.chart.columns
        key = base, id(lying.vals)  # kept with the variable, and one for all places of a sort
        found = self._having.get(key)
        if found is None:
            found = self._having[key] = all(columns.get(base + each) == (base, each) for each in lying.vals)
        return found

    def _unseen_value(self, base: int) -> Known:
        """What a column says of a piece that nobody sees lie: what it says of any such one, or, where rules may change
        it, whatever it can hold. The numbers that are there may be somebody's secret, as dice in a cup are.
        """
        found = self._unseen.get(base)
        if found is None:
            columns = self.chart.columns
            having = [base + each for each in self.unseen if columns.get(base + each) == (base, each)]
            if base in self._secret_columns and self.secrets.intersection(having):
                found = ANY
            elif base in self.chart.changes and having:
                reach = self.chart.may_hold(having[0])
                found = ANY if reach is None else span(*reach)
            else:
                found = some(frozenset(self.S[slot] for slot in having))
            self._unseen[base] = found
        return found

    def _plain(self, slot: int, base: int) -> Known:
        """A slot that is no secret; the numbers of unknown pieces in it are one."""
        value = self.S[slot]
        if base == self.machine.layout.place:
            host = self.hosts[value]
            if host in self.pieces:
                lying = self.lying(host)
                return of(lying.var, tuple(each - host + value for each in lying.vals))
            return value
        if value in self.pieces and slot in self.chart.entities:
            return self.lying(value)
        return value

    def _column(self, base: int, piece: int) -> Known:
        """What a column says of a piece of which it is unknown where it lies."""
        layout = self.machine.layout
        if base == layout.owner and self.chart.fixed_owners:
            return self.S[base + piece]
        var, places = self.where(piece)
        vals: list[Known] = []
        for there, zone, face in places:
            if there:
                vals.append(self.of_place(base, there))
            elif base == layout.place:
                vals.append(zone)
            else:
                vals.append(face if base == layout.face else self._unseen_value(base))
        numbers = [each for each in vals if isinstance(each, int)]
        return of(var, tuple(numbers)) if len(numbers) == len(vals) else join(vals)

    # ---- zones ----

    def zone(self, value: Known) -> int:
        """The zone that a value stands for, if its place is known; Hidden if it is not."""
        if isinstance(value, int):
            host = self.hosts[value] if 0 <= value < len(self.hosts) else 0
            if host in self.pieces:
                raise Hidden
            return value
        if isinstance(value, Of) and value.var.slot in self.seen and self._is_hosted(value):
            return self._true(value)
        raise Hidden

    def _true(self, value: Of) -> int:
        """What a value that follows from the piece in a place is for the piece that lies there."""
        return value.vals[self.lying(value.var.slot).vals.index(value.var.slot)]

    def _is_hosted(self, value: Of) -> bool:
        """Whether a value is a zone of the piece in a place, whichever it is."""
        lying = self.lying(value.var.slot).vals
        offset = value.vals[0] - lying[0]
        linear = all(zone - piece == offset for zone, piece in zip(value.vals, lying, strict=True))
        zone = self._true(value)
        return linear and 0 < zone < len(self.hosts) and self.hosts[zone] == value.var.slot

    def size(self, value: Known) -> Known:
        """How many lie in a zone."""
        if isinstance(value, int) and 0 <= value < len(self.hosts) and self.hosts[value] in self.pieces:
            return self._size_on(self.hosts[value], value)
        if not isinstance(value, int) and (not isinstance(value, Of) or not value.var.slot):
            return self._any_size(value)
        if isinstance(value, Of) and value.var.slot not in self.seen and self._is_hosted(value):
            return self._hanging
        zone = self.zone(value)
        found = len(zone_storage.members(self.machine, self.S, zone))
        if self._counts(zone):
            return found
        known = sum(piece not in self.pieces for piece in zone_storage.members(self.machine, self.S, zone))
        return span(known, self.machine.tables[self.machine.zone_cap][zone])

    def _size_on(self, piece: int, zone: int) -> Known:
        """How many lie in a zone of a piece of which it is unknown where it lies."""
        var, places = self.where(piece)
        vals: list[Known] = []
        for there, _, _ in places:
            own = zone - piece + there
            if there and own < len(self.hosts) and self.hosts[own] == there:
                vals.append(len(zone_storage.members(self.machine, self.S, own)))
            else:
                vals.append(self._hanging)
        numbers = [each for each in vals if isinstance(each, int)]
        return of(var, tuple(numbers)) if len(numbers) == len(vals) else join(vals)

    @cached_property
    def _hanging(self) -> Known:
        """How many may lie in a zone of a piece that nobody sees lie."""
        bases = self.machine.tables[self.machine.zone_base]
        return some(
            frozenset({0} | {self.S[bases[zone]] for each in self.unseen for zone in self.words.zones_of.get(each, ())})
        )

    def _any_size(self, value: Known) -> Known:
        vals = () if isinstance(value, int) else value.vals
        if not vals or any(not 0 <= each < len(self.hosts) for each in vals):
            raise Hidden
        return join([self.size(each) for each in sorted(set(vals))])

    def members(self, value: Known) -> tuple[list[Known], bool]:
        """What lies in a zone; and whether the order in which it stands there is unknown."""
        if isinstance(self.size(value), int) and self.size(value) == 0:
            return [], False
        zone = self.zone(value)
        if not self._counts(zone):
            raise Hidden
        found = zone_storage.members(self.machine, self.S, zone)
        if not any(piece in self.pieces for piece in found):
            return [*found], False
        if self.ordered[zone]:
            return [self.entity(piece) for piece in found], False
        known: list[Known] = [piece for piece in found if piece not in self.pieces]
        unknown = sorted((piece for piece in found if piece in self.pieces), key=self._looks)
        return [*known, *(self.lying(piece) for piece in unknown)], len(found) > 1

    @cached_property
    def in_order(self) -> list[int]:
        """The unknown pieces by their places and by how they look, not by their numbers."""
        place = self.machine.layout.place

        def key(piece: int) -> tuple[object, ...]:
            zone = self.S[place + piece]
            lying = zone_storage.members(self.machine, self.S, zone) if self.ordered[zone] else []
            return zone, lying.index(piece) if lying else 0, self._looks(piece)

        return sorted(self.pieces, key=key)

    @cached_property
    def _pointers(self) -> dict[int, list[int]]:
        """The slots that say which unknown piece they mean."""
        found: dict[int, list[int]] = {}
        for slot in sorted(self.chart.entities):
            if self.S[slot] in self.pieces:
                found.setdefault(self.S[slot], []).append(slot)
        return found

    def _looks(self, piece: int) -> tuple[object, ...]:
        """By what the viewer can tell an unknown piece from others in the same zone."""
        pointed = self._pointers.get(piece, [])
        if piece not in self.seen:
            return pointed, [self.told.not_by(self.S, self.viewer, piece)], []
        state = seen_state(self.words, self.S, self.viewer, piece)
        hanging = [
            [-1 if each in self.pieces else each for each in zone_storage.members(self.machine, self.S, zone)]
            for zone in self.words.zones_of.get(piece, ())
        ]
        return pointed, state, hanging

    def may_be_written(self, slot: int) -> bool:
        """Whether a slot can be written without knowing what is unknown."""
        column = self.chart.columns.get(slot)
        return slot >= HEADER and (column is None or column[1] not in self.pieces)
