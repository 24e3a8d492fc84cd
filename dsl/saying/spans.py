"""How long what a card does holds without a word about that: until the game sets back the fields that it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from dsl.saying.claims import stems
from dsl.saying.effects import Effects
from dsl.saying.rules import block_of
from dsl.saying.voice import label_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk


@dataclass(slots=True)
class Spans:
    """Where fields are set back and zones emptied: stems of the names of these parts and of what they go through."""

    effects: Effects
    _found: dict[int, set[str]] = field(default_factory=dict[int, set[str]])

    def __post_init__(self) -> None:
        program = self.effects.program
        for each in (*program.events, *program.procedures):
            self._body(label_of(each), each.body)
        for flow in (*program.procedures, *program.windows):
            for rule in (*flow.start, *flow.end):
                if not isinstance(rule.holder, m.Card):
                    self._body(label_of(flow), rule.body)

    def _body(self, name: str, body: Sequence[m.Stmt]) -> None:
        nodes = list(walk([*body]))
        names: set[str] = stems(" ".join([name, *(called for node in nodes for called in _called(node))]))
        for node in nodes:
            match node:
                case m.AssignField(field=found, value=m.Const(), how="set"):
                    self._found.setdefault(id(found), set()).update(names)
                case m.MovePieces(what=m.MembersOf(zone_value=m.ZoneOf(zone=zone))):
                    self._found.setdefault(id(zone), set()).update(names)
                case m.MovePieces(what=m.ZoneOf(zone=zone)):
                    self._found.setdefault(id(zone), set()).update(names)
                case _:
                    pass

    def around(self, anchors: set[str]) -> set[str]:
        """The stems of the names of the procedures that run one of these."""
        found = [
            label_of(each)
            for each in self.effects.program.procedures
            if any(label in anchors for node in walk([*each.body]) for label in _called(node))
        ]
        return stems(" ".join(found))

    def of(self, card: m.Card) -> set[str]:
        """The stems of the names of what ends the effects of a card."""
        found: set[str] = set()
        for each in self._held_by(card):
            found |= self._found.get(id(each), set())
        return found

    def _held_by(self, card: m.Card) -> Iterator[m.Field | m.Zone]:
        """The fields that a card changes, and the zones in which something has to lie for it."""
        held = self.effects.on(card)
        for action in held.actions:
            block = block_of(action.span)
            yield from _changed([each for each in action.effects if block.start <= each.span.start < block.end])
            for node in walk([need.condition for need in action.needs]):
                if isinstance(node, m.IsIn) and isinstance(node.set, m.ZoneOf) and _is_this(node.item):
                    yield node.set.zone
        for _, _, body in held.bodies:
            yield from _changed(body)
        for each in held.rules:
            yield from _changed(each.rule.body)


def _changed(code: Sequence[m.Stmt]) -> Iterator[m.Field]:
    for node in walk([*code]):
        if isinstance(node, m.AssignField):
            yield node.field


def _called(node: object) -> Iterator[str]:
    match node:
        case m.Perform(event=named) | m.RunProcedure(procedure=named) | m.OfferWindow(window=named):
            yield label_of(named)
        case _:
            pass


def _is_this(expr: m.Expr) -> bool:
    return isinstance(expr, m.LocalRef) and expr.local.name == "this"
