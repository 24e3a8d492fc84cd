"""What modules do to things that are there: change a part, remove, rename. `modules` asks these functions.

change card "Rye":              remove rule frost of card "Oak"
    worth 3                     rename card "Mill" to "Windmill"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, cast

from dsl.source import Span
from dsl.struct import parts
from dsl.syntax import tree as t
from dsl.syntax.naming import name_of

Key = tuple[str, str]
_FIELD: Final = "field"
_PRINTED: Final = "printed"
_WORDS: Final[dict[type[t.Item], str]] = {
    t.TextItem: "text",
    t.LiveItem: "`live when`",
    t.ActsItem: "`acts as`",
    t.EachActionItem: "`each action`",
}


def holds(holder: t.Holder, item: t.Item) -> bool:
    """Whether an item is the card, the kind, the player or the table that is meant."""
    if isinstance(item, t.CardItem):
        return isinstance(holder.name, t.Text) and item.title.value == holder.name.value
    if isinstance(item, t.KindItem):
        return isinstance(holder.name, t.Name) and item.name.text == holder.name.text
    return isinstance(item, t.HasItem) and item.whose == holder.sort


def said(holder: t.Holder) -> str:
    """The holder as it is written: `card "Oak"`, `kind Card`, `each player`, `the table`."""
    if holder.name is None:
        return "each player" if holder.sort == "player" else "the table"
    return f'card "{holder.name.value}"' if isinstance(holder.name, t.Text) else f"kind {holder.name.text}"


def patch_said(item: t.AddItem | t.DefaultItem | t.ChangeItem | t.RemoveItem | t.RenameItem) -> str:
    """A change of a module in words: `add to Good`, `remove rule frost`."""
    if isinstance(item, t.AddItem):
        return f"add to {item.target.text}"
    if isinstance(item, t.DefaultItem):
        return f"default {item.name.text}"
    if isinstance(item, t.ChangeItem):
        return f"change {said(item.holder)}"
    name = f'card "{item.name.value}"' if isinstance(item.name, t.Text) else item.name.text
    return f"{'remove' if isinstance(item, t.RemoveItem) else 'rename'} {name}"


def keys_of(member: t.Item) -> list[Key]:
    """What a member is called where it is changed: of a line of fields each one; nothing for a rule without a name."""
    if isinstance(member, t.FieldItem):
        return [(_FIELD, name.text) for name in member.names]
    if isinstance(member, t.PrintedItem):
        return [(_PRINTED, name.text) for name, _ in member.fields]
    if isinstance(member, t.ZoneItem | t.BoardItem):
        return [(_FIELD, member.name.text)]
    if type(member) in _WORDS:
        return [(_WORDS[type(member)], "")]
    id_ = name_of(member)
    return [] if id_ is None else [id_]


def part_said(key: Key) -> str:
    """A part in words: `worth`, `rule frost`, `text`."""
    sort, name = key
    return name if sort in (_FIELD, _PRINTED) else f"{sort} {name}".strip()


def changed(members: Sequence[t.Item], new: Sequence[t.Item]) -> tuple[t.Item, ...]:
    """Members with new ones: each in the place of those of its name, else at the end."""
    found = list(members)
    for item in new:
        keys = set(keys_of(item))
        place = next((number for number, each in enumerate(found) if keys & set(keys_of(each))), len(found))
        kept = [(number, _without(each, keys)) for number, each in enumerate(found)]
        before = [each for number, each in kept if number < place and each is not None]
        behind = [each for number, each in kept if number >= place and each is not None]
        found = [*before, item, *behind]
    return tuple(found)


def changed_holders(there: Sequence[t.Item], new: Sequence[t.Item]) -> dict[int, t.Item]:
    """The items in which a holder has its members (`each player has:` may stand often), as they are with new ones, by
    their `id`: a new one stands where those of its name stood, else in the first of them.
    """
    holders = [item for item in there if isinstance(item, t.CardItem | t.KindItem | t.HasItem)]
    own = [{key for member in item.members for key in keys_of(member)} for item in holders]
    into: list[list[t.Item]] = [[] for _ in holders]
    for member in new if holders else ():
        keys = set(keys_of(member))
        into[next((number for number, known in enumerate(own) if keys & known), 0)].append(member)
    return {id(item): replace(item, members=changed(item.members, into[n])) for n, item in enumerate(holders)}


def _without(member: t.Item, keys: set[Key]) -> t.Item | None:
    """A member less what has one of the names; None if nothing is left."""
    own = keys_of(member)
    left = [key for key in own if key not in keys]
    if len(left) == len(own):
        return member
    if isinstance(member, t.FieldItem) and left:
        return replace(member, names=tuple(name for name in member.names if (_FIELD, name.text) in left))
    if isinstance(member, t.PrintedItem) and left:
        return replace(member, fields=tuple(each for each in member.fields if (_PRINTED, each[0].text) in left))
    return None


def touched(files: Iterable[t.File]) -> Iterator[tuple[Span, str, str]]:
    """What files of a module take away or put in another place: where, the name (of a card in quotes), and how."""
    for file in files:
        for item in file.items:
            if isinstance(item, t.RemoveItem | t.RenameItem):
                name = f'"{item.name.value}"' if isinstance(item.name, t.Text) else item.name.text
                yield item.span, name, "removed" if isinstance(item, t.RemoveItem) else "renamed"
            elif isinstance(item, t.ChangeItem):
                for member in item.members:
                    yield from ((member.span, key[1], "changed") for key in keys_of(member) if key[1])
            elif isinstance(item, t.ReplaceItem):
                id_ = name_of(item.item)
                if id_ is not None:
                    yield item.span, f'"{id_[1]}"' if id_[0] == "card" else id_[1], "replaced"


# ---- removing --------------------------------------------------------------------------------------------------------


def is_meant(change: t.RemoveItem, item: t.Item, holder: t.Item | None) -> bool:
    """Whether an item is what is to be removed; holder: the card or kind that it stands in."""
    if change.holder is not None and (holder is None or not holds(change.holder, holder)):
        return False
    id_ = name_of(item)
    if id_ is None:
        return False
    if isinstance(change.name, t.Text):
        return id_ == ("card", change.name.value)
    return id_ == (sort_of(change), change.name.text)


def sort_of(change: t.RemoveItem) -> str:
    """The sort of what is to be removed, as `name_of` tells it."""
    return _SORTS.get(change.sort, change.sort)


_SORTS: Final = {"define": "definition", "phase": "procedure", "step": "procedure"}


# ---- renaming --------------------------------------------------------------------------------------------------------


def relabelled(item: t.Item, name: str, words: t.Text) -> t.Item | None:
    """An item with other words for players, if it or a value of it has the name; None if not."""
    if isinstance(item, t.EnumItem) and name in (value.text for value in item.values):
        pairs = zip(item.values, item.labels, strict=True)
        return replace(item, labels=tuple(words if value.text == name else label for value, label in pairs))
    if isinstance(item, _Signed):
        named = item.signature.name.text == name
        return replace(item, signature=replace(item.signature, label=words)) if named else None
    if isinstance(item, t.FieldItem):
        named = item.track is not None and item.names[0].text == name
        return replace(item, track=replace(item.track, label=words)) if named and item.track is not None else None
    return _worded(item, words) if isinstance(item, _Worded) and item.name.text == name else None


def _worded(item: _Worded, words: t.Text) -> t.Item:
    if isinstance(item, t.OptionItem):
        return replace(item, words=words)
    return replace(item, question=words) if isinstance(item, t.RulingItem) else replace(item, label=words)


_Signed: TypeAlias = t.ActionItem | t.EventItem | t.ProcedureItem
_Worded: TypeAlias = t.KindItem | t.ZoneItem | t.BoardItem | t.WindowItem | t.OptionItem | t.RulingItem


def retitled(files: Iterable[t.File], old: str, words: t.Text) -> list[t.File]:
    """Files in which a card has another title, and is called so wherever it is meant."""

    def one(node: t.Node) -> t.Node:
        if isinstance(node, t.CardRef) and node.title == old:
            return replace(node, title=words.value)
        if isinstance(node, t.CardItem) and node.title.value == old:
            return replace(node, title=words)
        if isinstance(node, t.PackItem):
            lines = ((number, words if title.value == old else title) for number, title in node.lines)
            return replace(node, lines=tuple(lines))
        if isinstance(node, t.PrintedHere) and node.card.value == old:
            return replace(node, card=words)
        return node

    return [cast("t.File", _rebuilt(file, one)) for file in files]


def renamed_title(file: t.File, old: str, new: str) -> t.File:
    """A file in which a card is meant by another title, also in the moves of scenarios; the same file, if none is."""
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")

    def one(node: t.Node) -> t.Node:
        if isinstance(node, t.CardRef) and node.title == old:
            return replace(node, title=new)
        if isinstance(node, t.PrintedHere) and node.card.value == old:
            return replace(node, card=replace(node.card, value=new))
        if isinstance(node, t.Holder) and isinstance(node.name, t.Text) and node.name.value == old:
            return replace(node, name=replace(node.name, value=new))
        if isinstance(node, t.RemoveItem | t.RenameItem) and isinstance(node.name, t.Text) and node.name.value == old:
            return replace(node, name=replace(node.name, value=new))
        if isinstance(node, t.ReplaceItem) and isinstance(node.item, t.CardItem) and node.item.title.value == old:
            return replace(node, item=replace(node.item, title=replace(node.item.title, value=new)))
        if isinstance(node, t.Step):
            texts = tuple(replace(text, value=word.sub(lambda _: new, text.value)) for text in node.texts)
            return node if texts == node.texts else replace(node, texts=texts)
        return node

    return cast("t.File", _rebuilt(file, one))


def _rebuilt(value: object, change: Callable[[t.Node], t.Node]) -> object:
    """A tree in which every node is what `change` makes of it, inside out; what does not change is the same object."""
    if isinstance(value, tuple):
        whole = cast("tuple[object, ...]", value)
        made = tuple(_rebuilt(each, change) for each in whole)
        return whole if all(a is b for a, b in zip(whole, made, strict=True)) else made
    if not isinstance(value, t.Node):
        return value
    fields = {name: getattr(value, name) for name in parts(type(value))}
    new = {name: made for name, each in fields.items() if (made := _rebuilt(each, change)) is not each}
    return change(replace(value, **new) if new else value)
