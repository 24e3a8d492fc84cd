"""What a move costs stands beside it: from the payments of its action, without a word of the rules about it."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.drawing.answers import Answer, answers_of, listed
from dsl.repl.drawing.grid import strokes
from dsl.repl.output import plain
from dsl.runtime.game import load
from dsl.runtime.information.seat import Seat

MARKET = """\
game "Market" for 2 players

enum Good: wood, stone

kind House "house":
    cost: 0..9 = 0
    built_of: bag of Good up to 9 = {}

card "Hut" is House:
    cost 2
card "Tower" is House:
    cost 5
    built_of {2 wood, 1 stone}
card "Tent" is House

each player has:
    var gold: 0..99 = 9
    var green_tokens: 0..9 = 3
    zone hand: cards of House, seen by owner

the table has:
    var store: bag of Good up to 20 = {9 wood, 9 stone}
    var builders: 1..9 = 2

value price of (c: House): 0..99 stops at ends = c.cost
modify price of c by -1 when builders > 5

window turn "your turn", pass "wait"

action build (c: House in hand of me) in turn:
    pay price of c from me.gold
    pay c.built_of from store
    move c to box

action hire (n: 1..3) in turn:
    pay n from me.gold

action trade in turn:
    pay 1 from me.green_tokens
    set builders to 6

main:
    move House to hand of player 1
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game drawn
"""


def _notes(answers: list[Answer]) -> dict[str, str]:
    return {answer.text: answer.note for answer in answers}


def test_what_a_move_costs_stands_beside_it(tmp_path: Path) -> None:
    """Numbers and bags, as rules have changed them; nothing where it is free or the text says how much."""
    (tmp_path / "game.rules").write_text(MARKET)
    state = load(tmp_path).start(2, 0)
    assert _notes(answers_of(Seat(state, None))) == {
        "build Hut": "costs 2 gold",
        "build Tower": "costs 5 gold and 2 wood, stone",
        "build Tent": "",
        "hire 1": "",
        "hire 2": "",
        "hire 3": "",
        "trade": "costs 1 green token",
        "wait": "",
    }
    state.apply("trade")
    state.apply("wait")
    assert _notes(answers_of(Seat(state, 1)))["build Hut"] == "costs 1 gold"
    assert answers_of(Seat(state, 2)) == []


def test_what_many_answers_cost_alike_is_told_once() -> None:
    """Where answers are told by what they share, so is the price."""
    many = [
        Answer(
            f"{first} {x}{y}", "", f"{first} ", f"{x}{y}", f"{first} {x}{y}", "costs 2 gold" if first == "hut" else ""
        )
        for first in ("hut", "tent")
        for x in "abcdefghijklmn"
        for y in range(9)
    ]
    shown = " ".join(plain(each).strip() for each in listed(many, 200, strokes(True)))
    assert shown.count("(costs 2 gold)") == 1
    assert "(costs 2 gold) . tent a0" in shown


def test_prices_of_two_games() -> None:
    """Dark Eden and the Siege show what is bought with its price."""
    state = load("dark_eden").start(2, 1)
    while "build" not in "".join(answer.text for answer in answers_of(Seat(state, None))):
        state.apply(state.moves()[0])
    found = _notes(answers_of(Seat(state, None)))
    costs = {note for text, note in found.items() if text.startswith(("build", "recruit"))}
    assert costs & {"costs 1 gold", "costs 2 gold", "costs 3 gold"}
    siege, fittings = load("siege").start(1, 0), list[str]()
    for _ in range(60):
        fittings = [note for text, note in _notes(answers_of(Seat(siege, None))).items() if text.startswith("build ")]
        if fittings:
            break
        siege.apply(siege.moves()[-1])
    assert fittings == ["costs 2 wood"]


PATHS = """game "Paths" for 1 player

kind Guard "guard":
    var steps: 0..9 = 5
card "Oda" is Guard
kind Spot "spot" is Space:
    zone here: cards of Guard

the table has:
    board field: Spot by column: 1..5 as letters, row: 1..1

window turn "your turn", pass "wait"

define toll (s: Spot) = (if s.column = 5 then 3 else 1)

action walk to (s: Spot in field) in turn:
    requires enough: toll(s) <= "Oda".steps
    lower "Oda".steps by toll(s)
    move "Oda" to s

main:
    for each s in field where s.column = 1: move "Oda" to s
    repeat at most 9 times: offer turn to player 1
    end game drawn
"""


def test_what_most_of_many_moves_cost_is_told_once(tmp_path: Path) -> None:
    """Beside the others stands what they cost, and who has not played knows what the rest cost as well."""
    (tmp_path / "game.rules").write_text(PATHS)
    found = answers_of(Seat(load(tmp_path).start(1, 0), None))
    shown = [plain(each).strip() for each in listed(found, 100, strokes(True))]
    assert [each.note for each in found] == ["", "", "", "", "costs 3 steps", ""]
    assert [each.usual for each in found] == [*4 * ["costs 1 step"], "", ""]
    assert shown[-1] == "walk to: costs 1 step where nothing else is said"


PILE = """game "Pile" for 1 player

kind Card "card":
    toll: 0..9 = 2
card "Map" is Card:
    toll 3
card "Rag" is Card, 6 copies
kind Gate "gate":
    toll: 0..9
card "Arch" is Gate:
    toll 1

the table has:
    zone pile: stack of Card, seen by nobody
    zone spent: cards of Card
    zone gates: cards of Gate

window turn "your turn", pass "wait"

define affordable (n: 0..9):
    requires enough: size of pile >= n else "that costs {n} cards, and the pile holds {size of pile}"

event hand_in "old cards" (n: 0..9):
    for i from 1 to n: move top of pile to spent
event lose (n: 0..9):
    for i from 1 to n: move top of pile to spent

action look in turn:
    requires affordable(4)
    hand_in 4
action go through (g: Gate in gates) in turn:
    requires affordable(g.toll)
    hand_in g.toll
action give (n: 1..2) in turn:
    requires affordable(n)
    hand_in n
action forget in turn:
    requires affordable(2)
    lose 2

main:
    move Gate to gates
    move Card to pile
    offer turn to player 1
    end game drawn
"""


def test_what_is_handed_to_an_event_with_a_label_is_a_price(tmp_path: Path) -> None:
    """Where it is required before; not where the move says how much, nor of an event without a label."""
    (tmp_path / "game.rules").write_text(PILE)
    state = load(tmp_path).start(1, 0)
    assert _notes(answers_of(Seat(state, None))) == {
        "look": "costs 4 old cards",
        "go through Arch": "costs 1 old card",
        "give 1": "",
        "give 2": "",
        "forget": "",
        "wait": "",
    }
