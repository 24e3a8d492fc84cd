"""control.py: branches and loops in their two forms, and the ways out of them."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play, PlayError
from machine.lowered import lowered, told

TEXT = """
kind Unit:
    var hurt: 0..9
the table has:
    var n: 0..9
    var log, before: 0..999999999
card "Ann" is Unit
card "Bob" is Unit
card "Cid" is Unit
procedure asks:
    if n > 0:
        choose one by player 1 as "first":
            option "on": set log to log * 10 + 1
    else: set log to log * 10 + 2
    for i from 3 down to 1:
        skip if i = 2
        choose one by player 1 as "turn":
            option "on": set log to log * 10 + i
            option "stop": stop
            option "leave": leave
        set log to log * 10 + 4
    repeat until n > 1 at most 3 times:
        choose one by player 1 as "round":
            option "on": raise n by 1
    set log to log * 10 + 5
procedure answers:
    for each u in Unit:
        for i from 1 to 3:
            skip if i = 1
            stop if u.hurt > 1
            leave if n = 9
            raise u.hurt by 1
    set log to log * 10 + 6
event both:
    for each u in Unit:
        for i from 1 to 3: leave if u.hurt = 0
    raise n by 1
rule after_both: after both: set log to log * 10 + 7
main:
    both
    answers
    both
    set before to log
    set log to 0
    asks
    set log to log * 10 + 8
    choose one by player 1 as "end":
        option "on": end game drawn
"""
ON, STOP, LEAVE = 0, 1, 2


def game(*answers: int) -> Play:
    """The game with some answers given."""
    return Play(lowered(TEXT)).choose(*((answer,) for answer in answers))


def test_what_may_ask_is_blocks_and_what_cannot_is_structured() -> None:
    """`stop`, `skip` and `leave` are jumps in the one, `break`, `continue`, `return` or a flag in the other."""
    golden(
        "goldens/machine/lower/control.txt", told(lowered(TEXT), "procedure asks", "procedure answers", "event both")
    )


@pytest.mark.parametrize(
    ("answers", "log"),
    [
        ((ON, ON, ON, ON), 1_3_4_1_4_5_8),
        ((ON, STOP, ON), 1_5_8),
        ((ON, ON, LEAVE), 1_3_4_8),
    ],
)
def test_ways_out_of_what_asks(answers: tuple[int, ...], log: int) -> None:
    """The loop counts down, the second turn is passed over; leaving goes behind the procedure."""
    assert game(*answers).field("log") == log


def test_ways_out_of_what_cannot_ask() -> None:
    """Left by the first, whatever comes after the event comes; each of three is raised twice; then nobody leaves."""
    played = game()
    assert played.field("before") == 7_6_7 and played.field("n") == 1
    assert [played.field("hurt", played.entity(name)) for name in ("Ann", "Bob", "Cid")] == [2, 2, 2]


def test_a_repetition_that_goes_on_too_long_is_an_error() -> None:
    """`at most` is a promise of the rules."""
    with pytest.raises(PlayError, match="ROUNDS"):
        Play(lowered(TEXT.replace("until n > 1 at most 3", "until n > 4 at most 2"))).choose(*[(ON,)] * 6)
