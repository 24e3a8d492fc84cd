"""Branches and loops in the two forms that procedures take: structured statements, or blocks of a flow.

A part that cannot ask anybody is structured even inside a flow; a part that may ask is written as blocks. Each
function here takes `blocks`, which says which of the two it is, so that what is woven round it is written once.

    guard(t, body)       if t: body                     branch t b1 b2; b1: body; jump b2; b2:
    count(r, a, z, body) for r from a to z: body        r := a; b1: branch r <= z b2 b3; b2: body; r := r + 1; jump
    b1; b3:
"""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, Fill, Leave
from dsl.semantics import model as m
from dsl.semantics.walk import walk


def guard(code: Code, test: Expr, body: Fill, blocks: bool, otherwise: Fill | None = None) -> None:
    """Run a body if a test holds, else the other one."""
    if not blocks or isinstance(test, ops.Const):
        code.when(test, body, otherwise)
        return
    then, rest = code.label(), code.label()
    after = rest if otherwise is None else code.label()
    code.end(ops.Branch(test, then, rest))
    code.begin(then)
    body()
    if otherwise is not None:
        code.end(ops.Jump(after))
        code.begin(rest)
        otherwise()
    code.to(after)


def count(code: Code, first: Expr, last: Expr, body: Fill, blocks: bool, *, reg: int, step: int = 1) -> None:
    """Run a body with a register from first to last."""
    if not blocks:
        code.loops.append(None)
        inner = code.nested(body)
        code.loops.pop()
        code.emit(ops.ForRange(reg, first, last, step, inner))
        leaving(code, inner)
        return
    end = code.keep(last) if isinstance(last, ops.Const) else code.variable(last, number=True)
    code.emit(ops.SetReg(reg, first))
    head, inside, turn, after = code.label(), code.label(), code.label(), code.label()
    code.to(head)
    code.end(ops.Branch(binary("<=" if step > 0 else ">=", ops.Reg(reg), end), inside, after))
    code.begin(inside)
    code.loops.append((after, turn))
    body()
    code.loops.pop()
    code.to(turn)
    code.emit(ops.SetReg(reg, plus(ops.Reg(reg), step)))
    code.end(ops.Jump(head))
    code.begin(after)


def over_list(code: Code, members: int, reg: int, body: Fill, blocks: bool) -> None:
    """Run a body with a register over the members of a list register, which the body does not change."""
    if not blocks:
        code.loops.append(None)
        inner = code.nested(body)
        code.loops.pop()
        code.emit(ops.ForList(reg, members, inner))
        leaving(code, inner)
        return
    index = code.register(number=True)

    def turn() -> None:
        code.emit(ops.SetReg(reg, ops.ListItem(members, ops.Reg(index))))
        body()

    count(code, NO, plus(ops.ListSize(members), -1), turn, True, reg=index)


def repeat_while(code: Code, test: Expr, body: Fill, blocks: bool) -> None:
    """Run a body while a test holds; the test is asked before each turn."""
    if not blocks:
        code.loops.append(None)
        inner = code.nested(body)
        code.loops.pop()
        code.emit(ops.Loop(test, inner))
        leaving(code, inner)
        return
    head, inside, after = code.label(), code.label(), code.label()
    code.to(head)
    code.end(ops.Branch(test, inside, after))
    code.begin(inside)
    code.loops.append((after, head))
    body()
    code.loops.pop()
    code.end(ops.Jump(head))
    code.begin(after)


def stop(code: Code) -> None:
    """Leave the innermost loop."""
    target = code.loops[-1] if code.loops else None
    if target is None:
        code.emit(ops.Break())
    else:
        code.end(ops.Jump(target[0]))
        code.begin(code.label())


def skip(code: Code) -> None:
    """Go on with the next turn of the innermost loop."""
    target = code.loops[-1] if code.loops else None
    if target is None:
        code.emit(ops.Continue())
    else:
        code.end(ops.Jump(target[1]))
        code.begin(code.label())


def leave(code: Code) -> None:
    """Leave the procedure, or the body that is written into another one (see `leavable`)."""
    match code.leave:
        case Leave(how="return", value=value):
            code.give(value)
        case Leave(how="block", target=target):
            code.end(ops.Jump(target))
            code.begin(code.label())
        case Leave(target=target):
            code.emit(ops.SetReg(target, YES))
            code.emit(ops.Break())


def leaving(code: Code, inner: tuple[ops.Stmt, ...]) -> None:
    """Behind a structured loop: if its body left the written-in body, leave the loop round this one too."""
    if code.leave.how == "flag" and len(code.loops) > 0 and _sets(inner, code.leave.target):
        code.emit(ops.IfDo(ops.Reg(code.leave.target), (ops.Break(),), ()))


def _sets(body: tuple[ops.Stmt, ...], reg: int) -> bool:
    for stmt in body:
        if isinstance(stmt, ops.SetReg) and stmt.reg == reg:
            return True
        match stmt:
            case ops.IfDo():
                inside = (stmt.then, stmt.otherwise)
            case ops.SwitchDo():
                inside = tuple(case for _, _, case in stmt.cases)
            case ops.Loop() | ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                inside = (stmt.body,)
            case _:
                continue
        if any(_sets(part, reg) for part in inside):
            return True
    return False


def leavable(code: Code, body: Fill, stmts: tuple[m.Stmt, ...]) -> None:
    """Write a body into this procedure such that a `leave` in its statements ends the body and nothing else.

    Structured, a `leave` inside becomes `flag := 1; break`, and the body stands in a loop of one turn:

        flag := 0
        for _ from 0 to 0:
            for u in ...: if done: flag := 1; break
            if flag: break
            ...
    """
    begin_offers(code, stmts)
    if not any(isinstance(part, m.JumpOut) and part.how == "leave" for part in walk(stmts)):
        body()
        return
    outer, loops = code.leave, code.loops
    code.loops = []
    if code.flow and not code.inside:
        after = code.label()
        code.leave = Leave("block", target=after)
        body()
        code.to(after)
    else:
        flag = code.variable(NO, number=True)
        code.leave = Leave("flag", target=flag.reg)
        code.loops = [None]
        inner = code.nested(body)
        code.emit(ops.ForRange(code.register(), NO, NO, 1, inner))
    code.leave, code.loops = outer, loops


def begin_offers(code: Code, stmts: tuple[m.Stmt, ...]) -> None:
    """Before the first offer of a body nobody has passed: `passed` may be asked before."""
    for node in walk(stmts):
        if isinstance(node, m.OfferWindow) and node.passed not in code.env:
            code.env[node.passed] = code.variable(NO)


def escapes(stmts: m.Stmt | tuple[m.Stmt, ...], *, leave: bool = True) -> bool:
    """Whether statements may jump out of themselves: `leave`, or `stop` or `skip` of a loop around them."""
    return any(_escapes(stmt, leave) for stmt in _statements(stmts))


def _escapes(stmt: m.Stmt, leave: bool) -> bool:
    match stmt:
        case m.JumpOut():
            return leave if stmt.how == "leave" else True
        case m.ForEachStmt() | m.ForCountStmt() | m.RepeatStmt():
            return leave and any(isinstance(part, m.JumpOut) and part.how == "leave" for part in walk(stmt.body))
        case m.IfStmt():
            return any(escapes(body, leave=leave) for _, body in stmt.branches) or escapes(stmt.otherwise, leave=leave)
        case _:
            return False


def _statements(stmts: m.Stmt | tuple[m.Stmt, ...]) -> tuple[m.Stmt, ...]:
    return (stmts,) if isinstance(stmts, m.Stmt) else stmts
