"""Whether a value fits where it is put, and the small changes that make it fit.

An enum `or none` is stored from 1, so a plain value of the enum is moved up by one where either is expected. A piece of
a wider kind does not fit a narrower one; the message says how to narrow it.
"""

from __future__ import annotations

from math import lcm

from dsl.semantics import model
from dsl.semantics.model import BagOf, Const, EnumOf, FlagSet, Int, KeptSet, Many, Op, Ref, ThingSet, Type, ZoneValue
from dsl.semantics.scopes import Scope, is_bad
from dsl.semantics.types import BOOL, Unknown, counts_of, in_words, is_a, join, related, say, stored_bag
from dsl.source import Span
from dsl.spoken import said
from dsl.syntax import tree


def fit(scope: Scope, expr: model.Expr, type_: Type, what: str) -> model.Expr:
    """The expression as a value of the type; E104 or E106 when it cannot be one. what: where it is put."""
    if is_bad(expr) or isinstance(type_, Unknown):
        return expr
    match expr.type, type_:
        case Int() as have, Int():
            return _number(scope, expr, have, type_, what)
        case EnumOf() as have, EnumOf() if have.enum is type_.enum:
            return _enum(scope, expr, have, type_, what)
        case BagOf() as have, BagOf() if have.enum is type_.enum:
            return _bag(scope, expr, have, type_, what)
        case Ref() as have, Ref():
            return _entity(scope, expr, have, type_, what)
        case ZoneValue() as have, ZoneValue() if is_a(have.kind, type_.kind):
            return expr
        case ((ZoneValue() | Many() | FlagSet() | ThingSet()), Many()):
            return _set(scope, expr, type_, what)
        case (Many() as have, (FlagSet() | ThingSet())) if _holds(type_, have.of):
            return model.SetKept(expr.span, type_, expr)
        case have, _:
            return expr if have == type_ else _mismatch(scope, expr, type_, what)


def _set(scope: Scope, expr: model.Expr, type_: Many, what: str) -> model.Expr:
    if not isinstance(expr.type, Many):
        expr = as_set(scope, expr)
    inside, wanted = element(expr), type_.of
    if isinstance(inside, Ref) and isinstance(wanted, Ref) and not is_a(inside.kind, wanted.kind):
        return _mismatch(scope, expr, type_, what)
    if type(inside) is not type(wanted) and not isinstance(inside, Unknown):
        return _mismatch(scope, expr, type_, what)
    return expr


def _holds(type_: FlagSet | ThingSet, member: Type) -> bool:
    """Whether every value of a type may be a member of a set that is kept."""
    if isinstance(member, Ref) and isinstance(type_, ThingSet):
        return is_a(member.kind, type_.kind)
    return member == type_.of


def _mismatch(scope: Scope, expr: model.Expr, type_: Type, what: str) -> model.Expr:
    hint = about_bags(expr, type_)
    if isinstance(expr.type, ZoneValue) and isinstance(type_, Ref):
        hint = said("`top of {1}` is one piece of it", expr.span.text)
    return scope.error(
        "E104",
        expr.span,
        said("{1} must be {2}, but `{3}` is {4}", what, say(type_), short(expr.span), say(expr.type)),
        hint,
    )


def _number(scope: Scope, expr: model.Expr, have: Int, want: Int, what: str) -> model.Expr:
    if have.parts != want.parts:
        if want.parts % have.parts:
            hint = (
                said("`down({1})` and `up({2})` are whole", short(expr.span), short(expr.span))
                if want.parts == 1
                else None
            )
            message = said("{1} must be {2}, but `{3}` is {4}", what, say(want), short(expr.span), say(have))
            return scope.error("E104", expr.span, message, hint)
        expr = in_parts(expr, want.parts)
        assert isinstance(expr.type, Int)
        have = expr.type
    if want.overflow == "error" and (have.high < want.low or have.low > want.high):
        message = said("{1} must be {2}, but `{3}` is {4}", what, say(want), short(expr.span), say(have))
        return scope.error("E106", expr.span, message)
    return expr


def _bag(scope: Scope, expr: model.Expr, have: BagOf, want: BagOf, what: str) -> model.Expr:
    if have.most > want.most and want.overflow == "error":
        found = in_words(have, expr.value) if isinstance(expr, Const) else say(have)
        message = said("{1} must be {2}, but `{3}` is {4}", what, say(want), short(expr.span), found)
        hint = said("a higher bound takes all, `stops at ends` behind it what fits")
        return scope.error("E106", expr.span, message, None if isinstance(expr, Const) else hint)
    return repacked(expr, want)


