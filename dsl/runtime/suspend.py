"""Rules left out for a while, to see whether anybody notices.

What can be left out: rules attached to something and requirements, which are then not there; limits, which then never
run out; actions, which are then never possible; bodies of events and procedures, which then do nothing; and
statements that cite the ledger, unless something later needs what they bind. Each is known by the `file:line` it
stands at, and by its name if it has one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Final, cast

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
    Int,
    LetLocal,
    Limit,
    Need,
    OfferWindow,
    Procedure,
    Program,
    Stmt,
)
from dsl.source import Span

_BINDING: Final = (LetLocal, ChooseMember, ChooseSeveral, DrawChance, OfferWindow)
_NEVER_REACHED: Final = 1_000_000
_ITEM: Final = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_CITE: Final = re.compile(r"@([^\W\d_]+(?:-[\w.]*\w)+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that can be left out: what it is called, where it stands, what it cites.

    For guessing who will notice: the card it stands on, and what the whole item it stands in cites (`around`).
    """

    name: str
    place: str
    cites: tuple[str, ...]
    card: str = ""
    around: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Part:
    """A rule with what leaves it out; calling that returns what puts it back."""

    rule: Rule
    leave_out: Callable[[], Callable[[], None]]


def rules_of(program: Program) -> list[Rule]:
    """What can be left out of a game and has a name or cites the ledger, each place once, in the order of the files."""
    found: dict[str, Rule] = {}
    for part in _parts(program):
        if part.rule.name or part.rule.cites:
            found.setdefault(part.rule.place, part.rule)
    return sorted(found.values(), key=_order)


@contextmanager
def suspended(program: Program, rules: Collection[str]) -> Generator[None]:
    """While it is open, the program lacks the rules given by name or by `file:line`."""
    undo: list[Callable[[], None]] = []
    try:
        for part in _parts(program) if rules else ():
            if part.rule.place in rules or (part.rule.name and part.rule.name in rules):
                undo.append(part.leave_out())
        yield
    finally:
        for restore in reversed(undo):
            restore()


def _order(rule: Rule) -> tuple[str, int]:
    file, _, number = rule.place.rpartition(":")
    return file, int(number)


def _rule(name: str, span: Span, cites: tuple[str, ...], card: str = "") -> Rule:
    text = span.file.text
    begin = max((match.start() for match in _ITEM.finditer(text, 0, span.start + 1)), default=0)
    after = _ITEM.search(text, span.end)
    around = _CITE.findall(text, begin, after.start() if after else len(text))
    return Rule(name, f"{span.file.name}:{span.line}", cites, card, frozenset(around))


def _parts(program: Program) -> Iterator[_Part]:
    """Everything that can be left out. What is left out meanwhile is not met again."""
    for owned in [*_rule_lists(program)]:
        for rule in [*owned]:
            card = rule.holder.title if isinstance(rule, Attachment) and isinstance(rule.holder, Card) else ""
            name = rule.name or _words(rule.span) if rule.cites else rule.name or ""
            yield _Part(_rule(name, rule.span, rule.cites, card), partial(_drop, owned, rule))
    for limit in program.limits:
        yield _Part(_rule(limit.name, limit.span, limit.cites), partial(_unlimited, limit))
    for action in program.actions:
        card = action.holder.title if isinstance(action.holder, Card) else ""
        yield _Part(_rule(action.name, action.span, action.cites, card), partial(_impossible, action))
    for owner in (*program.events, *program.procedures):
        if owner is not program.main and owner.span is not None:
            yield _Part(_rule(owner.name, owner.span, owner.cites), partial(_idle, owner))
    yield from _statements(program)


def _rule_lists(program: Program) -> Iterator[list[Attachment] | list[Need]]:
    """Every list of rules and requirements that the machine is made from."""
    yield program.always
    for event in (*program.events, program.move_event, *(action.event for action in program.actions)):
        yield from (event.permissions, event.instead, event.before, event.after)
    for value in program.values:
        yield value.modifiers
    for timed in (*program.procedures, *program.windows):
        yield from (timed.start, timed.end)
    for owner in (*program.defines, *program.actions):
        yield owner.needs
        for need in owner.needs:
            yield need.lifts
    for action in program.actions:
        yield action.afterwards
        for need in action.afterwards:
            yield need.lifts


# ---- what leaves one out, and puts it back -------------------------------------------------------------------------


