"""Changes that go beyond the ends of a number whatever the position is (W303)."""

from __future__ import annotations

from typing import Final

from dsl.semantics import model
from dsl.semantics.model import Int
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import Span
from dsl.syntax import tree

_BECOMES: Final = {
    "stops": "so it always ends at {end}",
    "ignored": "so it never changes anything",
    "error": "so the game stops here (BOUND)",
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
    ends = f"`{of.name}` goes from {type_.low} to {type_.high}"
    if how == "pay":
        world.bag.warning("W303", node.span, f"this can never be paid: {ends}")
        return
    end = type_.high if above else type_.low
    what = {"set": f"what it is set to is always {'more' if above else 'less'}"}
    told = what.get(how, f"by so much it cannot be {'raised' if how == 'raise' else 'lowered'}")
    hint = (
        f"write: set {' '.join(node.target.span.text.split())} to {end}; or give it a wider range where it is declared"
    )
    world.bag.warning("W303", node.span, f"{ends}, and {told}, {_BECOMES[type_.overflow].format(end=end)}", hint=hint)


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
