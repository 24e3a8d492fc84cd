"""Constants, locals, arithmetic, logic, and the facts about the end of the game."""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, between, binary, both, choose, either, equals, every, minus, negate, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr import bags
from dsl.machine.lower.expr.expressions import expr, spilled
from dsl.machine.lower.expr.sides import side_proc
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
    if node.op in ("-", "<=", ">=") and isinstance(node.args[0].type, m.BagOf):
        return bags.operator(code, node)
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
    if node.fact == "over":
        return equals(ops.Load(ops.STATUS, NO), ops.OVER)
    make = _drawn if node.fact == "drawn" else _winner
    return ops.Call(code.work.demand(("fact", node.fact), node.fact, [], make), ())


def _winner(code: Code) -> None:
    """The player who alone has the highest result, once the game is over; a player on their own wins above 0."""
    over, results = equals(ops.Load(ops.STATUS, NO), ops.OVER), _results(code)
    best, first = _first(code, results)
    found: Expr = NO
    for player, result in reversed(list(enumerate(results, 1))):
        found = choose(equals(result, best), ops.Const(player), found)
    alone = equals(first, 1) if len(results) > 1 else binary(">", best, NO)
    if code.work.program.teams is not None:
        found = code.variable(found)
        alone = _one_team(code, results, best, found)
    code.give(choose(both(over, alone), found, NO))


def _drawn(code: Code) -> None:
    """Whether several share the highest result, once the game is over; for a player on their own, whether it is 0."""
    over, results = equals(ops.Load(ops.STATUS, NO), ops.OVER), _results(code)
    best, first = _first(code, results)
    shared = binary(">", first, YES) if len(results) > 1 else equals(best, 0)
    if code.work.program.teams is not None:
        found: Expr = NO
        for player, result in reversed(list(enumerate(results, 1))):
            found = choose(equals(result, best), ops.Const(player), found)
        shared = negate(_one_team(code, results, best, code.variable(found)))
    code.give(both(over, shared))


def _one_team(code: Code, results: list[Expr], best: Expr, first: Expr) -> Expr:
    """Whether all who have the highest result are partners of the first of them."""
    teams = code.work.program.teams
    assert teams is not None
    side = side_proc(code, teams)
    own = ops.Call(side, (first,))
    partners = (equals(ops.Call(side, (ops.Const(player),)), own) for player in range(1, len(results) + 1))
    return every(either(negate(equals(result, best)), same) for result, same in zip(results, partners, strict=True))


def _results(code: Code) -> list[Expr]:
    return [ops.Load(code.work.slots.results + player, NO) for player in range(code.work.program.players)]


def _first(code: Code, results: list[Expr]) -> tuple[Expr, Expr]:
    """The highest result, and how many have it."""
    best = results[0]
    for result in results[1:]:
        best = binary("max", best, result)
    best = code.variable(best)
    first: Expr = NO
    for result in results:
        first = plus(first, equals(result, best))
    return best, code.variable(first)


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
