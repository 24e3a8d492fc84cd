"""What things are called: pieces, places, values, and the texts with holes, as one viewer may read them.

A viewer is a player (from 1), 0 for a spectator, several players who sit together, or None for somebody who sees
everything. A piece whose identity the
viewer does not know is called by the back it shows and the zone it lies in: nothing else of it may reach a text.

Everything that does not depend on the position is worked out once, when a `Words` is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Final

from dsl.backends.base import Frames
from dsl.machine.ir.knowers import bit
from dsl.machine.ir.ops import FP, EntityInfo, FieldInfo, Machine, Shown
from dsl.runtime.about import About
from dsl.runtime.agreeing import agreeing, counted
from dsl.runtime.backs import zones_by_host
from dsl.runtime.places import Place, places_of
from dsl.runtime.told_columns import told_columns
from dsl.runtime.tongues.arranging import Arranged
from dsl.runtime.tongues.own import Own
from dsl.runtime.tongues.spoken import spoken, spoken_about
from dsl.runtime.tongues.tongue import Inflected, Tongue
from dsl.runtime.tongues.written import written_in
from dsl.runtime.viewers import Team, players_at
from dsl.runtime.viewers import Viewer as Viewer
from dsl.typed_words import meet, word_of

Segment = str | tuple[Shown, int]
"""A part of a text: words, or a value with how it reads."""

ENTITY: Final = Shown("entity")
_CELL: Final = re.compile(r"(.*?)(-?[0-9]{1,6}) (-?[0-9]{1,6})")


class Words:
    """The words of one machine. `about` gives the names of backs; without it every unknown piece is a card."""

    def __init__(self, machine: Machine, about: About | None = None, tongue: Tongue | None = None) -> None:
        """tongue: the language they are in, if it is not that of the rules."""
        about = about or About()
        if tongue is not None:
            machine, about = spoken(machine, tongue.said), spoken_about(about, tongue.said)
        self._tongue = tongue
        self._arranged = Arranged(machine.names.templates, tongue) if tongue is not None else None
        self.own = Own(tongue)
        self.written = written_in(tongue, self.own)
        """How what is written in the rules is read in this language."""
        self.machine = machine
        self.names = machine.names
        meet(machine.names.words)
        self.frames = Frames(machine)
        self._offset = len(machine.names.entities) - machine.entity_count - 1
        self._known = machine.layout.known
        self._place = machine.layout.place
        self.zones_of = zones_by_host(machine)
        """The zone instances that each space and piece has."""
        self.about = about
        self.secret = about.secret
        """The cards that are kept from who has not met them, their titles too."""
        self.places = places_of(machine, about, self.title, self.zones_of, self.own)
        self.fields: dict[str, list[FieldInfo]] = {}
        for field in machine.names.fields:
            self.fields.setdefault(field.name, []).append(field)

        self._fits = dict(about.fits)
        self.layouts = self._layouts()
        """What stands before the coordinates of the cells of each layout."""
        self.columns = self._columns()
        """What each piece has of its own: base, first and last entity; the slot of an entity is base + entity."""
        self.captured = machine.layout.captured()
        """The slots of what lasts or waits that may hold entities."""
        self.secret_fields = [field for field in machine.names.fields if field.seen != "all"]
        """The fields that not everybody sees."""
        self.pointers = {
            (each.base, each.first, each.last)
            for each in machine.names.fields
            if each.var and each.shown.what == "entity"
        }
        """The columns that hold things."""
        self._columns_by_kind: dict[str, tuple[tuple[int, int, int], ...]] = {}

    # ---- entities ----

    def info(self, entity: int) -> EntityInfo:
        """The description of an entity (from 1)."""
        return self.names.entities[entity + self._offset]

    @cached_property
    def _copies(self) -> dict[tuple[str, str], list[int]]:
        found: dict[tuple[str, str], list[int]] = {}
        for piece in range(self.machine.first_piece, self.machine.entity_count + 1):
            info = self.info(piece)
            found.setdefault((info.kind, info.title), []).append(piece)
        return found

    def copies(self, piece: int) -> Sequence[int]:
        """The pieces of one sort and title, this one among them."""
        info = self.info(piece)
        return self._copies[info.kind, info.title]

    def is_piece(self, entity: int) -> bool:
        """Whether an entity is a piece, and not a player, a space or none."""
        return self.machine.first_piece <= entity <= self.machine.entity_count

    def is_space(self, entity: int) -> bool:
        """Whether an entity is a space of a board."""
        return self.machine.players < entity < self.machine.first_piece

    def knows(self, position: Sequence[int], viewer: Viewer, entity: int) -> bool:
        """Whether the viewer knows which entity this is. Players and spaces are known to everyone."""
        if viewer is None or not self.is_piece(entity):
            return True
        return self.sees(position[self._known + entity], viewer)

    def sees(self, mask: int, viewer: Viewer) -> bool:
        """Whether a mask of those who know includes the viewer."""
        if viewer is None:
            return True
        if isinstance(viewer, Team):
            return any(mask & self._bit(player) for player in viewer.players)
        return bool(mask & self._bit(viewer))

    def _bit(self, viewer: int) -> int:
        return bit(self.machine.players, viewer)

    def strange(self, position: Sequence[int], viewer: Viewer) -> list[int]:
        """The pieces of which the viewer does not know which they are."""
        first, last = self.machine.first_piece, self.machine.entity_count
        masks = enumerate(position[self._known + first : self._known + last + 1], first)
        if viewer is None:
            return []
        bits = sum(map(self._bit, players_at(viewer) or (0,)))
        return [piece for piece, mask in masks if not mask & bits]

    def place_of(self, position: Sequence[int], piece: int) -> Place:
        """Where a piece lies."""
        return self.places[position[self._place + piece]]

    def columns_of(self, piece: int) -> tuple[tuple[int, int, int], ...]:
        """The columns that an entity has, as (base, first, last): in each its slot is base + entity.

        Two columns of entities that follow each other may have the same base, so a base alone is no column.
        """
        kind = self.info(piece).kind
        if kind not in self._columns_by_kind:
            # owner and face_up are fields as well: each column counts once, or a swap of two pieces would undo itself
            own = dict.fromkeys(column for column in self.columns if column[1] <= piece <= column[2])
            self._columns_by_kind[kind] = tuple(own)
        return self._columns_by_kind[kind]

    def admits(self, zone: int, piece: int) -> bool:
        """Whether a zone instance is for pieces of this sort; the box is for all."""
        info = self.places[zone].info
        if info is None:
            return True
        fits = self._fits.get(info.first)
        return fits is None or any(first <= piece <= last for first, last in fits)

    def share(self, zone: int, piece: int) -> tuple[int, int] | None:
        """The share of a zone instance that a piece takes a place of: its number, and how many it holds at most."""
        info = self.places[zone].info
        for number, (_, first, last, most) in enumerate(info.shares if info is not None else ()):
            if first <= piece <= last:
                return number, most
        return None

    def player(self, player: int) -> str:
        """What a player is called."""
        return self.info(player).title or chr(ord("A") + player - 1)

    def title(self, entity: int) -> str:
        """What an entity is called by somebody who knows it."""
        if not 1 <= entity <= self.machine.entity_count:
            return self.cell(entity)
        if entity <= self.machine.players:
            return self.player(entity)
        info = self.info(entity)
        if self.is_space(entity):
            words = info.where or info.title
            return f"{self.player(info.player)} {words}" if info.player else words
        return info.title

    def printed(self, entity: int) -> str:
        """The words printed on an entity."""
        return self.info(entity).text if self.is_piece(entity) else ""

    def cell(self, cell: int) -> str:
        """A cell of a layout: its column and row, with whose layout it is if several players have one."""
        cells = self.machine.cells
        layout = cells.layout(cell) if cells is not None else -1
        if cells is None or layout < 0:
            return self.own("none")
        column, row = cells.where(cell)
        return f"{self.layouts[layout]}{column} {row}"

    def cell_named(self, text: str) -> int | None:
        """The cell that a folded text names; None if it is no name of one."""
        cells = self.machine.cells
        found = _CELL.fullmatch(text)
        if cells is None or found is None:
            return None
        before, column, row = found[1], int(found[2]), int(found[3])
        for layout, words in enumerate(self.layouts):
            if words.casefold() == before and max(abs(column), abs(row)) <= cells.reach[layout] + 1:
                return cells.at(layout, column, row)
        return None

    def unknown(self, place: Place) -> str:
        """What a piece is called by somebody who does not know it: by its back and the place where it lies."""
        return self.own("{1} {2}", self.back(place), place.words)

    def back(self, place: Place) -> str:
        """What a piece is called without its place: on the table, where people see it lie, it lies face down."""
        return self.own("face-down {1}", place.back) if place.lies_open else place.back

    def entity(self, position: Sequence[int], viewer: Viewer, entity: int) -> str:
        """What the viewer calls an entity."""
        if self.knows(position, viewer, entity):
            return self.title(entity)
        place = self.place_of(position, entity)
        if place.host and self.is_piece(place.host):
            return self.own("{1} {2}", self.back(place), self.where(position, viewer, entity))
        return self.unknown(place)

    def where(self, position: Sequence[int], viewer: Viewer, piece: int) -> str:
        """Where a piece lies, such as "at B first left" or "in hand of A"."""
        place = self.place_of(position, piece)
        if place.host and self.is_piece(place.host):
            return self.own("on {1}", self.entity(position, viewer, place.host))
        return place.words

    def formed(self, text: str, form: str) -> str:
        """Words in a form that a translated text wants of them."""
        return self._tongue.inflected(text, form) if form and self._tongue is not None else text

    # ---- values and texts ----

    def plain(self, shown: Shown, value: int) -> str:
        """A value that is no entity."""
        if isinstance(shown, Inflected):
            return self.formed(self.plain(shown.bare, value), shown.form)
        if shown.what == "bool":
            return self.own("yes" if value else "no")
        if shown.what == "enum":
            return self._enum(shown, value)
        if shown.what == "parts":
            return _fraction(value, shown.index)
        if shown.what in ("flags", "things", "pieces"):
            return ", ".join(self._members(shown, value)) or self.own("none")
        if shown.what == "bag":
            return self._bag(shown, value)
        if shown.what == "zone":
            return self._zone(value)
        if shown.what == "words":
            return self.printed(value)
        if shown.what == "word":
            return word_of(value) or self.own("none")
        return str(value)

    def _members(self, shown: Shown, value: int) -> list[str]:
        """The members of a set that a field holds."""
        if shown.what == "flags":
            return [word for bit, word in enumerate(self.names.enums[shown.index][1]) if value >> bit & 1]
        return [self.title(shown.index + bit) for bit in range(shown.bits) if value >> bit & 1]

    def value(self, position: Sequence[int], viewer: Viewer, shown: Shown, value: int) -> str:
        """A value as the viewer reads it."""
        if isinstance(shown, Inflected):
            return self.formed(self.value(position, viewer, shown.bare, value), shown.form)
        if shown.what == "entity":
            return self.entity(position, viewer, value)
        if shown.what == "words" and not self.knows(position, viewer, value):
            return self.entity(position, viewer, value)
        if shown.what == "pieces":
            held = [shown.index + bit for bit in range(shown.bits) if value >> bit & 1]
            return ", ".join(self.entity(position, viewer, each) for each in held) or self.own("none")
        host = self.places[value].host if shown.what == "zone" and 0 < value < len(self.places) else 0
        if not self.knows(position, viewer, host):
            return self.places[value].words
        return self.plain(shown, value)

    def in_print(self, shown: Shown, value: int) -> str:
        """A value as it is printed on a piece: a piece by its name, wherever it lies now."""
        return self.title(value) if shown.what == "entity" else self.plain(shown, value)

    def segments(self, template: int, args: Sequence[int]) -> list[Segment]:
        """A template with the values of its holes, as texts and values in turn; sets are written out. -1: nothing."""
        parts = self.names.templates[template].parts if template >= 0 else ()
        holes = self._holes(parts, args)
        arranged = self._arranged.segments(template, holes) if self._arranged is not None else None
        if arranged is not None:
            return arranged
        found: list[Segment] = []
        filled = iter(holes)
        number: int | None = None
        for part in parts:
            if isinstance(part, str):
                found.append(part if number is None else agreeing(part, number))
                continue
            hole = next(filled)
            if part.what == "number" and not isinstance(hole[0], str):
                number = hole[0][1]
            found += hole
        return found

    def _holes(self, parts: Iterable[str | Shown], args: Sequence[int]) -> list[list[Segment]]:
        """What fills the holes of a template, one after the other; of a set its members with commas between them."""
        values = iter(args)
        found: list[list[Segment]] = []
        for part in parts:
            if isinstance(part, str):
                continue
            if part.what != "entities":
                found.append([(part, next(values, 0))])
                continue
            members: list[Segment] = [(ENTITY, member) for member in islice(values, part.index) if member]
            between = [each for member in members for each in (", ", member)][1:]
            found.append(between or [self.own("nothing")])
        return found

    def read(self, position: Sequence[int], viewer: Viewer, segments: Iterable[Segment]) -> str:
        """Texts and values as one text, as the viewer reads it just now."""
        return "".join(self._each(position, viewer, segments))

    def _each(self, position: Sequence[int], viewer: Viewer, segments: Iterable[Segment]) -> list[str]:
        return [part if isinstance(part, str) else self.value(position, viewer, part[0], part[1]) for part in segments]

    def text(self, position: Sequence[int], viewer: Viewer, template: int, args: Sequence[int]) -> str:
        """A template with the values of its holes, as the viewer reads it just now."""
        return "".join(counted(self._each(position, viewer, self.segments(template, args))))

    def registers(self, position: list[int], registers: Iterable[int]) -> list[int]:
        """Registers of the procedure that asks; a list counts as 0."""
        proc = position[position[FP]]
        found = [self.frames.register(position, proc, register) for register in registers]
        return [value if isinstance(value, int) else 0 for value in found]

    def _columns(self) -> list[tuple[int, int, int]]:
        machine = self.machine
        layout, pieces = machine.layout, (machine.first_piece, machine.entity_count)
        columns = [(base, *pieces) for base in (layout.owner, layout.face, layout.known)]
        columns += [(field.base, field.first, field.last) for field in self.names.fields if field.var and field.last]
        columns += told_columns(machine)
        return [*columns, *((limit.base, limit.first, limit.last) for limit in self.names.limits if limit.last)]

    def _layouts(self) -> list[str]:
        """`A ` for the layout of player A; with the name of the zone where one holder has several layouts."""
        cells = self.machine.cells
        found: list[str] = []
        places = [self.places[zone] for zone in cells.zones] if cells is not None else []
        for place in places:
            others = sum(other.owner == place.owner for other in places)
            label = place.info.label or place.info.name if place.info is not None and others > 1 else ""
            whose = self.player(place.owner) if place.owner and self.machine.players > 1 else ""
            found.append("".join(f"{part} " for part in (whose, label) if part))
        return found

    def _enum(self, shown: Shown, value: int) -> str:
        values = self.names.enums[shown.index][1]
        if shown.or_none:
            value -= 1
        return values[value] if 0 <= value < len(values) else self.own("none")

    def _bag(self, shown: Shown, value: int) -> str:
        held = [(count, word) for word, count in self.counts(shown, value) if count]
        return ", ".join(word if count == 1 else f"{count} {word}" for count, word in held) or self.own("nothing")

    def counts(self, shown: Shown, value: int) -> list[tuple[str, int]]:
        """What a bag holds of each value of its enum, as players call it."""
        words, most = self.names.enums[shown.index][1], (1 << shown.bits) - 1
        return [(word, value >> shown.bits * place & most) for place, word in enumerate(words)]

    def _zone(self, zone: int) -> str:
        if not 0 < zone < len(self.places):
            return self.own("box")
        place = self.places[zone]
        label = place.info.label or place.info.name if place.info is not None else self.own("box")
        holder = place.host or place.owner
        return self.own("{1} of {2}", label, self.title(holder)) if holder else label


def _fraction(value: int, parts: int) -> str:
    """A number of parts as people write it: 2 1/2, 1/3, -1 1/4."""
    sign = "-" if value < 0 else ""
    found = Fraction(abs(value), parts)
    whole, rest = divmod(found.numerator, found.denominator)
    words = [str(whole)] if whole or not rest else []
    words += [f"{rest}/{found.denominator}"] if rest else []
    return sign + " ".join(words)
