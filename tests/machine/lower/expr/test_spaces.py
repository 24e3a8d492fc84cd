"""expr/spaces.py: steps, lines and runs, as loops over tables of the board."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

TEXT = """
directions rows: east (1, 0), west (-1, 0)
directions columns: north (0, 1), south (0, -1)
kind Square is Space:
    var mark: 0..9
each player has:
    var way: Direction or none
the table has:
    board grid: Square, 4 by 3
    var n: 0..99
    var here: Square or none
define forward of (p: Player) = (if p is player 1 then north else south)
define both_of (p: Player) = (if p is player 1 then rows else columns)
value one_step (s: Square): 0..99 = (if east of s is none then 0 else 1 + mark of east of s)
value by_whom (s: Square, p: Player): 0..99 = (if step from s along forward of p is none then 0 else 1)
define ahead (s: Square, p: Player) = step from s along way of p
value by_field (s: Square, p: Player): 0..99 = (if p.way is none then 9 else if ahead(s, p) is none then 0 else 1)
value steps_of (s: Square): 0..99 = size of (steps from s along rows)
value some_of (s: Square, p: Player): 0..99 = size of (steps from s along both_of(p))
value line_of (s: Square): 0..99 = number of t in line from s along (rows, columns)
value while_of (s: Square): 0..99 = number of t in line from s along rows while t.mark = 0
value until_of (s: Square): 0..99 = number of t in line from s along rows until t.mark = 2
value before_of (s: Square): 0..99 = number of t in line from s along rows while t.mark = 1 before t.mark = 2
value run_of (s: Square): 0..99 = longest run of t through s where t.mark = 1
value row_run (s: Square): 0..99 = longest run of t through s along east where t.mark = 1
value any_run: 0..99 = longest run of t through here where t.mark = 1
main:
    choose one by player 1:
        option "on": nothing
"""


@pytest.fixture
def game() -> Play:
    """The game at its question."""
    return Play(lowered(TEXT))


@pytest.fixture
def squares(game: Play) -> dict[str, int]:
    """The numbers of the squares, by their names."""
    return {each.where: number for number, each in enumerate(game.machine.names.entities, 1) if each.where}


def test_what_steps_lines_and_runs_are_lowered_to() -> None:
    """Written directions choose the table, others the row of one; nothing is worked out in play."""
    names = ("value one_step", "value by_whom", "value by_field", "size", "longest run")
    golden("goldens/machine/lower/spaces.txt", told(lowered(TEXT), *names))


def test_steps(game: Play, squares: dict[str, int]) -> None:
    """There or not, in a direction that is written, one that a definition says, and one that a field holds."""
    game.S[game.slot("mark", squares["b1"])] = 4
    assert [game.value("one_step", squares[each]) for each in ("a1", "b1", "d1")] == [1 + 4, 1, 0]
    assert [game.value("by_whom", squares["a1"], player) for player in (1, 2)] == [1, 0]
    assert game.value("by_field", squares["a1"], 1) == 9
    directions = [game.machine.names.enums[0][1].index(each) for each in ("east", "west", "north", "south")]
    told = []
    for way in directions:
        game.S[game.slot("way", 1)] = way + 1
        told.append(game.value("by_field", squares["a1"], 1))
    assert told == [1, 0, 1, 0]


def test_sets_of_steps_and_whole_lines(game: Play, squares: dict[str, int]) -> None:
    """At the edge there are fewer."""
    assert [game.value("steps_of", squares[each]) for each in ("a1", "b1")] == [1, 2]
    assert [game.value("some_of", squares["a2"], player) for player in (1, 2)] == [1, 2]
    assert {game.value("line_of", square) for square in squares.values()} == {3 + 2}


@pytest.mark.parametrize(
    ("marks", "goes_while", "goes_until", "goes_before"),
    [
        ("0000", 3, 3, 0),
        ("0012", 1, 3, 1),
        ("2010", 0, 3, 0),
        ("0112", 1, 3, 1),
        ("1011", 0, 3, 0),
        ("2012", 0, 3, 1),
        ("1020", 0, 2, 0),
    ],
)
def test_lines_that_end_earlier(
    game: Play, squares: dict[str, int], marks: str, goes_while: int, goes_until: int, goes_before: int
) -> None:
    """From b1 to both sides, each by itself; the marks are those of a1 to d1."""
    for square, mark in zip("abcd", marks, strict=True):
        game.S[game.slot("mark", squares[f"{square}1"])] = int(mark)
    start = squares["b1"]
    assert game.value("while_of", start) == goes_while
    assert game.value("until_of", start) == goes_until
    assert game.value("before_of", start) == goes_before


def test_runs(game: Play, squares: dict[str, int]) -> None:
    """To both sides; along all lines if none is named; none through what is not marked, or through nothing."""
    for square in ("a1", "b1", "c1", "a2", "a3", "b2", "c3"):
        game.S[game.slot("mark", squares[square])] = 1
    assert [game.value("run_of", squares[each]) for each in ("b1", "a2", "b2", "d1")] == [3, 3, 3, 0]
    assert [game.value("row_run", squares[each]) for each in ("b1", "a2", "c3")] == [3, 2, 1]
    assert game.value("any_run") == 0
    game.S[game.slot("here")] = squares["c3"]
    assert game.value("any_run") == 3
