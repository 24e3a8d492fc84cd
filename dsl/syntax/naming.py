"""What items are called: the sort in words, and the name by which modules mean them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.source import Span
from dsl.syntax import tree as t

Id = tuple[str, str]
"""What an item is called: its sort in words, and its name."""


def name_of(item: t.Item) -> Id | None:
    """What an item is called; None for what has no name."""
    rule = _NAMES.get(type(item))
    return None if rule is None else rule(item)


def name_span(item: t.Item) -> Span | None:
    """Where an item says what it is called."""
    if isinstance(item, t.CardItem):
        return item.title.span
    if isinstance(item, t.DefineItem | t.ValueItem | t.EventItem | t.ActionItem | t.ProcedureItem):
        return item.signature.name.span
    name = getattr(item, "name", None)
    return name.span if isinstance(name, t.Name) else None


def _rule_name(item: t.Item) -> Id | None:
    assert isinstance(item, t.RuleItem)
    return None if item.name is None else ("rule", item.name.text)


def _procedure_name(item: t.Item) -> Id:
    assert isinstance(item, t.ProcedureItem)
    return "procedure", "main" if item.word == "main" else item.signature.name.text


_Named = (
    t.EnumItem
    | t.KindItem
    | t.OptionItem
    | t.RulingItem
    | t.LimitItem
    | t.MeasureItem
    | t.WindowItem
    | t.PlanItem
    | t.LinksItem
)


def _signed(sort: str) -> Callable[[t.Item], Id]:
    def name(item: t.Item) -> Id:
        assert isinstance(item, t.DefineItem | t.ValueItem | t.EventItem | t.ActionItem)
        return sort, item.signature.name.text

    return name


def _named(sort: str) -> Callable[[t.Item], Id]:
    def name(item: t.Item) -> Id:
        assert isinstance(item, _Named)
        return sort, item.name.text

    return name


def _card_name(item: t.Item) -> Id:
    assert isinstance(item, t.CardItem)
    return "card", item.title.value


def _layers_name(item: t.Item) -> Id:
    assert isinstance(item, t.LayersItem)
    return "layers of", item.value.text


_NAMES: Final[dict[type[t.Item], Callable[[t.Item], Id | None]]] = {
    t.RuleItem: _rule_name,
    t.ProcedureItem: _procedure_name,
    t.DefineItem: _signed("definition"),
    t.ValueItem: _signed("value"),
    t.EventItem: _signed("event"),
    t.ActionItem: _signed("action"),
    t.EnumItem: _named("enum"),
    t.KindItem: _named("kind"),
    t.OptionItem: _named("option"),
    t.RulingItem: _named("ruling"),
    t.LimitItem: _named("limit"),
    t.MeasureItem: _named("measure"),
    t.WindowItem: _named("window"),
    t.PlanItem: _named("plan"),
    t.LinksItem: _named("links"),
    t.CardItem: _card_name,
    t.LayersItem: _layers_name,
}
