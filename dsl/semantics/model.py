"""The checked program: what semantics hands on. All names are resolved, all types known, all options fixed.

A `Program` is made for one number of players and one choice of options and readings, so every table is concrete: how
many pieces there are, which spaces a board has, what a printed field says. Lowering (dsl/machine) reads nothing else.

Conventions
* Entities (players, spaces, pieces) have ids from 1; 0 is `none`. Players come first (1..P), then spaces, then pieces;
  the pieces of one kind with all its sub-kinds are contiguous, and so are the copies of one card. Hence `x is Unit` and
  `x is "Mina"` are range tests.
* Values are whole numbers: yes/no is 1/0, an enum value its position from 0 (an enum `or none`: from 1, none is 0), a
  `set of` enum a bit mask (bit = position), a reference an entity id.
* A field of `none` reads as 0.
* Zones are instantiated per owner (table, each player, each entity of a kind); a zone *value* is the id of an
  instance, from 1; 0 is the box, where every piece begins and where pieces that left the game are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.record import Record, record
from dsl.source import Span

# ---- types -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Type:
    """A finite type."""


@dataclass(frozen=True, slots=True)
class Int(Type):
    """Numbers low..high; edge says what a write beyond does: `error`, `stops`, `ignored`.

    parts: how many parts make a whole; low, high and the numbers stored count parts (2: in halves, 5 is 2 1/2).
    """

    low: int
    high: int
    edge: str = "error"
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


@dataclass(eq=False, slots=True)
class Kind:
    """A kind of entity. first..last are its ids, sub-kinds included (last < first when there are none).

    Built-in roots: `Player`, `Space`, `Piece`. live: the condition under which rules of its pieces hold (own or
    inherited).
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


@dataclass(eq=False, slots=True)
class Live:
    """`live when`: condition over the local `this`."""

    this: Local
    condition: Expr


@dataclass(eq=False, slots=True)
class Field:
    """A field of a kind (holder: Kind) or of the table (holder None).

    Printed ones (var False) never change: `printed` holds a value per entity of the holder, in id order.
    Built-in var fields of Piece: `owner` (Player or none), `face_up` (yes/no). unlisted: drawings leave it out.
    """

    name: str
    holder: Kind | None
    type: Type
    var: bool
    default: int
    span: Span | None
    printed: list[int] = field(default_factory=list[int])
    unlisted: bool = False


@dataclass(eq=False, slots=True)
class Zone:
    """A declared zone. holder: None for the table, Player kind for players, else the kind whose entities own one each.

    ordered: stack and row keep the order given by moves (a stack's top is its end, a row's top is its right end);
    cards and bags are kept in id order. seen: all, owner, nobody, faces. capacity: most members of one instance.
    first: id of the first instance (instances of one zone are contiguous in the order of their owners' ids).
    reach: of a layout, how far from its first cell a piece may lie, in each direction.
    private_count: even the number of members is not public. active: rules and actions of cards in it hold; playable:
    their actions only.
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
    """

    name: str
    label: str
    holder: Kind | None
    kind: Kind
    dims: list[tuple[str, int, int]]
    span: Span
    first: int = 0
    letters: frozenset[str] = frozenset()


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
    packs: list[tuple[Enum, int, int]] = field(default_factory=list["tuple[Enum, int, int]"])
    """The copies that packs make: enum, number of its value, copies. They come behind the other copies, in this order,
    and the printed fields of the enum tell them apart."""


@dataclass(eq=False, slots=True)
class Local:
    """A name bound in a procedure, action, rule or quantifier. many: it holds a list (choose many), capacity says how
    long.

    builtin locals: `me` (the acting player), `this` (the piece whose rule or action it is), `passed` (after an offer).
    """

    name: str
    type: Type
    span: Span | None
    capacity: int = 0


# ---- expressions -----------------------------------------------------------------------------------------------------


@record
class Expr(Record):
    """A checked expression: where it stands and its type."""

    span: Span
    type: Type


@record
class Const(Expr):
    """A known number (of any type)."""

    value: int


