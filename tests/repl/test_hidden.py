"""What stands on the screen of a seat does not depend on what is hidden from it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import shared

from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.state import State

POINTED = """\
game "Pointed" for 2 players
kind Card:
    worth: 0..9
card "Ace" is Card:
    worth 1
card "Two" is Card:
    worth 2
card "Three" is Card:
    worth 3
each player has:
    var favourite: Card or none
    zone hand: cards of Card, seen by owner
window turn
action like (c: Card in hand of me) in turn: set favourite of me to c
action lay_open in turn: reveal hand of me
main:
    move Card to hand of player 2
    repeat at most 3 times: offer turn to player 2
"""


def screens(game: Game, state: State, seat: int) -> list[str]:
    """What a seat is shown."""
    session = Session(game, None, 0, state=state)
    session.table.brief = True
    session.table.seat = seat
    typed = ["show", "moves", "", "show hand", "why not play", "why not attack", "why not 1"]
    return [session.line(each).plain() for each in typed]


@pytest.mark.parametrize("name", ["kuhn_poker", "hearts", "gin_rummy", "midnight_ball", "dark_order"])
def test_screens_tell_nothing_of_the_hidden(name: str) -> None:
    """Along a random game: the unknown is dealt again, and every line of every seat is the same."""
    game = shared.game(name)
    state = game.start(None, 3)
    chance = random.Random(5)
    for step in range(24):
        if state.is_over:
            break
        if step % 6 == 5:
            for seat in range(1, state.engine.machine.players + 1):
                twin = state.determinize(seat, step)
                assert screens(game, state.clone(history=False), seat) == screens(game, twin, seat)
        state.apply(chance.choice(state.moves()))


def test_a_field_that_points_at_a_hidden_piece_tells_its_place(tmp_path: Path) -> None:
    """The other player sees that there is a favourite and where it lies, and its name when it is revealed."""
    path = tmp_path / "pointed.rules"
    path.write_text(POINTED, encoding="utf-8")
    session = Session(load(path), 2, 0)
    session.table.brief = True
    session.line("like Two")
    session.line("seat A")
    shown = session.line("show").plain()
    assert "favourite card in hand of B" in shown
    assert "Two" not in shown
    session.line("seat B")
    assert "favourite Two" in session.line("show").plain()
    session.line("lay open")
    session.line("seat A")
    assert "favourite Two" in session.line("show").plain()
