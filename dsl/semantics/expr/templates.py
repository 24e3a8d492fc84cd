"""Texts for players: words with holes that show numbers, names and values."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.expr.coercions import short
from dsl.semantics.scopes import Scope, is_bad
from dsl.semantics.types import is_a, say
from dsl.semantics.world import member
from dsl.spoken import said
from dsl.syntax import tree

_SHOWN = model.Int | model.Bool | model.EnumOf | model.Ref | model.KeptSet | model.BagOf | model.Word


def template(scope: Scope, text: tree.Text) -> model.Template:
    """The text with its holes checked."""
    if not text.parts:
        return model.Template((text.value,))
    return model.Template(tuple(part if isinstance(part, str) else _hole(scope, part) for part in text.parts))


def text_of(scope: Scope, node: tree.Attribute) -> model.Expr:
    """`{text of x}`: the words printed on a piece, unless the rules have a `text` of their own."""
    subject = scope.expr(node.subject)
    if is_bad(subject):
        return subject
    own = "text" in scope.world.play.values or "text" in scope.world.play.defines
    if own or not isinstance(subject.type, model.Ref) or member(subject.type.kind, "text") is not None:
        return scope.expr(node)
    if is_a(subject.type.kind, scope.world.player) or is_a(subject.type.kind, scope.world.space):
        message = said("nothing is printed on {1}, so `{2}` has no text", say(subject.type), short(node.subject.span))
        return scope.error("E104", node.span, message, said("only a card or another piece has a `text`"))
    return model.TextOf(node.span, subject.type, subject)


def _hole(scope: Scope, node: tree.Expr) -> model.Expr:
    if isinstance(node, tree.Attribute) and node.name.text == "text" and not node.printed:
        return text_of(scope, node)
    expr = scope.expr(node)
    if is_bad(expr) or isinstance(expr.type, _SHOWN):
        return expr
    if isinstance(expr.type, model.Many) and isinstance(expr.type.of, model.Ref):
        return expr
    message = said("`{1}` is {2} and cannot be shown in a text", short(node.span), say(expr.type))
    return scope.error("E104", node.span, message, said("`size of {1}` is its number of members", short(node.span)))


def optional(scope: Scope, text: tree.Text | None) -> model.Template | None:
    """The text, if there is one."""
    return None if text is None else template(scope, text)


def plain(words: str) -> model.Template:
    """A text without holes."""
    return model.Template((words,))
