"""The first pass: names. The game, its enums, directions and kinds get their entries in the world.

Order of items means nothing, so each family is collected from all files before the next one looks names up: enums, then
kinds, then options (`options`), then what kinds have (`members`).
"""

from __future__ import annotations

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.declare.options import declare_options
from dsl.semantics.expr.layouts import declare_cells
from dsl.semantics.expr.space import declare_directions
from dsl.semantics.types import ancestors
from dsl.semantics.world import World, items
from dsl.spoken import said
from dsl.syntax import tree

_MOST_KINDS = 64  # below each other
_MOST_VALUES = 1000


def declare(world: World) -> None:
    """Collect everything that has a name and no body."""
    _game(world)
    for item in items(world, tree.EnumItem):
        _enum(world, item)
    declare_directions(world, items(world, tree.DirectionsItem))
    _kinds(world)
    declare_options(world)


def _game(world: World) -> None:
    found = list(items(world, tree.GameItem))
    if not found and world.bag.has_errors:  # what could not be read may be the line that says it
        return
    if not found:
        world.error(
            "E101", None, said("no file says `game`"), said('begin game.rules with: game "Title" for 2 players')
        )
        return
    for again in found[1:]:
        world.twice(again.span, "game", found[0].span, said("the game"))
    game = found[0]
    world.setup.title, world.setup.low_players, world.setup.high_players = game.title.value, game.low, game.high
    if not 1 <= game.low <= game.high <= 26:
        message = said(
            "{1}..{2} is no number of players; write two numbers from 1 to 26, the lower one first", game.low, game.high
        )
        world.error("E106", game.span, message)
        world.setup.low_players = world.setup.high_players = 1


def _enum(world: World, item: tree.EnumItem) -> None:
    if not world.declare(item.name, said("an enum")):
        return
    seen: dict[str, tree.Name] = {}
    words: list[str] = []
    for value, label in zip(item.values, item.labels, strict=True):
        if value.text in seen:
            world.twice(value.span, value.text, seen[value.text].span, said("a value of {1}", item.name.text))
            continue
        if not world.sayable(value, said("a value of {1}", item.name.text)):
            continue
        seen[value.text] = value
        words.append(label.value if label else value.text)
    added = tuple(value.span for value in item.values if value.span.file is not item.span.file)
    if len(seen) > _MOST_VALUES:
        message = said("the enum `{1}` has {2} values; {3} are the most", item.name.text, len(seen), _MOST_VALUES)
        labels = tuple(Label(span, said("added here")) for span in added)
        hint = said("make a kind with a piece for each of them")
        world.bag.error("E106", item.name.span, message, labels=labels, hint=hint)
    world.things.enums[item.name.text] = model.Enum(item.name.text, list(seen), words, item.name.span, added)


# ---- kinds -----------------------------------------------------------------------------------------------------------


def _kinds(world: World) -> None:
    for root in (world.player, world.space, world.piece):
        world.things.kinds[root.name] = root
    declare_cells(world)
    declared: list[tuple[model.Kind, tree.KindItem]] = []
    for item in items(world, tree.KindItem):
        if world.declare(item.name, said("a kind")):
            label = item.label.value if item.label else item.name.text
            kind = model.Kind(item.name.text, label, None, item.name.span)
            world.things.kinds[kind.name] = kind
            declared.append((kind, item))
    for kind, item in declared:
        kind.parent = _parent(world, kind, item.parent) if item.parent else world.piece
    for kind, item in declared:
        _break_circle(world, kind, item)
        if len(list(ancestors(kind))) > _MOST_KINDS:
            world.error(
                "E007", item.name.span, said("kinds stand more than {1} deep below each other here", _MOST_KINDS)
            )
            kind.parent = world.piece


def _parent(world: World, kind: model.Kind, name: tree.Name) -> model.Kind:
    """The kind of that name; `Piece` after a mistake."""
    parent = world.kind(name)
    if parent is None:
        world.lost.orphans.add(kind)
    elif parent is world.player:
        world.error("E104", name.span, said("no kind can be a Player"), said("use `each player has:` instead"))
    elif world.things.cells is not None and parent is world.things.cells.kind:
        world.error("E104", name.span, said("no kind can be a Cell: cells are what a layout is made of"))
    else:
        return parent
    return world.piece


def _break_circle(world: World, kind: model.Kind, item: tree.KindItem) -> None:
    seen: list[model.Kind] = []
    at: model.Kind | None = kind
    while at is not None and at not in seen:
        seen.append(at)
        at = at.parent
    if at is kind:
        circle = " is ".join(below.name for below in (*seen, kind))
        world.error("E120", item.name.span, said("kinds stand in a circle: {1}", circle))
        kind.parent = world.piece
