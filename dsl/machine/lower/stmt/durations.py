"""Spans: what lasts, what waits and what is counted until a procedure or window ends.

Each `until end of` and `at end of` has a table in the position: a count, then the captured numbers of each entry. The
table is emptied at the end of its span, so that positions that play alike are equal.
"""

from __future__ import annotations

from typing import cast

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, binary, limited, load, minus, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered, Run
from dsl.machine.lower.control import guard, leavable, repeat_while
from dsl.machine.lower.expr.expressions import expr, with_locals
from dsl.machine.lower.expr.in_force import entry, instances
from dsl.machine.lower.program.cardinality import size_of_local
from dsl.machine.lower.program.kinds import size_of
from dsl.machine.lower.program.layout import entry_most, entry_size
from dsl.machine.lower.stmt.ages import tick
from dsl.machine.lower.stmt.calls import settle
from dsl.semantics import model as m

Anchor = m.Procedure | m.Window
_MOST = 2**31 - 1


def start_lasting(code: Code, stmt: m.StartLasting) -> None:
    """Begin one instance of a lasting effect."""
    lasting = stmt.lasting
    _add(code, lasting, code.work.slots.lastings[lasting], stmt)
    settle(code, frozenset({lasting}))


def later(code: Code, stmt: m.Later) -> None:
    """Put a body off to the end of a span."""
    _add(code, stmt.later, code.work.slots.delayed[stmt.later], stmt)


def _add(code: Code, site: m.Lasting | m.Delayed, base: int, stmt: m.Stmt) -> None:
    place = code.work.site(stmt.span, stmt.cites, code.rule)
    number = code.variable(load(base, NO))
    full = binary(">=", number, ops.Const(site.capacity))
    code.when(full, lambda: code.fail("BOUND", place))
    first = code.keep(binary("*", number, ops.Const(entry_size(code.work.program, site))))
    at = base + 1
    most = entry_most(site)
    for local in site.captured:
        value = tick(code) if isinstance(site, m.Lasting) and local is site.began else code.env.get(local)
        if value is None:
            raise NotLowered(site.span, f"`{local.name}` has no value here")
        size = size_of_local(code.work.program, local)
        if isinstance(value, ops.ListReg):
            reg = code.register()
            item = ops.ListItem(value.reg, plus(ops.Reg(reg), -1))
            store = ops.Store(at, plus(first, ops.Reg(reg)), item, -_MOST, most, "error", place)
            code.emit(ops.ForRange(reg, ops.Const(1), ops.ListSize(value.reg), 1, (store,)))
            value = ops.ListSize(value.reg)
        code.emit(ops.Store(at, first, value, -_MOST, most, "error", place))
        at += 1 + size
    code.emit(ops.Store(base, NO, plus(number, 1), 0, site.capacity, "error", place))


def begin(code: Code, anchor: Anchor, run: Run, *, started: bool = False) -> None:
    """The beginning of a span: its limits start anew, then its start rules run, if it has not been started already."""
    begin_limits(code, anchor)
    if not started:
        edge(code, anchor.start, run)


def begin_limits(code: Code, anchor: Anchor) -> None:
    """The limits of a span start anew."""
    for limit in code.work.program.limits:
        if limit.per is anchor:
            _reset(code, limit)


def finish(code: Code, anchor: Anchor, run: Run) -> None:
    """The end of a span: its end rules, what was put off to it, and the end of what lasts, all of it at one time."""
    edge(code, [rule for rule in anchor.end if not rule.restores], run)
    for site in code.work.program.delayed:
        if site.anchor is anchor:
            _delayed(code, site, run)
    lasting = [each for each in code.work.program.lastings if each.anchor is anchor]
    restoring = [rule for rule in anchor.end if rule.restores]
    for rule in restoring:
        instances(code, rule, [], lambda rule=rule: _restore(code, rule, run))
    for each in lasting:
        _clear(code, each, code.work.slots.lastings[each])
    if lasting or restoring:
        settle(code, frozenset(lasting).union(*(code.work.facts.written_by(*rule.body) for rule in restoring)))


def _restore(code: Code, rule: m.Attachment, run: Run) -> None:
    """Put fields back; what must always hold is looked at when all of them are, and what lasts has ended."""
    quiet, code.quiet = code.quiet, True
    run(code, rule.body)
    code.quiet = quiet


