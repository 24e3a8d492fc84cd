"""What an answer may cost: rules files that would take hours to explain, and where they stop, which tells nothing."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.knowing.run import WORK

SECONDS = 12
"""Of one answer, on any machine; each took minutes or more, or broke the program."""

HEAD = """
game "Costly" for 2 players
kind Card "card":
    danger: 0..99 = 1
    price: 0..99 = 1
    var marks: 0..9
each player has:
    var n: 0..99
    zone hand "hand": cards of Card, seen by owner
    zone camp "camp": cards of Card, seen by faces, active
the table has:
    zone deck "deck": stack of Card, seen by nobody
define rival of (p: Player) = the first q in players where q is not p
window turn "your turn", pass "wait"
"""
CARDS = "".join(f'card "Kard {chr(65 + n)}" is Card, {3 + n % 3} copies:\n    danger {n}\n' for n in range(26))
MAIN = """
main:
    move each c in Card to deck
    shuffle deck
    for each p in players: move each c in top 15 of deck to hand of p
    for i from 1 to 10: move top of deck to camp of player 2 face down
    move (the first c in hand of player 1) to camp of player 1
    repeat at most 20 times:
        for each p in players: offer turn to p
    end game drawn
"""

HIDDEN = "value {} of (p: Player): 0..999999 stops at ends = {}\n"
LOOPS = (
    HIDDEN.format(
        "big",
        "number of a in Card where (some b in Card where "
        "(some c in hand of p where a.danger + b.danger > c.danger * 2))",
    )
    + HIDDEN.format(
        "sums", "sum of (sum of (sum of c.danger for c in hand of p) * b.danger for b in deck) for a in deck"
    )
    + HIDDEN.format(
        "four",
        "number of a in hand of p where "
        "(number of b in hand of p where (some d in hand of p where a.danger * b.danger > d.danger * 7)) > 2",
    )
    + """
action poke (q: Player where q is not me) in turn:
    requires ready: me.n > 5
    requires large: big(q) > 3
    requires dear: sums(q) > 3 else "only {four(q)} and {sums(q)} and {big(q)}"
    raise n of me by 1
