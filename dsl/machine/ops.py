"""The machine: the narrow waist between the compiler and everything that runs a game.

A `Machine` is a set of procedures over one flat array of whole numbers (the position, `S`) and constant tables. Two
sorts of
procedure exist:

* a *function* (`Proc.flow` False) never asks anybody: one structured body of `Stmt`s over registers, run to its end;
* a *flow* (`Proc.flow` True) may wait for a decision: basic `Block`s, each a structured body and one `End`. Its
registers live
  in a frame on the stack inside S, so that a position is complete at every decision.

Chance is not a suspension: `Chance` asks the environment for a number; explicit chance nodes are made by running a step
again with forced outcomes (runtime/chance.py).

The position S (a list of ints):

    header      S[STATUS] 0 running, 1 waits for a decision, 2 over; S[ASKER] the player asked; S[DECISION] which
    decision;
                S[FP] base of the top frame, 0 without one; S[RET] the last value returned by a flow; S[DEPTH]
                nesting of
                recursive procedures; S[KEY_LO], S[KEY_HI] the 64-bit chance key as two 32-bit halves; S[REASON]
                template id + 1
                of the words the game ended with; then one draw counter per stream; then per player the result (see
                Finish).
    data        fields, zones, counters, durations: see Layout
    stack       from Layout.stack on: frames [proc, block, caller's FP, register slots...]; S ends after the top frame.

A zone instance z (1..) lies at table zone_base[z]: S[base] members, then that many ids (room for capacity). Ordered
ones keep
their order (index 0 is the bottom or left end, the last is the top); others are kept ascending. Zone 0 is the box:
it has
no list, a piece in it just has place 0.
Every piece e has columns (Layout.columns): place, owner, face, known (bit p-1: player p knows who it is).

No name of a rules file occurs here except in `Names`, which nothing that runs reads. Nodes are plain frozen
dataclasses with
a literal tag `op`; concrete nodes have no sub-classes, so that isinstance and match are exact.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

STATUS, ASKER, DECISION, FP, RET, DEPTH, KEY_LO, KEY_HI, REASON = range(9)
HEADER = 9
RUNNING, ASKING, OVER = 0, 1, 2
FRAME = 3
"""Slots of a frame before its registers: procedure, block, caller's FP."""

# ---- expressions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A number."""

    value: int
    op: Literal["const"] = "const"


@dataclass(frozen=True, slots=True)
class Reg:
    """A scalar register."""

    reg: int
    op: Literal["reg"] = "reg"


@dataclass(frozen=True, slots=True)
class Load:
    """S[base + index]."""

    base: int
    index: Expr
    op: Literal["load"] = "load"


@dataclass(frozen=True, slots=True)
class Look:
    """tables[table][index]; an index outside the table reads as 0."""

    table: int
    index: Expr
    op: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class Bin:
    """left fn right. fn: + - * // % (floor; by 0 is the error DIVIDE), min, max, & |, << ; = != < <= > >= give 1 or 0;
    and, or evaluate the right side only when needed and give 1 or 0."""

    fn: str
    left: Expr
    right: Expr
    op: Literal["bin"] = "bin"


@dataclass(frozen=True, slots=True)
class Un:
    """fn: not (1/0), neg, abs."""

    fn: str
    operand: Expr
    op: Literal["un"] = "un"


@dataclass(frozen=True, slots=True)
class If:
    """then if test else otherwise; only one is evaluated."""

    test: Expr
    then: Expr
    otherwise: Expr
    op: Literal["if"] = "if"


@dataclass(frozen=True, slots=True)
class Call:
    """The result of a function. args: scalars, or ListReg for a list parameter."""

    proc: int
    args: tuple[Expr, ...]
    op: Literal["call"] = "call"


@dataclass(frozen=True, slots=True)
class Trial:
    """What a function would return if it were called: it runs on a copy of the position, unseen and unheard.

    over: what is returned if the game ends in it. What it draws is an error: nothing is chance in a trial.
    """

    proc: int
    args: tuple[Expr, ...]
    over: int
    op: Literal["trial"] = "trial"


@dataclass(frozen=True, slots=True)
class ZoneSize:
    """Members of zone instance z (0 for z = 0)."""

    zone: Expr
    op: Literal["zone_size"] = "zone_size"


@dataclass(frozen=True, slots=True)
class ZoneItem:
    """The member at an index from the bottom (from_top False) or from the top; none (0) outside."""

    zone: Expr
    index: Expr
    from_top: bool
    op: Literal["zone_item"] = "zone_item"


