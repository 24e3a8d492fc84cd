"""`play --watch`: rules that are saved while a game is played."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from repl.at_terminal import playing, read_until

RULES = """\
game "Steps" for 2 players

each player has:
    var steps: 0..9

window turn "your turn"

action walk in turn: raise me.steps by 1

main:
    repeat at most 3 times:
        for each p in players: offer turn to p
    end game scored by steps
"""


@pytest.mark.parametrize("size", [None, (40, 120)])
def test_rules_that_are_saved_while_a_game_is_played(tmp_path: Path, size: tuple[int, int] | None) -> None:
    """With and without a place for each thing: the same position with the new rules, or the mistake and the old."""
    path = tmp_path / "steps.rules"
    path.write_text(RULES)
    with playing(path, tmp_path / "state", size, "--watch") as (terminal, _):
        read_until(terminal, b"walk")
        os.write(terminal, b"1\r")
        read_until(terminal, b"steps 0 to 1")
        path.write_text(RULES.replace("raise me.steps by 1", "raise me.steps by 4"))
        read_until(terminal, b"read again")
        path.write_text(RULES.replace("raise me.steps", "raise me.stps"))
        read_until(terminal, b"stps")
        os.write(terminal, b"1\r")
        read_until(terminal, b"B: steps 0 to 4")
