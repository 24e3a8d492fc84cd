"""The end of a game and of a session: who has won, again, analyse, quit; and lines that say several things at once."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from dsl.repl.commands.several import parsed
from dsl.repl.complete import completions
from dsl.repl.keyboard import answered, interruptible, lines_of
from dsl.repl.output import Output
from dsl.repl.session import Session
from dsl.runtime.game import Game, load

TIED = """\
game "Tied" for 3 players
each player has:
    var score, rank: 0..99
    zone hand: cards of Card, seen by owner
kind Card:
    worth: 0..9
card "Pearl" is Card:
    worth 5
card "Pebble" is Card, 5 copies:
    worth 1
the table has:
    zone heap: cards of Card
window turn "your turn"
action take (n: 1..9) in turn:
    choose w from 0..n by me as "how many of them are Shells"
    choose k from 0..(n - w) by me as "how many of them are Nuts"
    if none: nothing
    raise me.score by n
    raise me.rank by w
define best of (p: Player) = (if p is player 2 then 1 else -1)
main:
    move each c in Card where c is not "Pearl" to heap
    move "Pearl" to hand of player 1
    for each p in players: offer turn to p
    if player 1.score = player 2.score: end game scored by best because "a tie"
    end game scored by score
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game that ends by points, or by a tie-break."""
    (tmp_path / "game.rules").write_text(TIED, encoding="utf-8")
    return load(tmp_path)


@pytest.fixture
def session(game: Game) -> Session:
    """A session of it, as at a terminal."""
    made = Session(game)
    made.begin()
    return made


def play(session: Session, *lines: str) -> str:
    return [session.line(each).plain() for each in lines][-1]


def test_the_winner_is_named_with_the_points(session: Session) -> None:
    told = play(session, "take 6 Shells 1 Nuts", "take 2 Shells 2 Nuts", "take 1 Nuts 2 Shells")
    assert session.table.state.is_over
    assert "The game is over: A wins, 7 : 4 : 3 (A, B, C)" in told
    assert "again" in told and "record" in told and "analyse" in told


def test_after_a_tie_break_the_points_are_told_all_the_same(session: Session) -> None:
    """The results say only who has won; what the other ending counts is told beside it."""
    told = play(session, *["take 2 Shells 1 Nuts"] * 2, "take 1 Shells 1 Nuts")
    assert session.table.state.returns() == [-1, 1, -1]
    assert "The game is over: B wins, 3 : 3 : 2 (B, A, C)" in told and "a tie" in told


def test_again_begins_anew_with_another_seed(session: Session) -> None:
    session.line("bot B random")
    session.line("take 3")
    assert "again once more" in play(session, "again")
    assert "seed 1" in play(session, "again")
    assert session.table.state.seed == 1 and 2 in session.table.bots and not session.table.state.played
    assert "seed 7" in play(session, "again 7")


def test_analyse_tells_the_course(session: Session) -> None:
    play(session, *["take 2 Shells 1 Nuts"] * 2, "take 1 Shells 1 Nuts")
    told = session.line("analyse").plain()
    assert told.startswith("9 moves\n  A: 3\n  B: 3\n  C: 3\n") and "3 : 3 : 2" in told


def test_analyse_counts_by_points_and_not_by_the_tie_break(session: Session) -> None:
    """The first ending of the rules says who wins a tie: 1 and -1 are no points."""
    play(session, "take 4", "0", "0", "take 4", "2", "0", "take 3", "0", "0")
    assert session.table.state.is_over
    told = session.line("analyse").plain()
    assert "4 : 4 : 3" in told
    assert "-1" not in told


def test_one_player_is_no_players(tmp_path: Path) -> None:
    """The first line counts in words."""
    path = tmp_path / "game.rules"
    path.write_text(TIED.replace("for 3 players", "for 1 player").replace("player 2", "player 1"), encoding="utf-8")
    assert "Tied: 1 player, seed 0." in Session(load(path)).begin().plain()


def test_quit_asks_once(session: Session, tmp_path: Path) -> None:
    """Only where a game would be lost, and again if something else was typed meanwhile; a script is not asked."""
    session.line("take 3")
    assert not session.line("quit").ended
    session.line("moves")
    assert not session.line("quit").ended
    assert session.line("quit").ended
    session.line(f"save {tmp_path / 'kept'}")
    assert session.line("quit").ended
    session.line("1")
    assert not session.line("quit").ended
    session.table.brief = True
    assert session.line("quit").ended


def test_nothing_is_lost_before_the_first_move_and_after_the_last(session: Session) -> None:
    assert session.line("quit").ended
    play(session, *["take 2 Shells 1 Nuts"] * 3)
    assert session.table.state.is_over and session.line("quit").ended


def test_amounts_that_cannot_be_leave_everything_as_it_was(session: Session) -> None:
    before = session.table.state.key()
    for typed in ("take 2 Stones 3 Leaves", "take 40 Shells 1 Nuts", "fetch 2 Shells", "2 Shells, 1 Nuts"):
        assert session.line(typed).plain()
        assert session.table.state.key() == before and not session.table.state.played


@pytest.mark.parametrize(
    ("typed", "verb", "amounts"),
    [
        ("gather 2 wood 1 food", "gather", [(2, "wood"), (1, "food")]),
        ("2 apple, 1 plum", "", [(2, "apple"), (1, "plum")]),
        ("Oak, Ash", "", [(1, "Oak"), (1, "Ash")]),
        ("2 wood and 1 raw meat", "", [(2, "wood"), (1, "raw meat")]),
        ("rules attack", "", []),
        ("take Oak", "", []),
        ("1 2 3", "", []),
    ],
)
def test_amounts_are_read(typed: str, verb: str, amounts: list[tuple[int, str]]) -> None:
    assert parsed(typed) == (verb, amounts)


def test_pasted_lines_are_run_one_by_one() -> None:
    assert lines_of("1\r\n\n2\npass\n") == ["1", "2", "pass"]
    assert lines_of("") == [""] and lines_of("show hand") == ["show hand"]


def test_tab_offers_files_options_and_what_cannot_be_done(session: Session, tmp_path: Path) -> None:
    (tmp_path / "one.save").write_text("x", encoding="utf-8")
    (tmp_path / "deep").mkdir()
    offered = completions(session, f"load {tmp_path}/")
    assert f"load {tmp_path}/one.save" in offered and f"load {tmp_path}/deep/" in offered
    assert f"load {tmp_path}/game.rules" not in offered
    assert f"record {tmp_path}/game.rules" in completions(session, f"record {tmp_path}/g")
    assert completions(session, "ask ") == ["ask all", "ask choices"]
    session.line("take 3")
    assert any(each.startswith("why not take") for each in completions(session, "why not "))


LOST = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""Python says that it lost an interrupt that met the end of an object; it comes again."""


@LOST
def test_ctrl_c_stops_a_thinking_bot_at_once(session: Session) -> None:
    """A bot that thinks for minutes is stopped within a fifth of a second, and the position is whole."""
    assert "B is a bot" in session.line("bot B uct 100s").plain()
    session.line("take 3")
    session.line("0")
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.0, press)
    gc.collect()
    gc.freeze()  # what thousands of other tests left in this process is looked through meanwhile, and in no session
    try:
        timer.start()
        told = answered(session, "0").plain()
        took = time.monotonic() - pressed[0]
        timer.join()
    finally:
        gc.unfreeze()
    assert took < 0.2 and "Stopped" in told
    assert session.table.state.actor == 2
    assert "A: 0" in session.line("log").plain()


@LOST
def test_an_interrupt_that_is_lost_comes_again(session: Session) -> None:
    """Python ignores an exception that is raised while an object ends; the bot is stopped all the same."""

    class Ending:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    def think() -> Output:
        session.table.thinking = True
        ending = Ending()
        del ending
        time.sleep(5)
        return Output()

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), interruptible(session):
        think()
    session.table.thinking = False
    assert time.monotonic() - began < 1
