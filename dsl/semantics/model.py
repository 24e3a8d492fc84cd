"""The checked program: what semantics hands on. All names are resolved, all types known, all options fixed.

A `Program` is made for one number of players and one choice of options and readings, so every table is concrete: how
many pieces there are, which spaces a board has, what a printed field says. Lowering (dsl/machine) reads nothing else.

Conventions
* Entities (players, spaces, pieces) have ids from 1; 0 is `none`. Players come first (1..P), then spaces, then pieces;
  the pieces of one kind with all its sub-kinds are contiguous, and so are the copies of one card. Hence `x is Unit` and
  `x is "Ada"` are range tests.
* Values are whole numbers: yes/no is 1/0, an enum value its position from 0 (an enum `or none`: from 1, none is 0), a
  `set of` enum a bit mask (bit = position), a `bag of` enum a number for each value in bits of their own, a reference
  an entity id.
* A field of `none` reads as 0.
* Zones are instantiated per owner (table, each player, each entity of a kind); a zone *value* is the id of an
  instance, from 1; 0 is the box, where every piece begins and where pieces that left the game are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.semantics.model_expr import (
    BagMade,
    BoardSpaces,
    CallDefine,
    CanAct,
    CellAt,
    CellPart,
    CellsOf,
    Const,
    CornersOf,
    CountIn,
    CrossedFrom,
    Cut,
    EdgeFrom,
    EndOfZone,
    Expr,
    FieldOf,
    Filter,
    FitsIn,
    GameFact,
    HolderOf,
    HostOf,
    IfExpr,
    IsIn,
    IsKind,
    KindMembers,
    LineFrom,
    LocalRef,
    LongestRun,
    MembersOf,
    NumberOn,
    OccupantOf,
    Op,
    Quantifier,
    RangeOf,
    Reached,
    Repacked,
    Repetitions,
    SizeOf,
    SpaceAt,
    StepFrom,
    TextOf,
    UnionOf,
    ValueOf,
    ZoneOf,
    ZoneOwner,
)
from dsl.semantics.model_stmt import (
    AssignField,
    AtOnceStmt,
    ChooseBranch,
    ChooseMember,
    ChooseSeveral,
    CountUse,
    DrawChance,
    FinishGame,
    ForCountStmt,
    ForEachStmt,
    IfStmt,
    JumpOut,
    Later,
    LetLocal,
    Missing,
    MovePieces,
    OfferWindow,
    PayFrom,
    Perform,
    Remember,
    RepeatStmt,
    RunProcedure,
    SayText,
    SealedChoices,
    ShowPieces,
    ShuffleZone,
    Skip,
    StartLasting,
    Stmt,
    Template,
    TurnPieces,
)
from dsl.semantics.model_types import (
    BagOf,
    Band,
    Board,
    Bool,
    Card,
    Cells,
    Enum,
    EnumOf,
    Field,
    FlagSet,
    Int,
    Kind,
    Live,
    Local,
    Many,
    Ref,
    Track,
    Type,
    Zone,
    ZoneValue,
)
from dsl.source import Span

__all__ = [
    "Action",
    "AssignField",
    "AtOnceStmt",
    "Attachment",
    "BagMade",
    "BagOf",
    "Band",
    "Board",
    "BoardSpaces",
    "Bool",
    "CallDefine",
    "CanAct",
    "Card",
    "CellAt",
    "CellPart",
    "Cells",
    "CellsOf",
    "ChooseBranch",
    "ChooseMember",
    "ChooseSeveral",
    "Citation",
    "Const",
    "CornersOf",
    "CountIn",
    "CountUse",
    "CrossedFrom",
    "Cut",
    "Define",
    "Delayed",
    "DrawChance",
    "EdgeFrom",
    "EndOfZone",
    "Enum",
    "EnumOf",
    "Event",
    "Expr",
    "Field",
    "FieldOf",
    "Filter",
    "FinishGame",
    "FitsIn",
    "FlagSet",
    "ForCountStmt",
    "ForEachStmt",
    "GameFact",
    "HolderOf",
    "HostOf",
    "IfExpr",
    "IfStmt",
    "Int",
    "IsIn",
    "IsKind",
    "JumpOut",
    "Kind",
    "KindMembers",
    "Lasting",
    "Later",
    "LetLocal",
    "Limit",
    "LineFrom",
    "Live",
    "Local",
    "LocalRef",
    "LongestRun",
    "Many",
    "MembersOf",
    "Memory",
    "Missing",
    "MovePieces",
    "Need",
    "NumberOn",
    "OccupantOf",
    "OfferWindow",
    "Op",
    "Option",
    "PayFrom",
    "Perform",
    "Procedure",
    "Program",
    "Quantifier",
    "RangeOf",
    "Reached",
    "Ref",
    "Remember",
    "Repacked",
    "RepeatStmt",
    "Repetitions",
    "RunProcedure",
    "SayText",
    "Scenario",
    "ScenarioStep",
    "SealedChoices",
    "ShowPieces",
    "ShuffleZone",
    "SizeOf",
    "Skip",
    "SpaceAt",
    "StartLasting",
    "StepFrom",
    "Stmt",
    "Template",
    "TextOf",
    "Track",
    "TurnPieces",
    "Type",
    "UnionOf",
    "Value",
    "ValueOf",
    "Window",
    "Zone",
    "ZoneOf",
    "ZoneOwner",
    "ZoneValue",
]


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
    """A definition: an expression, or needs that must all hold (then type is Bool).

    capacity: the most members of the set it is, once lowering has worked it out.
    """

    name: str
    params: list[Local]
    type: Type
    body: Expr | None
    needs: list[Need]
    cites: tuple[str, ...]
    span: Span
    capacity: int | None = None


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
    piece begins with the piece's name when `this` is not among the params ("Ada: lay under Rider").
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
