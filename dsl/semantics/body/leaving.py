"""What leaves the lines it stands in; `leave` in an action that would skip what `each action:` says comes last."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import said


def check_leave(world: World, own: Iterable[model.Stmt], last: tuple[model.Stmt, ...]) -> None:
    """E107 for a `leave` in an action behind which something would still have to come."""
    for stmt in own if last else ():
        for part in walk(stmt):
            if isinstance(part, model.JumpOut) and part.how == "leave":
                message = said("`leave` would skip what comes last in each action: {1}", _line(last[0].span))
                labels = (Label(last[0].span, said("comes last")),)
                hint = said("put what is to be left out under an `if`")
                world.bag.error("E107", part.span, message, labels=labels, hint=hint)


def goes_on(block: tuple[model.Stmt, ...]) -> bool:
    """Whether what stands behind some lines may be reached when they are done."""
    return not any(_ends(stmt) for stmt in block)


def _ends(stmt: model.Stmt) -> bool:
    match stmt:
        case model.JumpOut():
            return stmt.condition is None
        case model.FinishGame() | model.Missing():
            return True
        case model.IfStmt():
            blocks = (*(body for _, body in stmt.branches), stmt.otherwise)
            return all(not goes_on(body) for body in blocks)
        case _:
            return False


def _line(span: Span) -> str:
    return " ".join(span.text.split("\n", 1)[0].split())
