"""Calls of what has a procedure of its own: events, actions, procedures, moves with rules, and the always-rules.

A function is called by `Do` or in an expression, a flow ends a block: `call` knows which. Everything here only asks
for the procedures; `weave` makes them.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.fold import binary, either, limited, negate
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.sets import argument
from dsl.machine.lower.program.cardinality import size_of_local
from dsl.machine.lower.program.effects import Tokens
from dsl.machine.lower.program.kinds import stored
from dsl.semantics import model as m
from dsl.source import Span


def call(code: Code, proc: int, args: Sequence[Expr], reg: int | None = None, span: Span | None = None) -> None:
    """Call a procedure for its effects; its value goes to a register, if one is given. span: where the call stands."""
    if not code.work.drafts[proc].flow:
        code.emit(ops.Do(proc, tuple(args), reg))
        return
    if not code.flow or code.inside:
        raise NotLowered(span, f"{code.work.drafts[proc].name} asks somebody, and {code.draft.name} cannot wait")
    after = code.label()
    code.end(ops.CallFlow(proc, tuple(args), reg, after))
    code.begin(after)


def event_proc(code: Code, event: m.Event) -> int:
    """The procedure of an event or of an action's effects, less the instead-rules that have replaced it already.

    In `given` nobody can be asked: an event whose rules might ask is its effect there.
    """
    work, used = code.work, code.used.get(event, frozenset())
    action = work.facts.action_of.get(event)
    locals_ = [*event.params]
    if action is not None:
        locals_ = [action.me, *([action.this] if action.this else []), *action.params]
    params = [(local, size_of_local(work.program, local)) for local in locals_]
    what = "action" if action is not None else "event"

    bare = code.bare and work.facts.unit_asks(event)

    def make(inner: Code) -> None:
        inner.replaced, inner.bare = used, bare
        work.makers.event(inner, event)

    site = work.site(event.span, event.cites, event.name)
    flow = work.facts.unit_asks(event) and not bare
    key, name = ("event", event, used, bare), f"{what} {event.name}"
    return work.demand(key, name, params, make, flow=flow, site=site, deep=event.deep)


def procedure_proc(code: Code, procedure: m.Procedure, first: int = 0) -> int:
    """The procedure of a procedure, phase or step. first: the statement that it begins with, in a scenario."""
    work = code.work
    params = [(local, size_of_local(work.program, local)) for local in procedure.params]
    return work.demand(
        ("procedure", procedure, first) if first else ("procedure", procedure),
        f"{procedure.word} {procedure.name}" if procedure.word != "main" else "main",
        params,
        lambda inner: work.makers.procedure(inner, procedure, first),
        flow=work.facts.unit_asks(procedure) or procedure is work.program.main,
        site=work.site(procedure.span, procedure.cites, procedure.name),
        deep=procedure.deep,
    )


def perform(code: Code, stmt: m.Perform) -> None:
    """An event, or the effects of an action."""
    args = arguments(code, stmt.event.params, stmt.args, stmt.span)
    if stmt.event in code.work.facts.action_of:
        if stmt.me is None:
            raise NotLowered(stmt.span, f"nobody acts in `{stmt.event.name}`")
        args.insert(0, expr(code, stmt.me))
    call(code, event_proc(code, stmt.event), args, span=stmt.span)


def run(code: Code, stmt: m.RunProcedure) -> None:
    """A procedure, phase or step."""
    args = arguments(code, stmt.procedure.params, stmt.args, stmt.span)
    call(code, procedure_proc(code, stmt.procedure, stmt.first), args, span=stmt.span)


def arguments(code: Code, params: Sequence[m.Local], args: Sequence[m.Expr], span: Span) -> list[Expr]:
    """The arguments of a call; numbers are kept within the ranges of the parameters."""
    found: list[Expr] = []
    present = code.work.facts.presence.local
    for param, arg in zip(params, args, strict=True):
        value = argument(code, arg)
        if isinstance(param.type, m.Ref) and present(param) and not code.there(arg):  # only a scenario can do so
            value = code.keep(value)
            code.when(negate(value), lambda: code.fail("NONE", code.work.site(span)))
        found.append(value if isinstance(value, ops.ListReg) else bounded(code, value, arg.type, param.type, span))
    return found


def bounded(code: Code, value: Expr, have: m.Type, want: m.Type, span: Span) -> Expr:
    """A number that is to be of a type: limited or an error where it may lie outside."""
    if not isinstance(want, m.Int) or not isinstance(have, m.Int):
        return value
    if want.low <= have.low and have.high <= want.high:
        return value
    low, high = stored(want)
    if want.overflow != "error":
        return limited(value, low, high)
    value = code.keep(value)
    outside = either(binary("<", value, ops.Const(low)), binary(">", value, ops.Const(high)))
    code.when(outside, lambda: code.fail("BOUND", code.work.site(span, rule=code.rule)))
    return value


def settle(code: Code, writes: Tokens) -> None:
    """Run the always-rules that a change may call for, unless they wait for the end of an event."""
    if not code.quiet and not code.bare:
        settle_now(code, writes)


def settle_now(code: Code, writes: Tokens) -> None:
    """Run the always-rules that a change may call for."""
    work = code.work
    rules = work.facts.settling(writes)
    if rules:
        flow = work.facts.rules_ask(rules)
        key = ("settle", *rules)
        call(code, work.demand(key, "always", [], lambda inner: work.makers.settle(inner, rules), flow=flow), ())


def move_hooks(code: Code, stmt: m.MovePieces) -> tuple[m.Attachment, ...]:
    """The rules on `move` that may concern a statement."""
    event = code.work.program.move_event
    if code.bare:
        return ()
    found = (*event.permissions, *event.instead, *event.before, *event.after)
    used = code.used.get(event, frozenset())
    return tuple(rule for rule in found if rule not in used and code.work.facts.may_concern(rule, stmt))


def lays(code: Code, stmt: m.MovePieces) -> bool:
    """Whether a `move` says in which cell of a layout the piece is laid."""
    cells, target = code.work.program.cells, stmt.target
    return (
        cells is not None and target is not None and isinstance(target.type, m.Ref) and target.type.kind is cells.kind
    )


def move_proc(code: Code, stmt: m.MovePieces, hooks: tuple[m.Attachment, ...]) -> int:
    """The procedure of a move of one piece that rules are attached to: (piece, zone), and the cell if one is said."""
    work, quiet = code.work, code.quiet
    used = code.used.get(work.program.move_event, frozenset())
    site = work.site(stmt.span, stmt.cites, code.rule)
    moved = work.facts.moved(stmt)

    def make(inner: Code) -> None:
        inner.replaced, inner.hooks = used, hooks
        inner.quiet = quiet
        work.makers.move(inner, stmt)

    flow = work.facts.rules_ask_to_move(hooks, frozenset() if quiet else moved)
    key = ("move", stmt.end, stmt.face, site, quiet, moved, *hooks)
    params = [(None, 0)] * (3 if lays(code, stmt) else 2)
    return work.demand(key, "move", params, make, flow=flow, site=site)