@dataclass(frozen=True, slots=True)
class ListReg:
    """A list register as an argument of a call."""

    reg: int
    op: Literal["list"] = "list"


@dataclass(frozen=True, slots=True)
class ListSize:
    """Members of a list register."""

    reg: int
    op: Literal["list_size"] = "list_size"


@dataclass(frozen=True, slots=True)
class ListItem:
    """Member of a list register by index from 0; 0 outside."""

    reg: int
    index: Expr
    op: Literal["list_item"] = "list_item"


@dataclass(frozen=True, slots=True)
class ListHas:
    """1 if a list register holds the value."""

    reg: int
    value: Expr
    op: Literal["list_has"] = "list_has"


@dataclass(frozen=True, slots=True)
class CellPiece:
    """The piece in a cell of a layout; 0 for an empty cell and for none."""

    cell: Expr
    op: Literal["cell_piece"] = "cell_piece"


@dataclass(frozen=True, slots=True)
class CellCount:
    """The size of a set of cells or pieces (see ListCells)."""

    how: str
    of: Expr
    op: Literal["cell_count"] = "cell_count"


@dataclass(frozen=True, slots=True)
class CellHas:
    """1 if a set of cells or pieces (see ListCells) holds the item."""

    how: str
    of: Expr
    item: Expr
    op: Literal["cell_has"] = "cell_has"


Expr = (
    Const
    | Reg
    | Load
    | Look
    | Bin
    | Un
    | If
    | Call
    | Trial
    | ZoneSize
    | ZoneItem
    | ListReg
    | ListSize
    | ListItem
    | ListHas
    | CellPiece
    | CellCount
    | CellHas
)

# ---- statements ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetReg:
    """reg := value."""

    reg: int
    value: Expr
    op: Literal["set"] = "set"


@dataclass(frozen=True, slots=True)
class Store:
    """S[base + index] := value, which must lie in low..high: else per edge `error` (BOUND, site says where), `stops`
    (clamped),
    `ignored` (left as it was)."""

    base: int
    index: Expr
    value: Expr
    low: int
    high: int
    edge: str
    site: int
    op: Literal["store"] = "store"


@dataclass(frozen=True, slots=True)
class IfDo:
    """Structured branch."""

    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    op: Literal["if_do"] = "if_do"


@dataclass(frozen=True, slots=True)
class SwitchDo:
    """The body whose range low..high (ascending, disjoint) holds the value; none: nothing."""

    value: Expr
    cases: tuple[tuple[int, int, tuple[Stmt, ...]], ...]
    op: Literal["switch_do"] = "switch_do"


@dataclass(frozen=True, slots=True)
class Loop:
    """Repeat body while test; the lowering guarantees an end."""

    test: Expr
    body: tuple[Stmt, ...]
    op: Literal["loop"] = "loop"


@dataclass(frozen=True, slots=True)
class ForRange:
    """reg from first to last (both included; step 1 or -1); bounds are evaluated once."""

    reg: int
    first: Expr
    last: Expr
    step: int
    body: tuple[Stmt, ...]
    op: Literal["for_range"] = "for_range"


@dataclass(frozen=True, slots=True)
class ForZone:
    """reg over the members of a zone as they are when the loop begins, index 0 first."""

    reg: int
    zone: Expr
    body: tuple[Stmt, ...]
    op: Literal["for_zone"] = "for_zone"


@dataclass(frozen=True, slots=True)
class ForList:
    """reg over the members of a list register as they are when the loop begins."""

    reg: int
    list: int
    body: tuple[Stmt, ...]
    op: Literal["for_list"] = "for_list"


@dataclass(frozen=True, slots=True)
class ForTable:
    """reg over tables[table][first:last] (last excluded)."""

    reg: int
    table: int
    first: Expr
    last: Expr
    body: tuple[Stmt, ...]
    op: Literal["for_table"] = "for_table"


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""

    op: Literal["break"] = "break"


