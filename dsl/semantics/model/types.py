"""The checked program: types, and what is declared of the things a game is made of. See `model`."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.semantics.model.base import Expr, Type
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Int(Type):
    """Numbers low..high; overflow says what a write beyond does: `error`, `stops`, `ignored`.

    parts: how many parts make a whole; low, high and the numbers stored count parts (2: in halves, 5 is 2 1/2).
    """

    low: int
    high: int
    overflow: str = "error"
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Bool(Type):
    """yes/no."""


@dataclass(frozen=True, slots=True)
class EnumOf(Type):
    """A value of an enum; with or_none values are stored from 1 and 0 is none."""

    enum: Enum
    or_none: bool = False


@dataclass(frozen=True, slots=True)
class FlagSet(Type):
    """A set of values of an enum, a bit mask."""

    enum: Enum

    @property
    def of(self) -> EnumOf:
        """What its members are."""
        return EnumOf(self.enum)

    @property
    def first(self) -> int:
        """The number of the member that the lowest bit stands for."""
        return 0

    @property
    def size(self) -> int:
        """How many members it can have."""
        return len(self.enum.values)


@dataclass(frozen=True, slots=True)
class ThingSet(Type):
    """A set of players or of spaces of a kind, a bit mask: all of them have their numbers one after the other."""

    kind: Kind

    @property
    def of(self) -> Ref:
        """What its members are."""
        return Ref(self.kind)

    @property
    def first(self) -> int:
        """The number of the member that the lowest bit stands for."""
        return self.kind.first

    @property
    def size(self) -> int:
        """How many members it can have."""
        return max(0, self.kind.last - self.kind.first + 1)


KeptSet = FlagSet | ThingSet
"""A set that a field can hold."""


@dataclass(frozen=True, slots=True)
class BagOf(Type):
    """How many there are of each value of an enum, `most` of each at most; overflow: see Int.

    One whole number: the first value's count lies in its lowest bits, and each count has the bits of `most`.
    """

    enum: Enum
    most: int
    overflow: str = "error"

    @property
    def bits(self) -> int:
        """How many bits each count has."""
        return self.most.bit_length()


@dataclass(frozen=True, slots=True)
class Word(Type):
    """A word that a player has typed; 0 is none. See dsl.typed_words."""


@dataclass(frozen=True, slots=True)
class Ref(Type):
    """An entity of a kind (or of a sub-kind); 0 is none and allowed only with or_none (reads are safe all the same)."""

    kind: Kind
    or_none: bool = False


@dataclass(frozen=True, slots=True)
class ZoneValue(Type):
    """An instance of a zone; its members are of `kind`."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Many(Type):
    """A set that can be walked in a fixed order and has no duplicates; `of` is Ref, Int or EnumOf."""

    of: Type


# ---- declarations ----------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Enum:
    """An enum; labels are what players read (the name where none is given)."""

    name: str
    values: list[str]
    labels: list[str]
    span: Span
    added: tuple[Span, ...] = ()
    """Where values stand that modules add."""


@dataclass(eq=False, slots=True)
class Kind:
    """A kind of entity. first..last are its ids, sub-kinds included (last < first when there are none).

    Built-in roots: `Player`, `Space`, `Piece`. live: the condition under which rules of its pieces hold (own or
    inherited). of_card: it is of one card, which has fields of its own; nobody is told of it, only of the kind above.
    acts: the field that says as which card a piece acts; such a kind has none below it.
    """

    name: str
    label: str
    parent: Kind | None
    span: Span | None
    fields: dict[str, Field] = field(default_factory=dict[str, "Field"])
    zones: dict[str, Zone] = field(default_factory=dict[str, "Zone"])
    boards: dict[str, Board] = field(default_factory=dict[str, "Board"])
    live: Live | None = None
    first: int = 1
    last: int = 0
    of_card: bool = False
    acts: Field | None = None

    @property
    def reach(self) -> tuple[int, int]:
        """The first and the last piece that may have its rules."""
        return self.first, self.last

    @property
    def known(self) -> Kind:
        """The kind that people are told of."""
        return self.parent if self.of_card and self.parent is not None else self


@dataclass(eq=False, slots=True)
class Live:
    """`live when`: condition over the local `this`."""

    this: Local
    condition: Expr


@dataclass(eq=False, slots=True)
class Eyes:
    """`seen by p where ..`: a condition over `player`, and over `owner`, whose zone it is (None: the table's)."""

    player: Local
    owner: Local | None
    test: Expr


