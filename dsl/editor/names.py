"""What the trees of a game declare: every name with its sort, the item it stands in, and the names inside an item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, cast

from dsl.source import Span
from dsl.struct import inner
from dsl.syntax import tree as t
from dsl.syntax.patching import said


@dataclass(slots=True)
class Declared:
    """A name that is declared: what it is (`event`, `field of Unit`), where the name and the whole of it stand.

    quoted: it is written as a text, such as the title of a card. parts: what is declared inside it.
    """

    name: str
    sort: str
    at: Span
    whole: Span
    quoted: bool = False
    parts: list[Declared] = field(default_factory=list["Declared"])


def declared(files: Iterable[t.File]) -> list[Declared]:
    """What the items of files declare, in the order of the files."""
    return [each for file in files for item in file.items for each in _item(item)]


def everything(found: Iterable[Declared]) -> Iterator[Declared]:
    """All of them with all that is declared inside them."""
    for each in found:
        yield each
        yield from everything(each.parts)


def local_names(item: t.Node) -> list[Declared]:
    """The parameters and local names of an item, in the order in which they are written."""
    found: list[Declared] = []
    for node in nodes(item):
        if isinstance(node, t.Param | t.Binder | t.Let | t.Random | t.ForCount):
            sort = "parameter" if isinstance(node, t.Param) else "local name"
            found.append(Declared(node.name.text, sort, node.name.span, node.span))
        elif isinstance(node, t.Pattern):
            found += [Declared(each.text, "parameter", each.span, node.span) for each in node.binders]
    return sorted(found, key=lambda each: each.at.start)


def nodes(top: t.Node) -> Iterator[t.Node]:
    """A node and all nodes inside it."""
    yield top
    pending: list[object] = [getattr(top, part) for part in inner(type(top))]
    while pending:
        value = pending.pop()
        if isinstance(value, t.Node):
            yield value
            pending += [getattr(value, part) for part in inner(type(value))]
        elif isinstance(value, tuple):
            pending += cast("tuple[object, ...]", value)


def _item(item: t.Item) -> list[Declared]:
    """What an item at column 0 or a member declares."""
    if isinstance(item, t.ReplaceItem):
        return _item(item.item)
    if isinstance(item, t.WhileItem):
        return [each for rule in item.rules for each in _item(rule)]
    declare = _DECLARE.get(type(item))
    return declare(item) if declare is not None else []


def _one(sort: str) -> Callable[[t.Item], list[Declared]]:
    """For items that declare their name."""

    def declare(item: t.Item) -> list[Declared]:
        name = cast("t.Name | None", getattr(item, "name", None))
        return [] if name is None else [Declared(name.text, sort, name.span, item.span)]

    return declare


def _signed(sort: str) -> Callable[[t.Item], list[Declared]]:
    """For items that declare what their signature names; requirements in them have names that rules lift."""

    def declare(item: t.Item) -> list[Declared]:
        name = cast("t.Signature", item.signature).name  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
        word = item.word if isinstance(item, t.ProcedureItem) else sort
        labels = (each.label for each in nodes(item) if isinstance(each, t.Requires | t.Provided))
        parts = [Declared(label.text, "requirement", label.span, label.span) for label in labels if label is not None]
        return [Declared(name.text, word, name.span, item.span, parts=parts)]

    return declare


def _titled(sort: str) -> Callable[[t.Item], list[Declared]]:
    """For cards, scenarios and the game, which have titles."""

    def declare(item: t.Item) -> list[Declared]:
        title = cast("t.Text", item.title)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
        parts = _members(item.members, f"of {title.value}") if isinstance(item, t.CardItem) else []
        return [Declared(title.value, sort, title.span, item.span, quoted=True, parts=parts)]

    return declare


def _members(items: Iterable[t.Item], owner: str) -> list[Declared]:
    found = [each for item in items for each in _item(item)]
    for each in found:
        each.sort = f"{each.sort} {owner}"
    return found


def _values(names: Iterable[t.Name], sort: str) -> list[Declared]:
    return [Declared(name.text, sort, name.span, name.span) for name in names]


def _enum(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.EnumItem)
    made = Declared(item.name.text, "enum", item.name.span, item.span)
    made.parts = _values(item.values, f"value of {item.name.text}")
    return [made]


def _add(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.AddItem)
    return [*_values(item.values, f"value of {item.target.text}"), *_members(item.members, f"of {item.target.text}")]


def _change(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.ChangeItem)
    return _members(item.members, f"of {said(item.holder)}")


def _kind(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.KindItem)
    made = Declared(item.name.text, "kind", item.name.span, item.span)
    made.parts = _members(item.members, f"of {item.name.text}")
    return [made]


def _has(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.HasItem)
    return _members(item.members, "of each player" if item.whose == "player" else "of the table")


def _field(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.FieldItem)
    sort = "track" if item.track is not None else "field" if item.var else "printed field"
    found = [Declared(name.text, sort, name.span, item.span) for name in item.names]
    if item.track is not None:
        found[0].parts = _values((band.name for band in item.track.bands), f"band of {found[0].name}")
    return found


def _board(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.BoardItem)
    made = Declared(item.name.text, "board", item.name.span, item.span)
    made.parts = _values((each.name for each in item.dimensions), f"dimension of {item.name.text}")
    return [made]


def _ruling(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.RulingItem)
    made = Declared(item.name.text, "ruling", item.name.span, item.span)
    made.parts = [
        Declared(each.name.text, f"reading of {item.name.text}", each.name.span, each.span) for each in item.readings
    ]
    return [made]


def _directions(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.DirectionsItem)
    made = Declared(item.name.text, "directions", item.name.span, item.span)
    made.parts = _values((name for name, vector in item.parts if name is not None and vector is not None), "direction")
    return [made]


def _links(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.LinksItem)
    return [Declared(item.name.text, "links", item.name.span, item.span)]


def _layers(item: t.Item) -> list[Declared]:
    assert isinstance(item, t.LayersItem)
    return _values(item.layers, f"layer of {item.value.text}")


_DECLARE: Final[dict[type, Callable[[t.Item], list[Declared]]]] = {
    t.GameItem: _titled("game"),
    t.CardItem: _titled("card"),
    t.ScenarioItem: _titled("scenario"),
    t.ActionItem: _signed("action"),
    t.DefineItem: _signed("define"),
    t.EventItem: _signed("event"),
    t.ProcedureItem: _signed("procedure"),
    t.ValueItem: _signed("value"),
    t.LimitItem: _one("limit"),
    t.MeasureItem: _one("measure"),
    t.MemoryItem: _one("memory"),
    t.ModuleItem: _one("module"),
    t.OptionItem: _one("option"),
    t.RuleItem: _one("rule"),
    t.WindowItem: _one("window"),
    t.ZoneItem: _one("zone"),
    t.AddItem: _add,
    t.ChangeItem: _change,
    t.BoardItem: _board,
    t.DirectionsItem: _directions,
    t.EnumItem: _enum,
    t.FieldItem: _field,
    t.HasItem: _has,
    t.KindItem: _kind,
    t.LayersItem: _layers,
    t.LinksItem: _links,
    t.RulingItem: _ruling,
}
