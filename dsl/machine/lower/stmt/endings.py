"""The end of the game: who wins, and with whom.

With `partners by side` an end that is won or lost is one that is scored: each player has what the team of the one who
is named has, so that partners have the same result everywhere.
"""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, choose, equals, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.sides import side_proc
from dsl.machine.lower.expr.texts import template
from dsl.semantics import model as m

Ranking = m.Define | m.Value | m.Field


def finish(code: Code, stmt: m.FinishGame) -> None:
    """The end of the game."""
    teams = code.work.program.teams
    if teams is None or stmt.how == "drawn":
        who = NO if stmt.who is None else expr(code, stmt.who)
        _end(code, stmt, stmt.how, who, 0 if stmt.score is None else side_proc(code, stmt.score))
    elif stmt.score is not None:
        _end(code, stmt, "scored", NO, _of_team(code, stmt.score, teams))
    else:
        assert stmt.who is not None
        who = code.keep(expr(code, stmt.who))
        for player in range(1, code.work.program.players + 1):
            score = _with(code, player, teams, stmt)
            code.when(equals(who, player), lambda score=score: _end(code, stmt, "scored", NO, score))
    if code.flow and not code.inside:
        code.end(ops.Stay())
        code.begin(code.label())


def _end(code: Code, stmt: m.FinishGame, how: str, who: Expr, score: int) -> None:
    number, values = template(code, stmt.because)
    code.emit(ops.Finish(how, who, score, number, values))


def _with(code: Code, other: int, teams: Ranking, stmt: m.FinishGame) -> int:
    """The function of one player: 1 for the partners of somebody, himself included, and -1 for the others; turned round
    where that one loses."""
    side = side_proc(code, teams)
    won, lost = (1, -1) if stmt.how == "won" else (-1, 1)
    player = m.Local("player", m.Ref(code.work.program.player_kind), None)

    def give(inner: Code) -> None:
        same = equals(ops.Call(side, (ops.Reg(0),)), ops.Call(side, (ops.Const(other),)))
        inner.give(choose(same, ops.Const(won), ops.Const(lost)))

    return code.work.demand((stmt.how, teams, other), f"{stmt.how} by the team of {other}", [(player, 0)], give)


def _of_team(code: Code, score: Ranking, teams: Ranking) -> int:
    """The function of one player: the sum of the scores of his partners and himself."""
    own, side = side_proc(code, score), side_proc(code, teams)
    player = m.Local("player", m.Ref(code.work.program.player_kind), None)

    def give(inner: Code) -> None:
        total: Expr = NO
        for each in range(1, inner.work.program.players + 1):
            same = equals(ops.Call(side, (ops.Reg(0),)), ops.Call(side, (ops.Const(each),)))
            total = plus(choose(same, ops.Call(own, (ops.Const(each),)), NO), total)
        inner.give(total)

    return code.work.demand(("score", score, teams), f"score {score.name} of the team", [(player, 0)], give)
