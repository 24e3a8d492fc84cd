"""Copies of a card have no number that lasts: what a seat gets is the same whichever of them lies where."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from dsl.runtime.game import Game, load
from dsl.runtime.information.views import ItemView, View, piece_of
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

POINTING = """
game "Pointing" for 2 players

kind Card
kind Mark:
    var meant: Card or none

card "Ash" is Card, 2 copies
card "Oak" is Card
card "Elm" is Card
card "Peg" is Mark, 3 copies

each player has:
    zone hand: cards of Card, seen by owner

the table has:
    zone pegs: cards of Mark
    zone deck: stack of Card, seen by nobody
    zone row: cards of Card

window turn "your turn"
action look in turn: say "A looks."

main:
    move each c in Card to deck
    shuffle deck
    move top of deck to row
    repeat at most 2 times: move top of deck to hand of player 2
    let pegs_left: 0..3 be 0
    move each m in Mark to pegs
    for each c in row: point_at c by 1
    for each c in hand of player 2:
        raise pegs_left by 1
        point_at c by pegs_left + 1
    offer turn to player 1

procedure point_at (c: Card) by (n: 1..3):
    let nth: 0..3 be 0
    for each m in pegs:
        raise nth by 1
        if nth = n: set m.meant to c
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
            assert state.engine.words.title(piece_of(item)) == item.name
        everything = items(state.view())
        assert [item.entity for item in everything] == [piece_of(item) for item in everything]


def test_why_answers_for_every_copy_that_may_be_meant() -> None:
    """`marks of Ash` means all of them: each is told with where it lies, and none is the first."""
    told: set[str] = set()
    firsts: set[int] = set()
    for seed in range(12):
        state = game().start(2, seed)
        state.apply("mark Ash")
        told.add(str(state.why("marks of Ash", 1)))
        firsts.add(state.position[state.engine.machine.layout.place + state.engine.machine.first_piece])
    assert len(firsts) > 1, "the copy of the lowest number lies in one place only"
    assert len(told) == 1, told
    reason = game().start(2, 1).why("marks of Ash", 1)
    assert [(part.words, part.value) for part in reason.parts] == [
        ("marks of Ash in hand of A", "0"),
        ("marks of Ash in shown of A", "0"),
        ("marks of Ash in shown of A", "2"),
    ]


def test_why_answers_once_where_all_copies_are_alike() -> None:
    """Nobody is asked which of them where it makes no difference."""
    state = game().start(2, 1)
    assert state.why("marks of Ash in hand of A", 1).value == "0"
    assert len(state.why("marks of Ash in shown of A", 1).parts) == 2
    state.apply("play Ash")
    assert len(state.why("marks of Ash in shown of A", 1).parts) == 2


def test_what_a_seat_gets_can_be_written_out() -> None:
    """Written out as data, moves and views hold no number of the position either."""
    states = [begun(first) for first in range(3)]
    written = [str([*map(asdict, state.moves()), asdict(state.view(1))]) for state in states]
    assert written[0] == written[1] == written[2]


def test_copies_that_point_at_the_unseen_are_listed_by_what_is_seen() -> None:
    """In which order they stand would tell the number of the card at which a field points."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(POINTING, encoding="utf-8")
        pointing = load(folder)
    for seed in range(4):
        state = pointing.start(2, seed)
        listed = {str(state.determinize(1, key).view(1).table) for key in range(20)} | {str(state.view(1).table)}
        assert len(listed) == 1, listed