@dataclass(frozen=True, slots=True)
class Continue:
    """Next turn of the innermost loop."""

    op: Literal["continue"] = "continue"


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the function with a value (functions only; a body that runs to its end returns 0)."""

    value: Expr
    op: Literal["return"] = "return"


@dataclass(frozen=True, slots=True)
class Do:
    """Call a function; its value goes to reg, or nowhere."""

    proc: int
    args: tuple[Expr, ...]
    reg: int | None
    op: Literal["do"] = "do"


@dataclass(frozen=True, slots=True)
class ListClear:
    """Empty a list register."""

    reg: int
    op: Literal["list_clear"] = "list_clear"


@dataclass(frozen=True, slots=True)
class ListAdd:
    """Append to a list register (over its capacity: the error BOUND); unique: not if it is there already."""

    reg: int
    value: Expr
    unique: bool
    op: Literal["list_add"] = "list_add"


@dataclass(frozen=True, slots=True)
class ListCells:
    """Fill a list register with a set of cells or of pieces of a layout, in ascending order; it has room for all.

    how, of a zone that is a layout (of any other zone nothing):
    `fringe`: the empty cells within reach that touch a piece; of an empty layout its first cell
    `ground`: the cells of the smallest rectangle round all pieces, and one cell more on each side; of an empty layout
    its first cell
    `outside`: the empty cells of the ground from which a way over empty cells of it leads to its border
    how, of a cell: `beside`: the cells that touch it, as far as one cell beyond the reach of the layout
    how, of a piece (nothing if it lies in no layout): `neighbours`: the pieces that touch it; `cluster`: the pieces to
    which a way leads from piece to piece that it touches, and itself
    """

    reg: int
    how: str
    of: Expr
    op: Literal["list_cells"] = "list_cells"


@dataclass(frozen=True, slots=True)
class ListSort:
    """Stable sort by a key function of (member, *args); down: greatest first."""

    reg: int
    key: int
    args: tuple[Expr, ...]
    down: bool
    op: Literal["list_sort"] = "list_sort"


@dataclass(frozen=True, slots=True)
class MovePiece:
    """Take the piece out of its zone and put it into zone instance z (0: the box).

    at: `top` or `bottom` for ordered zones; unordered ones keep ascending ids. A full zone is the error BOUND at
    site. Knowledge after the move (the table gives no help to memory, so nothing can leak): in a zone seen by all, or
    by faces and face up: everyone knows it; seen by owner: exactly the zone's owner does; by faces and face down:
    exactly the piece's `owner` (the zone's owner when the piece has none); seen by nobody: the zone's owner if it
    knew before, nobody else; in the box: unchanged. The owner is zone_owner, or for the zone of a piece the `owner`
    field of that piece. Moving a piece within its zone is a move too (it goes to the named end). A piece moved into
    itself or into its own attachments is the error BOUND. Moving no piece (0) does nothing; so does turning or
    knowing none.
    In a layout the piece lies in `cell`, which must be within reach and free (else the error BOUND), or if that is no
    cell of this layout, in the first cell of its fringe (BOUND if there is none). Anywhere else it lies in no cell.
    """

    piece: Expr
    zone: Expr
    at: str
    site: int
    cell: Expr = Const(0)
    op: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class SetFace:
    """Turn a piece face up (1) or down (0); face up in a zone seen by faces everyone knows it."""

    piece: Expr
    up: Expr
    op: Literal["face"] = "face"


@dataclass(frozen=True, slots=True)
class Know:
    """known of the piece |= mask."""

    piece: Expr
    mask: Expr
    op: Literal["know"] = "know"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle a zone with draws from a stream (Fisher-Yates: for i from n-1 down to 1, j = draw(i+1), swap i and j);
    if it is
    not seen by all, known of its members becomes 0."""

    zone: Expr
    stream: int
    op: Literal["shuffle"] = "shuffle"


@dataclass(frozen=True, slots=True)
class Chance:
    """reg := a uniform draw from 0..n-1 on a stream (n = 0 is the error BOUND at site)."""

    reg: int
    n: Expr
    stream: int
    site: int
    op: Literal["chance"] = "chance"


@dataclass(frozen=True, slots=True)
class Emit:
    """Add an option (option functions only): one number per value, padded with 0 by the reader."""

    values: tuple[Expr, ...]
    op: Literal["emit"] = "emit"


@dataclass(frozen=True, slots=True)
class Log:
    """Write a line to the log: a template of Names and the values of its holes."""

    template: int
    args: tuple[Expr, ...]
    op: Literal["log"] = "log"


@dataclass(frozen=True, slots=True)
class Finish:
    """The game ends here and now, whatever is going on.

    how `won`: player who gets 1, the others -1; `lost`: who -1, the others 1; `drawn`: all 0; `scored`: the results
    are the
    values of function `score` (a function of one player). REASON becomes template + 1 (args are dropped from the
    position,
    the log keeps them).
    """

    how: str
    who: Expr
    score: int
    template: int
    args: tuple[Expr, ...]
    op: Literal["finish"] = "finish"


