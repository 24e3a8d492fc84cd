"""Copies of a card have no number that lasts: what a seat gets is the same whichever of them lies where."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from dsl.runtime.game import Game, load
from dsl.runtime.information.views import ItemView, View
from dsl.runtime.state import State

COPIES = """
game "Copies" for 2 players

kind Card:
    var marks: 0..9
kind Token

card "Ash" is Card, 3 copies
card "Oak" is Card
card "Bead" is Token, 2 copies

each player has:
    zone hand: cards of Card, seen by owner
    zone shown: cards of Card

the table has:
    zone deck: stack of Card, seen by nobody

action play (c: Card in hand of me) in turn:
    move c to shown of me
action mark (c: Card in shown of me) in turn:
    raise c.marks by 1
window turn "your turn"

main:
    random first from 0..2
    move each c in Card to deck
    let one be "Ash"
    let two be "Ash" copy 2
    let three be "Ash" copy 3
    if first = 0: deal one, two, three
    if first = 1: deal two, three, one
    if first = 2: deal three, one, two
    repeat at most 4 times: offer turn to player 1

event deal (a: Card), (b: Card), (c: Card):
    move a to hand of player 1
    move b to shown of player 1
    raise b.marks by 2
    move c to shown of player 1
"""


@cache
def game() -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(COPIES, encoding="utf-8")
        return load(folder)


def begun(first: int) -> State:
    state = game().start(2, 1, explicit_chance=True)
    state.apply_outcome(first)
    return state


def items(view: View) -> list[ItemView]:
    return [item for player in view.players for zone in player.zones for item in zone.items]


def test_what_a_seat_gets_names_no_copy() -> None:
    states = [begun(first) for first in range(3)]
    for text in ("", "play Ash", "mark Ash"):
        for state in states:
            if text:
                state.apply(next(move.text for move in state.moves() if move.text.startswith(text)))
        for seat in (1, 2):
            told = [(state.view(seat), state.observation(seat), state.information_state(seat)) for state in states]
            assert told[0] == told[1] == told[2]
        assert len({tuple(move.text for move in state.moves()) for state in states}) == 1
    numbers = [item.entity for item in items(states[0].view(1))]
    assert len(set(numbers)) == len(numbers) == 3


def test_who_holds_the_position_finds_the_piece() -> None:
    for first in range(3):
        state = begun(first)
        for item in items(state.view(1)):
            assert state.engine.words.title(item.piece) == item.name
        everything = items(state.view())
        assert [item.entity for item in everything] == [item.piece for item in everything]
