"""Payments of actions that would not be what is written: their amount changes before they are made (E130)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import said

_DEEPEST: Final = 6
"""How many definitions, values and events one inside the other are looked into."""


@dataclass(frozen=True, slots=True)
class _Touched:
    """A field that is read or written: whose it is, as it is written (None: it may be anybody's), and where."""

    field: model.Field
    whose: str | None
    span: Span
    paid: bool = False


def check_payments(world: World) -> None:
    """A payment is a requirement of its action, asked before the move: so nothing above it may change what it asks."""
    for source in world.play.actions:
        written: list[_Touched] = []
        for stmt in source.action.effects:
            if isinstance(stmt, model.PayFrom):
                _check_payment(world, stmt, written)
            written += _writes(stmt)


def _check_payment(world: World, stmt: model.PayFrom, written: Iterable[_Touched]) -> None:
    asked = list(_reads((stmt.amount, stmt.subject, stmt.part)))
    from_ = _Touched(stmt.field, _text(stmt.subject), stmt.span)
    for before in written:
        if any(_meet(before, each) for each in asked) or (not before.paid and _meet(before, from_)):
            message = said("whether this can be paid is asked before the move, and a line above it changes the answer")
            labels = (Label(before.span, said("`{1}` changes here", before.field.name)),)
            world.bag.error("E130", stmt.span, message, labels=labels, hint=said("write the payment above that line"))
            return


def _meet(written: _Touched, asked: _Touched) -> bool:
    return written.field is asked.field and (written.whose == asked.whose or None in (written.whose, asked.whose))


def _reads(node: object, depth: int = 0) -> Iterator[_Touched]:
    """The fields that an expression asks for, also by definitions and values."""
    for part in walk(node):
        if isinstance(part, model.FieldOf) and part.field.var:
            yield _Touched(part.field, None if depth else _text(part.subject), part.span)
        elif depth < _DEEPEST and isinstance(part, model.CallDefine):
            yield from _reads((part.define.body, *(need.condition for need in part.define.needs)), depth + 1)
        elif depth < _DEEPEST and isinstance(part, model.ValueOf):
            rules = () if part.printed else part.value.modifiers
            yield from _reads((part.value.base, *((rule.when, rule.amount) for rule in rules)), depth + 1)


def _writes(node: object, depth: int = 0, at: Span | None = None) -> Iterator[_Touched]:
    """The fields that a statement changes, also by events; at: the line of the action that performs them."""
    for part in walk(node):
        if isinstance(part, model.AssignField | model.PayFrom):
            paid = isinstance(part, model.PayFrom)
            yield _Touched(part.field, None if depth else _text(part.subject), at or part.span, paid)
        elif depth < _DEEPEST and isinstance(part, model.Perform):
            yield from _writes(part.event.body, depth + 1, at or part.span)


def _text(subject: model.Expr | None) -> str:
    return "" if subject is None else " ".join(subject.span.text.split())
