"""Loops are sifted when compiling: what is known beforehand is not asked in play, and no answer changes."""

from __future__ import annotations

import pytest
from breadth import many
from hypothesis import given, settings
from hypothesis import strategies as st
from machine.common import Play, PlayError, machine_of

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Machine, Stmt
from dsl.machine.ir.walk import expressions, nodes

CARDS = "".join(
    f'card "{suit} {number}" is Card:\n    suit {suit}\n    rank {rank}\n'
    for suit, ranks in {"red": (1, 2, 3, 4, 5), "green": (1, 1, 2, 9), "blue": (3, 7, 0)}.items()
    for number, rank in enumerate(ranks)
)
GAME = f"""
game "Sieves" for 2 players
enum Suit: red, green, blue
kind Card:
    suit: Suit
    rank: 0..20
    var seen: yes/no
    var place: 0..20 = 3
kind Coin:
    worth: 0..9
the table has:
    zone row: row of Card or Coin, seen by all
    var chosen: 0..20 = 3
{CARDS}
card "Penny" is Coin, 3 copies:
    worth 1
define ranked (c: Card) = (if c.suit is red then c.rank else 20 - c.rank)
define far (c: Card) = c.place < 2 and not c.seen
main:
    for each c in Card where c.rank mod 2 = 1: set c.seen to yes
    choose one by player 1 as "what now":
        option "end": end game drawn
"""


def loops(machine: Machine, value: str) -> list[Stmt]:
    """The loops of a value and of the functions it calls, each as it stands."""
    pending = [next(info.proc for info in machine.values if info.name == value)]
    seen: set[int] = set()
    found: list[Stmt] = []
    while pending:
        proc = pending.pop()
        if proc in seen:
            continue
        seen.add(proc)
        for node in nodes(machine.procs[proc]):
            if isinstance(node, ops.ForRange | ops.ForTable):
                found.append(node)
            pending.extend(part.proc for part in expressions(node) if isinstance(part, ops.Call))
    return found


def counted(where: str, without: str | None = None) -> Machine:
    """A machine whose value `many` counts the cards of which something holds."""
    return machine_of(f"{GAME}value many (x: Card): 0..99 = number of c in Card where {where}\n", without=without)


def test_a_key_makes_rows() -> None:
    """Cards of one suit are a row of a table; of two keys the one with the shorter rows is taken."""
    (loop,) = loops(counted("c.suit is x.suit and c.rank = x.rank and c.seen"), "many")
    assert isinstance(loop, ops.ForTable) and isinstance(loop.first, ops.Look)
    machine = counted("c.suit is x.suit and c.rank = x.rank")
    (loop,) = loops(machine, "many")
    assert isinstance(loop, ops.ForTable) and len(machine.tables[loop.first.table]) == 11  # pyright: ignore


def test_what_is_known_of_the_members_is_not_asked() -> None:
    """Members in a row stay a range, others become a table, none at all nothing."""
    (loop,) = loops(counted("c.suit is green and c.seen"), "many")
    assert isinstance(loop, ops.ForRange) and (loop.first, loop.last) == (ops.Const(8), ops.Const(11))
    machine = counted("ranked(c) mod 2 = 0 and c.rank < 4 and c.seen")  # `mod` can fail: it stays, and what follows it
    (loop,) = loops(machine, "many")
    assert isinstance(loop, ops.ForRange) and (loop.first, loop.last) == (ops.Const(3), ops.Const(14))
    machine = counted("c.rank < 3 and c.seen")
    (loop,) = loops(machine, "many")
    assert isinstance(loop, ops.ForTable) and machine.tables[loop.table] == (3, 4, 8, 9, 10, 14)
    assert loops(counted("c.rank > 19 and c.seen"), "many") == []


def test_what_does_not_speak_of_the_members_is_asked_before() -> None:
    """Even behind a question that a function answers, if that can cause no error."""
    machine = counted("far(c) and x.suit is red")
    assert not any(isinstance(part, ops.Look) for loop in loops(machine, "many") for part in expressions(loop.body[0]))  # pyright: ignore
    machine = counted("12 / c.place > 5 and x.suit is red")
    (loop,) = loops(machine, "many")
    assert "Look" in repr(loop)


def test_an_error_that_comes_first_still_comes() -> None:
    """A condition is not taken before one that may cause an error."""
    game = Play(counted("12 / c.rank > 5 and c.rank > 0"))
    with pytest.raises(PlayError, match="DIVIDE"):
        game.value("many", 3)
    assert Play(counted("c.rank > 0 and 12 / c.rank > 5")).value("many", 3) == 5


TESTS = st.sampled_from(
    [
        *("c.suit is x.suit", "c.suit is green", "c.rank = x.rank", "c.rank < 4", "ranked(c) = x.rank", "c is not x"),
        *(
            "x.suit is red",
            "x.rank > 1",
            "c.seen",
            "c.seen is x.seen",
            "c.place = x.rank",
            "far(c)",
            "far(x)",
            "c.rank = chosen",
        ),
        *("c.rank + x.rank < 7", "min(c.rank, 3) = x.rank", "c is copy of x", 'c is "red 1"'),
    ]
)
WHERE = st.recursive(
    TESTS,
    lambda part: st.one_of(
        st.builds("({} and {})".format, part, part),
        st.builds("({} or {})".format, part, part),
        st.builds("not ({})".format, part),
    ),
    max_leaves=5,
)


@pytest.mark.slow
@pytest.mark.wide
@settings(max_examples=many(12, 60))
@given(st.lists(WHERE, min_size=1, max_size=3).map(" and ".join))
def test_sifting_changes_no_answer(where: str) -> None:
    """Whatever the condition is, as many members are found as without sifting."""
    sifted, plain = Play(counted(where)), Play(counted(where, without="pushdown"))
    for card in range(3, 15):
        assert sifted.value("many", card) == plain.value("many", card), where
