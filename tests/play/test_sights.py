"""Bots that search guesses answer with what can be done here, whatever the hidden pieces are in their guesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.play.bots import make_bot
from dsl.play.sights import counterpart, names_hidden
from dsl.runtime.game import load

COVERED = """game "Covered" for 2 players

kind Stone:
    worth: 0..9

each player has:
    zone line: row of Stone, seen by nobody, active
    zone rest: stack of Stone, seen by nobody
    var points: 0..99

the table has:
    zone heap: stack of Stone, seen by nobody

window pick "pick"

card "One" is Stone, 6 copies:
    worth 1
card "Nine" is Stone, 6 copies:
    worth 9

action take (s: Stone in line of me) in pick:
    raise me.points by worth of s
    move s to box face up

main:
    move Stone to heap face down
    shuffle heap
    for each p in players:
        move (top 3 of heap) to line of p face down
        move (top 3 of heap) to rest of p face down
    for i from 1 to 3:
        for each p in players: offer pick to p, no passing
    end game scored by points
"""


@pytest.fixture
def covered(tmp_path: Path) -> Path:
    """The game as a file."""
    path = tmp_path / "covered.rules"
    path.write_text(COVERED, encoding="utf-8")
    return path


@pytest.mark.parametrize("words", ["uct:20", "greedy", "ismcts:20"])
def test_what_is_answered_can_be_done(covered: Path, words: str) -> None:
    """A stone that lies face down is another one in each guess, and the answer names the one that lies here."""
    game = load(covered)
    for seed in range(12):
        state = game.start(2, seed)
        while state.actor:
            option = make_bot(words, seed + state.actor).choose(state)
            assert option in state.options()
            state.play_option(option)


def test_the_same_answer_in_a_guess_lies_in_the_same_place(covered: Path) -> None:
    state = load(covered).start(2, 1)
    for key in range(10):
        guess = state.determinize(1, key)
        for place, option in enumerate(state.options()):
            assert names_hidden(state, option)
            assert counterpart(state, option, guess) == guess.options()[place]
