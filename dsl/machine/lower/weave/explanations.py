"""What explanations are made from: the requirements, domains and values of the rules as functions that can be asked.

Nothing here is run by a game. Each requirement of an action becomes a function of (me, this, parameters...), and so
does each side of a comparison in it, each hole of its words, and each part of a definition that it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, choose, limited, negate
from dsl.machine.ir.ops import Expr, NeedInfo
from dsl.machine.lower.builder import Code, Work
from dsl.machine.lower.expr.applications import need_test, value_proc
from dsl.machine.lower.expr.bags import packed
from dsl.machine.lower.expr.expressions import expr, with_locals
from dsl.machine.lower.expr.fits import reasons
from dsl.machine.lower.expr.in_force import instances, single
from dsl.machine.lower.expr.sets import argument, walk_set
from dsl.machine.lower.expr.texts import holes, shown, template_number
from dsl.machine.lower.program.cardinality import size_of_local
from dsl.machine.lower.program.effects import conjuncts
from dsl.machine.lower.stmt.durations import allowed, used
from dsl.machine.lower.weave.event_stages import forbidden
from dsl.machine.lower.weave.legal_moves import after_effects, thises, whole
from dsl.machine.lower.weave.modifiers import apart, changed, in_order
from dsl.machine.lower.weave.payments import Payment, bind_lets, lacking, payable, payments
from dsl.semantics import model as m
from dsl.semantics.types import room

Ask = Callable[[Code], Expr]
_USUAL = {"set", "times", "plus", "least", "most"}
MISSING = "missing"
"""What the third side of a comparison of bags is called."""
_COMPARES = {"=", "!=", "<", "<=", ">", ">="}


class Infos:
    """Makes the infos of one program."""

    def __init__(self, work: Work, root: Code) -> None:
        self.work = work
        self.root = root
        self._count = 0

    # ---- functions --------------------------------------------------------------------------------------------------

    def _function(self, params: Sequence[tuple[m.Local | None, int]], name: str, ask: Ask) -> int:
        self._count += 1
        return self.work.demand(("info", self._count), name, params, lambda code: code.give(ask(code)))

    def _of_action(self, action: m.Action, name: str, ask: Ask) -> int:
        """A function of (me, this, parameters...)."""
        locals_ = [action.me, action.this, *action.params]
        return self._function([(local, 0) for local in locals_], name, ask)

    # ---- actions ----------------------------------------------------------------------------------------------------

    def action(self, action: m.Action) -> ops.ActionInfo:
        """Everything that can be said of an action."""
        work = self.work
        site = work.site(action.span, action.cites, action.name)
        places = {action.me: 0, **{local: 2 + index for index, local in enumerate(action.params)}}
        if action.this is not None:
            places[action.this] = 1
        title = tuple(
            part if isinstance(part, str) else (places[part], shown(work.program, part.type)) for part in action.title
        )
        params = tuple(
            (local.name, shown(work.program, local.type), self._domain(action, index))
            for index, local in enumerate(action.params)
        )
        needs = [self._need(action, need) for need in action.needs]
        needs += [self._limit(action, limit, key) for limit, key in action.uses]
        needs += [self._payment(action, payment) for payment in payments(action)]
        needs += [self._permission(action, rule) for rule in action.event.permissions if rule.position != "must"]
        needs += [self._afterwards(action, need) for need in action.afterwards]
        windows = tuple(work.program.windows.index(window) for window in action.windows)
        offered, legal = thises(self.root, action), whole(self.root, action)
        return ops.ActionInfo(
            action.name,
            title,
            params,
            offered,
            tuple(needs),
            windows,
            legal,
            site,
            label=action.label,
            sorts=(_sort(action.holder if action.this is not None else None), *map(_sort_of, action.params)),
            written=tuple(" ".join(domain.span.text.split()) for domain in action.domains),
        )

    def _domain(self, action: m.Action, index: int) -> int:
        locals_ = [action.me, action.this, *action.params[:index]]
        name = f"{action.params[index].name} of {action.name}"

        def fill(code: Code) -> None:
            walk_set(code, action.domains[index], lambda member: code.emit(ops.Emit((member,))))

        return self.work.demand(("domain", action, index), name, [(local, 0) for local in locals_], fill)

    # ---- requirements -----------------------------------------------------------------------------------------------

    def _need(self, action: m.Action, need: m.Need) -> NeedInfo:
        return self._requirement(action, need, lambda ask: ask)

    def _afterwards(self, action: m.Action, need: m.Need) -> NeedInfo:
        """What is provided afterwards: everything about it is asked when the effects have happened."""

        def inside(ask: Ask) -> Ask:
            self._count += 1
            key = self._count
            return lambda code: after_effects(code, action, ask, 1, key)

        return replace(self._requirement(action, need, inside), trial=True)

    def _requirement(self, action: m.Action, need: m.Need, inside: Callable[[Ask], Ask]) -> NeedInfo:
        """A requirement. inside: puts a question into the place where the requirement stands (a definition)."""
        name = need.name or ""
        if need.words is None and isinstance(need.condition, m.FitsIn) and not need.condition.only:
            against = _room(self.work, need.condition)
            need = replace(need, words=against[0].words) if len(against) == 1 else need
        words = -1 if need.words is None else template_number(self.work, need.words)
        test = self._of_action(action, f"need {name}".strip(), inside(lambda code: need_test(code, need)))
        asked = tuple(self._of_action(action, "hole", inside(hole)) for hole in holes(self.work, need.words))
        operands, compare = self._operands(action, need.condition, inside)
        site = self.work.site(need.span, need.cites, name)
        parts = self._parts(action, need.condition, inside)
        return NeedInfo(name, test, words, asked, operands, compare, parts, site)

    def _operands(
        self, action: m.Action, condition: m.Expr, inside: Callable[[Ask], Ask]
    ) -> tuple[tuple[tuple[str, int, ops.Shown], ...], str]:
        """Both sides of a comparison with what is written there."""
        if not (isinstance(condition, m.Op) and condition.op in _COMPARES and len(condition.args) == 2):
            return (), ""
        sides = tuple(self._side(action, " ".join(side.span.text.split()), side, inside) for side in condition.args)
        a, b = condition.args
        if condition.op in ("<=", ">="):
            sides += self._missing(action, *((a, b) if condition.op == "<=" else (b, a)), inside)
        return sides, condition.op

    def _side(
        self, action: m.Action, words: str, side: m.Expr, inside: Callable[[Ask], Ask]
    ) -> tuple[str, int, ops.Shown]:
        """What is written at one side, and what it comes to."""
        asked = self._of_action(action, "side", inside(lambda code: expr(code, side)))
        return words, asked, shown(self.work.program, side.type)

    def _missing(
        self, action: m.Action, need: m.Expr, have: m.Expr, inside: Callable[[Ask], Ask]
    ) -> tuple[tuple[str, int, ops.Shown], ...]:
        """Of two bags, what one lacks of the other, behind the two sides."""
        if not isinstance(need.type, m.BagOf):
            return ()
        return (self._side(action, MISSING, m.Op(need.span, need.type, "-", (need, have)), inside),)

    def _parts(self, action: m.Action, condition: m.Expr, inside: Callable[[Ask], Ask]) -> tuple[NeedInfo, ...]:
        """The parts of a condition: of an `and`, or the requirements of the definition that it calls."""
        parts = conjuncts(condition)
        if len(parts) > 1:
            return tuple(self._condition(action, part, inside) for part in parts)
        if isinstance(condition, m.FitsIn) and not condition.only:
            against = _room(self.work, condition)
            return tuple(self._requirement(action, need, inside) for need in against if len(against) > 1)
        if not isinstance(condition, m.CallDefine) or not condition.define.needs:
            return ()
        define, args = condition.define, condition.args

        def within(ask: Ask) -> Ask:
            def asked(code: Code) -> Expr:
                values = [code.keep(argument(code, arg)) for arg in args]
                return with_locals(code, define.params, values, lambda: ask(code))

            return inside(asked)

        return tuple(self._requirement(action, need, within) for need in define.needs)

    def _condition(self, action: m.Action, condition: m.Expr, inside: Callable[[Ask], Ask]) -> NeedInfo:
        """One part of an `and`."""
        test = self._of_action(action, "part", inside(lambda code: expr(code, condition)))
        operands, compare = self._operands(action, condition, inside)
        parts = self._parts(action, condition, inside)
        return NeedInfo("", test, -1, (), operands, compare, parts, self.work.site(condition.span))

    def _limit(self, action: m.Action, limit: m.Limit, key: m.Expr | None) -> NeedInfo:
        def bound(ask: Ask) -> Ask:
            def asked(code: Code) -> Expr:
                this = code.env[action.this] if action.this is not None else None
                allowed(code, limit, key, code.env[action.me], this)
                return ask(code)

            return asked

        test = self._of_action(
            action,
            f"limit {limit.name}",
            lambda code: allowed(
                code, limit, key, code.env[action.me], code.env[action.this] if action.this is not None else None
            ),
        )
        words = -1 if limit.words is None else template_number(self.work, limit.words)
        asked = tuple(self._of_action(action, "hole", bound(hole)) for hole in holes(self.work, limit.words))
        number = ops.Shown("number")
        sides = (
            (f"uses of {limit.name}", self._of_action(action, "side", lambda code: used(code, limit, key)), number),
            (
                " ".join(limit.amount.span.text.split()),
                self._of_action(action, "side", bound(lambda code: expr(code, limit.amount))),
                number,
            ),
        )
        site = self.work.site(limit.span, limit.cites, limit.name)
        return NeedInfo(limit.name, test, words, asked, sides, "<", (), site)

    def _payment(self, action: m.Action, payment: Payment) -> NeedInfo:
        stmt = payment.stmt

        def after_lets(ask: Ask) -> Ask:
            def asked(code: Code) -> Expr:
                bind_lets(code, payment.lets)
                return ask(code)

            return asked

        test = self._of_action(action, "payment", lambda code: payable(code, payment))
        words = -1 if stmt.words is None else template_number(self.work, stmt.words)
        asked = tuple(self._of_action(action, "hole", after_lets(hole)) for hole in holes(self.work, stmt.words))
        have: m.Expr = m.FieldOf(stmt.span, stmt.field.type, stmt.field, stmt.subject)
        of = f" of {' '.join(stmt.subject.span.text.split())}" if stmt.subject is not None else ""
        there = f"{stmt.field.name}{of}"
        if stmt.part is not None:
            have = m.CountIn(stmt.span, m.Int(0, 0), have, stmt.part)
            there = f"{' '.join(stmt.part.span.text.split())} in {there}"
        sides = (
            self._side(action, " ".join(stmt.amount.span.text.split()), stmt.amount, after_lets),
            self._side(action, there, have, after_lets),
        )
        if isinstance(stmt.amount.type, m.BagOf):
            missing = self._of_action(action, "side", after_lets(lambda code: lacking(code, payment)))
            sides += ((MISSING, missing, shown(self.work.program, stmt.amount.type)),)
        site = self.work.site(stmt.span, stmt.cites, action.name)
        return NeedInfo("", test, words, asked, sides, "<=", (), site)

    def _permission(self, action: m.Action, rule: m.Attachment) -> NeedInfo:
        """A `cannot` or `never`, as the requirement that it does not hold (or that a `must` overrides it)."""
        musts = [other for other in action.event.permissions if other.position == "must"]
        rules = [rule, *(musts if rule.position == "cannot" else [])]
        test = self._of_action(action, rule.position, lambda code: negate(forbidden(code, rules, action.params)))
        words = -1 if rule.words is None else template_number(self.work, rule.words)
        asked = tuple(self._of_rule(action, rule, hole) for hole in holes(self.work, rule.words))
        site = self.work.site(rule.span, rule.cites, rule.name or "")
        return NeedInfo(rule.name or rule.position, test, words, asked, (), "", (), site)

    def _of_rule(self, action: m.Action, rule: m.Attachment, hole: Ask) -> int:
        """A hole of the words of a rule, for the first instance that holds."""

        def ask(code: Code) -> Expr:
            args = [code.env[param] for param in action.params]
            instances(code, rule, args, lambda: code.give(hole(code)))
            return NO

        return self._of_action(action, "hole", ask)

    # ---- tracks -----------------------------------------------------------------------------------------------------

    def limit(self, field: m.Field, track: m.Track) -> None:
        """The function that says where the marker of a track can be raised to now."""
        limit = track.limit
        if limit is not None:
            params = [(track.this, 0)] if track.this is not None else []
            name = f"limit of {field.name}"
            self.work.demand(("limit of", field), name, params, lambda code: code.give(expr(code, limit)))

    # ---- values -----------------------------------------------------------------------------------------------------

    def value(self, value: m.Value) -> ops.ValueInfo:
        """Everything that can be said of a value."""
        program = self.work.program
        modifiers = [self._modifier(value, rule) for rule in in_order(value)]
        return ops.ValueInfo(
            name=value.name,
            proc=value_proc(self.root, value),
            base=value_proc(self.root, value, True),
            modifiers=tuple(modifiers),
            params=tuple(shown(program, param.type) for param in value.params),
            shown=shown(program, value.type),
            site=self.work.site(value.span, value.cites, value.name),
        )

    def _modifier(self, value: m.Value, rule: m.Attachment) -> ops.ModifierInfo:
        """A modifier; where several pieces have it, its functions are asked of one of them at a time."""
        params: list[tuple[m.Local | None, int]] = [
            (param, size_of_local(self.work.program, param)) for param in value.params
        ]
        name, holder, amount = rule.name or "", rule.holder, rule.amount
        assert amount is not None
        owned = isinstance(holder, m.Card | m.Kind) and 0 < holder.first <= holder.last
        first, last = (holder.first, holder.last) if owned and isinstance(holder, m.Card | m.Kind) else (0, 0)
        piece = m.Local("piece", m.Ref(self.work.program.piece_kind), None)
        if first < last:
            params.append((piece, 0))

        def each(code: Code, body: Callable[[], None]) -> None:
            args = [code.env[param] for param in value.params]
            if first == 0:
                instances(code, rule, args, body)
            else:
                single(code, rule, args, code.env[piece] if first < last else ops.Const(first), body)

        def active(code: Code) -> Expr:
            each(code, lambda: code.give(YES))
            return NO

        wide = m.BagOf(amount.type.enum, room(amount.type.enum)) if isinstance(amount.type, m.BagOf) else None

        def total(code: Code) -> Expr:
            how = "plus" if rule.change == "minus" else rule.change
            found = [code.variable(NO) for _ in (wide.enum.values if wide else [amount])]
            first = code.variable(YES)

            def add() -> None:
                for one, now in zip(found, apart(code, amount), strict=True):
                    here = code.keep(now)
                    new = changed(how, one, here)
                    code.emit(ops.SetReg(one.reg, choose(first, here, new)))
                code.emit(ops.SetReg(first.reg, NO))

            each(code, add)
            return found[0] if wide is None else packed([limited(one, 0, wide.most) for one in found], wide)

        site = self.work.site(rule.span, rule.cites, name)
        asked = self._function(params, f"{value.name} active", active)
        told = self._function(params, "amount", total)
        layer = (rule.layer or "") if set(value.layers) - _USUAL else ""
        reads = None if wide is None else shown(self.work.program, wide)
        if first < last:
            return ops.ModifierInfo(name, rule.change, asked, told, 0, site, first, last, layer, reads)
        return ops.ModifierInfo(name, rule.change, asked, told, first, site, layer=layer, shown=reads)


def _sort(kind: m.Card | m.Kind | None) -> tuple[int, int]:
    """The first and last entity of a kind or card, (0, 0) if there is none."""
    return (kind.first, kind.last) if kind is not None else (0, 0)


def _sort_of(local: m.Local) -> tuple[int, int]:
    """The same of what a parameter may be."""
    return _sort(local.type.kind if isinstance(local.type, m.Ref) else None)


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
        for name in reasons(work.program, asked)
    ]
