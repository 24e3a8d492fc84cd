"""The checked program as a whole, with its scenarios and citations. See `model`."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.semantics.model.base import Expr, Stmt, Type
from dsl.semantics.model.named import (
    Action,
    Attachment,
    Define,
    Delayed,
    Event,
    Lasting,
    Limit,
    Memory,
    Procedure,
    Value,
    Window,
)
from dsl.semantics.model.stmt import RunProcedure
from dsl.semantics.model.types import Board, Card, Cells, Clock, Enum, Field, Kind, Local, Zone
from dsl.source import Span

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
    """A scenario. options: overrides (name -> value); given: effects before play; run: what is played (None: main).

    given_at, run_at: how many steps stand before `given` and before `run`. still: nothing is played, not even `main`.
    seed: of the chance that no step fixes.
    """

    title: str
    proves: tuple[str, ...]
    options: dict[str, int | list[int]]
    players: int | None
    given: tuple[Stmt, ...]
    run: RunProcedure | None
    steps: list[ScenarioStep]
    span: Span
    given_at: int = 0
    run_at: int = 0
    still: bool = False
    printed: tuple[tuple[str, str, int], ...] = ()
    """What cards print in this scenario: field, title, number."""
    seed: int = 0


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


@dataclass(frozen=True, slots=True)
class Aim:
    """A value of a player that programs which play want to be high, and how much it counts beside others. together:
    players have it in common.
    """

    value: Value
    weight: int
    together: bool = False


@dataclass(eq=False, slots=True)
class Taking:
    """When and how a number is taken. event: the one after which it is, with names for its parameters; None: none.
    player: whose number it is; None: of the table. run: the procedure or window at whose start or end it is (position).
    """

    event: Event | None
    params: list[Local]
    player: Local | None
    body: Expr
    run: Procedure | Window | None = None
    position: str = "after"


@dataclass(eq=False, slots=True)
class Measure:
    """What is worked out of games that are played to be counted; in the machine only if it is asked for.

    when: `end` of the game, each `turn`, or after an `event` (also at the start or end of a procedure). takings: one,
    or one for each action of a name.
    """

    name: str
    when: str
    each: bool
    takings: list[Taking]
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure that is asked for. fields: where the machine keeps how often it was taken after an event, the sum, the
    least and the most of it; none of them is a field of the game.
    """

    measure: Measure
    fields: tuple[Field, ...] = ()


@dataclass(eq=False, slots=True)
class Telling:
    """A `tells`: what is decided by hidden things in the lines of `span` is meant to be told. words: what that is."""

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
    tellings: list[Telling] = field(default_factory=list["Telling"])
    words: list[str] = field(default_factory=list[str])
    """The words in the rules that a player could type."""
    told_kinds: list[Kind] = field(default_factory=list[Kind])
    """The kinds of the pieces of which `tell` tells a part."""
    entity_count: int = 0
    cells: Cells | None = None
    aims: list[Aim] = field(default_factory=list[Aim])
    measures: list[Measure] = field(default_factory=list["Measure"])
    teams: Define | Value | Field | None = None
    """What is the same for partners, who win and lose together; None for a game in which everybody plays alone."""
    measured: list[Measured] = field(default_factory=list["Measured"])
    """The measures that are asked for."""
    clock: Clock | None = None
    switch: Field | None = None
    """The number that says which rule is left out, in a program that was given switches: no field of the game."""
