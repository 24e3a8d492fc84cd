"""Steps, lines and runs: the tables are what a plain look at coordinates says; loops over rows are known as such."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from machine.common import machine_of, program_of

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.table_rows import longest, row_of
from dsl.machine.ir.analysis.work_bounds import meter
from dsl.machine.ir.walk import statements
from dsl.machine.lower.program.topology import Topology

GAME = """
kind Cell is Space:
    var stone: Player or none
kind Plot is Space
kind Place is Space
each player has:
    board yard: Plot by row: 1..2, place: 0..3
the table has:
    board grid: Cell by x: 1..{width}, y: 3..{top}
    board path: Place by place: 0..5
directions ways: east (1, 0), north (0, 1), jump (2, -1), ahead (1)
"""


def coordinates(topology: Topology) -> dict[int, tuple[str, int, tuple[int, ...]]]:
    """Board, holder and place of each space, counted off."""
    found: dict[int, tuple[str, int, tuple[int, ...]]] = {}
    for board in topology.program.boards:
        holders = 1 if board.holder is None else board.holder.last
        space = board.first
        for holder in range(holders):
            for at in product(*(range(size) for _, size, _ in board.dims)):
                found[space] = board.name, holder, at
                space += 1
    return found


@settings(max_examples=20)
@given(st.integers(1, 5), st.integers(1, 4), st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1))
def test_tables_say_what_coordinates_say(width: int, height: int, vectors: list[tuple[int, int]]) -> None:
    """Neighbours are the spaces at the sum of the coordinates; a ray repeats the step; other boards are not reached."""
    topology = Topology(program_of(GAME.format(width=width, top=height + 2)))
    at = coordinates(topology)
    spaces = {place: space for space, place in at.items()}
    assert sorted(at) == list(range(topology.program.space_kind.first, topology.program.space_kind.last + 1))
    vectors = [each for each in vectors if any(each)]
    for vector in vectors:
        for space, (board, holder, place) in at.items():
            ray: list[int] = []
            while len(place) == 2:
                place = place[0] + vector[0], place[1] + vector[1]
                if (board, holder, place) not in spaces:
                    break
                ray.append(spaces[board, holder, place])
            assert topology.ray(space, vector) == ray
            assert topology.steps(vector)[space] == (ray[0] if ray else 0)
    ways = tuple(vectors)
    rows = topology.line([ways, ways[:1]])
    for choice, some in enumerate((ways, ways[:1])):
        for space in range(topology.width):
            row = choice * topology.width + space
            found = [*rows.cells[rows.starts[row] : rows.starts[row + 1]]]
            assert found == [one for way in some for one in topology.ray(space, way)]


def test_a_run_counts_each_line_once() -> None:
    """East and west are one line; without directions every nearest neighbour lies on one."""
    topology = Topology(program_of(GAME.format(width=3, top=5)))
    grid = next(board for board in topology.program.boards if board.name == "grid")
    middle = grid.first + 4
    assert len([*topology.axes(middle, ((1, 0), (-1, 0), (0, 1)))]) == 2
    around = [*topology.axes(middle, None)]
    assert len(around) == 4
    assert {one for ahead, behind in around for one in (*ahead, *behind)} == set(range(grid.first, grid.first + 9)) - {
        middle
    }
    assert [*topology.axes(0, None)] == []


def test_loops_over_rows_are_measured_by_their_longest_row() -> None:
    """A loop over the neighbours of a space needs no counting."""
    machine = machine_of(
        GAME.format(width=9, top=11)
        + """
define near of (c: Cell) = number of x in steps from c along (east, north) where x.stone is none
main:
    if near(grid[2, 4]) > 1: set stone of grid[1, 3] to player 1
"""
    )
    counted = meter(machine)
    loops = [
        (proc.id, stmt, row)
        for proc in machine.procs
        for stmt in statements(proc.body)
        if isinstance(stmt, ops.ForTable) and (row := row_of(machine, stmt)) is not None
    ]
    assert len(loops) == 1
    proc, stmt, (_, _, starts) = loops[0]
    assert longest(machine, starts) == 2 and not counted.loop(proc, stmt)


def test_a_loop_over_a_slice_is_no_row() -> None:
    """Only neighbouring starts of ordered rows that cover the cells."""
    machine = machine_of(GAME.format(width=3, top=5) + "main:\n    nothing\n")
    one = ops.Const(1)
    slice_ = ops.ForTable(0, 0, one, ops.Const(2), ())
    assert row_of(machine, slice_) is None
    apart = ops.ForTable(0, 0, ops.Look(0, ops.Reg(0)), ops.Look(0, ops.Reg(0)), ())
    assert row_of(machine, apart) is None
