"""Requirements that give a player no words when they refuse a move: W310."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dsl.semantics import model
from dsl.semantics.world import World
from dsl.spoken import said

_COMPARES: Final = {"=", "!=", "<", "<=", ">", ">="}


def check_refusals(world: World) -> None:
    """A refusal says why in the words of the requirement. Without them it reads the line of the rules: well enough of
    a comparison, of which both sides are told, and of what has words further in; of anything else it is code.
    """
    asked: dict[model.Define, None] = {}
    for source in world.play.actions:
        action = source.action
        _check(world, (*action.needs, *action.afterwards))
        for need in (*action.needs, *action.afterwards):
            asked.update(dict.fromkeys(_called(need)))
    waiting = list(asked)
    for define in waiting:
        _check(world, define.needs)
        waiting += [each for need in define.needs for each in _called(need) if each not in asked]
        asked.update(dict.fromkeys(waiting))


def _check(world: World, needs: Iterable[model.Need]) -> None:
    """One list of requirements: of an action, or of a definition that one asks."""
    for need in needs:
        if need.words is not None or need.span.file.name in world.setup.libraries:
            continue
        if not all(_is_said(part) for part in _parts(need.condition)):
            message = said("this requirement has no words: whoever it refuses reads a line of the rules")
            hint = said('write behind it else "…", what a player is to read when it does not hold')
            world.bag.warning("W310", need.condition.span, message, hint=hint)


def _parts(condition: model.Expr) -> Iterator[model.Expr]:
    """What must hold together."""
    if isinstance(condition, model.Op) and condition.op == "and":
        for each in condition.args:
            yield from _parts(each)
    else:
        yield condition


def _called(need: model.Need) -> list[model.Define]:
    """The definitions whose requirements answer for one that has no words of its own."""
    if need.words is not None:
        return []
    parts = _parts(need.condition)
    return [each.define for each in parts if isinstance(each, model.CallDefine) and _answers(each)]


def _answers(condition: model.Expr) -> bool:
    """Whether the requirements of a definition are asked one by one."""
    return isinstance(condition, model.CallDefine) and bool(condition.define.needs) and not condition.define.deep


def _is_said(condition: model.Expr) -> bool:
    """Whether people can read why a condition does not hold."""
    if _answers(condition) or (isinstance(condition, model.FitsIn) and not condition.only):
        return True
    return isinstance(condition, model.Op) and condition.op in _COMPARES
