"""What bots did can be made again from its texts: by `reload`, and by a scenario that `record` wrote."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.runtime.moves import Option
from dsl.runtime.state import State
from dsl.tools.cli import main

TWINS = """
game "Twins" for 2 players

kind Card
card "Ash" is Card, 4 copies
card "Oak" is Card

each player has:
    zone hand: cards of Card, seen by owner
    zone pile: stack of Card

action lay (c: Card in hand of me) in turn:
    move c to pile of me
window turn "your turn"

main:
    move (each c in Card where c is "Ash") to hand of player 1
    move "Oak" to hand of player 2
    for i from 1 to 3: offer turn to player 1, no passing
    offer turn to player 2, no passing
    end game drawn
"""


@dataclass
class Last:
    """A bot that takes the last option, a copy for which another move stands."""

    name: str = "last"

    def choose(self, state: State) -> Option:
        return state.options()[-1]


def test_choices_among_copies_can_be_made_again(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(TWINS, encoding="utf-8")
    session = Session(load(tmp_path), None, 0, reload=lambda: load(tmp_path))
    table = session.table
    assert len(table.state.options()) == 4 and len(table.state.moves()) == 1
    table.run(3, Last())
    before = table.state.position[:]
    assert "3 of 3 decisions" in session.line("reload").plain()
    assert table.state.position == before
    assert "Written" in session.line(f"record {tmp_path / 'played.rules'}").plain()
    text = (
        (tmp_path / "game.rules")
        .read_text(encoding="utf-8")
        .replace("\n\nkind Card", '\ninclude "played.rules"\n\nkind Card', 1)
    )
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    assert main(["test", str(tmp_path)]) == 0
