"""The machine: all words, which nothing that runs a game reads. See `ops`."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.machine.ir.ops_info import Shown, Site, TextTemplate


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A declared zone: instances first..first+n-1. seen: all, owner, nobody, faces. owner_kind: table, player or
    entity.

    per instance: owner player (0: none; for an entity's zone decided by the entity: table zone_host) and capacity.
    shares: what kind it holds at most how many of (its name, first and last entity, number); a piece takes a place of
    the first share that it fits.
    shows: names of values that a drawing tells of its pieces; of yes and no, the answer that is worth telling.
    """

    name: str
    label: str
    first: int
    instances: int
    ordered: bool
    seen: str
    capacity: int
    private_count: bool
    owner_kind: str
    shape: str
    shares: tuple[tuple[str, int, int, int], ...] = ()
    shows: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class EntityInfo:
    """An entity: kind name, title (shown), copy number, home player of a space, coordinates of a space, its text."""

    kind: str
    title: str
    copy: int
    copies: int
    player: int
    where: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class TrackInfo:
    """A track for showing: its words, the words of its bands with their ends and the numbers on their spaces, and the
    function of the entity (none: of the table) that says where its marker can be raised to now; -1 without such a
    limit.
    """

    label: str
    bands: tuple[tuple[str, int, int, tuple[int, ...]], ...]
    limit: int


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A field for showing and for `why`: slot of entity e is base + e (var) or tables[table][e - first] (printed).

    unlisted: drawings of the position leave it out. track: it is the marker of one. seen: all, owner (the player who
    has it) or nobody. things: the first and the last of those that a secret one may name, which is none if low is 0.
    """

    name: str
    kind: str
    first: int
    last: int
    var: bool
    base: int
    table: int
    shown: Shown
    low: int
    high: int
    unlisted: bool = False
    track: TrackInfo | None = None
    seen: str = "all"
    things: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class LimitInfo:
    """A limit: where it is counted how often it was used. Slot base + e for entity e of first..last; base where it is
    one count for the whole game (first and last are 0).
    """

    name: str
    first: int
    last: int
    base: int


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """A board: dims (name, size, shown values), first space, holders (0: table).

    across: the index of the dimension written as letters; such a board is drawn with the letters from left to right
    and the numbers upwards. edges: the names of the boards of its edges, to the east of its spaces and to the north
    (of hexagons one); part: such a board, and one of corners, belongs to another one. points: where the things of a
    board of hexagons lie: a hexagon at its middle, a corner itself, an edge at its ends. links: which of its spaces
    are joined, for each name of links; the first space is 0.
    """

    name: str
    first: int
    holders: int
    dims: tuple[tuple[str, int, tuple[str, ...]], ...]
    across: int | None = None
    edges: tuple[str, ...] = ()
    part: str = ""
    points: tuple[tuple[int, ...], ...] = ()
    links: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """All words: nothing that runs a game reads them.

    switch: the slot of the number that says which rule is left out; 0 in a machine without such a number. words: those
    in the rules that a player could type (dsl.typed_words).
    """

    title: str
    entities: tuple[EntityInfo, ...]
    enums: tuple[tuple[str, tuple[str, ...]], ...]
    fields: tuple[FieldInfo, ...]
    zones: tuple[ZoneInfo, ...]
    boards: tuple[BoardInfo, ...]
    templates: tuple[TextTemplate, ...]
    sites: tuple[Site, ...]
    procs: tuple[str, ...]
    windows: tuple[str, ...]
    streams: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    limits: tuple[LimitInfo, ...] = ()
    switch: int = 0
    words: tuple[str, ...] = ()
