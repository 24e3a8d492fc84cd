"""Statements that change something: who sees it, and what becomes known by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dsl.secrecy.labels import (
    CLEAN,
    NO_LABELS,
    NOTHING_HIDDEN,
    Env,
    Hidden,
    Labels,
    Opened,
    Symbol,
    Val,
)
from dsl.secrecy.units import Body, Units, Zones
from dsl.semantics import model as m
from dsl.semantics.types import is_a, related
from dsl.semantics.walk import drawn_from, walk
from dsl.source import Span
from dsl.spoken import said


class Changes(Units):
    """Goes through what changes something."""

    def let(self, stmt: m.LetLocal, env: Env, under: Labels, rest: Body) -> None:
        """A name for a value."""
        value = self.evaluator.value(stmt.value, env)
        taint = self.told(value.taint | under, stmt.span)
        value = replace(
            value, taint=frozenset(each.after(stmt.span, said("it is `{1}`", stmt.local.name)) for each in taint)
        )
        if stmt.local.changes:  # what it is given anywhere, it may hold everywhere
            before = self.evaluator.given.get(stmt.local, CLEAN)
            value = Val(before.taint | value.taint, before.hidden | value.hidden)
            if value != before:
                self.evaluator.given[stmt.local] = value
                self.evaluator.changed = True
        elif value.symbol is None:
            value = replace(value, symbol=("local", stmt.local))
        env.values[stmt.local] = self.laid_open(value, rest, stmt.local)

    def assign(self, stmt: m.AssignField | m.PayFrom, env: Env, under: Labels) -> None:
        """A field is changed, which everybody sees unless it is that of a piece nobody sees."""
        given = self.evaluator.value(stmt.value if isinstance(stmt, m.AssignField) else stmt.amount, env)
        subject = CLEAN if stmt.subject is None else self.evaluator.value(stmt.subject, env)
        part = CLEAN if stmt.part is None else self.evaluator.value(stmt.part, env)
        labels = under | given.taint | subject.taint | part.taint
        if stmt.field.track is not None and stmt.field.track.limit is not None:
            labels |= self.evaluator.value(stmt.field.track.limit, env).taint
        unseen = bool(subject.hidden) and all(
            each.zone is None or each.zone.seen in ("owner", "nobody") for each in subject.hidden
        )
        for eye in (None,) if stmt.field.seen == "all" else self.evaluator.owners(stmt.field, subject):
            if not unseen:
                self.see(labels, stmt.span, "field", said("`{1}` is changed", stmt.field.name), eye)
        self.keep_in(stmt, subject if unseen else None, given, labels)

    def keep_in(self, stmt: m.AssignField | m.PayFrom, unseen: Val | None, given: Val, labels: Labels) -> None:
        """A field holds from now on what it was given. unseen: the piece whose it is, if nobody sees that."""
        marked, taint = self.evaluator.marked, NO_LABELS
        if unseen is not None and not _is_default(stmt) and stmt.field not in marked:
            marked.add(stmt.field)
            self.evaluator.changed = True
        if unseen is not None and stmt.field in marked:
            step = said("it goes into `{1}`", stmt.field.name)
            # what it is that is marked is known as soon as the mark is seen
            others = [label for label in labels if label.piece is None or label.piece != unseen.symbol]
            after = [label.after(stmt.span, step) for label in self.told(frozenset(others), stmt.span)]
            taint = frozenset(replace(label, knowers=_everywhere(label.knowers), piece=None) for label in after)
        hidden = frozenset(replace(each, knowers=_everywhere(each.knowers)) for each in given.hidden)
        before = self.evaluator.slots.get(stmt.field, CLEAN)
        now = Val(before.taint | taint, before.hidden | hidden)
        if now != before:
            self.evaluator.slots[stmt.field] = now
            self.evaluator.changed = True

    def show(self, stmt: m.TurnPieces | m.ShowPieces, env: Env, under: Labels) -> None:
        """Pieces are turned or shown: that is to be told, but not what other secrets decide about it."""
        what = self.evaluator.value(stmt.what, env)
        who = None
        opened = isinstance(stmt, m.TurnPieces) or stmt.player is None
        if isinstance(stmt, m.ShowPieces) and stmt.player is not None:
            player = self.evaluator.value(stmt.player, env)
            who, under = player.symbol, under | player.taint
        words = (
            said("pieces are shown")
            if isinstance(stmt, m.ShowPieces)
            else said("pieces are turned face {1}", stmt.face)
        )
        self.see(under | what.taint, stmt.span, "piece", words, who)
        if not opened:
            self.seen_by(stmt.what, who, env)
        elif isinstance(stmt, m.ShowPieces) or stmt.face == "up":
            self.uncovered(stmt.what, env)
        if isinstance(stmt, m.ShowPieces) and opened:
            env.opened |= self.shown(stmt.what, env)

    def tell(self, stmt: m.TellFact, env: Env, under: Labels) -> None:
        """A part of what a piece is is told: that is meant, but not what else decides about it, or goes into it."""
        who = self.evaluator.value(stmt.who, env)
        other = [node.local for node in walk(stmt.fact) if isinstance(node, m.LocalRef)]
        taint = under.union(who.taint, *(env.of(local).taint for local in other if local is not stmt.subject))
        hearer = None if isinstance(stmt.who.type, m.Many) else who.symbol
        self.see(taint, stmt.span, "piece", said("something is told of a piece"), hearer)

    def shown(self, what: m.Expr, env: Env) -> Opened:
        """The zones of which all pieces are shown."""
        if not isinstance(what, m.MembersOf):
            return frozenset()
        if what.zone is not None and what.over is not None and isinstance(what.over.type, m.Many):
            return frozenset([(what.zone, None)]) if isinstance(what.over, m.KindMembers) else frozenset()
        zone = what.zone
        if zone is None and isinstance(what.zone_value, m.ZoneOf):
            zone = what.zone_value.zone
        holder = self.evaluator.value(what, env).holder
        alone = zone is not None and zone.holder is None
        return frozenset([(zone, holder)]) if zone is not None and (alone or holder is not None) else frozenset()

    @staticmethod
    def uncovered(what: m.Expr, env: Env) -> None:
        """Everybody sees it now."""
        if isinstance(what, m.LocalRef):
            env.values[what.local] = replace(env.of(what.local), hidden=NOTHING_HIDDEN)

    @staticmethod
    def seen_by(what: m.Expr, who: Symbol | None, env: Env) -> None:
        """One more player knows it now."""
        if isinstance(what, m.LocalRef) and who is not None:
            known = env.of(what.local)
            hidden = frozenset(replace(each, knowers=each.knowers | {who}) for each in known.hidden)
            env.values[what.local] = replace(known, hidden=hidden)

    def move(self, stmt: m.MovePieces, env: Env, under: Labels) -> None:
        """Pieces move: how many lie where is seen, and who they are if they come to lie open."""
        what = self.evaluator.value(stmt.what, env)
        target = Val(zones=frozenset([None])) if stmt.target is None else self.evaluator.value(stmt.target, env)
        self.see(under | what.taint | target.taint, stmt.span, "piece", said("pieces are moved"))
        kind = _piece_kind(stmt.what.type, self.program)
        hidden = self.arrived(stmt, what, target, env)
        if stmt.target is None:
            self.box(what, kind)
        zones = self.landing(stmt, target)
        env.opened = frozenset(each for each in env.opened if zones is not None and each[0] not in zones)
        moved = replace(what, hidden=hidden, holder=target.holder)
        if isinstance(stmt.what, m.LocalRef):
            env.values[stmt.what.local] = replace(env.of(stmt.what.local), hidden=hidden, holder=target.holder)
        what = replace(what, kind=kind)
        self.move_hooks(stmt, what, replace(moved, named=False, kind=kind), target, env, under)

    def arrived(self, stmt: m.MovePieces, what: Val, target: Val, env: Env) -> frozenset[Hidden]:
        """What pieces keep when they have been moved. What everybody knew is known wherever it goes."""
        zones = self.landing(stmt, target)
        if zones is None or stmt.target is None or (not what.hidden and not what.named):
            return what.hidden
        kind = _piece_kind(stmt.what.type, self.program)
        closed = [zone for zone in zones if not _face(zone, stmt.face)]
        kept = [self.evaluator.kept(zone, target.holder, kind, stmt.span, env) for zone in closed]
        return NOTHING_HIDDEN.union(*kept)

    def box(self, what: Val, kind: m.Kind) -> None:
        """Pieces go to the box: what nobody saw before is not seen there."""
        for each in what.hidden if not what.named else ():
            for fits in (kind,) if each.zone is None else each.zone.kinds:
                narrow = kind if is_a(kind, fits) else fits
                if related(kind, fits) and narrow not in self.evaluator.boxed:
                    self.evaluator.boxed.add(narrow)
                    self.evaluator.changed = True

    def landing(self, stmt: m.MovePieces, target: Val) -> Zones | None:
        """The zones where a `move` may lead; None: any."""
        if stmt.target is None or isinstance(stmt.target.type, m.ZoneValue):
            return target.zones
        if isinstance(stmt.target.type, m.Ref):
            kind = stmt.target.type.kind
            if self.program.cells is not None and kind is self.program.cells.kind:
                return frozenset(zone for zone in self.program.zones if zone.shape == "layout")
            moved = _piece_kind(stmt.what.type, self.program)
            zones = [zone for zone in self.program.zones if zone.holder is not None and is_a(kind, zone.holder)]
            return frozenset(zone for zone in zones if any(related(moved, each) for each in zone.kinds))
        return None

    def move_hooks(self, stmt: m.MovePieces, what: Val, moved: Val, target: Val, env: Env, under: Labels) -> None:
        """The rules on `move` that this one may concern."""
        event = self.program.move_event
        kind = _piece_kind(stmt.what.type, self.program)
        zones = self.landing(stmt, target)
        for rule in (*event.instead, *event.before, *event.after):
            args = [
                replace(moved if rule.position == "after" else what, taint=NO_LABELS),
                Val(zones=zones, holder=target.holder),
                Val(zones=self.source(stmt.what, env)),
            ]
            if self.may_concern(rule, kind, zones, args[2].zones, env):
                args[0] = self.handed(args[0], stmt.span)
                self.enter_rule(rule, args, env, self.told(under | what.taint | target.taint, stmt.span))

    def source(self, what: m.Expr, env: Env) -> Zones | None:
        """The zones that a set of pieces is taken from; None: any."""
        match whole := drawn_from(what):
            case m.MembersOf(zone=m.Zone() as zone):
                return frozenset([zone])
            case m.ZoneOf():
                return frozenset([whole.zone])
            case _ if isinstance(whole.type, m.ZoneValue):
                return self.evaluator.value(whole, env).zones
            case _:
                return None

    def may_concern(
        self,
        rule: m.Attachment,
        kind: m.Kind,
        to: Zones | None,
        source: Zones | None,
        env: Env,
    ) -> bool:
        """Whether the condition of a rule on `move` leaves room for such a piece in such zones."""
        where = dict(zip(rule.params, (None, to, source), strict=False))
        for part in _conjuncts(rule.when):
            match part:
                case m.IsKind(item=m.LocalRef(local=local)) if rule.params and local is rule.params[0]:
                    if part.last < kind.first or kind.last < part.first:
                        return False
                case m.Op(op="=", args=(a, b)):
                    if self._apart(a, b, where) or self._apart(b, a, where) or self._other(a, b, rule, kind):
                        return False
                case m.IsIn(item=m.LocalRef(local=local), set=m.Expr() as whole) if (
                    rule.params and local is rule.params[0]
                ):
                    if to is not None and isinstance(whole, m.ZoneOf | m.MembersOf) and whole.zone not in (None, *to):
                        return False
                case _:
                    pass
        return True

    @staticmethod
    def _apart(a: m.Expr, b: m.Expr, where: Mapping[m.Local, Zones | None]) -> bool:
        zones = where.get(a.local) if isinstance(a, m.LocalRef) else None
        return zones is not None and isinstance(b, m.ZoneOf) and b.zone not in zones

    @staticmethod
    def _other(a: m.Expr, b: m.Expr, rule: m.Attachment, kind: m.Kind) -> bool:
        """Whether `x is this` cannot be, since x is of another kind."""
        if not (isinstance(a, m.LocalRef) and isinstance(b, m.LocalRef) and rule.params and rule.this is not None):
            return False
        if {a.local, b.local} != {rule.params[0], rule.this} or not isinstance(rule.holder, m.Card | m.Kind):
            return False
        return rule.holder.reach[1] < kind.first or kind.last < rule.holder.reach[0]

    def perform(self, stmt: m.Perform | m.RunProcedure, env: Env, under: Labels) -> None:
        """Call an event or a procedure."""
        args = [self.evaluator.value(arg, env) for arg in stmt.args]
        args = [self.handed(arg, stmt.span) for arg in args]
        under = self.told(under, stmt.span)
        given, env = env, env.copy()
        given.opened = frozenset()  # what is called may move pieces
        if isinstance(stmt, m.RunProcedure):
            procedure = stmt.procedure
            under |= self.which(args, stmt.span) if procedure.variants else NO_LABELS
            self.call(procedure, procedure.body, procedure.params, args, env, under, stmt.span)
            for holder, this, body in procedure.variants:
                key = (procedure, holder)
                self.call(key, body, [this, *procedure.params[1:]], args, env, under, stmt.span)
            return
        action = self.action_of.get(stmt.event)
        if action is None:
            self.call(stmt.event, stmt.event.body, stmt.event.params, args, env, under, stmt.span)
            return
        me = CLEAN if stmt.me is None else self.evaluator.value(stmt.me, env)
        self.call(stmt.event, action.effects, [*action.params, action.me], [*args, me], env, under, stmt.span)

    def handed(self, value: Val, span: Span) -> Val:
        """A value as it is handed on at a place: under a `tells`, what is found out of it is told, too."""
        number = self.tellings.at(span)
        if number < 0:
            return value
        hidden = frozenset(replace(each, told=number) if each.told < 0 else each for each in value.hidden)
        return replace(value, taint=self.told(value.taint, span), hidden=hidden)

    def which(self, args: list[Val], span: Span) -> Labels:
        """What decides which card's own procedure is carried out."""
        card = args[0] if args else CLEAN
        if card.named:
            return NO_LABELS
        return self.told(
            self.evaluator.asked(card.hidden, span, said("which card it is decides what is done"), card.symbol), span
        )

    def finish(self, stmt: m.FinishGame, env: Env, under: Labels) -> None:
        """The end of the game."""
        labels = under | self.evaluator.text(stmt.because, env)
        if stmt.who is not None:
            labels |= self.evaluator.value(stmt.who, env).taint
        if isinstance(stmt.score, m.Define | m.Value):
            score = stmt.score
            env = Env({param: Val(symbol=("local", param)) for param in score.params}, env.opened)
            body = score.body if isinstance(score, m.Define) else score.base
            labels |= NO_LABELS if body is None else self.evaluator.value(body, env).taint
        self.see(labels, stmt.span, "end", said("the game ends"))


