"""At a seat taking back is free as far as nobody has learnt anything and nothing was drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.session import Session
from dsl.runtime.game import Game, load

GAME = """
game "Table" for 2 players

kind Card
card "Ash" is Card
card "Elm" is Card
card "Oak" is Card

each player has:
    zone hand: cards of Card, seen by owner
    zone kept: cards of Card, seen by owner
    var points: 0..600

the table has:
    zone deck: stack of Card, seen by nobody

action plan_it in turn:
    choose any number of c from hand of me as "which?"
    for each d in c: move d to kept of me
action peek in turn:
    show (top of deck) to me
action roll in turn:
    random n from 1..60
    raise points of me by n
action wait in turn:
    nothing
window turn "your turn"

main:
    move "Ash" to hand of player 1
    move "Elm" to hand of player 1
    move "Oak" to deck
    for i from 1 to 9:
        for each p in players: offer turn to p, no passing
    end game drawn
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    return load(tmp_path)


def at(game: Game, seat: int | None, *lines: str) -> Session:
    session = Session(game, None, 3)
    session.table.brief = True
    session.table.seat = seat
    for line in lines:
        session.line(line)
    return session


def say(session: Session, line: str) -> str:
    return session.line(line).plain()


def test_what_nobody_notices_is_taken_back_freely(game: Game) -> None:
    """A picks among cards of his own hand, step by step: B reads nothing of it."""
    session = at(game, 1, "plan it", "take Ash")
    before = session.table.state.position
    assert "Took back 1 decision" in say(session, "undo")
    session.line("take Ash")
    assert session.table.state.position == before


def test_what_others_have_seen_they_must_agree_to(game: Game) -> None:
    session = at(game, 1, "wait")
    answer = say(session, "undo")
    assert "B has learnt something" in answer and "undo agreed" in answer
    assert len(session.table.state.played) == 1
    assert "Took back 1 decision" in say(session, "undo agreed")
    session = at(game, 1, "wait")
    session.table.seat = None
    assert "Took back 1 decision" in say(session, "undo")


def test_a_look_is_not_taken_back_freely(game: Game) -> None:
    session = at(game, 1, "peek")
    assert "A has learnt something" in say(session, "undo")


def test_bots_agree_and_chance_is_drawn_anew(game: Game) -> None:
    session = at(game, 1, "bot B random")
    rolled: set[str] = set()
    for _ in range(8):
        session.line("roll")
        rolled.add(dict(session.table.state.view(1).players[0].fields)["points"])
        assert "Took back 1 decision" in say(session, "undo")
    assert len(rolled) > 3


def test_who_plays_with_bots_can_record_after_taking_back_what_told_nothing(game: Game, tmp_path: Path) -> None:
    """Nothing was drawn, so nothing is drawn anew; where others sit it is, since they may have drawn unseen."""
    session = at(game, 1, "bot B random", "plan it", "take Ash", "undo", "take Ash", "done")
    file = tmp_path / "played.rules"
    session.line("roll")
    assert "Written to" in say(session, f"record {file}")
    session.line("undo")
    session.line("roll")
    assert "cannot repeat from its seed" in say(session, f"record {file}")


def test_nobody_agrees_by_chance(game: Game) -> None:
    session = at(game, 1, "roll")
    assert say(session, "undo").startswith("chance was drawn and B has learnt something")


def test_a_game_drawn_anew_keeps_its_record(game: Game, tmp_path: Path) -> None:
    session = at(game, 1, "roll", "undo agreed", "roll")
    state = session.table.state
    again = game.replay(game.record(state))
    assert again.position == state.position
    game.save(state, tmp_path / "a.save")
    assert game.restore(tmp_path / "a.save").position == state.position
    session.table.seat = None
    assert "scenario" in say(session, "record")


def test_whoever_sees_everything_takes_back_exactly(game: Game) -> None:
    session = at(game, None, "roll")
    before = session.table.state.position
    session.line("undo")
    session.line("roll")
    assert session.table.state.position == before
