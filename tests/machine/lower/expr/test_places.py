"""expr/places.py: where things are, whose they are, and what lies between."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

from dsl.machine.ir.ops import Machine

TEXT = """
kind Square is Space:
    var mark: 0..9
kind Camp is Space:
    var mark: 0..9
kind Unit:
    power: 0..9 = 2
    var hurt: 0..9
    var boss: Unit or none
    zone bag: cards of Chip
kind Chip:
    worth: 1..9 = 3
kind Stone
each player has:
    zone field: cards of Unit
    zone deck: stack of Stone
    board camp: Camp, 2 by 2
    var gold: 0..9 = 4
the table has:
    board grid: Square, 3 by 2
    zone heap: stack of Stone
    var n: -9..99
    var c, d: 0..9
    var who: Player or none
card "Ann" is Unit
card "Bob" is Unit:
    power 5
card "Chip" is Chip
card "Rock" is Stone, 3 copies
value printed_of (u: Unit): 0..9 = u.power
value written_of (u: Unit): 0..9 = u.hurt
value of_boss (u: Unit): 0..9 = hurt of boss of u
value owner_gold (p: Player or none): 0..9 = gold of p
value free: 0..99 = (if grid[c, d] is none then 0 else 1 + mark of grid[c, d])
value fixed: 0..9 = mark of grid[2, 1]
value own_camp (p: Player or none): 0..99 = (if p.camp[c, d] is none then 0 else 1 + mark of p.camp[c, d])
value stone_holder (s: Stone): 0..9 = (if holder of s is none then 0 else seat of holder of s)
value chip_holder (s: Chip): 0..9 = (if holder of s is none then 0 else seat of holder of s)
value chip_host (s: Chip): 0..9 = (if Unit of s is none then 0 else power of Unit of s)
value camp_holder (s: Camp): 0..9 = (if holder of s is none then 0 else seat of holder of s)
value on_top: 0..9 = (if top of heap is none then 0 else 1)
main:
    set n to owner_gold(who)
    set n to own_camp(who)
    choose one by player 1:
        option "on": nothing
"""


@pytest.fixture(scope="module")
def machine() -> Machine:
    """The machine of the text."""
    return lowered(TEXT)


@pytest.fixture
def game(machine: Machine) -> Play:
    """The game at its question."""
    return Play(machine)


NAMES = (
    "printed_of",
    "written_of",
    "of_boss",
    "owner_gold",
    "free",
    "fixed",
    "own_camp",
    "stone_holder",
    "chip_holder",
)
NAMES += ("chip_host", "camp_holder", "on_top")


def test_what_a_place_is_lowered_to(machine: Machine) -> None:
    """Printed fields are tables, others slots; what is not sure is asked; the way out is a look or a call."""
    golden("goldens/machine/lower/places.txt", told(machine, *(f"value {name}" for name in NAMES)))


def test_fields_of_nothing_are_nothing(game: Play) -> None:
    """As long as no boss is set, there is no field of it; neither is there of nobody."""
    ann, bob = game.entity("Ann"), game.entity("Bob")
    game.S[game.slot("hurt", bob, "Unit")] = 6
    assert (game.value("printed_of", bob), game.value("written_of", bob)) == (5, 6)
    assert game.value("of_boss", ann) == 0
    game.S[game.slot("boss", ann, "Unit")] = bob
    assert game.value("of_boss", ann) == 6
    assert [game.value("owner_gold", player) for player in (0, 1, 2)] == [0, 4, 4]


@pytest.mark.parametrize(
    ("c", "d", "mark"), [(1, 1, 1), (2, 1, 8), (3, 2, 1), (0, 1, 0), (4, 1, 0), (1, 3, 0), (3, 0, 0)]
)
def test_a_space_is_there_or_not(game: Play, c: int, d: int, mark: int) -> None:
    """On a board of 3 by 2 one space is marked; nothing beside the board is another one of it."""
    spaces = [n for n, each in enumerate(game.machine.names.entities, 1) if each.kind == "Square"]
    marked = next(n for n in spaces if game.machine.names.entities[n - 1].where == "b1")
    game.S[game.slot("mark", marked, "Square")] = 7
    game.S[game.slot("c")], game.S[game.slot("d")] = c, d
    assert (game.value("free"), game.value("fixed")) == (mark, 7)


def test_each_player_has_a_board_of_his_own(game: Play) -> None:
    """Its spaces belong to him."""
    camps = [n for n, each in enumerate(game.machine.names.entities, 1) if each.kind == "Camp"]
    game.S[game.slot("c")], game.S[game.slot("d")] = 2, 1
    theirs = [n for n in camps if game.value("camp_holder", n) == 2]
    assert len(camps) == 8 and theirs == camps[4:]
    game.S[game.slot("mark", theirs[2], "Camp")] = 3
    assert [game.value("own_camp", player) for player in (0, 1, 2)] == [0, 1, 4]
    game.S[game.slot("c")] = 3
    assert [game.value("own_camp", player) for player in (1, 2)] == [0, 0]


def test_whose_a_piece_is(game: Play) -> None:
    """By a look where nothing can lie between, else outward; what lies in the box or on the table is nobody's."""
    rock, chip, bob = game.entity("Rock"), game.entity("Chip"), game.entity("Bob")
    zones = {each.name: each.first for each in game.machine.names.zones}
    place = game.machine.layout.place
    assert (game.value("stone_holder", rock), game.value("chip_holder", chip), game.value("chip_host", chip)) == (
        0,
        0,
        0,
    )
    game.S[place + rock] = zones["deck"] + 1
    game.S[place + bob] = zones["field"] + 1
    game.S[place + chip] = zones["bag"] + 1
    assert (game.value("stone_holder", rock), game.value("chip_holder", chip), game.value("chip_host", chip)) == (
        2,
        2,
        5,
    )
    game.S[place + rock] = zones["heap"]
    assert game.value("stone_holder", rock) == 0
