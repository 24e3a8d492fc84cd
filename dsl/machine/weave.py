"""The procedures into which rules are woven: events, actions, moves, the always-rules, procedures and windows.

An event whose rules are all elsewhere is its effect and nothing more; each rule that is attached adds what it needs:

    event wound (u) by (n):  raise u.damage by n         wound(u, n):
    rule shields: before wound u by n when shielded u:       if shielded(u): n := 0
        set n to 0                                           S[damage + u] += n
    rule death: always for each u ...: kill u                always()
                                                             return 1
"""

from __future__ import annotations

from dsl.machine import ops
from dsl.machine.builder import Code
from dsl.machine.calls import call, event_proc, settle_now
from dsl.machine.changes import move_bare
from dsl.machine.choices import window_prompt
from dsl.machine.control import guard, leavable
from dsl.machine.expressions import place_of
from dsl.machine.holders import instances
from dsl.machine.moves import window_options
from dsl.machine.ops import Expr, Shown
from dsl.machine.pipeline import hooks_of, pipeline
from dsl.machine.sets import collect, walk_set
from dsl.machine.spans import begin, count_use, finish, has_end, rule_body
from dsl.machine.statements import body
from dsl.machine.terms import NO, YES, binary, both, equals, load, plus
from dsl.semantics import model as m

ROUNDS = 64
"""Most rounds of always-rules before they are said to run for ever."""


def make_event(code: Code, event: m.Event) -> None:
    """The body of the procedure of an event, or of the effects of an action."""
    used = code.used.get(event, frozenset())
    facts = code.work.facts
    action = facts.action_of.get(event)
    code.rule = event.name
    if action is not None:
        hooks = hooks_of(event, lambda rule: rule not in used and rule not in event.permissions)
        effects = action.effects

        def act() -> None:
            for limit, key in action.uses:
                count_use(code, limit, key)
            _effect(code, effects, bool(hooks.after))

        pipeline(code, event, hooks, body, act, facts.written_by(*effects))
        return
    hooks = hooks_of(event, lambda rule: rule not in used)
    writes = facts.written_by(*event.body)

    def effect() -> None:
        code.quiet = True
        _effect(code, event.body, bool(hooks.after) or bool(facts.settling(writes)))
        code.quiet = False
        settle_now(code, writes)

    pipeline(code, event, hooks, body, effect, writes)


def _effect(code: Code, stmts: tuple[m.Stmt, ...], goes_on: bool) -> None:
    """The effect of an event; a `leave` in it ends the procedure only if nothing comes behind it."""
    if not goes_on:
        code.leave = type(code.leave)("return", YES)
        body(code, stmts)
        return
    blocks = code.flow and code.work.facts.asks(stmts, code.quiet)
    leavable(code, lambda: body(code, stmts), stmts, blocks or code.flow)


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
        move_bare(code, stmt, piece, zone, place)
        if not quiet:
            settle_now(code, writes)

    pipeline(code, event, hooks, body, effect, writes)


def make_settle(code: Code, rules: tuple[m.Attachment, ...]) -> None:
    """Run always-rules until none applies. While they run, what they do does not start them again: they go round anyway."""
    slot = code.work.slots.settling
    blocks = code.flow
    code.leave = type(code.leave)("return", NO)
    running = binary("!=", load(slot, NO), NO)
    guard(code, running, lambda: code.give(NO), blocks)
    store = lambda value: code.emit(ops.Store(slot, NO, value, 0, 1, "error", 0))  # noqa: E731
    store(YES)
    rounds, again = code.variable(NO), code.variable(YES)

    def turn() -> None:
        over = binary(">=", rounds, ops.Const(ROUNDS))
        site = code.work.site(rules[0].span, rules[0].cites, rules[0].name or "")
        code.when(over, lambda: code.fail("RUNAWAY", site))
        code.emit(ops.SetReg(rounds.reg, plus(rounds, 1)))
        code.emit(ops.SetReg(again.reg, NO))
        for rule in rules:
            _always(code, rule, again)

    if blocks:
        head, inside, after = code.label(), code.label(), code.label()
        code.to(head)
        code.end(ops.Branch(again, inside, after))
        code.begin(inside)
        turn()
        code.end(ops.Jump(head))
        code.begin(after)
    else:
        code.loops.append(None)
        inner = code.nested(turn)
        code.loops.pop()
        code.emit(ops.Loop(again, inner))
    store(NO)


def _always(code: Code, rule: m.Attachment, again: ops.Reg) -> None:
    blocks = code.flow and code.work.facts.asks(rule.body, False)
    if rule.binder is None:
        instances(code, rule, [], lambda: _demanded(code, rule, again, blocks), blocks=blocks)
        return
    binder = rule.binder

    def each() -> None:
        members, reg = collect(code, binder), code.register()
        code.env[binder.local] = ops.Reg(reg)
        still = walked(code, binder, ops.Reg(reg))
        run = lambda: guard(code, still, lambda: _demanded(code, rule, again, blocks), blocks)  # noqa: E731
        over_members(code, members, reg, run, blocks)

    instances(code, rule, [], each, blocks=blocks)


def _demanded(code: Code, rule: m.Attachment, again: ops.Reg, blocks: bool) -> None:
    code.emit(ops.SetReg(again.reg, YES))
    rule_body(code, rule, blocks, body)
