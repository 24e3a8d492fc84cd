"""For which games an option is: what stands behind its `when`, asked of the other options before anything is played.

An option that is chosen where it does nothing would be ignored in silence; so it is refused.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final

from dsl.semantics import model
from dsl.semantics.expr.constants import constant
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree

Chosen = Mapping[str, int | str | list[int]]

_COMPARED: Final[dict[str, Callable[[int, int], bool]]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def check_is_met(world: World, item: tree.OptionItem, chosen: Chosen, span: Span | None) -> None:
    """E171 if the option is among those that are chosen, and its `when` does not hold with them; `span`: where it was
    chosen, None for a choice from outside.
    """
    assert item.condition is not None
    holds = _holds(world, item.condition, chosen)
    if holds is False and item.name.text in chosen:
        message = said(
            "the option `{1}` does nothing here: it is for games with `{2}`", item.name.text, item.condition.span.text
        )
        world.error("E171", span, message, said("leave it out, or choose the other one too"))


def _holds(world: World, node: tree.Expr, chosen: Chosen) -> bool | None:
    """Whether a condition holds with what is chosen; None after a mistake, which is told."""
    if isinstance(node, tree.Unary) and node.op == "not":
        inner = _holds(world, node.operand, chosen)
        return None if inner is None else not inner
    if isinstance(node, tree.Binary) and node.op in ("and", "or"):
        left, right = _holds(world, node.left, chosen), _holds(world, node.right, chosen)
        if left is None or right is None:
            return None
        return (left and right) if node.op == "and" else (left or right)
    return _compared(world, node, chosen)


def _compared(world: World, node: tree.Expr, chosen: Chosen) -> bool | None:
    """The same of one comparison, or of an option that is yes or no."""
    whole = node if isinstance(node, tree.Binary) and node.op in _COMPARED else None
    option = _option(world, node if whole is None else whole.left)
    if option is None:
        return None
    if whole is not None:
        given = constant(world, whole.right, option.type, said("the option `{1}`", option.name))
        return None if given is None else _COMPARED[whole.op](_value(option, chosen), given)
    if isinstance(option.type, model.Bool):
        return bool(_value(option, chosen))
    world.error(
        "E104", node.span, said("the option `{1}` is no yes or no", option.name), said("write `{1} is ..`", option.name)
    )
    return None


def _option(world: World, node: tree.Expr) -> model.Option | None:
    """The option of one value that a name means; None after a mistake, which is told."""
    option = world.choices.options.get(node.name) if isinstance(node, tree.Ref) else None
    if option is not None and isinstance(option.value, int):
        world.usage.read.add(option)
        return option
    if isinstance(node, tree.Ref) and option is None:
        world.unknown(node.span, node.name, marked("option"), world.choices.options)
    else:
        hint = said("write `when OPTION is VALUE`, with `and`, `or` and `not` between several")
        world.error("E104", node.span, said("an option is for games with certain other options"), hint)
    return None


def _value(option: model.Option, chosen: Chosen) -> int:
    """What an option is with what is chosen. What was chosen as a word has been read when the option was declared."""
    found = chosen.get(option.name)
    assert isinstance(option.value, int)
    return found if isinstance(found, int) else option.value
