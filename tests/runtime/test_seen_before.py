"""Equal cards of which others have seen one: who holds them is not told, and the one that was seen is played first."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.runtime.game import Game, load
from dsl.runtime.state import State

TEXT = """\
game "Peeks" for 3 players
kind Card "card"
card "Five" is Card, 5 copies
card "Six" is Card
each player has:
    zone hand "hand": cards of Card, seen by owner
the table has:
    zone drawer "drawer": stack of Card, seen by nobody
    zone laid "laid": cards of Card
window turn "your turn", pass "wait"
action peek (q: Player where q is not me) in turn:
    if size of hand of q > 0:
        random c from hand of q on look
        show c to me
action give (c: Card in hand of me) in turn: move c to hand of player 1
action lay (c: Card in hand of me) in turn: move c to laid
main:
    move each c in Card to drawer
    for each p in players: move each c in top 2 of drawer to hand of p
    repeat at most 6 times:
        for each p in players: offer turn to p
    end game drawn
"""


@pytest.fixture(scope="module")
def peeks(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("peeks")
    (folder / "game.rules").write_text(TEXT, encoding="utf-8")
    return load(folder)


def played(game: Game, seed: int, *lines: str) -> State:
    """The state behind these answers."""
    state = game.start(3, seed)
    for line in lines:
        state.apply(line)
    return state


PEEKED = ("wait", "wait", "peek B", "wait")
"""B and C hold two Fives each, A a Five and a Six; C has seen one card of B, who is to move."""


@pytest.mark.parametrize("seed", range(3))
def test_what_others_have_seen_makes_no_two_answers(peeks: Game, seed: int) -> None:
    """Neither to whom the card was handed nor to whom it still belongs."""
    state = played(peeks, seed, *PEEKED)
    assert [str(move) for move in state.moves()] == ["peek A", "peek C", "give Five", "lay Five", "wait"]
    state.apply("give Five")
    state.apply("wait")
    assert [str(move) for move in state.moves()] == [
        "peek B",
        "peek C",
        "give Five",
        "give Six",
        "lay Five",
        "lay Six",
        "wait",
    ]


@pytest.mark.parametrize("seed", range(6))
def test_the_card_that_was_seen_is_played_first(peeks: Game, seed: int) -> None:
    """Who has seen a Five and sees one played does not learn that there is another."""
    state = played(peeks, seed, *PEEKED)
    assert "hand of B: 2 [Five, card]" in state.observation(3)
    state.apply("lay Five")
    assert "hand of B: 1 card" in state.observation(3)
