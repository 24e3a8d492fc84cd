"""Builders of expressions and types."""

from __future__ import annotations

from typing import Final

from dsl.source import Span
from dsl.syntax import tree as t
from dsl.syntax.builders.shared import Builder, only, pack, packed, parts_of, plain


def _chain(op: str) -> Builder:
    def build(span: Span, first: t.Expr, *others: t.Expr) -> t.Expr:
        left = first
        for right in others:
            left = t.Binary(span.file.span(span.start, right.span.end), op, left, right)
        return left

    return build


def _infix(op: str) -> Builder:
    def build(span: Span, left: t.Expr, right: t.Expr) -> t.Binary:
        return t.Binary(span, op, left, right)

    return build


def _compare(span: Span, left: t.Expr, op: str, right: t.Expr) -> t.Binary:
    return t.Binary(span, op, left, right)


def _relation(span: Span, left: t.Expr, name: t.Name, right: t.Expr) -> t.Apply:
    return t.Apply(span, name, (left, right))


def _apply(span: Span, name: t.Name, *args: t.Expr | None) -> t.Apply:
    return t.Apply(span, name, tuple(arg for arg in args if arg is not None))


def _of(span: Span, name: t.Name, subject: t.Expr) -> t.Attribute:
    return t.Attribute(span, subject, name, False)


def _printed_of(span: Span, _printed: str, name: t.Name, subject: t.Expr) -> t.Attribute:
    return t.Attribute(span, subject, name, True)


def _attribute(span: Span, subject: t.Expr, name: t.Name) -> t.Attribute:
    return t.Attribute(span, subject, name, False)


def _at_index(span: Span, subject: t.Expr, *indices: t.Expr) -> t.At:
    return t.At(span, subject, indices)


def _quantified(form: str) -> Builder:
    def build(span: Span, binder: t.Binder, body: t.Expr | None = None) -> t.Quantified:
        return t.Quantified(span, form, binder, body, None)

    return build


def _counted(form: str) -> Builder:
    def build(span: Span, _words: str, binder: t.Binder) -> t.Quantified:
        return t.Quantified(span, form, binder, None, None)

    return build


def _measured(form: str) -> Builder:
    def build(span: Span, _words: str, body: t.Expr, binder: t.Binder, otherwise: t.Expr | None = None) -> t.Quantified:
        return t.Quantified(span, form, binder, body, otherwise)

    return build


def _whichever(form: str) -> Builder:
    def build(span: Span, binder: t.Binder, _word: str, amount: t.Expr) -> t.Quantified:
        return t.Quantified(span, form, binder, amount, None)

    return build


def _end_of(end: str) -> Builder:
    def build(span: Span, zone: t.Expr) -> t.EndOf:
        return t.EndOf(span, end, None, zone)

    return build


def _top_n_of(span: Span, count: t.Expr, zone: t.Expr) -> t.EndOf:
    return t.EndOf(span, "top", count, zone)


def _binder(
    span: Span, name: t.Name, kind: t.Name | None, domain: t.Expr, cut: t.Cut | None, where: t.Expr | None
) -> t.Binder:
    return t.Binder(span, name, kind, domain, where, cut)


def _step_from(span: Span, words: str, start: t.Expr, along: t.Expr) -> t.StepFrom:
    return t.StepFrom(span, start, along, words.startswith("steps"))


def _edge_from(span: Span, words: str, start: t.Expr, along: t.Expr) -> t.EdgeFrom:
    return t.EdgeFrom(span, start, along, words.startswith("edges"))


def _crossed_from(span: Span, words: str, start: t.Expr, end: t.Expr) -> t.CrossedFrom:
    return t.CrossedFrom(span, words.split()[0], start, end)


def _line_from(span: Span, _words: str, start: t.Expr, along: t.Expr) -> t.LineFrom:
    return t.LineFrom(span, start, along)


def _longest_way(
    span: Span,
    words: str,
    name: t.Name,
    kind: t.Name | None,
    start: t.Expr,
    beyond: t.Name | None,
    through: t.Expr,
    within: t.Expr,
    worth: t.Expr | None,
    condition: t.Expr | None,
) -> t.LongestWay:
    return t.LongestWay(span, words.split()[1], name, kind, start, beyond, through, within, worth, condition)


def _longest_run(
    span: Span, _words: str, name: t.Name, through: t.Expr, along: t.Expr | None, where: t.Expr
) -> t.LongestRun:
    return t.LongestRun(span, name, through, along, where)


def _reached(
    span: Span, _words: str, start: t.Expr, through: t.Expr, bound: tuple[t.Expr, t.Expr | None] | None
) -> t.Reached:
    return t.Reached(span, start, through, *(bound or ()))


def _within_steps(_span: Span, within: t.Expr, price: t.Expr | None) -> tuple[t.Expr, t.Expr | None]:
    return within, price


def _cut_while(span: Span, condition: t.Expr, before: t.Expr | None) -> t.Cut:
    return t.Cut(span, "while", condition, before)


def _cut_until(span: Span, condition: t.Expr) -> t.Cut:
    return t.Cut(span, "until", condition, None)


def _name(span: Span, name: t.Name) -> t.Ref:
    return t.Ref(span, name.text)


def _text(span: Span, title: t.Text) -> t.CardRef:
    return t.CardRef(span, title.value, None)


def _text_copy(span: Span, title: t.Text, number: t.Number) -> t.CardRef:
    return t.CardRef(span, title.value, number.value)