def _is_default(stmt: m.AssignField | m.PayFrom) -> bool:
    """Whether a field becomes what it was at the beginning."""
    if not isinstance(stmt, m.AssignField) or stmt.how != "set" or stmt.part is not None:
        return False
    return isinstance(stmt.value, m.Const) and stmt.value.value == stmt.field.default


def _everywhere(knowers: Iterable[Symbol]) -> frozenset[Symbol]:
    """The symbols that mean the same in every part of the rules."""
    return frozenset(
        symbol for symbol in knowers if symbol[0] == "number" or (symbol[0] == "field" and len(symbol) == 2)
    )


def _face(zone: m.Zone | None, face: str | None) -> bool:
    """Whether a piece that is moved there lies face up for all to see."""
    return zone is not None and zone.seen == "faces" and face == "up"


def _piece_kind(type_: m.Type, program: m.Program) -> m.Kind:
    while isinstance(type_, m.Many):
        type_ = type_.of
    return type_.kind if isinstance(type_, m.Ref | m.ZoneValue) else program.piece_kind


def _conjuncts(when: m.Expr | None) -> list[m.Expr]:
    if isinstance(when, m.Op) and when.op == "and":
        return [part for arg in when.args for part in _conjuncts(arg)]
    return [] if when is None else [when]
