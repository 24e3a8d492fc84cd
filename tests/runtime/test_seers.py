"""Zones that are seen by any set of players: `seen by p where CONDITION`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.runtime.game import load
from dsl.runtime.information.view_text import lines
from dsl.runtime.state import State

BACKENDS = ["python", "reference", "native"]

HANABI = """
game "Fireworks" for 3 players

kind Card
card "Red" is Card, 2 copies
card "Blue" is Card, 2 copies
card "Green" is Card, 2 copies

each player has:
    zone hand: row of Card, seen by p where p is not owner
    zone played: cards of Card

the table has:
    zone deck: stack of Card, seen by nobody
    zone pit: cards of Card, seen by nobody

action play (c: Card in hand of me) in turn:
    move c to played of me
action bury (c: Card in hand of me) in turn:
    move c to pit
action swap in turn:
    shuffle hand of me
window turn "your turn"

main:
    move Card to deck
    shuffle deck
    for each p in players:
        for i from 1 to 2: move top of deck to hand of p
    for i from 1 to 4:
        for each p in players: offer turn to p, no passing
    end game drawn
"""

SIDES = """
game "Sides" for 4 players

enum Side: fox, owl

kind Card
card "Ash" is Card
card "Elm" is Card

each player has:
    var side: Side
    zone hand: cards of Card, seen by p where p.side is owner.side

the table has:
    zone plan: stack of Card, seen by q where q.side is owl

main:
    set side of player 2 to owl
    set side of player 4 to owl
    move "Ash" to hand of player 2
    move "Elm" to plan
    choose n from 1..2 by player 1
    end game drawn

scenario "who is on the side of the owner sees the hand":
    B sees "Ash"
    D sees "Ash"
    A does not see "Ash"
    D sees "Elm"
    C does not see "Elm"
"""


def begun(tmp_path: Path, text: str, players: int, backend: str = "python") -> State:
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    return load(tmp_path).start(players, 4, backend=backend)


def hands(state: State, viewer: int) -> list[list[bool]]:
    """For each hand which of its cards the viewer knows."""
    return [[item.known for item in player.zones[0].items] for player in state.view(viewer).players]


@pytest.mark.parametrize("backend", BACKENDS)
def test_everybody_but_the_owner_sees_a_hand(tmp_path: Path, backend: str) -> None:
    state = begun(tmp_path, HANABI, 3, backend)
    for viewer in (1, 2, 3):
        assert hands(state, viewer) == [[owner != viewer] * 2 for owner in (1, 2, 3)]
    assert not any("Red" in move.text or "Blue" in move.text or "Green" in move.text for move in state.moves())
    state.apply(state.moves()[0])
    assert "card" not in state.log(1)[-1] and state.log(1) == state.log(2)
    assert hands(state, 2)[0] == [True] and hands(state, 1)[0] == [False]


@pytest.mark.parametrize("backend", BACKENDS)
def test_who_sees_a_hand_sees_what_leaves_it_and_what_stays(tmp_path: Path, backend: str) -> None:
    state = begun(tmp_path, HANABI, 3, backend)
    state.apply("swap")
    for viewer in (1, 2, 3):
        assert hands(state, viewer) == [[owner != viewer] * 2 for owner in (1, 2, 3)]
    state.apply("swap")
    state.apply("swap")
    state.apply(next(move for move in state.moves() if move.text.startswith("bury")))
    assert hands(state, 1)[0] == [False] and hands(state, 2)[0] == hands(state, 3)[0] == [True]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_side_sees_the_hands_of_its_members(tmp_path: Path, backend: str) -> None:
    state = begun(tmp_path, SIDES, 4, backend)
    words = state.engine.words
    known = {
        words.title(piece): [player for player in range(1, 5) if words.knows(state.position, player, piece)]
        for piece in range(words.machine.first_piece, words.machine.entity_count + 1)
    }
    assert known == {"Ash": [2, 4], "Elm": [2, 4]}
    for key in range(10):
        twin = state.determinize(1, key)
        assert lines(twin.view(1)) == lines(state.view(1))


def test_a_scenario_asks_for_it(tmp_path: Path) -> None:
    from dsl.tools.cli import main

    (tmp_path / "game.rules").write_text(SIDES, encoding="utf-8")
    assert main(["test", str(tmp_path)]) == 0
