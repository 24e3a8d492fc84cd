"""Events and the rules woven round them."""

from __future__ import annotations

import pytest
from machine.common import PlayError, machine_of, play

UNITS = """
kind Unit is Piece:
    life: 0..9
    var damage: 0..20
    var shield: yes/no
    zone gear: cards of Gear, active
kind Gear is Piece
card "Ann" is Unit:
    life 3
card "Bob" is Unit:
    life 5
card "Dan" is Unit:
    life 9
each player has:
    zone field: cards of Unit, active
    zone grave: cards of Unit or Gear
event wound (u: Unit) by (n: 0..20): raise u.damage by n
event kill (u: Unit): move u to grave of player 1
the table has:
    var log, count: 0..99999
event note (n: 0..9): set log to log * 10 + n
procedure setup:
    move Unit to field of player 1
"""


def test_stages_run_in_order_and_before_rules_change_parameters():
    """before, effect, always, after; a permission forbids all of it."""
    game = play(
        UNITS
        + """
rule shields: before wound u by n when shield of u:
    note 1
    set n to 0
rule late: after wound u by n:
    note 3
rule most: always when damage of "Ann" > 4:
    note 2
    set damage of "Ann" to 4
cannot wound u when u is "Dan"
main:
    wound "Ann" by 7
    set shield of "Bob" to yes
    wound "Bob" by 2
    wound "Dan" by 2
"""
    )
    assert game.field("log") == 2313
    assert [game.field("damage", game.entity(name)) for name in ("Ann", "Bob", "Dan")] == [4, 0, 0]


def test_permissions_have_strengths():
    """`never` beats `must` beats `cannot`."""
    game = play(
        UNITS
        + """
cannot wound u
must wound u when u is not "Ann"
never wound u when u is "Dan"
main:
    wound "Ann" by 1
    wound "Bob" by 1
    wound "Dan" by 1
"""
    )
    assert [game.field("damage", game.entity(name)) for name in ("Ann", "Bob", "Dan")] == [0, 1, 0]


def test_an_instead_rule_replaces_an_event_once():
    """Its body may perform the event again; then the other replacements may still apply."""
    game = play(
        UNITS
        + """
rule halve: instead of wound u by n:
    note 1
    wound u by n / 2
rule less: instead of wound u by n when n > 1:
    note 2
    wound u by n - 1
rule after_all: after wound u by n: note 3
main:
    wound "Ann" by 9
"""
    )
    assert game.field("log") == 123 and game.field("damage", game.entity("Ann")) == 3


def test_two_replacements_that_call_each_other_are_stopped():
    """Replacing one event by another and back is an error, not an endless loop."""
    text = UNITS + 'instead of wound u by n: kill u\ninstead of kill u: wound u by 1\nmain:\n    kill "Ann"\n'
    with pytest.raises(PlayError, match="RUNAWAY"):
        play(text)


def test_always_rules_run_until_none_applies():
    """Many pieces at a time, one consequence after another, and an error for rules without end."""
    chain = "".join(f'card "U{i}" is Unit:\n    life 1\n' for i in range(30))
    game = play(
        UNITS
        + chain
        + """
rule death: always for each u in field of player 1 where damage of u > life of u: kill u
rule revenge: after kill u when damage of "Bob" <= 5: wound "Bob" by 6
main:
    setup
    at once:
        for each u in Unit where u is not "Bob": wound u by 2
    note 9
"""
    )
    assert len(game.zone("grave")) == 31 and game.field("log") == 9
    assert game.entity("Bob") in game.zone("grave")
    with pytest.raises(PlayError, match="RUNAWAY"):
        play(UNITS + "always when count < 9: set log to 1\nmain:\n    raise count by 1\n")


@pytest.mark.parametrize("events", [("lose", "erase"), ("erase", "lose")])
def test_what_a_rule_before_forbids_does_not_happen_in_a_batch(events: tuple[str, str]):
    """In whichever order they are written; nor is it counted by anybody afterwards. What no rule touches still is."""
    game = play(
        f"""
kind Unit:
    var doomed: yes/no
each player has:
    zone field: cards of Unit
    zone grave: cards of Unit
    zone nowhere: cards of Unit
the table has:
    var log: 0..99
card "Ann" is Unit
card "Bob" is Unit
event lose (u: Unit): move u to grave of player 1
event erase (u: Unit): move u to nowhere of player 1
before erase u: set u.doomed to yes
never lose u when u.doomed else "gone"
after lose u: raise log by 1
main:
    at once:
        {events[0]} "Ann"
        {events[1]} "Ann"
        lose "Bob"
"""
    )
    assert game.field("log") == 1
    assert game.zone("nowhere") == [game.entity("Ann")] and game.zone("grave") == [game.entity("Bob")]