def repacked(expr: model.Expr, type_: BagOf) -> model.Expr:
    """A bag as one of another bound; what goes beyond the bound stays at it."""
    have = expr.type
    assert isinstance(have, BagOf)
    if isinstance(expr, Const):
        counts = [min(count, type_.most) for count in counts_of(have, expr.value)]
        return Const(expr.span, type_, stored_bag(type_, counts))
    if have.bits == type_.bits and have.most <= type_.most:
        return expr
    return model.Repacked(expr.span, type_, expr)


def about_bags(expr: model.Expr, wanted: Type | None = None) -> str | None:
    """A hint where a bag stands and something else is wanted, or the other way round."""
    have, words = expr.type, short(expr.span)
    if isinstance(have, BagOf) and not isinstance(wanted, BagOf):
        one = f"{in_front(expr.span)}[{have.enum.values[0]}]"
        return said("`{1}` is how many of one there are, `size of {2}` how many in all", one, words)
    if isinstance(wanted, BagOf) and isinstance(have, EnumOf) and not have.or_none and have.enum is wanted.enum:
        return said("a bag with one of them is written {{1}}", words) if isinstance(expr, Const) else None
    if isinstance(wanted, BagOf) and not isinstance(have, BagOf):
        return said("a bag is written {2 {1}}", wanted.enum.values[0])
    return None


def _enum(scope: Scope, expr: model.Expr, have: EnumOf, want: EnumOf, what: str) -> model.Expr:
    if have.or_none == want.or_none:
        return expr
    if want.or_none:
        return raised(expr, want)
    hint = said("ask first: `{1} is not none and ...`", in_full(expr.span))
    if isinstance(expr, Const):
        hint = said("where it may be none, its type says so: {1} or none", have.enum.name)
    return scope.error(
        "E104", expr.span, said("{1} must be {2}, but `{3}` may be none", what, say(want), short(expr.span)), hint
    )


def raised(expr: model.Expr, type_: EnumOf) -> model.Expr:
    """A plain value of an enum as one of the enum `or none`."""
    if isinstance(expr, Const):
        return Const(expr.span, type_, expr.value + 1)
    return Op(expr.span, type_, "+", (expr, Const(expr.span, Int(1, 1), 1)))


def lowered(expr: model.Expr, type_: EnumOf) -> model.Expr:
    """A value of an enum `or none`, known not to be none, as a plain one."""
    return Op(expr.span, type_, "-", (expr, Const(expr.span, Int(1, 1), 1)))


def narrowing(what: str, kind: model.Kind) -> str:
    """How to say that something is of a kind, or is the one card of which a kind is."""
    loop = "" if kind.of_card else said(", or `x: {1} in ...`", kind.name)
    return said("narrow it: `{1} is {2} and ...`{3}", what, kind.name, loop)


def _entity(scope: Scope, expr: model.Expr, have: Ref, want: Ref, what: str) -> model.Expr:
    if is_a(have.kind, want.kind):
        return expr
    if related(have.kind, want.kind):
        hint = narrowing(short(expr.span), want.kind)
        message = said("{1} must be {2}, but `{3}` may be any {4}", what, say(want), short(expr.span), have.kind.name)
        return scope.error("E104", expr.span, message, hint)
    return _mismatch(scope, expr, want, what)


def short(span: Span) -> str:
    """The written words, cut when they are long."""
    text = " ".join(span.text.split())
    return text if len(text) <= 40 else text[:37] + "..."


def in_full(span: Span) -> str:
    """The written words on one line, however long, for a hint that can be typed."""
    return " ".join(span.text.split())


def in_front(span: Span) -> str:
    """The written words, as they may stand in front of `[` or `.`."""
    text = short(span)
    return f"({text})" if " " in text else text


def typed(scope: Scope, node: tree.Expr, type_: Type, what: str) -> model.Expr:
    """The checked expression as a value of a type."""
    return fit(scope, scope.expr(node, type_), type_, what)


def truth(scope: Scope, node: tree.Expr, what: str = "") -> model.Expr:
    """The checked condition."""
    expr = scope.expr(node, BOOL)
    if is_bad(expr) or isinstance(expr.type, model.Bool):
        return expr
    hint = None
    if isinstance(expr.type, Ref | EnumOf) and expr.type.or_none:
        hint = said("did you mean `{1} is not none`?", in_full(node.span))
    elif isinstance(expr.type, Int):
        hint = said("did you mean `{1} > 0`?", in_full(node.span))
    elif isinstance(expr.type, Many | ZoneValue | BagOf):
        hint = said("did you mean `size of {1} > 0`?", in_full(node.span))
    message = said(
        "{1} must be yes/no, but `{2}` is {3}", what or said("a condition"), short(node.span), say(expr.type)
    )
    return scope.error("E104", node.span, message, hint)


