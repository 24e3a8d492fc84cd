"""What modules add to a game, and that no two of them add a thing of the same name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dsl.diagnostics import Bag, Label
from dsl.source import Span
from dsl.spoken import said
from dsl.syntax import tree as t
from dsl.syntax.module import Module
from dsl.syntax.naming import name_of, name_span
from dsl.syntax.patching import keys_of, part_said


class Added:
    """What the modules have added so far, by what it is called and where it stands."""

    def __init__(self, bag: Bag) -> None:
        self.bag = bag
        self.known: dict[tuple[str, str], tuple[Module, Span]] = {}

    def left(self, module: Module, items: Iterable[t.Item]) -> tuple[t.Item, ...]:
        """The items of a module but those that another one has added already; E170 for these."""
        kept: list[t.Item] = []
        for item in items:
            id_ = name_of(item)
            if isinstance(item, t.HasItem):
                whose = said("each player") if item.whose == "player" else said("the table")
                item = replace(item, members=self._members(module, whose, item.members))
            elif id_ is not None:
                told = (
                    said('the {1} "{2}"', id_[0], id_[1]) if id_[0] == "card" else said("the {1} `{2}`", id_[0], id_[1])
                )
                if self._taken(module, ("", " ".join(id_)), told, name_span(item) or item.span):
                    continue
            kept.append(item)
        return tuple(kept)

    def new(self, module: Module, change: t.AddItem) -> t.AddItem:
        """What is added to an enum or a kind, without what another module has added already; E170 for that."""
        target = change.target.text
        pairs = [
            (value, label)
            for value, label in zip(change.values, change.labels, strict=True)
            if not self._taken(
                module, (target, value.text), said("the value `{1}` of {2}", value.text, target), value.span
            )
        ]
        values, labels = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
        return replace(change, values=values, labels=labels, members=self._members(module, target, change.members))

    def _members(self, module: Module, whose: str, members: tuple[t.Item, ...]) -> tuple[t.Item, ...]:
        kept: list[t.Item] = []
        for member in members:
            taken = [
                key
                for key in keys_of(member)
                if self._taken(
                    module, (whose, part_said(key)), said("`{1}` of {2}", part_said(key), whose), member.span
                )
            ]
            if not taken:
                kept.append(member)
        return tuple(kept)

    def _taken(self, module: Module, key: tuple[str, str], told: str, span: Span) -> bool:
        """Whether another module has added that, which is told; two modules may read the same file of a library."""
        before = self.known.setdefault(key, (module, span))
        if before[0].name == module.name or before[1] == span:
            return False
        labels = (Label(before[1], said("first by the module {1}", before[0].name)),)
        words = said("the modules `{1}` and `{2}` both declare {3}", before[0].name, module.name, told)
        hint = said(
            "one of them gives it another name; or, if the two are not for each other: excludes module {1}",
            module.name,
        )
        self.bag.error("E170", span, words, labels=labels, hint=hint)
        return True
