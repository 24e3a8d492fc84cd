"""What the rules say of each player by a field, a value or a definition: points, or the side that he is on."""

from __future__ import annotations

from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.applications import define_proc, value_proc
from dsl.machine.lower.expr.expressions import expr
from dsl.semantics import model as m


def side_proc(code: Code, what: m.Define | m.Value | m.Field) -> int:
    """The function of one player that gives his number, or what makes him somebody's partner."""
    if isinstance(what, m.Define):
        return define_proc(code, what)
    if isinstance(what, m.Value):
        return value_proc(code, what)
    player = m.Local("player", m.Ref(code.work.program.player_kind), None)
    assert what.span is not None
    node = m.FieldOf(what.span, what.type, what, m.LocalRef(what.span, player.type, player))
    return code.work.demand(
        ("score", what), f"score {what.name}", [(player, 0)], lambda inner: inner.give(expr(inner, node))
    )
