"""Payments: what an action must be able to pay before it is offered.

A payment at the beginning of the effects is a requirement as well. Several from one field must be possible together;
from a bag there must be enough of each value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, binary, choose, either, equals, every, limited, load, minus, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr import bags
from dsl.machine.lower.expr.expressions import expr, free_locals, local
from dsl.semantics import model as m


@dataclass(frozen=True, slots=True)
class Payment:
    """What a move must be able to pay: an amount from a field, together with what it pays from it before."""

    stmt: m.PayFrom
    before: tuple[m.PayFrom, ...]
    lets: dict[m.Local, m.Expr] = field(default_factory=dict[m.Local, m.Expr])


def payments(action: m.Action) -> list[Payment]:
    """The payments at the beginning of the effects, which must be possible. A `let` before them is looked through."""
    lets: dict[m.Local, m.Expr] = {}
    known = {action.me, *action.params, *([action.this] if action.this else [])}
    found: list[Payment] = []
    for stmt in action.effects:
        if isinstance(stmt, m.LetLocal) and not isinstance(stmt.local.type, m.Many):
            if stmt.local.changes:
                continue
            lets[stmt.local] = stmt.value
        elif isinstance(stmt, m.PayFrom):
            reads = set(free_locals((stmt.amount, stmt.subject, stmt.part))) - set(lets)
            if reads <= known:
                found.append(Payment(stmt, tuple(other.stmt for other in found), dict(lets)))
    return found


def costs(action: m.Action, need: m.Need) -> tuple[str, m.Expr | None]:
    """What a need asks for and the effects then take without a `pay`, in words; and the amount, where it is no side of
    the need.
    """
    return _handed_over(action, need) or (_taken(action, need), None)


def _taken(action: m.Action, need: m.Need) -> str:
    """What a move costs that is not paid with `pay`: the field that a need asks to hold as much as the effects then
    take from it (`requires cost of c <= gold of me` and `lower gold of me by cost of c`); nothing if there is none.
    """
    condition = need.condition
    if not (isinstance(condition, m.Op) and condition.op in ("<=", ">=") and len(condition.args) == 2):
        return ""
    amount, have = condition.args if condition.op == "<=" else condition.args[::-1]
    if not isinstance(have, m.FieldOf):
        return ""
    for stmt in action.effects:
        if not isinstance(stmt, m.AssignField) or stmt.how != "lower" or stmt.part is not None:
            continue
        if (
            stmt.field is have.field
            and _text(stmt.value) == _text(amount)
            and _text(stmt.subject) == _text(have.subject)
        ):
            return have.field.name.replace("_", " ")
    return ""


def _handed_over(action: m.Action, need: m.Need) -> tuple[str, m.Expr] | None:
    """What a move costs where a need asks a definition for an amount and the effects then hand as much to an event that
    has a label (`requires affordable(6)` and `return_cards 6`), and the label; None where there is none, or where the
    move says the amount itself.
    """
    condition = need.condition
    if not (isinstance(condition, m.CallDefine) and len(condition.args) == 1):
        return None
    (amount,) = condition.args
    if not isinstance(amount.type, m.Int) or (isinstance(amount, m.LocalRef) and amount.local in action.params):
        return None
    given = (stmt for stmt in action.effects if isinstance(stmt, m.Perform) and len(stmt.args) == 1)
    labels = (stmt.event.label for stmt in given if stmt.event.label and _text(stmt.args[0]) == _text(amount))
    label = next(labels, "")
    return (label, amount) if label else None


def _text(of: m.Expr | None) -> str:
    """How it is written, in one line."""
    return " ".join(of.span.text.split()) if of is not None else ""


def payable(code: Code, payment: Payment) -> Expr:
    """Whether there is enough for a payment and those from the same field before it."""
    stmt = payment.stmt
    bind_lets(code, payment.lets)
    if isinstance(stmt.field.type, m.BagOf):
        return _asked(code, payment, "payable", lambda inner: _enough(in_kind(inner, payment)))
    index = _whose(code, stmt)
    total = expr(code, stmt.amount)
    for other in same_field(code, payment):
        total = plus(expr(code, other.amount), total)
    low = stmt.field.type.low if isinstance(stmt.field.type, m.Int) else 0
    rest = total if low == 0 else plus(total, low)
    return binary("<=", rest, _have(code, stmt, index))


def same_field(code: Code, payment: Payment) -> list[m.PayFrom]:
    """The payments before one from the same field of the same thing."""
    stmt = payment.stmt
    index = _whose(code, stmt)
    return [other for other in payment.before if other.field is stmt.field and _whose(code, other) == index]


def _whose(code: Code, stmt: m.PayFrom) -> Expr:
    return NO if stmt.subject is None else expr(code, stmt.subject)


def _have(code: Code, stmt: m.PayFrom, index: Expr) -> Expr:
    if stmt.subject is None:
        return load(code.work.slots.fields[stmt.field], NO)
    return expr(code, m.FieldOf(stmt.span, stmt.field.type, stmt.field, stmt.subject))


def bind_lets(code: Code, lets: dict[m.Local, m.Expr]) -> None:
    """Bind the locals of `let` lines before a payment."""
    for name, value in lets.items():
        code.env[name] = code.keep(expr(code, value))


# ---- from bags -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Needed:
    """Of one value: what a payment takes, together with those before it, and how much there is."""

    own: Expr
    total: Expr
    have: Expr


def in_kind(code: Code, payment: Payment) -> list[Needed]:
    """What a payment from a bag needs of each value."""
    stmt, type_ = payment.stmt, payment.stmt.field.type
    assert isinstance(type_, m.BagOf)
    have = bags.counts(code.keep(_have(code, stmt, _whose(code, stmt))), type_)
    own = bags.amounts(code, type_, stmt.amount, stmt.part)
    total = own
    for other in same_field(code, payment):
        more = bags.amounts(code, type_, other.amount, other.part)
        total = [plus(a, b) for a, b in zip(total, more, strict=True)]
    return [Needed(*each) for each in zip(own, total, have, strict=True)]


def _enough(needed: Sequence[Needed]) -> Expr:
    """Whether a bag holds enough. What a payment takes nothing of was asked by those before it."""
    return every(either(equals(each.own, 0), binary("<=", each.total, each.have)) for each in needed)


def lacking(code: Code, payment: Payment) -> Expr:
    """The bag of what is missing for a payment."""
    type_ = payment.stmt.amount.type
    assert isinstance(type_, m.BagOf)
    found: list[Expr] = []
    for each in in_kind(code, payment):
        missing = limited(minus(each.total, each.have), 0, type_.most)
        found.append(choose(equals(each.own, 0), NO, missing))
    return bags.packed(found, type_)


def _asked(code: Code, payment: Payment, name: str, ask: Callable[[Code], Expr]) -> Expr:
    """A question about a payment as a function, so that it is asked only where what stands before it holds."""
    paid = [payment.stmt, *payment.before]
    locals_ = free_locals(tuple((one.amount, one.subject, one.part) for one in paid))
    args = tuple(local(code, m.LocalRef(payment.stmt.span, one.type, one)) for one in locals_)
    sizes = [code.sizes[arg.reg] if isinstance(arg, ops.ListReg) else 0 for arg in args]
    key = (name, id(payment.stmt), *sizes)
    site = code.work.site(payment.stmt.span, payment.stmt.cites, code.rule)
    params = list(zip(locals_, sizes, strict=True))
    made = code.work.demand(key, name, params, lambda inner: inner.give(ask(inner)), site=site, keep=payment.stmt)
    return ops.Call(made, args)
