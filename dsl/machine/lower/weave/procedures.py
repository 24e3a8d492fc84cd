"""The procedures into which rules are woven: events, actions, moves, the always-rules, procedures and windows.

An event whose rules are all elsewhere is its effect and nothing more; each rule that is attached adds what it needs:

    event wound (u) by (n):  raise u.damage by n         wound(u, n):
    rule shields: before wound u by n when shielded u:       if shielded(u): n := 0
        set n to 0                                           S[damage + u] += n
    rule death: always for each u ...: kill u                always()
                                                             return 1
"""

from __future__ import annotations

from dataclasses import replace

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, between, binary, load, negate, plus, some
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, Leave
from dsl.machine.lower.control import begin_offers, count, guard, leavable, over_list, repeat_while
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.in_force import acts_as, instances
from dsl.machine.lower.expr.places import place_of
from dsl.machine.lower.expr.sets import collect
from dsl.machine.lower.program.kinds import spaces_of
from dsl.machine.lower.stmt.calls import lays, settle_now
from dsl.machine.lower.stmt.changes import move_bare
from dsl.machine.lower.stmt.durations import begin, count_use, finish, has_end, rule_body
from dsl.machine.lower.stmt.statements import body
from dsl.machine.lower.weave.event_stages import hooks_of, in_stages
from dsl.semantics import model as m

Variant = tuple[m.Card | m.Kind, m.Local, tuple[m.Stmt, ...]]
ROUNDS = 64
"""Most rounds of always-rules before they are said to run for ever."""


def make_event(code: Code, event: m.Event) -> None:
    """The body of the procedure of an event, or of the effects of an action."""
    used, facts = code.replaced, code.work.facts
    action = facts.action_of.get(event)
    code.rule = event.name
    if code.bare:
        _effect(code, event.body, False)
        return
    if action is not None:
        hooks = hooks_of(event, lambda rule: rule not in used and rule not in event.permissions)
        effects = action.effects

        def act() -> None:
            for limit, key in action.uses:
                count_use(code, limit, key)
            _effect(code, effects, bool(hooks.after))

        in_stages(code, event, hooks, body, act, facts.written_by(*effects))
        return
    hooks = hooks_of(event, lambda rule: rule not in used)
    writes = facts.written_by(*event.body)

    def effect() -> None:
        code.quiet = True
        _effect(code, event.body, bool(hooks.after) or bool(facts.settling(writes)))
        code.quiet = False
        settle_now(code, writes)

    in_stages(code, event, hooks, body, effect, writes)


def _effect(code: Code, stmts: tuple[m.Stmt, ...], goes_on: bool) -> None:
    """The effect of an event; a `leave` in it ends the procedure only if nothing comes behind it."""
    if goes_on:
        leavable(code, lambda: body(code, stmts), stmts)
    else:
        code.leave = Leave("return", YES)
        begin_offers(code, stmts)
        body(code, stmts)


def make_move(code: Code, stmt: m.MovePieces) -> None:
    """The body of the procedure of a move of one piece to which rules are attached: (piece, zone)."""
    event, place = code.work.program.move_event, code.draft.site
    piece, zone = ops.Reg(0), ops.Reg(1)
    quiet, code.quiet = code.quiet, False
    code.env[event.params[0]], code.env[event.params[1]] = piece, zone
    code.env[event.params[2]] = code.variable(place_of(code, piece))
    hooks = hooks_of(event, lambda rule: rule in code.hooks)
    writes = code.work.facts.moved(stmt)

    def effect() -> None:
        move_bare(code, stmt, piece, zone, place, ops.Reg(2) if lays(code, stmt) else NO)
        if not quiet:
            settle_now(code, writes)

    in_stages(code, event, hooks, body, effect, writes)


def make_settle(code: Code, rules: tuple[m.Attachment, ...]) -> None:
    """Run always-rules until none applies. What they do does not start them again: they go round anyway."""
    slot, blocks = code.work.slots.settling, code.flow
    guard(code, binary("!=", load(slot, NO), NO), lambda: code.give(NO), blocks)
    code.emit(ops.Store(slot, NO, YES, 0, 1, "error", 0))
    rounds, again = code.variable(NO, number=True), code.variable(YES, number=True)

    def turn() -> None:
        over = binary(">=", rounds, ops.Const(ROUNDS))
        site = code.work.site(rules[0].span, rules[0].cites, rules[0].name or "")
        code.when(over, lambda: code.fail("RUNAWAY", site))
        code.emit(ops.SetReg(rounds.reg, plus(rounds, 1)))
        code.emit(ops.SetReg(again.reg, NO))
        for rule in rules:
            _always(code, rule, again)

    repeat_while(code, again, turn, blocks)
    code.emit(ops.Store(slot, NO, NO, 0, 1, "error", 0))


