"""Values with modifiers, definitions, sets and questions about them."""

from __future__ import annotations

import pytest
from machine.common import PlayError, play

UNITS = """
enum Line: first, second, third
enum Mark: P, W, Z
kind Field is Space:
    zone standing: cards of Unit, active
kind Unit is Piece:
    speed: 0..3
    marks: set of Mark = {P, Z}
    var tokens: 0..9
    var mark: Mark or none
    zone gear: cards of Gear, active
kind Gear is Piece:
    zone held: cards of Gear, active
card "Ann" is Unit:
    speed 1
card "Bob" is Unit:
    speed 2
    marks {W}
each player has:
    board battlefield: Field by line: Line, lane: 0..1
    zone camp: cards of Unit or Gear
value speed of (u: Unit): 0..3 stops at ends = printed speed of u + tokens of u
the table has:
    var a, b, c, d: -99..99
    var who: Unit or none
    var spot: Field or none
    var lord: Player or none
"""


def test_modifiers_apply_by_layers_and_the_result_is_limited_once():
    """set, times, plus, least, most; the sum may leave the range in between."""
    game = play(
        UNITS
        + """
modify speed of u by +5 when u is "Ann"
modify speed of u by -4 when u is "Ann"
modify speed of u times 2 when u is "Ann"
modify speed of u to at most 1 when tokens of u > 0
modify speed of u to 3 when u is "Bob" and tokens of u = 0
main:
    set a to speed of "Ann"
    set b to speed of "Bob"
    set tokens of "Bob" to 5
    set c to speed of "Bob"
    set d to printed speed of "Bob"
"""
    )
    assert [game.field(name) for name in "abcd"] == [3, 3, 1, 2]


def test_a_value_beyond_its_range_is_an_error_unless_it_stops():
    """`0..3` without `stops at ends`."""
    text = "value power of (p: Player): 0..3 = 2\nmodify power of p by +2\nthe table has:\n    var a: 0..9\nmain:\n"
    with pytest.raises(PlayError, match="BOUND"):
        play(text + "    set a to power of player 1\n")


def test_modifiers_of_pieces():
    """A piece's modifier holds while it is in force, for itself, for its host and for others."""
    game = play(
        UNITS
        + """
card "Drum" is Gear, 2 copies:
    modify speed of u by +1 when u is Unit of this
card "Flag" is Unit:
    speed 0
    modify speed of u by +1 when u is not this and holder of u is holder of this
main:
    move "Drum" to gear of "Ann"
    set a to speed of "Ann"
    move "Drum" copy 2 to gear of "Ann"
    set b to speed of "Ann"
    move "Drum" to camp of player 1
    move "Flag" to player 1.battlefield[first, 0]
    move "Ann" to player 1.battlefield[first, 1]
    move "Bob" to player 2.battlefield[first, 1]
    set c to speed of "Ann"
    set d to speed of "Bob"
"""
    )
    assert [game.field(name) for name in "abcd"] == [2, 3, 3, 2]
    assert game.value("speed", game.entity("Flag")) == 0


def test_a_value_without_parameters():
    """`value lord`, set by a rule."""
    text = """
value battle_tie: Player = player 1
modify battle_tie to player 2 when tie
the table has:
    var tie: yes/no
    var a, b: 0..2
main:
    if battle_tie is player 1: set a to 1
    set tie to yes
    if battle_tie is player 2: set b to 2
"""
    game = play(text)
    assert (game.field("a"), game.field("b")) == (1, 2)


def test_places_and_hosts():
    """Spaces by coordinates, hosts and holders outward, none outside."""
    game = play(
        UNITS
        + """
card "Box" is Gear
card "Coin" is Gear
main:
    move "Ann" to player 2.battlefield[second, 1]
    move "Box" to gear of "Ann"
    move "Coin" to held of "Box"
    set spot to Field of "Coin"
    set who to Unit of "Coin"
    set lord to holder of "Coin"
    if player 1.battlefield[third, 2] is none: set a to 1
    if Field of "Bob" is none and holder of "Bob" is none: set b to 1
    if "Ann" in standing of player 2.battlefield and "Ann" not in standing of player 1.battlefield: set c to 1
    if lane of spot = 1 and line of spot = second and spot in player 2.battlefield: set d to 1
"""
    )
    assert [game.field(name) for name in "abcd"] == [1, 1, 1, 1]
    assert game.field("who") == game.entity("Ann") and game.field("lord") == 2
    assert game.machine.names.entities[game.field("spot") - 1].where == "second 1"


def test_questions_about_sets():
    """Quantifiers, unions, ends of zones, enums and sets of enums."""
    game = play(
        UNITS
        + """
define slow of (u: Unit) = printed speed of u < 2
define idle of (n: 0..9) = each u in Unit where slow of u and tokens of u < n
define both_marks = (each m in Mark where m in marks of "Ann")
main:
    set a to number of u in idle of 1
    set b to sum of printed speed of u for u in Unit
    set c to highest printed speed of u for u in (each v in Unit where v is "Bob") else 9
    set d to size of (Unit, "Ann", the first u in Unit where no)
    if every u in idle of 1: u is "Ann": raise a by 10
    if some m in both_marks where m is Z: raise a by 20
    set mark of "Bob" to the first m in Mark where m in marks of "Bob"
    if mark of "Bob" is W: raise a by 40
    if W not in marks of "Ann" and P in marks of "Ann": raise b by 10
    set who to the first u in Unit where printed speed of u > 5
    if lowest printed speed of u for u in idle of 0 else 7 = 7: raise c by 10
    if 3 in 1..3 and 4 not in 1..3: raise d by 10
"""
    )
    assert [game.field(name) for name in "abcd"] == [71, 13, 12, 12]
    assert game.field("who") == 0


