"""Cards that are rows of a table, changed by modules as other cards are."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic
from dsl.pipeline import check_game
from dsl.runtime.game import load
from dsl.runtime.proving import run_scenarios

GAME = """
game "Stalls" for 2 players

kind Card:
    worth: 1..9
    rival: Card or none = none

each player has:
    zone hand: cards of Card, active
    var points: 0..20 stops at ends

cards Card from "stalls.csv"
card "Barn" is Card:
    worth 4

window turn "your turn"

action sell (c: Card in hand of me) in turn:
    discard_it c
    raise points of me by worth of c

event discard_it (c: Card):
    move c to box

main:
    for each p in players: move each c in Card to hand of player 1
    repeat at most 3 times:
        for each p in players: offer turn to p
    end game drawn
"""
TABLE = "title,worth,rival,text\nRye,1,Mill,Plain rye.\nMill,2,Rye,\nOats,3,,\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game whose cards stand in a table, without modules."""
    (tmp_path / "game.rules").write_text(GAME)
    (tmp_path / "stalls.csv").write_text(TABLE)
    (tmp_path / "modules").mkdir()
    return tmp_path


def module(folder: Path, text: str, name: str = "fan") -> str:
    (folder / "modules" / f"{name}.rules").write_text(f'module {name} "A fan\'s" of "Stalls"\n{text}')
    return name


def told(folder: Path, *names: str) -> list[Diagnostic]:
    return list(check_game(folder, modules=names)[1].all())


def passes(folder: Path, *names: str) -> bool:
    results = run_scenarios(load(folder, names, scenarios=True))
    assert results and not [f"{each.place}: {each.message}" for each in results if not each.passed]
    return True


def test_numbers_words_and_rules_of_a_row_are_changed(folder: Path) -> None:
    text = """
change card "Rye":
    worth 7
    text "Golden rye."
    rule dust: after discard_it c when c is this: raise points of player 2 by 2

scenario "dear rye":
    A does "sell Rye"
    B is asked
    expect A.points = 7 and B.points = 2 and "Rye".rival is "Mill"
"""
    assert not told(folder, module(folder, text))
    assert passes(folder, "fan")
    cards = {card.title: card.text for card in load(folder, ["fan"]).program().cards}
    assert cards["Rye"] == "Golden rye." and cards["Mill"] is None


def test_two_modules_change_parts_of_one_row(folder: Path) -> None:
    module(folder, 'change card "Rye":\n    worth 7\n', "dear")
    module(folder, 'change card "Rye":\n    text "Dear."\n', "told")
    text = """
requires module dear, told

scenario "both hold":
    A does "sell Rye"
    B is asked
    expect A.points = 7
"""
    module(folder, text, "both")
    assert not told(folder, "both", "dear", "told")
    assert passes(folder, "both", "dear", "told")
    module(folder, 'change card "Rye":\n    worth 8\n', "dearer")
    assert [each.code for each in told(folder, "dear", "dearer")] == ["E170"]


def test_a_row_is_removed_replaced_and_renamed(folder: Path) -> None:
    text = """
remove card "Oats"
replace card "Barn" is Card:
    worth 5
replace card "Mill" is Card:
    worth 6
rename card "Rye" to "Spelt"

scenario "another market":
    A does "sell Spelt"
    B is asked
    expect A.points = 1 and "Spelt".rival is "Mill"
    expect size of Card = 3 and "Mill".worth = 6
"""
    found = told(folder, module(folder, text))
    assert not found, [str(each.message) for each in found]
    assert passes(folder, "fan")


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        ('change card "Oat":\n    worth 2\n', "E102", 'there is no card "Oat" to change', 'meant "Oats"?'),
        ('remove card "Oat"\n', "E102", 'there is no card "Oat" to remove', 'meant "Oats"?'),
        ('change card "Rye":\n    price 2\n', "E101", "price", None),
        ('change card "Rye":\n    worth 20\n', "E106", "", None),
    ],
)
def test_what_is_not_right_is_told(folder: Path, text: str, code: str, message: str, hint: str | None) -> None:
    found = told(folder, module(folder, text))
    assert [each.code for each in found] == [code]
    assert message in found[0].message and (hint is None or found[0].hint == hint)
    assert found[0].span is not None and found[0].span.file.name.endswith("fan.rules")
