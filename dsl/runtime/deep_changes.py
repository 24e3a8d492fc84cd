"""What is changed about one part of the rules: a condition, a number, a comparison, a player, an end.

Each change is known by a few words, and made so that the expression is what it was as long as the number that chooses
the change is another one. Where it can, it is asked for that number only when the change would matter: then whoever
never asks about it would not have noticed.

    a and b        `b` left out     a and (b or switch = 7)
    a or b         `b` left out     a or (b and switch != 7)
    when b         `b` negated      b != (switch = 8)
    a < b          < → <=           a < b or (a = b and switch = 9)
    n + 2          2 → 3            n + (if switch = 10 then 3 else 2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Final

from dsl.runtime.rule_switches import BINDING, Switch
from dsl.semantics.model import (
    AssignField,
    BagOf,
    Bool,
    CallDefine,
    Const,
    EndOfZone,
    Expr,
    FieldOf,
    ForEachStmt,
    HolderOf,
    IfExpr,
    IfStmt,
    Int,
    JumpOut,
    KindMembers,
    Local,
    LocalRef,
    Missing,
    MovePieces,
    Op,
    PayFrom,
    Program,
    Quantifier,
    Ref,
    SayText,
    SealedChoices,
    Skip,
    Stmt,
    ZoneOf,
    ZoneOwner,
)
from dsl.source import Span

Make = Callable[[Expr, Switch], Expr]
"""The expression with a change that a switch chooses; the expression may have switches inside already."""
Change = tuple[str, Make]

WHEN: Final = "when"
"""A condition that something depends on: left out, it always holds."""
AND: Final = "and"
OR: Final = "or"
NOT: Final = "not"
"""What stands behind `not` is changed with it, but for the parts of an `and` or `or`."""
PLAIN: Final = ""
"""What is said of it is changed where it stands."""

_NUMBER: Final = re.compile(r"[0-9]+")
_BARELY: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OTHER_END: Final = {
    "some": "every",
    "every": "some",
    "highest": "lowest",
    "lowest": "highest",
    "most": "least",
    "least": "most",
    "first": "last",
}
_PLAYERS: Final = (CallDefine, Const, FieldOf, HolderOf, LocalRef, Quantifier, ZoneOwner)


def changes(program: Program, node: Expr, place: str, every: Collection[Local]) -> Iterator[Change]:
    """What can be changed about an expression as a whole.

    place: where it stands, which says what becomes of a condition that is left out. every: the locals that stand for
    each player in turn: another player instead is no change.
    """
    if isinstance(node.type, Bool):
        yield from _of_condition(node, place)
    match node:
        case Op(op=op) if op in _BARELY and not _is_bag(node) and not any(_written(arg) for arg in node.args):
            yield f"{op} → {_BARELY[op]}", lambda now, switch: _barely(node, now, switch)
        case Const() if _written(node):
            for by in (1, -1):
                yield f"{_shown(node, 0)} → {_shown(node, by)}", _by(node, by)
        case Quantifier(form=form) if form in _OTHER_END and not (form in ("some", "every") and node.body is None):
            yield f"{form} → {_OTHER_END[form]}", _instead(replace(node, form=_OTHER_END[form]))
        case EndOfZone(end=end) if end != "nth":
            other = "bottom" if end == "top" else "top"
            yield f"{end} → {other}", _instead(replace(node, end=other))
        case _:
            pass
    if _is_player(program, node, every):
        yield "the other player", _instead(_other(program, node))


def is_everybody(program: Program, domain: Expr) -> bool:
    """Whether a set holds each player."""
    return isinstance(domain, KindMembers) and domain.kind is program.player_kind


# ---- conditions ----------------------------------------------------------------------------------------------------


def _of_condition(node: Expr, place: str) -> Iterator[Change]:
    if place == NOT or (isinstance(node, Op) and node.op in ("and", "or")):
        return  # its parts are changed one by one
    span = node.span
    if place in (WHEN, AND):
        yield "left out", lambda now, switch: _op(span, "or", now, switch.out(span))
    elif place == OR:
        yield "left out", lambda now, switch: _op(span, "and", now, switch.on(span))
    if isinstance(node, Const):
        change = "yes → no" if node.value else "no → yes"
    else:
        change = "negated"
    if not (isinstance(node, Const) and place != PLAIN):
        yield change, lambda now, switch: _op(span, "!=", now, switch.out(span))


def _barely(node: Op, now: Expr, switch: Switch) -> Expr:
    """`<` for `<=` and the other way round: they differ where both sides are equal."""
    span = node.span
    if node.op in ("<", ">"):
        return _op(span, "or", now, _op(span, "and", _op(span, "=", *node.args), switch.out(span)))
    return _op(span, "and", now, _op(span, "or", _op(span, "!=", *node.args), switch.on(span)))


def _op(span: Span, how: str, *args: Expr) -> Expr:
    return Op(span, Bool(), how, args)


def _is_bag(node: Op) -> bool:
    return isinstance(node.args[0].type, BagOf)


# ---- numbers, players, ends ----------------------------------------------------------------------------------------


def _written(node: Expr) -> bool:
    """Whether it is a number that stands in the text, not one that a name stands for."""
    return isinstance(node, Const) and isinstance(node.type, Int) and _NUMBER.fullmatch(node.span.text) is not None


def _shown(node: Const, by: int) -> str:
    return str(int(node.span.text) + by)


def _by(node: Const, by: int) -> Make:
    assert isinstance(node.type, Int)
    step = by * node.type.parts
    type_ = replace(node.type, low=node.type.low - node.type.parts, high=node.type.high + node.type.parts)
    changed = Const(node.span, type_, node.value + step)
    return lambda now, switch: IfExpr(node.span, type_, switch.out(node.span), changed, now)


def _instead(changed: Expr) -> Make:
    return lambda now, switch: IfExpr(now.span, now.type, switch.out(now.span), changed, now)


def _is_player(program: Program, node: Expr, every: Collection[Local]) -> bool:
    if program.players < 2 or not isinstance(node.type, Ref) or node.type.kind is not program.player_kind:
        return False
    if isinstance(node, Const) and not node.value:
        return False  # none
    return isinstance(node, _PLAYERS) and not (isinstance(node, LocalRef) and node.local in every)


def _other(program: Program, node: Expr) -> Expr:
    """The player behind; the first one behind the last, and for none."""
    span, type_ = node.span, Ref(program.player_kind)
    first, last = Const(span, type_, 1), Const(span, type_, program.players)
    if program.players == 2:
        return IfExpr(span, type_, _op(span, "=", node, first), last, first)
    behind = Op(span, type_, "+", (node, Const(span, Int(1, 1), 1)))
    return IfExpr(span, type_, _op(span, "=", node, last), first, behind)


# ---- statements ----------------------------------------------------------------------------------------------------


def other_ends(statement: Stmt) -> Iterator[tuple[str, Stmt]]:
    """A statement that does the same at the other end."""
    if isinstance(statement, MovePieces) and isinstance(statement.target, ZoneOf) and statement.target.zone.ordered:
        other = "top" if statement.end == "bottom" else "bottom"
        yield f"to the {other}", replace(statement, end=other)
    if isinstance(statement, ForEachStmt | SealedChoices) and statement.order is not None:
        yield "lowest first" if statement.down else "highest first", replace(statement, down=not statement.down)


def only_tells(statement: Stmt) -> bool:
    """Whether nothing comes of a statement but words."""
    match statement:
        case SayText() | Skip() | Missing():
            return True
        case IfStmt(branches=branches, otherwise=otherwise):
            return all(only_tells(each) for _, body in (*branches, (None, otherwise)) for each in body)
        case ForEachStmt(body=body):
            return all(only_tells(each) for each in body)
        case _:
            return False


def can_change_places(one: Stmt, other: Stmt) -> bool:
    """Whether two statements that follow each other can be swapped at all, and are not two sums of the same thing."""
    if one.span.file is not other.span.file or one.span.end > other.span.start:
        return False  # they were put together from several places
    if isinstance(one, (*BINDING, PayFrom)) or isinstance(other, (*BINDING, PayFrom)):
        return False
    if only_tells(one) or only_tells(other):
        return False
    if isinstance(one, JumpOut) and one.condition is None:
        return False
    if isinstance(one, AssignField) and isinstance(other, AssignField) and one.field is other.field:
        return "set" in (one.how, other.how)
    return True


# ---- words ----------------------------------------------------------------------------------------------------------


def first_line(text: str) -> str:
    """The first line, without citations and the colon at its end."""
    return " ".join(text.partition("\n")[0].split("@")[0].split()).rstrip(":")


def words_at(span: Span) -> str:
    """What stands there, without citations, on one line and cut."""
    words = " ".join(" ".join(line.split("@")[0] for line in span.text.split("\n")).split())
    return words if len(words) <= 60 else words[:59] + "…"
