"""While choices are made unseen, nobody but who is asked is told of whom what is asked."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from dsl.play.features import Features
from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.information.view_text import lines
from dsl.runtime.state import State

TRUMPS = """
game "Trumps" for 3 players

kind Card:
    trump: yes/no
card "Ash" is Card:
    trump yes
card "Elm" is Card:
    trump no
card "Fir" is Card:
    trump yes
card "Oak" is Card:
    trump no

each player has:
    zone hand: cards of Card, seen by owner
    zone laid: cards of Card

main:
    random swapped from 0..1
    if swapped = 0: move "Ash" to hand of player 1
    if swapped = 0: move "Elm" to hand of player 2
    if swapped = 1: move "Elm" to hand of player 1
    if swapped = 1: move "Ash" to hand of player 2
    move "Oak" to hand of player 3
    sealed for each p in players:
        choose c from hand of p where c.trump by p as "{p} of {size of hand of p}: the trump to lay"
        if none: nothing
        choose n from 1..2 by p as "{p}: and now"
    then:
        if c is not none: move c to laid of p
    end game drawn
"""


@cache
def trumps() -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(TRUMPS, encoding="utf-8")
        return load(folder)


def faces(state: State, seat: int) -> list[object]:
    """All that a seat is told of a position."""
    session = Session(trumps(), state=state.clone())
    session.table.seat = seat
    typed = ("show", "moves", "1", "log", "view nobody")
    return [
        lines(state.view(seat)),
        state.prompt(seat),
        state.observation(seat),
        state.information_state(seat),
        Features(state.engine).row(state, seat),
        *(session.line(each).plain() for each in typed),
    ]


def begun(swapped: int) -> State:
    state = trumps().start(3, 1, explicit_chance=True)
    state.apply_outcome(1 - swapped)  # 0: A has the trump
    return state


def test_nobody_is_told_who_is_asked_nor_what() -> None:
    """A is asked for a card, or, having none, for the second thing at once; then B: to C it is all the same."""
    told = [faces(begun(1), 3), faces(begun(0), 3)]
    state = begun(1)
    while state.actor != 3:
        state.apply(state.moves()[0])
        if state.actor != 3:
            told.append(faces(state, 3))
    assert len(told) == 4 and all(each == told[0] for each in told)
    assert "choices are being made unseen" in told[0][0]  # type: ignore[operator]


def test_who_is_asked_is_told_everything() -> None:
    state = begun(1)
    view = state.view(1)
    assert (view.asked, view.prompt, view.moves) == (1, "A of 1: the trump to lay", ("Ash",))
    assert state.view().asked == 1 and not state.view().unseen
