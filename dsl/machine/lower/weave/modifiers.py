"""Values with their modifiers, and the functions that find out where a piece lies.

value speed of (u: Unit): 0..3 stops at ends = printed speed of u + tokens of u
card "Drummer": modify speed of u by +1 when near(u, this)

speed(u):  r := look(printed, u) + S[tokens + u]
           for this from drummer to drummer: if live(this) and near(u, this): r := r + 1
           return max(0, min(3, r))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, between, binary, look, minus, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, Fill
from dsl.machine.lower.control import repeat_while
from dsl.machine.lower.expr.applications import is_limited, limit
from dsl.machine.lower.expr.bags import bag_of, counts, packed
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.in_force import together
from dsl.machine.lower.expr.places import home_of, place_of
from dsl.machine.lower.stmt.ages import by_age
from dsl.machine.lower.stmt.calls import bounded
from dsl.semantics import model as m

_ANY: Final = m.Int(-(2**31), 2**31 - 1)


def make_value(code: Code, value: m.Value, printed: bool) -> None:
    """The body of the function of a value: base, modifiers layer by layer, and the limits of its type at the end."""
    if printed:
        code.give(limit(value, expr(code, value.base)))
        return
    if not value.modifiers:
        code.give(_ends(code, value, expr(code, value.base), value.base.type))
        return
    bag = value.type if isinstance(value.type, m.BagOf) else None
    totals = [code.variable(part) for part in apart(code, value.base)]
    divides = any(rule.change == "divided" for rule in value.modifiers)
    parts = code.variable(YES) if divides else None
    args = [code.env[param] for param in value.params]
    for layer in value.layers:
        _apply(code, value, layer, args, lambda rule: _change(code, rule, totals, parts))
    found = totals if parts is None else [code.variable(binary("//", total, parts)) for total in totals]
    if bag is None:
        code.give(_ends(code, value, found[0], _ANY))
        return
    ends = m.Int(0, bag.most, bag.overflow)
    code.give(packed([bounded(code, each, _ANY, ends, value.span) for each in found], bag))


def _apply(
    code: Code, value: m.Value, layer: str, args: Sequence[Expr], change: Callable[[m.Attachment], None]
) -> None:
    """The changes of one layer: the oldest first where it says so, else in the order that is found fastest."""
    rules = [rule for rule in value.modifiers if rule.layer == layer]
    if layer in value.by_age and rules:
        by_age(code, rules, args, change)
    else:
        together(code, rules, args, change)


def apart(code: Code, what: m.Expr) -> list[Expr]:
    """A number; of a bag each of its counts, for they are modified as numbers are. What would be limited to a smaller
    bag is not, for values are limited at the end."""
    if not isinstance(what.type, m.BagOf):
        return [expr(code, what)]
    whole = what.bag if isinstance(what, m.Repacked) else what
    return counts(code.keep(expr(code, whole)), bag_of(whole))


def in_order(value: m.Value) -> list[m.Attachment]:
    """The modifiers of a value in the order in which they are applied."""
    return [rule for layer in value.layers for rule in value.modifiers if rule.layer == layer]


def _change(code: Code, rule: m.Attachment, totals: list[ops.Reg], parts: ops.Reg | None) -> None:
    """Apply one instance of a modifier. With parts, what there is so far are fractions total / parts, kept exactly.

    The totals are one number, or the counts of a bag; by a number each of them is multiplied.
    """
    assert rule.amount is not None
    amounts = apart(code, rule.amount)
    if rule.change == "divided":
        assert parts is not None
        code.emit(ops.SetReg(parts.reg, binary("*", parts, amounts[0])))
        return
    if len(amounts) < len(totals):
        amounts = [code.keep(amounts[0])] * len(totals)
    for total, amount in zip(totals, amounts, strict=True):
        scaled = binary("*", amount, parts) if parts is not None and rule.change != "times" else amount
        code.emit(ops.SetReg(total.reg, changed(rule.change, total, scaled)))


def changed(how: str, before: Expr, amount: Expr) -> Expr:
    """What a modifier makes of a number."""
    match how:
        case "plus":
            return plus(before, amount)
        case "minus":
            return minus(before, amount)
        case "times" | "divided":  # several divisors are one, their product
            return binary("*", before, amount)
        case "least":
            return binary("max", before, amount)
        case "most":
            return binary("min", before, amount)
        case _:
            return amount


def _ends(code: Code, value: m.Value, total: Expr, have: m.Type) -> Expr:
    if not isinstance(value.type, m.Int) or (have is value.base.type and is_limited(value) is False):
        return total
    return bounded(code, total, have, value.type, value.span)


# ---- where a piece lies ---------------------------------------------------------------------------------------------


def make_host(code: Code, kind: m.Kind) -> None:
    """The body of `KIND of x`: from the zone a piece lies in outward, to the first owner of the kind, or none."""
    entity = ops.Reg(0)
    hosts = code.work.zones.host

    def outward() -> None:
        code.emit(ops.SetReg(0, look(code.work.table(hosts), hosts, place_of(code, entity))))
        code.when(between(entity, kind.first, kind.last), lambda: code.give(entity))

    _while_piece(code, entity, outward)
    code.give(NO)


def make_holder(code: Code) -> None:
    """The body of `holder of x`: the player whose zone, space or card it lies in or on; of a player, itself."""
    entity = ops.Reg(0)
    hosts, owners = code.work.zones.host, code.work.zones.owner

    def outward() -> None:
        place = code.variable(place_of(code, entity))
        owner = code.variable(look(code.work.table(owners), owners, place))
        code.when(owner, lambda: code.give(owner))
        code.emit(ops.SetReg(0, look(code.work.table(hosts), hosts, place)))

    _while_piece(code, entity, outward)
    player = binary("<=", entity, ops.Const(code.work.program.players))
    code.when(player, lambda: code.give(entity))
    code.give(home_of(code, entity))


def _while_piece(code: Code, entity: ops.Reg, outward: Fill) -> None:
    piece = binary(">=", entity, ops.Const(code.work.program.piece_kind.first))
    repeat_while(code, piece, outward, False)
