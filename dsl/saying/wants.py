"""What a card asks of things: the marks that its conditions want, and those that they want not to be there."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.saying.effects import Effects
from dsl.saying.rules import block_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken


def wanted(effects: Effects, card: m.Card) -> dict[str, set[bool]]:
    """By the names of yes/no fields: whether the conditions of a card want yes, no, or each of them somewhere."""
    found: dict[str, set[bool]] = {}
    for test in _tests(effects, card):
        for name, holds in _marks(test, True):
            found.setdefault(name, set()).add(holds)
    return found


def _tests(effects: Effects, card: m.Card) -> Iterator[m.Expr]:
    held = effects.on(card)
    for action in held.actions:
        block = block_of(action.span)
        yield from (need.condition for need in action.needs if block.start <= need.span.start < block.end)
        yield from _inner([action.domains, action.effects])
    for each in held.rules:
        if each.rule.when is not None:
            yield each.rule.when
        yield from _inner([part for part in (each.rule.binder, each.rule.amount, each.rule.body) if part is not None])
    for _, _, body in held.bodies:
        yield from _inner(body)


def _inner(code: object) -> Iterator[m.Expr]:
    """The conditions of the sets in code."""
    for node in walk(code):
        if isinstance(node, m.Filter) and node.where is not None:
            yield node.where


def _marks(test: m.Expr, holds: bool) -> Iterator[tuple[str, bool]]:
    match test:
        case m.Op(op="and" | "or", args=args):
            for arg in args:
                yield from _marks(arg, holds)
        case m.Op(op="not", args=(inner,)):
            yield from _marks(inner, not holds)
        case m.FieldOf(field=found) if isinstance(found.type, m.Bool):
            yield spoken(found.name), holds
        case _:
            pass
