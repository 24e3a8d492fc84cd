"""How many members sets can have: the same answer while checking and for the room of lists."""

from __future__ import annotations

import pytest
from semantics.common import good

from dsl.machine.lower.driver import lower
from dsl.semantics import model
from dsl.semantics.cardinality import most_members, surely_nonempty
from dsl.semantics.walk import walk

HANDS = """
enum Suit: red, blue
kind Coin is Piece:
    worth: 0..9
each player has:
    zone hand: cards of Coin, seen by owner, at most 5
the table has:
    zone pile: stack of Coin, seen by nobody
card "Penny" is Coin, 300 copies:
    worth 1
define dear (p: Player) = (each c in hand of p where c.worth > 0)
define dearer (p: Player) = dear(p)
"""


def test_a_choice_from_a_definition_takes_the_room_of_what_the_definition_is() -> None:
    """A hand of 5 gives a list of 5, though there are 300 such pieces, and a definition stands between."""
    program = good(HANDS + "main:\n    for each p in players:\n        choose any number of c from dearer(p) by p\n")
    body = program.main.body if program.main else ()
    chosen = next(node for node in walk(body) if isinstance(node, model.ChooseSeveral))
    assert chosen.local.capacity == 5
    assert {size for proc in lower(program, scenarios=False).procs for size in proc.sizes} == {0, 5}


def most(text: str) -> int:
    """The most members of the set that a definition is."""
    program = good(f"{HANDS}define asked (p: Player) = {text}\n")
    body = next(define for define in program.defines if define.name == "asked").body
    assert body is not None
    return most_members(program, body)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("hand of p", 5),
        ("pile", 300),
        ("(each c in pile)", 300),
        ("(each q in players)", 2),
        ("(each n in 3 .. 6)", 4),
        ("(each s in Suit)", 2),
        ("hand of players", 10),
        ("(hand of p, top of pile)", 6),
        ("(top 3 of pile)", 3),
        ("(if p.seat = 1 then dear(p) else dearer(p))", 5),
    ],
)
def test_most_members(text: str, number: int) -> None:
    """Each sort of set has its own bound."""
    assert most(text) == number


@pytest.mark.parametrize(("text", "sure"), [("players", True), ("hand of p", False), ("1 .. 3", True)])
def test_surely_nonempty(text: str, sure: bool) -> None:
    """A set that has members in every position needs no `if none`."""
    program = good(f"{HANDS}define asked (p: Player) = (each x in {text})\n")
    body = next(define for define in program.defines if define.name == "asked").body
    assert body is not None
    assert surely_nonempty(body) is sure