@record
class LocalRef(Expr):
    """The value of a local (a Many if it holds a list)."""

    local: Local


@record
class FieldOf(Expr):
    """A field of an entity (subject) or of the table (subject None). Printed value: modifiers are not applied here."""

    field: Field
    subject: Expr | None


@record
class ZoneOf(Expr):
    """A zone instance. subject None: a zone of the table. Type ZoneValue.

    Where subject is a Many (`standing of p.battlefield`) the node is a MembersOf instead.
    """

    zone: Zone
    subject: Expr | None


@record
class MembersOf(Expr):
    """The pieces in a zone instance (zones: one ZoneValue), or in the zone of each entity of a set (zone, over)."""

    zone_value: Expr | None
    zone: Zone | None
    over: Expr | None


@record
class KindMembers(Expr):
    """All entities of a kind, in id order."""

    kind: Kind


@record
class BoardSpaces(Expr):
    """All spaces of a board (of the holder `subject`, or of the table when None)."""

    board: Board
    subject: Expr | None


@record
class SpaceAt(Expr):
    """One space of a board by its coordinates, none outside it."""

    board: Board
    subject: Expr | None
    indices: tuple[Expr, ...]


@record
class StepFrom(Expr):
    """The next space from `start`: in one direction (a Ref or none), or in each of a set of them (a Many)."""

    start: Expr
    along: Expr


@record
class LineFrom(Expr):
    """The spaces from `start` to the edge, nearest first, in each direction of a set (a Many) in turn; without it."""

    start: Expr
    along: Expr


@record
class Cut(Expr):
    """Each line only so far. how: `while` the condition holds, or `until` it does (then that space is in it).

    before: with `while`, a line counts only if the space that ends it is there and meets this.
    """

    local: Local
    line: LineFrom
    how: str
    condition: Expr
    before: Expr | None


@record
class Reached(Expr):
    """The members of `start`, and of `through` (a set over the local: one that is reached) again and again, for which
    the condition holds. In the order in which they are reached; each once.
    """

    local: Local
    start: Expr
    through: Expr
    condition: Expr | None


@record
class LongestRun(Expr):
    """The most spaces in a row that `through` is one of and that all meet the condition; 0 if it does not itself.

    along: a set of directions, each together with its opposite; None: all in which a coordinate changes by 1 at most.
    """

    local: Local
    through: Expr
    along: Expr | None
    where: Expr


@record
class RangeOf(Expr):
    """low .. high as a set of numbers; also all values of an enum."""

    low: Expr
    high: Expr


@record
class UnionOf(Expr):
    """The members of each part in turn (parts are Many or single values; a member occurs once)."""

    parts: tuple[Expr, ...]


@record
class Filter(Expr):
    """The members of a set for which a condition holds; kind narrows to a sub-kind (tested first)."""

    local: Local
    domain: Expr
    kind: Kind | None
    where: Expr | None


@record
class Quantifier(Expr):
    """some, every, number, sum, highest, lowest, first, most, least over a Filter.

    body: see tree.Quantified; otherwise: for empty sets.
    """

    form: str
    over: Filter
    body: Expr | None
    otherwise: Expr | None


@record
class EndOfZone(Expr):
    """top or bottom of an ordered zone: the piece, or none; with count the set of the outermost count, outermost
    first."""

    end: str
    zone: Expr
    count: Expr | None


@record
class SizeOf(Expr):
    """The number of members of a zone or set."""

    set: Expr


@record
class IsIn(Expr):
    """x in SET; for a ZoneValue set it asks where the piece is, for a FlagSet it tests a bit."""

    item: Expr
    set: Expr


@record
class IsKind(Expr):
    """x is Unit / x is "Mina": a range test on ids first..last (none is never)."""

    item: Expr
    first: int
    last: int


@record
class Op(Expr):
    """+ - * / mod (floor division) min max abs; = != < <= > >=; and or not; neg.

    and/or do not evaluate more than needed.
    """

    op: str
    args: tuple[Expr, ...]


@record
class IfExpr(Expr):
    """condition ? then : otherwise."""

    condition: Expr
    then: Expr
    otherwise: Expr


