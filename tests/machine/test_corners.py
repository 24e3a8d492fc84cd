"""What lines meet, against geometry with fractions; steps from edge to edge against coordinates; and bounded ways."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from machine.common import program_of

from dsl.machine.lower.program.corners import Edges
from dsl.runtime.backends import BACKENDS
from dsl.runtime.game import load
from dsl.semantics import model as m

GAME = """
use "squares"
kind Cell is Space:
    zone here: cards of Man
kind Side is Space:
    var line: 0..3
kind Corner is Space
kind Man
the table has:
    board grid: Cell, {columns} by {rows}, edges Side, corners Corner
"""

Point = tuple[int, int]


def board_of(columns: int, rows: int) -> tuple[m.Board, Edges]:
    """The board of the game, and its tables."""
    program = program_of(GAME.format(columns=columns, rows=rows))
    return next(board for board in program.boards if board.name == "grid"), Edges(program)


def number(board: m.Board, column: int, row: int) -> int:
    """The space of a board at its coordinates."""
    (_, _, left), (_, rows, bottom) = board.dims
    return board.first + (column - left) * rows + row - bottom


def met(edges: Edges, board: m.Board, what: str, start: Point, end: Point) -> list[int]:
    """What the tables say."""
    lines = edges.lines(board, what)
    p, q = (number(board.parts["corners"], *point) for point in (start, end))
    row = lines.line[q] - lines.line[p] + lines.middle
    found: list[int] = []
    for each in lines.met:
        found += [each.base[p] + each.rows.cells[at] for at in range(each.rows.starts[row], each.rows.starts[row + 1])]
    return found


def meets(start: Point, end: Point, low: Point, high: Point) -> bool:
    """Whether the inside of a line shares a point with the inside of a box, or of an edge (a flat box)."""
    times: list[tuple[Fraction, Fraction]] = []
    for axis in (0, 1):
        at, step = start[axis], end[axis] - start[axis]
        if low[axis] == high[axis]:  # an edge: the line must be just there
            if step == 0:
                if at != low[axis]:
                    return False
            else:
                time = Fraction(low[axis] - at, step)
                times.append((time, time))
        elif step == 0:
            if not low[axis] < at < high[axis]:
                return False
        else:
            a, b = Fraction(low[axis] - at, step), Fraction(high[axis] - at, step)
            times.append((min(a, b), max(a, b)))
    first, last = max([Fraction(0), *(a for a, _ in times)]), min([Fraction(1), *(b for _, b in times)])
    if any(a == b for a, b in times):  # just one moment
        return first == last and 0 < first < 1 and all(a < first < b or a == b for a, b in times)
    return first < last


@settings(max_examples=60)
@given(st.data())
def test_lines_meet_what_fractions_say(data: st.DataObject) -> None:
    """Edges crossed or run along, spaces crossed, corners passed; each once, spaces nearest first."""
    columns, rows = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 5))
    board, edges = board_of(columns, rows)
    corner = st.tuples(st.integers(0, columns), st.integers(0, rows))
    start, end = data.draw(corner), data.draw(corner)
    east, north, corners = (board.parts[part] for part in ("east", "north", "corners"))
    wanted = {
        number(east, x, y)
        for x, y in product(range(columns + 1), range(1, rows + 1))
        if start != end and meets(start, end, (x, y - 1), (x, y))
    }
    wanted |= {
        number(north, x, y)
        for x, y in product(range(1, columns + 1), range(rows + 1))
        if start != end and meets(start, end, (x - 1, y), (x, y))
    }
    found = met(edges, board, "edges", start, end)
    assert set(found) == wanted and len(found) == len(wanted)
    squares = [(x, y) for x, y in product(range(1, columns + 1), range(1, rows + 1))]
    inside = {number(board, x, y) for x, y in squares if start != end and meets(start, end, (x - 1, y - 1), (x, y))}
    spaces = met(edges, board, "spaces", start, end)
    assert set(spaces) == inside and len(spaces) == len(inside)
    assert spaces == met(edges, board, "spaces", end, start)[::-1]
    points = product(range(columns + 1), range(rows + 1))
    between = {number(corners, *point) for point in points if point not in (start, end) and _on(start, end, point)}
    assert set(met(edges, board, "corners", start, end)) == between


def _on(start: Point, end: Point, point: Point) -> bool:
    ahead = [end[axis] - start[axis] for axis in (0, 1)]
    gone = [point[axis] - start[axis] for axis in (0, 1)]
    inside = all(min(start[axis], end[axis]) <= point[axis] <= max(start[axis], end[axis]) for axis in (0, 1))
    return inside and ahead[0] * gone[1] == ahead[1] * gone[0]


def test_steps_meet_edges() -> None:
    """From a square its own side; from a corner the edge that leads on; beyond the border none."""
    board, edges = board_of(3, 2)
    east, north, corners = (board.parts[part] for part in ("east", "north", "corners"))
    b1 = number(board, 2, 1)
    ways = {
        (1, 0): number(east, 2, 1),
        (-1, 0): number(east, 1, 1),
        (0, 1): number(north, 2, 1),
        (0, -1): number(north, 2, 0),
    }
    assert {way: edges.steps(way)[b1] for way in ways} == ways and edges.steps((1, 1))[b1] == 0
    post = number(corners, 1, 1)
    ways = {
        (1, 0): number(north, 2, 1),
        (-1, 0): number(north, 1, 1),
        (0, 1): number(east, 1, 2),
        (0, -1): number(east, 1, 1),
    }
    assert {way: edges.steps(way)[post] for way in ways} == ways
    last = number(corners, 3, 2)
    assert [edges.steps(way)[last] for way in ((1, 0), (0, 1))] == [0, 0] and edges.steps((0, -1))[last]
    found = edges.touching("corners")
    assert [len(found.cells[found.starts[s] : found.starts[s + 1]]) for s in (b1, number(east, 0, 1), post)] == [
        4,
        2,
        4,
    ]


FIELD = """
game "Field" for 1 player
use "squares"
kind Cell is Space:
    var price: 0..3
    var found: 0..9
the table has:
    board grid: Cell, 5 by 5
define cheap (n: 0..8) = each t reached from grid[2, 2] through orthogonals of t within n costing t.price
main:
    for each c in grid: set c.price to (c.column * 7 + c.row * 5) mod 4
    for each c in grid:
        for n from 0 to 8:
            if c in cheap(n): raise c.found by 1
    end game drawn
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_reached_for_a_price(backend: str, tmp_path: Path) -> None:
    """As many prices are enough as the cheapest way leaves; steps may be free."""
    (tmp_path / "game.rules").write_text(FIELD, encoding="utf-8")
    state = load(tmp_path).start(1, seed=0, backend=backend)
    price = {(x, y): (x * 7 + y * 5) % 4 for x, y in product(range(1, 6), range(1, 6))}
    best = {(2, 2): 0}
    for _ in range(40):
        for x, y in list(best):
            for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if to in price:
                    best[to] = min(best.get(to, 99), best[x, y] + price[to])
    shown = next(board for board in state.view(None).table.boards if board.name == "grid")
    found = {space.name: dict(space.fields)["found"] for space in shown.spaces}
    wanted = {f"{'abcde'[x - 1]}{y}": str(max(0, 9 - cost)) for (x, y), cost in best.items()}
    assert found == wanted
