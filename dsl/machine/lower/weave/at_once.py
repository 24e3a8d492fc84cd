"""`at once`: the events in it are one happening.

The events are collected first, each with its arguments in list registers; then each stage runs for all of them:

    collect    for each u in wounded: kill u              L := the arguments
    stage 1    permissions, instead, before of each       L' := those that still happen, with changed arguments
               permissions once more                      L' := those that no rule of stage 1 has forbidden
    stage 2    the effects of all, then always once
    stage 3    the after-rules of each
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, both, minus, negate
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, Fill, NotLowered
from dsl.machine.lower.control import count, guard, leavable
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.in_force import instances, reach
from dsl.machine.lower.expr.sets import collect, sort_by, walk_list, walk_set
from dsl.machine.lower.program.cardinality import most
from dsl.machine.lower.program.effects import Tokens
from dsl.machine.lower.stmt.calls import arguments, settle
from dsl.machine.lower.stmt.changes import bind, is_one_loop
from dsl.machine.lower.stmt.durations import Run, count_use, rule_body
from dsl.machine.lower.weave.event_stages import (
    Hooks,
    Lock,
    arguments_of,
    forbidden,
    hooks_of,
    in_force,
    lock_list,
    lockable,
    react,
)
from dsl.machine.lower.weave.replacing import chosen
from dsl.semantics import model as m


@dataclass(slots=True)
class Batch:
    """One `Perform` of a batch: where its arguments lie before and after stage 1, and what was in force."""

    stmt: m.Perform
    hooks: Hooks
    params: list[m.Local]
    size: int
    asked: list[int]
    agreed: list[int]
    locks: dict[m.Attachment, Lock] = field(default_factory=dict[m.Attachment, Lock])
    flags: dict[m.Attachment, int] = field(default_factory=dict[m.Attachment, int])


def at_once(code: Code, stmt: m.AtOnceStmt, run: Run) -> None:
    """A batch of events."""
    batches: list[Batch] = []
    _prepare(code, stmt.body, 1, batches)
    _collect(code, stmt.body, iter(batches))
    for batch in batches:
        blocks = _asking(code, [*batch.hooks.instead, *batch.hooks.before], batch.stmt.event.asks)
        _each(code, batch, batch.asked, lambda batch=batch, blocks=blocks: _agree(code, batch, run, blocks), blocks)
    written: Tokens = frozenset()
    for batch in batches:
        for rule in (*batch.hooks.instead, *batch.hooks.before):
            written |= code.work.facts.written_by(*rule.body)
    for batch in batches:
        if any(written & code.work.facts.rule_reads(rule) for rule in batch.hooks.permissions):
            _ask_again(code, batch)
    writes: Tokens = frozenset()
    for batch in batches:
        writes |= code.work.facts.written_by(*batch.stmt.event.body)
    for batch in batches:
        _lock(code, batch, writes)
    quiet, code.quiet = code.quiet, True
    for batch in batches:
        _effects(code, batch, run)
    code.quiet = quiet
    settle(code, writes)
    for batch in batches:
        if batch.hooks.after:
            event, rules, locks = batch.stmt.event, batch.hooks.after, batch.locks
            again = partial(react, code, event, rules, run, locks)
            _each(code, batch, batch.agreed, again, _asking(code, rules), batch)


def _effects(code: Code, batch: Batch, run: Run) -> None:
    """Stage 2: the effect of each event of a batch."""
    stmts = batch.stmt.event.body
    blocks = code.flow and not code.inside and code.work.facts.asks(stmts, True)
    action = code.work.facts.action_of.get(batch.stmt.event)

    def effect() -> None:
        for limit, key in action.uses if action is not None else ():
            count_use(code, limit, key)
        leavable(code, lambda: run(code, stmts), stmts)

    _each(code, batch, batch.agreed, effect, blocks)


def _prepare(code: Code, stmts: tuple[m.Stmt, ...], times: int, batches: list[Batch]) -> None:
    """Registers for the lists of each event; times: how often it may occur at most."""
    program = code.work.program
    for stmt in stmts:
        match stmt:
            case m.Perform():
                used = code.used.get(stmt.event, frozenset())
                action = code.work.facts.action_of.get(stmt.event)
                off = used | frozenset(stmt.event.permissions) if action is not None else used
                hooks = hooks_of(stmt.event, lambda rule, off=off: rule not in off)
                params = [*([action.me] if action is not None else []), *stmt.event.params]
                width = max(1, len(params))
                lists = [[code.register(times) for _ in range(width)] for _ in range(2)]
                for reg in (*lists[0], *lists[1]):
                    code.emit(ops.ListClear(reg))
                batches.append(Batch(stmt, hooks, params, times, lists[0], lists[1]))
            case m.ForEachStmt():
                _prepare(code, stmt.body, times * most(program, stmt.over), batches)
            case m.IfStmt():
                for _, body in stmt.branches:
                    _prepare(code, body, times, batches)
                _prepare(code, stmt.otherwise, times, batches)
            case m.Skip() | m.LetLocal():
                pass
            case _:
                raise NotLowered(stmt.span, "in `at once` only events happen")


def _collect(code: Code, stmts: tuple[m.Stmt, ...], batches: Iterator[Batch]) -> None:
    """Write down the events that are to happen, with their arguments."""
    for stmt in stmts:
        match stmt:
            case m.Perform():
                batch = next(batches)
                args = arguments(code, stmt.event.params, stmt.args, stmt.span)
                if stmt.me is not None:
                    args.insert(0, expr(code, stmt.me))
                for reg, value in zip(batch.asked, args or [NO], strict=True):
                    code.emit(ops.ListAdd(reg, value, False))
            case m.ForEachStmt():
                inner = [next(batches) for _ in range(_count(stmt.body))]
                _collect_each(code, stmt, inner)
            case m.IfStmt():
                _collect_if(code, stmt, 0, batches)
            case m.LetLocal():
                bind(code, stmt.local, stmt.value)
            case _:
                pass


def _collect_each(code: Code, stmt: m.ForEachStmt, inner: list[Batch]) -> None:
    def member(found: Expr) -> None:
        code.env[stmt.over.local] = found
        _collect(code, stmt.body, iter(inner))

    if is_one_loop(stmt.over) and stmt.order is None:
        walk_set(code, stmt.over, member)
        return
    members = collect(code, stmt.over)
    if stmt.order is not None:
        sort_by(code, members, stmt.over.local, stmt.order, stmt.down)
    walk_list(code, members, member)


def _collect_if(code: Code, stmt: m.IfStmt, index: int, batches: Iterator[Batch]) -> None:
    if index == len(stmt.branches):
        _collect(code, stmt.otherwise, batches)
        return
    condition, then = stmt.branches[index]
    mine = [next(batches) for _ in range(_count(then))]
    rest = [next(batches) for _ in range(sum(_count(body) for _, body in stmt.branches[index + 1 :]))]
    rest += [next(batches) for _ in range(_count(stmt.otherwise))]
    code.when(
        expr(code, condition),
        lambda: _collect(code, then, iter(mine)),
        lambda: _collect_if(code, stmt, index + 1, iter(rest)),
    )


def _count(stmts: tuple[m.Stmt, ...]) -> int:
    """How many events stand in statements."""
    total = 0
    for stmt in stmts:
        if isinstance(stmt, m.Perform):
            total += 1
        elif isinstance(stmt, m.ForEachStmt):
            total += _count(stmt.body)
        elif isinstance(stmt, m.IfStmt):
            total += sum(_count(body) for _, body in stmt.branches) + _count(stmt.otherwise)
    return total


def _each(code: Code, batch: Batch, lists: list[int], body: Fill, blocks: bool, locked: Batch | None = None) -> None:
    """Run a body for each event of a batch, its parameters bound."""
    index = code.register(number=True)
    params = [ops.Reg(code.register()) for _ in batch.params]

    def turn() -> None:
        for param, reg, values in zip(batch.params, params, lists, strict=False):
            code.emit(ops.SetReg(reg.reg, ops.ListItem(values, ops.Reg(index))))
            code.env[param] = reg
        if locked is not None:
            for rule, flags in locked.flags.items():
                code.emit(ops.SetReg(locked.locks[rule].reg, ops.ListItem(flags, ops.Reg(index))))
        body()

    count(code, NO, minus(ops.ListSize(lists[0]), 1), turn, blocks, reg=index)


def _agree(code: Code, batch: Batch, run: Run, blocks: bool) -> None:
    """Stage 1 of one event: whether it happens, and with which arguments."""
    event, hooks = batch.stmt.event, batch.hooks
    no = forbidden(code, hooks.permissions, event.params)
    happens = code.variable(negate(no), number=True)

    def agreed() -> None:
        react(code, event, hooks.before, run)
        values = [code.env[param] for param in batch.params] or [NO]
        for reg, value in zip(batch.agreed, values, strict=True):
            code.emit(ops.ListAdd(reg, value, False))

    for rule, may in zip(hooks.instead, chosen(code, event, hooks.instead), strict=True):
        guard(code, both(happens, may), lambda rule=rule: _replaced(code, event, rule, run, happens, blocks), blocks)
    guard(code, happens, agreed, blocks)


def _ask_again(code: Code, batch: Batch) -> None:
    """The end of stage 1: an event that another one of the batch has forbidden meanwhile does not happen."""
    firm = [code.register(batch.size) for _ in batch.agreed]
    for reg in firm:
        code.emit(ops.ListClear(reg))

    def asked() -> None:
        values = [code.env[param] for param in batch.params] or [NO]

        def stays() -> None:
            for reg, value in zip(firm, values, strict=True):
                code.emit(ops.ListAdd(reg, value, False))

        guard(code, negate(forbidden(code, batch.hooks.permissions, batch.stmt.event.params)), stays, False)

    _each(code, batch, batch.agreed, asked, False)
    batch.agreed = firm


def _replaced(code: Code, event: m.Event, rule: m.Attachment, run: Run, happens: ops.Reg, blocks: bool) -> None:
    """An `instead of` rule in a batch. Several pieces may have it: the first one replaces the event."""
    outer = code.used

    def body() -> None:
        code.emit(ops.SetReg(happens.reg, NO))
        code.used = {**outer, event: outer.get(event, frozenset[m.Attachment]()) | {rule}}
        rule_body(code, rule, run)
        code.used = outer

    instances(code, rule, arguments_of(code, event.params), lambda: guard(code, happens, body, blocks), blocks=blocks)


def _lock(code: Code, batch: Batch, writes: Tokens) -> None:
    """Who is in force before the effects, for the after-rules of each event of a batch."""
    event = batch.stmt.event
    for rule in lockable(code, batch.hooks.after, writes):
        holder, found = rule.holder, reach(code, rule)
        assert isinstance(holder, m.Card | m.Kind)
        if found.how != "self":
            batch.locks[rule] = Lock(lock_list(code, holder), True)
            continue
        flags = batch.flags[rule] = code.register(batch.size, number=True)
        batch.locks[rule] = Lock(code.register(number=True), False)
        code.emit(ops.ListClear(flags))

        def note(rule: m.Attachment = rule, param: int = found.param, flags: int = flags) -> None:
            code.emit(ops.ListAdd(flags, in_force(code, rule, code.env[event.params[param]]), False))

        _each(code, batch, batch.agreed, note, False)


def _asking(code: Code, rules: list[m.Attachment], asked: bool = False) -> bool:
    """Whether the body of one of the rules may ask somebody, or somebody is asked which of them acts."""
    asks = asked or any(code.work.facts.asks(rule.body, False) for rule in rules)
    return code.flow and not code.inside and asks
