"""What is known of the program while it is checked: the tables of all declared things, and the bag of mistakes.

A `World` is filled in passes (see `check`): names first, then pieces, then signatures, then bodies. Nothing here
decides anything about the language except which words are taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from dsl.diagnostics import Bag, Label, nearest
from dsl.semantics import model
from dsl.semantics.types import Unknown
from dsl.source import SourceFile, Span
from dsl.syntax import tree
from dsl.syntax.mistakes import foreign_words

Item = TypeVar("Item", bound=tree.Item)

RESERVED: Final = frozenset(
    [
        "me",
        "this",
        "from",
        "passed",
        "over",
        "drawn",
        "winner",
        "players",
        "box",
        "holder",
        "min",
        "max",
        "abs",
        "move",
        "game",
        "Player",
        "Space",
        "Piece",
    ]
)


MOST_SEATS = 26
MOST_CARDS = 20_000
"""Players are A to Z in scenarios."""


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


class World:
    """The tables of a program under construction."""

    def __init__(
        self,
        bag: Bag,
        files: Sequence[tree.File],
        data: Mapping[str, SourceFile],
        chosen: Mapping[str, int | str | list[int]],
    ) -> None:
        self.bag = bag
        self.files = tuple(files)
        self.data = data
        self.chosen = chosen
        self.title = ""
        self.players, self.low_players, self.high_players = 1, 1, 1
        self.player, self.space, self.piece = _root("Player"), _root("Space"), _root("Piece")
        self.seat = model.Field("seat", self.player, model.Int(1, MOST_SEATS), False, 1, None)
        self.player.fields["seat"] = self.seat
        # which card a piece is a copy of, counted from 1
        self.print_run = model.Field("card", self.piece, model.Int(0, MOST_CARDS), False, 0, None)
        self.taken: dict[str, tuple[Span, str]] = {}
        self.enums: dict[str, model.Enum] = {}
        self.direction: model.Enum | None = None  # the enum of all directions, if there are any
        self.directions: dict[str, tuple[int, ...]] = {}  # by the name of a direction or of a set of them
        self.direction_sets: set[str] = set()
        self.vectors: list[tuple[int, ...]] = []  # the step of each direction
        self.kinds: dict[str, model.Kind] = {}
        self.options: dict[str, model.Option] = {}
        self.table_fields: dict[str, model.Field] = {}
        self.table_zones: dict[str, model.Zone] = {}
        self.table_boards: dict[str, model.Board] = {}
        self.fields: list[model.Field] = [self.seat]
        self.zones: list[model.Zone] = []
        self.boards: list[model.Board] = []
        self.plans: list[tree.ProcedureItem] = []  # what plans of boards stand for
        self.cells: model.Cells | None = None
        self.tracks: dict[str, list[model.Field]] = {}  # by their names
        self.bands: dict[str, list[model.Field]] = {}  # the tracks that have a band of a name
        self.cards: dict[str, CardSource] = {}
        self.layers: dict[str, tree.LayersItem] = {}
        self.defines: dict[str, model.Define] = {}
        self.values: dict[str, model.Value] = {}
        self.events: dict[str, model.Event] = {}
        self.move = model.Event("move", [], ["", "to", ""], (), (), None)
        self.windows: dict[str, model.Window] = {}
        self.procedures: dict[str, model.Procedure] = {}
        self.main: model.Procedure | None = None
        self.limits: dict[str, model.Limit] = {}
        self.memories: dict[str, model.Memory] = {}
        self.actions: list[ActionSource] = []
        self.sources: dict[object, tree.Item] = {}  # the item that declared a thing
        self.words: dict[object, list[str]] = {}  # the prepositions of what is no event
        self.variant_items: dict[str, list[tuple[model.Card | model.Kind, model.Local, tree.ProcedureItem]]] = {}
        self.always: list[model.Attachment] = []
        self.lastings: list[model.Lasting] = []
        self.delayed: list[model.Delayed] = []
        self.scenarios: list[model.Scenario] = []
        self.handles: dict[str, list[Handle]] = {}
        self.rules: dict[str, list[model.Attachment]] = {}
        self.attached: list[Attached] = []
        self.late: list[Callable[[], None]] = []  # what needs all rules and requirements to be known
        self.streams: list[str] = []
        self.read: set[object] = set()
        self.written: set[object] = set()
        self.changeable: set[Span] = set()  # where a constant stands that an option fixed
        self.libraries = _libraries(self.files)
        self.broken: set[str] = set()  # names that were to be declared, and were not for a mistake that has been told
        self.partial: set[model.Kind] = set()  # kinds that were to have a zone more
        self.orphans: set[model.Kind] = set()  # kinds of an unknown kind, which may be of any
        self.lost = _unread_text(self.files) if bag.has_errors else ""  # what could not be parsed may declare names
        self.expression_rules: Mapping[type[tree.Expr], Callable[..., model.Expr]] = {}
        self.statement_rules: Mapping[type[tree.Stmt], Callable[..., list[model.Stmt]]] = {}
        self.infer: Callable[[model.Define], model.Type] | None = None
        self.attach: Callable[..., None] | None = None

    # ---- names -------------------------------------------------------------------------------------------------------

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
        if self.is_lost(name):
            return
        near = nearest(name, candidates)
        quoted = f'"{name}"' if code == "E102" else f"`{name}`"
        said = foreign_words.hint(what, name)
        if near and (said is None or not name.lower().startswith("player")):
            hint = f'did you mean "{near[0]}"?' if code == "E102" else f"did you mean `{near[0]}`?"
        elif code == "E102" and (name in ("yes", "no", "none", "true", "false") or self.enums_with(name)):
            hint = f"quotes are for titles and words: write {name}"
        elif code == "E101" and name in self.cards:
            hint = f'titles stand in quotes: "{name}"'
        else:
            hint = said
        self.bag.error(code, span, f"there is no {what} {quoted}", hint=hint)

    def unknown_value(self, span: Span, name: str, enum: model.Enum) -> None:
        """E101: the enum has no such value; the nearest one, or all of them."""
        hint = None if nearest(name, enum.values) else f"{enum.name} has the values {', '.join(enum.values)}"
        if hint is None or self.is_lost(name):
            self.unknown(span, name, f"value of {enum.name}", enum.values)
        else:
            self.error("E101", span, f"there is no value of {enum.name} `{name}`", hint)

    def is_lost(self, name: str) -> bool:
        """Whether the name stands in what could not be parsed, or was declared with a mistake that has been told."""
        if name in self.broken:
            return True
        return bool(self.lost) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.lost) is not None

    def unknown_choice(self, option: str, text: str, values: Iterable[str]) -> None:
        """E101: a value asked for from outside that the option does not have."""
        known = list(values)
        near = nearest(text, known)
        hint = f"did you mean `{near[0]}`?" if near else f"it may be {', '.join(known)}"
        self.bag.error("E101", None, f"`{option}` has no value `{text}`", hint=hint)

    def error(self, code: str, span: Span | None, message: str, hint: str | None = None) -> None:
        """Report a mistake."""
        self.bag.error(code, span, message, hint=hint)

    # ---- look-ups ----------------------------------------------------------------------------------------------------

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


def _libraries(files: Iterable[tree.File]) -> set[str]:
    """The names of the files that came from a library: nobody need use all that one offers."""
    asked = (item for file in files for item in file.items if isinstance(item, tree.FileItem) and item.what == "use")
    return {f"{item.path.value}.rules" for item in asked}


def _unread_text(files: Iterable[tree.File]) -> str:
    """The text of the files that no item covers."""
    found: list[str] = []
    for file in files:
        text, at = file.span.file.text, 0
        for item in sorted(file.items, key=lambda item: item.span.start):
            found.append(text[at : item.span.start])
            at = max(at, item.span.end)
        found.append(text[at:])
    return "\n".join(found)


def _root(name: str) -> model.Kind:
    return model.Kind(name, name.lower(), None, None)


def member(kind: model.Kind, name: str) -> model.Field | model.Zone | model.Board | None:
    """The field, zone or board of a kind, its own or inherited."""
    at: model.Kind | None = kind
    while at is not None:
        found = at.fields.get(name) or at.zones.get(name) or at.boards.get(name)
        if found is not None:
            return found
        at = at.parent
    return None


def prints_unknown(kind: model.Kind) -> bool:
    """Whether a printed field of a kind has an unknown type, which has been told: it may be the one that is missed."""
    fields = (member(kind, name) for name in member_names(kind))
    return any(isinstance(field, model.Field) and not field.var and isinstance(field.type, Unknown) for field in fields)


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


def items(world: World, kind: type[Item]) -> Iterator[Item]:
    """All items of one sort, in order."""
    for file in world.files:
        for item in file.items:
            if isinstance(item, kind):
                yield item