@dataclass(frozen=True, slots=True)
class Fail:
    """An error of the description met in play: code and the site that caused it."""

    code: str
    site: int
    op: Literal["fail"] = "fail"


Stmt = (
    SetReg
    | Store
    | IfDo
    | SwitchDo
    | Loop
    | ForRange
    | ForZone
    | ForList
    | ForTable
    | Break
    | Continue
    | Return
    | Do
    | ListClear
    | ListAdd
    | ListCells
    | ListSort
    | MovePiece
    | SetFace
    | Know
    | Shuffle
    | Chance
    | Emit
    | Log
    | Finish
    | Fail
)

# ---- block ends (flows) ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on with a block."""

    block: int
    op: Literal["jump"] = "jump"


@dataclass(frozen=True, slots=True)
class Branch:
    """test ? then : otherwise."""

    test: Expr
    then: int
    otherwise: int
    op: Literal["branch"] = "branch"


@dataclass(frozen=True, slots=True)
class Switch:
    """The block of the case whose range low..high holds the value, else default."""

    value: Expr
    cases: tuple[tuple[int, int, int], ...]
    default: int
    op: Literal["switch"] = "switch"


@dataclass(frozen=True, slots=True)
class CallFlow:
    """Call a flow with scalar (or ListReg) arguments; when it returns, its value goes to reg (if any) and block goes
    on.
    """

    proc: int
    args: tuple[Expr, ...]
    reg: int | None
    block: int
    op: Literal["call_flow"] = "call_flow"


@dataclass(frozen=True, slots=True)
class ReturnFlow:
    """Pop the frame; value to the caller. Returning from the bottom frame without an end of the game: nobody wins
    (drawn).
    """

    value: Expr
    op: Literal["return_flow"] = "return_flow"


@dataclass(frozen=True, slots=True)
class Decide:
    """Ask: S[ASKER] := asker, S[DECISION] := decision, S[STATUS] := ASKING, and wait. The options are what the
    decision's option
    function emits when called with the frame registers `DecisionInfo.args`; the chosen option's numbers go to `regs`
    (missing
    ones 0), and block goes on. A decision with no option at all is the error STUCK."""

    decision: int
    asker: Expr
    regs: tuple[int, ...]
    block: int
    op: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True)
class Stay:
    """The body has ended the game (follows a Finish)."""

    op: Literal["stay"] = "stay"


End = Jump | Branch | Switch | CallFlow | ReturnFlow | Decide | Stay


@dataclass(frozen=True, slots=True)
class Block:
    """A basic block of a flow."""

    body: tuple[Stmt, ...]
    end: End


@dataclass(frozen=True, slots=True)
class Proc:
    """A procedure.

    sizes: one entry per register: 0 for a scalar, n for a list of at most n. The first `params` registers are the
    parameters.
    flow: blocks (block 0 first); otherwise body. recursive: it can reach itself (DEPTH is counted, more than 16 is
    the error
    RUNAWAY). site: where it was written. numbers: the registers, in order, that never hold an entity: what lies in them
    may be equal to the number of a piece without meaning it. Of the others nothing is known.
    """

    id: int
    params: int
    sizes: tuple[int, ...]
    flow: bool
    recursive: bool
    body: tuple[Stmt, ...]
    blocks: tuple[Block, ...]
    site: int
    numbers: tuple[int, ...] = ()


