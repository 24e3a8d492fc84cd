"""Expressions that are sets, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from dsl.saying.values import is_whole_enum, noun_where, of
from dsl.saying.voice import Teller, Voice, listed
from dsl.semantics import model as m


def _members(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.MembersOf)
    if expr.zone_value is not None:
        return voice.tell(expr.zone_value)
    assert expr.zone is not None
    return of(voice, voice.label(expr.zone), expr.over)


def _kind(voice: Voice, expr: m.Expr) -> str:
    return voice.phrase("all", nouns=voice.plural(voice.kind(cast(m.KindMembers, expr).kind)))


def _board(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.BoardSpaces)
    return voice.phrase("spaces", board=of(voice, voice.label(expr.board), expr.subject))


def _filter(voice: Voice, expr: m.Expr) -> str:
    return voice.phrase("each", noun=noun_where(voice, cast(m.Filter, expr)))


def _range(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.RangeOf)
    if is_whole_enum(expr):
        return voice.phrase("all", nouns=voice.plural(voice.sort(expr.type)))
    if isinstance(expr.low, m.Const) and isinstance(expr.high, m.Const) and expr.low.value == expr.high.value:
        return voice.tell(expr.low)
    return voice.phrase("range", low=voice.tell(expr.low), high=voice.tell(expr.high))


def _union(voice: Voice, expr: m.Expr) -> str:
    return listed(voice, [voice.tell(each) for each in cast(m.UnionOf, expr).parts])


def _line(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.LineFrom)
    return voice.phrase("line_along", start=voice.tell(expr.start), along=voice.tell(expr.along))


def _cut(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.Cut)
    inner = voice.naming(expr.local)
    return voice.phrase(f"cut_{expr.how}", line=voice.tell(expr.line), test=inner.tell(expr.condition))


def _reached(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.Reached)
    inner = voice.naming(expr.local)
    words = voice.phrase(
        "reached",
        nouns=voice.plural(voice.noun(expr.local)),
        start=voice.tell(expr.start),
        through=inner.tell(expr.through),
    )
    return words if expr.condition is None else voice.phrase("where", what=words, test=inner.tell(expr.condition))


def _touching(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.Touching)
    if expr.links is not None:
        return voice.phrase("linked", name=voice.name(expr.what), what=voice.tell(expr.subject))
    return voice.phrase(f"touching {expr.what}", what=voice.tell(expr.subject))


def _crossed(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.CrossedFrom)
    return voice.phrase("crossed", what=voice.word(expr.what), start=voice.tell(expr.start), end=voice.tell(expr.end))


def _cells(voice: Voice, expr: m.Expr) -> str:
    assert isinstance(expr, m.CellsOf)
    return voice.phrase("cells", how=voice.word(expr.how), what=voice.tell(expr.subject))


SETS: Final[Mapping[type, Teller]] = {
    m.MembersOf: _members,
    m.KindMembers: _kind,
    m.BoardSpaces: _board,
    m.Filter: _filter,
    m.RangeOf: _range,
    m.UnionOf: _union,
    m.LineFrom: _line,
    m.Cut: _cut,
    m.Reached: _reached,
    m.Touching: _touching,
    m.CrossedFrom: _crossed,
    m.CellsOf: _cells,
}