@record
class CallDefine(Expr):
    """A definition applied. A define of type Many is expanded in place by lowering."""

    define: Define
    args: tuple[Expr, ...]


@record
class ValueOf(Expr):
    """A value with all its modifiers; printed leaves them out."""

    value: Value
    args: tuple[Expr, ...]
    printed: bool


@record
class HostOf(Expr):
    """`Field of u`: the nearest owner of the zone the piece lies in that is of `kind`, or none (looks outward)."""

    kind: Kind
    item: Expr


@record
class HolderOf(Expr):
    """`holder of x`: the player whose zone (or whose space's or card's zone) the piece lies in, or none."""

    item: Expr


@record
class ZoneOwner(Expr):
    """The owner of a zone instance: a player, space or piece; none for the table and the box.

    It serves `from is f` and `holder of from` in the hooks of `move`, where only the instance is known. Its type names
    the kind it is compared with; the owner may be of any other kind.
    """

    zone: Expr


@record
class CellsOf(Expr):
    """A set of cells or pieces of a layout.

    how: of a layout its `fringe`, `ground`, `outside`; of a cell those `beside` it; of a piece its `neighbours` and its
    `cluster`.
    """

    how: str
    subject: Expr


@record
class OccupantOf(Expr):
    """The piece that lies in a cell, or none."""

    cell: Expr


@record
class CellAt(Expr):
    """The cell of a layout at a column and a row, none if it is out of reach."""

    zone: Expr
    column: Expr
    row: Expr


@record
class CellPart(Expr):
    """The column or the row of a cell; 0 of none."""

    which: str
    cell: Expr


@record
class CanAct(Expr):
    """The player has at least one legal move of the action (ignoring windows)."""

    player: Expr
    action: Action


@record
class Repetitions(Expr):
    """How often the present position is in a memory."""

    memory: Memory


@record
class GameFact(Expr):
    """`over`, `drawn` (Bool), `winner` (Ref Player or none)."""

    fact: str


# ---- statements ------------------------------------------------------------------------------------------------------


@record
class Stmt(Record):
    """A checked statement."""

    span: Span
    cites: tuple[str, ...]


@record
class AssignField(Stmt):
    """set/raise/lower a var field. how: set, raise, lower. Edge policy is the field type's."""

    how: str
    field: Field
    subject: Expr | None
    value: Expr


@record
class LetLocal(Stmt):
    """Bind a local."""

    local: Local
    value: Expr


@record
class MovePieces(Stmt):
    """Move one piece or each of a set. target: a ZoneValue, or a Ref to a space/card whose only fitting zone is `zone`.

    end: top (also the default, and the only one for cards and bags) or bottom. face: up, down or None (unchanged).
    target None: to the box. A target of the kind Cell is the cell of a layout where the piece is laid.
    """

    what: Expr
    target: Expr | None
    end: str
    face: str | None


@record
class TurnPieces(Stmt):
    """Turn one piece or each of a set face up or down."""

    what: Expr
    face: str


@record
class ShuffleZone(Stmt):
    """Shuffle an ordered zone; everybody forgets who lies where."""

    zone: Expr


@record
class ShowPieces(Stmt):
    """player learns the identities of a set; player None: everybody does."""

    what: Expr
    player: Expr | None


@record
class SayText(Stmt):
    """A line of the public log."""

    template: Template


@record
class Perform(Stmt):
    """An event with its attached rules (or, for an action's name, the action's effects: then me is who acts)."""

    event: Event
    args: tuple[Expr, ...]
    me: Expr | None = None


@record
class RunProcedure(Stmt):
    """Call a procedure, phase or step. A card's own procedure (polymorphic) is chosen by the piece in args[0]."""

    procedure: Procedure
    args: tuple[Expr, ...]


@record
class PayFrom(Stmt):
    """Lower a number field by an amount; in an action it is also a requirement. words: why it cannot be paid."""

    amount: Expr
    field: Field
    subject: Expr | None
    words: Template | None = None


