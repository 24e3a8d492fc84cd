"""What makes something forbidden or allowed: how the conditions of a game depend on its fields and values.

`requires not screened(c, k)`: where `screened` is so, something cannot be done. So a card that sets it forbids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dsl.saying.claims import stems
from dsl.saying.effects import Effects
from dsl.saying.parts import printed_on
from dsl.saying.rules import block_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk

_RAISING: Final = {">": 1, ">=": 1, "<": -1, "<=": -1}


@dataclass(slots=True)
class Gates:
    """How what is allowed depends on each field and value: 1, more of it allows; -1, more of it forbids; 0, both."""

    effects: Effects
    _signs: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    _seen: set[tuple[int, int]] = field(default_factory=set["tuple[int, int]"])

    def __post_init__(self) -> None:
        program = self.effects.program
        for action in program.actions:
            for need in action.needs:
                self._test(need.condition, 1)
        events = [program.move_event, *program.events, *(action.event for action in program.actions)]
        for rule in (rule for event in events for rule in event.permissions):
            if rule.when is not None and rule.holder is None and rule.position != "must":
                self._test(rule.when, -1)

    def sign(self, found: m.Field | m.Value) -> int:
        """What more of a field or value does: allow, forbid, or (0) neither for sure."""
        signs = self._signs.get(id(found), set[int]())
        return next(iter(signs)) if len(signs) == 1 else 0

    def _test(self, test: m.Expr, sign: int) -> None:
        match test:
            case m.Op(op="and" | "or", args=args):
                for arg in args:
                    self._test(arg, sign)
            case m.Op(op="not", args=(inner,)):
                self._test(inner, -sign)
            case m.Op(op=op, args=(a, b)) if isinstance(b, m.Const):
                self._compared(op, a, b.value, sign)
            case m.Op(op="<" | "<=" | ">" | ">=" as op, args=(a, b)):
                self._amount(a, sign * _RAISING[op])
                self._amount(b, -sign * _RAISING[op])
            case m.FieldOf(field=found):
                self._keep(found, sign)
            case m.ValueOf(value=found):
                self._keep(found, sign)
                self._into(found, [found.base], sign)
            case m.CallDefine(define=define):
                self._into(define, [*(need.condition for need in define.needs), define.body], sign)
            case m.Quantifier(form="every", over=over, body=body):
                self._several(over, body, sign, -sign)
            case m.Quantifier(form="some", over=over, body=body):
                self._several(over, body, sign, sign)
            case m.IfExpr(then=then, otherwise=otherwise):
                self._test(then, sign)
                self._test(otherwise, sign)
            case _:
                pass

    def _several(self, over: m.Filter, body: m.Expr | None, sign: int, limit: int) -> None:
        if body is not None:
            self._test(body, sign)
        if over.where is not None:
            self._test(over.where, limit)

    def _into(self, named: object, tests: list[m.Expr | None], sign: int) -> None:
        """Conditions in something that is called; each is looked at once for each sign."""
        if (id(named), sign) not in self._seen:
            self._seen.add((id(named), sign))
            for test in tests:
                if test is not None and isinstance(test.type, m.Bool):
                    self._test(test, sign)

    def _compared(self, op: str, what: m.Expr, number: int, sign: int) -> None:
        """`held of u = 0`: more of it forbids; `moves of u >= 1`: more of it allows."""
        way = _RAISING.get(op, 0)
        if number == 0 and op in ("=", "!="):
            way = -1 if op == "=" else 1
        if isinstance(what.type, m.Bool) and op in ("=", "!="):
            way = 1 if (number == 1) == (op == "=") else -1
        if way:
            self._amount(what, sign * way)

    def _amount(self, what: m.Expr, sign: int) -> None:
        """A number of which more allows or forbids, with those that it is the sum or the difference of."""
        match what:
            case m.FieldOf(field=found):
                self._keep(found, sign)
            case m.ValueOf(value=found):
                self._keep(found, sign)
            case m.Op(op="+" | "-" as op, args=(a, b)):
                self._amount(a, sign)
                self._amount(b, sign if op == "+" else -sign)
            case _:
                pass

    def _keep(self, found: m.Field | m.Value, sign: int) -> None:
        self._signs.setdefault(id(found), set()).add(sign)


def done_by(gates: Gates, card: m.Card, words: set[str]) -> set[int]:
    """What a card does: it allows (1), it forbids (-1), it does something else (0). words: the stems of its text."""
    found: set[int] = set()
    effects = gates.effects
    held = effects.on(card)
    for each in held.rules:
        found.add(_of_rule(gates, each.rule, each.target))
    for action in held.actions:
        block = block_of(action.span)
        found |= _of_code(gates, [each for each in action.effects if block.start <= each.span.start < block.end])
    for _, _, body in held.bodies:
        found |= _of_code(gates, body)
    if held.empty:
        found |= set(_printed(gates, card, words))
    return found


def _of_rule(gates: Gates, rule: m.Attachment, target: object) -> int:
    if rule.position in ("cannot", "never"):
        return -1
    if rule.position == "lifts":
        return 1
    if isinstance(target, m.Value) and isinstance(rule.amount, m.Const):
        return gates.sign(target) * _way(rule, target)
    return 0


def _way(rule: m.Attachment, value: m.Value) -> int:
    """Whether a rule makes more of a value, or less."""
    assert isinstance(rule.amount, m.Const)
    if isinstance(value.type, m.Bool):
        return 1 if rule.amount.value else -1
    sign = {"plus": 1, "minus": -1}.get(rule.change, 0)
    return sign if rule.amount.value > 0 else -sign


def _of_code(gates: Gates, code: object) -> set[int]:
    """What statements do: only what lasts can be told; anything else that they change is something else."""
    found: set[int] = set()
    for node in walk(code):
        if isinstance(node, m.StartLasting):
            for each in gates.effects.lasting.get(node.lasting, ()):
                found.add(_of_rule(gates, each.rule, each.target))
        elif isinstance(node, m.Stmt) and not isinstance(node, m.LetLocal | m.IfStmt | m.Skip | m.SayText):
            found.add(0)
    return found


def _printed(gates: Gates, card: m.Card, words: set[str]) -> Iterator[int]:
    """What the marks printed on a card do of which its text speaks."""
    for name, found, number in printed_on(card):
        if stems(name) & words and isinstance(found.type, m.Bool) and number != found.default and gates.sign(found):
            yield gates.sign(found) * (1 if number else -1)
