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


DEFINED = """
game "Ride" for 2 players
kind Horse:
    age: 0..20 = 3
    lame: yes/no = no
card "Roan" is Horse:
    age 1
card "Grey" is Horse:
    age 5
    lame yes
each player has:
    var gold: 0..9
    zone stable: cards of Horse, seen by all
define fit (h: Horse), (p: Player):
    requires h.age >= 2
    requires sound(h) and p.gold >= h.age - 4
define sound (x: Horse):
    requires not x.lame
window turn "your turn", pass "wait"
action ride (mount: Horse in stable of me) in turn:
    requires fit(mount, me)
    lower me.gold by 1
main:
    move Horse to stable of player 1
    offer turn to player 1
    end game drawn
"""


@pytest.mark.parametrize("backend", ["reference", "python"])
def test_names_in_definitions_are_those_of_what_they_stand_for(tmp_path: Path, backend: str) -> None:
    """The parameters of a definition, and of one that it asks, read as the things that are meant."""
    (tmp_path / "game.rules").write_text(DEFINED, encoding="utf-8")
    game = load(tmp_path, backend=backend)
    assert {(each.code, each.labels[0].span.text) for each in game.warnings if each.code == "W310"} == {
        ("W310", "not x.lame")
    }
    state = game.start(2, 1)
    young, lame = (state.explain(f"ride {name}", 1) for name in ("Roan", "Grey"))
    assert young.summary == "age of Roan is 1, and must be at least 2"
    assert "lame of Grey" in lame.summary and " x" not in lame.summary


PARAMETERS = """
game "Pick" for 2 players
kind Card
card "Ash" is Card, 4 copies
card "Oak" is Card, 3 copies
kind Square is Space
the table has:
    board map: Square, 3 by 3
each player has:
    var points: 0..9
    zone hand "hand": cards of Card
    zone field "field": cards of Card
window turn "your turn", pass "wait"
action play (c: Card in hand of me else "{c} is not in hand") for (n: 1..3 where n < 2 else "{n}: too much") in turn:
    raise points of me by n
main:
    for each p in players:
        move the first c in Card where c is "Oak" and c in box to hand of p
        move the first c in Card where c is "Ash" and c in box to field of p
    for each r in players: offer turn to r
    choose s from map where s.column = 1 by player 1 as "where to?" else "only the first column"
    if none: nothing
    end game drawn
"""


def test_a_parameter_has_words_for_what_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(PARAMETERS, encoding="utf-8")
    session = Session(load(tmp_path), None, 0)
    session.table.brief = True
    session.table.asks_all = True
    assert "Ash is not in hand" in session.line("play Ash for 1").plain()
    assert "2: too much" in session.line("play Oak for 2").plain()
    told = session.table.state.explain("play Ash for 3", 1)
    assert [each.words for each in told.failed] == ["Ash is not in hand", "3: too much"]
    session.line("wait")
    session.line("wait")
    assert "only the first column" in session.line("c2").plain()  # a space is an answer, though no action asks for one
