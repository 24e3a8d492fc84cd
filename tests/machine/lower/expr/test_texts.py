"""expr/texts.py: texts with holes, and how a value of each type reads."""

from __future__ import annotations

import pytest
from machine.common import Play, machine_of, program_of
from machine.lowered import lowered, written

from dsl.machine.ir.ops import Shown
from dsl.machine.lower.expr.texts import MOST_SHOWN, program_enums, shown

TEXT = """
enum Suit: red, blue
kind Card:
    suit: Suit = red
    zone under: cards of Card
    text "words"
each player has:
    zone hand: cards of Card
    var stock: bag of Suit up to 9
    var wanted: Suit or none
    var orders: set of Suit
    var friend: Card or none
    var ready: yes/no
    var gold: 0..9
card "Ace" is Card, 20 copies
main:
    for each c in Card where c is "Ace": move c to hand of player 1
    say "{player 1} has {gold of player 1} and {each c in hand of player 1}."
    say "plain"
    say "plain"
    let ace be the first c in Card
    say "{suit of ace}: {text of ace}"
    end game drawn because "that is {gold of player 2} all"
"""


def test_holes_hand_their_values_on_and_a_text_is_there_once() -> None:
    """Of a set so many as a text shows; the same text has the same number."""
    machine = lowered(TEXT)
    said = [line.strip() for line in written(machine, "main").splitlines() if "log" in line or "finish" in line]
    members = ", ".join(f"r1[{index}]" for index in range(MOST_SHOWN))
    assert said == [
        f"log 0 (1, S[gold 1], {members})",
        "log 1 ()",
        "log 1 ()",
        "log 2 (0, r3)",
        "finish drawn 0 because 3 (S[gold 2])",
    ]
    parts = [template.parts for template in machine.names.templates]
    assert parts[0] == (Shown("entity"), " has ", Shown("number"), " and ", Shown("entities", MOST_SHOWN), ".")
    assert parts[1] == ("plain",)
    assert parts[2] == (Shown("enum", 0), ": ", Shown("words"))


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("gold", Shown("number")),
        ("ready", Shown("bool")),
        ("wanted", Shown("enum", 0, True)),
        ("orders", Shown("flags", 0)),
        ("friend", Shown("entity")),
    ],
)
def test_how_a_value_of_a_type_reads(name: str, how: Shown) -> None:
    """Enums by their number among those of the game, those of rulings behind them."""
    program = program_of(TEXT)
    field = next(each for each in program.fields if each.name == name)
    assert shown(program, field.type) == how


def test_the_enums_of_rulings_come_last() -> None:
    """They are in no list of the program."""
    ruling = 'ruling order "Who is first?"\n    reading young "the youngest"\n    reading old "the oldest"\n'
    program = program_of(f'game "Rulings" for 2 players\n{ruling}{TEXT}')
    assert [len(enum.values) for enum in program_enums(program)] == [2, 2]
    assert program_enums(program)[0].name == "Suit" and program_enums(program)[1] not in program.enums


def test_bags_and_fractions_read_as_such() -> None:
    """A bag needs to know how wide a count is."""
    names = machine_of(TEXT).names
    stock = next(each.shown for each in names.fields if each.name == "stock")
    assert (stock.what, stock.index, stock.bits) == ("bag", 0, 4)


def test_what_is_said_is_worked_out_when_it_is_said() -> None:
    """The reference backend hands the numbers on."""
    game = Play(lowered(TEXT))
    assert game.over and game.lines[1:3] == ["plain", "plain"] and game.lines[0].startswith("1 has 0 and 3")
