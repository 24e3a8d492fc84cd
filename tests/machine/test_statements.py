"""Fields, arithmetic, loops, moves: what statements do to a position."""

from __future__ import annotations

import pytest
from machine.common import PlayError, play


def table(body: str, fields: str, more: str = "") -> str:
    """A game whose main procedure has a body, with fields of the table."""
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return f"the table has:\n    {fields}\n{more}\nmain:\n{lines}\n"


def test_numbers_keep_within_their_ranges_as_their_type_says():
    """A write beyond the range is clamped, ignored or an error."""
    game = play(
        table(
            "raise a by 7\nraise b by 7\nlower b by 9\nset c to 9",
            "var a: 0..5 stops at ends\n    var b: 0..5 ignored beyond\n    var c: 0..9",
        )
    )
    assert (game.field("a"), game.field("b"), game.field("c")) == (5, 0, 9)
    with pytest.raises(PlayError, match="BOUND"):
        play(table("set c to 3\nraise c by 7", "var c: 0..9"))


def test_arithmetic_rounds_down():
    """Division and mod go with the floor."""
    body = "set a to (0 - 7) / 2\nset b to (0 - 7) mod 2\nset c to max(min(3, 5), abs(0 - 4))"
    game = play(table(body, "var a, b, c: -9..9"))
    assert (game.field("a"), game.field("b"), game.field("c")) == (-4, 1, 4)


def test_jumps_leave_what_they_name():
    """`skip`, `stop` and `leave` in nested loops, also inside a set that is collected first."""
    game = play(
        table(
            """
for i from 1 to 5:
    skip if i = 2
    for j from 1 to 5:
        stop if j = 3
        raise a by 1
    stop if i = 4
count_up
""",
            "var a, b: 0..99",
            """
procedure count_up:
    for i from 9 down to 1:
        for j from 1 to 2:
            leave if i = 7
            raise b by 1
    raise b by 50
""",
        )
    )
    assert (game.field("a"), game.field("b")) == (6, 4)


def test_repeat_asks_before_each_turn_and_has_an_end():
    """`until` is asked first; running out of turns is an error with it and the end without it."""
    game = play(
        table(
            "repeat until a >= 3 at most 3 times:\n    raise a by 1\nrepeat at most 4 times:\n    raise b by 1",
            "var a, b: 0..9",
        )
    )
    assert (game.field("a"), game.field("b")) == (3, 4)
    with pytest.raises(PlayError, match="ROUNDS"):
        play(table("repeat until a >= 3 at most 2 times:\n    raise a by 1", "var a: 0..9"))


CARDS = """
kind Card is Piece:
    cost: 0..9
    var tokens: 0..9
card "One" is Card, 2 copies:
    cost 1
card "Five" is Card:
    cost 5
card "Three" is Card:
    cost 3
each player has:
    zone deck: stack of Card, seen by nobody
    zone hand: cards of Card, seen by owner
    zone line: row of Card
"""


def test_pieces_go_where_they_are_moved():
    """Stacks take on top or at the bottom, unordered zones keep the order of ids, sets move member by member."""
    game = play(
        CARDS
        + """
main:
    move Card to deck of player 1
    move top 2 of deck of player 1 to line of player 1
    move "Five" to bottom of deck of player 1
    move deck of player 1 to hand of player 2
    move top of deck of player 1 to hand of player 1
"""
    )
    one, two, five, three = game.entity("One"), game.entity("One", 2), game.entity("Five"), game.entity("Three")
    assert game.zone("line", 0) == [three]
    assert game.zone("hand", 1) == [one, two, five]
    assert game.zone("deck", 0) == [] and game.place(three) > 0
    assert game.zone("hand", 0) == []


def test_a_loop_walks_the_set_as_it_was():
    """The body of a loop may change what the set is made of."""
    game = play(
        CARDS
        + """
the table has:
    var seen: 0..99
main:
    move Card to hand of player 1
    for each c in hand of player 1 where cost of c > 1:
        move Card to deck of player 1
        raise seen by cost of c
    for each c in (each d in Card where cost of d < 5) in order of cost of c down:
        set seen to seen * 2 + cost of c
"""
    )
    assert game.field("seen") == (((8 * 2 + 3) * 2 + 1) * 2 + 1)


def test_writing_a_field_of_none_is_an_error_and_reading_one_gives_nothing():
    """`tokens of top of deck` of an empty deck is 0; raising it fails; moving none does nothing."""
    head = CARDS + "the table has:\n    var a: 0..9 = 4\nmain:\n"
    game = play(
        head + "    set a to tokens of top of deck of player 1\n    move top of deck of player 1 to hand of player 1\n"
    )
    assert game.field("a") == 0
    with pytest.raises(PlayError, match="NONE"):
        play(head + "    let c be top of deck of player 1\n    raise c.tokens by 1\n")


def test_chance_draws_from_a_set():
    """A range is drawn from directly, another set as a list."""
    game = play(
        CARDS
        + """
the table has:
    var a: 0..9
    var b: 0..9
main:
    random k from 4..6 on dice
    set a to k
    random c from ("Five", "Three", "Five")
    set b to cost of c
"""
    )
    assert game.field("a") in (4, 5, 6) and game.field("b") in (3, 5)
    assert set(game.machine.names.streams) == {"dice", "chance", "shuffle"}


def test_the_game_ends_where_it_is_said():
    """`won`, `lost`, `drawn` and `scored`, with words for the log."""
    assert play('main:\n    end game won by player 2 because "so"\n    say "never"').lines == ["so"]
    assert play("main:\n    end game won by player 2").results() == (-1, 1)
    assert play("main:\n    end game lost by player 2").results() == (1, -1)
    assert play("main:\n    end game drawn").results() == (0, 0)
    scored = (
        "each player has:\n    var points: 0..9\nmain:\n    set points of player 2 to 7\n    end game scored by points"
    )
    assert play(scored).results() == (0, 7)
    ended = play(
        "event fall (p: Player):\n    end game lost by p\nmain:\n    fall player 1\n    say 'x'".replace("'", '"')
    )
    assert ended.results() == (-1, 1) and ended.lines == []
