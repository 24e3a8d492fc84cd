"""What explanations are made from: the requirements, domains and values of the rules as functions that can be asked.

Nothing here is run by a game. Each requirement of an action becomes a function of (me, this, parameters...), and so
does each side of a comparison in it, each hole of its words, and each part of a definition that it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, choose, limited
from dsl.machine.ir.ops import Expr, NeedInfo
from dsl.machine.lower.builder import Code, Work
from dsl.machine.lower.expr.applications import define_proc, need_test, value_proc
from dsl.machine.lower.expr.bags import packed
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.in_force import instances, single
from dsl.machine.lower.expr.sets import walk_set
from dsl.machine.lower.expr.texts import holes, shown, template_number
from dsl.machine.lower.program.asked_of import asked_by
from dsl.machine.lower.program.cardinality import size_of_local
from dsl.machine.lower.program.kinds import is_a
from dsl.machine.lower.stmt.ages import age_of
from dsl.machine.lower.weave.legal_moves import thises, whole
from dsl.machine.lower.weave.modifiers import apart, changed, in_order
from dsl.machine.lower.weave.requirements import Ask, Reason, demands, part_of, requirements
from dsl.semantics import model as m
from dsl.semantics.types import room

YES_NO: Final = ops.Shown("bool")
_USUAL = {"set", "times", "plus", "least", "most"}


class Infos:
    """Makes the infos of one program."""

    def __init__(self, work: Work, root: Code) -> None:
        self.work = work
        self.root = root

    # ---- functions --------------------------------------------------------------------------------------------------

    def _function(self, params: Sequence[tuple[m.Local | None, int]], name: str, ask: Ask) -> int:
        return self.work.demand(("info", ask), name, params, lambda code: code.give(ask(code)))

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
        locals_ = [action.me, action.this, *action.params]
        needs = tuple(self._reason(locals_, reason) for each in requirements(action) for reason in each.reasons(work))
        windows = tuple(work.program.windows.index(window) for window in action.windows)
        offered, legal = thises(self.root, action), whole(self.root, action)
        return ops.ActionInfo(
            action.name,
            title,
            params,
            offered,
            needs,
            windows,
            legal,
            site,
            label=action.label,
            demands=tuple(self._reason(locals_, reason) for reason in demands(action)),
            kinds=tuple(_kind_of(work.program, param) for param in action.params),
            refusals=tuple(self._refusal(action, index) for index in range(len(params))),
            asks=asked_by(work.facts, action),
            sorts=(_sort(action.holder if action.this is not None else None), *map(_sort_of, action.params)),
        )

    def _domain(self, action: m.Action, index: int) -> int:
        locals_ = [action.me, action.this, *action.params[:index]]
        name = f"{action.params[index].name} of {action.name}"

        def fill(code: Code) -> None:
            walk_set(code, action.domains[index], lambda member: code.emit(ops.Emit((member,))))

        return self.work.demand(("domain", action, index), name, [(local, 0) for local in locals_], fill)

    def _refusal(self, action: m.Action, index: int) -> NeedInfo | None:
        """What is told of a thing that cannot be named for a parameter."""
        words = action.refusals[index]
        if words is None:
            return None
        locals_ = [action.me, action.this, *action.params[: index + 1]]
        name = action.params[index].name
        return self._reason(locals_, Reason(name, f"refusal {name}", lambda _code: NO, action.domains[index], words))

    # ---- requirements -----------------------------------------------------------------------------------------------

    def condition(self, condition: m.Expr) -> NeedInfo:
        """A condition of a scenario in its parts: functions of nothing."""
        return self._reason((), part_of(self.work, condition))

    def _reason(self, locals_: Sequence[m.Local | None], reason: Reason) -> NeedInfo:
        """A requirement with the functions that are asked about it: of an action, functions of (me, this,
        parameters...).
        """
        work, words = self.work, reason.words
        params = [(local, 0) for local in locals_]
        number = -1 if words is None else template_number(work, words)
        test = self._function(params, reason.called, reason.holds)
        asked = tuple(self._function(params, "hole", reason.within(hole)) for hole in holes(work, words))
        sides = tuple((side.words, self._function(params, "side", side.ask), side.shown) for side in reason.sides)
        cites = () if isinstance(reason.at, m.Expr) else reason.at.cites
        site = work.site(reason.at.span, cites, reason.rule)
        parts = tuple(self._reason(locals_, part) for part in reason.parts)
        named = tuple((side.words, self._function(params, "named", side.ask), side.shown) for side in reason.named)
        name, compare, trial, pays = reason.name, reason.compare, reason.trial, reason.pays
        paid = reason.price
        price = -1 if paid is None else self._function(params, "price", lambda code: expr(code, paid))
        return NeedInfo(name, test, number, asked, sides, compare, parts, site, trial, pays, named, price)

    # ---- tracks -----------------------------------------------------------------------------------------------------

    def limit(self, field: m.Field, track: m.Track) -> None:
        """The function that says where the marker of a track can be raised to now."""
        limit = track.limit
        if limit is not None:
            params = [(track.this, 0)] if track.this is not None else []
            name = f"limit of {field.name}"
            self.work.demand(("limit of", field), name, params, lambda code: code.give(expr(code, limit)))

    # ---- measures ----------------------------------------------------------------------------------------------------

    def measure(self, measured: m.Measured) -> ops.MeasureInfo:
        """How a measure is taken."""
        measure, work = measured.measure, self.work
        proc = -1
        if not measured.fields:
            taking = measure.takings[0]
            params = [(taking.player, 0)] if taking.player is not None else []
            proc = self._function(params, measure.name, lambda code: expr(code, taking.body))
        slots = tuple(work.slots.fields[each] for each in measured.fields)
        site = work.site(measure.span, measure.cites, measure.name)
        return ops.MeasureInfo(measure.name, measure.each, measure.when, proc, slots, site)

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
            takes=tuple(map(_takes, value.params)),
            label=value.label,
        )

    def explained(self, value: m.Value) -> ops.ValueInfo:
        """The same of a value, with what its base is a sum of."""
        return replace(self.value(value), terms=self._terms(value.params, value.base))

    def defined(self, define: m.Define) -> ops.ValueInfo:
        """A definition as a value that nothing changes, with its parts: those of a sum, or its requirements."""
        program, proc = self.work.program, define_proc(self.root, define)
        params = [(param, 0) for param in define.params]
        needs = tuple(
            (need.name or "", self._function(params, "need", lambda code, need=need: need_test(code, need)), YES_NO)
            for need in define.needs
        )
        return ops.ValueInfo(
            name=define.name,
            proc=proc,
            base=proc,
            modifiers=(),
            params=tuple(shown(program, param.type) for param in define.params),
            shown=shown(program, define.type),
            site=self.work.site(define.span, define.cites, define.name),
            takes=tuple(map(_takes, define.params)),
            terms=needs if define.body is None else self._terms(define.params, define.body),
        )

    def _terms(self, params: Sequence[m.Local], whole: m.Expr) -> tuple[tuple[str, int, ops.Shown], ...]:
        """What an expression is a sum of, in each of its cases; nothing if it is none. In other cases than that of the
        position such a part is 0.
        """
        found = [
            (sign, term, _given(term, given), bool(given))
            for case, given in _cases(whole)
            for sign, term in _summands(case)
        ]
        locals_ = [(param, size_of_local(self.work.program, param)) for param in params]
        return tuple(
            (
                sign + " ".join(term.span.text.split()),
                self._function(locals_, "term", lambda code, asked=asked: expr(code, asked)),
                shown(self.work.program, term.type),
            )
            for sign, term, asked, is_case in (found if len(found) > 1 else ())
            if not (is_case and isinstance(term, m.Const))  # the number itself says it
        )

    def _modifier(self, value: m.Value, rule: m.Attachment) -> ops.ModifierInfo:
        """A modifier; where several pieces have it, its functions are asked of one of them at a time."""
        params: list[tuple[m.Local | None, int]] = [
            (param, size_of_local(self.work.program, param)) for param in value.params
        ]
        name, holder, amount = rule.name or "", rule.holder, rule.amount
        assert amount is not None
        owned = isinstance(holder, m.Card | m.Kind) and 0 < holder.reach[0] <= holder.reach[1]
        first, last = holder.reach if owned and isinstance(holder, m.Card | m.Kind) else (0, 0)
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
        age = -1
        if rule.layer in value.by_age:

            def since(code: Code) -> Expr:
                each(code, lambda: code.give(age_of(code, rule)))
                return NO

            age = self._function(params, "age", since)
        reads = None if wide is None else shown(self.work.program, wide)
        if first < last:
            return ops.ModifierInfo(name, rule.change, asked, told, 0, site, first, last, layer, reads, age)
        return ops.ModifierInfo(name, rule.change, asked, told, first, site, layer=layer, shown=reads, age=age)


Given = tuple[tuple[m.Expr, bool], ...]
"""Conditions, and whether they hold."""


def _cases(whole: m.Expr, given: Given = ()) -> list[tuple[m.Expr, Given]]:
    """The cases of a number that depends on conditions, each with those that it is chosen by."""
    if not isinstance(whole, m.IfExpr) or not isinstance(whole.type, m.Int):
        return [(whole, given)]
    return [
        *_cases(whole.then, (*given, (whole.condition, True))),
        *_cases(whole.otherwise, (*given, (whole.condition, False))),
    ]


def _given(term: m.Expr, given: Given) -> m.Expr:
    """A part of a case: 0 where its conditions are otherwise."""
    nothing = m.Const(term.span, m.Int(0, 0), 0)
    for condition, holds in reversed(given):
        then, otherwise = (term, nothing) if holds else (nothing, term)
        term = m.IfExpr(term.span, term.type, condition, then, otherwise)
    return term


def _summands(whole: m.Expr, sign: str = "") -> list[tuple[str, m.Expr]]:
    """The parts of a sum of numbers, with `minus ` before what is taken away."""
    if not isinstance(whole, m.Op) or whole.op not in ("+", "-") or not isinstance(whole.type, m.Int):
        return [(sign, whole)]
    left, right = whole.args
    other = sign if whole.op == "+" else "" if sign else "minus "
    return [*_summands(left, sign), *_summands(right, other)]


def is_sum(whole: m.Expr) -> bool:
    """Whether an expression has parts that are added, or cases."""
    return sum(len(_summands(case)) for case, _ in _cases(whole)) > 1


def can_be_asked(define: m.Define) -> bool:
    """Whether a definition is one value, of things that can be named."""
    alone = not isinstance(define.type, m.Many | m.ZoneValue)
    return alone and not any(isinstance(param.type, m.Many | m.ZoneValue) for param in define.params)


def _sort(kind: m.Card | m.Kind | None) -> tuple[int, int]:
    """The first and last entity of a kind or card, (0, 0) if there is none."""
    return kind.reach if kind is not None else (0, 0)


def _sort_of(local: m.Local) -> tuple[int, int]:
    """The same of what a parameter may be."""
    return _sort(local.type.kind if isinstance(local.type, m.Ref) else None)


def _kind_of(program: m.Program, local: m.Local) -> str:
    """What players call the kind of a parameter; empty where it is no piece."""
    kind = local.type.kind if isinstance(local.type, m.Ref) else None
    return kind.label if kind is not None and is_a(kind, program.piece_kind) else ""


def _takes(local: m.Local) -> ops.Takes:
    """What a value can be asked of."""
    type_ = local.type
    if isinstance(type_, m.Ref):
        words = type_.kind.label or type_.kind.name
        return ops.Takes(words, type_.kind.first, type_.kind.last, type_.or_none)
    if isinstance(type_, m.EnumOf):
        return ops.Takes(" or ".join(type_.enum.values), 0, len(type_.enum.values) - 1 + type_.or_none)
    if isinstance(type_, m.Bool):
        return ops.Takes("yes or no", 0, 1)
    if isinstance(type_, m.Int):
        return ops.Takes(f"{type_.low} to {type_.high}", type_.low, type_.high)
    return ops.Takes("set", 0, 0, is_set=True)
