"""Layouts in a position, for generated code: what a shape has is worked out once and remembered.

A shape is which pieces lie in which cells of one layout. It changes when a piece is moved and is asked about far more
often, so its sets are kept by the shape itself; a remembered answer is a look into a dictionary. Nothing that is kept
depends on anything but the shape, so forgetting it all at any time changes no answer.

While a machine runs or is asked something, a position changes by what the machine does only. So which shape it has need
not be looked up again until a piece is laid: `forget` is called whenever a machine begins to run, or a piece is laid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from dsl.backends.base import PlayError
from dsl.machine.ir.ops import Machine

MOST_SHAPES = 4096
"""Shapes that are remembered; then all are forgotten."""

Members = tuple[int, ...]
NOTHING: tuple[Members, frozenset[int]] = ((), frozenset())


class Shape:
    """The pieces of one layout by their cells, and the sets of it that were asked for."""

    __slots__ = ("at", "cells", "known")

    def __init__(self, pieces: Iterable[int], cells: Iterable[int]) -> None:
        self.cells = dict(zip(pieces, cells, strict=True))
        self.at = {cell: piece for piece, cell in self.cells.items()}
        self.known: dict[tuple[str, int], tuple[Members, frozenset[int]]] = {}


def helpers(machine: Machine) -> dict[str, Callable[..., Any]]:  # exempt: flat closures over constants, fastest so
    """The helpers that generated code calls for layouts; without layouts there are none."""
    cells = machine.cells
    if cells is None:
        return {}
    bases, place = machine.tables[machine.zone_base], machine.layout.place
    first, last, stride, area = cells.first, cells.last, cells.stride, cells.stride**2
    column, low, high = cells.column, cells.low, cells.high
    layouts, zones = cells.layouts, cells.zones
    middle = stride // 2
    shapes: dict[tuple[int, ...], Shape] = {}
    current: dict[int, tuple[list[int], Shape]] = {}
    touching: dict[int, tuple[Members, frozenset[int]]] = {}

    def steps(cell: int) -> list[int]:
        """The cells beside one; all of them exist within the border of a square."""
        reach = cells.reach[(cell - first) // area] + 1
        row, at = divmod((cell - first) % area, stride)
        found: list[int] = []
        if row > middle - reach:
            found.append(cell - stride)
        if at > middle - reach:
            found.append(cell - 1)
        if at < middle + reach:
            found.append(cell + 1)
        if row < middle + reach:
            found.append(cell + stride)
        return found

    def within(cell: int) -> bool:
        reach = cells.reach[(cell - first) // area]
        row, at = divmod((cell - first) % area, stride)
        return abs(row - middle) <= reach and abs(at - middle) <= reach

    def start(zone: int) -> int:
        return first + layouts[zone] * area + middle * stride + middle

    def shape(S: list[int], zone: int) -> Shape:
        now = current.get(zone)
        if now is not None and now[0] is S:
            return now[1]
        base = bases[zone]
        pieces = S[base + 1 : base + 1 + S[base]]
        lying = [S[column + piece] for piece in pieces]
        key = (zone, *pieces, *lying)
        found = shapes.get(key)
        if found is None:
            if len(shapes) >= MOST_SHAPES:
                shapes.clear()
            found = shapes[key] = Shape(pieces, lying)
        current[zone] = S, found
        return found

    def neighbours(about: Shape, piece: int) -> set[int]:
        at = about.at
        return {at[cell] for cell in steps(about.cells[piece]) if cell in at}

    def cluster(about: Shape, piece: int) -> set[int]:
        found, pending = {piece}, [piece]
        while pending:
            new = neighbours(about, pending.pop()) - found
            found |= new
            pending.extend(new)
        return found

    def fringe(about: Shape, zone: int) -> set[int]:
        if not about.at:
            return {start(zone)}
        near = {cell for taken in about.at for cell in steps(taken)}
        return {cell for cell in near - about.at.keys() if within(cell)}

    def box(about: Shape) -> tuple[int, int, int, int]:
        rows = [(cell - first) % area // stride for cell in about.at]
        columns = [(cell - first) % stride for cell in about.at]  # a square is whole rows
        return min(columns) - 1, max(columns) + 1, min(rows) - 1, max(rows) + 1

    def ground(about: Shape, zone: int) -> set[int]:
        if not about.at:
            return {start(zone)}
        left, right, under, over = box(about)
        begin = first + layouts[zone] * area
        return {begin + row * stride + at for row in range(under, over + 1) for at in range(left, right + 1)}

    def outside(about: Shape, zone: int) -> set[int]:
        free = ground(about, zone) - about.at.keys()
        corner = min(free)
        found, pending = {corner}, [corner]
        while pending:
            cell = pending.pop()
            for near in (cell - stride, cell - 1, cell + 1, cell + stride):
                if near in free and near not in found:
                    found.add(near)
                    pending.append(near)
        return found

    of_layout = {"fringe": fringe, "ground": ground, "outside": outside}

    def known(S: list[int], how: str, of: int) -> tuple[Members, frozenset[int]]:
        """A set in its order, and for questions of membership."""
        if how == "beside":
            beside = touching.get(of)
            if beside is None:
                found = steps(of) if first <= of <= last else []
                beside = touching[of] = tuple(found), frozenset(found)
            return beside
        zone = of
        if how not in of_layout:
            zone = S[place + of] if of else 0
        if layouts[zone] < 0:
            return NOTHING
        about = shape(S, zone)
        answer = about.known.get((how, of))
        if answer is None:
            if how in of_layout:
                members = of_layout[how](about, zone)
            else:
                members = neighbours(about, of) if how == "neighbours" else cluster(about, of)
            answer = about.known[how, of] = tuple(sorted(members)), frozenset(members)
        return answer

    def cell_list(S: list[int], how: str, of: int) -> Members:
        return known(S, how, of)[0]

    def cell_has(S: list[int], how: str, of: int, item: int) -> int:
        return 1 if item in known(S, how, of)[1] else 0

    def cell_piece(S: list[int], cell: int) -> int:
        if not first <= cell <= last:
            return 0
        return shape(S, zones[(cell - first) // area]).at.get(cell, 0)

    def cell_for(S: list[int], piece: int, zone: int, cell: int, site: int) -> int:
        """The cell where a piece comes to lie that has left its zone; see ops.MovePiece."""
        layout = layouts[zone]
        if layout < 0:
            return 0
        if not first <= cell <= last or (cell - first) // area != layout:
            free = known(S, "fringe", zone)[0]
            if not free:
                raise PlayError("BOUND", site)
            return free[0]
        if not within(cell) or cell in shape(S, zone).at:
            raise PlayError("BOUND", site)
        return cell

    def lay(S: list[int], piece: int, cell: int) -> None:
        if low <= piece <= high:
            S[column + piece] = cell
            current.clear()

    return {
        "cell_list": cell_list,
        "cell_has": cell_has,
        "cell_piece": cell_piece,
        "cell_for": cell_for,
        "lay": lay,
        "forget": current.clear,
    }
