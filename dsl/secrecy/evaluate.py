"""What decides the value of an expression: every expression of the checked program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from dsl.secrecy.eyes import is_another, owner_sees
from dsl.secrecy.facts import Fact, implied, learn
from dsl.secrecy.labels import (
    CLEAN,
    NO_LABELS,
    Env,
    Hidden,
    Label,
    Labels,
    Symbol,
    Val,
    joined,
)
from dsl.secrecy.pieces import Pieces
from dsl.secrecy.places import children
from dsl.semantics import model as m
from dsl.semantics.types import ancestors
from dsl.semantics.walk import walk
from dsl.spoken import said

_OPEN_FIELDS: Final = ("owner", "face_up")  # whose a card is and how it lies is seen by its back
_DEEPEST: Final = 40


class Evaluator(Pieces):
    """Evaluates expressions over what is known of names."""

    def __init__(self, program: m.Program) -> None:
        super().__init__(program)
        self.depth = 0
        self.going_on: list[m.Define | m.Value] = []
        self._facts: dict[tuple[int, bool], list[Fact]] = {}

    def value(self, expr: m.Expr, env: Env) -> Val:
        """What is known of an expression."""
        made = _HANDLERS.get(type(expr))
        return made(self, expr, env) if made is not None else self.other(expr, env)

    def other(self, expr: m.Expr, env: Env) -> Val:
        """An expression that is decided by its parts, and by nothing else."""
        parts = [self.value(part, env) for part in children(expr)]
        taint = frozenset[Label]().union(*(part.taint for part in parts))
        holders = {part.holder for part in parts if part.holder is not None}
        return Val(taint, holder=holders.pop() if len(holders) == 1 else None)

    def operation(self, expr: m.Op, env: Env) -> Val:
        """An operator; behind `and` what stands before it holds."""
        if expr.op == "and" or expr.op == "or":
            return Val(self._joined(expr, env))
        values = [self.value(part, env) for part in expr.args]
        taint = frozenset[Label]().union(*(value.taint for value in values))
        if len(values) == 2 and expr.op in ("=", "!=") and self.is_piece(expr.args[0].type):
            taint |= self._matched(values[0], values[1], expr.span)
        return Val(taint)

    def _joined(self, expr: m.Op, env: Env) -> Labels:
        """`and`, `or`: each part matters only where all others leave it to decide, whatever their order."""
        taint = NO_LABELS
        facts = [self.facts(part, expr.op == "and") for part in expr.args]
        for index, part in enumerate(expr.args):
            inside = env
            for other, known in enumerate(facts):
                if known and other != index:
                    inside = env.copy() if inside is env else inside
                    learn(inside, known, self)
            taint |= self.value(part, inside).taint
        return taint

    def facts(self, condition: m.Expr, positive: bool) -> list[Fact]:
        """What a condition says when it holds, or when it does not."""
        key = id(condition), positive
        found = self._facts.get(key)
        if found is None:
            found = self._facts[key] = list(implied(condition, positive))
        return found

    def choice(self, expr: m.IfExpr, env: Env) -> Val:
        """if .. then .. else."""
        condition = self.value(expr.condition, env)
        yes, no = env.copy(), env.copy()
        learn(yes, self.facts(expr.condition, True), self)
        learn(no, self.facts(expr.condition, False), self)
        found = self.value(expr.then, yes).join(self.value(expr.otherwise, no))
        return replace(found, taint=found.taint | condition.taint)

    def too_deep(self, thing: m.Define | m.Value) -> bool:
        """Whether a definition or value is not gone into any more: one that asks for itself is gone into twice."""
        return self.depth > _DEEPEST or (thing.deep > 0 and self.going_on.count(thing) > 1)

    def call(self, expr: m.CallDefine, env: Env) -> Val:
        """A definition, gone into with what it is given."""
        args = [self.value(arg, env) for arg in expr.args]
        define = expr.define
        if self.too_deep(define):
            return Val(frozenset[Label]().union(*(arg.taint for arg in args)))
        self.depth += 1
        self.going_on.append(define)
        inside = Env(dict(zip(define.params, args, strict=False)), env.opened)
        found = CLEAN if define.body is None else self.value(define.body, inside)
        taint = found.taint
        for need in define.needs:
            taint |= self.need(need, inside)
            learn(inside, self.facts(need.condition, True), self)
        self.depth -= 1
        self.going_on.pop()
        step = said("`{1}` is asked", define.name)
        symbol = found.symbol
        if symbol is None and isinstance(define.type, m.Ref) and all(arg.symbol is not None for arg in args):
            symbol = ("define", define, *(arg.symbol for arg in args))
        before = frozenset[Label]().union(*(arg.taint for arg in args))
        taint = frozenset(label if label in before else label.after(expr.span, step) for label in taint)
        return replace(found, taint=taint, symbol=symbol)

    def need(self, need: m.Need, env: Env) -> Labels:
        """What decides whether a requirement is met."""
        taint = self.value(need.condition, env).taint
        for rule in need.lifts:
            taint |= self.in_force(rule, self.for_rule(rule, [env.of(local) for local in need.params], env))
        return taint

    def for_rule(self, rule: m.Attachment, args: list[Val], env: Env) -> Env:
        """What is known in a rule that is given these."""
        inside = Env(dict(zip(rule.params, args, strict=False)), env.opened)
        if isinstance(rule.holder, m.Lasting):
            for local in rule.holder.captured:
                inside.values[local] = env.of(local)
        elif rule.holder is not None and rule.this is not None:
            inside.values[rule.this] = replace(self.this(rule.holder, env, rule.span), symbol=("local", rule.this))
        return inside

    def in_force(self, rule: m.Attachment, env: Env) -> Labels:
        """What decides whether a rule holds; what its condition says is known afterwards."""
        kind = rule.holder.kind if isinstance(rule.holder, m.Card) else rule.holder
        live = (
            next((each.live for each in ancestors(kind) if each.live is not None), None)
            if isinstance(kind, m.Kind)
            else None
        )
        taint = NO_LABELS
        if live is not None and rule.this is not None:
            inside = Env({live.this: env.of(rule.this)}, env.opened)
            taint |= self.value(live.condition, inside).taint
            learn(inside, self.facts(live.condition, True), self)
            env.values[rule.this] = replace(inside.of(live.this), symbol=env.of(rule.this).symbol)
        if rule.when is not None:
            after = env.copy()
            learn(after, self.facts(rule.when, True), self)
            if (
                rule.this is not None
            ):  # where it does not lie as the condition says, it does nothing, and nobody need ask
                env.values[rule.this] = after.of(rule.this)
            taint |= self.value(rule.when, env).taint
            env.values = after.values
        if rule.this is not None and isinstance(kind, m.Kind):
            taint |= self.asked(env.of(rule.this).hidden, rule.span, said("the rule of a piece works there"))
        return taint

    def derived(self, expr: m.ValueOf, env: Env) -> Val:
        """A value with what changes it."""
        args = [self.value(arg, env) for arg in expr.args]
        before = frozenset[Label]().union(*(arg.taint for arg in args))
        if self.too_deep(expr.value):
            return Val(before)
        self.depth += 1
        self.going_on.append(expr.value)
        inside = Env(dict(zip(expr.value.params, args, strict=False)), env.opened)
        taint = before | self.value(expr.value.base, inside).taint
        for rule in () if expr.printed else expr.value.modifiers:
            there = self.for_rule(rule, args, env)
            taint |= self.in_force(rule, there)
            if rule.amount is not None:
                taint |= self.value(rule.amount, there).taint
        self.depth -= 1
        self.going_on.pop()
        step = said("the value `{1}` is asked", expr.value.name)
        return Val(frozenset(label if label in before else label.after(expr.span, step) for label in taint))

    def held(self, expr: m.HolderOf | m.HostOf, env: Env) -> Val:
        """In whose area, or on what, a piece lies."""
        item = self.value(expr.item, env)
        taint = item.taint
        if item.named:
            kind = expr.kind if isinstance(expr, m.HostOf) else self.program.player_kind
            places = frozenset(
                each for each in item.hidden if each.zone is not None and self.lies_on(each.zone, kind, 0)
            )
            taint |= self.asked(places, expr.span, said("where this piece lies is asked"), item.symbol)
        symbol = item.holder
        if symbol is None and item.symbol is not None:
            symbol = ("holder", item.symbol)
        return Val(taint, symbol=symbol if isinstance(expr, m.HolderOf) else None, holder=item.holder)

    def zone_owner(self, expr: m.ZoneOwner, env: Env) -> Val:
        """Whose zone it is."""
        zone = self.value(expr.zone, env)
        return Val(zone.taint, symbol=zone.holder)

    def fits(self, expr: m.FitsIn, env: Env) -> Val:
        """Whether there is room for a piece: where shares are counted, it tells of what sort it is."""
        item, zone = self.value(expr.item, env), self.value(expr.zone, env)
        taint = item.taint | zone.taint
        counted = [each for each in zone.zones or () if each is not None and each.shares]
        if counted:
            taint |= (
                NO_LABELS
                if item.named
                else self.asked(item.hidden, expr.span, said("what sort of piece it is is asked"), item.symbol)
            )
            kept = (self.kept(each, zone.holder, None, expr.span, env) for each in counted)
            taint |= self.asked(frozenset[Hidden]().union(*kept), expr.span, said("what lies there is asked"))
        return Val(taint)

    def can_act(self, expr: m.CanAct, env: Env) -> Val:
        """Whether a player has a move of an action."""
        player = self.value(expr.player, env)
        if self.depth > _DEEPEST:
            return player
        self.depth += 1
        taint = player.taint | self.offering(expr.action, player.symbol, env)[0]
        self.depth -= 1
        return Val(
            frozenset(
                label.after(expr.span, said("whether `{1}` can be done is asked", expr.action.name)) for label in taint
            )
        )

    def uses_left(self, expr: m.UsesLeft, env: Env) -> Val:
        """What a limit still allows: how often it was used is seen by all, what its number asks may be a secret."""
        inside, taint = env.copy(), NO_LABELS
        for param, value in ((expr.limit.me, expr.me), (expr.limit.this, expr.key)):
            if param is not None and value is not None:
                inside.values[param] = self.value(value, env)
                taint |= inside.values[param].taint
        return Val(taint | self.value(expr.limit.amount, inside).taint)

    def repeated(self, expr: m.Repetitions, env: Env) -> Val:
        """How often the position was remembered."""
        taint = NO_LABELS
        for part, over in expr.memory.parts:
            inside = env.copy()
            if over is not None:
                members, inside = self.walked(over, env)
                taint |= members.taint
            taint |= self.value(part, inside).taint
        return Val(taint)

    def text(self, template: m.Template | None, env: Env) -> Labels:
        """What decides the words of a text; which piece a hole names is told to those who know it."""
        if template is None:
            return NO_LABELS
        return frozenset[Label]().union(
            *(self.value(part, env).taint for part in template.parts if isinstance(part, m.Expr))
        )

    def spent(self, action: m.Action, me: Symbol | None, inside: Env) -> Labels:
        """What decides whether the uses of an action are left, and what it costs can be paid."""
        taint = NO_LABELS
        for limit, key in action.uses:
            taint |= self.value(limit.amount, Env({limit.me: Val(symbol=me)})).taint
            taint |= NO_LABELS if key is None else self.value(key, inside).taint
        for paid in walk(action.effects):
            if isinstance(paid, m.PayFrom):
                taint |= self.value(paid.amount, inside).taint
        return taint

    def offering(self, action: m.Action, me: Symbol | None, env: Env) -> tuple[Labels, Env]:
        """What decides whether a player has a move of an action, and what is known in its effects."""
        inside = Env({action.me: Val(symbol=me)}, env.opened)
        taint = NO_LABELS
        if action.this is not None and action.holder is not None:
            this = self.this(action.holder, env, action.span, acting=True)
            own = frozenset(
                each if me is None or _hidden_from_owner(each.zone) else replace(each, knowers=frozenset([me]))
                for each in this.hidden
            )
            inside.values[action.this] = Val(hidden=own, symbol=("local", action.this), holder=me if own else None)
            taint |= self.asked(own, action.span, said("the action of a piece is offered"))
        for param, domain in zip(action.params, action.domains, strict=True):
            members, there = self.walked(domain, inside)
            taint |= members.taint
            inside.values = there.values
            inside.values[param] = replace(members, taint=NO_LABELS, symbol=("local", param))
        for need in action.needs:
            taint |= self.need(need, inside)
            learn(inside, self.facts(need.condition, True), self)
        after = inside.copy()
        for need in action.afterwards:
            taint |= self.need(need, after)
        for rule in action.event.permissions:
            args = [inside.of(param) for param in action.params]
            taint |= self.in_force(rule, self.for_rule(rule, args, env))
        taint |= self.spent(action, me, inside)
        others = [("but", ("local", each.local)) for each in action.domains if is_another(each, action.me)]
        return frozenset(_known_too(label, me, others) for label in taint), inside


def _hidden_from_owner(zone: m.Zone | None) -> bool:
    return zone is not None and zone.seen == "some" and not owner_sees(zone)


def _known_too(label: Label, me: Symbol | None, others: Sequence[Symbol]) -> Label:
    """A secret that everybody knows but one of these others: so does who has the move."""
    known = me is not None and any(each in label.knowers for each in others)
    return replace(label, knowers=label.knowers | {me}) if known and me is not None else label


_Handler = Callable[[Evaluator, Any, Env], Val]
_HANDLERS: Final[dict[type, _Handler]] = {
    m.Const: Evaluator.const,
    m.LocalRef: Evaluator.local,
    m.FieldOf: Evaluator.field,
    m.ZoneOf: Evaluator.zone,
    m.MembersOf: Evaluator.members,
    m.KindMembers: Evaluator.of_kind,
    m.BoardSpaces: Evaluator.spaces,
    m.SpaceAt: Evaluator.spaces,
    m.Filter: Evaluator.filter,
    m.Cut: Evaluator.cut,
    m.Reached: Evaluator.cut,
    m.LongestRun: Evaluator.cut,
    m.LongestWay: Evaluator.cut,
    m.Quantifier: Evaluator.quantifier,
    m.EndOfZone: Evaluator.end,
    m.SizeOf: Evaluator.size,
    m.IsIn: Evaluator.is_in,
    m.IsKind: Evaluator.is_kind,
    m.Op: Evaluator.operation,
    m.IfExpr: Evaluator.choice,
    m.CallDefine: Evaluator.call,
    m.ValueOf: Evaluator.derived,
    m.HolderOf: Evaluator.held,
    m.HostOf: Evaluator.held,
    m.ZoneOwner: Evaluator.zone_owner,
    m.FitsIn: Evaluator.fits,
    m.CanAct: Evaluator.can_act,
    m.Repetitions: Evaluator.repeated,
    m.UsesLeft: Evaluator.uses_left,
}
_UNION: _Handler = lambda self, expr, env: joined(self.value(part, env) for part in expr.parts)  # noqa: E731
_HANDLERS[m.UnionOf] = _UNION
