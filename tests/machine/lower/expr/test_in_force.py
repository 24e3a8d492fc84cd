"""expr/in_force.py: whose a rule is, when it is in force, and how its pieces are found."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

TEXT = """
kind Unit:
    var hurt: 0..9
    var asleep: yes/no
    zone gear: cards of Gear, active
kind Elite is Unit:
    live when hurt of this < 5
kind Gear
each player has:
    zone field: cards of Unit, active
    zone rest: cards of Unit
the table has:
    var n: 0..9
    var quiet: yes/no
    zone shown: row of Unit, seen by faces, active
card "Ann" is Unit:
    modify power of u by +1 when u is this
    modify power of u by +20 when u is not this
card "Bob" is Elite:
    modify power of u by +2 when u is this
card "Cid" is Elite:
    modify power of u by +3 when u is this
card "Axe" is Gear, 2 copies:
    modify power of u by +100 when u is Unit of this
card "Cap" is Gear:
    modify power of u by +200 when Unit of this is u
card "Hat" is Gear:
    modify power of u by +400 when Unit of this is u
card "Boot" is Gear:
    rule kick: after poke u when u is Unit of this: raise n by 1
value power of (u: Unit): 0..9999 = 0
modify power of u by +1000 when u.hurt = 1
rule calm: silences kick when quiet
event poke (u: Unit): set u.hurt to 0
event bless (u: Unit):
    until end of stay:
        modify power of u by +2000
        modify power of x by +4000 when x is u and x.asleep
procedure stay:
    bless "Cid"
    poke "Ann"
    repeat until n = 9 at most 20 times:
        choose one by player 1:
            option "axes":
                for each a in Gear where a is "Axe": move a to gear of "Bob"
            option "cap": move "Cap" to gear of "Bob"
            option "boot": move "Boot" to gear of "Bob"
            option "rest": move "Ann" to rest of player 1
            option "down": move "Ann" to shown face down
            option "up": move "Ann" to shown face up
            option "poke": poke "Bob"
            option "leave": leave
main:
    for each u in Unit: move u to field of player 1
    stay
    choose one by player 1:
        option "on": nothing
"""


@pytest.fixture
def game() -> Play:
    """The game at its question."""
    return Play(lowered(TEXT))


def test_how_the_pieces_of_a_rule_are_found() -> None:
    """`u is this` asks the one piece, `Unit of this` looks into its zones, all else goes over them all; rules that are
    found alike share one switch. A lasting effect goes over its entries, a silencer stands round the rule.
    """
    golden("goldens/machine/lower/in_force.txt", told(lowered(TEXT), "value power", "event poke", "live when"))


def power(game: Play, name: str) -> int:
    """The power of a unit."""
    return game.value("power", game.entity(name))


AXES, CAP, BOOT, REST, DOWN, UP, POKE, LEAVE = range(8)


def test_a_rule_of_a_piece_is_in_force_where_the_piece_is(game: Play) -> None:
    """In an active zone, and where faces matter face up."""
    assert (power(game, "Ann"), power(game, "Bob")) == (2001, 2022)
    for what, ann, bob in ((REST, 2000, 2002), (DOWN, 2000, 2002), (UP, 2001, 2022)):
        game.choose((what,))
        assert (power(game, "Ann"), power(game, "Bob")) == (ann, bob)


def test_a_piece_may_have_to_live(game: Play) -> None:
    """`live when` of its kind: the rules of Bob rest while he is hurt too much, those of others do not."""
    game.S[game.slot("hurt", game.entity("Bob"))] = 5
    game.S[game.slot("hurt", game.entity("Ann"))] = 1
    assert (power(game, "Bob"), power(game, "Ann")) == (2020, 3001)


def test_each_piece_has_the_rule_once(game: Play) -> None:
    """Two axes count twice, for the one who has them only."""
    game.choose((AXES,), (CAP,))
    assert (power(game, "Bob"), power(game, "Ann")) == (2022 + 2 * 100 + 200, 2001)


def test_a_lasting_effect_knows_what_it_was_made_with(game: Play) -> None:
    """One half of it is for all, the other for the one it was made for; with its span it is gone."""
    for name in ("Bob", "Cid"):
        game.S[game.slot("asleep", game.entity(name))] = 1
    assert (power(game, "Bob"), power(game, "Cid")) == (2022, 6023)
    game.choose((LEAVE,))
    assert (power(game, "Bob"), power(game, "Cid")) == (22, 23)


def test_what_is_silenced_does_nothing(game: Play) -> None:
    """As long as it is."""
    game.choose((POKE,), (BOOT,))
    assert game.choose((POKE,)).field("n") == 1
    game.S[game.slot("quiet")] = 1
    assert game.choose((POKE,)).field("n") == 1
    game.S[game.slot("quiet")] = 0
    assert game.choose((POKE,)).field("n") == 2
