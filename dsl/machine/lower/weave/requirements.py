"""What a legal move must meet: one walk over needs, limits, payments, permissions and what is provided afterwards.

action buy (c: Card in hand of me): requires gold: price of c <= gold of me else "{c} is too dear"

    tests      legal moves and `p can buy` ask them, each as soon as the locals that it reads are known
    reasons    explanations ask them, each by itself, and with it its words, its sides and its parts

Nothing is lowered here: a question is lowered into the procedure of whoever asks it, for legal moves are the faster for
being one piece. A new sort of requirement is one more function here, and one more line in `requirements`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, every, negate, some
from dsl.machine.ir.ops import Expr, Shown
from dsl.machine.lower.builder import Code, Work
from dsl.machine.lower.expr.applications import acting_locals, applies, need_test, part_test
from dsl.machine.lower.expr.expressions import expr, free_locals, with_locals
from dsl.machine.lower.expr.fits import reasons as against
from dsl.machine.lower.expr.in_force import instances
from dsl.machine.lower.expr.sets import argument
from dsl.machine.lower.expr.texts import shown
from dsl.machine.lower.program.effects import conjuncts
from dsl.machine.lower.stmt.calls import call, event_proc
from dsl.machine.lower.stmt.durations import allowed, used
from dsl.machine.lower.weave.event_stages import forbidden
from dsl.machine.lower.weave.payments import Payment, bind_lets, costs, lacking, payable, payments
from dsl.semantics import model as m

Ask = Callable[[Code], Expr]
"""A question: what is written where it is asked, the locals of the action being bound there."""
Within = Callable[[Ask], Ask]
"""Puts a question into the place where a requirement stands: a definition, behind `let` lines, after the effects."""
MISSING = "missing"
"""What the third side of a comparison of bags is called."""
_COMPARES = {"=", "!=", "<", "<=", ">", ">="}


@dataclass(frozen=True, slots=True)
class Test:
    """Something that a legal move must pass. reads: the locals it reads; None: it is asked last, of the whole move."""

    reads: frozenset[m.Local] | None
    make: Ask


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: what is written there, and what it comes to."""

    words: str
    ask: Ask
    shown: Shown


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move may be illegal. called: the name of the function that is `holds`.

    within: where the holes of the words are asked. rule: the name of the rule in its place. trial: everything about it
    is asked when the effects have happened. pays: what is paid, see `NeedInfo`. named: what the names of a definition
    stand for, if it has no words. price: the amount that is paid, where no side is that.
    """

    name: str
    called: str
    holds: Ask
    at: m.Need | m.Limit | m.PayFrom | m.Attachment | m.Expr
    words: m.Template | None = None
    within: Within = lambda ask: ask
    sides: tuple[Side, ...] = ()
    compare: str = ""
    parts: tuple[Reason, ...] = ()
    rule: str = ""
    trial: bool = False
    pays: str = ""
    named: tuple[Side, ...] = ()
    price: m.Expr | None = None


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement, for those who look for legal moves and for those who say why there is none."""

    tests: tuple[Test, ...]
    reasons: Callable[[Work], list[Reason]]


def requirements(action: m.Action, *, demanded: bool = False) -> list[Requirement]:
    """All that a legal move must meet, in the order in which it is asked and told.

    demanded: for a move that a `must` demands.
    """
    return [
        *(_need(action, need) for need in action.needs),
        *(_limit(action, limit, key) for limit, key in action.uses),
        *(_payment(action, payment) for payment in payments(action)),
        _permissions(action, demanded),
        _afterwards(action),
    ]


# ---- needs ----------------------------------------------------------------------------------------------------------


def _need(action: m.Action, need: m.Need) -> Requirement:
    """A `requires`. What lifts it lifts it as a whole if a piece has the rule; else its parts are asked apart."""
    extra = [one for rule in need.lifts for one in (*need.params[: len(rule.params)], *acting_locals(rule))]
    if extra or any(rule.holder for rule in need.lifts):
        reads = frozenset([*free_locals(need.condition), *extra])
        tests = (Test(reads, lambda code: need_test(code, need)),)
    else:
        tests = tuple(_test_of_part(need, part) for part in conjuncts(need.condition))
    pays, price = costs(action, need)
    return Requirement(tests, lambda work: [replace(_reason(work, need, lambda ask: ask), pays=pays, price=price)])


def _test_of_part(need: m.Need, part: m.Expr) -> Test:
    return Test(frozenset(free_locals(part)), lambda code: part_test(code, need, part))


def _reason(work: Work, need: m.Need, within: Within, named: tuple[Side, ...] = ()) -> Reason:
    """A need by itself; of a piece fitting in a zone, why it does not."""
    name, condition = need.name or "", need.condition
    if need.words is None and isinstance(condition, m.FitsIn) and not condition.only:
        alone = _room(work, condition)
        need = replace(need, words=alone[0].words) if len(alone) == 1 else need
    sides, compare = _sides(work, condition, within)
    return Reason(
        name,
        f"need {name}".strip(),
        within(lambda code: need_test(code, need)),
        need,
        need.words,
        within,
        sides,
        compare,
        _parts(work, condition, within, named),
        rule=name,
        named=named if need.words is None else (),
    )