def test_rules_on_move():
    """`x`, where it goes and `from` where; replaced, forbidden and followed, one piece at a time."""
    game = play(
        UNITS
        + """
after move x to z when from is player 1 and z is player 2: note 1
after move x to z when z is grave of player 2: note 2
cannot move x to z when x is "Dan" and from is player 1
instead of move x to z when x is "Bob" and z is grave of player 1: move x to grave of player 2
main:
    setup
    move field of player 1 to field of player 2
    kill "Bob"
"""
    )
    assert game.zone("field", 0) == [game.entity("Dan")]
    assert game.zone("grave", 0) == [] and game.zone("grave", 1) == [game.entity("Bob")]
    assert game.field("log") == 112


def test_rules_of_pieces_hold_while_they_lie_in_active_zones():
    """This piece itself, its host, any piece; gone pieces speak once of their going."""
    game = play(
        UNITS
        + """
kind Amulet is Gear:
    before wound u by n when u is Unit of this: set n to n - 1
card "Charm" is Amulet, 2 copies
card "Eve" is Unit:
    life 1
    after wound u by n when u is this: note 1
    after kill u when u is this: note 2
    after kill u when u is not this: note 3
main:
    wound "Eve" by 1
    setup
    wound "Eve" by 1
    move "Charm" to gear of "Ann"
    wound "Ann" by 4
    move "Charm" copy 2 to gear of "Ann"
    wound "Ann" by 4
    wound "Bob" by 4
    kill "Ann"
    kill "Eve"
    kill "Bob"
"""
    )
    assert game.field("log") == 132
    assert [game.field("damage", game.entity(name)) for name in ("Ann", "Bob", "Eve")] == [5, 4, 2]


def test_silenced_rules_do_nothing():
    """A rule silences another one while its condition holds."""
    game = play(
        UNITS
        + """
rule loud: after wound u by n: note 1
silences loud when shield of "Ann"
main:
    wound "Ann" by 1
    set shield of "Ann" to yes
    wound "Ann" by 1
"""
    )
    assert game.field("log") == 1


def test_live_when_switches_rules_of_pieces_off():
    """`live when` of the kind, joined with those above it."""
    game = play(
        UNITS
        + """
kind Guard is Unit:
    live when not shield of this
    after wound u by n: note 1
card "Gus" is Guard:
    life 1
main:
    setup
    wound "Ann" by 1
    set shield of "Gus" to yes
    wound "Ann" by 1
"""
    )
    assert game.field("log") == 1


def test_an_event_nobody_can_touch_is_its_effect():
    """Nothing attached costs nothing."""
    machine = machine_of(UNITS + 'main:\n    wound "Ann" by 1\n')
    assert "event wound" not in machine.names.procs
    assert [stmt.op for stmt in machine.procs[machine.main].blocks[0].body] == ["store"]


def test_rules_that_ask_make_their_event_a_flow():
    """A rule with a choice inside an event that procedures and other events call."""
    text = (
        UNITS
        + """
rule parry: before wound u by n when u is not "Bob":
    may "parry" by player 2:
        set n to 0
    else:
        leave if n = 1
        set n to n + 1
rule more: after kill u:
    for each v in field of player 1:
        wound v by 1
main:
    setup
    kill "Dan"
    note 5
"""
    )
    game = play(text)
    assert game.asker == 2 and game.options() == [(0,), (1,)]
    game.choose((1,))
    assert [game.field("damage", game.entity(name)) for name in ("Ann", "Bob")] == [1, 1]
    assert game.over and game.field("log") == 5


def test_a_rule_that_performs_its_own_event_begins_a_new_happening():
    """A replacement applies once to one happening, and again to the next."""
    game = play(
        UNITS
        + """
event spread (u: Unit) by (n: 0..9): raise u.damage by 1
after spread u by n when n > 0: spread u by n - 1
instead of spread u by n:
    note n
    spread u by n
main:
    spread "Ann" by 2
"""
    )
    assert game.field("log") == 210 and game.field("damage", game.entity("Ann")) == 3


def test_a_replacement_that_asks():
    """An instead-rule with a choice; several pieces have it, the first one that takes it replaces the event."""
    text = (
        UNITS
        + """
card "Ward" is Gear, 2 copies:
    instead of wound u by n when u is Unit of this:
        may "break" by player 1:
            move this to grave of player 2
        else:
            wound u by n
main:
    setup
    move "Ward" to gear of "Ann"
    move "Ward" copy 2 to gear of "Ann"
    wound "Ann" by 2
    wound "Ann" by 2
    note 1
"""
    )
    game = play(text).choose((0,), (1,))
    assert game.over and game.field("damage", game.entity("Ann")) == 2
    assert game.zone("grave", 1) == [game.entity("Ward")] and game.field("log") == 1
