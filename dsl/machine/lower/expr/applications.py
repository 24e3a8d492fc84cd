"""What is applied to arguments: definitions, values, requirements, and rules that only say yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, choose, every, limited, plus, simple, some
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.machine.lower.expr.expressions import ask, expr, free_locals, on, spilled, test, with_locals
from dsl.machine.lower.program.cardinality import size_of_local
from dsl.semantics import model as m
from dsl.semantics.walk import walk

_SMALL = 14
"""Nodes of a definition that is written out where it is used."""

_DEEPEST = 4
"""So many are written out inside each other at most: two calls in each, and a chain of forty would be a terabyte."""


def call_define(code: Code, node: m.CallDefine) -> Expr:
    """A definition: written out if it is small, else a call of its function."""
    define = node.define
    if isinstance(define.type, m.Many):
        raise NotLowered(node.span, f"`{define.name}` is a set")
    if _takes_sets(node.args):
        return ask(code, node, f"define {define.name}", lambda inner: code.work.makers.set(inner, node))
    if _absent(code, define.params, node.args):
        return _if_there(code, node, define.params, define_proc(code, define))
    args = [expr(code, arg) for arg in node.args]
    body = define.body
    if body is not None and _may_be_written(code, define) and _written_out(define.params, body, args):
        return _written(code, define, node.args, args, body)
    return ops.Call(define_proc(code, define), tuple(args))


def _absent(code: Code, params: Sequence[m.Local], given: Sequence[m.Expr]) -> list[int]:
    """The arguments that may be none although the game never gives none there. Only scenarios have such."""
    presence = code.work.facts.presence
    return [
        index
        for index, (param, arg) in enumerate(zip(params, given, strict=True))
        if isinstance(param.type, m.Ref) and presence.local(param) and not code.there(arg)
    ]


def _if_there(code: Code, node: m.CallDefine | m.ValueOf, params: Sequence[m.Local], proc: int) -> Expr:
    """A call, or 0 if an argument is none that must not be."""
    absent = _absent(code, params, node.args)

    def use(parts: list[Expr]) -> Expr:
        return choose(every(parts[index] for index in absent), ops.Call(proc, tuple(parts)), NO)

    return spilled(code, node, [expr(code, arg) for arg in node.args], use)


def _written(
    code: Code, thing: m.Define | m.Value, given: Sequence[m.Expr], args: Sequence[Expr], body: m.Expr
) -> Expr:
    """The body of a definition or value, written out. What is known of the arguments is known of the parameters."""
    sure = known_there(code, thing.params, given)
    before, code.sure = code.sure, code.sure | sure
    code.inlining.append(thing)
    result = with_locals(code, thing.params, args, lambda: expr(code, body))
    code.inlining.pop()
    code.sure = before
    return result


def known_there(code: Code, params: Sequence[m.Local], given: Sequence[m.Expr]) -> frozenset[m.Local]:
    """The parameters whose arguments are surely not none."""
    return frozenset(param for param, arg in zip(params, given, strict=True) if code.there(arg))


def _takes_sets(args: Sequence[m.Expr]) -> bool:
    """Whether an argument is a set that must be collected first."""
    return any(isinstance(arg.type, m.Many) and not isinstance(arg, m.LocalRef) for arg in args)


def define_proc(code: Code, define: m.Define) -> int:
    """The function of a definition."""
    work = code.work
    params = [(param, size_of_local(work.program, param)) for param in define.params]
    site = work.site(define.span, define.cites, define.name)
    return work.demand(
        ("define", define),
        f"define {define.name}",
        params,
        lambda inner: work.makers.define(inner, define),
        site=site,
        deep=define.deep,
    )


def _may_be_written(code: Code, thing: m.Define | m.Value) -> bool:
    """Whether one more definition or value may be written out here."""
    return not thing.deep and thing not in code.inlining and len(code.inlining) < _DEEPEST


def _written_out(params: Sequence[m.Local], body: m.Expr, args: Sequence[Expr]) -> bool:
    """Whether a body is small, and no argument that is not simple is written twice."""
    nodes = list(walk(body))
    if len(nodes) > _SMALL:
        return False
    used = [part.local for part in nodes if isinstance(part, m.LocalRef)]
    return all(simple(arg) or used.count(param) <= 1 for param, arg in zip(params, args, strict=True))


def value_of(code: Code, node: m.ValueOf) -> Expr:
    """A value: its base where nothing can modify it, else a call of its function."""
    value = node.value
    if _takes_sets(node.args):
        return ask(code, node, f"value {value.name}", lambda inner: code.work.makers.set(inner, node))
    if _absent(code, value.params, node.args):
        return _if_there(code, node, value.params, value_proc(code, value, node.printed))
    args = [expr(code, arg) for arg in node.args]
    plain = node.printed or not value.modifiers
    plain = plain and (node.printed or is_limited(value) is not None) and _may_be_written(code, value)
    if plain and _written_out(value.params, value.base, args):
        return limit(value, _written(code, value, node.args, args, value.base))
    return ops.Call(value_proc(code, value, node.printed), tuple(args))


def value_proc(code: Code, value: m.Value, printed: bool = False) -> int:
    """The function of a value; printed: without its modifiers."""
    work = code.work
    params = [(param, size_of_local(work.program, param)) for param in value.params]
    site = work.site(value.span, value.cites, value.name)
    name = f"printed {value.name}" if printed else f"value {value.name}"
    return work.demand(
        ("value", value, printed),
        name,
        params,
        lambda inner: work.makers.value(inner, value, printed),
        site=site,
        deep=value.deep,
    )


def is_limited(value: m.Value) -> bool | None:
    """Whether the base of a value must be limited; None: it may be beyond its ends, and that is an error."""
    if not isinstance(value.type, m.Int) or not isinstance(value.base.type, m.Int):
        return False
    if value.type.low <= value.base.type.low and value.base.type.high <= value.type.high:
        return False
    return None if value.type.overflow == "error" else True


def limit(value: m.Value, base: Expr) -> Expr:
    """The base of a value, limited if it stops at the ends."""
    if is_limited(value) and isinstance(value.type, m.Int):
        return limited(base, value.type.low, value.type.high)
    return base


def can_act(code: Code, node: m.CanAct) -> Expr:
    """`p can attack`: a call of the function that looks for a legal move."""
    work, action = code.work, node.action
    name = f"can {action.name}"
    proc = work.demand(("can", action), name, [(action.me, 0)], lambda inner: work.makers.can(inner, action))
    return on(code, node, node.player, lambda player: ops.Call(proc, (player,)))


def need_test(code: Code, need: m.Need) -> Expr:
    """Whether a requirement holds or is lifted."""
    return part_test(code, need, need.condition)


def part_test(code: Code, need: m.Need, part: m.Expr) -> Expr:
    """Whether a part of the condition of a requirement holds, or the requirement is lifted."""
    return some([expr(code, part), *(applies(code, rule, need.params) for rule in need.lifts)])


def applies(code: Code, rule: m.Attachment, params: Sequence[m.Local]) -> Expr:
    """Whether a rule without effects (a permission, a lift, a silencer) holds for these locals."""
    work = code.work
    args = [code.env[param] for param in params[: len(rule.params)]]
    if rule.holder is None and not rule.silenced:
        return with_locals(code, rule.params, args, lambda: test(code, rule.when))
    acting = acting_locals(rule)
    sized = [(param, size_of_local(work.program, param)) for param in (*rule.params, *acting)]
    site = work.site(rule.span, rule.cites, rule.name or "")
    name = f"{rule.position} {rule.name or ''}".strip()
    proc = work.demand(("applies", rule), name, sized, lambda inner: work.makers.applies(inner, rule), site=site)
    return ops.Call(proc, (*args, *(code.env[one] for one in acting)))


def counted(code: Code, node: m.Counted) -> Expr:
    """Yes: a call of a function that counts how often it is called."""
    work, base = code.work, code.work.slots.fields[node.field]
    high = cast(m.Int, node.field.type).high

    def fill(inner: Code) -> None:
        inner.emit(ops.Store(base, NO, plus(ops.Load(base, NO), 1), 0, high, "stops", 0))
        inner.give(YES)

    return ops.Call(work.demand(("counted", node.field), "counted", [], fill), ())


def acting_locals(rule: m.Attachment) -> list[m.Local]:
    """The locals that a rule takes from where it is asked: `me` of the action that it is attached to."""
    bound = [*rule.params, *([rule.this] if rule.this else [])]
    if isinstance(rule.holder, m.Lasting):
        bound += rule.holder.captured
    return [one for one in free_locals((rule.when, rule.amount)) if one not in bound]
