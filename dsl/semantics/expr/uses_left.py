"""`uses_left of stokings`, `uses_left of blows of p`: how many uses of a limit are left."""

from __future__ import annotations

from typing import Final

from dsl.semantics import model
from dsl.semantics.expr.coercions import typed
from dsl.semantics.model import Ref
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import is_a, number
from dsl.semantics.walk import walk
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree

WORD: Final = "uses_left"
_MOST: Final = 1000


def uses_left(scope: Scope, span: Span, subject: tree.Expr) -> model.Expr | None:
    """The question; None if it is asked of something else than a limit."""
    name, of = (subject.name.text, subject.subject) if isinstance(subject, tree.Attribute) else (_alone(subject), None)
    limit = scope.world.play.limits.get(name)
    if limit is None and name and not _means_something_else(scope):
        scope.world.unknown(_place(subject), name, marked("limit"), scope.world.play.limits)
        return bad(span)
    if limit is None or (of is None and scope.find(name) is not None):
        return None
    scope.world.usage.read.add(limit)
    if of is not None and limit.each is None:
        hint = said("write: {1} of {2}", WORD, name)
        return scope.error(
            "E105", of.span, said("the limit `{1}` has one count for all, and not one of each", name), hint
        )
    key = _own(scope, span, limit) if of is None else _of(scope, of, limit)
    if key is not None and is_bad(key):
        return key
    me = _who_acts(scope, span, limit, key)
    if me is not None and is_bad(me):
        return me
    return model.UsesLeft(span, number(0, _MOST), limit, key, me)


def _place(subject: tree.Expr) -> Span:
    return subject.name.span if isinstance(subject, tree.Attribute) else subject.span


def _means_something_else(scope: Scope) -> bool:
    """Whether the game has something of its own that is called as the question is."""
    return WORD in scope.world.taken or any(WORD in kind.fields for kind in scope.world.things.kinds.values())


def _alone(subject: tree.Expr) -> str:
    return subject.name if isinstance(subject, tree.Ref) else ""


def _of(scope: Scope, of: tree.Expr, limit: model.Limit) -> model.Expr:
    assert limit.each is not None
    return typed(scope, of, Ref(limit.each), said("what the limit `{1}` counts for", limit.name))


def _own(scope: Scope, span: Span, limit: model.Limit) -> model.Expr | None:
    """Whose count is meant if that is not said: who acts, or the piece."""
    if limit.each is None:
        return None
    local = scope.find("me" if limit.each is scope.world.player else "this")
    if isinstance(local, model.Local) and isinstance(local.type, Ref) and is_a(local.type.kind, limit.each):
        return model.LocalRef(span, local.type, local)
    message = said(
        "the limit `{1}` counts for each {2}, and it is not clear which one is meant", limit.name, limit.each.name
    )
    return scope.error("E105", span, message, said("say which one: {1} of {2} of x", WORD, limit.name))


def _who_acts(scope: Scope, span: Span, limit: model.Limit, key: model.Expr | None) -> model.Expr | None:
    """Who is `me` in the number of the limit; None if that does not ask it."""
    item = scope.world.play.sources[limit]
    assert isinstance(item, tree.LimitItem)
    if not any(isinstance(node, tree.Ref) and node.name == "me" for node in walk(item.amount)):
        return None
    if limit.each is scope.world.player:
        return key
    local = scope.find("me")
    if isinstance(local, model.Local):
        return model.LocalRef(span, local.type, local)
    message = said("the number of the limit `{1}` asks who acts, and nobody acts here", limit.name)
    return scope.error("E105", span, message, said("ask it in an action, or let the limit count for `each player`"))
