"""Statements that change the position: assignments, payments, moves of pieces, what is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dsl.semantics import model
from dsl.semantics.body.beyond import check_change
from dsl.semantics.cardinality import most_members
from dsl.semantics.expr import bags
from dsl.semantics.expr.coercions import as_set, count, element, fit, player, short, typed
from dsl.semantics.expr.constants import declared_type
from dsl.semantics.expr.fits import zone_for
from dsl.semantics.expr.kept_sets import may_be_kept
from dsl.semantics.expr.sets import may_have_order, ordered_zone
from dsl.semantics.expr.templates import optional, template
from dsl.semantics.model import BagOf, EnumOf, Int, Many, Ref, ZoneValue
from dsl.semantics.scopes import Scope, is_bad
from dsl.semantics.types import BOOL, UNKNOWN, Unknown, arithmetic, related, say, written
from dsl.semantics.world import cite_ids, member
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree

Stmts = list[model.Stmt]
_DONE: Final = {"raise": marked("raised"), "lower": marked("lowered"), "set": marked("set")}


def cites(node: tree.Stmt) -> tuple[str, ...]:
    """The ledger ids of a statement."""
    return cite_ids(node.cites)


# ---- changing fields -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target:
    """What is to change: a field, whose it is, and of a bag perhaps what it holds of one value."""

    field: model.Field
    subject: model.Expr | None
    part: model.Expr | None = None

    @property
    def words(self) -> str:
        """The field in a message."""
        return f"`{self.field.name}`" if self.part is None else f"`{self.field.name}[{short(self.part.span)}]`"


def assign(scope: Scope, node: tree.Assign) -> Stmts:
    """`set`, `raise`, `lower`."""
    if isinstance(node.target, tree.Ref):
        found = scope.find(node.target.name)
        if isinstance(found, model.Local):
            return _set_local(scope, node, found)
    place = target(scope, node.target)
    if place is None:
        scope.expr(node.value)
        return []
    field, what = place.field, place.words
    scope.world.usage.written.add(field)
    if isinstance(field.type, model.KeptSet) and node.how != "set":
        return _change_set(scope, node, place, field.type)
    if node.how != "set":
        scope.world.usage.read.add(field)
    if isinstance(field.type, BagOf):
        value = _of_bag(scope, node, field.type, place)
    elif node.how == "set":
        value = typed(scope, node.value, field.type, what)
    else:
        value = count(scope, node.value, said("what {1} is {2} by", what, said(_DONE[node.how])))
        if isinstance(field.type, Unknown):
            return []
        if not isinstance(field.type, Int):
            scope.error(
                "E104",
                node.span,
                said("only numbers are {1}, and {2} is {3}", said(_DONE[node.how]), what, say(field.type)),
            )
            return []
    if is_bad(value):
        return []
    check_change(scope.world, node, field, value)
    return [model.AssignField(node.span, cites(node), node.how, field, place.subject, value, place.part)]


def _of_bag(scope: Scope, node: tree.Assign, type_: BagOf, place: Target) -> model.Expr:
    """By what a bag changes: a bag, or a number if only one value is counted."""
    what = place.words if node.how == "set" else said("what {1} is {2} by", place.words, said(_DONE[node.how]))
    if place.part is None:
        return bags.new_value(scope, node.value, place.field, what)
    if node.how == "set":
        return typed(scope, node.value, Int(0, type_.most, type_.overflow), what)
    return count(scope, node.value, what)


def _set_local(scope: Scope, node: tree.Assign, local: model.Local) -> Stmts:
    if local.changes or local in scope.body.settable:
        if isinstance(local.type, BagOf) and node.how != "set":
            sign, word = "+" if node.how == "raise" else "-", local.name
            hint = said("write: set {1} to {2} {3} {4}", word, word, sign, short(node.value.span))
            scope.error(
                "E104",
                node.span,
                said("only numbers are {1} here, and `{2}` is {3}", said(_DONE[node.how]), word, say(local.type)),
                hint,
            )
            return []
        if node.how == "set":
            value = typed(scope, node.value, local.type, f"`{local.name}`")
            check_change(scope.world, node, local, value)
        elif isinstance(local.type, model.KeptSet):
            value = _set_changed(scope, node, local, local.type)
        else:
            value = _step(scope, node, local)
        return [] if is_bad(value) else [model.LetLocal(node.span, cites(node), local, value)]
    hint = said(
        "a name that changes is given a type where it is made: let other: {1} be {2}",
        _example_type(local.type),
        local.name,
    )
    scope.error("E104", node.target.span, said("`{1}` is a local name and never changes", local.name), hint)
    return []


def _step(scope: Scope, node: tree.Assign, local: model.Local) -> model.Expr:
    """What a local name is after `raise` or `lower`."""
    amount = count(scope, node.value, said("what `{1}` is {2} by", local.name, said(_DONE[node.how])))
    if is_bad(amount):
        return amount
    if not isinstance(local.type, Int) or not isinstance(amount.type, Int):
        message = said("only numbers are {1}, and `{2}` is {3}", said(_DONE[node.how]), local.name, say(local.type))
        return scope.error("E104", node.span, message)
    check_change(scope.world, node, local, amount)
    op = "+" if node.how == "raise" else "-"
    before = model.LocalRef(node.target.span, local.type, local)
    return model.Op(node.span, arithmetic(op, local.type, amount.type), op, (before, amount))


def target(scope: Scope, node: tree.Expr) -> Target | None:
    """The field that is to change and whose it is; None after a mistake."""
    if isinstance(node, tree.At):
        return _part(scope, node)
    if isinstance(node, tree.Ref):
        field = scope.world.things.table_fields.get(node.name)
        if field is None:
            found = scope.expr(node)
            if not is_bad(found):
                scope.error("E104", node.span, said("`{1}` is no field of the table and cannot be changed", node.name))
            return None
        return Target(field, None) if _changes(scope, node.span, field) else None
    if not isinstance(node, tree.Attribute):
        scope.error("E104", node.span, said("`{1}` is no field and cannot be changed", short(node.span)))
        return None
    subject = scope.expr(node.subject)
    if is_bad(subject):
        return None
    name = node.name.text
    field = member(subject.type.kind, name) if isinstance(subject.type, Ref) else None
    if isinstance(field, model.Field) and not node.printed:
        return Target(field, subject) if _changes(scope, node.name.span, field) else None
    if field is not None:
        scope.error("E104", node.span, said("`{1}` is no field and cannot be changed", name))
        return None
    if not is_bad(scope.expr(node)):
        hint = said("rules change a value: `modify {1} of u by ...`", name) if name in scope.world.play.values else None
        scope.error("E104", node.name.span, said("`{1}` is no field and cannot be changed", short(node.span)), hint)
    return None


def _part(scope: Scope, node: tree.At) -> Target | None:
    """`p.stock[wood]`."""
    inner, what = node.subject, short(node.subject.span)
    local = scope.find(inner.name) if isinstance(inner, tree.Ref) else None
    if isinstance(local, model.Local) and isinstance(local.type, BagOf):
        hint = said("set it as a whole: set {1} to {2} + {{3}}", local.name, local.name, short(node.indices[0].span))
        scope.error("E104", node.span, said("`{1}` is a local name, and no part of it changes alone", local.name), hint)
        return None
    place = target(scope, inner)
    if place is None:
        return None
    if isinstance(place.field.type, Unknown):
        return None
    if not isinstance(place.field.type, BagOf) or place.part is not None:
        message = said("only a bag has counts to change, and `{1}` is {2}", what, say(place.field.type))
        scope.error(
            "E104", node.span, message if place.part is None else said("`{1}` is a number and holds nothing", what)
        )
        return None
    part = bags.place_in(scope, node, place.field.type)
    return None if is_bad(part) else Target(place.field, place.subject, part)


def _changes(scope: Scope, span: Span, field: model.Field) -> bool:
    cells = scope.world.things.cells
    if cells is not None and field is cells.field:
        scope.error("E104", span, said("where a piece lies changes by moving it"), said("write `move c to k`"))
        return False
    if field.var:
        return True
    hint = said("`modify {1} of u by ...` changes a value; a field that changes is declared with `var`", field.name)
    scope.error("E104", span, said("`{1}` is printed and never changes", field.name), hint)
    return False


def _of_set(scope: Scope, node: tree.Assign, name: str, type_: model.KeptSet) -> model.Expr:
    """What joins or leaves a set that is kept: a member, or a set of them."""
    value = scope.expr(node.value, type_.of)
    what = said("what `{1}` is {2} by", name, said(_DONE[node.how]))
    return fit(scope, value, type_ if isinstance(value.type, model.KeptSet | Many | ZoneValue) else type_.of, what)


def _set_changed(scope: Scope, node: tree.Assign, local: model.Local, type_: model.KeptSet) -> model.Expr:
    """What a local set is after `raise` or `lower`."""
    value = _of_set(scope, node, local.name, type_)
    if is_bad(value):
        return value
    many = Many(type_.of)
    before = as_set(scope, model.LocalRef(node.target.span, type_, local))
    joined = as_set(scope, value) if isinstance(value.type, model.KeptSet) else value
    if node.how == "raise":
        return model.SetKept(node.span, type_, model.UnionOf(node.span, many, (before, joined)))
    each = model.Local("value", type_.of, None)
    leaves: model.Expr = model.UnionOf(node.span, many, (joined,))
    inside = model.IsIn(node.span, BOOL, model.LocalRef(node.span, type_.of, each), leaves)
    stays = model.Op(node.span, BOOL, "not", (inside,))
    return model.SetKept(node.span, type_, model.Filter(node.span, many, each, before, None, stays))


def _change_set(scope: Scope, node: tree.Assign, place: Target, type_: model.KeptSet) -> Stmts:
    """`raise marks of c by P`: a member joins the set; `lower`: it leaves. Those already (not) there change nothing."""
    scope.world.usage.read.add(place.field)
    value = _of_set(scope, node, place.field.name, type_)
    if is_bad(value):
        return []
    return [model.AssignField(node.span, cites(node), node.how, place.field, place.subject, value)]


def pay(scope: Scope, node: tree.Pay) -> Stmts:
    """`pay n from me.gold`, `pay c.cost from me.stock`."""
    place = target(scope, node.target)
    whole = place is not None and place.part is None and isinstance(place.field.type, BagOf)
    if place is not None and whole:
        amount = bags.new_value(scope, node.amount, place.field, said("what is paid"))
    else:
        amount = count(scope, node.amount, said("what is paid"))
    words = optional(scope, node.otherwise)
    if place is None or is_bad(amount):
        return []
    field = place.field
    scope.world.usage.written.add(field)
    scope.world.usage.read.add(field)
    if isinstance(field.type, Unknown):
        return []
    if not isinstance(field.type, Int | BagOf):
        scope.error(
            "E104",
            node.target.span,
            said("one pays from a number or a bag, and `{1}` is {2}", field.name, say(field.type)),
        )
        return []
    check_change(scope.world, node, field, amount)
    return [model.PayFrom(node.span, cites(node), amount, field, place.subject, words, place.part)]


def _example_type(type_: model.Type) -> str:
    return (
        written(type_)
        if isinstance(type_, Int | model.Bool | EnumOf | Ref | model.KeptSet | BagOf | model.Word)
        else "0..9"
    )


def _let_typed(scope: Scope, node: tree.Let, type_: tree.Type) -> Stmts:
    """`let n: 0..9 be e`: a name that `set`, `raise` and `lower` may change."""
    kept = declared_type(scope.world, type_)
    if not isinstance(kept, Int | model.Bool | EnumOf | Ref | model.KeptSet | BagOf | model.Word | Unknown):
        hint = said("a number, yes/no, a value of an enum, one thing, a set of an enum, or a bag")
        scope.error("E104", type_.span, said("a name that changes cannot be {1}", say(kept)), hint)
        kept = UNKNOWN
    value = typed(scope, node.value, kept, f"`{node.name.text}`")
    if isinstance(kept, model.ThingSet) and not may_be_kept(scope.world, kept, type_.span, "marked"):
        kept = UNKNOWN
    local = scope.bind(node.name, kept)
    local.changes = True
    return [] if is_bad(value) or isinstance(kept, Unknown) else [model.LetLocal(node.span, cites(node), local, value)]


def let(scope: Scope, node: tree.Let) -> Stmts:
    """`let n be e`."""
    if node.type is not None:
        return _let_typed(scope, node, node.type)
    value = scope.expr(node.value)
    capacity = most_members(scope.world.things, value) if isinstance(value.type, Many) else 0
    local = scope.bind(node.name, value.type, capacity)
    return [] if is_bad(value) else [model.LetLocal(node.span, cites(node), local, value)]


# ---- pieces ----------------------------------------------------------------------------------------------------------


def pieces(scope: Scope, node: tree.Expr, what: str) -> model.Expr:
    """One piece, or a set of pieces."""
    expr = scope.expr(node, Ref(scope.world.piece))
    if isinstance(expr.type, ZoneValue | Many):
        expr = as_set(scope, expr)
    if is_bad(expr):
        return expr
    type_ = element(expr) if isinstance(expr.type, Many) else expr.type
    if isinstance(type_, Ref) and related(type_.kind, scope.world.piece):
        return expr
    return scope.error(
        "E104",
        node.span,
        said("{1} must be a piece or pieces, but `{2}` is {3}", what, short(node.span), say(expr.type)),
    )


def _kind_of(expr: model.Expr) -> model.Kind:
    type_ = element(expr) if isinstance(expr.type, Many) else expr.type
    assert isinstance(type_, Ref)
    return type_.kind


def move(scope: Scope, node: tree.Move) -> Stmts:
    """`move c to zone`."""
    what = pieces(scope, node.what, said("what is moved"))
    end, written = "top", node.target
    if isinstance(written, tree.EndOf) and written.count is None:
        end, written = written.end, written.zone
        place = ordered_zone(scope, written, end) if end == "bottom" else scope.expr(written)
    else:
        place = scope.expr(written)
    if is_bad(what) or is_bad(place):
        return []
    zone = zone_for(scope, written.span, place, _kind_of(what))
    if is_bad(zone):
        return []
    if end == "bottom" and not may_have_order(scope.world, zone):
        end = "top"
    box = isinstance(zone, model.Const)
    if isinstance(zone, model.ZoneOf):
        scope.world.usage.written.add(zone.zone)
    return [model.MovePieces(node.span, cites(node), what, None if box else zone, end, node.face)]


def turn(scope: Scope, node: tree.Turn) -> Stmts:
    """`turn c face up`."""
    what = pieces(scope, node.what, said("what is turned"))
    return [] if is_bad(what) else [model.TurnPieces(node.span, cites(node), what, node.face)]


def shuffle(scope: Scope, node: tree.Shuffle) -> Stmts:
    """`shuffle deck`."""
    zone = scope.expr(node.zone)
    if is_bad(zone):
        return []
    if not isinstance(zone.type, ZoneValue):
        scope.error(
            "E104",
            node.zone.span,
            said("only a zone is shuffled, but `{1}` is {2}", short(node.zone.span), say(zone.type)),
        )
        return []
    if not may_have_order(scope.world, zone):
        hint = said("only a stack or a row keeps an order")
        scope.error("E104", node.zone.span, said("`{1}` keeps no order to be lost", short(node.zone.span)), hint)
        return []
    return [model.ShuffleZone(node.span, cites(node), zone)]


def show(scope: Scope, node: tree.Show) -> Stmts:
    """`reveal SET`, `show SET to p`."""
    what = pieces(scope, node.what, said("what is shown"))
    who = player(scope, node.player, said("who sees it")) if node.player is not None else None
    if is_bad(what) or (who is not None and is_bad(who)):
        return []
    return [model.ShowPieces(node.span, cites(node), what, who)]


def say_text(scope: Scope, node: tree.Say) -> Stmts:
    """`say "..."`."""
    return [model.SayText(node.span, cites(node), template(scope, node.text))]
