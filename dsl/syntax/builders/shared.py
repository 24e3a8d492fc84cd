"""What the builders of `expressions`, `statements`, `items`, `things` and `rules` share.

A builder makes one node of dsl.syntax.tree from one node of the parse: it is called with the span and the children,
which are built already. Words of the file arrive as `Name`, `Text`, `Number` and `Cite`, other words as plain strings,
and missing optional parts as None. A table from the name of the grammar rule to the builder is all that `build` needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from dsl.source import Span
from dsl.spoken import said
from dsl.syntax import tree as t

Builder = Callable[..., Any]
NodeT = TypeVar("NodeT", bound=t.Node)


class Mistake(Exception):
    """The form is right and still nothing can be built: a code, a place, words and perhaps a hint for the designer."""

    def __init__(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.span = span
        self.message = message
        self.hint = hint


def plain(node: Callable[..., Any], *fixed: object) -> Builder:
    """A builder for a node whose fields are, after the span and `fixed`, the children in their order."""

    def build(span: Span, *children: object) -> object:
        return node(span, *fixed, *children)

    return build


def pack(*parts: object) -> tuple[object, ...]:
    """The children as a tuple, missing ones left out."""
    return tuple(part for part in parts if part is not None)


def parts_of(part: object) -> tuple[object, ...]:
    """What a child holds if it is a tuple, nothing if it is anything else."""
    return cast(tuple[object, ...], part) if isinstance(part, tuple) else ()


def packed(_span: Span, *parts: object) -> tuple[object, ...]:
    """A builder that hands its children on as a tuple."""
    return pack(*parts)


def only(_span: Span, child: object) -> object:
    """A builder that hands its only child on."""
    return child


def constant(value: object) -> Builder:
    """A builder that gives `value`, whatever was written inside."""

    def build(_span: Span, *_children: object) -> object:
        return value

    return build


def all_of(kind: type[NodeT], parts: tuple[object, ...]) -> tuple[NodeT, ...]:
    """Those of the children that are nodes of one kind."""
    return tuple(part for part in parts if isinstance(part, kind))


def cites_of(parts: tuple[object, ...]) -> tuple[t.Cite, ...]:
    """The citations among the children: the one child that is a tuple, empty for none."""
    return tuple(cite for part in parts for cite in all_of(t.Cite, parts_of(part)))


def pairs_of(span: Span, parts: tuple[object, ...]) -> dict[str, object]:
    """Properties by name. Saying one twice is a mistake: which one should count?"""
    found: dict[str, object] = {}
    for part in parts:
        name, *value = parts_of(part) or (None,)
        if isinstance(name, str):
            if name in found:
                raise Mistake("E026", span, said("{1} is said twice here", name), said("say it once"))
            found[name] = value[0]
    return found


def note(name: str) -> Builder:
    """A builder of a named property: its value, or True if it has none."""

    def build(_span: Span, *value: object) -> tuple[str, object]:
        return name, value[0] if value else True

    return build


def values_of(parts: tuple[object, ...]) -> tuple[tuple[t.Name, t.Expr], ...]:
    """The (name, value) pairs among the children."""
    pairs: list[tuple[t.Name, t.Expr]] = []
    for part in parts:
        name, *value = parts_of(part) or (None,)
        if isinstance(name, t.Name) and isinstance(value[0], t.Expr):
            pairs.append((name, value[0]))
    return tuple(pairs)
