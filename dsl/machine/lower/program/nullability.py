"""Which locals can never be none.

`damage of u` where u may be none is `if u then S[base + u] else 0`; where it cannot, a plain load. The types say less
than can be known (any reference fits a parameter), so this pass looks at where each local gets its value:

    for each u in units: wound u by 2       u is a member of a set, so `u` of `wound` is never none here
    wound top of deck by 1                  ... but it may be here, so it may be none in `wound`

It assumes that no local is ever none and takes back what a source contradicts, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from dsl.semantics import model as m
from dsl.semantics.walk import walk

Source = m.Expr | m.Local


def attachments(program: m.Program) -> Iterator[tuple[m.Attachment, list[m.Local]]]:
    """Every rule of the program with the parameters of what it is attached to, those that silence it included."""
    found = [*_attached(program)]
    seen: set[m.Attachment] = set()
    while found:
        rule, params = found.pop(0)
        if rule not in seen:
            seen.add(rule)
            yield rule, params
        found.extend((other, []) for other in rule.silenced if other not in seen)


def _attached(program: m.Program) -> Iterator[tuple[m.Attachment, list[m.Local]]]:
    """Rules by what they are attached to."""
    for event in events(program):
        for rule in (*event.permissions, *event.instead, *event.before, *event.after):
            yield rule, event.params
    for value in program.values:
        yield from ((rule, value.params) for rule in value.modifiers)
    for need in needs(program):
        yield from ((rule, need.params) for rule in need.lifts)
    for procedure in procedures(program):
        yield from ((rule, procedure.params) for rule in (*procedure.start, *procedure.end))
    yield from ((rule, []) for window in program.windows for rule in (*window.start, *window.end))
    yield from ((rule, []) for rule in program.always)


def events(program: m.Program) -> list[m.Event]:
    """Every event: declared ones, `move`, and those of actions."""
    found = [*program.events, program.move_event, *(action.event for action in program.actions)]
    return list(dict.fromkeys(found))


def procedures(program: m.Program) -> list[m.Procedure]:
    """Every procedure, the main one included."""
    found = [*program.procedures, *([program.main] if program.main else [])]
    return list(dict.fromkeys(found))


def needs(program: m.Program) -> list[m.Need]:
    """Every requirement of actions and definitions."""
    found = [need for action in program.actions for need in (*action.needs, *action.afterwards)]
    return found + [need for define in program.defines for need in define.needs]


def roots(program: m.Program) -> Iterator[object]:
    """Every expression, statement and text that stands anywhere in the program, scenarios left out."""
    for define in program.defines:
        yield define.body
    for need in needs(program):
        yield (need.condition, need.words)
    for value in program.values:
        yield value.base
    for event in events(program):
        yield event.body
    for rule, _ in attachments(program):
        yield (rule.when, rule.body, rule.words, rule.amount, rule.binder)
    for action in program.actions:
        yield (tuple(action.domains), tuple(action.refusals), action.effects, tuple(key for _, key in action.uses))
    for procedure in procedures(program):
        yield procedure.body
        yield tuple(body for _, _, body in procedure.variants)
    yield from _others(program)
    for kind in program.kinds:
        yield kind.live.condition if kind.live else None


def _others(program: m.Program) -> Iterator[object]:
    yield from (tuple(memory.parts) for memory in program.memories)
    for limit in program.limits:
        yield (limit.amount, limit.words)
    yield from (delayed.body for delayed in program.delayed)
    yield tuple(taking.body for measured in program.measured for taking in measured.measure.takings)


def declared_optional(program: m.Program) -> Iterator[m.Local]:
    """The parameters that say `or none`: a scenario may leave them out even where the game never does."""
    for unit in (*events(program), *procedures(program)):
        yield from (local for local in unit.params if isinstance(local.type, m.Ref) and local.type.or_none)


class Presence:
    """The answer for one program: `local(x)`, `expr(e)` say whether something is surely not none."""

    def __init__(self, program: m.Program) -> None:
        self._nullable: set[m.Local] = set(declared_optional(program))
        self._open: set[object] = set()
        sources: list[tuple[m.Local, Source]] = []
        for root in roots(program):
            for node in walk(root):
                sources.extend(self._sources(node))
        for scenario in program.scenarios:  # they bind names of their own, and have no say in what the game's names are
            lets = (node for node in walk(scenario.given) if isinstance(node, m.LetLocal))
            sources.extend((node.local, node.value) for node in lets)
        for rule, params in attachments(program):
            sources.extend(zip(rule.params, params, strict=False))
        for procedure in procedures(program):
            sources.extend((this, procedure.params[0]) for _, this, _ in procedure.variants if procedure.params)
        self._settle(sources)

    def _settle(self, sources: list[tuple[m.Local, Source]]) -> None:
        again = True
        while again:
            again = False
            for local, source in sources:
                there = self.local(source) if isinstance(source, m.Local) else self.expr(source)
                if not there and local not in self._nullable:
                    self._nullable.add(local)
                    again = True

    def _sources(self, node: object) -> Iterable[tuple[m.Local, Source]]:
        match node:
            case m.CallDefine():
                return _given(node.define.params, node.args)
            case m.ValueOf():
                return _given(node.value.params, node.args)
            case m.Perform():
                return _given(node.event.params, node.args)
            case m.RunProcedure():
                return _given(node.procedure.params, node.args)
            case m.LetLocal():
                return [(node.local, node.value)]
            case m.ChooseMember():
                if node.if_none:
                    self._nullable.add(node.local)
                return []
            case _:
                return []

    def local(self, local: m.Local) -> bool:
        """Whether a local is never none."""
        return local not in self._nullable

    def expr(self, expr: m.Expr, sure: frozenset[m.Local] = frozenset()) -> bool:
        """Whether an expression is never none. sure: locals known not to be none."""
        match expr:
            case m.Const():
                return expr.value != 0
            case m.LocalRef():
                return expr.local in sure or self.local(expr.local)
            case m.FieldOf():
                return self._field(expr, sure)
            case m.IfExpr():
                return self.expr(expr.then, sure) and self.expr(expr.otherwise, sure)
            case m.SpaceAt():
                return self._space(expr, sure)
            case m.CallDefine():
                return expr.define.body is not None and self._once(expr.define, [expr.define.body])
            case m.ValueOf():
                amounts = [rule.amount for rule in expr.value.modifiers if rule.amount is not None and not expr.printed]
                return self._once(expr.value, [expr.value.base, *amounts])
            case _:
                return False

    def _once(self, thing: object, parts: Sequence[m.Expr]) -> bool:
        """Whether all parts are there; what is asked again while it is being answered does not matter."""
        if thing in self._open:
            return True
        self._open.add(thing)
        found = all(self.expr(part) for part in parts)
        self._open.discard(thing)
        return found

    def _field(self, expr: m.FieldOf, sure: frozenset[m.Local]) -> bool:
        type_ = expr.field.type
        if not isinstance(type_, m.Ref) or (expr.subject is not None and not self.expr(expr.subject, sure)):
            return False
        if not expr.field.var:
            return all(expr.field.printed)
        return not type_.or_none and type_.kind.first <= type_.kind.last

    def _space(self, expr: m.SpaceAt, sure: frozenset[m.Local]) -> bool:
        if expr.subject is not None and not self.expr(expr.subject, sure):
            return False
        inside = (
            isinstance(index, m.Const) and low <= index.value < low + size
            for index, (_, size, low) in zip(expr.indices, expr.board.dims, strict=True)
        )
        return all(inside) and prod(size for _, size, _ in expr.board.dims) > 0


def _given(params: Sequence[m.Local], args: Sequence[m.Expr]) -> Iterable[tuple[m.Local, Source]]:
    return list(zip(params, args, strict=False))
