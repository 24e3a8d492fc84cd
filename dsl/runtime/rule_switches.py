"""Rules that can be left out while a game is played, to see whether anybody notices.

What can be left out: rules attached to something and requirements, which are then not there; limits, which then never
run out; actions, which are then never possible; bodies of events and procedures, which then do nothing; and statements
that cite the ledger, unless something later needs what they bind (payments then cost nothing). Each is known by the
`file:line` it stands at, and by its name if it has one.

A program is given *switches*: a number of the table, and beside everything that can be left out the condition that the
number is not its own. So one machine plays the game without any one of its rules, and with all of them while the number
is 0.

    rule twice: before earn p by n when p.gold > 0          when p.gold > 0 and switch != 3
    requires fresh: not me.tired                            it holds, or switch = 5
    pay 2 from me.gold                                      pay (if switch = 7 then 0 else 2) from me.gold
    set me.tired to yes                                     if switch != 6: set me.tired to yes
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache, partial
from typing import Final, Protocol, cast

from dsl.machine.ir.ops import Machine
from dsl.semantics.model import (
    Action,
    Attachment,
    Bool,
    Card,
    ChooseMember,
    ChooseSeveral,
    Const,
    Delayed,
    DrawChance,
    Event,
    Expr,
    Field,
    FieldOf,
    IfExpr,
    IfStmt,
    Int,
    LetLocal,
    Limit,
    Need,
    OfferWindow,
    Op,
    PayFrom,
    Procedure,
    Program,
    Stmt,
)
from dsl.source import Span

BINDING: Final = (LetLocal, ChooseMember, ChooseSeveral, DrawChance, OfferWindow)
_NEVER_REACHED: Final = 1_000_000
_ITEM: Final = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_CITE: Final = re.compile(r"@([^\W\d_]+(?:-[\w.]*\w)+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that can be left out: what it is called, where it stands, what it cites.

    For guessing who will notice: the card it stands on, and what the whole item it stands in cites (`around`).

    change: what is changed about it where it is not left out as a whole (see deep_switches.py); then `span` is the part
    of the text that is changed, as offsets, and `item` the beginning of the item it stands in.
    """

    name: str
    place: str
    cites: tuple[str, ...]
    card: str = ""
    around: frozenset[str] = frozenset()
    change: str = ""
    span: tuple[int, int] = (0, 0)
    item: str = ""

    @property
    def key(self) -> tuple[str, int, int, str]:
        """The same for what is left out or changed by one number: a place, or one change of a part of a text."""
        file = self.place.rpartition(":")[0]
        return (file, *self.span, self.change) if self.change else (self.place, 0, 0, "")


Numbers = Callable[[Rule], int]
"""The number of a rule that gets a switch, from 1; 0 for one that gets none."""


def rules_of(program: Program) -> list[Rule]:
    """What can be left out of a game and has a name or cites the ledger, each place once, in the order of the files."""
    found: dict[str, Rule] = {}
    rules = [rule for rule, _ in _parts(program)]
    rules += [rule for body in bodies(program) for rule in body.rules()]
    for rule in rules:
        if rule.name or rule.cites:
            found.setdefault(rule.place, rule)
    return sorted(found.values(), key=_order)


def switch(program: Program, numbers: Numbers) -> None:
    """Give a program its switches. It must not have any yet; rules with the same number are left out together."""
    parts, owners = [*_parts(program)], [*bodies(program)]
    own = {
        rule: numbers(rule) for rule in (*(rule for rule, _ in parts), *(r for body in owners for r in body.rules()))
    }
    field = switch_field(program, max(own.values(), default=0))
    switches: dict[Rule, Conditions] = {rule: Switch(field, number) for rule, number in own.items() if number}
    for body in owners:
        body.put(tuple(switched(statement, body.card, switches) for statement in body.statements))
    for rule, put in parts:
        if rule in switches:
            put(switches[rule])


def switch_field(program: Program, most: int) -> Field:
    """Give a program the field that says which number, up to `most`, is left out or changed."""
    # one more than is needed: it is never taken for a yes or no, which would be asked without naming a number
    field = Field("", None, Int(0, most + 1), True, 0, None, unlisted=True)
    program.fields.append(field)
    program.switch = field
    return field


def switch_of(machine: Machine) -> int:
    """Where in a position the number stands of what is left out."""
    return machine.names.switch


class Conditions(Protocol):
    """What stands beside a part of the rules: conditions with which it is as it was, or is not."""

    def out(self, span: Span) -> Expr:
        """Whether it is left out."""
        ...

    def on(self, span: Span) -> Expr:
        """Whether it is not."""
        ...


