"""What is known of the program while it is checked: its tables (`tables`), and the bag of mistakes.

A `World` is filled in passes (see `check`): names first, then pieces, then signatures, then bodies. Nothing here
decides anything about the language except which words are taken.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from dsl.diagnostics import Bag, Label, nearest
from dsl.semantics import model
from dsl.semantics.collisions import collision
from dsl.semantics.tables import ActionSource, Choices, Directions, Lost, Play, Rules, Setup, Things, Usage
from dsl.semantics.types import Unknown
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree
from dsl.syntax.mistakes import foreign_words, library_names
from dsl.syntax.table_rows import rows_of

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


MOST_SEATS = 26  # players are A to Z in scenarios
MOST_CARDS = 20_000


@dataclass(frozen=True, slots=True)
class Hooks:
    """What checks bodies. It is handed in, because it needs scopes, and scopes need the world.

    expressions, statements: the function that checks each sort of node; attach: attaches the rules among items;
    inference: of a world, what finds the type of a definition when it is first asked for.
    """

    expressions: Mapping[type[tree.Expr], Callable[..., model.Expr]]
    statements: Mapping[type[tree.Stmt], Callable[..., list[model.Stmt]]]
    attach: Callable[..., None]
    inference: Callable[[World], Callable[[model.Define], model.Type]]


@dataclass(frozen=True, slots=True)
class Only:
    """Which bodies are checked, where a game is checked while it is written.

    items: the items whose bodies are; None for all. heed: called before each, and may raise if nobody wants to know
    any more.
    """

    items: tuple[tree.Item, ...] | None = None
    heed: Callable[[], None] = lambda: None
    _places: dict[int, list[tuple[int, int]]] = field(init=False, default_factory=dict[int, "list[tuple[int, int]]"])

    def __post_init__(self) -> None:
        for item in self.items or ():
            self._places.setdefault(id(item.span.file), []).append((item.span.start, item.span.end))
        for places in self._places.values():
            places.sort()

    def wants(self, span: Span) -> bool:
        """Whether what stands at a place is to be checked."""
        self.heed()
        if self.items is None:
            return True
        places = self._places.get(id(span.file), [])
        at = bisect_right(places, (span.start, len(span.file.text))) - 1
        return at >= 0 and span.start < places[at][1]


class World:
    """The tables of a program under construction, the bag of mistakes, and what checks the bodies."""

    def __init__(
        self,
        bag: Bag,
        setup: Setup,
        chosen: Mapping[str, int | str | list[int]],
        hooks: Hooks,
        only: Only | None = None,
    ) -> None:
        self.bag = bag
        self.only = only
        self.setup = setup
        self.player, self.space, self.piece = _root("Player"), _root("Space"), _root("Piece")
        self.taken: dict[str, tuple[Span, str]] = {}  # every name of the whole game, with its place and what it is
        self.things = Things(print_run=model.Field("card", self.piece, model.Int(0, MOST_CARDS), False, 0, None))
        seat = model.Field("seat", self.player, model.Int(1, MOST_SEATS), False, 1, None)
        self.player.fields["seat"] = seat
        self.things.fields.append(seat)
        self.directions = Directions()
        self.choices = Choices(chosen)
        self.play = Play()
        self.rules = Rules()
        self.usage = Usage()
        self.lost = Lost(_unread_text(setup.files) if bag.has_errors else "")
        self.hooks = hooks
        self.infer: Callable[[model.Define], model.Type] = hooks.inference(self)

    def wants(self, node: tree.Node) -> bool:
        """Whether the body of something is to be checked."""
        return self.only is None or self.only.wants(node.span)

    # ---- names -------------------------------------------------------------------------------------------------------

    def declare(self, name: tree.Name, what: str) -> bool:
        """Take a name for the whole game; False and E103 if it is taken."""
        if name.text in RESERVED:
            self.error("E103", name.span, said("`{1}` is a word of the language and cannot name {2}", name.text, what))
            return False
        if not self.sayable(name, what):
            return False
        before = self.taken.get(name.text)
        if before is not None:
            self.twice(name.span, name.text, before[0], before[1])
            return False
        self.taken[name.text] = (name.span, what)
        return True

    def sayable(self, name: tree.Name, what: str) -> bool:
        """Whether a name could be said where it is used; E103 with the reason if not."""
        found = collision(name.text, what)
        if found is not None:
            self.error("E103", name.span, *found)
            self.lost.broken.add(name.text)
        return found is None

    def twice(self, span: Span, name: str, first: Span | None, what: str) -> None:
        """E103: the name is declared twice; both places are shown."""
        labels = () if first is None else (Label(first, said("first as {1}", what)),)
        self.bag.error("E103", span, said("`{1}` is declared twice", name), words=said("again here"), labels=labels)

    def unknown(self, span: Span, name: str, what: str, candidates: Iterable[str], code: str = "E101") -> None:
        """E101 (or E102): no such name, with the nearest one that exists."""
        if self.is_lost(name):
            return
        candidates = list(candidates)
        near = nearest(name, candidates) or _unbent(name, candidates)
        quoted = f'"{name}"' if code == "E102" else f"`{name}`"
        told = foreign_words.hint(what, name) or library_names.hint(what, name)
        if near and (told is None or not name.lower().startswith("player")):
            hint = said('did you mean "{1}"?', near[0]) if code == "E102" else said("did you mean `{1}`?", near[0])
        elif code == "E102" and (name in ("yes", "no", "none", "true", "false") or self.enums_with(name)):
            hint = said("quotes are for titles and words: write {1}", name)
        elif code == "E101" and name in self.things.cards:
            hint = said('titles stand in quotes: write "{1}"', name)
        else:
            hint = told
        self.bag.error(code, span, said("there is no {1} {2}", said(what), quoted), hint=hint)

    def unknown_value(self, span: Span, name: str, enum: model.Enum) -> None:
        """E101: the enum has no such value; the nearest one, or all of them."""
        hint = None if nearest(name, enum.values) else said("{1} has the values {2}", enum.name, ", ".join(enum.values))
        if hint is None or self.is_lost(name):
            self.unknown(span, name, said("value of {1}", enum.name), enum.values)
        else:
            self.error("E101", span, said("there is no value of {1} `{2}`", enum.name, name), hint)

    def is_lost(self, name: str) -> bool:
        """Whether the name stands in what could not be parsed, or was declared with a mistake that has been told."""
        if name in self.lost.broken:
            return True
        return bool(self.lost.text) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.lost.text) is not None

    def unknown_choice(self, option: str, text: str, values: Iterable[str]) -> None:
        """E101: a value asked for from outside that the option does not have."""
        known = list(values)
        near = nearest(text, known)
        hint = said("did you mean `{1}`?", near[0]) if near else said("it may be {1}", ", ".join(known))
        self.bag.error("E101", None, said("`{1}` has no value `{2}`", option, text), hint=hint)

    def error(self, code: str, span: Span | None, message: str, hint: str | None = None) -> None:
        """Report a mistake."""
        self.bag.error(code, span, message, hint=hint)

    # ---- look-ups ----------------------------------------------------------------------------------------------------

    def kind(self, name: tree.Name) -> model.Kind | None:
        """The kind of that name; E101 if there is none."""
        found = self.things.kinds.get(name.text)
        if found is None:
            self.unknown(name.span, name.text, marked("kind"), self.things.kinds)
        return found

    def children(self, kind: model.Kind) -> list[model.Kind]:
        """The kinds directly below a kind, in the order in which they were declared."""
        return [other for other in self.things.kinds.values() if other.parent is kind]

    def below(self, kind: model.Kind) -> list[model.Kind]:
        """All kinds below a kind, nearest first in each branch."""
        return [found for child in self.children(kind) for found in (child, *self.below(child))]

    def actions_named(self, name: str) -> list[ActionSource]:
        """The actions of a name: one of the game, or one of each kind and card that declares it."""
        return [source for source in self.play.actions if source.action.name == name]

    def enums_with(self, value: str) -> list[model.Enum]:
        """The enums that have a value of this name."""
        return [enum for enum in self.things.enums.values() if value in enum.values]

    def global_names(self) -> Iterable[str]:
        """Every name of the game that an expression may use."""
        yield from self.taken
        yield from ("players", "box", "over", "drawn", "winner", "Player", "Space", "Piece")
        for enum in self.things.enums.values():
            yield from enum.values


def _unread_text(files: Iterable[tree.File]) -> str:
    """The text of the files that no item covers; one of an earlier version of the file covers nothing."""
    found: list[str] = []
    for file in files:
        text, at = file.span.file.text, 0
        own = (item for item in file.items if item.span.file is file.span.file)
        for item in sorted(own, key=lambda item: item.span.start):
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


def table_rows(world: World, path: tree.Text) -> list[tuple[Span, list[str]]]:
    """The rows of the table of that name; none, if there is no such table."""
    source = world.setup.tables.get(path.value)
    if source is not None:
        return rows_of(source)
    if all(said.span != path.span for said in world.bag.all()):  # whoever reads the files may have said it
        world.unknown(path.span, path.value, marked("table"), world.setup.tables, "E102")
    return []


def items(world: World, kind: type[Item]) -> Iterator[Item]:
    """All items of one sort, in order."""
    for item in world.setup.by_sort.get(kind, ()):
        assert isinstance(item, kind)
        yield item


def _unbent(name: str, candidates: Iterable[str]) -> list[str]:
    return [each for each in candidates if name in _bent(each)]


def _bent(verb: str) -> tuple[str, ...]:
    """A name as people bend it who say what is done or was done: `hanging` and `hanged` of `hang`."""
    stem = verb.removesuffix("e")
    return f"{verb}s", f"{verb}es", f"{stem}ing", f"{stem}ed"
