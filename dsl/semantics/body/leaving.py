"""`leave` in an action that would skip what `each action:` says comes last (E107)."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import Span


def check_leave(world: World, own: Iterable[model.Stmt], last: tuple[model.Stmt, ...]) -> None:
    """E107 for a `leave` in an action behind which something would still have to come."""
    for stmt in own if last else ():
        for part in walk(stmt):
            if isinstance(part, model.JumpOut) and part.how == "leave":
                message = f"`leave` would skip what comes last in each action: {_line(last[0].span)}"
                labels = (Label(last[0].span, "comes last"),)
                hint = "put what is to be left out under an `if`"
                world.bag.error("E107", part.span, message, labels=labels, hint=hint)


def _line(span: Span) -> str:
    return " ".join(span.text.split("\n", 1)[0].split())
