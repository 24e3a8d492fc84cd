"""What a player does among pieces that only he looks at is his own: in the log, and in who knows what afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.runtime.game import load
from dsl.runtime.state import State

GAME = """
game "Deck" for 3 players

kind Card
card "Ash" is Card
card "Elm" is Card
card "Fir" is Card
card "Oak" is Card

each player has:
    zone hand: cards of Card, seen by owner
    zone open: cards of Card

the table has:
    zone deck: stack of Card, seen by nobody
    zone bag: bag of Card, seen by nobody

main:
    BODY
    end game drawn
"""

BACKENDS = ["python", "reference", "native"]


def begun(tmp_path: Path, body: str, backend: str = "python") -> State:
    text = GAME.replace("BODY", body.strip().replace("\n", "\n    "))
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    return load(tmp_path).start(3, 1, backend=backend)


def knowing(state: State, title: str) -> str:
    """Who knows a card: the letters of the players."""
    words = state.engine.words
    (piece,) = (
        piece
        for piece in range(words.machine.first_piece, words.machine.entity_count + 1)
        if words.title(piece) == title
    )
    return "".join("ABC"[player - 1] for player in (1, 2, 3) if words.knows(state.position, player, piece))


HAND = """
move Card to hand of player 1
show "Ash" to player 2
show "Elm" to player 2
choose c from hand of player 1 by player 1 as "which one?"
if none: leave
move c to TARGET
choose one by player 3:
    option "so": nothing
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_who_does_not_see_which_card_goes_knows_no_longer_which_are_left(tmp_path: Path, backend: str) -> None:
    """B has been shown Ash and Elm; A puts a card out of the hand under the deck."""
    told: list[object] = []
    for card in ("Ash", "Elm", "Fir"):
        state = begun(tmp_path, HAND.replace("TARGET", "bottom of deck"), backend)
        assert knowing(state, "Ash") == "AB" and knowing(state, "Fir") == "A"
        state.apply(card)
        told.append((state.view(2), state.log(2), state.information_state(2)))
        assert state.log(2) == ["A: card in hand of A (which one?)"]
        assert knowing(state, "Oak") == "A" and knowing(state, card) == ""
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("backend", BACKENDS)
def test_who_sees_which_card_goes_keeps_knowing_the_others(tmp_path: Path, backend: str) -> None:
    for card in ("Ash", "Fir"):
        state = begun(tmp_path, HAND.replace("TARGET", "open of player 1"), backend)
        state.apply(card)
        assert knowing(state, "Elm") == "AB" and knowing(state, card) == "ABC"
        assert state.log(2) == [f"A: {card} (which one?)"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_who_is_given_the_card_keeps_knowing_the_others(tmp_path: Path, backend: str) -> None:
    state = begun(tmp_path, HAND.replace("TARGET", "hand of player 2"), backend)
    state.apply("Fir")
    assert knowing(state, "Elm") == "AB" and knowing(state, "Fir") == "B"
    assert state.log(2) == ["A: Fir (which one?)"] and state.log(3) == ["A: card in hand of A (which one?)"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_box_takes_a_card_unseen(tmp_path: Path, backend: str) -> None:
    state = begun(tmp_path, HAND.replace("TARGET", "box"), backend)
    state.apply("Fir")
    assert knowing(state, "Elm") == "A"


BAG = """
move Card to bag
show "Ash" to player 2
show "Elm" to player 3
if size of bag > 0:
    random c from bag
    move c to hand of player 3
choose one by player 3:
    option "so": nothing
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_bag_is_reached_into_unseen(tmp_path: Path, backend: str) -> None:
    state = begun(tmp_path, BAG, backend)
    left = [title for title in ("Ash", "Elm", "Fir", "Oak") if knowing(state, title) != "C"]
    assert not any("B" in knowing(state, title) for title in left)


TOP = """
move Card to deck
show (top 2 of deck) to player 2
show (top 3 of deck) to player 1
choose any number of low from top 3 of deck by player 1 as "for the bottom"
for each c in low:
    move c to bottom of deck
    show c to player 1
arrange above from top (3 - size of low) of deck by player 1 as "the order on top"
for each c in above:
    move c to deck
    show c to player 1
choose one by player 3:
    option "so": nothing
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_taken_up_is_no_longer_known(tmp_path: Path, backend: str) -> None:
    """B has seen the two uppermost cards; A looks at three and puts them where he likes."""
    told: set[str] = set()
    for low in ("Oak", "Fir", "Elm"):
        for last in (0, 1):
            state = begun(tmp_path, TOP, backend)
            assert all("B" not in knowing(state, title) for title in ("Ash", "Elm", "Fir", "Oak"))
            state.apply(f"take {low}")
            while state.actor == 1 and "done" in {move.text for move in state.moves()}:
                state.apply("done")
            while state.actor == 1:
                state.apply(last)
            told.add(repr((state.view(2), state.log(2), state.information_state(2))))
            assert state.log(1)[0] == f"A: take {low} (for the bottom)" and len(state.log(1)) >= 2
            assert not state.log(2)
    assert len(told) == 1


def test_openly_all_see_what_is_chosen_and_in_which_order(tmp_path: Path) -> None:
    body = TOP.replace('"for the bottom"', '"for the bottom", openly').replace(
        '"the order on top"', '"the order on top", openly'
    )
    state = begun(tmp_path, body)
    assert "B" in knowing(state, "Oak") and "B" in knowing(state, "Fir")
    state.apply("take Fir")
    state.apply("done")
    state.apply("Oak")
    assert state.log(2) == [
        "A: take Fir (for the bottom)",
        "A: done (for the bottom)",
        "A: take Oak (the order on top)",
    ]


def test_an_order_of_open_pieces_is_told_where_it_is_open(tmp_path: Path) -> None:
    body = """
move Card to open of player 1
arrange c from open of player 1 by player 1 as "what goes first"OPENLY
for each d in c: move d to bottom of deck
choose one by player 3:
    option "so": nothing
"""
    lengths: list[int] = []
    for openly in ("", ", openly"):
        state = begun(tmp_path, body.replace("OPENLY", openly))
        for _ in range(3):
            state.apply(0)
        lengths.append(len(state.log(2)))
        assert len(state.log(1)) == 3
    assert lengths == [0, 3]
