"""Walking trees of either kind: the checked program and the syntax.

All nodes are dataclasses, so one generic walk serves every question of the form "what occurs in there". Declared things
(events, definitions, kinds) are not entered: a walk sees that they are used, not what is inside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from dsl.semantics import model
from dsl.source import Span
from dsl.struct import inner, parts
from dsl.syntax import tree

_PARTS = (model.Expr, model.Stmt, model.Template, tree.Node)
_LISTS = frozenset((tuple, list))
_HELD: dict[type, tuple[str, ...] | None] = {}
"""What a node of each class holds; None for what is no node."""


def walk(root: object) -> Iterator[object]:
    """The node and everything written inside it, outside in."""
    todo = [root]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind in _LISTS:
            todo.extend(reversed(cast("tuple[object, ...]", node)))
            continue
        held = _HELD[kind] if kind in _HELD else _held(kind)
        if held is not None:
            yield node
            for name in held:
                todo.append(getattr(node, name))


def _held(kind: type) -> tuple[str, ...] | None:
    held = _HELD[kind] = inner(kind) if issubclass(kind, _PARTS) else None
    return held


def same(a: object, b: object, names: Mapping[str, str] | None = None) -> bool:
    """Whether two parts of syntax say the same, wherever they stand; names: what b calls a name of a."""
    known = names or {}
    if isinstance(a, Span) and isinstance(b, Span):
        return True
    if isinstance(a, tree.Ref) and isinstance(b, tree.Ref):
        return known.get(a.name, a.name) == b.name
    if isinstance(a, tuple) and isinstance(b, tuple):
        return _same_members(cast("tuple[object, ...]", a), cast("tuple[object, ...]", b), known)
    if isinstance(a, tree.Binder) and isinstance(b, tree.Binder):
        return _same_binders(a, b, known)
    if isinstance(a, tree.Node) and isinstance(b, tree.Node):
        return type(a) is type(b) and all(same(getattr(a, name), getattr(b, name), known) for name in parts(type(a)))
    return a == b


def _same_members(a: tuple[object, ...], b: tuple[object, ...], known: Mapping[str, str]) -> bool:
    return len(a) == len(b) and all(same(x, y, known) for x, y in zip(a, b, strict=True))


def _same_binders(a: tree.Binder, b: tree.Binder, known: Mapping[str, str]) -> bool:
    inner = {**known, a.name.text: b.name.text}
    domain = inner if isinstance(a.domain, tree.Reached) else known  # only there the set itself may use the name
    conditions = same(a.where, b.where, inner) and same(a.cut, b.cut, inner)
    return same(a.domain, b.domain, domain) and same(a.kind, b.kind) and conditions


def drawn_from(what: model.Expr) -> model.Expr:
    """The innermost set that the members of a set are taken from."""
    while True:
        match what:
            case model.Filter():
                what = what.domain
            case model.EndOfZone():
                what = what.zone
            case model.MembersOf(zone_value=model.Expr() as zone):
                what = zone
            case _:
                return what
