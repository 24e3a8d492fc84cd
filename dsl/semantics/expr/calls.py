"""Arguments: how a call fits a signature, and how the right call is shown when it does not."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.semantics import model
from dsl.semantics.expr.coercions import fit
from dsl.semantics.scopes import Scope, is_bad
from dsl.semantics.types import written
from dsl.source import Span
from dsl.spoken import numbered, said
from dsl.syntax import tree


def show_call(name: str, params: Sequence[model.Local], words: Sequence[str]) -> str:
    """The signature of what can be called, as it is declared."""
    parts = [name]
    for index, param in enumerate(params):
        word = words[index] if index < len(words) else ""
        parts.append(f"{word} ({param.name}: {written(param.type)})".strip())
    return " ".join(parts)


def _call(node: tree.CallStmt, params: Sequence[model.Local], words: Sequence[str]) -> str:
    """The call with what was given, each behind its word; what is missing by the name of the parameter."""
    args: Sequence[tree.Expr] = node.args
    if len(args) == 1 and isinstance(args[0], tree.Union) and len(args[0].parts) == len(params):
        args = args[0].parts
    parts = [node.name.text]
    for index, param in enumerate(params):
        word = words[index] if index < len(words) else ""
        given = " ".join(args[index].span.text.split()) if index < len(args) else param.name
        parts.append(f"{'' if word == ',' else word} {given}".strip() if word != "," else f", {given}")
    return " ".join(parts).replace(" ,", ",")


def show_application(name: str, params: Sequence[model.Local]) -> str:
    """How a definition or value is applied."""
    if not params:
        return name
    if len(params) == 1:
        return f"{name} of {params[0].name}"
    return f"{name}({', '.join(param.name for param in params)})"


def arguments(
    scope: Scope, span: Span, name: str, params: Sequence[model.Local], args: Sequence[tree.Expr]
) -> tuple[model.Expr, ...] | None:
    """The arguments of a definition or value; None after a mistake."""
    if len(args) != len(params):
        shown = show_application(name, params)
        takes = _number_of(len(params))
        scope.error(
            "E105", span, said("`{1}` takes {2}, not {3}", name, takes, len(args)), said("it is written `{1}`", shown)
        )
        return None
    found = tuple(_argument(scope, name, param, arg) for param, arg in zip(params, args, strict=True))
    return None if any(is_bad(arg) for arg in found) else found


def _argument(scope: Scope, name: str, param: model.Local, arg: tree.Expr) -> model.Expr:
    return fit(scope, scope.expr(arg, param.type), param.type, said("`{1}` of `{2}`", param.name, name))


def _number_of(count: int) -> str:
    if count < 2:
        return said("one argument") if count else said("nothing")
    return numbered(count, "{1} argument", "{1} arguments")


def call_arguments(
    scope: Scope, node: tree.CallStmt, params: Sequence[model.Local], words: Sequence[str]
) -> tuple[model.Expr, ...] | None:
    """The arguments of an event, action or procedure with the words before them; None after a mistake."""
    name = node.name.text
    given = [_plain(word) for word in node.words]
    wanted = [_plain(word) for word in words]
    right = show_call(name, params, words)
    if len(node.args) != len(params):
        message = said("`{1}` takes {2}, not {3}", name, _number_of(len(params)), len(node.args))
        scope.error(
            "E105", node.span, message, said("it is called as: {1}; write: {2}", right, _call(node, params, words))
        )
        return None
    for index, (word, want) in enumerate(zip(given, wanted, strict=True)):
        if word != want and not (index == 0 and not word):
            told = f"`{word}`" if word else said("nothing")
            expected = f"`{want}`" if want else said("no word")
            message = said("before `{1}` of `{2}` stands {3}, not {4}", params[index].name, name, expected, told)
            hint = said("it is called as: {1}; write: {2}", right, _call(node, params, words))
            scope.error("E105", node.args[index].span, message, hint)
            return None
    found = tuple(_argument(scope, name, param, arg) for param, arg in zip(params, node.args, strict=True))
    return None if any(is_bad(arg) for arg in found) else found


def _plain(word: str) -> str:
    return "" if word == "," else word
