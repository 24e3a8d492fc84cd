"""Statements of the rules: the table of what lowers which, and branches and loops.

`body` writes statements into a procedure. In a flow, a statement that may ask somebody, or that jumps out of itself, is
written as blocks; everything else is structured:

    for p in players:                    b0: collect players in L; i := 0
        for u in units of p: heal u      b1: branch i < size L ...
        offer orders to p                b2: p := L[i]; for u over zone ...: heal(u); call offer ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, negate, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.machine.lower.control import count, escapes, guard, leave, leaving, over_list, repeat_while, skip, stop
from dsl.machine.lower.expr.expressions import expr, free_locals, test
from dsl.machine.lower.expr.sets import collect, sort_by, walk_set
from dsl.machine.lower.stmt.calls import arguments, perform, run
from dsl.machine.lower.stmt.changes import (
    assign,
    draw,
    is_one_loop,
    let,
    move,
    pay,
    say,
    show,
    shuffle,
    site,
    turn,
)
from dsl.machine.lower.stmt.decisions import branch, member, offer, several
from dsl.machine.lower.stmt.durations import count_use, later, start_lasting
from dsl.machine.lower.stmt.endings import finish
from dsl.machine.lower.stmt.memory import remember
from dsl.machine.lower.stmt.sealed import sealed
from dsl.machine.lower.stmt.telling import tell
from dsl.semantics import model as m
from dsl.semantics.walk import walk


def body(code: Code, stmts: tuple[m.Stmt, ...]) -> None:
    """Write statements."""
    for stmt in stmts:
        one(code, stmt)


def in_blocks(code: Code, stmt: m.Stmt) -> bool:
    """Whether a statement must be written as blocks."""
    if not code.flow or code.inside:
        return False
    return code.work.facts.asks(stmt, code.quiet or code.bare) or escapes(stmt)


def one(code: Code, stmt: m.Stmt) -> None:
    """Write one statement."""
    match stmt:
        case m.MovePieces():
            move(code, stmt, in_blocks(code, stmt))
        case m.Perform():
            _perform(code, stmt)
        case m.Skip():
            pass
        case m.Missing():
            code.fail("MISSING", site(code, stmt))
        case _:
            rule = _RULES.get(type(stmt))
            if rule is None:
                _larger(code, stmt)
            else:
                rule(code, stmt)


_RULES: Final[dict[type[m.Stmt], Callable[..., None]]] = {
    m.AssignField: assign,
    m.LetLocal: let,
    m.TurnPieces: turn,
    m.ShuffleZone: shuffle,
    m.ShowPieces: show,
    m.TellFact: tell,
    m.SayText: say,
    m.PayFrom: pay,
    m.DrawChance: draw,
    m.FinishGame: finish,
    m.RunProcedure: run,
    m.Remember: remember,
}
"""What writes the statements that have none inside and ask nobody."""
_PLAIN = m.AssignField | m.TurnPieces | m.SayText | m.Skip
_SMALL = 2
"""Statements of an event that is written out where it is performed."""


def _perform(code: Code, stmt: m.Perform) -> None:
    """An event: a call; or its effect written out, if it is small, no rule is attached and none is called for by it."""
    event, facts = stmt.event, code.work.facts
    hooked = event.permissions or event.instead or event.before or event.after or event in facts.action_of
    plain = len(event.body) <= _SMALL and all(isinstance(part, _PLAIN) for part in event.body)
    if hooked or not plain or facts.settling(facts.written_by(*event.body)):
        perform(code, stmt)
        return
    args = arguments(code, event.params, stmt.args, stmt.span)
    code.env.update(zip(event.params, (code.keep(arg) for arg in args), strict=True))
    name, code.rule = code.rule, event.name
    body(code, event.body)
    code.rule = name


def _larger(code: Code, stmt: m.Stmt) -> None:
    """Statements with statements inside, those that ask, and those that put off."""
    blocks = in_blocks(code, stmt)
    match stmt:
        case m.JumpOut():
            jump = {"stop": stop, "skip": skip, "leave": leave}[stmt.how]
            guard(code, test(code, stmt.condition), lambda: jump(code), blocks)
        case m.IfStmt():
            _if(code, stmt, 0, blocks)
        case m.ForEachStmt():
            _for_each(code, stmt, blocks)
        case m.ForCountStmt():
            _for_count(code, stmt, blocks)
        case m.RepeatStmt():
            _repeat(code, stmt, blocks)
        case m.AtOnceStmt():
            code.work.makers.at_once(code, stmt, body)
        case m.StartLasting():
            start_lasting(code, stmt)
        case m.Later():
            later(code, stmt)
        case m.CountUse():
            count_use(code, stmt.limit, stmt.key)
        case m.ChooseMember():
            member(code, stmt, body)
        case m.ChooseSeveral():
            several(code, stmt, body)
        case m.ChooseBranch():
            branch(code, stmt, body)
        case m.OfferWindow():
            offer(code, stmt)
        case m.SealedChoices():
            sealed(code, stmt, body)
        case _:
            raise NotLowered(stmt.span, f"{type(stmt).__name__} is not known")


def _if(code: Code, stmt: m.IfStmt, index: int, blocks: bool) -> None:
    if index == len(stmt.branches):
        body(code, stmt.otherwise)
        return
    condition, then = stmt.branches[index]
    last = index + 1 == len(stmt.branches) and not stmt.otherwise
    otherwise = None if last else lambda: _if(code, stmt, index + 1, blocks)
    guard(code, expr(code, condition), lambda: body(code, then), blocks, otherwise)


def _for_each(code: Code, stmt: m.ForEachStmt, blocks: bool) -> None:
    """The members are fixed when the loop begins: they are collected first, unless the body cannot change the set."""
    over = stmt.over
    fixed = stmt.order is None and is_one_loop(over) and not _changes(code, over, stmt.body)
    if fixed and not blocks:
        _walk(code, over, stmt.body)
        return
    plain = over.where is None and over.kind is None and stmt.order is None and not _sets(over, stmt.body)
    if blocks and plain and isinstance(over.domain, m.KindMembers | m.RangeOf):
        _number_loop(code, over, stmt.body)
        return
    members, reg = collect(code, over), code.register()
    if stmt.order is not None:
        sort_by(code, members, over.local, stmt.order, stmt.down)
    code.env[over.local] = ops.Reg(reg)
    over_list(code, members, reg, lambda: body(code, stmt.body), blocks)


def _changes(code: Code, over: m.Filter, stmts: tuple[m.Stmt, ...]) -> bool:
    """Whether a body may change which members a filter lets through. (The members themselves are fixed by the loop.)"""
    if _sets(over, stmts):
        return True
    if over.where is None:
        return False
    return bool(code.work.facts.reads(over.where) & code.work.facts.written_by(*stmts))


def _sets(over: object, stmts: tuple[m.Stmt, ...]) -> bool:
    """Whether a body sets a local name that something speaks of."""
    changed = {node.local for node in walk(stmts) if isinstance(node, m.LetLocal) and node.local.changes}
    return bool(changed) and not changed.isdisjoint(free_locals(over))


def _walk(code: Code, over: m.Filter, stmts: tuple[m.Stmt, ...]) -> None:
    code.loops.append(None)
    walk_set(code, over, lambda _: body(code, stmts))
    code.loops.pop()
    if code.out:
        leaving(code, (code.out[-1],))


def _number_loop(code: Code, over: m.Filter, stmts: tuple[m.Stmt, ...]) -> None:
    domain = over.domain
    if isinstance(domain, m.KindMembers):
        first: Expr = ops.Const(domain.kind.first)
        last: Expr = ops.Const(domain.kind.last)
    else:
        assert isinstance(domain, m.RangeOf)
        first, last = expr(code, domain.low), expr(code, domain.high)
    reg = code.register()
    code.env[over.local] = ops.Reg(reg)
    count(code, first, last, lambda: body(code, stmts), True, reg=reg)


def _for_count(code: Code, stmt: m.ForCountStmt, blocks: bool) -> None:
    reg = code.register()
    first, last = expr(code, stmt.first), expr(code, stmt.last)
    if _sets(stmt.last, stmt.body):
        last = code.variable(last)
    code.env[stmt.local] = ops.Reg(reg)
    count(code, first, last, lambda: body(code, stmt.body), blocks, reg=reg, step=-1 if stmt.down else 1)


def _repeat(code: Code, stmt: m.RepeatStmt, blocks: bool) -> None:
    """`until` is asked before each turn; one turn more than allowed is an error, or without `until` the end of it."""
    if stmt.until is None:
        reg = code.register(number=True)
        count(code, ops.Const(1), ops.Const(stmt.at_most), lambda: body(code, stmt.body), blocks, reg=reg)
        return
    turns = code.variable(NO, number=True)
    until = stmt.until

    def turn() -> None:
        over = ops.Bin(">=", turns, ops.Const(stmt.at_most))
        code.when(over, lambda: code.fail("ROUNDS", site(code, stmt)))
        code.emit(ops.SetReg(turns.reg, plus(turns, 1)))
        body(code, stmt.body)

    repeat_while(code, negate(expr(code, until)), turn, blocks)
