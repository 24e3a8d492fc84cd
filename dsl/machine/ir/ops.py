"""The machine: the narrow waist between the compiler and everything that runs a game.

A `Machine` is a set of procedures over one flat array of whole numbers (the position, `S`) and constant tables. Two
sorts of procedure exist:

* a *function* (`Proc.flow` False) never asks anybody: one structured body of `Stmt`s over registers, run to its end;
* a *flow* (`Proc.flow` True) may wait for a decision: basic `Block`s, each a structured body and one `End`. Its
  registers live in a frame on the stack inside S, so that a position is complete at every decision.

Chance is not a suspension: `Chance` asks the environment for a number; explicit chance nodes are made by running a step
again with forced outcomes (runtime/chance.py).

The position S (a list of ints):

    header      S[STATUS] 0 running, 1 waits for a decision, 2 over; S[ASKER] the player asked; S[DECISION] which
                decision; S[FP] base of the top frame, 0 without one; S[RET] the last value returned by a flow;
                S[DEPTH] nesting of recursive procedures; S[KEY_LO], S[KEY_HI] the 64-bit chance key as two 32-bit
                halves; S[REASON] template id + 1 of the words the game ended with; then one draw counter per stream;
                then per player the result (see Finish).
    data        fields, zones, counters, durations: see Layout
    stack       from Layout.stack on: frames [proc, block, caller's FP, register slots...]; S ends after the top frame.

A zone instance z (1..) lies at table zone_base[z]: S[base] members, then that many ids (room for capacity). Ordered
ones keep their order (index 0 is the bottom or left end, the last is the top); others are kept ascending. Zone 0 is the
box: it has no list, a piece in it just has place 0. A zone whose base is Layout.chain or more is *linked*: S[base]
members, S[base + 1] the first of them (0: none), and the column `next` leads from each to the one behind it (0: none);
only zones without order are linked.
Every piece e has columns (Layout.columns): place, owner, face, known (bit p-1: player p knows who it is).

No name of a rules file occurs here except in `Names`, which nothing that runs reads. Nodes are plain frozen
dataclasses with a literal tag `op`; concrete nodes have no sub-classes, so that isinstance and match are exact.

Expressions stand in `ops_expr`, statements and the ends of blocks in `ops_stmt`, what explanations read in `ops_info`;
all of them are named from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.machine.ir.ops_expr import (
    Bin,
    Call,
    CellCount,
    CellHas,
    CellPiece,
    Const,
    Expr,
    If,
    ListHas,
    ListItem,
    ListReg,
    ListSize,
    Load,
    Look,
    Reg,
    Trial,
    Un,
    ZoneItem,
    ZoneSize,
)
from dsl.machine.ir.ops_info import (
    ActionInfo,
    DecisionInfo,
    ModifierInfo,
    NeedInfo,
    Shown,
    Site,
    TextTemplate,
    ValueInfo,
)
from dsl.machine.ir.ops_stmt import (
    Block,
    Branch,
    Break,
    CallFlow,
    Chance,
    Continue,
    Decide,
    Do,
    Emit,
    End,
    Fail,
    Finish,
    ForList,
    ForRange,
    ForTable,
    ForZone,
    IfDo,
    Jump,
    Know,
    ListAdd,
    ListCells,
    ListClear,
    ListSort,
    ListZone,
    Log,
    Loop,
    MovePiece,
    Proc,
    Return,
    ReturnFlow,
    SetFace,
    SetReg,
    Shuffle,
    Stay,
    Stmt,
    Store,
    Switch,
    SwitchDo,
)

__all__ = [
    "FRAME",
    "HEADER",
    "RAN_TO_ITS_END",
    "ActionInfo",
    "Bin",
    "Block",
    "BoardInfo",
    "Branch",
    "Break",
    "Call",
    "CallFlow",
    "CellCount",
    "CellHas",
    "CellPiece",
    "Cells",
    "Chance",
    "Const",
    "Continue",
    "Decide",
    "DecisionInfo",
    "Do",
    "Emit",
    "End",
    "EntityInfo",
    "Expr",
    "Fail",
    "FieldInfo",
    "Finish",
    "ForList",
    "ForRange",
    "ForTable",
    "ForZone",
    "If",
    "IfDo",
    "Jump",
    "Know",
    "Layout",
    "ListAdd",
    "ListCells",
    "ListClear",
    "ListHas",
    "ListItem",
    "ListReg",
    "ListSize",
    "ListSort",
    "ListZone",
    "Load",
    "Log",
    "Look",
    "Loop",
    "Machine",
    "ModifierInfo",
    "MovePiece",
    "Names",
    "NeedInfo",
    "Proc",
    "Reg",
    "Region",
    "Return",
    "ReturnFlow",
    "ScenarioProcs",
    "SetFace",
    "SetReg",
    "Shown",
    "Shuffle",
    "Site",
    "Stay",
    "Stmt",
    "Store",
    "Switch",
    "SwitchDo",
    "TextTemplate",
    "TrackInfo",
    "Trial",
    "Un",
    "ValueInfo",
    "ZoneInfo",
    "ZoneItem",
    "ZoneSize",
]


STATUS, ASKER, DECISION, FP, RET, DEPTH, KEY_LO, KEY_HI, REASON = range(9)
HEADER = 9
RUNNING, ASKING, OVER = 0, 1, 2
FRAME = 3
"""Slots of a frame before its registers: procedure, block, caller's FP."""

