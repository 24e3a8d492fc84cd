"""Bags: how many there are of each value of an enum. `{2 wood, water}`, `p.stock[wood]`, sums, comparisons, changes."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.expr.coercions import about_bags, count, fit, repacked, short, typed
from dsl.semantics.model import BagOf, Const, EnumOf, FlagSet, Int, Op
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import BAG_BITS, BOOL, UNKNOWN, in_words, number, room, say, stored_bag
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree

# ---- types -----------------------------------------------------------------------------------------------------------


def bag_type(world: World, node: tree.BagType, most: int | None) -> model.Type:
    """`bag of Resource up to 20`; most: the bound, if it is written and known."""
    name = node.name.text
    enum = world.things.enums.get(name)
    if enum is None and name in world.things.kinds:
        message = said("{1} is a kind, and a bag of pieces is a zone, not a field", name)
        world.error(
            "E104", node.span, message, said("write `zone NAME: bag of {1}`; as a parameter, `zone of {2}`", name, name)
        )
        return UNKNOWN
    if enum is None:
        world.unknown(node.name.span, name, marked("enum"), world.things.enums)
        return UNKNOWN
    world.usage.read.add(enum)
    if node.most is None:
        message = said("how many of each the bag of {1} holds at most is not said", name)
        behind = {"stops": " stops at ends", "ignored": " ignored beyond"}.get(node.overflow, "")
        world.error("E110", node.span, message, said("write a bound: `bag of {1} up to 20{2}`", name, behind))
        return UNKNOWN
    if most is None:
        return UNKNOWN
    if most < 1:
        hint = said("write a bound from 1 to {1}", room(enum))
        world.error("E106", node.most.span, said("a bag up to {1} is always empty", most), hint)
        return UNKNOWN
    found = BagOf(enum, most, node.overflow)
    fits = _has_room(world, node.span, found, said("keep more apart, in fields of their own"))
    return (
        found if fits or enum.added else UNKNOWN
    )  # where a module adds values, the game says nothing wrong of the bag


def _has_room(world: World, span: Span, type_: BagOf, way_out: str) -> bool:
    """Whether a bag fits one number; E106 if not."""
    values = len(type_.enum.values)
    if values * type_.bits <= BAG_BITS:
        return True
    message = said("a bag of {1} has no room for {2} of each of {3} values", type_.enum.name, type_.most, values)
    labels = tuple(Label(added, said("added here")) for added in type_.enum.added)
    if labels:
        way_out = said("change the field in the module, to `bag of {1} up to {2}`", type_.enum.name, room(type_.enum))
    hint = said("with {1} values there is room for {2} of each; {3}", values, room(type_.enum), way_out)
    world.bag.error("E106", span, message, labels=labels, hint=hint)
    return False


# ---- what is written -------------------------------------------------------------------------------------------------


def is_written(node: tree.SetOf, expected: model.Type | None) -> bool:
    """Whether braces hold a bag: it is expected, or there are amounts in them."""
    return isinstance(expected, BagOf) or any(isinstance(part, tree.AmountOf) for part in node.parts)


def literal(scope: Scope, node: tree.SetOf, expected: model.Type | None) -> model.Expr:
    """`{2 wood, (n + 1) water}`; its type has the least bound that holds it."""
    if isinstance(expected, FlagSet):
        hint = said("write {P, W}; how many there are of each is counted by a `bag of`")
        return scope.error("E104", node.span, said("a set has each of its values once, and no amounts"), hint)
    enum = expected.enum if isinstance(expected, BagOf) else None
    amounts: dict[int, model.Expr] = {}
    chosen: list[tuple[model.Expr, model.Expr]] = []
    for part in node.parts:
        written, amount = (part.value, part.amount) if isinstance(part, tree.AmountOf) else (part, None)
        value = _value(scope, written, enum)
        if value is None:
            return bad(node.span)
        enum = _enum_of(value.type)
        if isinstance(value, Const) and value.value in amounts:
            name = enum.values[value.value]
            return scope.error(
                "E026", part.span, said("`{1}` is counted twice here", name), said("say once how many: {3 {1}}", name)
            )
        many = count(scope, amount, said("how many there are")) if amount else Const(part.span, Int(1, 1), 1)
        if is_bad(many):
            return many
        if isinstance(many.type, Int) and many.type.high < 0:
            return scope.error("E106", part.span, said("there is no bag with {1}", short(part.span)))
        if isinstance(value, Const):
            amounts[value.value] = many
        else:
            chosen.append((value, many))
    if enum is None:
        return scope.error("E104", node.span, said("of which enum this is the empty set cannot be seen here"))
    return _made(scope, node, enum, amounts, chosen)


def _value(scope: Scope, node: tree.Expr, enum: model.Enum | None) -> model.Expr | None:
    """A value of an enum, written out or worked out."""
    value = scope.expr(node, EnumOf(enum) if enum else None)
    if is_bad(value):
        return None
    if not isinstance(value.type, EnumOf):
        message = said("in the braces of a bag stand values of an enum, and not `{1}`", short(node.span))
        scope.error("E104", node.span, message)
        return None
    enum = enum or value.type.enum
    value = fit(scope, value, EnumOf(enum), said("what a bag of {1} counts", enum.name))
    return None if is_bad(value) else value


def _enum_of(type_: model.Type) -> model.Enum:
    assert isinstance(type_, EnumOf)
    return type_.enum


def _highest(amounts: Iterable[model.Expr]) -> list[int]:
    return [amount.type.high for amount in amounts if isinstance(amount.type, Int)]


def _made(
    scope: Scope,
    node: tree.SetOf,
    enum: model.Enum,
    amounts: dict[int, model.Expr],
    chosen: list[tuple[model.Expr, model.Expr]],
) -> model.Expr:
    """The bag with room for all that it may hold: what is worked out may be the same value each time."""
    high = max([0, *_highest(amounts.values())]) + sum(_highest(many for _, many in chosen))
    type_ = BagOf(enum, max(1, high))
    if not _has_room(scope.world, node.span, type_, said("bound the amount: `(min(n, 20)) wood`")):
        return bad(node.span)
    known = {place: amount.value for place, amount in amounts.items() if isinstance(amount, Const)}
    if len(known) == len(amounts) and not chosen:
        return Const(node.span, type_, stored_bag(type_, [known.get(place, 0) for place in range(len(enum.values))]))
    return model.BagMade(node.span, type_, tuple(sorted(amounts.items(), key=lambda found: found[0])), tuple(chosen))


# ---- what is asked ---------------------------------------------------------------------------------------------------


def place_in(scope: Scope, node: tree.At, type_: BagOf) -> model.Expr:
    """The value whose count is meant by `p.stock[wood]`."""
    what = short(node.subject.span)
    if len(node.indices) != 1:
        return scope.error(
            "E105", node.span, said("one value is named at a time: `{1}[{2}]`", what, type_.enum.values[0])
        )
    return typed(scope, node.indices[0], EnumOf(type_.enum), said("what is counted in `{1}`", what))


def count_in(scope: Scope, node: tree.At, bag: model.Expr) -> model.Expr:
    """`p.stock[wood]`."""
    assert isinstance(bag.type, BagOf)
    value = place_in(scope, node, bag.type)
    return value if is_bad(value) else model.CountIn(node.span, Int(0, bag.type.most), bag, value)


def holds(node: tree.Binary, item: model.Expr, bag: model.Expr) -> model.Expr:
    """`wood in p.stock`: at least one."""
    assert isinstance(bag.type, BagOf)
    many = model.CountIn(node.span, Int(0, bag.type.most), bag, item)
    return Op(node.span, BOOL, ">", (many, Const(node.span, Int(0, 0), 0)))


def size(node: tree.SizeOf, bag: model.Expr) -> model.Expr:
    """`size of p.stock`: all together."""
    assert isinstance(bag.type, BagOf)
    return model.SizeOf(node.span, number(0, bag.type.most * len(bag.type.enum.values)), bag)


def compared(scope: Scope, node: tree.Binary, left: model.Expr, right: model.Expr) -> model.Expr:
    """`p.stock >= c.cost`: at least as many of each. The rest is in `comparisons`."""
    a, b = short(node.left.span), short(node.right.span)
    if not isinstance(left.type, BagOf) or not isinstance(right.type, BagOf) or left.type.enum is not right.type.enum:
        found = said("`{1}` is {2} and `{3}` is {4}", a, say(left.type), b, say(right.type))
        side, other = (left, right) if isinstance(left.type, BagOf) else (right, left)
        hint = about_bags(side, other.type)
        return scope.error("E104", node.span, said("these cannot be compared: {1}", found), hint)
    if node.op in ("<", ">"):
        hint = said(
            "`{1} {2}= {3}` compares each count, `size of {4} {5} size of {6}` all together",
            a,
            node.op,
            b,
            a,
            node.op,
            b,
        )
        return scope.error("E104", node.span, said("of two bags neither need be `{1}` the other", node.op), hint)
    return Op(node.span, BOOL, node.op, (left, right))


# ---- sums ------------------------------------------------------------------------------------------------------------


def sides(scope: Scope, node: tree.Binary) -> tuple[model.Expr, model.Expr]:
    """Both sides of `+` or `-`; braces mean what the other side is."""
    if isinstance(node.left, tree.SetOf) and not isinstance(node.right, tree.SetOf):
        right = scope.expr(node.right)
        return scope.expr(node.left, _bag_or_none(right)), right
    left = scope.expr(node.left)
    return left, scope.expr(node.right, _bag_or_none(left))


def _bag_or_none(expr: model.Expr) -> model.Type | None:
    return expr.type if isinstance(expr.type, BagOf) else None


def combined(scope: Scope, node: tree.Binary, left: model.Expr, right: model.Expr) -> model.Expr:
    """`a + b`; `a - b`, of each value what is left, and never less than none."""
    a, b = left.type, right.type
    assert isinstance(a, BagOf) and isinstance(b, BagOf)
    if a.enum is not b.enum:
        return scope.error(
            "E104", node.span, said("`{1}` is for bags of one enum, and these are {2} and {3}", node.op, say(a), say(b))
        )
    if node.op == "-":
        return Op(node.span, BagOf(a.enum, a.most), "-", (left, right))
    type_ = BagOf(a.enum, a.most + b.most)
    if not _has_room(scope.world, node.span, type_, said("add to a field with `raise`")):
        return bad(node.span)
    return Op(node.span, type_, "+", (repacked(left, type_), repacked(right, type_)))


def summed(scope: Scope, node: tree.Quantified, body: model.Expr, members: int) -> model.Expr | None:
    """What is added up by `sum of c.cost for c in hand`, with room for the whole."""
    assert isinstance(body.type, BagOf)
    type_ = BagOf(body.type.enum, body.type.most * max(1, members))
    if not _has_room(scope.world, node.span, type_, said("up to {1} bags are added here", members)):
        return None
    return repacked(body, type_)


# ---- changes ---------------------------------------------------------------------------------------------------------


def new_value(scope: Scope, node: tree.Expr, field: model.Field, what: str) -> model.Expr:
    """The bag by which a field is set, raised or lowered, or that is paid from it. Its bound may be higher than the
    field's: what happens then is said by the field."""
    type_ = field.type
    assert isinstance(type_, BagOf)
    value = scope.expr(node, type_)
    if is_bad(value):
        return value
    have = value.type
    if not isinstance(have, BagOf) or have.enum is not type_.enum:
        message = said("{1} must be a bag of {2}, but `{3}` is {4}", what, type_.enum.name, short(node.span), say(have))
        hint = about_bags(value, type_)
        if isinstance(have, Int):
            hint = (
                said("say of what: {{1} {2}}", short(node.span), type_.enum.values[0])
                if isinstance(value, Const)
                else hint
            )
        return scope.error("E104", node.span, message, hint)
    if isinstance(value, Const) and have.most > type_.most and type_.overflow == "error":
        message = said("`{1}` holds {2} of each at most, but `{3}` is ", field.name, type_.most, short(node.span))
        return scope.error("E106", node.span, message + in_words(have, value.value))
    return value
