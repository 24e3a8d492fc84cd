"""What the session says of a zone that holds so many pieces of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.session import Session
from dsl.runtime.game import load

GAME = """\
game "Crew" for 2 players

kind Card
kind Captain "captain" is Card
kind Sailor "sailor" is Card

card "Ines" is Captain
card "Olaf" is Captain
card "Cook" is Sailor

each player has:
    zone hand "hand": cards of Card, at most 3: 1 Captain and 2 Sailor

the table has:
    zone market "market": row of Card

window turn "your turn"
action hire (c: Card in market) in turn:
    requires c fits in hand of me
    move c to hand of me

main:
    move Card to market
    repeat at most 8 times:
        offer turn to player 1
"""


@pytest.fixture
def crew(tmp_path: Path) -> Session:
    """A session of a crew."""
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    return Session(load(path))


def test_show_says_how_a_zone_is_made_up(crew: Session) -> None:
    """Only of zones that are made up of shares."""
    assert "  at most 3: 1 captain and 2 sailor\n" in crew.line("show hand of A").plain()
    assert "at most" not in crew.line("show market").plain()


def test_why_not_names_what_stands_against_it(crew: Session) -> None:
    """The share, in words that no rule had to give; what is met is told too."""
    crew.line("hire Ines")
    told = crew.line("why not hire Olaf").plain()
    assert "hire Olaf: hand of A holds no more pieces such as Olaf" in told
    assert "NOT met hand of A holds no more pieces such as Olaf" in told


def test_nothing_is_moved_by_hand_where_no_place_is_left(crew: Session) -> None:
    """What a position cannot hold is refused, whoever moves; a piece that lies there may be moved there."""
    assert "changed by hand: Ines moved" in crew.line("manual move Ines to hand of A").plain()
    assert "holds no more pieces such as Olaf" in crew.line("manual move Olaf to hand of A").plain()
    assert "holds no more" not in crew.line("manual move Ines to hand of A").plain()
    assert "holds no more" not in crew.line("manual move Olaf to hand of B").plain()
