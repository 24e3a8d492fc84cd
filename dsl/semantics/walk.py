"""Walking trees of either kind: the checked program and the syntax.

All nodes are dataclasses, so one generic walk serves every question of the form "what occurs in there". Declared things
(events, definitions, kinds) are not entered: a walk sees that they are used, not what is inside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import cast

from dsl.semantics import model
from dsl.source import Span
from dsl.syntax import tree

_PARTS = (model.Expr, model.Stmt, model.Template, tree.Node)


def walk(root: object) -> Iterator[object]:
    """The node and everything written inside it, outside in."""
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple | list):
            todo.extend(reversed(cast("list[object]", list(cast("tuple[object, ...]", node)))))
        elif isinstance(node, _PARTS):
            yield node
            todo.extend(getattr(node, part.name) for part in reversed(fields(node)))


def same(a: object, b: object, names: dict[str, str] | None = None) -> bool:
    """Whether two parts of syntax say the same, wherever they stand; names: what b calls a name of a."""
    if isinstance(a, Span) and isinstance(b, Span):
        return True
    if isinstance(a, tree.Ref) and isinstance(b, tree.Ref):
        return (names or {}).get(a.name, a.name) == b.name
    if isinstance(a, tree.Name) and isinstance(b, tree.Name):
        return a.text == b.text
    if isinstance(a, tuple) and isinstance(b, tuple):
        left, right = cast("tuple[object, ...]", a), cast("tuple[object, ...]", b)
        return len(left) == len(right) and all(same(x, y, names) for x, y in zip(left, right, strict=True))
    if isinstance(a, tree.Binder) and isinstance(b, tree.Binder):
        inner = {**(names or {}), a.name.text: b.name.text}
        return same(a.domain, b.domain, names) and same(a.kind, b.kind) and same(a.where, b.where, inner)
    if isinstance(a, tree.Node) and type(a) is type(b):
        return all(same(getattr(a, part.name), getattr(b, part.name), names) for part in fields(a))
    return type(a) is type(b) and a == b
