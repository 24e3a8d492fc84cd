"""What lasts until the end of a span, what happens then, and what happens at once."""

from __future__ import annotations

import pytest
from machine.common import PlayError, play

UNITS = """
kind Unit is Piece:
    power: 0..9
    var damage: 0..20
card "Ann" is Unit:
    power 1
card "Bob" is Unit:
    power 2
each player has:
    zone field: cards of Unit, active
    zone grave: cards of Unit
value might of (u: Unit): 0..9 stops at ends = power of u
the table has:
    var log: 0..999999999
event note (n: 0..9): set log to log * 10 + n
event wound (u: Unit) by (n: 0..20): raise u.damage by n
event kill (u: Unit): move u to grave of player 1
"""


def test_lasting_rules_end_with_their_span():
    """Each run takes along what it needs; the table is empty afterwards."""
    game = play(
        UNITS
        + """
procedure bless (u: Unit) by (n: 1..3):
    until end of round:
        modify might of v by +n when v is u
        after wound v by k when v is u: note n
phase round:
    bless "Ann" by 2
    bless "Ann" by 1
    bless "Bob" by 3
    note might of "Ann"
    wound "Ann" by 1
    note might of "Bob"
main:
    round
    note might of "Ann"
    wound "Ann" by 1
"""
    )
    assert game.field("log") == 42151
    region = next(region for region in game.machine.layout.regions if region.name == "lasting 0")
    assert not any(game.S[region.base : region.base + region.size])


def test_too_many_lasting_rules_are_an_error():
    """`at most` bounds how many run at a time."""
    text = UNITS + "phase round:\n    repeat at most 3 times:\n        until end of round at most 2 times:\n"
    text += "            modify might of v by +1\nmain:\n    round\n"
    with pytest.raises(PlayError, match="BOUND"):
        play(text)


def test_delayed_effects_run_at_the_end_with_the_names_as_they_were():
    """In the order in which they were put off, also from inside one another; end rules come first."""
    game = play(
        UNITS
        + """
phase round:
    for i from 1 to 3:
        at end of round:
            note i
            leave if i = 3
            wound "Ann" by i
    note 9
    leave if log = 9
    note 8
at start of round: note 7 / 7
at end of round: note 6
main:
    round
    note 5
""".replace("7 / 7", "4")
    )
    assert game.field("log") == 49861235
    assert game.field("damage", game.entity("Ann")) == 3


def test_at_once_is_one_happening():
    """Permissions and replacements of all, effects of all, always once, after-rules of all, also of those that left."""
    game = play(
        UNITS
        + """
card "Eve" is Unit:
    power 3
    after kill u when u is this: note 3
    after kill u when u is not this: note 4
cannot kill u when damage of u = 0
before wound u by n when u is "Bob": set n to n + 1
instead of wound u by n when u is "Eve": note 8
always when damage of "Ann" > 0 and log < 10: note 9
main:
    move Unit to field of player 1
    at once:
        for each u in Unit where u is not "Ann": wound u by power of u
        if log = 0:
            wound "Ann" by 1
    raise "Eve".damage by 1
    at once:
        for each u in Unit: kill u
""".replace('raise "Eve".damage', "raise eve.damage").replace("    raise eve", '    let eve be "Eve"\n    raise eve')
    )
    assert [game.field("damage", game.entity(name)) for name in ("Ann", "Bob", "Eve")] == [1, 3, 1]
    assert len(game.zone("grave")) == 3
    assert game.field("log") == 89443


def test_at_once_with_a_rule_that_asks():
    """A choice inside a before-rule of a batch."""
    game = play(
        UNITS
        + """
before wound u by n:
    may "spare" by player 1:
        set n to 0
main:
    at once:
        for each u in Unit: wound u by 2
    note 1
"""
    )
    game.choose((0,))
    assert game.field("damage", game.entity("Ann")) == 0 and game.asker == 1
    game.choose((1,))
    assert [game.field("damage", game.entity(name)) for name in ("Ann", "Bob")] == [0, 2]


def test_procedures_of_pieces_are_chosen_by_the_piece():
    """A card's own body before that of its kind."""
    game = play(
        UNITS
        + """
kind Spell is Piece:
    procedure cast (n: 0..9):
        note n
        leave
card "Bolt" is Spell, 2 copies:
    procedure cast (n: 0..9):
        note n + 1
card "Dud" is Spell
main:
    cast "Bolt", 3
    cast "Dud", 3
    for each s in Spell:
        cast s, 1
""".replace("cast (n: 0..9)", "cast by (n: 0..9)")
        .replace('cast "Bolt", 3', 'cast "Bolt" by 3')
        .replace('cast "Dud", 3', 'cast "Dud" by 3')
        .replace("cast s, 1", "cast s by 1")
    )
    assert game.field("log") == 43221


def test_sets_are_taken_along():
    """A lasting rule and a delayed effect keep the pieces that were chosen."""
    game = play(
        UNITS
        + """
card "Cid" is Unit:
    power 4
phase round:
    let few be each u in Unit where power of u < 4
    until end of round:
        modify might of v by +3 when v in few
    at end of round:
        for each u in few:
            note might of u
        note size of few
    note might of "Cid"
    note might of "Ann"
main:
    round
    note might of "Ann"
"""
    )
    assert game.field("log") == 444521


def test_actions_and_orders_at_once():
    """Actions by name and members in an order are part of a batch like events."""
    game = play(
        UNITS
        + """
window w
limit often: 3 per game
action hit (u: Unit in Unit) in w:
    uses often
    raise u.damage by 1
action all_of_them in w:
    at once:
        for each u in Unit in order of power of u down:
            hit u
            note power of u
after hit u: wound u by 2
main:
    offer w to player 1
"""
    )
    assert game.options() == [(1, 0, 3), (1, 0, 4), (2, 0), (0,)]
    game.choose((2, 0))
    assert game.field("log") == 21
    assert [game.field("damage", game.entity(name)) for name in ("Ann", "Bob")] == [3, 3]