def _parts(work: Work, condition: m.Expr, within: Within, named: tuple[Side, ...] = ()) -> tuple[Reason, ...]:
    """The parts of a condition: of an `and`, or the requirements of the definition that it calls."""
    parts = conjuncts(condition)
    if len(parts) > 1:
        return tuple(part_of(work, part, within, named) for part in parts)
    if isinstance(condition, m.FitsIn) and not condition.only:
        needs = _room(work, condition)
        return tuple(_reason(work, need, within) for need in needs if len(needs) > 1)
    if not isinstance(condition, m.CallDefine) or not condition.define.needs or condition.define.deep:
        return ()
    define, args = condition.define, condition.args

    def inside(ask: Ask) -> Ask:
        def asked(code: Code) -> Expr:
            values = [code.keep(argument(code, arg)) for arg in args]
            return with_locals(code, define.params, values, lambda: ask(code))

        return within(asked)

    given = zip(define.params, args, strict=True)
    now = tuple(_side(work, local.name, arg, within) for local, arg in given if not isinstance(arg.type, m.Many))
    return tuple(_reason(work, need, inside, now) for need in define.needs)


def part_of(work: Work, condition: m.Expr, within: Within = lambda ask: ask, named: tuple[Side, ...] = ()) -> Reason:
    """A condition without words of its own: one part of an `and`, or what a scenario expects."""
    holds = within(lambda code: expr(code, condition))
    sides, compare = _sides(work, condition, within)
    parts = _parts(work, condition, within, named)
    return Reason("", "part", holds, condition, sides=sides, compare=compare, parts=parts, named=named)


def _sides(work: Work, condition: m.Expr, within: Within) -> tuple[tuple[Side, ...], str]:
    """Both sides of a comparison; of two bags also what one lacks of the other."""
    if not (isinstance(condition, m.Op) and condition.op in _COMPARES and len(condition.args) == 2):
        return (), ""
    a, b = condition.args
    sides = (_side(work, _written(a), a, within), _side(work, _written(b), b, within))
    need, have = (a, b) if condition.op == "<=" else (b, a)
    if condition.op in ("<=", ">=") and isinstance(need.type, m.BagOf):
        sides += (_side(work, MISSING, m.Op(need.span, need.type, "-", (need, have)), within),)
    return sides, condition.op


def _side(work: Work, words: str, side: m.Expr, within: Within) -> Side:
    return Side(words, within(lambda code: expr(code, side)), shown(work.program, side.type))


def _written(side: m.Expr) -> str:
    """An expression as it stands in the rules, in one line."""
    return " ".join(side.span.text.split())


def _room(work: Work, asked: m.FitsIn) -> list[m.Need]:
    """What may stand against a piece fitting in a zone, one by one, with words for it."""
    item, zone = asked.item, asked.zone
    words: dict[str, tuple[str | m.Expr, ...]] = {
        "kind": (item, " may not lie in ", zone),
        "room": (zone, " is full"),
        "share": (zone, " holds no more pieces such as ", item),
        "itself": (item, " cannot lie on itself"),
    }
    return [
        m.Need(None, replace(asked, only=name), m.Template(words[name]), (), asked.span)
        for name in against(work.program, asked)
    ]


# ---- limits ---------------------------------------------------------------------------------------------------------


def _limit(action: m.Action, limit: m.Limit, key: m.Expr | None) -> Requirement:
    """A `uses`: the limit is not used up."""

    def holds(code: Code) -> Expr:
        this = code.env[action.this] if action.this is not None else None
        return allowed(code, limit, key, code.env[action.me], this)

    def bound(ask: Ask) -> Ask:
        def asked(code: Code) -> Expr:
            holds(code)  # it binds the locals of the limit
            return ask(code)

        return asked

    def reasons(_work: Work) -> list[Reason]:
        number = Shown("number")
        sides = (
            Side(f"uses of {limit.name}", lambda code: used(code, limit, key), number),
            Side(_written(limit.amount), bound(lambda code: expr(code, limit.amount)), number),
        )
        name = limit.name
        return [Reason(name, f"limit {name}", holds, limit, limit.words, bound, sides, "<", rule=name)]

    reads: frozenset[m.Local] = frozenset([action.me, *([action.this] if action.this else []), *free_locals(key)])
    return Requirement((Test(reads, holds),), reasons)


# ---- payments -------------------------------------------------------------------------------------------------------


def _payment(action: m.Action, payment: Payment) -> Requirement:
    """A `pay` at the beginning of the effects: there is enough."""
    stmt = payment.stmt
    value = (stmt.amount, stmt.subject, stmt.part, tuple(payment.lets.values()))
    reads = frozenset(free_locals((value, tuple((p.amount, p.subject, p.part) for p in payment.before))))

    def holds(code: Code) -> Expr:
        return payable(code, payment)

    def reasons(work: Work) -> list[Reason]:
        sides = _sides_of_payment(work, payment)
        within, pays = _behind(payment), _paid(action, stmt)
        return [Reason("", "payment", holds, stmt, stmt.words, within, sides, "<=", rule=action.name, pays=pays)]

    return Requirement((Test(reads - frozenset(payment.lets), holds),), reasons)


