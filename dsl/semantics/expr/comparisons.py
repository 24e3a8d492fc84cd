"""Comparisons: `=`, `<`, `is`, `is not`, `in`, `not in`.

Only things that can be equal are compared: a comparison whose answer is known from the types alone is a mistake (E104).
The side that needs the other one to be understood (`none`, the value of an enum) is looked at second.
"""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.expr import bags
from dsl.semantics.expr.coercions import about_bags, alike, as_set, element, fit, raised, short
from dsl.semantics.expr.constants import card_copy
from dsl.semantics.expr.tracks import band
from dsl.semantics.model import BagOf, Const, EnumOf, FlagSet, Int, Many, Op, Ref, Type, ZoneValue
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import BOOL, is_a, related, say
from dsl.semantics.world import member, member_names
from dsl.spoken import said
from dsl.syntax import tree


def compare(scope: Scope, node: tree.Binary) -> model.Expr:
    """`a = b`, `a < b`, `a is b`, `a is not b`, `a is copy of b` and their like."""
    if node.op in ("is copy of", "is not copy of"):
        return _copies(scope, node)
    if node.op in ("is", "is not"):
        asked = band(scope, node) or _is_kind(scope, node)
        if asked is not None:
            return negated(asked) if node.op == "is not" and not is_bad(asked) else asked
    left, right = both(scope, node.left, node.right)
    if is_bad(left) or is_bad(right):
        return bad(node.span)
    op = {"is": "=", "is not": "!="}.get(node.op, node.op)
    if op in ("=", "!="):
        return _equal(scope, node, op, left, right)
    return _ordered(scope, node, left, right)


def _ordered(scope: Scope, node: tree.Binary, left: model.Expr, right: model.Expr) -> model.Expr:
    """`<`, `<=`, `>`, `>=` between numbers, values of one enum, or bags."""
    if isinstance(left.type, Int) and isinstance(right.type, Int):
        return Op(node.span, BOOL, node.op, alike(left, right))
    if isinstance(left.type, EnumOf) and isinstance(right.type, EnumOf) and left.type.enum is right.type.enum:
        return Op(node.span, BOOL, node.op, _same_store(left, right))
    if isinstance(left.type, BagOf) or isinstance(right.type, BagOf):
        return bags.compared(scope, node, left, right)
    wrong = left if not isinstance(left.type, Int) else right
    message = said("`{1}` compares numbers, but `{2}` is {3}", node.op, short(wrong.span), say(wrong.type))
    hint = (
        said("how many there are: `size of {1}`", short(wrong.span))
        if isinstance(wrong.type, Many | ZoneValue)
        else None
    )
    return scope.error("E104", node.span, message, hint)


def negated(expr: model.Expr) -> model.Expr:
    """The opposite of a condition."""
    return Op(expr.span, BOOL, "not", (expr,))


def both(scope: Scope, a: tree.Expr, b: tree.Expr) -> tuple[model.Expr, model.Expr]:
    """Two expressions that are to be of one type; each may tell what the other means."""
    if is_weak(scope, a) and not is_weak(scope, b):
        right = scope.expr(b)
        return scope.expr(a, right.type), right
    left = scope.expr(a)
    return left, scope.expr(b, left.type)


def is_weak(scope: Scope, node: tree.Expr) -> bool:
    """Whether an expression means something only beside another one: `none`, `{P}`, the value of an enum."""
    if isinstance(node, tree.Literal):
        return node.word == "none"
    if isinstance(node, tree.CardRef):  # a word, perhaps
        return node.title not in scope.world.things.cards
    if isinstance(node, tree.Ref):
        plain = scope.find(node.name) is None and node.name not in scope.world.taken
        return plain and bool(scope.world.enums_with(node.name) or _is_reading(scope, node.name))
    return isinstance(node, tree.SetOf)


def _is_reading(scope: Scope, name: str) -> bool:
    return any(isinstance(o.type, EnumOf) and name in o.type.enum.values for o in scope.world.choices.options.values())


# ---- x is Unit, x is "Ada" ------------------------------------------------------------------------------------------