def has_end(code: Code, anchor: Anchor) -> bool:
    """Whether something happens at the end of a span."""
    sites = (*code.work.program.delayed, *code.work.program.lastings)
    return bool(anchor.end) or any(site.anchor is anchor for site in sites)


def edge(code: Code, rules: list[m.Attachment], run: Run) -> None:
    """Rules at the start or the end of a span."""
    for rule in rules:
        blocks = code.flow and code.work.facts.asks(rule.body, False)
        instances(code, rule, [], lambda rule=rule: rule_body(code, rule, run), blocks=blocks)


def rule_body(code: Code, rule: m.Attachment, run: Run) -> None:
    """The body of a rule, written into this procedure; nothing of it is part of the effect of an event."""
    quiet, name = code.quiet, code.rule
    code.quiet, code.rule = False, rule.name or name
    leavable(code, lambda: run(code, rule.body), rule.body)
    code.quiet, code.rule = quiet, name


def _delayed(code: Code, site: m.Delayed, run: Run) -> None:
    """Run what was put off, in order; what is put off meanwhile runs too."""
    base = code.work.slots.delayed[site]
    blocks = code.flow and code.work.facts.asks(site.body, False)
    index = code.variable(NO, number=True)
    waiting = binary("<", index, load(base, NO))

    def turn() -> None:
        entry(code, site, base, index)
        code.emit(ops.SetReg(index.reg, plus(index, 1)))
        leavable(code, lambda: run(code, site.body), site.body)

    repeat_while(code, waiting, turn, blocks)
    _clear(code, site, base)


def _clear(code: Code, site: m.Lasting | m.Delayed, base: int) -> None:
    """Empty a table."""
    reg = code.register()
    last = binary("*", load(base, NO), ops.Const(entry_size(code.work.program, site)))
    if site.captured:
        store = ops.Store(base, ops.Reg(reg), NO, 0, 0, "error", 0)
        code.emit(ops.ForRange(reg, ops.Const(1), last, 1, (store,)))
    code.emit(ops.Store(base, NO, NO, 0, 0, "error", 0))


# ---- limits ---------------------------------------------------------------------------------------------------------


def _reset(code: Code, limit: m.Limit) -> None:
    base = code.work.slots.limits[limit]
    if limit.each is None:
        code.emit(ops.Store(base, NO, NO, 0, 0, "error", 0))
    elif size_of(limit.each):
        reg = code.register()
        store = ops.Store(base, ops.Reg(reg), NO, 0, 0, "error", 0)
        code.emit(ops.ForRange(reg, ops.Const(limit.each.first), ops.Const(limit.each.last), 1, (store,)))


def count_use(code: Code, limit: m.Limit, key: m.Expr | None) -> None:
    """Count one use of a limit."""
    base = code.work.slots.limits[limit]
    index = NO if key is None else code.keep(expr(code, key))
    used = load(base, index)
    assert isinstance(used, ops.Load)
    store = ops.Store(used.base, used.index, plus(used, 1), 0, _MOST, "error", code.work.site(limit.span, limit.cites))
    there = key is None or code.there(key)
    guard(code, ops.Const(1) if there else index, lambda: code.emit(store), False)
    settle(code, frozenset({limit}))


def used(code: Code, limit: m.Limit, key: m.Expr | None) -> Expr:
    """How often a limit has been used."""
    return load(code.work.slots.limits[limit], NO if key is None else expr(code, key))


def uses_left(code: Code, node: m.UsesLeft) -> Expr:
    """How many uses of a limit are left; none where its number has become less than what was used."""
    limit = node.limit
    key = NO if node.key is None else expr(code, node.key)
    params, args = [limit.me], [NO if node.me is None else expr(code, node.me)]
    if limit.this is not None:
        params.append(limit.this)
        args.append(key)
    amount = with_locals(code, params, args, lambda: expr(code, limit.amount))
    return limited(minus(amount, load(code.work.slots.limits[limit], key)), 0, cast(m.Int, node.type).high)


def allowed(code: Code, limit: m.Limit, key: m.Expr | None, me: Expr, this: Expr | None) -> Expr:
    """Whether a limit is not used up."""
    code.env[limit.me] = me
    if limit.this is not None:
        code.env[limit.this] = expr(code, key) if key is not None else this or NO
    return binary("<", used(code, limit, key), expr(code, limit.amount))
