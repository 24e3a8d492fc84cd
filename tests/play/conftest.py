"""Noughts and crosses, whose numbers are known."""

from __future__ import annotations

from pathlib import Path

import pytest

NOUGHTS = """\
game "Noughts and Crosses" for 2 players

kind Square is Space:
    zone mark: cards of Stone, at most 1

kind Stone

card "X" is Stone, 5 copies, belongs to player 1
card "O" is Stone, 5 copies, belongs to player 2

the table has:
    board square: Square by row: 1..3, column: 1..3

define has (p: Player) (s: Square) = some m in mark of s where owner of m is p

define across (p: Player) = some r in 1..3 where every c in 1..3: has(p, square[r, c])
define down (p: Player) = some c in 1..3 where every r in 1..3: has(p, square[r, c])
define aslant (p: Player) = (every i in 1..3: has(p, square[i, i])) or (every i in 1..3: has(p, square[i, 4 - i]))

window turn "where?"

action mark (s: Square in square where size of mark of s = 0) in turn:
    move the first m in Stone where owner of m is me and m in box to s

main:
    repeat at most 5 times:
        for each p in players:
            if some s in square where size of mark of s = 0:
                offer turn to p, no passing
                if across(p) or down(p) or aslant(p):
                    end game won by p because "three in a line"
    end game drawn because "the board is full"
"""


@pytest.fixture(scope="session")
def noughts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the game."""
    folder = tmp_path_factory.mktemp("noughts")
    (folder / "game.rules").write_text(NOUGHTS, encoding="utf-8")
    return folder