"""
)
PRODUCTS = HIDDEN.format("prod", "sum of (sum of (danger of c * danger of d mod 97) for d in deck) for c in deck")
WIDE = (
    "value wide of (p: Player): 0..9999 stops at ends = number of c in hand of (rival of p) where "
    + " or ".join(f"(c.danger * {n + 2} + danger of (top of deck) * {n}) mod 91 = {n % 7}" for n in range(25))
    + "\n"
)
CHAIN = "define d0 (p: Player) = number of c in hand of p where c.danger > 3\n" + "".join(
    f"define d{n} (p: Player) = d{n - 1}(p) + d{n - 1}(p) - d{n - 1}(p)\n" for n in range(1, 60)
)
DEEP = "define e0 (p: Player) = number of c in hand of p where c.danger > 3\n" + "".join(
    f"define e{n} (p: Player) = e{n - 1}(p) + 1\n" for n in range(1, 900)
)
DEEP += "value deep of (p: Player): 0..9999 stops at ends = e899(p)\n"
MODIFIERS = "value price of (c: Card): 0..99999 stops at ends = printed price of c\n" + "".join(
    f"rule r{n}: modify price of c by +(number of d in hand of (rival of player 1) where d.danger > {n % 9} and "
    f"(some e in hand of player 2 where e.danger = d.danger + {n % 7}))\n"
    for n in range(120)
)


@cache
def game(rules: str) -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(HEAD + CARDS + rules + MAIN, encoding="utf-8")
        return load(folder)


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        pytest.param(
            LOOPS,
            ("why big of B", "why four of B", "why not poke B", "why not poke"),
            id="loops",
            marks=pytest.mark.long,
        ),
        pytest.param(PRODUCTS, ("why prod of A",), id="products"),
        pytest.param(WIDE, ("why wide of B", "why wide of A"), id="wide"),
        pytest.param(DEEP, ("why deep of B",), id="deep"),
        pytest.param(CHAIN, ("why d30 of B",), id="chain", marks=pytest.mark.long),
        pytest.param(LOOPS, ("why sums of B", "why big of B"), id="sums"),
        pytest.param(MODIFIERS, ("show", "view A", "what if 1"), id="modifiers", marks=pytest.mark.long),
    ],
)
def test_an_answer_comes_soon(rules: str, lines: tuple[str, ...]) -> None:
    """Nothing hangs, nothing breaks the program; what would take too long is hidden."""
    session = Session(game(rules))
    session.table.brief = True
    session.table.seat = 1
    session.begin()
    for line in lines:
        began = time.process_time()
        told = session.line(line).plain()
        assert time.process_time() - began < SECONDS, line
        assert "fault of the program" not in told, told
        assert "hidden" in told or not line.startswith("why "), told


@pytest.mark.parametrize("rules", [PRODUCTS, *(pytest.param(each, marks=pytest.mark.long) for each in (LOOPS, WIDE))])
def test_where_an_answer_stops_tells_nothing(rules: str) -> None:
    """As much work in every position that looks the same, and the same of all later questions."""
    state = game(rules).start(2, 3)
    spent: set[tuple[tuple[int | None, int], ...]] = set()
    for key in range(4):
        position = state.position if not key else state.determinize(1, key).position
        asking = Asking(state.engine, position, 1)
        answers = [
            (asking.call(value.proc, [player], [True]), asking.left)
            for value in state.engine.machine.values
            for player in (1, 2)
            if len(value.params) == 1
        ]
        spent.add(tuple(answers))
    assert len(spent) == 1
    assert all(left < WORK / 2 for answers in spent for _, left in answers[-1:])


BREAKS = """
value share of (p: Player): 0..99 stops at ends = 5 / p.n
value part of (p: Player): 0..99 stops at ends = 5 / (number of c in hand of p where c.danger > 20)
value price of (c: Card): 0..99 stops at ends = printed price of c
rule dear: modify price of c by +(5 / player 1.n)
action poke in turn:
    requires ready: me.n > 5
    requires share: share(me) > 5
    raise n of me by 1
"""


def test_where_the_rules_break_whoever_asks_is_told_so() -> None:
    """In words, with the place; and a drawing goes on."""
    session = Session(game(BREAKS))
    session.table.seat = 1
    session.begin()
    for line in ("why share of A", "why share of B", "why not poke"):
        told = session.line(line).plain()
        assert "DIVIDE" in told and "fault of the program" not in told
    assert "game.rules:" in session.line("why share of A").plain()
    assert "hidden" in session.line("why part of B").plain()
    assert "fault of the program" not in session.line("show").plain()
    session.line("seat all")
    assert "fault of the program" not in session.line("why share of A").plain()


def test_whether_a_hidden_rule_holds_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is worked out whether or not it does in truth: else it would spend time, and work, only where it does."""
    rules = """
value cheap of (c: Card): 0..99 stops at ends = 1
rule slow: modify cheap of c by +1 when some d in hand of player 2 where d.danger = 25
"""
    state = game(rules).start(2, 5)
    asked: list[tuple[int, int]] = []
    ask = Asking.call

    def counted(asking: Asking, proc: int, *rest: Any) -> int | None:
        found = ask(asking, proc, *rest)
        asked.append((proc, asking.left))
        return found

    monkeypatch.setattr(Asking, "call", counted)
    known = next(item.name for item in state.view(1).players[0].zones[0].items)
    ways: set[tuple[object, ...]] = set()
    for key in range(12):
        asked.clear()
        told = str(state.determinize(1, key).why(f"cheap of {known}", 1))
        ways.add((told, *asked))
    assert len(ways) == 1