# ---- layout and names ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of S: name, first slot, number of slots, what one slot holds (low..high).

    A table of what lasts or waits is a count and entries of `entry` slots each; `numbers`: those of an entry, counted
    from 0 and in order, that never hold an entity.
    """

    name: str
    base: int
    size: int
    low: int
    high: int
    entry: int = 0
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies in S. columns: the piece columns place, owner, face, known as base such that the slot of
    entity e is base + e (so base may be below the region's first slot). stack: the first slot of the stack;
    stack_limit: most slots of it. next: the column of linked zones, linked: the first slot of these zones, behind all
    others (both 0 if there are none).
    """

    regions: tuple[Region, ...]
    place: int
    owner: int
    face: int
    known: int
    counters: int
    results: int
    stack: int
    stack_limit: int
    next: int = 0
    linked: int = 0

    @property
    def chain(self) -> int:
        """Zones from this base on are linked; where there are none it lies behind all."""
        return self.linked or self.stack


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of all layouts: the square of layout i is first + i * stride**2 and those behind it, row by row.

    Its middle is column 0, row 0. column: base of the column `cell` of pieces low..high (the slot of piece e is
    column + e; 0: it lies in no cell). zones: the zone instance of each layout; reach: how far from the middle its
    pieces may lie; layouts: per zone instance its layout, or -1.
    """

    first: int
    stride: int
    column: int
    low: int
    high: int
    zones: tuple[int, ...]
    reach: tuple[int, ...]
    layouts: tuple[int, ...]

    @property
    def last(self) -> int:
        """The greatest number of a cell."""
        return self.first + len(self.zones) * self.stride**2 - 1

    def layout(self, cell: int) -> int:
        """The layout that a cell belongs to, or -1."""
        return (cell - self.first) // self.stride**2 if self.first <= cell <= self.last else -1

    def where(self, cell: int) -> tuple[int, int]:
        """The column and the row of a cell."""
        row, column = divmod((cell - self.first) % self.stride**2, self.stride)
        return column - self.stride // 2, row - self.stride // 2

    def at(self, layout: int, column: int, row: int) -> int:
        """The cell of a layout at a column and a row."""
        middle = self.stride // 2
        return self.first + layout * self.stride**2 + (row + middle) * self.stride + column + middle


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

    unlisted: drawings of the position leave it out. track: it is the marker of one.
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


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """A board: dims (name, size, shown values), first space, holders (0: table).

    across: the index of the dimension written as letters; such a board is drawn with the letters from left to right
    and the numbers upwards. edges: the names of the boards of its edges, to the east of its spaces and to the north;
    part: such a board, and one of corners, belongs to another one.
    """

    name: str
    first: int
    holders: int
    dims: tuple[tuple[str, int, tuple[str, ...]], ...]
    across: int | None = None
    edges: tuple[str, ...] = ()
    part: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """All words: nothing that runs a game reads them."""

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


RAN_TO_ITS_END = -777
"""What the run flow of a scenario returns when the procedure it plays came to its end and the game did not."""


@dataclass(frozen=True, slots=True)
class ScenarioProcs:
    """A scenario's compiled parts: given (function, 0 parameters), run (flow, 0 parameters), per step a condition or
    -1.
    """

    title: str
    given: int
    run: int
    conditions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Machine:
    """The whole machine for one number of players and one set of options.

    Well-known tables: zone_base, zone_cap, zone_ordered, zone_seen (0 all, 1 owner, 2 nobody, 3 faces), zone_owner
    (player or 0), zone_host (the entity whose zone it is, or 0), each by zone instance (index 0: the box).
    A zone of an entity that is a piece has no fixed owner: its owner is the `owner` field of that piece. first_piece:
    id of the first piece; main: the flow that is the game; start: function that fills the initial data.
    """

    players: int
    first_piece: int
    entity_count: int
    tables: tuple[tuple[int, ...], ...]
    zone_base: int
    zone_cap: int
    zone_ordered: int
    zone_seen: int
    zone_owner: int
    zone_host: int
    procs: tuple[Proc, ...]
    start: int
    main: int
    layout: Layout
    decisions: tuple[DecisionInfo, ...]
    actions: tuple[ActionInfo, ...]
    values: tuple[ValueInfo, ...]
    names: Names
    scenarios: tuple[ScenarioProcs, ...] = field(default=())
    cells: Cells | None = None
