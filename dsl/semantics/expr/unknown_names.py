"""What is said of a name that means nothing where it stands."""

from __future__ import annotations

import re
from typing import Final

from dsl.diagnostics import nearest
from dsl.semantics import model
from dsl.semantics.model import EnumOf, Int, Ref
from dsl.semantics.scopes import Scope, bad
from dsl.source import Span
from dsl.spoken import all_of, marked, said
from dsl.syntax import tree

_EMPTY: Final = re.compile(r"([\w.]+(?: of [\w.]+)*) is (not )?empty\Z")


def _is_piece(local: model.Local) -> bool:
    return isinstance(local.type, model.Ref) and local.type.kind.name not in ("Player", "Space")


def _no_this(scope: Scope, node: tree.Ref) -> model.Expr:
    hint = said("`this` is the piece whose rule or action it is: in a card or a kind")
    pieces = [name for name, found in scope.names.items() if isinstance(found, model.Local) and _is_piece(found)]
    hint += said("; write {1}", pieces[0]) if len(pieces) == 1 else ""
    return scope.error("E101", node.span, said("nothing is `this` in {1}", scope.body.what), hint)


def _no_empty(scope: Scope, node: tree.Ref) -> model.Expr | None:
    """`deck is empty`, which is a question for the size; None for another turn with that word."""
    file = node.span.file
    compared = _EMPTY.search(file.text, file.line_starts[node.span.line - 1], node.span.end)
    if compared is None:
        return None
    hint = said("write: size of {1} {2} 0", compared[1], ">" if compared[2] else "=")
    return scope.error("E101", file.span(compared.start(), compared.end()), said("nothing is called `empty`"), hint)


def unknown_name(scope: Scope, node: tree.Ref, enum: model.Enum | None) -> model.Expr:
    """The error about it, with what was probably meant. enum: of which a value is expected here, if one is."""
    world = scope.world
    told = _of_the_language(scope, node, enum)
    if told is not None:
        return told
    candidates = [*scope.local_names(), *world.global_names(), *(enum.values if enum else ())]
    if world.is_lost(node.name):
        return bad(node.span)
    holders = [kind.name for kind in world.things.kinds.values() if _has(kind, node.name)]
    if holders:
        hint = said("say whose: `{1} of x`; {2} has it", node.name, all_of(holders))
        return scope.error("E101", node.span, said("`{1}` alone names nothing", node.name), hint)
    elsewhere = scope.body.bound.get(node.name)
    if elsewhere is not None and elsewhere.span is not None and elsewhere.span.line < node.span.line:
        return scope.error(
            "E101", node.span, said("`{1}` is not known here", node.name), _made_before(elsewhere, elsewhere.span)
        )
    if enum is not None and not nearest(node.name, candidates):
        hint = said("{1} has the values {2}", enum.name, ", ".join(enum.values))
        return scope.error("E101", node.span, said("there is no value `{1}` of {2}", node.name, enum.name), hint)
    world.unknown(node.span, node.name, marked("name"), candidates)
    return bad(node.span)


def _of_the_language(scope: Scope, node: tree.Ref, enum: model.Enum | None) -> model.Expr | None:
    """The error about a word of the language that means nothing here; None for other names."""
    if node.name == "me":
        hint = said("`me` is who acts: in an action, in its rules and in limits; elsewhere name the player")
        return scope.error("E101", node.span, said("nobody is `me` in {1}", scope.body.what), hint)
    if node.name == "this":
        return _no_this(scope, node)
    return _no_empty(scope, node) if node.name == "empty" and enum is None else None


_ASKED: Final = re.compile(r"(?<!for )\b(some|every|number of|each|highest|lowest|sum of|whichever)\s+\Z")
"""What stands before a name of a question to a set."""


def _made_before(local: model.Local, span: Span) -> str:
    """How a name can be known outside the lines, or the question, for which it was made."""
    file = span.file
    if _ASKED.search(file.text, file.line_starts[span.line - 1], span.start):
        hint = said("it is known only in the question that is asked with it, in line {1}", span.line)
        return said(
            "{1}; one of the set has a name with `let {2} be the first {3} in ...`", hint, local.name, local.name
        )
    hint = said("it is known only in the lines for which it was made, in line {1}", span.line)
    match local.type:
        case Ref() | EnumOf():
            what = local.type.kind.name if isinstance(local.type, Ref) else local.type.enum.name
            kept = f"{what} or none be none"
        case Int() if local.type.parts == 1:
            kept = f"{local.type.low}..{local.type.high} be {local.type.low}"
        case model.Bool():
            kept = "yes/no be no"
        case _:
            return hint
    return said(
        "{1}; to keep it, write before these `let kept: {2}`, and in them `set kept to {3}`", hint, kept, local.name
    )


def _has(kind: model.Kind, name_: str) -> bool:
    return name_ in kind.fields or name_ in kind.zones or name_ in kind.boards
