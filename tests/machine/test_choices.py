"""Decisions: one member, several, an order, written options, sealed answers."""

from __future__ import annotations

from machine.common import play

CARDS = """
kind Card is Piece:
    cost: 0..9
card "A1" is Card:
    cost 1
card "A2" is Card:
    cost 2
card "A3" is Card:
    cost 3
card "A4" is Card:
    cost 4
each player has:
    zone hand: cards of Card, seen by owner
    zone deck: stack of Card, seen by nobody
the table has:
    var log: 0..999999999
event note (n: 0..9): set log to log * 10 + n
"""


def ask(body: str, more: str = "") -> str:
    """A game of cards whose main procedure has a body."""
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return f"{CARDS}{more}\nmain:\n{lines}\n"


def test_one_member_and_none():
    """A single member is still asked for; with none, `if none` runs and nobody is asked."""
    game = play(
        ask(
            'move "A2" to hand of player 1\nchoose c from hand of player 1 by player 2\nif none: note 1\nnote cost of c'
        )
    )
    assert game.asker == 2 and game.kind == "member" and game.options() == [(game.entity("A2"),)]
    assert game.choose((game.entity("A2"),)).field("log") == 2
    game = play(ask("choose c from hand of player 1 by player 2\nif none: note 7\nnote cost of c"))
    assert game.over and game.field("log") == 70


def test_several_members_are_picked_in_any_order():
    """Exactly two of four: whichever comes first, the list is in the order of the members; a forced rest is not asked
    for."""
    body = 'choose 2 c from Card by player 1\nfor each x in c:\n    note cost of x\nif "A1" in c: note 9'
    game = play(ask(body))
    a1, a2, a3, a4 = (game.entity(f"A{i}") for i in range(1, 5))
    assert game.options() == [(0, a1), (0, a2), (0, a3), (0, a4)]
    game.choose((0, a2))
    assert game.options() == [(0, a1), (0, a3), (0, a4)]
    assert game.choose((0, a3)).field("log") == 23
    assert play(ask(body)).choose((0, a4), (0, a3)).field("log") == 34
    assert play(ask(body)).choose((0, a4), (0, a1)).field("log") == 149
    three = "choose 3 c from (each x in Card where cost of x < 4) by player 1\nfor each x in c:\n    note cost of x"
    game = play(ask(three))
    assert game.over and game.field("log") == 123


def test_up_to_and_any_number():
    """`done` is offered when there are enough; as many as wanted; fewer than asked for are all taken."""
    game = play(ask("choose up to 2 c from Card by player 1\nfor each x in c:\n    note cost of x"))
    a1, a2, a3, a4 = (game.entity(f"A{i}") for i in range(1, 5))
    assert game.options() == [(0, a1), (0, a2), (0, a3), (0, a4), (1,)]
    game.choose((0, a1))
    assert game.options() == [(0, a2), (0, a3), (0, a4), (1,)]
    assert game.choose((1,)).field("log") == 1
    game = play(ask("choose any number of c from Card by player 1\nfor each x in c:\n    note cost of x"))
    game.choose((0, a4))
    assert game.options() == [(0, a1), (0, a2), (0, a3), (1,)]
    game.choose((0, a2), (0, a1), (1,))
    assert game.over and game.field("log") == 124
    game = play(ask("choose any number of c from Card by player 1\nfor each x in c:\n    note cost of x"))
    game.choose((0, a4), (0, a3), (0, a2), (0, a1))
    assert game.over and game.field("log") == 1234
    game = play(ask("choose 6 c from Card by player 1\nfor each x in c:\n    note cost of x"))
    assert game.over and game.field("log") == 1234
    game = play(ask("choose 1..2 c from Card by player 1\nfor each x in c:\n    note cost of x"))
    assert (1,) not in game.options()
    game.choose((0, a3))
    assert game.options() == [(0, a1), (0, a2), (0, a4), (1,)]


def test_several_of_nothing():
    """No member: nobody is asked."""
    game = play(ask("choose 2 c from hand of player 1 by player 1\nif none: note 3\nnote size of c"))
    assert game.over and game.field("log") == 30


def test_arrange_puts_all_in_an_order():
    """Each is picked once, the last one is not asked for; the local is the list in that order."""
    body = """
arrange c from (each x in Card where cost of x < 4) by player 2
move c to deck of player 1
for each x in c:
    note cost of x
"""
    game = play(ask(body))
    a1, a2, a3 = (game.entity(f"A{i}") for i in range(1, 4))
    assert game.kind == "arrange" and game.options() == [(0, a1), (0, a2), (0, a3)]
    game.choose((0, a3))
    assert game.options() == [(0, a1), (0, a2)]
    game.choose((0, a2))
    assert game.field("log") == 321 and game.zone("deck") == [a3, a2, a1]


def test_written_options_and_may():
    """Only open options are offered; with none open nothing happens; `may` always offers both."""
    body = """
for each n in 1..2:
    choose one by player 1 as "what":
        option "one {n}" if n = 1: note 1
        option "two": note 2
        option "three" if n > 1:
            stop
choose one by player 1:
    option "never" if log > 90000: note 9
may "really" by player 2:
    note 5
else:
    note 6
"""
    game = play(ask(body.replace("each n in", "n from").replace("1..2", "1 to 2")))
    assert game.options() == [(0,), (1,)] and len(game.decision.branch_args[0]) == 1
    game.choose((0,))
    assert game.options() == [(1,), (2,)]
    game.choose((2,))
    assert game.asker == 2 and game.options() == [(0,), (1,)]
    assert game.choose((1,)).field("log") == 16


def test_sealed_answers_are_used_when_all_are_in():
    """Each player answers without effect; then the effects of all."""
    body = """
sealed for each p in players:
    choose c from Card by p
    choose up to 2 d from Card
then:
    note cost of c
    note size of d
    for each x in d:
        note cost of x
"""
    game = play(ask(body))
    a1, a2, a3, a4 = (game.entity(f"A{i}") for i in range(1, 5))
    assert game.decision.sealed and game.asker == 1
    game.choose((a4,), (0, a1), (0, a3))
    assert game.asker == 2 and game.field("log") == 0
    game.choose((a2,), (1,))
    assert game.over and game.field("log") == 421320


def test_choices_in_loops_over_collected_members():
    """A loop that asks walks the members as they were when it began."""
    body = """
move Card to hand of player 1
for each c in hand of player 1 where cost of c > 1:
    may "keep" by player 1: nothing
    else: move hand of player 1 to deck of player 2
    skip if cost of c = 2
    note cost of c
    stop if cost of c = 3
"""
    game = play(
        ask(
            body.replace(
                '    may "keep" by player 1: nothing\n    else: move',
                '    may "keep" by player 1:\n        nothing\n    else:\n        move',
            )
        )
    )
    game.choose((1,), (0,))
    assert game.over and game.field("log") == 3 and len(game.zone("deck", 1)) == 4
