"""weave/modifiers.py: values with their modifiers, layer by layer, and the ways out from a piece."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play, PlayError
from machine.lowered import lowered, told

TEXT = """
kind Unit:
    power: 0..9 = 2
    var hurt: 0..9
    zone bag: cards of Chip
    modify might of u by -1 when u is this and u.hurt = 4
kind Chip
each player has:
    zone field: cards of Unit, active
    zone own: cards of Chip
card "Ann" is Unit:
    modify might of u to 8 when u is "Ann" and u.hurt = 5
card "Bob" is Unit, 2 copies:
    power 3
card "One" is Chip
value might of (u: Unit): 0..9 stops at ends = power of u
value plain of (u: Unit): 0..20 = power of u + u.hurt
value tight of (u: Unit): 0..9 = power of u
modify tight of u by +u.hurt
value shares of (u: Unit): 0..9 stops at ends = power of u
modify shares of u divided by 2
modify shares of u by +1
modify shares of u times 2 when u.hurt = 1
modify might of u to at most 6 when u.hurt = 3
modify might of u to at least 1
modify might of u by +1 when u.hurt < 3
modify might of u times 2 when u.hurt = 1
the table has:
    var n: 0..20
    var p: Player or none
    var host: Unit or none
main:
    for each u in Unit: move u to field of player 2
    set n to might of "Ann"
    set n to printed might of "Bob"
    set n to plain of "Bob"
    set n to tight of "Bob"
    set n to shares of "Bob"
    set host to Unit of "One"
    set p to holder of "One"
    choose one by player 1:
        option "go on": end game drawn
"""


@pytest.fixture(scope="module")
def game() -> Play:
    """The game at its question."""
    return Play(lowered(TEXT))


def test_what_a_value_is_lowered_to() -> None:
    """Layers in their order, whatever the order in the text; fractions have a divisor; the ends come last, once."""
    names = ("value might", "printed might", "value shares", "value tight", "Unit of", "holder of")
    golden("goldens/machine/lower/modifiers.txt", told(lowered(TEXT), *names))


@pytest.mark.parametrize(
    ("hurt", "might"),
    [(0, 3 + 1), (1, 3 * 2 + 1), (2, 3 + 1), (3, 3), (4, 3 - 1), (5, 3)],
)
def test_modifiers_work_where_they_hold(game: Play, hurt: int, might: int) -> None:
    """Those of the game for all, those of a card for its piece only."""
    bob = game.entity("Bob")
    game.S[field(game, "hurt") + bob] = hurt
    assert game.value("might", bob) == might


def test_the_last_that_sets_comes_first(game: Play) -> None:
    """`to` is the lowest layer: what is added comes on top of it."""
    ann = game.entity("Ann")
    game.S[field(game, "hurt") + ann] = 5
    assert game.value("might", ann) == 8


def test_fractions_are_kept_from_layer_to_layer(game: Play) -> None:
    """3 / 2 * 2 is 3 and no 2."""
    bob = game.entity("Bob")
    game.S[field(game, "hurt") + bob] = 1
    assert game.value("shares", bob) == 4
    game.S[field(game, "hurt") + bob] = 0
    assert game.value("shares", bob) == 2


def test_what_is_beyond_the_ends_stops_or_is_an_error(game: Play) -> None:
    """As the type of the value says."""
    bob = game.entity("Bob")
    game.S[field(game, "hurt") + bob] = 9
    with pytest.raises(PlayError, match="BOUND"):
        game.value("tight", bob)


def test_the_way_out_goes_over_pieces_in_pieces(game: Play) -> None:
    """From a chip in the bag of a unit in a field of a player."""
    machine, bob, one = game.machine, game.entity("Bob", 2), game.entity("One")
    bag = next(zone for zone in machine.names.zones if zone.name == "bag")
    names = machine.names.procs
    here = [*game.S]
    here[machine.layout.place + one] = bag.first + 2
    assert game.backend.call(here, names.index("Unit of"), (one,)) == bob
    assert game.backend.call(here, names.index("holder of"), (one,)) == 2
    assert game.backend.call(here, names.index("holder of"), (1,)) == 1
    here[machine.layout.place + one] = 0
    assert game.backend.call(here, names.index("Unit of"), (one,)) == 0


def field(game: Play, name: str) -> int:
    """The first slot of a field, counted from piece 0."""
    return next(each.base for each in game.machine.names.fields if each.name == name)
