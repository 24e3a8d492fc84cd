"""Builders of what leads from space to space: directions and links."""

from __future__ import annotations

from typing import Final

from dsl.source import Span
from dsl.syntax import tree as t
from dsl.syntax.builders.shared import Builder, all_of
from dsl.syntax.builders.statements import Cites


def _direction(_span: Span, name: t.Name, vector: tuple[int, ...] | None) -> tuple[t.Name, tuple[int, ...] | None]:
    return name, vector


def _nameless(_span: Span, vector: tuple[int, ...]) -> tuple[None, tuple[int, ...]]:
    return None, vector


def _vector(_span: Span, *steps: int) -> tuple[int, ...]:
    return steps


def _signed(_span: Span, number: t.Number) -> int:
    return number.value


def _signed_below(_span: Span, number: t.Number) -> int:
    return -number.value


def _directions(span: Span, name: t.Name, *rest: tuple[t.Name | None, tuple[int, ...] | None]) -> t.DirectionsItem:
    *parts, cites = rest
    return t.DirectionsItem(span, all_of(t.Cite, cites), name, tuple(parts))


def _link(_span: Span, one: t.Name, other: t.Name) -> tuple[t.Name, t.Name]:
    return one, other


def _link_row(_span: Span, *links: tuple[t.Name, t.Name]) -> tuple[tuple[t.Name, t.Name], ...]:
    return links


def _links(span: Span, name: t.Name, board: t.Name, *rest: tuple[t.Name, t.Name]) -> t.LinksItem:
    *pairs, cites = rest
    return t.LinksItem(span, all_of(t.Cite, cites), name, board, tuple(pairs))


def _links_in_rows(
    span: Span, name: t.Name, board: t.Name, cites: Cites, *rows: tuple[tuple[t.Name, t.Name], ...]
) -> t.LinksItem:
    return t.LinksItem(span, cites, name, board, tuple(pair for row in rows for pair in row))


def _links_from(span: Span, name: t.Name, board: t.Name, table: t.Text, cites: Cites) -> t.LinksItem:
    return t.LinksItem(span, cites, name, board, (), table)


MAPS: Final[dict[str, Builder]] = {
    "directions": _directions,
    "direction": _direction,
    "nameless": _nameless,
    "vector": _vector,
    "signed": _signed,
    "signed_below": _signed_below,
    "link": _link,
    "link_row": _link_row,
    "links": _links,
    "links_in_rows": _links_in_rows,
    "links_from": _links_from,
}
