"""The longest way: a function that looks how far it goes from a place, and asks itself for the rest.

longest trail of c in corners through joined(c) within 15 while free of c

far(c, used, left):
    best := 0
    for t in joined(c), the step c-t not in used:
        best := max(best, worth of c-t + (far(t, used and c-t, left - 1) if left > 1 and free of t))
    return best
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, both, minus, negate, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr, free_locals, local, test
from dsl.semantics import model as m

Body = Callable[[Expr], None]
Walk = Callable[[Code, m.Expr, Body], None]


def make_way(code: Code, node: m.LongestWay, walk: Walk) -> None:
    """The body of the function of `longest path` and `longest trail`."""
    best, used = code.variable(NO, number=True), code.register(_room(node))
    taken = [one for one in _outside(node)]
    given = [local(code, m.LocalRef(node.span, one.type, one)) for one in taken]
    sizes = [code.sizes[arg.reg] if isinstance(arg, ops.ListReg) else 0 for arg in given]
    params = [*zip(taken, sizes, strict=True), (node.local, 0), (None, _room(node)), (None, 0)]
    far = code.work.demand(
        ("way", id(node), *sizes),
        f"how far a {node.form} goes",
        params,
        lambda inner: _far(inner, node, walk, len(taken)),
        site=code.work.site(node.span, rule=code.rule),
        keep=node,
        deep=node.most,
    )

    def begin(member: Expr) -> None:
        first = code.keep(member)
        code.emit(ops.ListClear(used))
        if node.form == "path":
            code.emit(ops.ListAdd(used, first, False))
        found = ops.Call(far, (*given, first, ops.ListReg(used), ops.Const(node.most)))
        code.emit(ops.SetReg(best.reg, binary("max", best, found)))

    walk(code, node.start, begin)
    code.give(best)


def _outside(node: m.LongestWay) -> list[m.Local]:
    """The names from outside that are spoken of on the way."""
    found = free_locals((node.through, node.goes_on, node.worth))
    return [one for one in found if one not in (node.local, node.beyond)]


def _room(node: m.LongestWay) -> int:
    """Members or steps that lie behind."""
    return node.most + 1


def _far(code: Code, node: m.LongestWay, walk: Walk, taken: int) -> None:
    """The body of the function that goes on from one place. taken: how many names it takes from outside."""
    here, used, left = ops.Reg(taken), taken + 1, ops.Reg(taken + 2)
    outer = [code.env[one] for one in _outside(node)]
    best, more = code.variable(NO, number=True), code.register(_room(node))

    def step(member: Expr) -> None:
        there = code.keep(member)
        mark = there if node.form == "path" else code.keep(_mark(code, here, there))

        def go() -> None:
            copied = code.register()
            code.emit(ops.ListClear(more))
            code.emit(ops.ForList(copied, used, (ops.ListAdd(more, ops.Reg(copied), False),)))
            code.emit(ops.ListAdd(more, mark, False))
            code.env[node.beyond] = there
            counts = YES if node.worth is None else code.keep(expr(code, node.worth))
            found = code.variable(counts, number=True)
            code.env[node.local] = there
            on = both(binary(">", left, YES), test(code, node.goes_on))
            code.env[node.local] = here
            rest = ops.Call(code.draft.id, (*outer, there, ops.ListReg(more), minus(left, 1)))
            code.when(on, lambda: code.emit(ops.SetReg(found.reg, plus(rest, counts))))
            code.emit(ops.SetReg(best.reg, binary("max", best, found)))

        code.when(negate(ops.ListHas(used, mark)), go)

    walk(code, node.through, step)
    code.give(best)


def _mark(code: Code, here: Expr, there: Expr) -> Expr:
    """One number for a step, whichever way round it is made."""
    width = ops.Const(code.work.program.entity_count + 1)
    return plus(binary("*", binary("min", here, there), width), binary("max", here, there))
