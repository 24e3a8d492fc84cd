"""Measures that are asked for are put into a program: what is not asked for is in no machine, and costs nothing.

Those of the end and of each turn become functions, which whoever counts asks. Those after an event, or at the start or
the end of a procedure, become rules there, which add up what is taken in fields of their own: no view shows them, and
no rule of the game asks for them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from dsl.semantics import model as m
from dsl.semantics.types import BOOL

MOST: Final = 2**53
"""The most that a sum can be; it stops there."""


def measure(program: m.Program, names: Collection[str]) -> None:
    """Put those measures of a program into it that have one of the names. It must not have any yet."""
    for each in program.measures:
        if each.name in names:
            fields = _kept(program, each) if each.when == "event" else ()
            program.measured.append(m.Measured(each, fields))


def _kept(program: m.Program, measure: m.Measure) -> tuple[m.Field, ...]:
    """The fields of a measure after an event, which rules of the event write."""
    holder, types = program.player_kind if measure.each else None, [taking.body.type for taking in measure.takings]
    low = min(0, *(each.low for each in types if isinstance(each, m.Int)), 0)
    high = max(2, *(each.high for each in types if isinstance(each, m.Int)), 2)
    ranges = ((0, MOST), (-MOST, MOST), (low, high), (low, high))
    fields = tuple(
        m.Field("", holder, m.Int(least, most, "stops"), True, 0, measure.span, unlisted=True) for least, most in ranges
    )
    program.fields.extend(fields)
    for taking in measure.takings:
        rule = _rule(program, measure, taking, fields)
        if taking.run is not None:
            (taking.run.start if taking.position == "start" else taking.run.end).append(rule)
        else:
            assert taking.event is not None
            taking.event.after.append(rule)
    return fields


def _rule(program: m.Program, measure: m.Measure, taking: m.Taking, fields: tuple[m.Field, ...]) -> m.Attachment:
    span, player = measure.span, taking.player
    body = _added(measure, taking, fields)
    if player is not None:
        all_ = m.Many(m.Ref(program.player_kind))
        over = m.Filter(span, all_, player, m.KindMembers(span, all_, program.player_kind), None, None)
        body = (m.ForEachStmt(span, (), over, None, False, body),)
    return m.Attachment(
        position=taking.position,
        name=None,
        holder=None,
        this=None,
        params=taking.params,
        when=None,
        body=body,
        words=None,
        amount=None,
        binder=None,
        cites=(),
        span=span,
    )


def _added(measure: m.Measure, taking: m.Taking, fields: tuple[m.Field, ...]) -> tuple[m.Stmt, ...]:
    """Take the number, and add it to what is kept."""
    span = measure.span
    body = taking.body
    if isinstance(body.type, m.Bool):
        body = m.IfExpr(span, m.Int(0, 1), body, m.Const(span, m.Int(1, 1), 1), m.Const(span, m.Int(0, 0), 0))
    local = m.Local(measure.name, body.type, span)
    now = m.LocalRef(span, body.type, local)
    whose = None if taking.player is None else m.LocalRef(span, taking.player.type, taking.player)
    times, total, least, most = fields

    def of(field: m.Field) -> m.Expr:
        return m.FieldOf(span, field.type, field, whose)

    def end(field: m.Field, sign: str) -> m.Stmt:
        first = m.Op(span, BOOL, "=", (of(times), m.Const(span, m.Int(0, 0), 0)))
        beyond = m.Op(span, BOOL, sign, (now, of(field)))
        value = m.IfExpr(span, field.type, m.Op(span, BOOL, "or", (first, beyond)), now, of(field))
        return m.AssignField(span, (), "set", field, whose, value)

    one = m.Const(span, m.Int(1, 1), 1)
    return (
        m.LetLocal(span, (), local, body),
        end(least, "<"),
        end(most, ">"),
        m.AssignField(span, (), "raise", times, whose, one),
        m.AssignField(span, (), "raise", total, whose, now),
    )
