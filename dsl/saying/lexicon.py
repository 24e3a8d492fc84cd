"""What things are called in sentences, and what they are called in the rules: the names of a game, from its trees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl.saying.phrases import participle
from dsl.syntax import tree as t


@dataclass(frozen=True, slots=True)
class Called:
    """Something with parameters: its name in the rules and in words, the word before each parameter, their types."""

    name: str
    words: str
    before: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    @property
    def passive(self) -> str:
        """`wounded`, `ordered to go`: what has happened to the first parameter."""
        verb, _, more = self.words.partition(" ")
        return f"{participle(verb)} {more}".strip()


@dataclass(slots=True)
class Lexicon:
    """The names of a game by sort; each table from words to the name in the rules."""

    events: list[Called] = field(default_factory=list[Called])
    values: list[Called] = field(default_factory=list[Called])
    defines: list[Called] = field(default_factory=list[Called])
    flows: dict[str, str] = field(default_factory=dict[str, str])
    kinds: dict[str, str] = field(default_factory=dict[str, str])
    zones: dict[str, str] = field(default_factory=dict[str, str])
    fields: dict[str, str] = field(default_factory=dict[str, str])
    on_table: dict[str, str] = field(default_factory=dict[str, str])
    constants: dict[str, str] = field(default_factory=dict[str, str])
    cards: dict[str, str] = field(default_factory=dict[str, str])
    labels: dict[str, str] = field(default_factory=dict[str, str])
    before: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The words before the parameters of procedures."""
    layers: dict[str, frozenset[str]] = field(default_factory=dict[str, "frozenset[str]"])
    """The layers of values that name their own."""
    you: str = "holder of this"
    """Who `you` are on a card: who holds it, or its owner where the rules of the game speak of owners only."""

    def named(self, sort: str) -> str:
        """A type as its kind is called in words."""
        return self.labels.get(sort) or words_of(sort)

    def words(self) -> set[str]:
        """All words that names are made of."""
        called = [each.words for each in (*self.events, *self.values, *self.defines)]
        called += [each.passive for each in self.events]
        called += [word for each in (*self.events, *self.values, *self.defines) for word in each.before]
        tables = (self.flows, self.kinds, self.zones, self.fields, self.on_table, self.constants, self.cards)
        return {word for words in (*called, *(each for table in tables for each in table)) for word in words.split()}


def words_of(name: str) -> str:
    """`tree card` of `TreeCard`, `play round` of `play_round`."""
    if name.isupper():
        return name
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return parts.replace("_", " ").lower()


def lexicon_of(files: Sequence[t.File]) -> Lexicon:
    """The names of a game."""
    found, owner, holder = Lexicon(), False, False
    found.kinds["player"] = "Player"
    found.labels["Player"] = "player"
    for file in files:
        text = file.span.file.text
        owner, holder = owner or "owner of this" in text, holder or "holder of this" in text
        for item in file.items:
            _enter(found, item)
    if owner and not holder:
        found.you = "owner of this"
    return found


def _enter(found: Lexicon, item: t.Item) -> None:
    match item:
        case t.KindItem():
            words = _label(item.label, item.name.text)
            found.kinds[words] = item.name.text
            found.labels[item.name.text] = words
            _members(found, item.members, found.fields)
        case t.HasItem():
            _members(found, item.members, found.on_table if item.whose == "table" else found.fields)
        case t.CardItem():
            _card(found, item)
        case t.EnumItem():
            for name, label in zip(item.values, item.labels, strict=True):
                found.constants.setdefault(label.value if label is not None else name.text.replace("_", " "), name.text)
        case t.AddItem():
            _members(found, item.members, found.fields)
        case _:
            _signed(found, item)


def _card(found: Lexicon, item: t.CardItem) -> None:
    found.cards[(item.gloss or item.title).value] = item.title.value
    for member in item.members:
        if isinstance(member, t.ActionItem):
            found.events.append(_called(member.signature))


def _signed(found: Lexicon, item: t.Item) -> None:
    match item:
        case t.EventItem():
            found.events.append(_called(item.signature))
        case t.ActionItem():
            found.events.append(_called(item.signature))
        case t.ValueItem():
            found.values.append(_called(item.signature))
        case t.LayersItem():
            found.layers[item.value.text] = frozenset(layer.text for layer in item.layers)
        case t.DefineItem():
            found.defines.append(_called(item.signature))
        case t.ProcedureItem():
            called = _called(item.signature)
            found.flows[_label(item.signature.label, called.name)] = called.name
            found.before[called.name] = called.before
        case t.WindowItem():
            found.flows[_label(item.label, item.name.text)] = item.name.text
        case _:
            pass


def _members(found: Lexicon, members: Sequence[t.Item], fields: dict[str, str]) -> None:
    for member in members:
        match member:
            case t.FieldItem():
                label = member.track.label if member.track is not None else None
                for name in member.names:
                    fields[label.value if label is not None else name.text.replace("_", " ")] = name.text
            case t.ZoneItem():
                table = fields if fields is found.on_table else found.zones
                table[_label(member.label, member.name.text)] = member.name.text
            case t.ActionItem():
                found.events.append(_called(member.signature))
            case _:
                pass


def _called(signature: t.Signature) -> Called:
    types = tuple(_type(each.type) for each in signature.params)
    name = signature.name.text
    return Called(name, name.replace("_", " "), tuple(each.word for each in signature.params), types)


def _type(found: t.Type) -> str:
    name = getattr(found, "name", None)
    return name.text if isinstance(name, t.Name) else ""


def _label(label: t.Text | None, name: str) -> str:
    return label.value if label is not None and label.value != name else words_of(name)
