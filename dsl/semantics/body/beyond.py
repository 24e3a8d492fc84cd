"""Changes that go beyond the ends of a number whatever the position is (W303)."""

from __future__ import annotations

from typing import Final

from dsl.semantics import model
from dsl.semantics.model import Int
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree

_BECOMES: Final = {
    "stops": marked("so it always ends at {1}"),
    "ignored": marked("so it never changes anything"),
    "error": marked("so the game stops here (BOUND)"),
}


def check_change(world: World, node: tree.Assign | tree.Pay, of: model.Field | model.Local, value: model.Expr) -> None:
    """W303 where `set`, `raise`, `lower` or `pay` certainly leads out of the range of a number.

    of: what changes. Nothing that depends on an option is meant.
    """
    amount, type_, how = value.type, of.type, "pay" if isinstance(node, tree.Pay) else node.how
    if not isinstance(type_, Int) or not isinstance(amount, Int) or amount.parts != 1 or type_.parts != 1:
        return
    low, high = (amount.low, amount.high) if how == "set" else (type_.low + amount.low, type_.high + amount.high)
    if how in ("lower", "pay"):
        low, high = type_.low - amount.high, type_.high - amount.low
    above, below = low > type_.high, high < type_.low
    if not (above or below) or _may_differ(world, of.span, value):
        return
    ends = said("`{1}` goes from {2} to {3}", of.name, type_.low, type_.high)
    if how == "pay":
        world.bag.warning("W303", node.span, said("this can never be paid: {1}", ends))
        return
    end = type_.high if above else type_.low
    told = _always(how, above)
    hint = said(
        "write: set {1} to {2}; or give it a wider range where it is declared",
        " ".join(node.target.span.text.split()),
        end,
    )
    world.bag.warning(
        "W303", node.span, said("{1}, and {2}, {3}", ends, told, said(_BECOMES[type_.overflow], end)), hint=hint
    )


def _always(how: str, above: bool) -> str:
    """What a change is that always leads out of the range."""
    if how == "set":
        return said("what it is set to is always more") if above else said("what it is set to is always less")
    return said("by so much it cannot be raised") if how == "raise" else said("by so much it cannot be lowered")


def _may_differ(world: World, of: Span | None, value: model.Expr) -> bool:
    """Whether an option decides about the amount, or about the range."""
    changeable = world.choices.changeable
    if any(_hides_an_option(part) or getattr(part, "span", None) in changeable for part in walk(value)):
        return True
    return of is not None and any(span.file is of.file and _line(span) == _line(of) for span in changeable)


def _hides_an_option(part: object) -> bool:
    """What may have got its bounds from an option elsewhere: a definition, a value, a name for one number."""
    if isinstance(part, model.LocalRef):
        return isinstance(part.type, Int) and part.type.low == part.type.high
    return isinstance(part, model.CallDefine | model.ValueOf)


def _line(span: Span) -> int:
    return span.file.text.count("\n", 0, span.start)
