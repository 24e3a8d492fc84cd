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

from dsl.semantics.model.expr import (
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
from dsl.semantics.model.named import (
    Action,
    Attachment,
    Define,
    Delayed,
    Event,
    Lasting,
    Limit,
    Memory,
    Need,
    Procedure,
    Value,
    Window,
)
from dsl.semantics.model.stmt import (
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
from dsl.semantics.model.types import (
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
