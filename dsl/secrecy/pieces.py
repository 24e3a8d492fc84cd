"""What decides expressions that speak of pieces and sets of pieces."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from dsl.secrecy.facts import Fact, learn
from dsl.secrecy.labels import (
    CLEAN,
    NO_LABELS,
    Env,
    Hidden,
    Label,
    Labels,
    Place,
    Step,
    Symbol,
    Val,
)
from dsl.secrecy.places import Places, children, kind_of
from dsl.semantics import model as m
from dsl.semantics.types import is_a
from dsl.source import Span
from dsl.spoken import said

_OPEN_FIELDS: Final = ("owner", "face_up")  # whose a card is and how it lies is seen by its back
_DEEPEST: Final = 40


class Pieces(Places):
    """Evaluates what speaks of pieces, zones and sets."""

    def facts(self, condition: m.Expr, positive: bool) -> list[Fact]:
        """What a condition says when it holds, or when it does not."""
        raise NotImplementedError

    def other(self, expr: m.Expr, env: Env) -> Val:
        """An expression that is decided by its parts, and by nothing else."""
        raise NotImplementedError

    def const(self, expr: m.Const, env: Env) -> Val:
        """A known value; a piece is known by its name then."""
        if isinstance(expr.type, m.ZoneValue):
            return Val(zones=frozenset([None])) if expr.value == 0 else CLEAN
        if self.is_piece(expr.type):
            kind = kind_of(expr.type)
            return (
                CLEAN if kind is None or not expr.value else Val(hidden=self.anywhere(kind, expr.span, env), named=True)
            )
        return Val(symbol=("number", expr.value)) if isinstance(expr.type, m.Ref) and expr.value else CLEAN

    def local(self, expr: m.LocalRef, env: Env) -> Val:
        """A name."""
        return env.of(expr.local)

    def field(self, expr: m.FieldOf, env: Env) -> Val:
        """A field: of a piece it tells which piece it is, unless it is seen by the back."""
        slot = self.slots.get(expr.field, CLEAN)
        if expr.subject is None:
            return Val(slot.taint | self._unseen(expr, CLEAN), slot.hidden, symbol=("field", expr.field))
        subject = self.value(expr.subject, env)
        taint = subject.taint | slot.taint | self._unseen(expr, subject)
        back = expr.field.name in _OPEN_FIELDS and expr.field.holder is self.program.piece_kind
        if self.is_piece(expr.subject.type) and not back and self._tells(expr.field, subject):
            taint |= self.asked(subject.hidden, expr.span, said("its `{1}` is asked", expr.field.name), subject.symbol)
        symbol = ("field", expr.field, subject.symbol) if subject.symbol is not None else None
        if back and subject.holder is not None and expr.field.name == "owner":
            symbol = subject.holder
        if self.is_piece(expr.type) and not expr.field.var:
            kind = kind_of(expr.type) or self.program.piece_kind
            return Val(taint, self.anywhere(kind, expr.span, env), named=True)
        return Val(taint, slot.hidden, symbol=symbol)

    def _unseen(self, expr: m.FieldOf, subject: Val) -> Labels:
        """The secret that a field is which not everybody sees."""
        field, span = expr.field, expr.span
        if field.seen == "all":
            return NO_LABELS
        whose = said("its owner alone sees") if field.seen == "owner" else said("nobody sees")
        step = Step(span, said("`{1}` is asked, which {2}", field.name, whose))
        knowers = self.owners(field, subject)
        return frozenset([Label(span.file.name, span.start, field, knowers, piece=subject.symbol, steps=(step,))])

    def owners(self, field: m.Field, subject: Val) -> frozenset[Symbol]:
        """Who knows a field that not everybody sees: its owner, by each name that he has here."""
        if field.seen != "owner" or field.holder is None:
            return frozenset()
        if field.holder is self.program.player_kind:
            found = [subject.symbol]
        else:
            own = self.program.piece_kind.fields.get("owner")
            found = [("field", own, subject.symbol) if subject.symbol is not None else None, subject.holder]
        return frozenset(symbol for symbol in found if symbol is not None)

    def _tells(self, field: m.Field, subject: Val) -> bool:
        """Whether a field tells which piece it is: a mark does only if it was put on it where nobody saw that."""
        if subject.named:
            return False
        return not field.var or (field in self.marked and not self.lies_open(subject))

    def zone(self, expr: m.ZoneOf, env: Env) -> Val:
        """A zone."""
        if expr.subject is None:
            return Val(zones=frozenset([expr.zone]))
        subject = self.value(expr.subject, env)
        return Val(subject.taint, holder=self.holder_by(expr.zone, subject), zones=frozenset([expr.zone]))

    def members(self, expr: m.MembersOf, env: Env) -> Val:
        """The pieces in a zone."""
        kind = expr.type.of.kind if isinstance(expr.type, m.Many) and isinstance(expr.type.of, m.Ref) else None
        if expr.zone is not None:
            owner = CLEAN if expr.over is None else self.value(expr.over, env)
            holder, zones, taint = self.holder_by(expr.zone, owner), frozenset[Place]([expr.zone]), owner.taint
        else:
            assert expr.zone_value is not None
            found = self.value(expr.zone_value, env)
            holder, zones, taint = found.holder, found.zones, found.taint
        if zones is None:
            return Val(taint, self.anywhere(kind or self.program.piece_kind, expr.span, env), holder=holder)
        hidden = frozenset[Hidden]().union(*(self.kept(zone, holder, kind, expr.span, env) for zone in zones))
        counted = frozenset(each for each in hidden if each.zone in self.private)
        taint |= self.asked(counted, expr.span, said("how many lie there is asked"))
        return Val(taint, hidden, holder=holder)

    def of_kind(self, expr: m.KindMembers, env: Env) -> Val:
        """All of a kind: pieces are known by name."""
        if not is_a(expr.kind, self.program.piece_kind):
            return CLEAN
        return Val(hidden=self.anywhere(expr.kind, expr.span, env), named=True)

    def spaces(self, expr: m.BoardSpaces | m.SpaceAt, env: Env) -> Val:
        """Spaces of a board."""
        found = self.other(expr, env)
        subject = None if expr.subject is None else self.value(expr.subject, env)
        return Val(found.taint, holder=found.holder if subject is None else subject.symbol)

    def filter(self, expr: m.Filter, env: Env) -> Val:
        """A set with a condition."""
        return self.walked(expr, env)[0]

    def walked(self, over: m.Filter, env: Env) -> tuple[Val, Env]:
        """The members of a set, and what is known where one of them has its name."""
        domain = self.value(over.domain, env)
        member = replace(domain, taint=NO_LABELS, symbol=("local", over.local), zones=None)
        inside = env.copy()
        inside.values[over.local] = member
        taint = domain.taint
        if over.kind is not None and over.kind is not kind_of(over.domain.type):
            words = said("whether it is a {1} is asked", over.kind.label or over.kind.name)
            taint |= NO_LABELS if member.named else self.asked(member.hidden, over.span, words, member.symbol)
        if over.where is not None:
            taint |= self._where(over, inside)
        found = inside.of(over.local)
        return replace(found, taint=taint, symbol=None), inside

    def _where(self, over: m.Filter, inside: Env) -> Labels:
        """What decides the condition of a set; what it says is known afterwards.

        Of all pieces of a kind one may ask what they are, or where they lie: either is known, and only both together
        tell which of them lies where.
        """
        assert over.where is not None
        member = inside.of(over.local)
        taint = self.value(over.where, inside).taint
        if isinstance(over.domain, m.KindMembers) and member.named and taint:
            inside.values[over.local] = replace(member, named=False)
            learn(inside, self.facts(over.where, True), self)
            if not self.value(over.where, inside).taint:
                return NO_LABELS
            inside.values[over.local] = member
        learn(inside, self.facts(over.where, True), self)
        return taint

    def cut(self, expr: Any, env: Env) -> Val:
        """A set over spaces that has a condition with a name of its own."""
        start = (
            expr.line
            if isinstance(expr, m.Cut)
            else expr.start
            if isinstance(expr, m.Reached | m.LongestWay)
            else expr.through
        )
        first = self.value(start, env)
        inside = env.copy()
        inside.values[expr.local] = Val(symbol=("local", expr.local), holder=first.holder)
        if isinstance(expr, m.LongestWay):
            inside.values[expr.beyond] = Val(symbol=("local", expr.beyond), holder=first.holder)
        taint = first.taint.union(*(self.value(part, inside).taint for part in children(expr) if part is not start))
        return Val(taint, holder=first.holder)

    def quantifier(self, expr: m.Quantifier, env: Env) -> Val:
        """some, every, number, sum, first, ..."""
        members, inside = self.walked(expr.over, env)
        body = CLEAN if expr.body is None else self.value(expr.body, inside)
        otherwise = CLEAN if expr.otherwise is None else self.value(expr.otherwise, env)
        taint = members.taint | body.taint | otherwise.taint
        if expr.form in ("first", "most", "least"):
            return replace(members, taint=taint)
        return Val(taint)

    def end(self, expr: m.EndOfZone, env: Env) -> Val:
        """The top or bottom of a zone."""
        count = NO_LABELS if expr.count is None else self.value(expr.count, env).taint
        zone = self.value(expr.zone, env)
        if isinstance(expr.zone.type, m.ZoneValue):
            kind = expr.zone.type.kind
            places = [None] if zone.zones is None else zone.zones
            hidden = frozenset[Hidden]().union(*(self.kept(each, zone.holder, kind, expr.span, env) for each in places))
            if zone.zones is None:
                hidden = self.anywhere(kind, expr.span, env)
            return Val(zone.taint | count, hidden, holder=zone.holder)
        return replace(zone, taint=zone.taint | count, symbol=None)

    def size(self, expr: m.SizeOf, env: Env) -> Val:
        """How many there are."""
        found = self.value(expr.set, env)
        taint = found.taint
        if isinstance(expr.set.type, m.ZoneValue):
            zones = self.private if found.zones is None else [zone for zone in found.zones if zone in self.private]
            counted = frozenset[Hidden]().union(
                *(self.kept(zone, found.holder, None, expr.span, env) for zone in zones)
            )
            taint |= self.asked(counted, expr.span, said("how many lie there is asked"))
        return Val(taint)

    def is_in(self, expr: m.IsIn, env: Env) -> Val:
        """Whether something is among others: where a piece known by name lies, or which piece lies somewhere."""
        item, whole = self.value(expr.item, env), self.value(expr.set, env)
        taint = item.taint | whole.taint
        if not self.is_piece(expr.item.type):
            return Val(taint)
        if isinstance(expr.set.type, m.ZoneValue):
            return Val(taint | self._placed(item, whole, expr.set.type.kind, expr.span, env))
        return Val(taint | self._matched(item, whole, expr.span))

    def _placed(self, item: Val, zone: Val, kind: m.Kind, span: Span, env: Env) -> Labels:
        if not item.named:
            return NO_LABELS
        if zone.zones is None:
            return NO_LABELS
        may_lie = {each.zone for each in item.hidden}
        if all(each in zone.zones and (each is None or each.holder is None) for each in may_lie):
            return NO_LABELS  # it lies nowhere in the open, so it lies there
        kept = (self.kept(each, zone.holder, kind, span, env) for each in zone.zones if each in may_lie)
        return self.asked(
            frozenset[Hidden]().union(*kept), span, said("whether this piece lies there is asked"), item.symbol
        )

    def _matched(self, a: Val, b: Val, span: Span) -> Labels:
        """What comparing pieces tells: nothing, if both are known in the same way."""
        if a.named and not b.named:
            may_lie = {each.zone for each in a.hidden}
            b = replace(b, hidden=frozenset(each for each in b.hidden if each.zone in may_lie))
            return self.asked(b.hidden, span, said("which piece it is is asked"), b.symbol)
        if b.named and not a.named:
            return self._matched(b, a, span)
        return NO_LABELS

    def is_kind(self, expr: m.IsKind, env: Env) -> Val:
        """Whether a piece is of a kind or a card."""
        item = self.value(expr.item, env)
        kind = item.kind or kind_of(expr.item.type)
        if kind is None or not is_a(kind, self.program.piece_kind):
            return Val(item.taint)
        if item.named or (expr.first <= kind.first and kind.last <= expr.last):
            return Val(item.taint)
        hidden = [each for each in item.hidden if self.mixed(each.zone, kind, expr.first, expr.last)]
        return Val(item.taint | self.asked(hidden, expr.span, said("which piece it is is asked"), item.symbol))