def in_parts(expr: model.Expr, parts: int) -> model.Expr:
    """A number counted in other parts, of which a whole number make one of its own."""
    assert isinstance(expr.type, Int)
    times = parts // expr.type.parts
    if times == 1:
        return expr
    type_ = Int(expr.type.low * times, expr.type.high * times, parts=parts)
    if isinstance(expr, Const):
        return Const(expr.span, type_, expr.value * times)
    return Op(expr.span, type_, "*", (expr, Const(expr.span, Int(times, times), times)))


def alike(a: model.Expr, b: model.Expr) -> tuple[model.Expr, model.Expr]:
    """Two numbers counted in the same parts, or two bags of one bound."""
    both = join(a.type, b.type) if isinstance(a.type, BagOf) and isinstance(b.type, BagOf) else None
    if isinstance(both, BagOf):
        return repacked(a, both), repacked(b, both)
    if not isinstance(a.type, Int) or not isinstance(b.type, Int) or a.type.parts == b.type.parts:
        return a, b
    parts = lcm(a.type.parts, b.type.parts)
    return in_parts(a, parts), in_parts(b, parts)


def count(scope: Scope, node: tree.Expr, what: str, *, fractions: bool = False) -> model.Expr:
    """The checked number; a whole one, unless fractions will do."""
    return counted(scope, node, scope.expr(node), what, fractions=fractions)


def counted(scope: Scope, node: tree.Expr, expr: model.Expr, what: str, *, fractions: bool = False) -> model.Expr:
    """What is checked already, as a number."""
    if isinstance(expr.type, Int) and expr.type.parts > 1 and not fractions:
        hint = said("`down({1})` and `up({2})` are whole", short(node.span), short(node.span))
        message = said("{1} must be a whole number, but `{2}` is {3}", what, short(node.span), say(expr.type))
        return scope.error("E104", node.span, message, hint)
    if is_bad(expr) or isinstance(expr.type, Int):
        return expr
    message = said("{1} must be a number, but `{2}` is {3}", what, short(node.span), say(expr.type))
    return scope.error("E104", node.span, message, about_bags(expr))


def player(scope: Scope, node: tree.Expr, what: str) -> model.Expr:
    """The checked player."""
    return typed(scope, node, Ref(scope.world.player), what)


def as_set(scope: Scope, expr: model.Expr, what: str = "") -> model.Expr:
    """The expression as a set that can be walked: a zone is its pieces, a set of an enum its values."""
    if is_bad(expr) or isinstance(expr.type, Many):
        return expr
    if isinstance(expr.type, ZoneValue):
        return model.MembersOf(expr.span, Many(Ref(expr.type.kind)), expr, None, None)
    if isinstance(expr.type, KeptSet):
        return _members(expr, expr.type)
    hint = None
    if isinstance(expr.type, Ref):
        hint = said("a set is a zone, a kind, `(a, b)` or `(each ... in ... where ...)`")
    elif isinstance(expr.type, model.Word):
        hint = said("how many letters it has: `length of {1}`", in_front(expr.span))
    elif isinstance(expr.type, BagOf):
        hint = said("walk the values: `for each r in {1} where {2}[r] > 0`", expr.type.enum.name, in_front(expr.span))
    message = said("{1} is expected here, but `{2}` is {3}", what or said("a set"), short(expr.span), say(expr.type))
    return scope.error("E104", expr.span, message, hint)


def _members(expr: model.Expr, type_: KeptSet) -> model.Expr:
    """The members of a set that is kept, as one that can be walked."""
    local = model.Local("value", type_.of, None)
    if isinstance(type_, FlagSet):
        each = all_values(expr.span, type_.enum)
    else:
        each = model.KindMembers(expr.span, Many(type_.of), type_.kind)
    test = model.IsIn(expr.span, BOOL, model.LocalRef(expr.span, local.type, local), expr)
    return model.Filter(expr.span, each.type, local, each, None, test)


def all_values(span: Span, enum: model.Enum) -> model.Expr:
    """All values of an enum as a set."""
    type_ = EnumOf(enum)
    high = Const(span, type_, len(enum.values) - 1)
    return model.RangeOf(span, Many(type_), Const(span, type_, 0), high)


def domain(scope: Scope, node: tree.Expr) -> model.Expr:
    """The checked set."""
    return as_set(scope, scope.expr(node))


def element(expr: model.Expr) -> Type:
    """The type of the members of a set."""
    return expr.type.of if isinstance(expr.type, Many) else Unknown()
