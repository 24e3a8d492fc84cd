"""Layouts: zones whose pieces lie in the cells of a grid without an edge, and grow cell by cell.

    zone village: layout of House or Well by edges, at most 40

A game with a layout has one kind more, `Cell`, whose members are no pieces: a cell is a number behind those of all
pieces. The cells of one layout are a square that no growing layout can leave; its middle is where the first piece is
laid. `Cells` in the model says how they are numbered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.semantics import model
from dsl.semantics.expr.coercions import count
from dsl.semantics.expr.constants import whole_number
from dsl.semantics.model import Int, Many, Ref, ZoneValue
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import common_kind, is_a, related
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import said
from dsl.syntax import tree

WORDS: Final = "edges"
"""How the pieces of a layout may touch."""
MOST_CELLS: Final = 50_000_000
BEYOND: Final = 1
"""Cells round the reach of a layout: nothing lies there, but its ground may end there."""

# ---- declarations ----------------------------------------------------------------------------------------------------


def zone_items(world: World) -> list[tree.ZoneItem]:
    """The layouts of all files."""
    owners = (
        item for file in world.setup.files for item in file.items if isinstance(item, tree.KindItem | tree.HasItem)
    )
    zones = (part for owner in owners for part in owner.members if isinstance(part, tree.ZoneItem))
    return [zone for zone in zones if zone.shape == "layout"]


def declare_cells(world: World) -> None:
    """The kind `Cell`, if the game has a layout."""
    found = zone_items(world)
    if not found:
        return
    kind = model.Kind("Cell", "cell", None, None)
    world.things.kinds["Cell"] = kind
    world.taken["Cell"] = (found[0].name.span, said("the cells of a layout"))
    field = model.Field("cell", world.piece, Ref(kind, True), True, 0, None)
    world.things.cells = model.Cells(kind, field)


def declare_field(world: World) -> None:
    """`cell of u`, which all pieces have that may lie in a layout."""
    cells = world.things.cells
    if cells is None:
        return
    kinds = [
        world.things.kinds[name.text]
        for item in zone_items(world)
        for name in item.kinds
        if name.text in world.things.kinds
    ]
    holder = common_kind(kind for kind in kinds if is_a(kind, world.piece)) or world.piece
    cells.field.holder = holder
    holder.fields["cell"] = cells.field
    world.things.fields.append(cells.field)


def check_zone(world: World, holder: model.Kind | None, item: tree.ZoneItem) -> bool:
    """What only a layout says, and what a layout must say."""
    if item.shape != "layout":
        wrong = item.by or item.within
        if wrong is not None:
            told = "by" if wrong is item.by else "within"
            world.error("E104", wrong.span, said("only a layout says `{1}`, and `{2}` is none", told, item.name.text))
        return wrong is None
    if holder is not None and holder is not world.player:
        world.error("E104", item.name.span, said("only players and the table have layouts"))
        return False
    if item.by is None:
        message = said("a layout says how its pieces touch")
        world.error(
            "E104", item.name.span, message, said("write it behind the kinds: layout of {1} by edges", _kinds(item))
        )
        return False
    if item.by.text != WORDS:
        message = said("pieces of a layout touch `by {1}`; `by {2}` is not known", WORDS, item.by.text)
        world.error("E104", item.by.span, message)
        return False
    if item.seen in ("owner", "nobody", "some"):
        message = said(
            "a layout lies open on the table; it cannot be seen by {1}{2}",
            item.seen,
            " players" * (item.seen == "some"),
        )
        hint = said("`seen by all`, or `seen by faces` for pieces that may lie face down")
        world.error("E104", item.name.span, message, hint)
        return False
    return True


def _kinds(item: tree.ZoneItem) -> str:
    return " or ".join(name.text for name in item.kinds)


def number_cells(world: World, entities: int) -> None:
    """Give the cells of all layouts their numbers, behind those of all pieces."""
    cells = world.things.cells
    if cells is None:
        return
    written = {item.name.span: item.within for item in zone_items(world)}
    layouts = [zone for zone in world.things.zones if zone.shape == "layout"]
    for zone in layouts:
        asked = _reach(world, written.get(zone.span))
        zone.reach = max(1, zone.capacity - 1 if asked is None else asked)
    cells.stride = 2 * (max((zone.reach for zone in layouts), default=1) + BEYOND) + 1
    number = sum(zone.instances for zone in layouts) * cells.stride**2
    if number > MOST_CELLS:
        message = said("the layouts of this game have {1} cells; {2} are the most", f"{number:,}", f"{MOST_CELLS:,}")
        world.error("E106", layouts[0].span, message, said("say how far they reach: `within 20`, or `at most 30`"))
        number = 0
    cells.kind.first, cells.kind.last = entities + 1, entities + number


def _reach(world: World, within: tree.Expr | None) -> int | None:
    """The number written behind `within`, if there is one."""
    asked = None if within is None else whole_number(world, within)
    if within is not None and asked is not None and asked < 1:
        world.error("E106", within.span, said("a layout reaches at least 1 cell from its first one, not {1}", asked))
    return asked


# ---- what is asked of pieces, cells and layouts ----------------------------------------------------------------------


def asked(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr | None:
    """`neighbours of u`, `fringe of village of p`, `column of k`; None if it is nothing about a layout."""
    cells, name = scope.world.things.cells, node.name.text
    if cells is None:
        return None
    if isinstance(subject.type, ZoneValue):
        if name not in _OF_LAYOUT or not _is_layout(scope.world, subject):
            return None
        return model.CellsOf(node.span, Many(Ref(cells.kind)), name, subject)
    if not isinstance(subject.type, Ref):
        return None
    if subject.type.kind is cells.kind:
        rule = _OF_CELL.get(name)
        return None if rule is None else rule(scope, node.span, subject)
    lying = _lying_with(scope.world, subject.type.kind)
    if name in _OF_PIECE and lying is not None:
        return model.CellsOf(node.span, Many(Ref(lying)), name, subject)
    return None


def at(scope: Scope, node: tree.At, layout: model.Expr) -> model.Expr:
    """`me.village[1, 0]`: a cell by its coordinates."""
    cells = scope.world.things.cells
    assert cells is not None
    if len(node.indices) != 2:
        message = said("a cell of a layout has 2 coordinates (column, row), not {1}", len(node.indices))
        return scope.error("E105", node.span, message)
    column = count(scope, node.indices[0], said("the column"))
    row = count(scope, node.indices[1], said("the row"))
    if is_bad(column) or is_bad(row):
        return bad(node.span)
    return model.CellAt(node.span, Ref(cells.kind, True), layout, column, row)


def is_layout(world: World, expr: model.Expr) -> bool:
    """Whether an expression is a layout, and no other zone."""
    return isinstance(expr, model.ZoneOf) and expr.zone.shape == "layout" and world.things.cells is not None


def is_cell(world: World, type_: model.Type) -> bool:
    """Whether a type is that of cells."""
    return isinstance(type_, Ref) and world.things.cells is not None and type_.kind is world.things.cells.kind


def goes_to_cell(scope: Scope, span: Span, place: model.Expr, kind: model.Kind) -> model.Expr:
    """The cell of a `move c to k`, where such a piece may lie in some layout."""
    if _lying_with(scope.world, kind) is None:
        held = ", ".join(dict.fromkeys(other.name for zone in _layouts(scope.world) for other in zone.kinds))
        return scope.error("E104", span, said("the layouts of this game hold {1}, and no {2} is one", held, kind.name))
    for zone in _layouts(scope.world):
        scope.world.usage.read.add(zone)
    return place


def forbid_all(scope: Scope, span: Span) -> model.Expr:
    """E104: all cells at once are too many to be a set."""
    hint = said("ask for some of them: `fringe of`, `ground of` or `outside of` a layout, `neighbours of` a cell")
    return scope.error("E104", span, said("the cells of a layout are without end and no set"), hint)


def _layouts(world: World) -> list[model.Zone]:
    return [zone for zone in world.things.zones if zone.shape == "layout"]


def _is_layout(world: World, subject: model.Expr) -> bool:
    """Whether a zone may be a layout: a parameter may be any zone."""
    if isinstance(subject, model.ZoneOf):
        return subject.zone.shape == "layout"
    return isinstance(subject.type, ZoneValue) and _lying_with(world, subject.type.kind) is not None


def _lying_with(world: World, kind: model.Kind) -> model.Kind | None:
    """What all pieces are that may lie in a layout where a piece of the kind may lie; None if it lies in none."""
    held = [zone.kinds for zone in _layouts(world) if any(related(kind, other) for other in zone.kinds)]
    return common_kind(other for kinds in held for other in kinds)


def _cells_beside(scope: Scope, span: Span, cell: model.Expr) -> model.Expr:
    assert isinstance(cell.type, Ref)
    return model.CellsOf(span, Many(Ref(cell.type.kind)), "beside", cell)


def _occupant(scope: Scope, span: Span, cell: model.Expr) -> model.Expr:
    kind = common_kind(other for zone in _layouts(scope.world) for other in zone.kinds)
    return model.OccupantOf(span, Ref(kind or scope.world.piece, True), cell)


def _part(which: str) -> Callable[[Scope, Span, model.Expr], model.Expr]:
    def build(scope: Scope, span: Span, cell: model.Expr) -> model.Expr:
        most = max((zone.reach for zone in _layouts(scope.world)), default=1) + BEYOND
        return model.CellPart(span, Int(-most, most), which, cell)

    return build


_OF_LAYOUT: Final = frozenset(("fringe", "ground", "outside"))
_OF_PIECE: Final = frozenset(("neighbours", "cluster"))
_OF_CELL: Final[dict[str, Callable[[Scope, Span, model.Expr], model.Expr]]] = {
    "neighbours": _cells_beside,
    "occupant": _occupant,
    "column": _part("column"),
    "row": _part("row"),
}
