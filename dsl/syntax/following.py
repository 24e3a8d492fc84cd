"""Names that have moved: what a module says of `modest` is meant of `humble`, if the game calls it so by now.

The game states its `renamed` entries, `rule modest` = `humble`, by the sort and the old name. Only names that the game
has no more are followed, and only where a module speaks of a thing of the game as such: what it replaces, changes, adds
to, removes, silences or hangs on to, and titles of cards wherever they are meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, cast

from dsl.diagnostics import Bag
from dsl.source import Span
from dsl.spoken import said
from dsl.struct import inner
from dsl.syntax import tree as t
from dsl.syntax.naming import Id, name_of
from dsl.syntax.patching import renamed_title, sort_of

Renamed = Mapping[Id, str]
_SORTS: Final = {"phase": "procedure", "step": "procedure", "define": "definition", "requires": "rule"}
_RULES: Final = ("rule", "event", "action", "procedure", "value", "window", "definition")
"""What a rule can be attached to, or silence."""
_LABELLED: Final = (*_RULES, "option", "ruling", "kind", "zone", "enum")


def moved_names(entries: Mapping[str, str]) -> dict[Id, str]:
    """The entries of a manifest, `rule modest` or `card "Rye"`, by sort and name."""
    found: dict[Id, str] = {}
    for old, new in entries.items():
        sort, _, name = old.strip().partition(" ")
        found[_SORTS.get(sort, sort), name.strip().strip('"')] = new.strip().strip('"')
    return found


def follow(file: t.File, moved: Renamed, known: Collection[Id], bag: Bag) -> t.File:
    """A file of a module in which names that have moved are the new ones; a warning (W311) tells each."""
    gone = {old: new for old, new in moved.items() if old not in known}
    return _Follower(gone, bag).file(file) if gone else file


def said_now(text: str, moved: Renamed) -> str:
    """A move as it was written down, in words that the game uses now."""
    for (_, old), new in moved.items():
        for before, after in ((old, new), (old.replace("_", " "), new.replace("_", " "))):
            text = re.sub(rf"(?<!\w){re.escape(before)}(?!\w)", lambda _, to=after: to, text)
    return text


def requirements(files: Iterable[t.File]) -> Iterator[Id]:
    """The names of all requirements, which are silenced as rules are."""
    pending: list[object] = list(files)
    while pending:
        node = pending.pop()
        if isinstance(node, t.Requires) and node.label is not None:
            yield "rule", node.label.text
        if isinstance(node, t.Node):
            pending.extend(getattr(node, name) for name in inner(type(node)))
        elif isinstance(node, tuple):
            pending.extend(cast("tuple[object, ...]", node))


class _Follower:
    def __init__(self, gone: Renamed, bag: Bag) -> None:
        self.gone = gone
        self.bag = bag

    def file(self, file: t.File) -> t.File:
        """The file with new names, in its patches and rules and then wherever a card is meant."""
        found = replace(file, items=tuple(self._item(item) for item in file.items))
        for (sort, old), new in self.gone.items():
            if sort == "card" and f'"{old}' in file.span.file.text:
                after = renamed_title(found, old, new)
                if after is not found:
                    place = file.span.file.text.find(f'"{old}')
                    self._tell(file.span.file.span(place, place + len(old) + 2), sort, old, new)
                found = after
        return found

    def _item(self, item: t.Item) -> t.Item:
        if isinstance(item, t.ReplaceItem):
            return replace(item, item=self._called(item.item))
        if isinstance(item, t.AddItem):
            return replace(item, target=self._name(item.target, "enum", "kind"))
        if isinstance(item, t.DefaultItem):
            return replace(item, name=self._name(item.name, "option", "ruling"))
        if isinstance(item, t.RemoveItem) and isinstance(item.name, t.Name):
            return replace(item, name=self._name(item.name, sort_of(item)))
        if isinstance(item, t.RenameItem) and isinstance(item.name, t.Name):
            return replace(item, name=self._name(item.name, *_LABELLED))
        if isinstance(item, t.ChangeItem):
            holder = item.holder
            if isinstance(holder.name, t.Name):
                holder = replace(holder, name=self._name(holder.name, "kind"))
            return replace(item, holder=holder, members=tuple(self._called(self._item(each)) for each in item.members))
        if isinstance(item, t.RuleItem):
            return self._rule(item)
        if isinstance(item, t.KindItem | t.HasItem | t.CardItem):
            return replace(item, members=tuple(self._item(member) for member in item.members))
        return item

    def _rule(self, item: t.RuleItem) -> t.RuleItem:
        if item.pattern is not None:
            item = replace(item, pattern=replace(item.pattern, name=self._name(item.pattern.name, *_RULES)))
        if isinstance(item.whose, t.Name):
            item = replace(item, whose=self._name(item.whose, "action", "kind"))
        return item

    def _called(self, item: t.Item) -> t.Item:
        """An item that stands in the place of another, by the name that this has now."""
        id_ = name_of(item)
        new = self.gone.get(id_) if id_ is not None else None
        if id_ is None or new is None or id_[0] == "card":
            return item
        self._tell(item.span, *id_, new)
        if isinstance(item, t.DefineItem | t.ValueItem | t.EventItem | t.ActionItem | t.ProcedureItem):
            name = replace(item.signature.name, text=new)
            return replace(item, signature=replace(item.signature, name=name))
        if isinstance(item, t.RuleItem) and item.name is not None:
            return replace(item, name=replace(item.name, text=new))
        if isinstance(item, t.EnumItem | t.KindItem | t.OptionItem | t.RulingItem | t.LimitItem | t.WindowItem):
            return replace(item, name=replace(item.name, text=new))
        return item

    def _name(self, name: t.Name, *sorts: str) -> t.Name:
        for id_ in self._ids(name.text, sorts):
            self._tell(name.span, *id_, self.gone[id_])
            return replace(name, text=self.gone[id_])
        return name

    def _ids(self, name: str, sorts: tuple[str, ...]) -> Iterator[Id]:
        return ((sort, name) for sort in sorts if (sort, name) in self.gone)

    def _tell(self, span: Span, sort: str, old: str, new: str) -> None:
        quoted, now = (f'"{old}"', f'"{new}"') if sort == "card" else (f"`{old}`", new)
        words = said("the game has given the {1} {2} another name, which is followed here", sort, quoted)
        self.bag.warning("W311", span, words, hint=said("write: {1}", now))
