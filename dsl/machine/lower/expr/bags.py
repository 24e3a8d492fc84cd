"""Bags: one number that holds a count for each value of an enum, each in bits of its own.

    stock up to 20 of wood, water, food        food | water | wood       5 bits each
    stock[water]                               stock // 2**5 & 31
    stock >= cost                              cost // 1 & 3 <= stock & 31 and ..

A sum of two bags in one layout with room for it is a sum of two numbers; everything else goes count by count.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, choose, either, equals, every, limited, minus, plus, some
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr, spilled
from dsl.semantics import model as m


def bag_of(node: m.Expr) -> m.BagOf:
    """The type of an expression that is a bag."""
    assert isinstance(node.type, m.BagOf)
    return node.type


# ---- reading ---------------------------------------------------------------------------------------------------------


def counts(bag: Expr, type_: m.BagOf) -> list[Expr]:
    """What a bag holds of each value; the bag is written several times, so it should be simple."""
    return [count_at(bag, type_, ops.Const(place)) for place in range(len(type_.enum.values))]


def count_at(bag: Expr, type_: m.BagOf, place: Expr) -> Expr:
    """What a bag holds of the value at a place."""
    if place == NO:
        shifted = bag
    else:
        shifted = binary("//", bag, _unit(type_, place))
    last = place == ops.Const(len(type_.enum.values) - 1)
    return shifted if last else binary("&", shifted, ops.Const(2**type_.bits - 1))


def _unit(type_: m.BagOf, place: Expr) -> Expr:
    """A bag with one of the value at a place."""
    return binary("<<", YES, binary("*", place, ops.Const(type_.bits)))


def packed(parts: Sequence[Expr], type_: m.BagOf) -> Expr:
    """A bag with these counts, which must be within its bound."""
    found: Expr = NO
    for place, part in enumerate(parts):
        if part != NO:
            found = plus(found, binary("*", part, _unit(type_, ops.Const(place))))
    return found


def count_in(code: Code, node: m.CountIn) -> Expr:
    """`p.stock[wood]`."""
    return count_at(expr(code, node.bag), bag_of(node.bag), expr(code, node.value))


def bag_made(code: Code, node: m.BagMade) -> Expr:
    """A bag with amounts, and values, that are worked out."""
    type_ = bag_of(node)
    known = {place: limited(expr(code, amount), 0, type_.most) for place, amount in node.amounts}

    def use(parts: list[Expr]) -> Expr:
        found = [known.get(place, NO) for place in range(len(type_.enum.values))]
        for value, many in zip(parts[::2], parts[1::2], strict=True):
            found = [plus(each, choose(equals(value, place), many, NO)) for place, each in enumerate(found)]
        return packed(found, type_)

    if not node.chosen:
        return use([])
    parts = [
        part for value, many in node.chosen for part in (expr(code, value), limited(expr(code, many), 0, type_.most))
    ]
    return spilled(code, node, parts, use)


def repacked(code: Code, node: m.Repacked) -> Expr:
    """A bag in another layout; what goes beyond its bound stays at it."""
    have, want = bag_of(node.bag), bag_of(node)

    def use(parts: list[Expr]) -> Expr:
        found = counts(parts[0], have)
        if have.most > want.most:
            found = [binary("min", ops.Const(want.most), count) for count in found]
        return packed(found, want)

    return spilled(code, node, [expr(code, node.bag)], use)


def size_of(code: Code, node: m.Expr, whole: m.Expr) -> Expr:
    """All that a bag holds together."""
    return spilled(code, node, [expr(code, whole)], lambda parts: _together(counts(parts[0], bag_of(whole))))


def _together(parts: Sequence[Expr]) -> Expr:
    found: Expr = NO
    for part in parts:
        found = plus(found, part)
    return found


def operator(code: Code, node: m.Op) -> Expr:
    """`-`, `<=` and `>=` of two bags, count by count."""
    left, right = (bag_of(arg) for arg in node.args)

    def use(parts: list[Expr]) -> Expr:
        pairs = list(zip(counts(parts[0], left), counts(parts[1], right), strict=True))
        if node.op == "-":
            return packed([what_is_left(a, b) for a, b in pairs], bag_of(node))
        return every(enough(a, b) if node.op == ">=" else enough(b, a) for a, b in pairs)

    return spilled(code, node, [expr(code, arg) for arg in node.args], use)


def enough(have: Expr, need: Expr) -> Expr:
    """Whether there is as much of something as needed."""
    return YES if need == NO else binary("<=", need, have)


def what_is_left(have: Expr, gone: Expr) -> Expr:
    """What is left of something; never less than nothing."""
    return have if gone == NO else binary("max", NO, minus(have, gone))


# ---- changing --------------------------------------------------------------------------------------------------------


def amounts(code: Code, type_: m.BagOf, value: m.Expr, part: m.Expr | None) -> list[Expr]:
    """By how much each count is changed: by those of a bag, or one of them by a number."""
    if part is None:
        return counts(code.keep(expr(code, value)), bag_of(value))
    number, place = code.keep(expr(code, value)), code.keep(expr(code, part))
    return [choose(equals(place, index), number, NO) for index in range(len(type_.enum.values))]


class Change:
    """A change of a field that is a bag, to be made from what it holds."""

    def __init__(self, code: Code, how: str, type_: m.BagOf, value: m.Expr, part: m.Expr | None, site: int) -> None:
        self.code, self.how, self.type, self.site = code, how, type_, site
        self.value = code.keep(expr(code, value))
        self.of = value.type
        self.part = None if part is None else code.keep(expr(code, part))

    def make(self, before: Expr) -> Expr:
        """The new number; what goes beyond the bound is treated as the field says."""
        return self._whole(before) if self.part is None else self._one(before, self.part)

    def _one(self, before: Expr, part: Expr) -> Expr:
        before = self.code.keep(before)
        old = self.code.keep(count_at(before, self.type, part))
        new = self._within([(old, self._new(old, self.value), True, True)])[0]
        return plus(before, binary("*", minus(new, old), _unit(self.type, part)))

    def _whole(self, before: Expr) -> Expr:
        assert isinstance(self.of, m.BagOf)
        given, type_ = counts(self.value, self.of), self.type
        if self.how == "set":
            if self.of.most <= type_.most:
                return packed(given, type_)
            old = counts(self.code.keep(before), type_) if type_.overflow == "ignored" else [NO for _ in given]
            return packed(self._within([(a, b, False, True) for a, b in zip(old, given, strict=True)]), type_)
        before = self.code.keep(before)
        raised = self.how == "raise"
        pairs = zip(counts(before, type_), given, strict=True)
        new = self._within([(old, self._new(old, by), not raised, raised) for old, by in pairs])
        if type_.overflow != "error":
            return packed(new, type_)
        change = packed(given, type_)
        return plus(before, change) if raised else minus(before, change)

    def _new(self, old: Expr, by: Expr) -> Expr:
        if self.how == "set":
            return by
        return plus(old, by) if self.how == "raise" else minus(old, by)

    def _within(self, changes: Sequence[tuple[Expr, Expr, bool, bool]]) -> list[Expr]:
        """New counts as they may be: of each the old and the new one, and whether it may be too low or too high."""
        found: list[Expr] = []
        wrong: list[Expr] = []
        for old, new, under, over in changes:
            if new == old:
                found.append(old)
                continue
            kept = self.code.keep(new)
            low = binary("<", kept, NO) if under else NO
            outside = either(low, binary(">", kept, ops.Const(self.type.most)) if over else NO)
            if self.type.overflow == "ignored":
                kept = self.code.keep(choose(outside, old, kept))
            elif self.type.overflow == "stops":
                kept = self.code.keep(limited(kept, 0, self.type.most))
            else:
                wrong.append(outside)
            found.append(kept)
        self.code.when(some(wrong), lambda: self.code.fail("BOUND", self.site))
        return found
