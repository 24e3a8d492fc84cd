"""The parts of the rules that are called, with what their callers give them; and what is seen, as it is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dsl.secrecy.evaluate import Evaluator
from dsl.secrecy.facts import Openings
from dsl.secrecy.labels import (
    CLEAN,
    NO_LABELS,
    NOTHING_HIDDEN,
    Env,
    Label,
    Labels,
    Opened,
    Step,
    Symbol,
    Val,
    carried,
    carried_value,
)
from dsl.secrecy.tellings import Tellings
from dsl.semantics import model as m
from dsl.source import Span
from dsl.spoken import said

Zones = frozenset[m.Zone | None]
"""Zones, or the box."""
Body = tuple[m.Stmt, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a secret decides and somebody sees."""

    label: Label
    eye: Span
    words: str
    kind: str


@dataclass(eq=False, slots=True)
class Unit:
    """A part of the rules that is called: what its callers give it, all together."""

    key: object
    body: Body
    values: dict[m.Local, Val] = field(default_factory=dict[m.Local, Val])
    under: Labels = NO_LABELS
    opened: Opened | None = None
    hooks: object = None


@dataclass(slots=True)
class Jumps:
    """The secrets that decide whether what follows is come to: to the end of the loop, or of the whole part."""

    loop: Labels = NO_LABELS
    whole: Labels = NO_LABELS


class Units:
    """Goes through the parts of a program. `findings` are what is seen; `tellings` which of it the rules want told."""

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self.tellings = Tellings(program.tellings)
        self.evaluator = Evaluator(program)
        self.openings = Openings()
        self.units: dict[object, Unit] = {}
        self.todo: dict[object, None] = {}
        self.findings: dict[tuple[Label, int, str, str], Finding] = {}
        self.recording = False
        self.jumps = Jumps()
        self.sealed: m.Local | None = None
        self.in_sealed = False
        self._offers: dict[m.Action, tuple[Labels, Env]] = {}
        self.action_of = {action.event: action for action in program.actions}

    def run(self) -> list[Finding]:
        """Everything that is seen and decided by something hidden."""
        if self.program.main is not None:
            self.enter(self.program.main, self.program.main.body, {}, NO_LABELS, frozenset())
        for rule in self.program.always:
            self.enter_rule(rule, [], Env(), NO_LABELS)
        self._settle()
        self.recording = True
        for unit in list(self.units.values()):
            self.go(unit)
        return list(self.findings.values())

    def _settle(self) -> None:
        while True:
            while self.todo:
                key = next(iter(self.todo))
                del self.todo[key]
                self.go(self.units[key])
            if not self.evaluator.changed:
                return
            self.evaluator.changed = False
            self._offers.clear()
            self.todo.update(dict.fromkeys(self.units))

    def enter(self, key: object, body: Body, given: Mapping[m.Local, Val], under: Labels, opened: Opened) -> None:
        """Call a part of the rules with what is known of its names."""
        unit = self.units.get(key)
        if unit is None:
            unit = self.units[key] = Unit(key, body)
            self.todo[key] = None
        for local, value in given.items():
            before = unit.values.get(local)
            now = value if before is None else before.join(value)
            if now != before:
                unit.values[local] = now
                self.todo[key] = None
        if not under <= unit.under:
            unit.under |= under
            self.todo[key] = None
        opened = frozenset(each for each in opened if each[1] is None)
        both = opened if unit.opened is None else unit.opened & opened
        if both != unit.opened:
            unit.opened = both
            self.todo[key] = None

    def call(
        self, key: object, body: Body, params: list[m.Local], args: list[Val], env: Env, under: Labels, span: Span
    ) -> None:
        """Call a part of the rules that has parameters."""
        name = getattr(key, "name", "") or "it"
        names = {
            arg.symbol: ("local", param) for param, arg in zip(params, args, strict=False) if arg.symbol is not None
        }
        step = Step(span, said("`{1}` is carried out", name))
        given: dict[m.Local, Val] = {}
        for param, arg in zip(params, args, strict=False):
            there = carried_value(arg, names, Step(span, said("it is the `{1}` of `{2}`", param.name, name)))
            there = replace(there, symbol=("local", param))
            given[param] = self.laid_open(there, body, param)
        self.enter(key, body, given, carried(under, names, step), env.opened)

    def laid_open(self, value: Val, body: Body, local: m.Local) -> Val:
        """The value of a name in lines that may lay it open anyway."""
        if value.hidden and self.openings.opens(body, local):
            return replace(value, hidden=NOTHING_HIDDEN)
        return value

    def enter_rule(self, rule: m.Attachment, args: list[Val], env: Env, under: Labels) -> Labels:
        """Carry out a rule that is given these; the labels of whether it holds."""
        names = {
            arg.symbol: ("local", param)
            for param, arg in zip(rule.params, args, strict=False)
            if arg.symbol is not None
        }
        given = [
            replace(carried_value(arg, names), symbol=("local", param))
            for param, arg in zip(rule.params, args, strict=False)
        ]
        there = self.evaluator.for_rule(rule, given, env)
        if isinstance(rule.holder, m.Lasting):
            captured = self.units.get(rule.holder)
            for local in rule.holder.captured:
                there.values[local] = CLEAN if captured is None else captured.values.get(local, CLEAN)
            under |= NO_LABELS if captured is None else captured.under
        holds = self.told(self.evaluator.in_force(rule, there), rule.span)
        decided = frozenset(label.after(rule.span, said("whether the rule happens")) for label in holds)
        for local in list(there.values):
            there.values[local] = self.laid_open(there.values[local], rule.body, local)
        self.enter(rule, rule.body, there.values, carried(under, names) | decided, there.opened)
        return holds

    def see(self, labels: Labels, span: Span, kind: str, words: str, who: Symbol | None = None) -> None:
        """Somebody (None: everybody) sees something that these decided."""
        if not self.recording:
            return
        for label in self.told(labels, span):
            if who is None or who not in label.knowers:
                self.findings.setdefault((label, span.start, span.file.name, words), Finding(label, span, words, kind))

    def told(self, labels: Labels, span: Span) -> Labels:
        """The labels at a place of the rules: if it stands under a `tells`, they are told."""
        number = self.tellings.at(span) if labels else -1
        if number < 0:
            return labels
        return frozenset(label if label.told >= 0 else replace(label, told=number) for label in labels)

    def go(self, unit: Unit) -> None:
        """Go through one part."""
        raise NotImplementedError

    def lines(self, stmts: Body, env: Env, under: Labels) -> None:
        """Go through lines one after the other."""
        raise NotImplementedError
