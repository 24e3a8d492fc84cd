"""Where everything lies in the position: declarations to slots.

    header | a draw counter per stream | a result per player | columns of pieces | var fields | zones | limits |
    lasting | delayed | memories

Zones that are linked (see ops) stand behind the others.

A column or field has one slot for each entity of its kind; its base is such that the slot of entity e is base + e, so
a base may lie before the first slot of its region. A zone instance takes one slot for its size and one for each piece
it has room for. Lasting rules and delayed bodies are tables: a count, then the captured numbers of each entry.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.machine.ir.knowers import everyone
from dsl.machine.ir.ops import HEADER, Layout, Region
from dsl.machine.lower.program.cardinality import size_of_local
from dsl.machine.lower.program.kinds import names_entities, size_of, spaces_of, stored
from dsl.machine.lower.program.likeness import BITS, Likeness, likeness
from dsl.semantics import model as m

SEEN = ("all", "owner", "nobody", "faces", "some")
SHUFFLES = "shuffle"
"""The stream of chance that shuffles draw from."""
AWAY = 2
"""The table `need` of a zone in which no piece has its rules."""
SPARE = 2
"""Zones with more room than for so many times the pieces that may lie there are linked."""
_MOST = 2**31 - 1
FINGERPRINT = 2**31 - 1
"""Fingerprints of positions are less than this, which is prime."""


@dataclass(slots=True)
class Slots:
    """The addresses of one program."""

    place: int = 0
    owner: int = 0
    face: int = 0
    known: int = 0
    told: int = 0
    """What all were told of each piece, then what each player was; 0 without `tell`."""
    likeness: Likeness | None = None
    next: int = 0
    linked: int = 0
    counters: int = HEADER
    results: int = 0
    settling: int = 0
    """The slot that says that always-rules are being run; 0 without such rules."""
    end: int = 0
    """The first slot behind the data."""
    fields: dict[m.Field, int] = field(default_factory=dict[m.Field, int])
    zones: list[int] = field(default_factory=list[int])
    """The first slot of each zone instance, the box first."""
    limits: dict[m.Limit, int] = field(default_factory=dict[m.Limit, int])
    lastings: dict[m.Lasting, int] = field(default_factory=dict[m.Lasting, int])
    delayed: dict[m.Delayed, int] = field(default_factory=dict[m.Delayed, int])
    memories: dict[m.Memory, int] = field(default_factory=dict[m.Memory, int])
    streams: list[str] = field(default_factory=list[str])
    regions: list[Region] = field(default_factory=list[Region])


class _Ruler:
    """Hands out slots in order."""

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.at = HEADER

    def take(self, name: str, size: int, low: int, high: int, entry: int = 0, numbers: tuple[int, ...] = ()) -> int:
        """The first of `size` new slots."""
        base = self.at
        if size:
            self.slots.regions.append(Region(name, base, size, low, high, entry, numbers))
        self.at += size
        return base


def plan(program: m.Program) -> Slots:
    """Give everything its slots."""
    slots = Slots()
    ruler = _Ruler(slots)
    slots.streams = [*program.streams]
    if SHUFFLES not in slots.streams:
        slots.streams.append(SHUFFLES)
    slots.results = slots.counters + len(slots.streams)
    ruler.at = slots.results + program.players
    _columns(program, slots, ruler)
    for item in program.fields:
        if item.var and item not in slots.fields:
            _field(item, slots, ruler)
    _zones(program, slots, ruler)
    for limit in program.limits:
        size = size_of(limit.each) if limit.each else 1
        slots.limits[limit] = ruler.take(f"limit {limit.name}", size, 0, _MOST) - (
            limit.each.first if limit.each else 0
        )
    for number, lasting in enumerate(program.lastings):
        slots.lastings[lasting] = _entries(program, ruler, f"lasting {number}", lasting)
    for number, delayed in enumerate(program.delayed):
        slots.delayed[delayed] = _entries(program, ruler, f"delayed {number}", delayed)
    for memory in program.memories:
        base = ruler.take(f"memory {memory.name}", 2, 0, memory.size)
        ruler.take(f"positions of {memory.name}", 2 * memory.size, 0, FINGERPRINT - 1)
        slots.memories[memory] = base
    if program.always:
        slots.settling = ruler.take("settling", 1, 0, 1)
    slots.end = ruler.at
    return slots


def _columns(program: m.Program, slots: Slots, ruler: _Ruler) -> None:
    first, size = program.piece_kind.first, size_of(program.piece_kind)
    zones = sum(zone.instances for zone in program.zones)
    slots.place = ruler.take("place", size, 0, zones) - first
    slots.owner = ruler.take("owner", size, 0, program.players) - first
    slots.face = ruler.take("face_up", size, 0, 1) - first
    slots.known = ruler.take("known", size, 0, everyone(program.players)) - first
    slots.likeness = likeness(program)
    if slots.likeness is not None:
        columns = (program.players + 1) * slots.likeness.words
        slots.told = ruler.take("told", size * columns, 0, (1 << BITS) - 1) - first
    slots.fields[program.piece_kind.fields["owner"]] = slots.owner
    slots.fields[program.piece_kind.fields["face_up"]] = slots.face
    if linked_zones(program):
        slots.next = ruler.take("next", size, 0, program.entity_count) - first


def _field(item: m.Field, slots: Slots, ruler: _Ruler) -> None:
    low, high = stored(item.type)
    if item.holder is None:
        slots.fields[item] = ruler.take(item.name, 1, low, high)
        return
    base = ruler.take(f"{item.name} of {item.holder.name}", size_of(item.holder), low, high)
    slots.fields[item] = base - item.holder.first


def _zones(program: m.Program, slots: Slots, ruler: _Ruler) -> None:
    slots.zones = [0] * (1 + sum(zone.instances for zone in program.zones))
    linked = linked_zones(program)
    for zone in sorted(program.zones, key=lambda zone: zone in linked):
        if zone in linked:
            slots.linked = slots.linked or ruler.at
        size = 2 if zone in linked else 1 + room(zone)
        for instance in range(zone.first, zone.first + zone.instances):
            name = f"{zone.name} {instance - zone.first + 1}" if zone.instances > 1 else zone.name
            slots.zones[instance] = ruler.take(name, size, 0, max(program.entity_count, room(zone)))


def linked_zones(program: m.Program) -> list[m.Zone]:
    """The zones that are linked: without order, and with far more room in all of them than there are pieces."""
    found: list[m.Zone] = []
    for zone in program.zones:
        pieces = sum(size_of(kind) for kind in zone.kinds)
        if not zone.ordered and zone.shape != "layout" and zone.instances * (room(zone) - 1) > SPARE * pieces:
            found.append(zone)
    saved = sum(zone.instances * (room(zone) - 1) for zone in found)
    return found if saved > size_of(program.piece_kind) else []


def room(zone: m.Zone) -> int:
    """How many pieces a zone has room for: at least one, though there be no piece that fits."""
    return max(1, zone.capacity)


def _entries(program: m.Program, ruler: _Ruler, name: str, site: m.Lasting | m.Delayed) -> int:
    entry = entry_size(program, site)
    return ruler.take(name, 1 + site.capacity * entry, -_MOST, entry_most(site), entry, _numbers(program, site))


def entry_most(site: m.Lasting | m.Delayed) -> int:
    """The greatest number in an entry of a table: bags may be longer than numbers."""
    return max([_MOST, *(stored(local.type)[1] for local in site.captured if isinstance(local.type, m.BagOf))])


def _numbers(program: m.Program, site: m.Lasting | m.Delayed) -> tuple[int, ...]:
    """The slots of one entry of a table that hold no entity: by the types of what is captured, and sizes of sets."""
    found: list[int] = []
    at = 0
    for local in site.captured:
        size = size_of_local(program, local)
        if not names_entities(local.type):
            found.extend(range(at, at + 1 + size))
        elif size:
            found.append(at)
        at += 1 + size
    return tuple(found)


def entry_size(program: m.Program, site: m.Lasting | m.Delayed) -> int:
    """The slots of one entry of a table: one for each captured number, for a set one more than its members at most."""
    return sum(1 + size_of_local(program, local) for local in site.captured)


def finished(slots: Slots, stack_limit: int) -> Layout:
    """The layout for those who run the machine."""
    return Layout(
        tuple(slots.regions),
        slots.place,
        slots.owner,
        slots.face,
        slots.known,
        slots.counters,
        slots.results,
        slots.end,
        stack_limit,
        slots.next,
        slots.linked,
        slots.told,
        slots.likeness.words if slots.likeness is not None else 0,
    )


@dataclass(frozen=True, slots=True)
class ZoneTables:
    """Per zone instance (the box is 0): see ops.Machine. need: the least face with which a piece has its rules,
    offer: with which it has its actions."""

    base: tuple[int, ...]
    cap: tuple[int, ...]
    ordered: tuple[int, ...]
    seen: tuple[int, ...]
    owner: tuple[int, ...]
    host: tuple[int, ...]
    need: tuple[int, ...]
    offer: tuple[int, ...]


def zone_tables(program: m.Program, slots: Slots) -> ZoneTables:
    """The tables of zones. The zones of a player's space are the player's; those of a piece have no fixed owner."""
    home = homes(program)
    cap, ordered, seen, owner, host, need, offer = [0], [0], [0], [0], [0], [AWAY], [AWAY]
    for zone in program.zones:
        for number in range(zone.instances):
            entity = zone.holder.first + number if zone.holder else 0
            player = zone.holder is program.player_kind
            cap.append(room(zone))
            ordered.append(int(zone.ordered))
            seen.append(SEEN.index(zone.seen))
            owner.append(entity if player else home.get(entity, 0))
            host.append(0 if player else entity)
            least = 1 if zone.seen == "faces" else 0
            need.append(least if zone.active else AWAY)
            offer.append(least if zone.active or zone.playable else AWAY)
    columns = (slots.zones, cap, ordered, seen, owner, host, need, offer)
    return ZoneTables(*(tuple(column) for column in columns))


def keepers(program: m.Program) -> tuple[int, ...]:
    """The player, space or piece whose zone each instance is; 0 for the table and the box."""
    found = [0]
    for zone in program.zones:
        found.extend(zone.holder.first + number if zone.holder else 0 for number in range(zone.instances))
    return tuple(found)


def homes(program: m.Program) -> dict[int, int]:
    """The player of each space that belongs to one."""
    found: dict[int, int] = {}
    for board in program.boards:
        spaces = spaces_of(board)
        for player in range(1, program.players + 1) if board.holder else ():
            first = board.first + (player - 1) * spaces
            found.update((space, player) for space in range(first, first + spaces))
    return found
