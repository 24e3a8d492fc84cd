"""The words of the rules are shown where they refuse: `choose .. else` among players, `must .. else` beside a move."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.session import Session
from dsl.runtime.game import load

GAME = """
game "Pick" for 3 players
kind Card
card "Ash" is Card, 4 copies
card "Oak" is Card, 3 copies
each player has:
    var points: 0..9
    zone hand "hand": cards of Card, seen by owner
window turn "your turn", pass "wait"
must play c when c is "Oak" else "{c} must be played before anything else"
action play (c: Card in hand of me) in turn:
    raise points of me by 1
action rest in turn:
    raise points of me by 2
main:
    for each p in players:
        move the first c in Card where c is "Oak" and c in box to hand of p
        move the first c in Card where c is "Ash" and c in box to hand of p
    choose p from players where p is not player 1 by player 1 as "whom do you rob?" else "nobody robs himself"
    if none: nothing
    for each r in players: offer turn to r
    end game drawn
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    made = Session(load(tmp_path), None, 0)
    made.table.brief = True
    made.table.asks_all = True
    return made


def test_a_choice_among_players_gives_its_words(session: Session) -> None:
    assert "nobody robs himself" in session.line("A").plain()
    assert session.line("why not A").plain().startswith("A: nobody robs himself")
    assert session.table.state.explain("A", 1).summary == "nobody robs himself"


@pytest.mark.parametrize("text", ["play Ash", "rest", "wait"])
def test_what_must_be_done_first_is_said_in_the_words_of_the_rule(session: Session, text: str) -> None:
    session.line("B")
    assert "Oak must be played before anything else" in session.line(text).plain()
    explanation = session.table.state.explain(text, 1)
    assert explanation.summary == "Oak must be played before anything else"
    assert "play Oak" in explanation.changes or not explanation.changes
