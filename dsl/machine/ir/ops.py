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
Every piece e has columns (Layout.columns): place, owner, face, known (bit p-1: player p knows who it is, the bit
behind them: onlookers do, see `knowers`).

No name of a rules file occurs here except in `Names`, which nothing that runs reads. Nodes are plain frozen
dataclasses with a literal tag `op`; concrete nodes have no sub-classes, so that isinstance and match are exact.

Expressions stand in `ops_expr`, statements in `ops_stmt`, procedures and blocks in `ops_proc`, where everything lies in
`ops_layout`, what explanations read in `ops_info`, words in `ops_names`; all of them are named from here.
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
    ALONE,
    ActionInfo,
    AskedOften,
    DecisionInfo,
    MeasureInfo,
    ModifierInfo,
    NeedInfo,
    SealInfo,
    Shown,
    Site,
    SurelyAsked,
    Takes,
    TextTemplate,
    ValueInfo,
)
from dsl.machine.ir.ops_layout import Cells, Layout, Region
from dsl.machine.ir.ops_names import BoardInfo, EntityInfo, FieldInfo, LimitInfo, Names, TrackInfo, ZoneInfo
from dsl.machine.ir.ops_proc import (
    Block,
    Branch,
    CallFlow,
    Decide,
    End,
    Jump,
    Proc,
    ReturnFlow,
    Stay,
    Switch,
)
from dsl.machine.ir.ops_stmt import (
    MOVE_LOST,
    MOVE_MADE,
    Break,
    Chance,
    Continue,
    Do,
    Emit,
    Fail,
    Finish,
    ForList,
    ForRange,
    ForTable,
    ForZone,
    IfDo,
    Know,
    ListAdd,
    ListCells,
    ListClear,
    ListSort,
    ListZone,
    Log,
    Loop,
    MovePiece,
    Return,
    SetFace,
    SetReg,
    Shuffle,
    Stmt,
    Store,
    SwitchDo,
)

__all__ = [
    "ALONE",
    "DEPTH_LIMIT",
    "FRAME",
    "HEADER",
    "MOVE_LOST",
    "MOVE_MADE",
    "RAN_TO_ITS_END",
    "ActionInfo",
    "AskedOften",
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
    "LimitInfo",
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
    "MeasureInfo",
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
    "SealInfo",
    "SetFace",
    "SetReg",
    "Shown",
    "Shuffle",
    "Site",
    "Stay",
    "Stmt",
    "Store",
    "SurelyAsked",
    "Switch",
    "SwitchDo",
    "Takes",
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

DEPTH_LIMIT = 16
"""Most nested calls of recursive procedures of which nothing says how deep they may go."""


RAN_TO_ITS_END = -777
"""What the run flow of a scenario returns when the procedure it plays came to its end and the game did not."""


@dataclass(frozen=True, slots=True)
class ScenarioProcs:
    """A scenario's compiled parts: given (function, 0 parameters), run (flow, 0 parameters), per step a condition or
    -1. told: the conditions once more, in their parts with both sides of each, where somebody wants to know.
    """

    title: str
    given: int
    run: int
    conditions: tuple[int, ...]
    told: tuple[NeedInfo | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Machine:
    """The whole machine for one number of players and one set of options.

    Well-known tables: zone_base, zone_cap, zone_ordered, zone_seen (0 all, 1 owner, 2 nobody, 3 faces, 4 some),
    zone_owner (player or 0), zone_host (the entity whose zone it is, or 0), each by zone instance (index 0: the box).
    A zone of an entity that is a piece has no fixed owner: its owner is the `owner` field of that piece. first_piece:
    id of the first piece; main: the flow that is the game; start: function that fills the initial data.
    aims: which values of a player programs that play want to be high, each with its weight. seers: the function that
    says which players see a zone instance that is seen by some, as a mask; -1 if there is no such zone.
    sorts: the table of the sort of each piece, from the first one on, that what is told speaks of (0: none); -1 if
    nothing is told. together: whether players share the aims: what one has of them, all have.
    measures: those that were asked for.
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
    aims: tuple[tuple[int, int], ...] = ()
    seers: int = -1
    sorts: int = -1
    together: bool = False
    measures: tuple[MeasureInfo, ...] = ()