def _paid(action: m.Action, stmt: m.PayFrom) -> str:
    """What is paid; nothing where whoever moves says himself how much."""
    if isinstance(stmt.amount, m.LocalRef) and stmt.amount.local in action.params:
        return ""
    return (stmt.field.name if stmt.part is None else _written(stmt.part)).replace("_", " ")


def _behind(payment: Payment) -> Within:
    """Behind the `let` lines that stand before a payment."""

    def within(ask: Ask) -> Ask:
        def asked(code: Code) -> Expr:
            bind_lets(code, payment.lets)
            return ask(code)

        return asked

    return within


def _sides_of_payment(work: Work, payment: Payment) -> tuple[Side, ...]:
    stmt, within = payment.stmt, _behind(payment)
    have: m.Expr = m.FieldOf(stmt.span, stmt.field.type, stmt.field, stmt.subject)
    there = stmt.field.name if stmt.subject is None else f"{stmt.field.name} of {_written(stmt.subject)}"
    if stmt.part is not None:
        have = m.CountIn(stmt.span, m.Int(0, 0), have, stmt.part)
        there = f"{_written(stmt.part)} in {there}"
    sides = (_side(work, _written(stmt.amount), stmt.amount, within), _side(work, there, have, within))
    if isinstance(stmt.amount.type, m.BagOf):
        missing = within(lambda code: lacking(code, payment))
        sides += (Side(MISSING, missing, shown(work.program, stmt.amount.type)),)
    return sides


# ---- permissions ----------------------------------------------------------------------------------------------------


def _permissions(action: m.Action, demanded: bool) -> Requirement:
    """What `cannot`, `never` and `must` leave, asked together."""
    rules = action.event.permissions

    def applying(code: Code, position: str) -> Expr:
        return some(applies(code, rule, action.params) for rule in rules if rule.position == position)

    def holds(code: Code) -> Expr:
        if demanded:
            return every([applying(code, "must"), negate(applying(code, "never"))])
        return negate(forbidden(code, rules, action.params))

    def reasons(_work: Work) -> list[Reason]:
        return [_reason_of_rule(action, rule) for rule in rules if rule.position != "must"]

    return Requirement((Test(None, holds),), reasons)


def demands(action: m.Action) -> list[Reason]:
    """The `must` that speak of an action and have words: each holds where it demands the move."""

    def demand(rule: m.Attachment) -> Reason:
        def holds(code: Code) -> Expr:
            return applies(code, rule, action.params)

        return replace(_reason_of_rule(action, rule), holds=holds)

    return [demand(rule) for rule in action.event.permissions if rule.position == "must" and rule.words is not None]


def _reason_of_rule(action: m.Action, rule: m.Attachment) -> Reason:
    """A permission, as the requirement that it does not hold (or that a `must` overrides it)."""
    musts = [other for other in action.event.permissions if other.position == "must"]
    rules = [rule, *(musts if rule.position == "cannot" else [])]

    def within(ask: Ask) -> Ask:
        """For the first instance that holds."""

        def asked(code: Code) -> Expr:
            args = [code.env[param] for param in action.params]
            instances(code, rule, args, lambda: code.give(ask(code)))
            return NO

        return asked

    def holds(code: Code) -> Expr:
        return negate(forbidden(code, rules, action.params))

    name = rule.name or rule.position
    return Reason(name, rule.position, holds, rule, rule.words, within, rule=rule.name or "")


# ---- afterwards -----------------------------------------------------------------------------------------------------


def _afterwards(action: m.Action) -> Requirement:
    """What is provided afterwards, tried once for all of it; nothing is tried where nothing is asked."""
    needs = action.afterwards

    def together(code: Code) -> Expr:
        return every(need_test(code, need) for need in needs)

    def holds(code: Code) -> Expr:
        return _after_effects(code, action, together) if needs else YES

    def within(ask: Ask) -> Ask:
        return lambda code: _after_effects(code, action, ask, ask)

    def reasons(work: Work) -> list[Reason]:
        return [replace(_reason(work, need, within), trial=True) for need in needs]

    return Requirement((Test(None, holds),), reasons)


def _after_effects(code: Code, action: m.Action, ask: Ask, key: object = None) -> Expr:
    """What a question would be answered when the effects of an action have happened; 1 if the game ends in them.

    key: tells the questions about one action apart.
    """
    locals_ = _locals(action)

    def make(inner: Code) -> None:
        args = tuple(inner.env[local] for local in locals_)
        call(inner, event_proc(inner, action.event), args, span=action.span)
        inner.give(ask(inner))

    site = code.work.site(action.span, action.cites, action.name)
    params = [(local, 0) for local in locals_]
    proc = code.work.demand(("try", action, key), f"try {action.name}", params, make, site=site)
    return ops.Trial(proc, tuple(code.env[local] for local in locals_), 1)


def _locals(action: m.Action) -> Sequence[m.Local]:
    return [action.me, *([action.this] if action.this else []), *action.params]
