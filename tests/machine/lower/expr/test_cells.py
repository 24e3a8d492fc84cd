"""expr/cells.py: the numbers of cells, and what belongs to the layout of one."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

TEXT = """
kind House
each player has:
    zone village: layout of House by edges, at most 4
the table has:
    zone common: layout of House by edges, within 2
    var x, y: -9..9
card "Hut" is House, 6 copies
value at_common: 0..9999 = (if common[x, y] is none then 0 else 100 + 10 * column of common[x, y] + row of common[x, y])
value at_village (p: Player): 0..99 = (if p.village[x, y] is none then 0 else 10 * seat of holder of p.village[x, y])
value shared: 0..9 = (if common[x, y] is none then 9 else if holder of common[x, y] is none then 0 else 1)
value fringe_size (p: Player): 0..99 = size of fringe of village of p
value lone (h: House): 0..99 = size of neighbours of h
value touching (h: House): 0..99 = number of k in neighbours of cell of h where occupant of k is none
define open_cells (p: Player) = each k in fringe of village of p where row of k >= 0
value is_open (p: Player): 0..1 = (if p.village[x, y] in fringe of village of p then 1 else 0)
main:
    move the first h in House to village of player 1
    for each k in open_cells(player 1): raise x by 1
    choose k from open_cells(player 1) by player 1 as "where"
    if none: nothing
    choose one by player 1:
        option "on": nothing
"""


@pytest.fixture
def game() -> Play:
    """The game at its question; a hut lies in the first cell of the first player."""
    return Play(lowered(TEXT))


def at(game: Play, x: int, y: int) -> None:
    """Set the coordinates that the values ask with."""
    for name, number in (("x", x), ("y", y)):
        game.S[next(each.base for each in game.machine.names.fields if each.name == name)] = number


def test_what_a_cell_is_lowered_to() -> None:
    """A number in the square of its layout, and what the backend is asked for."""
    names = ("main", "choose k", "value at_village", "value fringe_size", "value lone", "number", "isin")
    golden("goldens/machine/lower/cells.txt", told(lowered(TEXT), *names))


@pytest.mark.parametrize(
    ("x", "y", "common", "villages"),
    [
        (0, 0, 100, (10, 20)),
        (2, -1, 100 + 20 - 1, (10, 20)),
        (-2, 2, 100 - 20 + 2, (10, 20)),
        (3, 0, 0, (10, 20)),
        (0, -3, 0, (10, 20)),
        (4, 0, 0, (0, 0)),
    ],
)
def test_coordinates_and_back(game: Play, x: int, y: int, common: int, villages: tuple[int, int]) -> None:
    """Within the reach of each layout, which is 2 for the common one and 3 where four pieces are laid."""
    at(game, x, y)
    assert game.value("at_common") == common
    assert tuple(game.value("at_village", player) for player in (1, 2)) == villages
    assert game.value("shared") == (0 if common else 9)


def test_sets_of_cells(game: Play) -> None:
    """Round one hut there are four open cells; of an empty layout there is the first one."""
    hut = game.place
    first = next(game.entity("Hut", copy) for copy in range(1, 7) if hut(game.entity("Hut", copy)))
    assert [game.value("fringe_size", player) for player in (1, 2)] == [4, 1]
    assert (game.value("lone", first), game.value("touching", first)) == (0, 4)
    open_ones: set[tuple[int, int]] = set()
    for x in range(-2, 3):
        for y in range(-2, 3):
            at(game, x, y)
            open_ones |= {(x, y)} if game.value("is_open", 1) else set()
    assert open_ones == {(0, 1), (1, 0), (0, -1), (-1, 0)}
    assert len(game.options()) == 3
    game.choose(game.options()[0])
    at(game, 0, 0)
    assert game.value("is_open", 2) == 1


def test_a_list_of_cells_can_be_walked(game: Play) -> None:
    """Those above the first row: left, right and up."""
    assert game.field("x") == 3
