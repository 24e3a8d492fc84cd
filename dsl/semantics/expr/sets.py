"""Sets: zones, kinds, boards, ranges, unions, filters, and what is asked of their members."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.cardinality import most_members, surely_nonempty
from dsl.semantics.expr import bags
from dsl.semantics.expr.coercions import as_set, count, counted, domain, element, fit, in_parts, short, truth
from dsl.semantics.expr.comparisons import narrows
from dsl.semantics.expr.constants import word_number
from dsl.semantics.expr.space import walked
from dsl.semantics.model import Const, EnumOf, FlagSet, Int, Many, Ref, Type, ZoneValue
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import BOOL, UNKNOWN, arithmetic, join, number, related, say
from dsl.semantics.world import World
from dsl.spoken import said
from dsl.syntax import tree


def bind_members(scope: Scope, binder: tree.Binder) -> tuple[Scope, model.Filter]:
    """A scope where the binder's name is a member of its set, and the filter that walks it."""
    inner = scope.child()
    local: model.Local | None = None
    if binder.cut is not None or isinstance(binder.domain, tree.Reached):
        whole, local = walked(scope, inner, binder)
    else:
        whole = domain(scope, binder.domain)
    type_ = element(whole)
    kind = scope.world.kind(binder.kind) if binder.kind is not None else None
    if binder.kind is not None and kind is None:
        type_ = UNKNOWN
    elif kind is not None and not is_bad(whole):
        type_ = _narrow(scope, binder, type_, kind)
    if local is None:
        local = inner.bind(binder.name, type_)
    elif binder.kind is not None:
        local = model.Local(local.name, type_, local.span)
        inner.give(local)
    test = None if kind is None or not narrows(element(whole), kind) else kind
    where = truth(inner, binder.where, said("what follows `where`")) if binder.where is not None else None
    if binder.where is not None:
        inner.learn(binder.where)
    return inner, model.Filter(binder.span, Many(type_), local, whole, test, where)


def _narrow(scope: Scope, binder: tree.Binder, have: Type, kind: model.Kind) -> Type:
    assert binder.kind is not None
    if isinstance(have, Ref) and related(have.kind, kind):
        return Ref(kind)
    message = said("no {1} is among `{2}`, which is {3}", kind.name, short(binder.domain.span), say(Many(have)))
    scope.world.error("E104", binder.kind.span, message)
    return UNKNOWN


# ---- quantifiers -----------------------------------------------------------------------------------------------------


def quantified(scope: Scope, node: tree.Quantified, _expected: Type | None) -> model.Expr:
    """`some`, `every`, `number of`, `sum of`, `highest`, `lowest`, `the first`, `whichever`, `each`."""
    inner, over = bind_members(scope, node.binder)
    if is_bad(over.domain) or is_bad(over) or (over.where is not None and is_bad(over.where)):
        if node.body is not None and not is_bad(over):
            inner.expr(node.body)
        return bad(node.span)
    if node.form == "each":
        return over
    if node.form in ("some", "every"):
        body = truth(inner, node.body, said("what follows the colon")) if node.body is not None else None
        return bad(node.span) if body is not None and is_bad(body) else _asked(node, BOOL, over, body, None)
    if node.form == "number":
        return _asked(node, number(0, most_members(scope.world.things, over)), over, None, None)
    if node.form == "first":
        return _first(scope, node, over, None)
    if node.form in ("most", "least"):
        return _whichever(scope, node, inner, over)
    return _measured(scope, node, inner, over)


def _asked(
    node: tree.Quantified, type_: Type, over: model.Filter, body: model.Expr | None, otherwise: model.Expr | None
) -> model.Expr:
    return model.Quantifier(node.span, type_, node.form, over, body, otherwise)


def _first(scope: Scope, node: tree.Quantified, over: model.Filter, amount: model.Expr | None) -> model.Expr:
    """One member of a set, or none."""
    type_ = element(over)
    if isinstance(type_, Ref):
        return _asked(node, Ref(type_.kind, True), over, amount, None)
    if isinstance(type_, EnumOf):
        return _asked(node, EnumOf(type_.enum, True), over, amount, None)
    words = "the first" if amount is None else "whichever"
    hint = said("for numbers write `lowest {1} for {2} else ...`", node.binder.name.text, node.binder.span.text)
    return scope.error(
        "E104", node.span, said("`{1}` is for pieces and values of an enum, not {2}", words, say(over.type)), hint
    )


def _whichever(scope: Scope, node: tree.Quantified, inner: Scope, over: model.Filter) -> model.Expr:
    """The member that has the highest or lowest amount: a number, or a value of an enum by its place in it."""
    assert node.body is not None
    amount = inner.expr(node.body)
    if is_bad(amount):
        return bad(node.span)
    if not isinstance(amount.type, Int | EnumOf):
        words = "highest" if node.form == "most" else "lowest"
        message = said(
            "what follows `{1}` must be a number or a value of an enum, but `{2}` is ", words, short(node.body.span)
        )
        return scope.error("E104", node.body.span, message + say(amount.type))
    return _first(scope, node, over, amount)