def _drop(owned: list[Attachment] | list[Need], rule: Attachment | Need) -> Callable[[], None]:
    before = list[Attachment | Need](owned)
    at = before.index(rule)
    del owned[at]

    def restore() -> None:
        owned.insert(at, rule)  # pyright: ignore[reportArgumentType]  # it goes back where it came from

    return restore


def _unlimited(limit: Limit) -> Callable[[], None]:
    before = limit.amount

    def restore() -> None:
        limit.amount = before

    limit.amount = Const(before.span, Int(0, _NEVER_REACHED), _NEVER_REACHED)
    return restore


def _impossible(action: Action) -> Callable[[], None]:
    never = Need(None, Const(action.span, Bool(), 0), None, (), action.span)
    action.needs.append(never)
    return lambda: action.needs.remove(never)


def _idle(owner: Event | Procedure) -> Callable[[], None]:
    before = owner.body
    owner.body = ()
    return partial(_put_body, owner, before)


# ---- statements ----------------------------------------------------------------------------------------------------


def _statements(program: Program) -> Iterator[_Part]:
    """The statements that cite the ledger, wherever they stand."""
    attached = [rule for owned in _rule_lists(program) for rule in owned if isinstance(rule, Attachment)]
    mains = [program.main] if program.main is not None and program.main not in program.procedures else []
    for owner in (*program.events, *program.procedures, *mains, *program.delayed, *attached):
        yield from _inside(owner.body, partial(_put_body, owner))
    for action in program.actions:
        yield from _inside(action.effects, partial(_put_effects, action))
    for procedure in program.procedures:
        for number, (holder, _, body) in enumerate(procedure.variants):
            card = holder.title if isinstance(holder, Card) else ""
            yield from _inside(body, partial(_put_variant, procedure, number), card)


def _put_body(owner: Event | Procedure | Delayed | Attachment, body: tuple[Stmt, ...]) -> None:
    owner.body = body


def _put_effects(action: Action, body: tuple[Stmt, ...]) -> None:
    action.effects = body


def _put_variant(procedure: Procedure, number: int, body: tuple[Stmt, ...]) -> None:
    holder, this, _ = procedure.variants[number]
    procedure.variants[number] = (holder, this, body)


def _inside(body: tuple[Stmt, ...], put: Callable[[tuple[Stmt, ...]], None], card: str = "") -> Iterator[_Part]:
    """The citing statements of one body; `put` replaces the body."""
    for statement in _walk(body):
        if statement.cites and not isinstance(statement, _BINDING):
            rule = _rule(_words(statement.span), statement.span, statement.cites, card)
            yield _Part(rule, partial(_leave_out, body, statement, put))


def _leave_out(body: tuple[Stmt, ...], gone: Stmt, put: Callable[[tuple[Stmt, ...]], None]) -> Callable[[], None]:
    put(_without(body, gone))
    return partial(put, body)


def _walk(part: object) -> Iterator[Stmt]:
    """Every statement of a body, those inside others included."""
    if isinstance(part, Stmt):
        yield part
        for each in fields(part):
            yield from _walk(getattr(part, each.name))
    elif isinstance(part, tuple):
        for each in cast(tuple[object, ...], part):
            yield from _walk(each)


def _without(body: tuple[Stmt, ...], gone: Stmt) -> tuple[Stmt, ...]:
    """A body in which one statement is missing."""
    return tuple(_cleared(statement, gone) for statement in body if statement is not gone)


def _cleared(statement: Stmt, gone: Stmt) -> Stmt:
    """A statement in whose blocks another is missing; itself if none of them holds it."""
    changed: dict[str, object] = {}
    for each in fields(statement):
        value: object = getattr(statement, each.name)
        made = _rebuilt(value, gone)
        if made is not value:
            changed[each.name] = made
    return replace(statement, **changed) if changed else statement


def _rebuilt(value: object, gone: Stmt) -> object:
    """A statement, or statements at any depth of a tuple, without the one that is to be missing."""
    if isinstance(value, Stmt):
        return _cleared(value, gone)
    if not isinstance(value, tuple):
        return value
    parts = cast(tuple[object, ...], value)
    made = tuple(_rebuilt(part, gone) for part in parts if part is not gone)
    same = len(made) == len(parts) and all(a is b for a, b in zip(made, parts, strict=True))
    return parts if same else made


def _words(span: Span) -> str:
    """The beginning of a statement, without its citations."""
    first = span.text.split("\n")[0].split("@")[0]
    return " ".join(first.split())[:60]