@dataclass(eq=False, slots=True)
class Band:
    """Spaces of a track that have a name, from `low` to `high`. worth: the number on each of them; none, if empty."""

    name: str
    label: str
    low: int
    high: int
    worth: tuple[int, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Track:
    """What makes a number a track. limit: where the marker can be raised to now, of the holder `this` (none: the
    table)."""

    label: str
    this: Local | None
    limit: Expr | None = None
    bands: list[Band] = field(default_factory=list[Band])


@dataclass(eq=False, slots=True)
class Field:
    """A field of a kind (holder: Kind) or of the table (holder None).

    Printed ones (var False) never change: `printed` holds a value per entity of the holder, in id order.
    Built-in var fields of Piece: `owner` (Player or none), `face_up` (yes/no). unlisted: drawings leave it out. seen:
    all, owner (of a field of players: the player), nobody. usual: the rules say where it starts, so a card need not.
    """

    name: str
    holder: Kind | None
    type: Type
    var: bool
    default: int
    span: Span | None
    printed: list[int] = field(default_factory=list[int])
    unlisted: bool = False
    track: Track | None = None
    seen: str = "all"
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """What tells which change is older. now: a number of the table that grows with all that comes into play or begins;
    since: of each piece, what it was when the piece came into play.
    """

    now: Field
    since: Field


@dataclass(eq=False, slots=True)
class Zone:
    """A declared zone. holder: None for the table, Player kind for players, else the kind whose entities own one each.

    ordered: stack and row keep the order given by moves (a stack's top is its end, a row's top is its right end);
    cards and bags are kept in id order. seen: all, owner, nobody, faces, some (eyes says who). capacity: most members
    of one instance.
    first: id of the first instance (instances of one zone are contiguous in the order of their owners' ids).
    shares: how many pieces of a kind it holds at most; a piece takes a place of the first of them that it fits.
    reach: of a layout, how far from its first cell a piece may lie, in each direction.
    private_count: even the number of members is not public. active: rules and actions of cards in it hold; playable:
    their actions only. shows: names of values that drawings tell of its pieces; of yes and no, whether a no is told.
    """

    name: str
    label: str
    holder: Kind | None
    kinds: list[Kind]
    shape: str
    ordered: bool
    seen: str
    capacity: int
    active: bool
    private_count: bool
    playable: bool
    span: Span
    first: int = 0
    instances: int = 1
    reach: int = 0
    shares: list[tuple[Kind, int]] = field(default_factory=list["tuple[Kind, int]"])
    shows: tuple[tuple[str, bool], ...] = ()
    eyes: Eyes | None = None


@dataclass(eq=False, slots=True)
class Cells:
    """The cells of all layouts. kind: `Cell`, whose members are numbered behind all pieces; field: `cell of u`.

    Each instance of a layout has a square of stride times stride cells, row by row from the lowest row, and instances
    follow each other in the order of their numbers. In the middle of the square is column 0, row 0. Its border lies
    beyond what any layout can reach: pieces never lie there.
    """

    kind: Kind
    field: Field
    stride: int = 0


@dataclass(eq=False, slots=True)
class Board:
    """A board: spaces of `kind`, one per combination of the dimensions (last one fastest), per holder (player) or once.

    first: entity id of the first space; the spaces of a holder are contiguous, holders in id order.
    dims: (name, number of values, lowest value); a printed field of that name is on the space's kind.
    letters: the names of the dimensions whose numbers are written as letters, 1 as a.
    parts: the boards of its edges and corners, as far as it has them: `east`, `north` (of hexagons `edges`),
    `corners`; such a board is the `part` `of` another one.
    points, names: where the hexagons, edges or corners of a board of hexagons lie (dsl/semantics/expr/hexagons), and
    what they are called; empty for others. links: what joins its spaces, where that is said.
    """

    name: str
    label: str
    holder: Kind | None
    kind: Kind
    dims: list[tuple[str, int, int]]
    span: Span
    first: int = 0
    letters: frozenset[str] = frozenset()
    part: str = ""
    of: Board | None = None
    parts: dict[str, Board] = field(default_factory=dict[str, "Board"])
    points: tuple[tuple[int, ...], ...] = ()
    names: tuple[str, ...] = ()
    links: list[Links] = field(default_factory=list["Links"])
    places: dict[str, int] = field(default_factory=dict[str, int])
    """Where the space of a name stands, filled when this is first asked (dsl/semantics/expr/coordinates)."""

    @property
    def edges(self) -> tuple[Board, ...]:
        """The boards of its edges, as far as it has them."""
        return tuple(self.parts[part] for part in ("east", "north", "edges") if part in self.parts)

    @property
    def coordinates(self) -> int:
        """How many numbers a step on this board has: hexagons have two, though they are numbered in one row."""
        return 2 if self.points else len(self.dims)


@dataclass(eq=False, slots=True)
class Links:
    """Which spaces of a board of the table are joined: pairs of their places in it, the first is 0."""

    name: str
    board: Board
    pairs: list[tuple[int, int]]
    span: Span


@dataclass(eq=False, slots=True)
class Card:
    """A card (or piece) by its printed name; copies have ids first..last."""

    title: str
    gloss: str | None
    kind: Kind
    copies: int
    stand_in: bool
    text: str | None
    cites: list[str]
    span: Span
    player: int | None = None
    first: int = 1
    last: int = 0
    each: tuple[Enum, ...] = ()
    """The enums of `2 copies each Suit and Rank`: copies are grouped by their values, the last one changing fastest,
    and the printed fields of these enums differ by group."""
    weights: tuple[tuple[int, ...], ...] = ()
    """How many times each value of each of these enums counts; one each, if nothing else is written."""
    packs: list[tuple[Enum, int, int]] = field(default_factory=list["tuple[Enum, int, int]"])
    """The copies that packs make: enum, number of its value, copies. They come behind the other copies, in this order,
    and the printed fields of the enum tell them apart."""
    secret: bool = False
    """Whether listings of pieces tell of this card only to who knows a copy of it."""

    @property
    def reach(self) -> tuple[int, int]:
        """The first and the last piece that may have its rules: its copies, or all that may act as one of them."""
        return (self.first, self.last) if self.kind.acts is None else (self.kind.first, self.kind.last)


@dataclass(eq=False, slots=True)
class Local:
    """A name bound in a procedure, action, rule or quantifier. capacity: of a set, how many members are kept room for
    (0: as many as there are). changes: it was given a type by `let`, and may be set again.

    builtin locals: `me` (the acting player), `this` (the piece whose rule or action it is), `passed` (after an offer).
    """

    name: str
    type: Type
    span: Span | None
    capacity: int = 0
    changes: bool = False
