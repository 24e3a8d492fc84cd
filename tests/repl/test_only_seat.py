"""Whoever plays alone sits at the only seat: what the game hides stays hidden on the screen."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.session import Session
from dsl.runtime.game import load

RULES = """
game "Chest" for 1 player

kind Find

each player has:
    zone chest: cards of Find, seen by nobody

the table has:
    zone hill: cards of Find

card "Crown" is Find
card "Bone" is Find

window digging

action dig in digging: move the first f in chest of me to hill

main:
    move Find to chest of player 1
    for each f in Find: offer digging to player 1
"""


def test_the_only_player_does_not_see_everything(tmp_path: Path) -> None:
    """The contents of the chest are not told; who stands up is at no seat."""
    (tmp_path / "game.rules").write_text(RULES, encoding="utf-8")
    game = load(str(tmp_path))
    session = Session(game, None, 0, state=game.start(None, 0))
    assert session.table.seat == 1
    assert "Crown" not in session.line("view").plain()
    session.line("seat all")
    assert session.table.seat is None
