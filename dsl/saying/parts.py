"""The parts of the rules with bodies, and what they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.saying.effects import Effects
from dsl.semantics import model as m
from dsl.semantics.world import spoken


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules with a body: all its nodes."""

    inner: tuple[object, ...]
    nodes: Sequence[object]

    def reads(self, found: m.Field) -> bool:
        """Whether it asks for a field."""
        return any(isinstance(node, m.FieldOf) and node.field is found for node in self.inner)

    def names(self, card: m.Card) -> bool:
        """Whether it names a card."""
        for node in self.inner:
            if isinstance(node, m.IsKind) and (node.first, node.last) == (card.first, card.last):
                return True
            if isinstance(node, m.Const) and isinstance(node.type, m.Ref) and card.first <= node.value <= card.last:
                return True
        return False

    def speaks_of(self, kind: m.Kind) -> bool:
        """Whether it takes members of a kind, all of them or some."""
        return any(isinstance(node, m.KindMembers) and node.kind is kind for node in self.inner)


def parts_of(effects: Effects) -> Iterator[Sequence[object]]:
    """The bodies of all definitions, values, events, procedures, actions and rules of the game itself."""
    program = effects.program
    yield from ([define.body, *(need.condition for need in define.needs)] for define in program.defines)
    yield from ([value.base] for value in program.values)
    yield from ([*event.body] for event in program.events)
    yield from ([*procedure.body] for procedure in program.procedures)
    yield from ([*action.effects] for action in program.actions if action.holder is None)
    for each in effects.on(None).rules:
        yield [
            part for part in (each.rule.when, each.rule.amount, each.rule.binder, *each.rule.body) if part is not None
        ]


def printed_on(card: m.Card) -> Iterator[tuple[str, m.Field, int]]:
    """The printed fields of a card's first copy: name, field, number."""
    kind: m.Kind | None = card.kind
    while kind is not None:
        for found in kind.fields.values():
            at = card.first - kind.first
            if not found.var and 0 <= at < len(found.printed):
                yield spoken(found.name), found, found.printed[at]
        kind = kind.parent


def called_by(node: object) -> Iterator[object]:
    """The events, procedures, definitions and values that a node calls."""
    match node:
        case m.Perform(event=event):
            yield event
        case m.RunProcedure(procedure=procedure):
            yield procedure
        case m.CallDefine(define=define):
            yield define
        case m.ValueOf(value=value):
            yield value
        case _:
            return


def body_of(called: object) -> list[object]:
    """What is done or asked in something that is called."""
    match called:
        case m.Event():
            return [*called.body, *(each.body for each in (*called.after, *called.before) if each.holder is None)]
        case m.Procedure():
            return [*called.body]
        case m.Define():
            return [called.body, *(need.condition for need in called.needs)]
        case m.Value():
            return [called.base]
        case _:
            return []
