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
        ("Drum on Squire", "+ 0, late"),
    ]