def test_a_definition_with_requirements_can_be_lifted():
    """`lifts` makes a named requirement hold."""
    game = play(
        UNITS
        + """
define (u: Unit) reaches (t: Unit):
    requires close: tokens of u = tokens of t else "too far"
    requires other: u is not t
lifts close with u when u is "Bob"
main:
    set tokens of "Ann" to 3
    if "Bob" reaches "Ann": set a to 1
    if "Ann" reaches "Bob": set b to 1
    if "Bob" reaches "Bob": set c to 1
"""
    )
    assert [game.field(name) for name in "abc"] == [1, 0, 0]


def test_facts_about_the_end():
    """`over`, `winner` and `drawn` are known when the game has ended."""
    text = """
scenario "over":
    expect not over and winner is none
    expect winner is player 2 and over and not drawn
main:
    end game won by player 2
"""
    from machine.common import Play, machine_of

    machine = machine_of(text, scenarios=True)
    game = Play(machine)
    first, second = machine.scenarios[0].conditions
    assert [game.backend.call(game.S, proc, ()) for proc in (first, second)] == [0, 1]


def test_many_modifiers_that_are_found_alike_share_one_search():
    """Three cards and more with `u is this`, and as many with `u is Unit of this`: one switch for each."""
    cards = "".join(
        f'card "Hero {n}" is Unit:\n    speed 1\n    modify speed of u by +{n} when u is this\n'
        f'card "Boots {n}" is Gear:\n    modify speed of u by -{n} when u is Unit of this\n'
        for n in range(1, 5)
    )
    game = play(
        UNITS.replace("0..3 stops", "-9..9 stops").replace("Piece:\n    zone held: cards of Gear, active\n", "Piece\n")
        + cards
        + """
main:
    move "Hero 3" to player 1.battlefield[first, 0]
    move "Hero 4" to camp of player 1
    move "Boots 1" to gear of "Hero 3"
    move "Boots 4" to gear of "Hero 3"
    set a to speed of "Hero 3"
    set b to speed of "Hero 4"
    turn "Boots 4" face down
    set c to speed of "Hero 3"
"""
    )
    assert [game.field(name) for name in "abc"] == [-1, 1, -1]
    info = next(info for info in game.machine.values if info.name == "speed")
    assert len(game.machine.procs[info.proc].body) == 4


@pytest.mark.parametrize(
    ("end", "players", "winner", "drawn"),
    [
        ("won by player 2", 3, 2, 0),
        ("lost by player 1", 2, 2, 0),
        ("lost by player 1", 3, 0, 1),
        ("drawn", 2, 0, 1),
        ("scored by points", 3, 3, 0),
        ("scored by tied", 3, 0, 1),
        ("scored by minus", 3, 1, 0),
        ("scored by zero", 2, 0, 1),
        ("won by player 1", 1, 1, 0),
        ("lost by player 1", 1, 0, 0),
        ("drawn", 1, 0, 1),
        ("scored by points", 1, 1, 0),
    ],
)
def test_the_winner_stands_alone(end: str, players: int, winner: int, drawn: int):
    """Who alone has the highest result has won; if several share it, the game is drawn."""
    from machine.common import Play, machine_of

    text = f"""
game "X" for {players} player{"s" if players > 1 else ""}
define points of (p: Player) = p.seat * 2
define tied of (p: Player) = min(p.seat, 2)
define minus of (p: Player) = 0 - p.seat
define zero of (p: Player) = p.seat - p.seat
scenario "over":
    expect winner is none
    expect drawn
    expect winner is player 1
    expect winner is player {players}
main:
    end game {end}
"""
    machine = machine_of(text, scenarios=True)
    game = Play(machine)
    nobody, is_drawn, first, last = (game.backend.call(game.S, proc, ()) for proc in machine.scenarios[0].conditions)
    assert (nobody, is_drawn) == (not winner, drawn)
    assert (first, last) == (winner == 1, bool(winner) and winner == players)


def test_whichever_has_the_highest_or_lowest_and_places_of_values():
    """The first of several that have it, none of none; values of enums count by their places; none has place 0."""
    game = play(
        UNITS
        + """
the table has:
    var line: Line or none
    var z: 0..9
main:
    set who to whichever u in Unit has highest printed speed of u
    if who is "Bob": set a to 1
    set who to (whichever u in Unit has lowest tokens of u + 3)
    if who is "Ann": raise a by 10
    set who to (whichever u in Unit where tokens of u > 0 has lowest tokens of u)
    if who is none: raise a by 20
    set who to (whichever u in Unit has highest (if u is "Bob" then third else second))
    if who is "Bob": raise a by 40
    set line to (whichever l in Line where l is not first has lowest -place of l)
    set b to place of line
    set line to none
    set c to place of line
    set d to place of mark of "Ann" + 10 * place of third + place of Line.second
"""
    )
    assert [game.field(name) for name in "abcd"] == [71, 3, 0, 32]