def _is_kind(scope: Scope, node: tree.Binary) -> model.Expr | None:
    right = node.right
    if isinstance(right, tree.CardRef) and right.copy is None:
        found = card_copy(scope.world, right)
        left = scope.expr(node.left)
        if found is None or is_bad(left):
            return bad(node.span)
        card = found[0]
        return _in_range(scope, node, left, card.kind, card.first, card.last, f'"{card.title}"')
    if isinstance(right, tree.Ref) and scope.find(right.name) is None and right.name in scope.world.things.kinds:
        kind = scope.world.things.kinds[right.name]
        left = scope.expr(node.left)
        if is_bad(left):
            return left
        return _in_range(scope, node, left, kind, kind.first, kind.last, kind.name)
    return None


def _in_range(
    scope: Scope, node: tree.Binary, left: model.Expr, kind: model.Kind, first: int, last: int, words: str
) -> model.Expr:
    if isinstance(left.type, ZoneValue):
        left = model.ZoneOwner(left.span, Ref(kind, True), left)
    if not isinstance(left.type, Ref):
        return scope.error(
            "E104", node.span, said("`{1}` is {2} and can never be {3}", short(left.span), say(left.type), words)
        )
    if not related(left.type.kind, kind):
        message = said("`{1}` is {2} and can never be {3}", short(left.span), say(left.type), words)
        return scope.error("E104", node.span, message)
    return model.IsKind(node.span, BOOL, left, first, last)


def _copies(scope: Scope, node: tree.Binary) -> model.Expr:
    """`a is copy of b`: two pieces that one `card` has made, be they the same piece or two."""
    sides = [scope.expr(node.left), scope.expr(node.right)]
    if any(is_bad(side) for side in sides):
        return bad(node.span)
    for side in sides:
        if not isinstance(side.type, Ref) or not is_a(side.type.kind, scope.world.piece):
            message = said("only pieces are copies of a card, but `{1}` is {2}", short(side.span), say(side.type))
            return scope.error("E104", side.span, message)
    if not _may_agree(sides[0].type, sides[1].type):
        message = said(
            "`{1}` is {2} and can never be a copy of {3}", short(node.left.span), say(sides[0].type), say(sides[1].type)
        )
        return scope.error("E104", node.span, message)
    field = scope.world.things.print_run
    cards = tuple(model.FieldOf(side.span, field.type, field, side) for side in sides)
    return Op(node.span, BOOL, "=" if node.op == "is copy of" else "!=", cards)


def _may_agree(left: Type, right: Type) -> bool:
    return isinstance(left, Ref) and isinstance(right, Ref) and related(left.kind, right.kind)


# ---- equality --------------------------------------------------------------------------------------------------------


def _same_store(left: model.Expr, right: model.Expr) -> tuple[model.Expr, model.Expr]:
    """Two values of one enum in one way of storing them."""
    a, b = left.type, right.type
    if isinstance(a, EnumOf) and isinstance(b, EnumOf) and a.or_none != b.or_none:
        return (left, raised(right, a)) if a.or_none else (raised(left, b), right)
    return left, right


def _equal(scope: Scope, node: tree.Binary, op: str, left: model.Expr, right: model.Expr) -> model.Expr:
    a, b = left.type, right.type
    if isinstance(a, EnumOf) and isinstance(b, EnumOf) and a.enum is b.enum:
        left, right = _same_store(left, right)
    elif isinstance(a, ZoneValue) and isinstance(b, Ref):
        left = model.ZoneOwner(left.span, Ref(b.kind, True), left)
    elif isinstance(a, Ref) and isinstance(b, ZoneValue):
        right = model.ZoneOwner(right.span, Ref(a.kind, True), right)
    elif not _may_be_equal(a, b):
        found = said("`{1}` is {2} and `{3}` is {4}", short(left.span), say(a), short(right.span), say(b))
        return scope.error("E104", node.span, said("these can never be equal: {1}", found), _hint(left, right))
    return Op(node.span, BOOL, op, alike(left, right))


