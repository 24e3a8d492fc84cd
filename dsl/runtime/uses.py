"""How often each rule of a game is used while it is played: counters are put beside the rules, for whoever asks.

A rule is used when it holds where it is asked and does something; a requirement, when it forbids; a modifier, a
permission and what lifts a requirement, when its condition holds where it is asked; an action, an event, a procedure
and a statement that cites the ledger, when it is done. The counters are fields that no view shows and no rule reads.
They are put in where switches are (`rule_switches.py`), and count instead of leaving out.

    rule twice: before earn p by n when p.gold > 0          when p.gold > 0 and counted(3)
    requires fresh: not me.tired                            it holds, or not counted(5)
    set me.tired to yes                                     if counted(6): set me.tired to yes
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dsl.machine.ir.ops import Machine
from dsl.runtime.measuring import MOST
from dsl.runtime.rule_switches import (
    Conditions,
    Rule,
    beginning_of,
    bodies,
    idle,
    lifted,
    needs_and_rules,
    switched,
    unmet,
)
from dsl.semantics import model as m
from dsl.semantics.types import BOOL
from dsl.source import Span

SORTS: Final = ("rule", "modifier", "exception", "requirement", "action", "event", "procedure", "statement")
_POSITIONS: Final = {"modify": "modifier", "lifts": "exception"}


@dataclass(frozen=True, slots=True)
class Counter:
    """Conditions that count: with `on` it is used, and it is never left out."""

    field: m.Field

    def on(self, span: Span) -> m.Expr:
        """Always so, and counted each time."""
        return m.Counted(span, BOOL, self.field)

    def out(self, span: Span) -> m.Expr:
        """Never so, and counted each time."""
        return m.Op(span, BOOL, "not", (self.on(span),))


@dataclass(frozen=True, slots=True)
class Use:
    """Something that is counted in a machine: of which sort, what it is called, where it stands, what it cites; slot:
    of the position, where the number is.
    """

    sort: str
    name: str
    place: str
    cites: tuple[str, ...]
    slot: int


def count_uses(program: m.Program) -> None:
    """Put a counter beside everything in a program that can be used. It must have none yet, and no switches."""
    _Counting(program).all()


def uses_of(machine: Machine) -> list[Use]:
    """What is counted in a machine, in the order of the files."""
    found: list[Use] = []
    for each in machine.measures:
        if each.when in SORTS:
            site = machine.names.sites[each.site]
            found.append(Use(each.when, each.name, f"{site.file}:{site.line}", site.cites, each.slots[0]))
    return sorted(found, key=lambda use: (use.place.rpartition(":")[0], int(use.place.rpartition(":")[2]), use.slot))


class _Counting:
    """One program that gets its counters. What is made from one line several times has one counter."""

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self._known: dict[tuple[str, str, int], Counter] = {}

    def all(self) -> None:
        """Everything."""
        parts = [*needs_and_rules(self.program)]
        for body in [*bodies(self.program)]:
            own: dict[Rule, Conditions] = {
                rule: self._counter("statement", rule.name, span, rule.cites, rule.card) for rule, span in body.ruled()
            }
            body.put(tuple(switched(statement, body.card, own) for statement in body.statements))
        for part in parts:
            self._part(part)
        self._done()

    def _part(self, part: m.Attachment | m.Need) -> None:
        if any(part in action.afterwards for action in self.program.actions):
            return  # asked on a copy of the position, which is thrown away with what is counted in it
        name = part.name or beginning_of(part.span)
        if isinstance(part, m.Need):
            lifted(part, self._counter("requirement", name, part.span, part.cites))
        else:
            sort = _POSITIONS.get(part.position, "rule")
            unmet(part, self._counter(sort, name, part.span, part.cites, _card(part)))

    def _done(self) -> None:
        """What is counted when it is done: actions after their effects, bodies as they begin."""
        for action in self.program.actions:
            counter = self._counter("action", action.name, action.span, action.cites, _card(action))
            one = m.Const(action.span, m.Int(1, 1), 1)
            count = m.AssignField(action.span, (), "raise", counter.field, None, one)
            action.event.after.append(_after(action, count))
        for sort, owners in (("event", self.program.events), ("procedure", self.program.procedures)):
            for owner in owners:
                if owner is not self.program.main and owner.span is not None and owner.body:
                    idle(owner, owner.span, self._counter(sort, owner.name, owner.span, owner.cites))

    def _counter(self, sort: str, name: str, span: Span, cites: Sequence[str], card: str = "") -> Counter:
        key = (sort, span.file.name, span.start)
        if key not in self._known:
            field = m.Field("", None, m.Int(0, MOST, "stops"), True, 0, span, unlisted=True)
            self.program.fields.append(field)
            words = f"{card}: {name}" if card else name
            measure = m.Measure(words, sort, False, [], tuple(cites), span)
            self.program.measured.append(m.Measured(measure, (field,)))
            self._known[key] = Counter(field)
        return self._known[key]


def _card(part: m.Attachment | m.Action) -> str:
    """The card that something stands on."""
    return part.holder.title if isinstance(part.holder, m.Card) else ""


def _after(action: m.Action, count: m.Stmt) -> m.Attachment:
    """A rule that counts after an action."""
    return m.Attachment(
        position="after",
        name=None,
        holder=None,
        this=None,
        params=[],
        when=None,
        body=(count,),
        words=None,
        amount=None,
        binder=None,
        cites=(),
        span=action.span,
    )