def _player_number(span: Span, number: t.Number) -> t.PlayerRef:
    return t.PlayerRef(span, number.value)


def _union(span: Span, *parts: t.Expr) -> t.Union:
    return t.Union(span, parts)


def _conditional(span: Span, condition: t.Expr, then: t.Expr, *rest: object) -> t.Conditional:
    """`else if` is a conditional inside the last answer."""
    *others, last = rest
    assert isinstance(last, t.Expr)
    for other in reversed(others):
        asked, answer = parts_of(other)
        assert isinstance(asked, t.Expr) and isinstance(answer, t.Expr)
        last = t.Conditional(span.file.span(asked.span.start, last.span.end), asked, answer, last)
    return t.Conditional(span, condition, then, last)


def _set_of(span: Span, *parts: t.Expr | t.Name | None) -> t.SetOf:
    values = (_name(part.span, part) if isinstance(part, t.Name) else part for part in pack(*parts))
    return t.SetOf(span, tuple(value for value in values if isinstance(value, t.Expr)))


def _words_such_as(span: Span, _words: str, *words: t.Text) -> t.WordsSuchAs:
    return t.WordsSuchAs(span, words)


def _amount_of(span: Span, amount: t.Expr, value: t.Expr | t.Name) -> t.AmountOf:
    return t.AmountOf(span, amount, _name(value.span, value) if isinstance(value, t.Name) else value)


def _type_bag(span: Span, name: t.Name, most: t.Expr | None, overflow: str | None) -> t.BagType:
    return t.BagType(span, name, most, overflow or "error")


def _type_range(span: Span, low: t.Expr, high: t.Expr, overflow: str | None) -> t.RangeType:
    return t.RangeType(span, low, high, overflow or "error")


def _type_optional(span: Span, name: t.Name) -> t.NamedType:
    return t.NamedType(span, name, True)


def _type_name(span: Span, name: t.Name) -> t.NamedType:
    return t.NamedType(span, name, False)


def _type_bool(span: Span, _words: str) -> t.BoolType:
    return t.BoolType(span)


def _edge(word: str) -> Builder:
    def build(_span: Span) -> str:
        return word

    return build


def _literal(word: str) -> Builder:
    def build(span: Span) -> t.Literal:
        return t.Literal(span, word)

    return build


def _unary(op: str) -> Builder:
    def build(span: Span, operand: t.Expr) -> t.Unary:
        return t.Unary(span, op, operand)

    return build


EXPRESSIONS: Final[dict[str, Builder]] = {
    "or_expr": _chain("or"),
    "and_expr": _chain("and"),
    "negation": _unary("not"),
    "minus": _unary("-"),
    "add": _infix("+"),
    "subtract": _infix("-"),
    "multiply": _infix("*"),
    "divide": _infix("/"),
    "modulo": _infix("mod"),
    "compare": _compare,
    "is_same": _infix("is"),
    "is_not": _infix("is not"),
    "is_copy": _infix("is copy of"),
    "is_no_copy": _infix("is not copy of"),
    "is_in": _infix("in"),
    "not_in": _infix("not in"),
    "can_act": plain(t.Can),
    "fits_in": plain(t.FitsIn),
    "relation": _relation,
    "number_range": plain(t.Range),
    "some": _quantified("some"),
    "every": _quantified("every"),
    "filter_set": _quantified("each"),
    "number_of": _counted("number"),
    "first_of": _counted("first"),
    "sum_of": _measured("sum"),
    "highest": _measured("highest"),
    "lowest": _measured("lowest"),
    "most_of": _whichever("most"),
    "least_of": _whichever("least"),
    "of": _of,
    "printed_of": _printed_of,
    "attribute": _attribute,
    "at_index": _at_index,
    "top_of": _end_of("top"),
    "bottom_of": _end_of("bottom"),
    "top_n_of": _top_n_of,
    "size_of": plain(t.SizeOf),
    "apply": _apply,
    "name": _name,
    "noun": only,
    "number": only,
    "text": _text,
    "text_copy": _text_copy,
    "yes": _literal("yes"),
    "no": _literal("no"),
    "nothing": _literal("none"),
    "player_number": _player_number,
    "union": _union,
    "conditional": _conditional,
    "otherwise_if": packed,
    "set_of": _set_of,
    "words_such_as": _words_such_as,
    "amount_of": _amount_of,
    "of_kind": only,
    "where": only,
    "counted_over": _binder,
    "binder": _binder,
    "step_from": _step_from,
    "edge_from": _edge_from,
    "crossed_from": _crossed_from,
    "line_from": _line_from,
    "longest_run": _longest_run,
    "longest_way": _longest_way,
    "reached": _reached,
    "within_steps": _within_steps,
    "cut_while": _cut_while,
    "cut_until": _cut_until,
    "binder_from": plain(t.Binder),
    "const_number": only,
    "const_negative": _unary("-"),
    "const_name": _name,
    "const_text": _text,
    "const_yes": _literal("yes"),
    "const_no": _literal("no"),
    "const_none": _literal("none"),
    "const_set": _set_of,
    "type_bool": _type_bool,
    "type_range": _type_range,
    "type_name": _type_name,
    "type_optional": _type_optional,
    "type_set": plain(t.SetType),
    "type_bag": _type_bag,
    "type_zone": plain(t.ZoneType),
    "edge_stops": _edge("stops"),
    "edge_ignored": _edge("ignored"),
}
