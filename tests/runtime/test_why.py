"""Where a number comes from, when many pieces have the rule and the value has layers of its own."""

from __future__ import annotations

from pathlib import Path

import dsl

TEXT = """game "Gear" for 1 player
kind Thing:
    bonus: 0..9
    zone carried: cards of Gear, active
kind Fighter is Thing
kind Gear is Thing:
    rule worn: modify might of f by +bonus of this in late when Fighter of this is f
the table has:
    zone hall: cards of Fighter, active
layers might: early, late
value might of (f: Fighter): 0..99 = f.bonus
card "Squire" is Fighter:
    bonus 1
card "Belt" is Gear, 20 copies:
    bonus 2
card "Drum" is Gear, 20 copies:
    bonus 0
    modify might of f times 2 in early when Fighter of this is f
main:
    move "Squire" to hall
    move "Belt" copy 7 to carried of "Squire"
    move "Belt" copy 19 to carried of "Squire"
    move "Drum" copy 3 to carried of "Squire"
    choose f from Fighter by player 1
    end game drawn
"""


def test_each_piece_is_named_with_what_it_adds_and_its_layer(tmp_path: Path) -> None:
    path = tmp_path / "gear.rules"
    path.write_text(TEXT, encoding="utf-8")
    reason = dsl.load(path).start().why("might of Squire")
    assert reason.value == "6"
    assert [(part.words, part.value) for part in reason.parts] == [
        ("base", "1"),
        ("Drum on Squire", "times 2, early"),
        ("Belt on Squire", "+ 2, late"),
        ("Belt on Squire", "+ 2, late"),
    ]


SUMS = """game "Sums" for 2 players
enum Side: left, right
kind Card:
    cost: 0..9
card "Oak" is Card:
    cost 3
each player has:
    var coins: 0..9
    var debts: 0..9
define worth of (p: Player) = coins of p + 2 * coins of p - debts of p
define rich of (p: Player):
    requires gold: coins of p > 3
    requires free: debts of p = 0
define share of (p: Player), (s: Side) = (if s is left then coins of p else debts of p)
value price of (c: Card): 0..99 = c.cost + coins of player 1 + debts of player 1
main:
    set coins of player 1 to 4
    choose n from 1..2 by player 1
"""


def test_definitions_and_the_parts_of_sums(tmp_path: Path) -> None:
    path = tmp_path / "sums.rules"
    path.write_text(SUMS, encoding="utf-8")
    state = dsl.load(path).start()
    reason = state.why("worth of A")
    assert (reason.words, reason.value) == ("worth of A", "12")
    assert [(part.words, part.value) for part in reason.parts] == [("coins of A", "4"), ("2 * coins of A", "8")]
    reason = state.why("rich of A")
    assert reason.value == "yes" and [(part.words, part.value) for part in reason.parts] == [
        ("gold", "yes"),
        ("free", "yes"),
    ]
    assert state.why("share of A, left").value == "4" and state.why("share of A right").value == "0"
    (base,) = state.why("price of Oak").parts
    assert base.value == "7" and [part.value for part in base.parts] == ["3", "4"]
    assert state.why("worth of B").value == "0" and not state.why("worth of B").parts
