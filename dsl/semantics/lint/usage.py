"""Warnings about programs that compile and are probably not what was meant: W301, W302, W304."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.model import Const, Int, Op
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import said
from dsl.syntax import tree


def check_usage(world: World) -> None:
    """What is never used, and rules that can never hold."""
    _main(world)
    _fields(world)
    _unused(world)
    for attached in world.rules.attached:
        when = attached.rule.when
        if when is not None and constant_of(world, when) == 0:
            world.bag.warning("W302", when.span, said("this rule can never hold: its condition is never true"))


def _main(world: World) -> None:
    """A game in which nothing is played."""
    game = next((item for file in world.setup.files for item in file.items if isinstance(item, tree.GameItem)), None)
    if game is not None and world.play.main is None:
        message = said("no file says `main`, so the game is over as soon as it begins")
        world.bag.warning("W301", game.span, message, hint=said("write main: and below it what is played, indented"))


def _warn(world: World, span: Span | None, message: str) -> None:
    """W301; what a library offers need not be used."""
    if span is not None and span.file.name not in world.setup.libraries:
        world.bag.warning("W301", span, message)


def _fields(world: World) -> None:
    for field in world.things.fields:
        if not field.var or field.span is None:
            continue
        read, written = field in world.usage.read, field in world.usage.written
        if not read and not written:
            _warn(world, field.span, said("`{1}` is never used", field.name))
        elif not read:
            _warn(world, field.span, said("`{1}` is written and never read", field.name))
        elif not written:
            _warn(world, field.span, said("`{1}` is read and never written", field.name))


def _unused(world: World) -> None:
    for sort, table in (
        ("definition", world.play.defines),
        ("value", world.play.values),
        ("limit", world.play.limits),
        ("memory", world.play.memories),
    ):
        for name, thing in table.items():
            if thing not in world.usage.read:
                _warn(world, thing.span, said("the {1} `{2}` is never used", sort, name))
    for event in world.play.events.values():
        if event not in world.usage.read:
            _warn(world, event.span, said("the event `{1}` never happens", event.name))
    for procedure in world.play.procedures.values():
        if procedure not in world.usage.read:
            _warn(world, procedure.span, said("nothing calls `{1}`", procedure.name))
    for window in world.play.windows.values():
        if window not in world.usage.read:
            _warn(world, window.span, said("the window `{1}` is never offered", window.name))
    for option in world.choices.options.values():
        field = world.player.fields.get(option.name)
        if option not in world.usage.read and field not in world.usage.read:
            sort = "ruling" if option.ruling else "option"
            _warn(world, option.span, said("the {1} `{2}` decides nothing", sort, option.name))


def check_cited(world: World) -> None:
    """W304: rules that cite no paragraph of the ledger."""
    for attached in world.rules.attached:
        inside = any(isinstance(node, tree.Cite) for node in walk(attached.item))
        if not inside and attached.rule.holder is None:
            world.bag.warning("W304", attached.item.span, said("this rule cites no paragraph of the ledger"))


# ---- conditions that are known ---------------------------------------------------------------------------------------


def constant_of(world: World, expr: model.Expr) -> int | None:
    """What a condition always is, whatever the position and the options; None if it depends."""
    if isinstance(expr, Const):
        return None if expr.span in world.choices.changeable else expr.value
    if isinstance(expr, Op):
        return _op(world, expr)
    return None


def _op(world: World, expr: Op) -> int | None:
    values = [constant_of(world, arg) for arg in expr.args]
    if expr.op == "not":
        return None if values[0] is None else int(not values[0])
    if expr.op == "and":
        return 0 if 0 in values else 1 if None not in values else None
    if expr.op == "or":
        return 1 if any(values) else None if None in values else 0
    left, right = expr.args[0].type, expr.args[-1].type
    if len(expr.args) != 2 or not isinstance(left, Int) or not isinstance(right, Int):
        return None
    return None if any(_changeable(world, arg) for arg in expr.args) else _ranges(expr.op, left, right)


def _changeable(world: World, expr: model.Expr) -> bool:
    return any(isinstance(part, Const) and part.span in world.choices.changeable for part in walk(expr))


def _ranges(op: str, a: Int, b: Int) -> int | None:
    """What a comparison of two ranges always is."""
    distinct = a.high < b.low or b.high < a.low
    one = a.low == a.high == b.low == b.high
    known: dict[str, tuple[bool, bool]] = {
        "=": (one, distinct),
        "!=": (distinct, one),
        "<": (a.high < b.low, a.low >= b.high),
        "<=": (a.high <= b.low, a.low > b.high),
        ">": (a.low > b.high, a.high <= b.low),
        ">=": (a.low >= b.high, a.high < b.low),
    }
    always, never = known.get(op, (False, False))
    return 1 if always else 0 if never else None