def _measured(scope: Scope, node: tree.Quantified, inner: Scope, over: model.Filter) -> model.Expr:
    assert node.body is not None
    body = inner.expr(node.body)
    if isinstance(body.type, model.BagOf) and node.form == "sum":
        summed = bags.summed(scope, node, body, most_members(scope.world.things, over))
        return bad(node.span) if summed is None else _asked(node, summed.type, over, summed, None)
    body = counted(inner, node.body, body, said("what `{1}` is asked for", node.form), fractions=True)
    otherwise = count(scope, node.otherwise, said("what follows `else`")) if node.otherwise is not None else None
    if is_bad(body) or (otherwise is not None and is_bad(otherwise)):
        return bad(node.span)
    assert isinstance(body.type, Int)
    if node.form == "sum":
        most = most_members(scope.world.things, over)
        range_ = arithmetic("*", body.type, Int(most, most))
        return _asked(node, number(min(0, range_.low), max(0, range_.high), body.type.parts), over, body, None)
    return _extreme(node, over, body, body.type, otherwise)


def _extreme(
    node: tree.Quantified, over: model.Filter, body: model.Expr, have: Int, otherwise: model.Expr | None
) -> model.Expr:
    """`highest`, `lowest`: a set that may be empty has 0 for its answer, unless `else` says another one."""
    if otherwise is not None and isinstance(otherwise.type, Int):
        otherwise = in_parts(otherwise, have.parts)
    if otherwise is None and not surely_nonempty(over):
        otherwise = Const(node.span, Int(0, 0, parts=have.parts), 0)
    type_: Type = have if otherwise is None else (join(have, otherwise.type) or have)
    plain = Int(type_.low, type_.high, parts=type_.parts) if isinstance(type_, Int) else type_
    return _asked(node, plain, over, body, otherwise)


# ---- written sets ----------------------------------------------------------------------------------------------------


def in_range(scope: Scope, node: tree.Range, _expected: Type | None) -> model.Expr:
    """`low .. high`."""
    low, high = count(scope, node.low, said("the lower end")), count(scope, node.high, said("the upper end"))
    if is_bad(low) or is_bad(high):
        return bad(node.span)
    assert isinstance(low.type, Int) and isinstance(high.type, Int)
    type_ = Int(low.type.low, max(low.type.low, high.type.high))
    return model.RangeOf(node.span, Many(type_), low, high)


def union(scope: Scope, node: tree.Union, expected: Type | None) -> model.Expr:
    """`(a, b)`: the members of both; a part may be one thing."""
    wanted = expected.of if isinstance(expected, Many) else None
    parts: list[model.Expr] = []
    type_: Type | None = None
    for written in node.parts:
        part = scope.expr(written, type_ or wanted)
        if isinstance(part.type, ZoneValue | model.KeptSet):
            part = as_set(scope, part)
        if is_bad(part):
            return part
        inner = element(part) if isinstance(part.type, Many) else part.type
        joined = inner if type_ is None else join(type_, inner)
        if joined is None or not isinstance(joined, Ref | Int | EnumOf):
            found = said("`{1}` is {2}", short(written.span), say(part.type))
            before = "" if type_ is None else said(", and before it stands {1}", say(type_))
            return scope.error("E104", written.span, said("these do not go together in one set: {1}{2}", found, before))
        type_ = joined
        parts.append(part)
    assert type_ is not None
    of = Ref(type_.kind) if isinstance(type_, Ref) else EnumOf(type_.enum) if isinstance(type_, EnumOf) else type_
    return model.UnionOf(node.span, Many(of), tuple(parts))


def set_of(scope: Scope, node: tree.SetOf, expected: Type | None) -> model.Expr:
    """`{P, W}`: a set of values of an enum, written out or worked out; or a bag."""
    if bags.is_written(node, expected):
        return bags.literal(scope, node, expected)
    if isinstance(expected, model.ThingSet):
        return _things(scope, node, expected)
    if isinstance(expected, Many) and not node.parts:
        return model.UnionOf(node.span, expected, ())
    return _values(scope, node, expected.enum if isinstance(expected, FlagSet | EnumOf) else None)


def _values(scope: Scope, node: tree.SetOf, enum: model.Enum | None) -> model.Expr:
    parts: list[model.Expr] = []
    for part in node.parts:
        value = scope.expr(part, EnumOf(enum) if enum else None)
        if is_bad(value):
            return value
        if not isinstance(value.type, EnumOf):
            message = said("only values of an enum stand in braces, not `{1}`", short(part.span))
            return scope.error("E104", part.span, message)
        enum = enum or value.type.enum
        parts.append(fit(scope, value, EnumOf(enum), said("a value of this set")))
        if is_bad(parts[-1]):
            return bad(node.span)
    if enum is None:
        return scope.error("E104", node.span, said("of which enum this is the empty set cannot be seen here"))
    known = [part.value for part in parts if isinstance(part, Const)]
    if len(known) == len(parts):
        return Const(node.span, FlagSet(enum), sum(1 << value for value in set(known)))
    return model.SetKept(node.span, FlagSet(enum), model.UnionOf(node.span, Many(EnumOf(enum)), tuple(parts)))


