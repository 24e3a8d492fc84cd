"""A game takes the memory that it takes at its start, however long it is played."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest
from breadth import many

from dsl.runtime.chance import draw
from dsl.runtime.game import load

ROUNDS = many(10, 40)
MOST_GROWN = 64 * 1024
"""Bytes; what is kept of a game (undo, log, moves) is let go with it."""

GAME = """\
game "Treadmill" for 2 players
kind Card
card "A" is Card, 30 copies
each player has:
    zone hand: cards of Card, seen by owner
    var score: 0..999 stops at ends
the table has:
    zone deck: stack of Card, seen by nobody
window turn "your turn"
action draw_one in turn:
    requires cards_left: size of deck > 0
    move top of deck to hand of me
    raise me.score by 1
action give_back (c: Card in hand of me) in turn:
    move c to deck
    shuffle deck
main:
    move Card to deck
    repeat at most 100 times:
        for each p in players: offer turn to p
    end game scored by score
"""


@pytest.mark.long
def test_games_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    game = load(tmp_path / "game.rules")

    def play(seed: int) -> None:
        state = game.start(seed=seed)
        number = 0
        while not state.is_over:
            options = state.options()
            state.apply(options[draw(seed, 1, number, len(options))])
            number += 1

    play(0)
    tracemalloc.start()
    try:
        play(1)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for seed in range(ROUNDS):
            play(seed)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < MOST_GROWN