@record
class JumpOut(Stmt):
    """stop, skip or leave, if condition."""

    how: str
    condition: Expr | None


@record
class FinishGame(Stmt):
    """how: won, lost (who), drawn, scored (score: a number field or value of Player). because: words."""

    how: str
    who: Expr | None
    score: Define | Value | Field | None
    because: Template | None


@record
class DrawChance(Stmt):
    """Pick uniformly from a set (must not be empty) on a stream."""

    local: Local
    domain: Expr
    stream: str


@record
class Remember(Stmt):
    """Add the present position to a memory, or empty it."""

    memory: Memory
    forget: bool


@record
class Skip(Stmt):
    """Do nothing."""


@record
class Missing(Stmt):
    """`unimplemented`: playing it is an error with these words."""

    words: str


@record
class IfStmt(Stmt):
    """Branches in order, then otherwise."""

    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@record
class ForEachStmt(Stmt):
    """For each member of the set as it is when the loop begins (in order of `order`, ties in set order)."""

    over: Filter
    order: Expr | None
    down: bool
    body: tuple[Stmt, ...]


@record
class ForCountStmt(Stmt):
    """Count from first to last, both included."""

    local: Local
    first: Expr
    last: Expr
    down: bool
    body: tuple[Stmt, ...]


@record
class RepeatStmt(Stmt):
    """Repeat until (tested before each turn) at most n times. With `until`, running out of turns is the error BOUND."""

    until: Expr | None
    at_most: int
    body: tuple[Stmt, ...]


@record
class ChooseMember(Stmt):
    """player picks one member; no member: if_none runs (local is none). prompt: words shown; secret inside `sealed`."""

    local: Local
    over: Filter
    player: Expr
    prompt: Template
    if_none: tuple[Stmt, ...]


@record
class ChooseSeveral(Stmt):
    """player picks between low and high members (ascending picks, then `done`); arrange: all, in an order.

    local holds the list. Fewer than low members: all of them.

    A plan (start or test is there): single edits in any order. It begins with the members that are in `start`; one of
    these may be put back once; the choice ends when `test` holds for the list as it is, and the player is done, or when
    nothing can be edited any more. words: what a player is told who would be done and cannot be.
    """

    local: Local
    over: Filter
    low: Expr | None
    high: Expr | None
    arrange: bool
    player: Expr
    prompt: Template
    if_none: tuple[Stmt, ...]
    start: Expr | None = None
    test: Expr | None = None
    words: Template | None = None


@record
class ChooseBranch(Stmt):
    """player picks one of the written options whose condition holds; none open: nothing happens. `may` is one too."""

    player: Expr
    prompt: Template
    options: tuple[tuple[Template, Expr | None, tuple[Stmt, ...]], ...]


@record
class OfferWindow(Stmt):
    """player makes one move of the window or passes (local `passed`). no_passing: no pass while a move exists."""

    window: Window
    player: Expr
    passed: Local
    no_passing: bool


@record
class SealedChoices(Stmt):
    """For each member of `over`, its choices (body) are made unseen; afterwards, for each again, `then` runs."""

    over: Filter
    body: tuple[Stmt, ...]
    then: tuple[Stmt, ...]


@record
class AtOnceStmt(Stmt):
    """The events of body form one batch: permissions, replacements and `before` of all; then all effects; then `always`
    once; then the `after` rules of all. body holds Perform, ForEachStmt and IfStmt only."""

    body: tuple[Stmt, ...]


@record
class StartLasting(Stmt):
    """Begin one instance of a lasting effect with the present values of its captured locals."""

    lasting: Lasting


@record
class Later(Stmt):
    """At the end of the span, run the body with the present values of its captured locals."""

    later: Delayed


@record
class CountUse(Stmt):
    """Count one use of a limit for its key."""

    limit: Limit
    key: Expr | None


# ---- texts -----------------------------------------------------------------------------------------------------------


@record
class Template(Record):
    """A text with holes: parts are plain texts and expressions in turn."""

    parts: tuple[str | Expr, ...]


