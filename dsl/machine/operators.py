"""Constants, locals, arithmetic, logic, and the facts about the end of the game."""

from __future__ import annotations

from dsl.machine import ops
from dsl.machine.builder import Code
from dsl.machine.expressions import expr, spilled
from dsl.machine.ops import Expr
from dsl.machine.terms import NO, YES, between, binary, choose, equals, every, minus, negate
from dsl.semantics import model as m

_NAMES = {"/": "//", "mod": "%"}


def constant(_code: Code, node: m.Const) -> Expr:
    """A known number."""
    return ops.Const(node.value)


def conditional(code: Code, node: m.IfExpr) -> Expr:
    """One of two values."""
    return choose(expr(code, node.condition), expr(code, node.then), expr(code, node.otherwise))


def operator(code: Code, node: m.Op) -> Expr:
    """Arithmetic, comparisons, logic."""
    args = [expr(code, arg) for arg in node.args]
    if len(args) == 1:
        match node.op:
            case "not":
                return negate(args[0])
            case "neg" | "-":
                return minus(NO, args[0]) if isinstance(args[0], ops.Const) else ops.Un("neg", args[0])
            case "abs":
                return ops.Const(abs(args[0].value)) if isinstance(args[0], ops.Const) else ops.Un("abs", args[0])
            case _:
                return args[0]
    result = args[0]
    for arg in args[1:]:
        result = binary(_NAMES.get(node.op, node.op), result, arg)
    return result


def fact(code: Code, node: m.GameFact) -> Expr:
    """`over`, `drawn`, `winner`: what the header of the position says."""
    over = equals(ops.Load(ops.STATUS, NO), ops.OVER)
    results = [ops.Load(code.work.slots.results + player, NO) for player in range(code.work.program.players)]
    if node.fact == "over":
        return over
    if node.fact == "drawn":
        return every([over, *(equals(result, 0) for result in results)])
    found: Expr = NO
    for player, result in reversed(list(enumerate(results, 1))):
        found = choose(binary(">", result, NO), ops.Const(player), found)
    return choose(over, found, NO)


def is_kind(code: Code, node: m.IsKind) -> Expr:
    """`x is Unit`: a test of ranges; true of all but none where the type says it."""
    item = expr(code, node.item)
    type_ = node.item.type
    kind = type_.kind if isinstance(type_, m.Ref) and not isinstance(node.item, m.ZoneOwner) else None
    if kind is not None and node.first <= kind.first and kind.last <= node.last:
        return YES if code.there(node.item) else binary("!=", item, NO)
    if node.first >= node.last:
        return between(item, node.first, node.last)
    return spilled(code, node, [item], lambda parts: between(parts[0], node.first, node.last))
