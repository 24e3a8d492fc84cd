"""`measure gold_left for each p in players: gold of p`: numbers that are taken of games played to be counted."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.semantics import model
from dsl.semantics.body.rules import event_params, hooked, run_named
from dsl.semantics.expr.coercions import counted
from dsl.semantics.model import Bool, Ref
from dsl.semantics.scopes import Body, Scope, is_bad
from dsl.semantics.world import World, cite_ids, items
from dsl.spoken import said
from dsl.syntax import tree


def check_measures(world: World) -> None:
    """All measures; E103 where a name is taken, E101, E104 and E105 if there is nothing to be taken so."""
    for item in items(world, tree.MeasureItem):
        own = world.player.fields.get(item.name.text) or world.things.table_fields.get(item.name.text)
        if own is not None:
            world.twice(item.name.span, item.name.text, own.span, said("a field, which can be measured by its name"))
        elif world.declare(item.name, said("a measure")) and world.wants(item):
            _check(world, item)


def _check(world: World, item: tree.MeasureItem) -> None:
    if item.among is not None and item.among.text != "players":
        message = said("something is measured of each player, and `{1}` are not the players", item.among.text)
        hint = said("write `for each p in players`, or one number of the table, such as `sum of n of u for u in units`")
        world.error("E104", item.among.span, message, hint)
        return
    takings: list[model.Taking] = []
    if item.of is not None:
        run = run_named(world, item.of)
        if run is None:
            return
        taken = _taking(Scope(world, Body(said("a measure"))), item, None, [])
        taken.run, taken.position = run, item.position
        takings.append(taken)
    elif item.after is None:
        takings.append(_taking(Scope(world, Body(said("a measure"))), item, None, []))
    else:
        takings += _after(world, item, item.after)
    once = item.after is None and item.of is None
    when = "event" if not once else "turn" if item.each_turn else "end"
    if takings and not any(is_bad(each.body) for each in takings):
        made = model.Measure(
            item.name.text, when, item.player is not None, takings, cite_ids(item.cites), item.name.span
        )
        world.play.measures.append(made)


def _after(world: World, item: tree.MeasureItem, pattern: tree.Pattern) -> Iterator[model.Taking]:
    for event, action in hooked(world, pattern.name):
        scope = Scope(world, Body(said("a measure")))
        if action is not None:
            scope.give(action.me)
        params = event_params(scope, pattern, event)
        if params is not None:
            yield _taking(scope, item, event, params)


def _taking(scope: Scope, item: tree.MeasureItem, event: model.Event | None, params: list[model.Local]) -> model.Taking:
    player = scope.bind(item.player, Ref(scope.world.player)) if item.player is not None else None
    body = scope.expr(item.value)
    if not isinstance(body.type, Bool):
        body = counted(scope, item.value, body, said("what `{1}` measures", item.name.text))
    return model.Taking(event, params, player, body)
