"""The stages of an event, written into the procedure of the event (or, for `at once`, into that of the batch).

    permissions -> instead -> before -> effect -> always -> after

Each stage writes nothing when no rule is attached. A rule with effects is written out where it runs, for each of its
instances that is in force. An `after` rule of a piece that has left the active zones by the event itself, or is not
live any more, still runs: who was in force is noted before the effect (`Lock`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, between, both, either, negate, some
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, Fill
from dsl.machine.lower.control import guard
from dsl.machine.lower.expr.applications import applies
from dsl.machine.lower.expr.in_force import holder_kind, instances, life, reach, taken_out
from dsl.machine.lower.program.effects import Tokens
from dsl.machine.lower.program.kinds import holding, is_a
from dsl.machine.lower.stmt.durations import Run, rule_body
from dsl.machine.lower.weave.replacing import chosen
from dsl.semantics import model as m


@dataclass(slots=True)
class Hooks:
    """The rules that are attached to an event, those that do not concern this procedure left out."""

    permissions: list[m.Attachment] = field(default_factory=list[m.Attachment])
    instead: list[m.Attachment] = field(default_factory=list[m.Attachment])
    before: list[m.Attachment] = field(default_factory=list[m.Attachment])
    after: list[m.Attachment] = field(default_factory=list[m.Attachment])

    @property
    def any(self) -> bool:
        """Whether there is a rule at all."""
        return bool(self.permissions or self.instead or self.before or self.after)


def hooks_of(event: m.Event, keep: Callable[[m.Attachment], bool]) -> Hooks:
    """The hooks of an event, filtered."""
    parts = (event.permissions, event.instead, event.before, event.after)
    return Hooks(*([rule for rule in part if keep(rule)] for part in parts))


def forbidden(code: Code, permissions: Sequence[m.Attachment], params: Sequence[m.Local]) -> Expr:
    """Whether permissions forbid something: `never` beats `must` beats `cannot`."""
    asked = {
        position: some(applies(code, rule, params) for rule in permissions if rule.position == position)
        for position in ("never", "must", "cannot")
    }
    return either(asked["never"], both(asked["cannot"], negate(asked["must"])))


def arguments_of(code: Code, params: Sequence[m.Local]) -> list[Expr]:
    """The parameters of an event as they are now."""
    return [code.env[param] for param in params]


def replace(code: Code, event: m.Event, rules: Sequence[m.Attachment], run: Run, done: Fill) -> None:
    """The first `instead of` rule that is in force, or the chosen one, runs its body; then `done` leaves the event.

    While its body is written, the event means the event without this rule and those that have replaced it already.
    """
    for rule, may in zip(rules, chosen(code, event, rules), strict=True):

        def body(rule: m.Attachment = rule) -> None:
            outer = code.used
            code.used = {**outer, event: code.replaced | {rule}}
            rule_body(code, rule, run)
            code.used = outer
            done()

        def act(rule: m.Attachment = rule, body: Fill = body) -> None:
            instances(code, rule, arguments_of(code, event.params), body, blocks=code.flow)

        guard(code, may, act, code.flow)


def react(
    code: Code, event: m.Event, rules: Sequence[m.Attachment], run: Run, locks: dict[m.Attachment, Lock] | None = None
) -> None:
    """Rules before or after an event."""
    for rule in rules:
        blocks = code.flow and code.work.facts.asks(rule.body, False)
        lock = (locks or {}).get(rule)
        alive = None if lock is None else _alive(code, rule, lock)
        instances(
            code,
            rule,
            arguments_of(code, event.params),
            lambda rule=rule: rule_body(code, rule, run),
            blocks=blocks,
            alive=alive,
        )


# ---- who was in force before the effect -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lock:
    """Who was in force before the effect: a register that says it of the one piece that counts, or a list of pieces."""

    reg: int
    many: bool


def lockable(code: Code, rules: Sequence[m.Attachment], writes: Tokens) -> list[m.Attachment]:
    """The `after` rules whose pieces the effect may take out of force: by moving them, or by what `live when` asks."""
    program = code.work.program
    found: list[m.Attachment] = []
    for rule in rules:
        if not isinstance(rule.holder, m.Card | m.Kind):
            continue
        kind = holder_kind(rule)
        zones = holding(program, kind) if is_a(kind, program.piece_kind) else ()
        if writes & frozenset(zone for zone in zones if zone.active) or writes & code.work.facts.live_reads(kind):
            found.append(rule)
    return found


def take_locks(code: Code, event: m.Event, rules: Sequence[m.Attachment], writes: Tokens) -> dict[m.Attachment, Lock]:
    """Note who is in force now, for the `after` rules that need it."""
    locks: dict[m.Attachment, Lock] = {}
    for rule in lockable(code, rules, writes):
        code.env.update(zip(rule.params, arguments_of(code, event.params), strict=False))
        holder, found = rule.holder, reach(code, rule)
        assert isinstance(holder, m.Card | m.Kind)
        if found.how == "self":
            piece = code.env[event.params[found.param]]
            locks[rule] = Lock(code.variable(in_force(code, rule, piece), number=True).reg, False)
        else:
            locks[rule] = Lock(lock_list(code, holder), True)
    return locks


def in_force(code: Code, rule: m.Attachment, piece: Expr) -> Expr:
    """Whether a piece (a simple expression) has a rule and is in force now."""
    holder = rule.holder
    assert isinstance(holder, m.Card | m.Kind)
    return both(between(piece, *holder.reach), life(code, holder, piece))


def lock_list(code: Code, holder: m.Card | m.Kind) -> int:
    """A list of the holder's pieces that are in force now."""
    low, high = holder.reach
    members, reg = code.register(max(1, high - low + 1)), code.register()
    code.emit(ops.ListClear(members))
    piece = ops.Reg(reg)
    add = ops.IfDo(life(code, holder, piece), (ops.ListAdd(members, piece, False),), ())
    code.emit(ops.ForRange(reg, ops.Const(low), ops.Const(high), 1, (add,)))
    return members


def _alive(code: Code, rule: m.Attachment, lock: Lock) -> Callable[[Expr], Expr]:
    holder = rule.holder
    assert isinstance(holder, m.Card | m.Kind)

    def alive(piece: Expr) -> Expr:
        was = ops.ListHas(lock.reg, piece) if lock.many else ops.Reg(lock.reg)
        return either(life(code, holder, piece), both(was, taken_out(code, holder, piece)))

    return alive


# ---- the whole ------------------------------------------------------------------------------------------------------


def in_stages(code: Code, event: m.Event, hooks: Hooks, run: Run, effect: Fill, writes: Tokens) -> None:
    """All stages; the value is 1 if the event has happened."""
    guard(code, forbidden(code, hooks.permissions, event.params), lambda: code.give(NO), code.flow)
    replace(code, event, hooks.instead, run, lambda: code.give(NO))
    react(code, event, hooks.before, run)
    locks = take_locks(code, event, hooks.after, writes)
    effect()
    react(code, event, hooks.after, run, locks)
    code.give(YES)
