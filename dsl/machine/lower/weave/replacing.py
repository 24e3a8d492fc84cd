"""Which of several `instead of` rules replaces an event, where a player chooses it.

What the rules say is asked first, of all of them; with two or more that hold, whoever the event names is asked for one.
Copies of a card, and pieces of a kind, that have one rule are one answer: the first of them that is in force acts.
Where not everybody sees it, the answer names that piece, so whoever may not know it does not read its title.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, binary, both, either, equals, negate, plus
from dsl.machine.ir.ops import Expr, Shown
from dsl.machine.lower.builder import Code
from dsl.machine.lower.control import guard
from dsl.machine.lower.expr.applications import applies
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.in_force import instances
from dsl.machine.lower.expr.texts import template_number
from dsl.machine.lower.program.kinds import holding
from dsl.machine.lower.stmt.asking import decide
from dsl.semantics import model as m

_FIRST = ops.Const(-1)
"""Nobody has chosen: the first rule that holds acts."""


def chosen(code: Code, event: m.Event, rules: Sequence[m.Attachment]) -> list[Expr]:
    """For each rule whether it may replace the event, as far as a player has chosen; all may, where none chooses."""
    if event.chooser is None or len(rules) < 2 or not code.flow or code.inside:
        return [ops.Const(1)] * len(rules)
    flags = [code.variable(applies(code, rule, event.params), number=True) for rule in rules]
    picked = code.variable(_FIRST, number=True)
    held: Expr = NO
    for flag in flags:
        held = plus(held, flag)
    player = code.keep(expr(code, event.chooser))
    several = both(binary(">", held, ops.Const(1)), player)
    guard(code, several, lambda: _ask(code, event, rules, flags, picked, player), True)
    return [either(equals(picked, _FIRST), equals(picked, ops.Const(index))) for index in range(len(rules))]


def _ask(
    code: Code, event: m.Event, rules: Sequence[m.Attachment], flags: list[ops.Reg], picked: ops.Reg, player: Expr
) -> None:
    assert event.chooser is not None and event.span is not None
    span, words = event.chooser.span, event.name.replace("_", " ")
    prompt = m.Template((f"what happens instead of {words}",))
    stmt = m.ChooseBranch(span, event.cites, event.chooser, prompt, ())

    def fill(inner: Code) -> None:
        for index in range(len(flags)):
            emit = ops.Emit((ops.Const(index),))
            inner.when(ops.Reg(index), lambda emit=emit: inner.emit(emit))

    options = code.work.demand(("replacing", len(flags)), "choose what replaces", [(None, 0)] * len(flags), fill)
    branches = tuple(_answer(code, event, rule, rules) for rule in rules)
    args = [flag.reg for flag in flags]
    decide(code, stmt, "branch", options, args, (picked.reg,), player, prompt, Shown("number"), branches)


def _answer(
    code: Code, event: m.Event, rule: m.Attachment, rules: Sequence[m.Attachment]
) -> tuple[int, tuple[int, ...]]:
    """The words for a rule, and the registers of their holes: the piece that has it, where it may be in force unseen.

    There the name of the rule would tell the card, so it stands only where the card has several of these rules.
    """
    if not isinstance(rule.holder, m.Card) or not _works_unseen(code, rule.holder.kind):
        return template_number(code.work, m.Template((rule.label,))), ()
    several = sum(other.holder is rule.holder for other in rules) > 1
    name = rule.label[len(rule.holder.title) :] if several else ""
    words = ops.TextTemplate((Shown("entity"), name) if name else (Shown("entity"),))
    return code.work.templates.add(words), (_first_in_force(code, event, rule),)


def _works_unseen(code: Code, kind: m.Kind) -> bool:
    """Whether rules of such pieces may be in force where not everybody sees them."""
    zones = holding(code.work.program, kind)
    return any(zone.active and zone.seen not in ("all", "faces") for zone in zones)


def _first_in_force(code: Code, event: m.Event, rule: m.Attachment) -> int:
    """A register with the first piece that has a rule and for which it holds."""
    found = code.variable(NO)

    def one() -> None:
        assert rule.this is not None
        piece = code.env[rule.this]
        code.when(negate(found), lambda: code.emit(ops.SetReg(found.reg, piece)))

    instances(code, rule, [code.env[param] for param in event.params], one)
    return found.reg