def _may_be_equal(a: Type, b: Type) -> bool:
    if isinstance(a, Ref) and isinstance(b, Ref):
        return related(a.kind, b.kind)
    if isinstance(a, Int) and isinstance(b, Int):
        return True
    if isinstance(a, FlagSet) and isinstance(b, FlagSet):
        return a.enum is b.enum
    if isinstance(a, model.ThingSet) and isinstance(b, model.ThingSet):
        return a.kind is b.kind
    if isinstance(a, BagOf) and isinstance(b, BagOf):
        return a.enum is b.enum
    if isinstance(a, ZoneValue) and isinstance(b, ZoneValue):
        return True
    return isinstance(a, model.Bool | model.Word) and type(a) is type(b)


def _hint(left: model.Expr, right: model.Expr) -> str | None:
    a, b = left.type, right.type
    if isinstance(a, BagOf) != isinstance(b, BagOf):
        return about_bags(left, b) if isinstance(a, BagOf) else about_bags(right, a)
    if isinstance(a, FlagSet) and isinstance(b, EnumOf):
        return said("for a set of values write `P in marks of c`")
    if isinstance(a, model.ThingSet) and isinstance(b, Ref):
        return said("for a set write `{1} in {2}`", short(right.span), short(left.span))
    if isinstance(a, Ref) and isinstance(b, EnumOf):
        return _field_hint(left, a, right, b)
    if isinstance(a, Ref) and isinstance(b, Many):
        return said("for a set write `x in SET`")
    return None


def _field_hint(left: model.Expr, a: Ref, right: model.Expr, b: EnumOf) -> str | None:
    """The field that may have been meant where a thing is compared with a value."""
    fields = (member(a.kind, name) for name in member_names(a.kind))
    for field in fields:
        if isinstance(field, model.Field) and isinstance(field.type, EnumOf) and field.type.enum is b.enum:
            return said("did you mean `{1} of {2} is {3}`?", field.name, short(left.span), short(right.span))
    return None


# ---- membership ------------------------------------------------------------------------------------------------------


def is_in(scope: Scope, node: tree.Binary) -> model.Expr:
    """`x in SET`, `x not in SET`."""
    found = _membership(scope, node)
    return negated(found) if node.op == "not in" and not is_bad(found) else found


def _membership(scope: Scope, node: tree.Binary) -> model.Expr:
    whole = scope.expr(node.right)
    if is_bad(whole):
        return whole
    if isinstance(whole.type, FlagSet | model.ThingSet | BagOf):
        type_ = EnumOf(whole.type.enum) if isinstance(whole.type, BagOf) else whole.type.of
        item = fit(scope, scope.expr(node.left, type_), type_, said("what is looked for"))
        if isinstance(whole.type, BagOf) and not is_bad(item):
            return bags.holds(node, item, whole)
        return bad(node.span) if is_bad(item) else model.IsIn(node.span, BOOL, item, whole)
    if isinstance(whole.type, ZoneValue):
        item = scope.expr(node.left, Ref(whole.type.kind))
        wanted: Type = Ref(whole.type.kind)
    else:
        whole = as_set(scope, whole)
        wanted = element(whole)
        item = scope.expr(node.left, wanted)
    if is_bad(item) or is_bad(whole):
        return bad(node.span)
    return _among(scope, node, item, whole, wanted)


def _among(scope: Scope, node: tree.Binary, item: model.Expr, whole: model.Expr, wanted: Type) -> model.Expr:
    have = item.type
    if isinstance(have, EnumOf) and isinstance(wanted, EnumOf) and have.enum is wanted.enum:
        if have.or_none and not wanted.or_none:
            item = Op(item.span, wanted, "-", (item, Const(item.span, Int(1, 1), 1)))  # none becomes -1: in no set
    elif not _may_be_equal(have, wanted) or (isinstance(have, Int) and have.parts > 1):
        message = said("`{1}` is {2} and can never be in {3}", short(item.span), say(have), say(whole.type))
        return scope.error("E104", node.span, message)
    return model.IsIn(node.span, BOOL, item, whole)


def narrows(have: Type, kind: model.Kind) -> bool:
    """Whether walking a set of `have` for members of `kind` needs a test."""
    return isinstance(have, Ref) and not is_a(have.kind, kind)