# ---- what people are told --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """How a number reads: what = number, parts (of which `index` make a whole), bool, enum (index: which enum; plus 1
    shift if or_none), entity, zone, text, flags (a set of values of enum `index`, a bit mask), entities (the next
    `index` arguments of a template are the members of a set; those that are 0 are left out).
    """

    what: str
    index: int = 0
    or_none: bool = False


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """A text with holes: parts are texts, or the Shown of the next argument."""

    parts: tuple[str | Shown, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a rules file, for errors and explanations: file, line, column, what stands there, cites, name of
    the rule.
    """

    file: str
    line: int
    column: int
    text: str
    cites: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class NeedInfo:
    """One requirement as functions: test(args of the action's registers) -> 1/0.

    args: which of (me, this, params...) it takes is all of them, in that order. words: template and the function per
    hole.
    operands: (text, function, how it reads) of the two sides when the requirement compares. parts: those of a define
    it calls. trial: its functions try the action out, so they may be asked only where everything before them is met.
    """

    name: str
    test: int
    words: int
    holes: tuple[int, ...]
    operands: tuple[tuple[str, int, Shown], ...]
    compare: str
    parts: tuple[NeedInfo, ...]
    site: int
    trial: bool = False


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """An action for texts and explanations.

    title: texts, and positions in (me, this, params...) with how they read. params: how each parameter reads and the
    function
    that emits its domain: domain(me, this, earlier params...) . thises: function emitting the pieces that offer it
    now (None: no
    this). needs: in order; windows: ids. whole: function emitting all legal (this, params...) for a player; option
    tuples of
    a window are (action id + 1, this, params...), pass is (0,).
    """

    name: str
    title: tuple[str | tuple[int, Shown], ...]
    params: tuple[tuple[str, Shown, int], ...]
    thises: int | None
    needs: tuple[NeedInfo, ...]
    windows: tuple[int, ...]
    whole: int
    site: int


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """A decision. kind: member (option (x,)), several, arrange ((0, x) picks x; (1,) is done), branch ((i,)), window.

    options: option function; args: the frame registers it is called with (lists too). shown: how a picked value reads;
    branches: the words of each branch, for kind branch (a template; branch_args: the registers of its holes, which are
    among args too); actions: ids offered, for kind window.
    A choice of several that is a plan has (2, x) as well: x is put back; refusal: the template of the words that say
    why it cannot be done now, refusal_args: the registers of its holes.
    prompt: template; prompt_args: registers of its holes. sealed: the answer is secret until its `sealed` is over.
    """

    kind: str
    options: int
    args: tuple[int, ...]
    width: int
    shown: Shown
    branches: tuple[int, ...]
    actions: tuple[int, ...]
    prompt: int
    prompt_args: tuple[int, ...]
    pass_words: str
    sealed: bool
    site: int
    branch_args: tuple[tuple[int, ...], ...] = ()
    refusal: int = -1
    refusal_args: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ModifierInfo:
    """One modifier of a value: amount(args of the value) is what it adds up to just now (or the value it sets);
    active tests it. source: the entity that has it, 0 for a rule of the game or of many entities. first, last: of many
    entities, those that have it; active and amount then take one of them after the args of the value. layer: its name,
    if the value has layers of its own.
    """

    name: str
    change: str
    active: int
    amount: int
    source: int
    site: int
    first: int = 0
    last: int = 0
    layer: str = ""


@dataclass(frozen=True, slots=True)
class ValueInfo:
    """A value: function(args) and its base and modifiers, in the order they are applied. params: how each reads
    (kind first..last).
    """

    name: str
    proc: int
    base: int
    modifiers: tuple[ModifierInfo, ...]
    params: tuple[Shown, ...]
    shown: Shown
    site: int


# ---- layout and names ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of S: name, first slot, number of slots, what one slot holds (low..high).

    A table of what lasts or waits is a count and entries of `entry` slots each; `numbers`: those of an entry,
    counted from 0 and in order, that never hold an entity.
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
    entity e is
    base + e (so base may be below the region's first slot). stack: the first slot of the stack; stack_limit: most
    slots of it."""

    regions: tuple[Region, ...]
    place: int
    owner: int
    face: int
    known: int
    counters: int
    results: int
    stack: int
    stack_limit: int


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


@dataclass(frozen=True, slots=True)
class EntityInfo:
    """An entity: kind name, title (shown), copy number, home player of a space, coordinates of a space."""

    kind: str
    title: str
    copy: int
    copies: int
    player: int
    where: str


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A field for showing and for `why`: slot of entity e is base + e (var) or tables[table][e - first] (printed).

    unlisted: drawings of the position leave it out.
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


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """A board: dims (name, size, shown values), first space, holders (0: table).

    across: the index of the dimension written as letters; such a board is drawn with the letters from left to right
    and the numbers upwards.
    """

    name: str
    first: int
    holders: int
    dims: tuple[tuple[str, int, tuple[str, ...]], ...]
    across: int | None = None


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
    (player or 0),
    zone_host (the entity whose zone it is, or 0), each by zone instance (index 0: the box).
    A zone of an entity that is a piece has no fixed owner: its owner is the `owner` field of that piece.
    first_piece: id of the first piece; main: the flow that is the game; start: function that fills the initial data.
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