def words_such_as(scope: Scope, node: tree.WordsSuchAs, _expected: Type | None) -> model.Expr:
    """`words such as {"sea", "stone"}`: any word; E107 where nobody types one."""
    if not scope.typed:
        hint = said('it is what somebody chooses from: `choose w from words such as {"sea", "stone"} as "your clue"`')
        return scope.error("E107", node.span, said("a word is typed here by nobody"), hint)
    numbers = [word_number(scope.world, word.span, word.value) for word in node.words]
    known = dict.fromkeys(number for number in numbers if number is not None)
    return model.WordsSuchAs(node.span, Many(model.Word()), tuple(known)) if known else bad(node.span)


def _things(scope: Scope, node: tree.SetOf, type_: model.ThingSet) -> model.Expr:
    """`{a, b}` where a set of players or spaces is wanted."""
    parts = [fit(scope, scope.expr(part, type_.of), type_.of, said("a member of this set")) for part in node.parts]
    if not parts:
        return Const(node.span, type_, 0)
    if any(is_bad(part) for part in parts):
        return bad(node.span)
    return model.SetKept(node.span, type_, model.UnionOf(node.span, Many(type_.of), tuple(parts)))


# ---- ends and sizes --------------------------------------------------------------------------------------------------


def end_of(scope: Scope, node: tree.EndOf, _expected: Type | None) -> model.Expr:
    """`top of deck`, `top 3 of deck`."""
    zone = ordered_zone(scope, node.zone, node.end)
    size = count(scope, node.count, said("how many from the {1}", node.end)) if node.count is not None else None
    if is_bad(zone) or (size is not None and is_bad(size)):
        return bad(node.span)
    assert isinstance(zone.type, ZoneValue)
    type_: Type = Ref(zone.type.kind, True) if size is None else Many(Ref(zone.type.kind))
    return model.EndOfZone(node.span, type_, node.end, zone, size)


def ordered_zone(scope: Scope, node: tree.Expr, end: str) -> model.Expr:
    """A zone that keeps an order; E104 for any other."""
    zone = scope.expr(node)
    if is_bad(zone):
        return zone
    if not isinstance(zone.type, ZoneValue):
        message = said("only a zone has a {1}, but `{2}` is {3}", end, short(node.span), say(zone.type))
        return scope.error("E104", node.span, message)
    if not may_have_order(scope.world, zone):
        name = zone.zone.name if isinstance(zone, model.ZoneOf) else "box"
        hint = said("make it a stack or a row: `zone {1}: stack of ...`", name) if name != "box" else None
        return scope.error("E104", node.span, said("`{1}` keeps no order, so it has no {2}", name, end), hint)
    return zone


def nth_of(scope: Scope, node: tree.At, zone: model.Expr) -> model.Expr:
    """`line[2]`: the second piece of a row from the left, of a stack from the bottom; none where there is none."""
    assert isinstance(zone.type, ZoneValue)
    what = short(node.subject.span)
    if not may_have_order(scope.world, zone):
        hint = said("only in a row or a stack is there a second piece; `the first u in {1}` is some piece of it", what)
        return scope.error("E104", node.span, said("`{1}` keeps no order to count in", what), hint)
    if len(node.indices) != 1:
        return scope.error("E105", node.span, said("a piece of `{1}` has one number, not {2}", what, len(node.indices)))
    index = count(scope, node.indices[0], said("which piece it is"))
    if is_bad(index):
        return index
    if isinstance(index.type, model.Int) and index.type.high < 1:
        return scope.error(
            "E106", node.indices[0].span, said("pieces are counted from 1"), said("the first one is `{1}[1]`", what)
        )
    return model.EndOfZone(node.span, Ref(zone.type.kind, True), "nth", zone, index)


def may_have_order(_world: World, zone: model.Expr) -> bool:
    """Whether a zone may be a stack or a row."""
    if isinstance(zone, model.ZoneOf):
        return zone.zone.ordered
    return not isinstance(zone, Const)


def size_of(scope: Scope, node: tree.SizeOf, _expected: Type | None) -> model.Expr:
    """`size of SET`."""
    whole = scope.expr(node.set)
    if isinstance(whole.type, model.BagOf):
        return bags.size(node, whole)
    if not isinstance(whole.type, ZoneValue):
        whole = as_set(scope, whole)
    if is_bad(whole):
        return whole
    return model.SizeOf(node.span, number(0, most_members(scope.world.things, whole)), whole)
