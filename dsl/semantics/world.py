"""What is known of the program while it is checked: the tables of all declared things, and the bag of mistakes.

A `World` is filled in passes (see `check`): names first, then pieces, then signatures, then bodies. Nothing here decides
anything about the language except which words are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from dsl.diagnostics import Bag, Label, nearest
from dsl.semantics import model
from dsl.source import SourceFile, Span
from dsl.syntax import tree

RESERVED: Final = frozenset(
    "me this from passed over drawn winner players box holder min max abs move game Player Space Piece".split()
)


@dataclass(eq=False, slots=True)
class CardSource:
    """A card with what was written for it: printed values by field name, members, and the table row it came from."""

    card: model.Card
    printed: dict[str, tuple[Span, tree.Expr]]
    members: tuple[tree.Item, ...]


@dataclass(eq=False, slots=True)
class ActionSource:
    """An action with its tree. of_player: it stands under `each player has`, where `this` is who acts."""

    action: model.Action
    item: tree.ActionItem
    of_player: bool


@dataclass(eq=False, slots=True)
class Handle:
    """A named requirement: what `lifts` may name. words: the prepositions of its owner, or None if they do not count."""

    need: model.Need
    words: list[str] | None
    owner: model.Action | model.Define


@dataclass(eq=False, slots=True)
class World:
    """The tables of a program under construction."""

    bag: Bag
    files: tuple[tree.File, ...]
    data: Mapping[str, SourceFile]
    chosen: Mapping[str, int | str | list[int]]
    players: int = 2
    low_players: int = 1
    high_players: int = 1
    title: str = ""
    player: model.Kind = field(default_factory=lambda: _root("Player", "player"))
    space: model.Kind = field(default_factory=lambda: _root("Space", "space"))
    piece: model.Kind = field(default_factory=lambda: _root("Piece", "piece"))
    taken: dict[str, tuple[Span, str]] = field(default_factory=dict)
    enums: dict[str, model.Enum] = field(default_factory=dict)
    kinds: dict[str, model.Kind] = field(default_factory=dict)
    options: dict[str, model.Option] = field(default_factory=dict)
    table_fields: dict[str, model.Field] = field(default_factory=dict)
    table_zones: dict[str, model.Zone] = field(default_factory=dict)
    table_boards: dict[str, model.Board] = field(default_factory=dict)
    fields: list[model.Field] = field(default_factory=list)
    zones: list[model.Zone] = field(default_factory=list)
    boards: list[model.Board] = field(default_factory=list)
    cards: dict[str, CardSource] = field(default_factory=dict)
    defines: dict[str, model.Define] = field(default_factory=dict)
    values: dict[str, model.Value] = field(default_factory=dict)
    events: dict[str, model.Event] = field(default_factory=dict)
    windows: dict[str, model.Window] = field(default_factory=dict)
    procedures: dict[str, model.Procedure] = field(default_factory=dict)
    limits: dict[str, model.Limit] = field(default_factory=dict)
    actions: list[ActionSource] = field(default_factory=list)
    layers: dict[str, tree.LayersItem] = field(default_factory=dict)
    main: model.Procedure | None = None
    always: list[model.Attachment] = field(default_factory=list)
    lastings: list[model.Lasting] = field(default_factory=list)
    delayed: list[model.Delayed] = field(default_factory=list)
    scenarios: list[model.Scenario] = field(default_factory=list)
    handles: dict[str, list[Handle]] = field(default_factory=dict)
    rules: dict[str, list[model.Attachment]] = field(default_factory=dict)
    attached: list[tuple[model.Attachment, tree.RuleItem, object]] = field(default_factory=list)
    streams: list[str] = field(default_factory=list)
    words: dict[object, list[str]] = field(default_factory=dict)
    read: set[object] = field(default_factory=set)
    written: set[object] = field(default_factory=set)
    changeable: set[Span] = field(default_factory=set)
    expression_rules: Mapping[type[tree.Expr], Callable[..., model.Expr]] = field(default_factory=dict)
    statement_rules: Mapping[type[tree.Stmt], Callable[..., list[model.Stmt]]] = field(default_factory=dict)
    infer: Callable[[model.Define], model.Type] | None = None
    attach: Callable[..., None] | None = None
    sources: dict[object, tree.Item] = field(default_factory=dict)
    variant_items: dict[str, list[tuple[model.Card | model.Kind, model.Local, tree.ProcedureItem]]] = field(
        default_factory=dict
    )
    move: model.Event = field(default_factory=lambda: model.Event("move", [], ["", "to", ""], (), (), None))

    # ---- names --------------------------------------------------------------------------------------------------------

    def declare(self, name: tree.Name, what: str) -> bool:
        """Take a name for the whole game; False and E103 if it is taken."""
        if name.text in RESERVED:
            self.error("E103", name.span, f"`{name.text}` is a word of the language and cannot name {what}")
            return False
        before = self.taken.get(name.text)
        if before is not None:
            self.twice(name.span, name.text, before[0], before[1])
            return False
        self.taken[name.text] = (name.span, what)
        return True

    def twice(self, span: Span, name: str, first: Span | None, what: str) -> None:
        """E103: the name is declared twice; both places are shown."""
        labels = () if first is None else (Label(first, f"first as {what}"),)
        self.bag.error("E103", span, f"`{name}` is declared twice", words="again here", labels=labels)

    def unknown(self, span: Span, name: str, what: str, candidates: Iterable[str], code: str = "E101") -> None:
        """E101 (or E102): no such name, with the nearest one that exists."""
        near = nearest(name, candidates)
        quoted = f'"{name}"' if code == "E102" else f"`{name}`"
        hint = None
        if near:
            hint = f'did you mean "{near[0]}"?' if code == "E102" else f"did you mean `{near[0]}`?"
        self.bag.error(code, span, f"there is no {what} {quoted}", hint=hint)

    def unknown_choice(self, option: str, text: str, values: Iterable[str]) -> None:
        """E101: a value asked for from outside that the option does not have."""
        known = list(values)
        near = nearest(text, known)
        hint = f"did you mean `{near[0]}`?" if near else f"it may be {', '.join(known)}"
        self.bag.error("E101", None, f"`{option}` has no value `{text}`", hint=hint)

    def error(self, code: str, span: Span | None, message: str, hint: str | None = None) -> None:
        """Report a mistake."""
        self.bag.error(code, span, message, hint=hint)

    # ---- look-ups -----------------------------------------------------------------------------------------------------

    def kind(self, name: tree.Name) -> model.Kind | None:
        """The kind of that name; E101 if there is none."""
        found = self.kinds.get(name.text)
        if found is None:
            self.unknown(name.span, name.text, "kind", self.kinds)
        return found

    def children(self, kind: model.Kind) -> list[model.Kind]:
        """The kinds directly below a kind, in the order in which they were declared."""
        return [other for other in self.kinds.values() if other.parent is kind]

    def below(self, kind: model.Kind) -> list[model.Kind]:
        """All kinds below a kind, nearest first in each branch."""
        return [found for child in self.children(kind) for found in (child, *self.below(child))]

    def actions_named(self, name: str) -> list[ActionSource]:
        """The actions of a name: one of the game, or one of each kind and card that declares it."""
        return [source for source in self.actions if source.action.name == name]

    def enums_with(self, value: str) -> list[model.Enum]:
        """The enums that have a value of this name."""
        return [enum for enum in self.enums.values() if value in enum.values]

    def global_names(self) -> Iterable[str]:
        """Every name of the game that an expression may use."""
        yield from self.taken
        yield from ("players", "box", "over", "drawn", "winner", "Player", "Space", "Piece")
        for enum in self.enums.values():
            yield from enum.values


def _root(name: str, label: str) -> model.Kind:
    return model.Kind(name, label, None, None)


def member(kind: model.Kind, name: str) -> model.Field | model.Zone | model.Board | None:
    """The field, zone or board of a kind, its own or inherited."""
    at: model.Kind | None = kind
    while at is not None:
        found = at.fields.get(name) or at.zones.get(name) or at.boards.get(name)
        if found is not None:
            return found
        at = at.parent
    return None


def member_names(kind: model.Kind) -> Iterable[str]:
    """The names of everything a kind has."""
    at: model.Kind | None = kind
    while at is not None:
        yield from (*at.fields, *at.zones, *at.boards)
        at = at.parent


def cite_ids(cites: Iterable[tree.Cite]) -> tuple[str, ...]:
    """The ledger ids of citations."""
    return tuple(cite.id for cite in cites)


def spoken(name: str) -> str:
    """A name as people read it: underscores are spaces."""
    return name.replace("_", " ")
