"""Actions and windows: what is offered, what it costs, and what happens then."""

from __future__ import annotations

from machine.common import play

CARDS = """
kind Card is Piece:
    cost: 0..9
    var tired: yes/no
card "One" is Card, 2 copies:
    cost 1
card "Five" is Card:
    cost 5
each player has:
    zone hand: cards of Card, seen by owner, active
    zone table_zone: cards of Card, active
    var gold: 0..9 = 5
the table has:
    var log: 0..99999
event note (n: 0..9): set log to log * 10 + n
window turn "turn", pass "done"
procedure deal:
    move Card to hand of player 1
"""
LOOP = """
main:
    deal
    repeat at most 9 times:
        offer turn to player 1
        leave if passed
        note 9
"""


def test_requirements_and_costs_decide_what_is_offered():
    """A move is offered when every requirement holds and it can be paid, payments together."""
    game = play(
        CARDS
        + """
action play (c: Card in hand of me) in turn:
    requires fresh: not tired of c
    pay cost of c from me.gold
    pay 1 from me.gold
    move c to table_zone of me
"""
        + LOOP
    )
    one, two = game.entity("One"), game.entity("One", 2)
    assert game.options() == [(1, 0, one), (1, 0, two), (0,)]
    game.choose((1, 0, two))
    assert game.field("gold", 1) == 3 and game.options() == [(1, 0, one), (0,)]
    game.choose((1, 0, one))
    assert game.options() == [(0,)]
    game.choose((0,))
    assert game.over and game.field("log") == 99


def test_parameters_are_chosen_together_and_permissions_forbid_moves():
    """Two parameters, the second from what the first leaves; cannot, never and must."""
    text = (
        CARDS
        + """
action swap (a: Card in hand of me) with (b: Card in hand of me where cost of b >= cost of a) in turn:
    requires a is not b
    set tired of a to yes
cannot swap a with b when tired of a else "tired"
RULE
"""
        + LOOP
    )
    game = play(text.replace("RULE", ""))
    one, two, five = game.entity("One"), game.entity("One", 2), game.entity("Five")
    assert game.options() == [(1, 0, one, two), (1, 0, one, five), (1, 0, two, one), (1, 0, two, five), (0,)]
    game.choose((1, 0, one, two))
    assert game.options() == [(1, 0, two, one), (1, 0, two, five), (0,)]
    game = play(text.replace("RULE", "must swap a with b when cost of b = 5"))
    assert game.options() == [(1, 0, one, five), (1, 0, two, five)]
    game.choose((1, 0, one, five))
    assert game.options() == [(1, 0, one, five), (1, 0, two, five)]  # must beats cannot
    game = play(text.replace("RULE", "must swap a with b when cost of b = 5\nnever swap a with b"))
    assert game.options() == [(0,)]


def test_actions_of_pieces_hold_while_they_are_in_force():
    """`this` comes first in the option; `each action` stands round it; hooks of the action run."""
    game = play(
        CARDS
        + """
kind Order is Card:
    each action:
        requires unspent: not tired of this else "{this} is spent"
        last:
            set tired of this to yes
card "March" is Order, 2 copies:
    cost 0
    action march (n: 1..2) in turn:
        note n
after march n: note 7
card "Rest" is Order:
    cost 0
    action rest in turn:
        note 3
"""
        + LOOP
    )
    march, again, rest = game.entity("March"), game.entity("March", 2), game.entity("Rest")
    first = [(1, march, 1), (1, march, 2), (1, again, 1), (1, again, 2), (2, rest)]
    assert game.options() == [*first, (0,)]
    game.choose((1, again, 2))
    assert game.options() == [(1, march, 1), (1, march, 2), (2, rest), (0,)]
    assert game.field("log") == 279


def test_limits_are_counted_for_each_span_and_key():
    """Once a window for a player, twice a round for a piece."""
    text = (
        CARDS
        + """
limit once: 1 per turn each player
limit often: 2 per round else "enough"
action a in turn:
    uses once
    note 1
action b in turn:
    uses often
    note 2
phase round:
    repeat at most 4 times:
        offer turn to player 1
        leave if passed
main:
    round
    round
"""
    )
    game = play(text)
    assert game.options() == [(1, 0), (2, 0), (0,)]
    game.choose((1, 0), (1, 0), (2, 0))
    assert game.options() == [(1, 0), (2, 0), (0,)]
    game.choose((2, 0))
    assert game.options() == [(1, 0), (2, 0), (0,)]  # a new round
    assert game.field("log") == 1122


def test_no_passing_and_can():
    """With `no passing` a pass is offered only when there is no move; `p can act` asks for a move."""
    game = play(
        CARDS
        + """
action spend in turn:
    requires gold of me > 3
    lower me.gold by 1
main:
    if player 1 can spend: note 1
    repeat until passed at most 9 times:
        offer turn to player 1, no passing
    if not player 1 can spend: note 2
"""
    )
    assert game.options() == [(1, 0)]
    game.choose((1, 0), (1, 0))
    assert game.options() == [(0,)]
    game.choose((0,))
    assert game.field("log") == 12


def test_an_action_can_be_performed_by_its_name():
    """Its effects run without its requirements, for whoever acts."""
    game = play(
        CARDS
        + """
action earn (n: 1..2) in turn:
    requires n = 1
    raise me.gold by n
action double in turn:
    earn 2
main:
    offer turn to player 2
"""
    )
    assert game.options() == [(1, 0, 1), (2, 0), (0,)]
    game.choose((2, 0))
    assert game.field("gold", 2) == 7


def test_effects_that_ask_and_rules_of_windows():
    """A choice inside an action; rules at the start and the end of a window."""
    game = play(
        CARDS
        + """
action pick in turn:
    choose c from hand of me as "one of {size of hand of me}"
    if none: nothing
    move c to table_zone of me
at start of turn: note 1
at end of turn: note 2
main:
    deal
    offer turn to player 1
"""
    )
    game.choose((1, 0))
    five = game.entity("Five")
    assert game.kind == "member" and (five,) in game.options()
    assert game.decision.prompt_args
    game.choose((five,))
    assert game.over and game.field("log") == 12 and game.zone("table_zone") == [five]


def test_a_piece_that_only_its_owner_sees_offers_its_actions_to_the_owner_only():
    """In a hand: to the owner of the hand; where all see it: to whoever is asked."""
    game = play(
        """
kind Card is Piece:
    action wave in turn:
        note 1
card "One" is Card
card "Two" is Card
card "Three" is Card
each player has:
    zone hand: cards of Card, seen by owner, active
    zone shown: cards of Card, active
the table has:
    var log: 0..99999
event note (n: 0..9): set log to log * 10 + n
window turn
main:
    move "One" to hand of player 1
    move "Two" to hand of player 2
    move "Three" to shown of player 2
    offer turn to player 1
    offer turn to player 2
"""
    )
    one, two, three = (game.entity(title) for title in ("One", "Two", "Three"))
    assert game.options() == [(1, one), (1, three), (0,)]
    game.choose((0,))
    assert game.options() == [(1, two), (1, three), (0,)]
