"""A choice of several that is a plan: members are taken and put back in any order until it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, both, choose, equals, negate
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.sets import collect
from dsl.machine.lower.stmt.asking import decide_several
from dsl.machine.lower.stmt.changes import copy_list
from dsl.semantics import model as m


def plan(
    code: Code, stmt: m.ChooseSeveral, members: int, chosen: int, player: Expr, low: Expr, high: Expr | None
) -> None:
    """Single edits in any order; the list is kept in the order of the members, so that it says nothing of the way.

    What is taken stays, but for what the plan started with: that may be put back once, and taken again for good. So
    there are at most three edits a member, and with nothing left to edit the choice is over.
    """
    start, back, edited = _begin(code, stmt, members, chosen)
    done, open_, how, picked = (ops.Reg(code.register()) for _ in range(4))
    head, ask, change, after = (code.label() for _ in range(4))
    code.to(head)
    size = ops.ListSize(chosen)
    code.env[stmt.local] = ops.ListReg(chosen)
    enough = binary("<=", low, size) if high is None else both(binary("<=", low, size), binary("<=", size, high))
    code.emit(ops.SetReg(done.reg, enough))
    if stmt.test is not None:
        wanted = stmt.test
        code.when(done, lambda: code.emit(ops.SetReg(done.reg, expr(code, wanted))))
    code.emit(ops.SetReg(open_.reg, YES if high is None else binary("<", size, high)))
    lists = (members, chosen, start, back)
    call = ops.Call(_plan_goes_on(code, lists), (*map(ops.ListReg, lists), open_))
    code.end(ops.Branch(call, ask, after))
    code.begin(ask)
    options = _plan_options(code, lists)
    args = (*lists, open_.reg, done.reg)
    decide_several(code, stmt, options, args, (how.reg, picked.reg), player, high)
    code.end(ops.Branch(equals(how, 1), after, change))
    code.begin(change)
    away, one = equals(how, 2), code.register()
    code.when(away, lambda: code.emit(ops.ListAdd(back, picked, True)))
    code.emit(ops.ListClear(edited))
    stays = choose(equals(ops.Reg(one), picked), negate(away), ops.ListHas(chosen, ops.Reg(one)))
    code.emit(ops.ForList(one, members, (ops.IfDo(stays, (ops.ListAdd(edited, ops.Reg(one), False),), ()),)))
    code.emit(ops.ListClear(chosen))
    code.emit(copy_list(code, edited, chosen))
    code.end(ops.Jump(head))
    code.begin(after)


def _begin(code: Code, stmt: m.ChooseSeveral, members: int, chosen: int) -> tuple[int, int, int]:
    """What the plan starts with, what was put back, and room for the next plan."""
    room = code.sizes[members]
    start, back, edited = (code.register(room) for _ in range(3))
    for reg in (start, back):
        code.emit(ops.ListClear(reg))
    if stmt.start is not None:
        proposed, each = collect(code, stmt.start), code.register()
        fits = both(
            ops.ListHas(proposed, ops.Reg(each)), binary("<", ops.ListSize(chosen), ops.Const(code.sizes[chosen]))
        )
        adds = (ops.ListAdd(chosen, ops.Reg(each), False), ops.ListAdd(start, ops.Reg(each), False))
        code.emit(ops.ForList(each, members, (ops.IfDo(fits, adds, ()),)))
    return start, back, edited


def _edits(inner: Code, edit: Callable[[int, Expr], None]) -> None:
    """Each edit of a plan (members, chosen, start, back, open): 0 takes a member, 2 puts one back."""
    reg = inner.register()
    member = ops.Reg(reg)
    taken, mine, undone = (ops.ListHas(number, member) for number in (1, 2, 3))
    inner.emit(
        ops.ForList(
            reg,
            0,
            inner.nested(
                lambda: inner.when(
                    taken,
                    lambda: inner.when(both(mine, negate(undone)), lambda: edit(2, member)),
                    lambda: inner.when(ops.Reg(4), lambda: edit(0, member)),
                )
            ),
        )
    )


def _plan_params(code: Code, lists: Sequence[int]) -> list[tuple[m.Local | None, int]]:
    return [*((None, code.sizes[reg]) for reg in lists), (None, 0)]


def _plan_goes_on(code: Code, lists: Sequence[int]) -> int:
    """Whether there is an edit."""

    def fill(inner: Code) -> None:
        _edits(inner, lambda _how, _member: inner.give(YES))
        inner.give(NO)

    params = _plan_params(code, lists)
    return code.work.demand(("plan goes on", *(size for _, size in params)), "plan goes on", params, fill)


def _plan_options(code: Code, lists: Sequence[int]) -> int:
    """options(members, chosen, start, back, open, done): all edits, and to be done if that is allowed."""

    def fill(inner: Code) -> None:
        _edits(inner, lambda how, member: inner.emit(ops.Emit((ops.Const(how), member))))
        inner.when(ops.Reg(5), lambda: inner.emit(ops.Emit((YES,))))

    params = [*_plan_params(code, lists), (None, 0)]
    return code.work.demand(("plan", *(size for _, size in params)), "plan", params, fill)
