"""expr/reached.py: what is reached step by step, for nothing, within so many steps, or at a price."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

TEXT = """
directions ways: east (1, 0), west (-1, 0), north (0, 1), south (0, -1)
kind Square is Space:
    var wall: yes/no
the table has:
    board grid: Square, 4 by 3
    var far: -1..20
    var n: 0..99
    var from_here: Square or none
value free: 0..99 = number of s reached from grid[1, 1] through ways of s while not s.wall
value from_field: 0..99 = number of s reached from from_here through ways of s while not s.wall
value steps: 0..99 = number of s reached from grid[1, 1] through ways of s within far while not s.wall
value price: 0..99 = number of s reached from grid[1, 1] through ways of s within far costing 2 * abs(s.column - 2)
value odd: 0..99 = number of s reached from (each t in grid where t.column = 1) through ways of s where s.row = 2
main:
    for each s reached from grid[1, 1] through ways of s while not s.wall:
        set n to (n * 4 + s.column) mod 97
    choose one by player 1:
        option "on": nothing
"""


@pytest.fixture
def game() -> Play:
    """The game at its question."""
    return Play(lowered(TEXT))


def put(game: Play, name: str, *squares: str) -> None:
    """Set a field of some squares to yes."""
    for number, each in enumerate(game.machine.names.entities, 1):
        if each.where in squares:
            game.S[game.slot(name, number)] = 1


def test_what_a_walk_is_lowered_to() -> None:
    """A list that grows while it is walked; with a limit, one of the prices beside it."""
    golden("goldens/machine/lower/reached.txt", told(lowered(TEXT), "main", "size", "number"))


def test_everything_connected_is_reached_once(game: Play) -> None:
    """A wall across the board cuts it; from behind it the other part is reached, from a wall nothing."""
    assert game.value("free") == 12
    put(game, "wall", "b1", "b2", "b3")
    assert game.value("free") == 3
    squares = {each.where: number for number, each in enumerate(game.machine.names.entities, 1)}
    for square, many in (("c2", 6), ("a3", 3), ("b2", 0)):
        game.S[game.slot("from_here")] = squares[square]
        assert game.value("from_field") == many
    game.S[game.slot("from_here")] = 0
    assert game.value("from_field") == 0


@pytest.mark.parametrize(("far", "steps"), [(-1, 0), (0, 1), (1, 3), (2, 6), (3, 9), (4, 11), (5, 12), (20, 12)])
def test_within_so_many_steps(game: Play, far: int, steps: int) -> None:
    """Rings round a corner of 4 by 3."""
    game.S[game.slot("far")] = far
    assert game.value("steps") == steps


@pytest.mark.parametrize("far", [-1, 0, 1, 2, 3, 4, 5, 6, 8])
def test_at_a_price(game: Play, far: int) -> None:
    """Columns cost 2, 0, 2 and 4 to enter: the second whole for nothing, once it is reached."""
    game.S[game.slot("far")] = far
    assert game.value("price") == sum(price <= far for price in cheapest().values())


def cheapest() -> dict[tuple[int, int], int]:
    """What it costs to come to each square, by trying all ways."""
    found = {(1, 1): 0}
    for _ in range(12):
        for (x, y), paid in list(found.items()):
            for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if 1 <= step[0] <= 4 and 1 <= step[1] <= 3:
                    found[step] = min(found.get(step, 99), paid + 2 * abs(step[0] - 2))
    return found


def test_it_comes_in_the_order_in_which_it_is_reached(game: Play) -> None:
    """The start first, then round it, and several starts together; `where` does not stop the way."""
    columns, seen = [1], [(1, 1)]
    for x, y in seen:
        for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 1 <= step[0] <= 4 and 1 <= step[1] <= 3 and step not in seen:
                seen.append(step)
                columns.append(step[0])
    expected = 0
    for column in columns:
        expected = (expected * 4 + column) % 97
    assert game.field("n") == expected
    assert game.value("odd") == 4