@dataclass(frozen=True, slots=True)
class Switch:
    """The conditions of one number."""

    field: Field
    number: int

    def out(self, span: Span) -> Expr:
        """Whether it is left out."""
        return self._compared("=", span)

    def on(self, span: Span) -> Expr:
        """Whether it is not."""
        return self._compared("!=", span)

    def _compared(self, how: str, span: Span) -> Expr:
        type_ = self.field.type
        return Op(span, Bool(), how, (FieldOf(span, type_, self.field, None), Const(span, type_, self.number)))


_Part = tuple[Rule, Callable[[Conditions], None]]
"""A rule, and what gives it a switch."""


def _order(rule: Rule) -> tuple[str, int]:
    file, _, number = rule.place.rpartition(":")
    return file, int(number)


def rule_at(name: str, span: Span, cites: tuple[str, ...], card: str = "") -> Rule:
    """A rule that stands somewhere."""
    begin, end = item_around(span)
    around = cited_in(span.file.text[begin:end])
    return Rule(name, f"{span.file.name}:{span.line}", cites, card, frozenset(around))


def cited_in(text: str) -> list[str]:
    """The ids of the ledger that a text cites."""
    return _CITE.findall(text)


def item_around(span: Span) -> tuple[int, int]:
    """Where the item begins and ends that a part of a text stands in."""
    starts = _items(span.file.text)
    behind = bisect_left(starts, span.end)
    return starts[bisect_right(starts, span.start) - 1], starts[behind] if behind < len(starts) else len(span.file.text)


@lru_cache(maxsize=256)
def _items(text: str) -> list[int]:
    return sorted({0, *(match.start() for match in _ITEM.finditer(text))})


def _parts(program: Program) -> Iterator[_Part]:
    """Everything that can be left out but single statements."""
    for rule in needs_and_rules(program):
        card = rule.holder.title if isinstance(rule, Attachment) and isinstance(rule.holder, Card) else ""
        name = rule.name or beginning_of(rule.span) if rule.cites else rule.name or ""
        put = partial(unmet, rule) if isinstance(rule, Attachment) else partial(lifted, rule)
        yield rule_at(name, rule.span, rule.cites, card), put
    for limit in program.limits:
        yield rule_at(limit.name, limit.span, limit.cites), partial(_unlimited, limit)
    for action in program.actions:
        card = action.holder.title if isinstance(action.holder, Card) else ""
        yield rule_at(action.name, action.span, action.cites, card), partial(_impossible, action)
    for owner in (*program.events, *program.procedures):
        if owner is not program.main and owner.span is not None and owner.body:
            yield rule_at(owner.name, owner.span, owner.cites), partial(idle, owner, owner.span)


def needs_and_rules(program: Program) -> Iterator[Attachment | Need]:
    """Every rule and requirement that the machine is made from, each once."""
    seen: set[Attachment | Need] = set()
    waiting: list[Attachment | Need] = [*program.always]
    for event in (*program.events, program.move_event, *(action.event for action in program.actions)):
        waiting += [*event.permissions, *event.instead, *event.before, *event.after]
    for value in program.values:
        waiting += value.modifiers
    for timed in (*program.procedures, *program.windows):
        waiting += [*timed.start, *timed.end]
    for owner in (*program.defines, *program.actions):
        waiting += owner.needs
    for action in program.actions:
        waiting += action.afterwards
    while waiting:
        rule = waiting.pop(0)
        if rule not in seen:
            seen.add(rule)
            yield rule
            waiting += rule.silenced if isinstance(rule, Attachment) else rule.lifts


# ---- what has a switch ---------------------------------------------------------------------------------------------


def unmet(rule: Attachment, switch: Conditions) -> None:
    """A rule that is left out: its condition is not met."""
    on = switch.on(rule.span)
    rule.when = on if rule.when is None else Op(rule.when.span, Bool(), "and", (rule.when, on))


def lifted(need: Need, switch: Conditions) -> None:
    """A requirement that is left out is met: so its condition, which refusals tell by parts, stays as it is."""
    when = switch.out(need.span)
    lift = Attachment(
        position="lifts",
        name=None,
        holder=None,
        this=None,
        params=[],
        when=when,
        body=(),
        words=None,
        amount=None,
        binder=None,
        cites=(),
        span=need.span,
    )
    need.lifts.append(lift)


def _unlimited(limit: Limit, switch: Conditions) -> None:
    span = limit.amount.span
    never = Const(span, Int(0, _NEVER_REACHED), _NEVER_REACHED)
    limit.amount = IfExpr(span, never.type, switch.out(span), never, limit.amount)