# ---- named things with bodies ----------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Need:
    """A named requirement: in an action or a define. params: the locals of its owner (for `lifts`).

    lifts: what can lift it; it holds when condition or any lift holds. parts: the Needs of a define that the condition
    is a call of (so that a refusal can name the part that failed).
    """

    name: str | None
    condition: Expr
    words: Template | None
    cites: tuple[str, ...]
    span: Span
    params: list[Local] = field(default_factory=list["Local"])
    lifts: list[Attachment] = field(default_factory=list["Attachment"])
    card: Card | None = None


@dataclass(eq=False, slots=True)
class Define:
    """A definition: an expression, or needs that must all hold (then type is Bool)."""

    name: str
    params: list[Local]
    type: Type
    body: Expr | None
    needs: list[Need]
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Value:
    """A derived value. modifiers are applied in the order of layers; inside one layer the order does not matter.

    layers: names in order; the default layers are: set, times, plus, least, most. Result limited once by type at the
    end.
    """

    name: str
    params: list[Local]
    type: Type
    base: Expr
    layers: list[str]
    modifiers: list[Attachment]
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Event:
    """An event: parameters, default effect, and the rules attached to it (filled by attach).

    builtin `move`: params x, to. For an action (action set) the hooks run round its effects.
    """

    name: str
    params: list[Local]
    words: list[str]
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span | None
    permissions: list[Attachment] = field(default_factory=list["Attachment"])
    instead: list[Attachment] = field(default_factory=list["Attachment"])
    before: list[Attachment] = field(default_factory=list["Attachment"])
    after: list[Attachment] = field(default_factory=list["Attachment"])


@dataclass(eq=False, slots=True)
class Attachment:
    """One rule attached to one thing.

    position: before, after, instead, always, start, end, never, must, cannot, lifts, modify.
    holder: what the rule stands on, which gives `this` its values:
      None: a rule of the game (no this); a Card: each copy; a Kind: each entity of the kind; a Lasting: each running
      instance (its captured locals are bound from the instance).
    For cards and kinds the rule holds only while the piece lies in an active zone, is face up and its kind's `live`
    holds. params: the locals bound to the event's (value's, need's) parameters from the left; when: the condition over
    params, this and captured locals (None: always). always-rules may bind `binder` (a Filter walked each time).
    change, amount, layer: for modify (plus, minus, times, divided, set, least, most). words: for permissions.
    silenced: rules that switch this one off. name: for citing, silencing and messages.
    """

    position: str
    name: str | None
    holder: Card | Kind | Lasting | None
    this: Local | None
    params: list[Local]
    when: Expr | None
    body: tuple[Stmt, ...]
    words: Template | None
    change: str
    amount: Expr | None
    layer: str | None
    binder: Filter | None
    cites: tuple[str, ...]
    span: Span
    silenced: list[Attachment] = field(default_factory=list["Attachment"])


@dataclass(eq=False, slots=True)
class Window:
    """A point where a player may act. actions: those offered in it, in order of declaration.

    start, end: rules that run when an offer of the window begins and ends (a window is a span of durations too).
    """

    name: str
    label: str
    pass_words: str
    span: Span
    actions: list[Action] = field(default_factory=list["Action"])
    start: list[Attachment] = field(default_factory=list["Attachment"])
    end: list[Attachment] = field(default_factory=list["Attachment"])