def _always(code: Code, rule: m.Attachment, again: ops.Reg) -> None:
    """One round of one rule. With a set: its members as they are, each asked again when its turn comes."""
    blocks = code.flow and code.work.facts.asks(rule.body, False)

    def demanded() -> None:
        code.emit(ops.SetReg(again.reg, YES))
        rule_body(code, rule, body)

    def each() -> None:
        assert rule.binder is not None
        first_last = _fixed(rule.binder)
        members, reg = (0 if first_last else collect(code, rule.binder)), code.register()
        probe = m.Local(rule.binder.local.name, rule.binder.local.type, None)
        code.env[rule.binder.local] = code.env[probe] = ops.Reg(reg)
        item = m.LocalRef(rule.span, probe.type, probe)
        still = m.IsIn(rule.span, m.Bool(), item, rule.binder)

        def turn() -> None:
            guard(code, expr(code, still), demanded, blocks)

        if first_last:
            count(code, ops.Const(first_last[0]), ops.Const(first_last[1]), turn, blocks, reg=reg)
        else:
            over_list(code, members, reg, turn, blocks)

    instances(code, rule, [], demanded if rule.binder is None else each, blocks=blocks)


def _fixed(whole: m.Filter) -> tuple[int, int] | None:
    """The entities that a filter lets through some of, if these are always the same."""
    match whole.domain:
        case m.KindMembers(kind=kind) if kind.first <= kind.last:
            return kind.first, kind.last
        case m.BoardSpaces(board=board, subject=None) if board.holder is None:
            return board.first, board.first + spaces_of(board) - 1
        case _:
            return None


# ---- procedures -----------------------------------------------------------------------------------------------------


def make_procedure(code: Code, procedure: m.Procedure, first: int = 0) -> None:
    """The body of a procedure: its limits start anew, start rules, statements, end rules, what was put off.

    first: the statement that a scenario begins it with; what stands before it, start rules too, is done already.
    """
    code.rule = procedure.name
    begin(code, procedure, body, started=first > 0)
    stmts = (*_from(procedure.body, first), *(stmt for _, _, part in procedure.variants for stmt in part))
    if has_end(code, procedure):
        leavable(code, lambda: _variants(code, procedure, first), stmts)
    else:
        code.leave = Leave("return", NO)
        begin_offers(code, stmts)
        _variants(code, procedure, first)
    finish(code, procedure, body)


def _from(stmts: tuple[m.Stmt, ...], first: int) -> tuple[m.Stmt, ...]:
    """The statements from one on; a condition around all of them, which leaves them out, stays around these."""
    if first and len(stmts) == 1 and isinstance(whole := stmts[0], m.IfStmt):
        return (replace(whole, branches=tuple((when, inside[first:]) for when, inside in whole.branches)),)
    return stmts[first:]


def _variants(code: Code, procedure: m.Procedure, first: int) -> None:
    """The body of the piece's own card or kind, the nearest one; else the procedure's own."""
    ranges = _ranges(procedure)
    if not ranges:
        body(code, _from(procedure.body, first))
        return
    piece = code.env[procedure.params[0]]
    acting = dict.fromkeys(holder.kind for holder, _, _ in procedure.variants if isinstance(holder, m.Card))
    one = acts_as(code, [*acting], piece)
    one = one if one is piece else code.variable(one)
    if code.flow:
        after, own = code.label(), code.label()
        labels = [code.label() for _ in ranges]
        cases = tuple((low, high, label) for (low, high, _), label in zip(ranges, labels, strict=True))
        code.end(ops.Switch(one, cases, own))
        for label, (_, _, variant) in zip(labels, ranges, strict=True):
            code.begin(label)
            _variant(code, variant, piece)
            code.end(ops.Jump(after))
        code.begin(own)
        body(code, procedure.body)
        code.to(after)
        return
    bodies: list[tuple[int, int, tuple[ops.Stmt, ...]]] = []
    for low, high, variant in ranges:
        bodies.append((low, high, code.nested(lambda variant=variant: _variant(code, variant, piece))))
    if procedure.body:
        known = some(between(one, low, high) for low, high, _ in ranges)
        code.when(negate(known), lambda: body(code, procedure.body))
    code.emit(ops.SwitchDo(one, tuple(bodies)))


def _variant(code: Code, variant: Variant, piece: Expr) -> None:
    _, this, stmts = variant
    code.env[this] = piece
    body(code, stmts)


def _ranges(procedure: m.Procedure) -> list[tuple[int, int, Variant]]:
    """Ascending ranges of pieces with the body of each: a card's own before its kind's, that before the one above."""
    found: dict[int, Variant] = {}
    wide = sorted(procedure.variants, key=lambda variant: variant[0].first - variant[0].last)
    for variant in wide:
        holder = variant[0]
        found.update(dict.fromkeys(range(holder.first, holder.last + 1), variant))
    for variant in procedure.variants:
        if isinstance(variant[0], m.Card):
            found.update(dict.fromkeys(range(variant[0].first, variant[0].last + 1), variant))
    ranges: list[tuple[int, int, Variant]] = []
    for piece in sorted(found):
        if ranges and ranges[-1][1] == piece - 1 and ranges[-1][2] is found[piece]:
            ranges[-1] = (ranges[-1][0], piece, found[piece])
        else:
            ranges.append((piece, piece, found[piece]))
    return ranges
