"""Which change is older: when a piece came into play, when a lasting effect began, and changes in that order.

A number of the table grows with each of them, so no two have the same age. Rules of the game itself are older than all
of them, and so are those of players and spaces, which are there from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, both, equals, load, look, negate, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.control import repeat_while
from dsl.machine.lower.expr.in_force import instances
from dsl.machine.lower.expr.places import place_of
from dsl.machine.lower.program.kinds import is_a
from dsl.machine.lower.program.layout import AWAY
from dsl.semantics import model as m

_MOST: Final = 2**31 - 1


def tick(code: Code) -> Expr:
    """The next moment."""
    clock = code.work.program.clock
    assert clock is not None
    base = code.work.slots.fields[clock.now]
    code.emit(ops.Store(base, NO, plus(load(base, NO), 1), 0, _MOST, "error", 0))
    return load(base, NO)


def stamp(code: Code, piece: Expr, zone: Expr) -> None:
    """Note that a piece comes into play, if it is about to: it lies in no active zone, and goes to one."""
    work, clock = code.work, code.work.program.clock
    if clock is None:
        return
    need = work.zones.need
    away = ops.Const(AWAY)
    before = equals(look(work.table(need), need, place_of(code, piece)), away)
    comes = negate(equals(look(work.table(need), need, zone), away))

    def note() -> None:
        code.emit(ops.Store(work.slots.fields[clock.since], piece, tick(code), 0, _MOST, "error", 0))

    code.when(both(before, comes), note)


def age_of(code: Code, rule: m.Attachment) -> Expr:
    """When the instance of a rule that is being looked at began."""
    clock, holder = code.work.program.clock, rule.holder
    if clock is None or holder is None:
        return NO
    if isinstance(holder, m.Lasting):
        return NO if holder.began is None else code.env[holder.began]
    kind = holder.kind if isinstance(holder, m.Card) else holder
    if rule.this is None or not is_a(kind, code.work.program.piece_kind):
        return NO
    return load(code.work.slots.fields[clock.since], code.env[rule.this])


def by_age(
    code: Code, rules: Sequence[m.Attachment], args: Sequence[Expr], body: Callable[[m.Attachment], None]
) -> None:
    """`instances` of several rules, the oldest first; those of one age in the order in which they are listed."""
    last, next_ = code.variable(ops.Const(-1), number=True), code.variable(NO, number=True)
    again = code.variable(YES, number=True)

    def look_at(rule: m.Attachment) -> None:
        age = code.keep(age_of(code, rule))

        def found() -> None:
            code.emit(ops.SetReg(next_.reg, binary("min", next_, age)))
            code.emit(ops.SetReg(again.reg, YES))

        code.when(binary(">", age, last), found)

    def change(rule: m.Attachment) -> None:
        code.when(equals(age_of(code, rule), last), lambda: body(rule))

    def apply() -> None:
        code.emit(ops.SetReg(last.reg, next_))
        for rule in rules:
            instances(code, rule, args, lambda rule=rule: change(rule))

    def turn() -> None:
        code.emit(ops.SetReg(next_.reg, ops.Const(_MOST)))
        code.emit(ops.SetReg(again.reg, NO))
        for rule in rules:
            instances(code, rule, args, lambda rule=rule: look_at(rule))
        code.when(again, apply)

    repeat_while(code, again, turn, False)