@dataclass(eq=False, slots=True)
class Action:
    """A move. me: the acting player; this: the piece that offers it (Card or Kind holder) or None.

    domains: one per param, a Filter whose local is the param (later ones may use earlier ones). needs: requirements in
    order (own, then those of `each action`). uses: limits. event: its hooks (permissions with words are requirements
    too). title: how the move reads: parts are texts and locals, e.g. ("attack with ", a, " at ", t); an action of a
    piece begins with the piece's name when `this` is not among the params ("Mina: lay under Carrier").
    afterwards: what must hold in the position that the effects, with all rules that they call for, lead to.
    effects: first-part, body, last-part in one. suspends is computed by lowering.
    """

    name: str
    label: str
    me: Local
    this: Local | None
    holder: Card | Kind | None
    params: list[Local]
    domains: list[Filter]
    needs: list[Need]
    afterwards: list[Need]
    uses: list[tuple[Limit, Expr | None]]
    effects: tuple[Stmt, ...]
    event: Event
    windows: list[Window]
    title: tuple[str | Local, ...]
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Procedure:
    """A procedure, phase or step (word), or `main`. spans of limits and durations may name it; start, end: rules.

    variants: for a procedure declared in cards or kinds, the bodies by holder (args[0] is `this`).
    """

    name: str
    label: str
    word: str
    params: list[Local]
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span
    start: list[Attachment] = field(default_factory=list["Attachment"])
    end: list[Attachment] = field(default_factory=list["Attachment"])
    variants: list[tuple[Card | Kind, Local, tuple[Stmt, ...]]] = field(
        default_factory=list["tuple[Card | Kind, Local, tuple[Stmt, ...]]"]
    )


@dataclass(eq=False, slots=True)
class Memory:
    """A memory of the last `size` positions that were remembered. parts: what counts, alone or for each member."""

    name: str
    size: int
    parts: list[tuple[Expr, Filter | None]]
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Limit:
    """At most `amount` uses per run of a span (None: per game), counted per key.

    each: None (one counter), the Player kind (keyed by the acting player) or another kind (keyed by `this`).
    amount is evaluated at the moment of use over the locals me and this.
    """

    name: str
    amount: Expr
    me: Local
    this: Local | None
    span_of: Procedure | Window | None
    each: Kind | None
    words: Template | None
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Lasting:
    """A lasting effect site: its rules (attachments with holder = this) run from StartLasting to the end of
    `anchor`."""

    captured: list[Local]
    anchor: Procedure | Window
    capacity: int
    span: Span


@dataclass(eq=False, slots=True)
class Delayed:
    """A delayed body site: runs at the end of `anchor` for each registered instance, in the order of registration."""

    captured: list[Local]
    anchor: Procedure | Window
    capacity: int
    body: tuple[Stmt, ...]
    span: Span


# ---- scenarios -------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class ScenarioStep:
    """A step; see tree.Step. player is a player number from 1."""

    how: str
    player: int
    texts: tuple[str, ...]
    because: str | None
    condition: Expr | None
    numbers: tuple[int, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Scenario:
    """A scenario. options: overrides (name -> value); given: effects before play; run: what is played (None: main)."""

    title: str
    proves: tuple[str, ...]
    options: dict[str, int | list[int]]
    players: int | None
    given: tuple[Stmt, ...]
    run: RunProcedure | None
    steps: list[ScenarioStep]
    span: Span


# ---- the program -----------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Option:
    """An option or ruling as chosen: value (one number, or one per player). words: the question or description."""

    name: str
    type: Type
    value: int | list[int]
    words: str
    ruling: bool
    reading_words: list[str]
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Citation:
    """A ledger id cited at a place. how: encoded, text_only, unimplemented, ruling, scenario."""

    id: str
    how: str
    words: str
    span: Span


@dataclass(eq=False, slots=True)
class Program:
    """The whole checked game for one number of players and one set of options."""

    title: str
    low_players: int
    high_players: int
    players: int
    player_kind: Kind
    space_kind: Kind
    piece_kind: Kind
    enums: list[Enum]
    kinds: list[Kind]
    fields: list[Field]
    zones: list[Zone]
    boards: list[Board]
    cards: list[Card]
    options: list[Option]
    defines: list[Define]
    values: list[Value]
    events: list[Event]
    move_event: Event
    windows: list[Window]
    actions: list[Action]
    procedures: list[Procedure]
    main: Procedure | None
    always: list[Attachment]
    limits: list[Limit]
    lastings: list[Lasting]
    delayed: list[Delayed]
    scenarios: list[Scenario]
    citations: list[Citation]
    streams: list[str]
    directions: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    """The step of each value of the enum of directions, along the coordinates of a board."""
    memories: list[Memory] = field(default_factory=list["Memory"])
    entity_count: int = 0
    cells: Cells | None = None
