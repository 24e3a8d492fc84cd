"""Cells of layouts: their numbers are worked out here, what a shape has is asked of the backend (ops.ListCells)."""

from __future__ import annotations

from collections.abc import Callable

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, between, binary, choose, every, look, minus, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr, on, spilled
from dsl.machine.lower.program.cardinality import most
from dsl.semantics import model as m


def layouts(program: m.Program) -> list[m.Zone]:
    """The declared layouts, in the order of their instances."""
    return sorted((zone for zone in program.zones if zone.shape == "layout"), key=lambda zone: zone.first)


def instances(program: m.Program) -> list[tuple[m.Zone, int]]:
    """The zone instance of each layout, by its number, with its declaration."""
    return [(zone, zone.first + number) for zone in layouts(program) for number in range(zone.instances)]


def plan(program: m.Program, column: int) -> ops.Cells | None:
    """The cells of a machine; column: base of the column of `cell of u`."""
    cells = program.cells
    if cells is None or cells.field.holder is None:
        return None
    found = instances(program)
    at = {instance: number for number, (_, instance) in enumerate(found)}
    zones = 1 + sum(zone.instances for zone in program.zones)
    holder = cells.field.holder
    return ops.Cells(
        first=cells.kind.first,
        stride=cells.stride,
        column=column,
        low=holder.first,
        high=holder.last,
        zones=tuple(instance for _, instance in found),
        reach=tuple(zone.reach for zone, _ in found),
        layouts=tuple(at.get(zone, -1) for zone in range(zones)),
    )


# ---- expressions ----------------------------------------------------------------------------------------------------


def occupant(code: Code, node: m.OccupantOf) -> Expr:
    """The piece in a cell."""
    return ops.CellPiece(expr(code, node.cell))


def cell_at(code: Code, node: m.CellAt) -> Expr:
    """A cell by its coordinates: the middle of its layout's square, so many rows up and so many columns on."""
    cells, zone = _cells(code), node.zone
    assert isinstance(zone, m.ZoneOf)
    layout = zone.zone
    number = [instance for _, instance in instances(code.work.program)].index(layout.first)
    start = cells.kind.first + number * cells.stride**2 + (cells.stride**2 - 1) // 2

    def address(parts: list[Expr]) -> Expr:
        found, column, row = parts
        square = binary("*", minus(found, layout.first), ops.Const(cells.stride**2))
        cell = plus(plus(plus(square, binary("*", row, ops.Const(cells.stride))), column), start)
        inside = [between(part, -layout.reach, layout.reach) for part in (column, row)]
        return choose(every([binary("!=", found, NO), *inside]), cell, NO)

    parts = [expr(code, part) for part in (zone, node.column, node.row)]
    return spilled(code, node, parts, address)


def cell_part(code: Code, node: m.CellPart) -> Expr:
    """The column or the row of a cell."""
    cells = _cells(code)
    stride, middle = ops.Const(cells.stride), cells.stride // 2

    def part(cell: Expr) -> Expr:
        inside = binary("%", minus(cell, cells.kind.first), ops.Const(cells.stride**2))
        found = binary("%" if node.which == "column" else "//", inside, stride)
        return minus(found, middle)

    return on(code, node, node.cell, part)


def zone_of_cell(code: Code, cell: Expr) -> Expr:
    """The layout that a cell belongs to; the box for none."""
    return _by_layout(code, cell, [instance for _, instance in instances(code.work.program)])


def holder_of_cell(code: Code, cell: Expr) -> Expr:
    """The player whose layout a cell belongs to, or none."""
    owners = code.work.zones.owner
    return _by_layout(code, cell, [owners[instance] for _, instance in instances(code.work.program)])


def has_cell(code: Code, node: m.CellsOf, item: Expr) -> Expr:
    """Whether a set of cells or pieces holds an item."""
    return ops.CellHas(node.how, expr(code, node.subject), item)


def count_cells(code: Code, node: m.CellsOf) -> Expr:
    """The size of a set of cells or pieces."""
    return ops.CellCount(node.how, expr(code, node.subject))


def list_cells(code: Code, node: m.CellsOf) -> int:
    """A new list register with a set of cells or pieces."""
    subject = expr(code, node.subject)
    members = code.register(most(code.work.program, node))
    code.emit(ops.ListCells(members, node.how, subject))
    return members


def walk_cells(code: Code, node: m.CellsOf, body: Callable[[Expr], None]) -> None:
    """A loop over a set of cells or pieces."""
    members, reg = list_cells(code, node), code.register()
    code.emit(ops.ForList(reg, members, code.nested(lambda: body(ops.Reg(reg)))))


def _by_layout(code: Code, cell: Expr, values: list[int]) -> Expr:
    """What belongs to the layout of a cell, 0 for none. The number before the first layout stands for none."""
    cells = _cells(code)
    table = tuple(values)
    index = binary("//", minus(cell, cells.kind.first), ops.Const(cells.stride**2))
    return look(code.work.table(table), table, index)


def _cells(code: Code) -> m.Cells:
    cells = code.work.program.cells
    assert cells is not None
    return cells
