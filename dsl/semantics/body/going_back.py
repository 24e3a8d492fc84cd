"""Fields that go back by themselves: at the end of a span, after an event, or when their piece leaves play.

Each becomes a rule: one at the end of the span for all fields that go back there, one after the event, one after
`move`. They are attached when all other rules are, so that they come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dsl.semantics import model
from dsl.semantics.body.rules import event_params, finish, hooked
from dsl.semantics.declare.members import written_fields
from dsl.semantics.expr.coercions import truth
from dsl.semantics.model import Ref
from dsl.semantics.scopes import Body, Scope
from dsl.semantics.types import BOOL, is_a, related
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import marked, one_of, said
from dsl.syntax import tree

_THIS = "this "  # what a pattern calls `this` meanwhile; nobody can write it


@dataclass(frozen=True, slots=True)
class _Back:
    """Fields of one holder that one clause speaks of; kind is None for those of the table."""

    clause: tree.GoesBack
    kind: model.Kind | None
    fields: list[model.Field]


def check_going_back(world: World) -> None:
    """Attach the rules by which fields go back to what they are at first."""
    ends: dict[model.Procedure | model.Window, list[_Back]] = {}
    for back in _clauses(world):
        clause = back.clause
        if clause.at_end_of is not None:
            span = _span_of(world, clause.at_end_of)
            if span is not None:
                ends.setdefault(span, []).append(back)
        elif clause.after is not None:
            _after(world, back, clause.after)
        else:
            _out_of_play(world, back)
    for anchor, backs in ends.items():
        for back in backs:
            rule = _rule("end", back.clause.span, [], None, _all_back(back))
            rule.restores = True
            anchor.end.append(rule)


def _clauses(world: World) -> Iterator[_Back]:
    for item, fields in written_fields(world):
        for clause in item.back if fields and world.wants(item) else ():
            yield _Back(clause, fields[0].holder, fields)


def _span_of(world: World, name: tree.Name) -> model.Procedure | model.Window | None:
    found = world.play.procedures.get(name.text) or world.play.windows.get(name.text)
    if found is None:
        known = [*world.play.procedures, *world.play.windows]
        world.unknown(name.span, name.text, marked("procedure, phase, step or window"), known)
    return found


def _rule(
    position: str, span: Span, params: list[model.Local], when: model.Expr | None, body: Sequence[model.Stmt]
) -> model.Attachment:
    return model.Attachment(
        position=position,
        name=None,
        holder=None,
        this=None,
        params=params,
        when=when,
        body=tuple(body),
        words=None,
        amount=None,
        binder=None,
        cites=(),
        span=span,
    )


def _set_back(back: _Back, subject: model.Expr | None) -> list[model.Stmt]:
    """What each field is at first, set for one thing."""
    span = back.clause.span
    return [
        model.AssignField(span, (), "set", field, subject, model.Const(span, field.type, field.default))
        for field in back.fields
    ]


def _all_back(back: _Back) -> list[model.Stmt]:
    """The same for all things that have the fields."""
    if back.kind is None:
        return _set_back(back, None)
    if back.kind.first > back.kind.last:
        return []
    span, one = back.clause.span, Ref(back.kind)
    local = model.Local("this", one, span)
    over = model.Filter(span, model.Many(one), local, model.KindMembers(span, model.Many(one), back.kind), None, None)
    body = tuple(_set_back(back, model.LocalRef(span, one, local)))
    return [model.ForEachStmt(span, (), over, None, False, body)]


# ---- after an event --------------------------------------------------------------------------------------------------


def _after(world: World, back: _Back, pattern: tree.Pattern) -> None:
    which = [index for index, binder in enumerate(pattern.binders) if binder.text == "this"]
    if bool(which) != (back.kind is not None):
        name = back.fields[0].name
        if back.kind is None:
            message = said("`{1}` is the table's, and `this` is none of its things", name)
            hint = said("it goes back after any of them: until after {1}", pattern.name.text)
        else:
            message = said("`{1}` goes back after `{2}`, and it is not said whose", name, pattern.name.text)
            hint = said("one of the names is `this`: until after {1} this", pattern.name.text)
        world.error("E104", pattern.span, message, hint)
        return
    binders = tuple(replace(each, text=_THIS) if each.text == "this" else each for each in pattern.binders)
    for event, action in hooked(world, pattern.name):
        scope = Scope(world, Body(said("when a field goes back")))
        if action is not None:
            scope.give(action.me)
        params = event_params(scope, replace(pattern, binders=binders), event)
        if params is None:
            return
        whose = params[which[0]] if which else None
        if whose is not None and not _fits(world, back, pattern, whose):
            return
        event.after.append(_when_it_happens(scope, back, params, whose))


def _fits(world: World, back: _Back, pattern: tree.Pattern, whose: model.Local) -> bool:
    assert back.kind is not None
    if isinstance(whose.type, Ref) and related(whose.type.kind, back.kind):
        return True
    message = said(
        "`this` of `{1}` can never be {2}, which has `{3}`",
        pattern.name.text,
        one_of(back.kind.name),
        back.fields[0].name,
    )
    world.error("E104", pattern.span, message)
    return False


def _when_it_happens(
    scope: Scope, back: _Back, params: list[model.Local], whose: model.Local | None
) -> model.Attachment:
    """The rule after one event: its condition, and the fields of the one thing that it speaks of."""
    span, tests = back.clause.span, list[model.Expr]()
    subject: model.Expr | None = None
    if whose is not None and back.kind is not None:
        subject = model.LocalRef(span, Ref(back.kind), whose)
        tests.append(_is_one(span, whose, back.kind))
        scope.names["this"] = whose
        scope.narrowed[("this",)] = Ref(back.kind)
    if back.clause.when is not None:
        tests.append(truth(scope, back.clause.when))
    finish(scope)
    return _rule("after", span, params, _every(span, tests), _set_back(back, subject))


def _is_one(span: Span, local: model.Local, kind: model.Kind) -> model.Expr:
    return model.IsKind(span, BOOL, model.LocalRef(span, local.type, local), kind.first, kind.last)


def _every(span: Span, tests: list[model.Expr]) -> model.Expr | None:
    found: model.Expr | None = None
    for test in tests:
        found = test if found is None else model.Op(span, BOOL, "and", (found, test))
    return found


# ---- out of play -----------------------------------------------------------------------------------------------------


def _out_of_play(world: World, back: _Back) -> None:
    kind, name, span = back.kind, back.fields[0].name, back.clause.span
    if kind is None or not is_a(kind, world.piece):
        message = said("`{1}` goes back when its piece leaves play, and it belongs to no piece", name)
        world.error("E104", span, message, said("write: until end of NAME"))
        return
    active = [zone for zone in world.things.zones if zone.active and any(related(kind, held) for held in zone.kinds)]
    if not active:
        message = said("no {1} is ever in play: none of the zones that hold one is `active`", kind.name)
        world.error("E104", span, message, said("write `, active` behind the zone in which it is in play"))
        return
    move = world.play.move
    params = [model.Local(param.name, param.type, None) for param in move.params]
    piece, to, origin = params
    subject = model.LocalRef(span, Ref(kind), piece)
    stays = model.Op(span, BOOL, "not", (_lies_in(span, to, active),))
    when = _every(span, [_is_one(span, piece, kind), _lies_in(span, origin, active), stays])
    move.after.append(_rule("after", span, params, when, _set_back(back, subject)))


def _lies_in(span: Span, place: model.Local, zones: list[model.Zone]) -> model.Expr:
    """Whether a zone is one of these, by the numbers of their instances."""
    runs: list[tuple[int, int]] = []
    for first, last in sorted((zone.first, zone.first + zone.instances - 1) for zone in zones):
        if runs and runs[-1][1] == first - 1:
            runs[-1] = (runs[-1][0], last)
        elif first <= last:
            runs.append((first, last))
    found: model.Expr | None = None
    where = model.LocalRef(span, place.type, place)
    for first, last in runs:
        low = model.Op(span, BOOL, ">=", (where, model.Const(span, place.type, first)))
        high = model.Op(span, BOOL, "<=", (where, model.Const(span, place.type, last)))
        one = model.Op(span, BOOL, "and", (low, high))
        found = one if found is None else model.Op(span, BOOL, "or", (found, one))
    return found if found is not None else model.Const(span, BOOL, 0)
