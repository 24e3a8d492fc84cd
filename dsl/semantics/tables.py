"""The tables of a program under construction, cut along what callers need. `world` holds one of each.

Those of declared things are filled by the first passes and only read by the later ones; rules, usage and what was lost
are written to whenever something is learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dsl.semantics import model
from dsl.source import SourceFile, Span
from dsl.syntax import tree

# ---- declared things with what was written for them ------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class CardSource:
    """A card with what was written for it: printed values by field name, and members.

    vague: what stands after `each` is wrong and was reported, so it is not known what the card prints.
    """

    card: model.Card
    printed: dict[str, tuple[Span, tree.Expr]]
    members: tuple[tree.Item, ...]
    vague: bool = False
    counted: bool = True
    """Whether its number of copies was written; if not, and packs list it, it has only the copies of the packs."""


@dataclass(eq=False, slots=True)
class ActionSource:
    """An action with its tree. of_player: it stands under `each player has`, where `this` is who acts."""

    action: model.Action
    item: tree.ActionItem
    of_player: bool


@dataclass(eq=False, slots=True)
class Handle:
    """A named requirement: what `lifts` may name.

    words: the prepositions of its owner, or None if they do not count.
    """

    need: model.Need
    words: list[str] | None
    owner: model.Action | model.Define


@dataclass(eq=False, slots=True)
class Attached:
    """A rule with its tree, what it is attached to, and the conditions of the `while` round it."""

    rule: model.Attachment
    item: tree.RuleItem
    target: object
    guards: tuple[tree.Expr, ...]


# ---- what was given --------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Setup:
    """The files, the tables of cards by the path as written, and what `game` says, once it has been read."""

    files: Sequence[tree.File]
    tables: Mapping[str, SourceFile]
    title: str = ""
    players: int = 1
    low_players: int = 1
    high_players: int = 1
    by_sort: dict[type[tree.Item], list[tree.Item]] = field(init=False)
    """The items of the files at the left margin, in order."""

    def __post_init__(self) -> None:
        self.by_sort = {}
        for file in self.files:
            for item in file.items:
                self.by_sort.setdefault(type(item), []).append(item)

    @property
    def libraries(self) -> set[str]:
        """The names of the files that came from a library: nobody need use all that one offers."""
        return _libraries(self.files)


def _libraries(files: Iterable[tree.File]) -> set[str]:
    """The names of the files that came from a library: nobody need use all that one offers."""
    asked = (item for file in files for item in file.items if isinstance(item, tree.FileItem) and item.what == "use")
    return {f"{item.path.value}.rules" for item in asked}


@dataclass(eq=False, slots=True)
class Choices:
    """Options and rulings. chosen: what was asked for from outside, by name.

    changeable: where a constant stands that an option fixed, and that another choice would change.
    """

    chosen: Mapping[str, int | str | list[int]]
    options: dict[str, model.Option] = field(default_factory=dict[str, model.Option])
    changeable: set[Span] = field(default_factory=set[Span])


# ---- what is declared ------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Things:
    """What the game is played with. print_run: which card a piece is a copy of, counted from 1.

    table_fields, table_zones, table_boards: those of the table, by name; fields, zones, boards: all of them, in order.
    eyed: zones that some players see.
    clock: what tells which change is older, where layers are `by age`.
    tracks: by their names; bands: the tracks that have a band of a name. plans: what plans of boards stand for.
    """

    print_run: model.Field
    enums: dict[str, model.Enum] = field(default_factory=dict[str, model.Enum])
    kinds: dict[str, model.Kind] = field(default_factory=dict[str, model.Kind])
    table_fields: dict[str, model.Field] = field(default_factory=dict[str, model.Field])
    table_zones: dict[str, model.Zone] = field(default_factory=dict[str, model.Zone])
    table_boards: dict[str, model.Board] = field(default_factory=dict[str, model.Board])
    fields: list[model.Field] = field(default_factory=list[model.Field])
    zones: list[model.Zone] = field(default_factory=list[model.Zone])
    eyed: list[tuple[model.Zone, tree.ZoneItem]] = field(default_factory=list["tuple[model.Zone, tree.ZoneItem]"])
    boards: list[model.Board] = field(default_factory=list[model.Board])
    cells: model.Cells | None = None
    clock: model.Clock | None = None
    tracks: dict[str, list[model.Field]] = field(default_factory=dict[str, "list[model.Field]"])
    bands: dict[str, list[model.Field]] = field(default_factory=dict[str, "list[model.Field]"])
    cards: dict[str, CardSource] = field(default_factory=dict[str, CardSource])
    plans: list[tree.ProcedureItem] = field(default_factory=list[tree.ProcedureItem])


@dataclass(eq=False, slots=True)
class Directions:
    """enum: that of all directions, if there are any; named: the vectors of a direction or of a set of them, by name.

    sets: which of these names are sets. vectors: the step of each direction of the enum. links: of boards, by name.
    """

    enum: model.Enum | None = None
    named: dict[str, tuple[int, ...]] = field(default_factory=dict[str, "tuple[int, ...]"])
    sets: set[str] = field(default_factory=set[str])
    vectors: list[tuple[int, ...]] = field(default_factory=list["tuple[int, ...]"])
    links: dict[str, model.Links] = field(default_factory=dict[str, "model.Links"])


@dataclass(eq=False, slots=True)
class Play:
    """What has a signature or a body: how the game is played.

    sources: the item that declared a thing; words: the prepositions of what is no event. variant_items: the procedures
    of a name that cards and kinds declare for themselves. streams: the sources of chance, by name.
    """

    defines: dict[str, model.Define] = field(default_factory=dict[str, model.Define])
    values: dict[str, model.Value] = field(default_factory=dict[str, model.Value])
    layers: dict[str, tree.LayersItem] = field(default_factory=dict[str, tree.LayersItem])
    events: dict[str, model.Event] = field(default_factory=dict[str, model.Event])
    move: model.Event = field(default_factory=lambda: model.Event("move", [], ["", "to", ""], (), (), None))
    windows: dict[str, model.Window] = field(default_factory=dict[str, model.Window])
    actions: list[ActionSource] = field(default_factory=list[ActionSource])
    procedures: dict[str, model.Procedure] = field(default_factory=dict[str, model.Procedure])
    main: model.Procedure | None = None
    limits: dict[str, model.Limit] = field(default_factory=dict[str, model.Limit])
    memories: dict[str, model.Memory] = field(default_factory=dict[str, model.Memory])
    sources: dict[object, tree.Item] = field(default_factory=dict[object, tree.Item])
    words: dict[object, list[str]] = field(default_factory=dict[object, "list[str]"])
    variant_items: dict[str, list[tuple[model.Card | model.Kind, model.Local, tree.ProcedureItem]]] = field(
        default_factory=dict[str, "list[tuple[model.Card | model.Kind, model.Local, tree.ProcedureItem]]"]
    )
    aims: list[model.Aim] = field(default_factory=list[model.Aim])
    measures: list[model.Measure] = field(default_factory=list[model.Measure])
    teams: model.Define | model.Value | model.Field | None = None
    teams_at: Span | None = None
    streams: list[str] = field(default_factory=list[str])
    scenarios: list[model.Scenario] = field(default_factory=list[model.Scenario])
    letters: dict[int, dict[str, model.Expr]] = field(default_factory=dict[int, "dict[str, model.Expr]"])
    """What the letters of players stand for in scenarios, by their number of players."""


# ---- what bodies add -------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Rules:
    """Rules and what they may name. named: by their names; handles: named requirements.

    attached: all, with their trees. late: what must wait until all rules and requirements are known.
    """

    named: dict[str, list[model.Attachment]] = field(default_factory=dict[str, "list[model.Attachment]"])
    handles: dict[str, list[Handle]] = field(default_factory=dict[str, "list[Handle]"])
    attached: list[Attached] = field(default_factory=list[Attached])
    late: list[Callable[[], None]] = field(default_factory=list["Callable[[], None]"])
    always: list[model.Attachment] = field(default_factory=list[model.Attachment])
    lastings: list[model.Lasting] = field(default_factory=list[model.Lasting])
    tellings: list[model.Telling] = field(default_factory=list[model.Telling])
    words: dict[str, None] = field(default_factory=dict[str, None])
    """The words that stand in the rules and that a player could type."""
    told_kinds: list[model.Kind] = field(default_factory=list[model.Kind])
    delayed: list[model.Delayed] = field(default_factory=list[model.Delayed])


@dataclass(eq=False, slots=True)
class Usage:
    """What is read and written anywhere, so that what is not can be warned of."""

    read: set[object] = field(default_factory=set[object])
    written: set[object] = field(default_factory=set[object])


@dataclass(eq=False, slots=True)
class Lost:
    """What was to be declared, and was not for a mistake that has been told: nobody is told that it is missing.

    text: what could not be parsed, which may declare names; broken: names; partial: kinds that were to have a zone
    more; orphans: kinds of an unknown kind, which may be of any.
    """

    text: str
    broken: set[str] = field(default_factory=set[str])
    partial: set[model.Kind] = field(default_factory=set[model.Kind])
    orphans: set[model.Kind] = field(default_factory=set[model.Kind])
