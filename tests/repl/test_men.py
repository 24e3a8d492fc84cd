"""Boards drawn with their men."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.complete import completions
from dsl.repl.drawing import position
from dsl.repl.output import plain, width
from dsl.repl.session import Session
from dsl.runtime.game import load

ISLAND = """\
game "Island" for 2..3 players
enum Ground: sand, rock, reef "coral reef"
kind Spot is Space:
    var chief: Player or none
    var ground: Ground or none
    var watched: yes/no
kind Pit is Space:
    var beans: 0..40
kind Hut:
    var height: 0..3
kind Yard is Space:
    zone huts: stack of Hut
piece "Hut" is Hut, 9 copies
each player has:
    board pits: Pit by number: 1..6
the table has:
    board shore: Spot by column: 1..3 as letters, row: 1..2
    board yards: Yard by row: 1..3, column: 1..3
window turn
action claim (s: Spot in shore) for (g: Ground) in turn:
    set s.chief to me
    set s.ground to g
    set s.watched to yes
action sow (s: Pit in pits of me) in turn: raise s.beans by 12
action build at (y: Yard in yards) in turn:
    move the first h in Hut where h in box to huts of y
main:
    repeat at most 30 times:
        for each p in players: offer turn to p
"""


def board(session: Session, *typed: str, name: str = "") -> list[str]:
    """The board (of `name`) after some moves, without colours."""
    for each in typed:
        answer = session.line(each).plain()
        assert ": " in answer, answer
    table = session.table
    view = table.seen(table.here)
    boards = [each for player in (view.table, *view.players) for each in player.boards if name in ("", each.name)]
    lines = position.board(boards[0], "", table.paper_for(table.here, view))
    assert all(width(each) <= table.width for each in lines)
    return [plain(each) for each in lines]


def session_of(game: str | Path, players: int = 2, *, ascii_only: bool = True) -> Session:
    """A session without a terminal."""
    session = Session(load(game), players, 0)
    session.table.ascii = ascii_only
    session.table.brief = True
    return session


@pytest.fixture
def island(tmp_path: Path) -> Path:
    """A game with boards of several sorts."""
    (tmp_path / "game.rules").write_text(ISLAND, encoding="utf-8")
    return tmp_path


def test_stones_of_two_players() -> None:
    """Where only the player matters, a stone stands for the man."""
    assert board(session_of("tic_tac_toe"), "b2", "a1", "c3") == [
        "   grid",
        "    a b c",
        "  +-------+",
        "3 | . . X |",
        "2 | . X . |",
        "1 | O . . |",
        "  +-------+",
        "   X A, O B",
    ]


def test_men_of_several_sorts() -> None:
    """A letter for the sort; its size tells whose man it is."""
    shown = board(session_of("chess"), "e2 e4", "b8 c6")
    assert shown[3:7] == [
        "8 | r . b q k b n r |",
        "7 | p p p p p p p p |",
        "6 | . . n . . . . . |",
        "5 | . . . . . . . . |",
    ]
    assert shown[7] == "4 | . . . . P . . . |"
    assert "capitals A, small letters B, K king, Q queen, R rook, B bishop, N knight, P pawn" in shown[-1]


def test_hexagons_lean() -> None:
    """Each row stands half a cell beside the one below, so that what touches stands together."""
    shown = board(session_of("hex"), "a1", "k11")
    assert shown[1] == "              a b c d e f g h i j k"
    assert shown[2] == "          11 . . . . . . . . . . O 11"
    assert shown[12] == " 1 X . . . . . . . . . . 1"
    assert shown[13] == "  a b c d e f g h i j k"


def test_a_long_line_is_folded() -> None:
    """Backgammon: from the right to the left below, and back above, with the numbers of the points outside."""
    shown = board(session_of("backgammon"))
    assert shown[1].split() == [str(n) for n in range(13, 25)]
    assert shown[3].split("|")[1].split() == ["X5", ".", ".", ".", "O3", ".", "O5", ".", ".", ".", ".", "X2"]
    assert shown[4].split("|")[1].split() == ["O5", ".", ".", ".", "X3", ".", "X5", ".", ".", ".", ".", "O2"]
    assert shown[6].split() == [str(n) for n in range(12, 0, -1)]


def test_three_players_have_letters(island: Path) -> None:
    """More than two players cannot be told by the size of a letter: the letter of the seat stands behind it."""
    session = session_of(island, 3)
    shown = board(session, "claim a1 for sand", "claim b2 for rock", "claim c1 for coral reef", name="shore")
    assert shown[3:5] == ["2 | .   Rbw .   |", "1 | Saw .   Ccw |"]
    assert shown[-1] == "   a A, b B, c C, S sand, R rock, C coral reef, w watched"


def test_numbers_stand_as_they_are(island: Path) -> None:
    """A board of numbers shows them; boards drawn with men do not face each other."""
    session = session_of(island)
    shown = board(session, "sow 2", name="pits")
    assert shown[1:4] == ["   1  2  3  4  5  6", " +-------------------+", " | .  12 .  .  .  .  |"]
    drawn = session.line("show").plain()
    assert "pits of A" in drawn and "pits of B" in drawn


def test_what_has_a_state_keeps_its_words(island: Path) -> None:
    """Pieces of which there is more to tell than a letter tells are drawn with their names."""
    shown = "\n".join(board(session_of(island), "build 1 1", name="yards"))
    assert "Hut" in shown


def test_a_reload_draws_the_new_game(island: Path) -> None:
    """What can be drawn with men is worked out again."""
    rules = island / "game.rules"
    session = Session(load(island), 2, 0, reload=lambda: load(island))
    session.table.ascii = True
    rules.write_text(ISLAND.replace("    var height: 0..3\n", "    height: 0..3 = 1\n"), encoding="utf-8")
    session.line("reload")
    assert "1 | H . . |" in "\n".join(board(session, "build 1 1", name="yards"))


def test_a_space_is_shown_by_its_name(island: Path) -> None:
    """What it says, and what lies there."""
    session = session_of(island)
    spot = session.line("claim b2 for coral reef").plain().partition("claim ")[2].partition(" for")[0]
    session.line("build 1 1")
    assert spot.endswith("b2")
    assert session.line(f"show {spot}").plain() == f"  {spot}: chief A, ground coral reef, watched\n"
    assert session.line(f"show {spot[:-2].upper()}A1").plain() == f"  {spot[:-2]}a1: nothing\n"
    assert "no zone, board, track, space or piece z9" in session.line("show z9").plain()
    assert f"show {spot}" in completions(session, f"show {spot[:1]}")