def _impossible(action: Action, switch: Conditions) -> None:
    action.needs.append(Need(None, switch.on(action.span), None, (), action.span))


def idle(owner: Event | Procedure, span: Span, switch: Conditions) -> None:
    """A body that is left out: nothing of it is done."""
    owner.body = (IfStmt(span, (), ((switch.on(span), owner.body),), ()),)


# ---- statements ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Body:
    """The statements of something, and what puts others in their place. card: the card it stands on."""

    statements: tuple[Stmt, ...]
    put: Callable[[tuple[Stmt, ...]], None]
    card: str = ""
    cites: tuple[str, ...] = ()

    def rules(self) -> Iterator[Rule]:
        """The statements that can be left out."""
        for rule, _ in self.ruled():
            yield rule

    def ruled(self) -> Iterator[tuple[Rule, Span]]:
        """The same, with where they stand."""
        for statement in _walk(self.statements):
            if _can_go(statement):
                yield _statement(statement, self.card), statement.span


def bodies(program: Program) -> Iterator[Body]:
    """Whatever has statements."""
    attached = [rule for rule in needs_and_rules(program) if isinstance(rule, Attachment)]
    mains = [program.main] if program.main is not None and program.main not in program.procedures else []
    for owner in (*program.events, *program.procedures, *mains, *program.delayed, *attached):
        card = owner.holder.title if isinstance(owner, Attachment) and isinstance(owner.holder, Card) else ""
        cites = () if isinstance(owner, Delayed) else owner.cites
        yield Body(owner.body, partial(_put_body, owner), card, cites)
    for action in program.actions:
        yield Body(action.effects, partial(_put_effects, action), "", action.cites)
    for procedure in program.procedures:
        for number, (holder, _, body) in enumerate(procedure.variants):
            card = holder.title if isinstance(holder, Card) else ""
            yield Body(body, partial(_put_variant, procedure, number), card, procedure.cites)


def _put_body(owner: Event | Procedure | Delayed | Attachment, body: tuple[Stmt, ...]) -> None:
    owner.body = body


def _put_effects(action: Action, body: tuple[Stmt, ...]) -> None:
    action.effects = body


def _put_variant(procedure: Procedure, number: int, body: tuple[Stmt, ...]) -> None:
    holder, this, _ = procedure.variants[number]
    procedure.variants[number] = (holder, this, body)


def _can_go(statement: Stmt) -> bool:
    return bool(statement.cites) and not isinstance(statement, BINDING)


def _statement(statement: Stmt, card: str) -> Rule:
    return rule_at(beginning_of(statement.span), statement.span, statement.cites, card)


def _walk(part: object) -> Iterator[Stmt]:
    """Every statement of a body, those inside others included."""
    if isinstance(part, Stmt):
        yield part
        for each in fields(part):
            yield from _walk(getattr(part, each.name))
    elif isinstance(part, tuple):
        for each in cast(tuple[object, ...], part):
            yield from _walk(each)


def switched(statement: Stmt, card: str, own: Mapping[Rule, Conditions]) -> Stmt:
    """A statement with its switch, if it has one, and those of the statements inside it."""
    inside = _inside(statement, card, own)
    switch = own.get(_statement(statement, card)) if _can_go(statement) else None
    if switch is None:
        return inside
    span = statement.span
    if isinstance(inside, PayFrom):  # it stays where it is: an action asks first whether it can be paid
        nothing = Const(span, inside.amount.type, 0)
        amount = IfExpr(inside.amount.span, inside.amount.type, switch.out(span), nothing, inside.amount)
        return replace(inside, amount=amount)
    return IfStmt(span, (), ((switch.on(span), (inside,)),), ())


def _inside(statement: Stmt, card: str, own: Mapping[Rule, Conditions]) -> Stmt:
    changed: dict[str, object] = {}
    for each in fields(statement):
        value: object = getattr(statement, each.name)
        made = _rebuilt(value, card, own)
        if made is not value:
            changed[each.name] = made
    return replace(statement, **changed) if changed else statement


def _rebuilt(value: object, card: str, own: Mapping[Rule, Conditions]) -> object:
    """Statements, at any depth of tuples, with their switches."""
    if isinstance(value, Stmt):
        return switched(value, card, own)
    if not isinstance(value, tuple):
        return value
    parts = cast(tuple[object, ...], value)
    made = tuple(_rebuilt(part, card, own) for part in parts)
    return parts if all(a is b for a, b in zip(made, parts, strict=True)) else made


def beginning_of(span: Span) -> str:
    """The beginning of a statement, without its citations."""
    first = span.text.split("\n")[0].split("@")[0]
    return " ".join(first.split())[:60]
