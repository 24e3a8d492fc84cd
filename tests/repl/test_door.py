"""What the session tells a seat comes through one door, and each way round it that was found is shut."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import shared

from dsl.repl.session import Session
from dsl.runtime.game import load

REPL = Path(__file__).parent.parent.parent / "dsl" / "repl"
HANDS = {"table.py", "playing.py", "several.py", "ending.py", "files.py", "script.py", "manual.py"}
"""What plays, keeps and changes the game: only here is the state itself, and what is read of it tells no secret."""
OWN = {
    "actor",
    "apply",
    "apply_with",
    "clone",
    "disclosed",
    "draw_anew",
    "engine",
    "from_beginning",
    "is_over",
    "key",
    "next_undone",
    "played",
    "prompt",
    "redo",
    "returns",
    "shown",
    "seed",
    "state",
    "undo",
}
WHOLE = {"manual.py"}
"""Changes by hand read the position: nobody sits at a seat then."""

LETTERS = """\
game "Letters" for 3 players
kind Card:
    weight: 0..9
    partner: Card or none
kind Figure is Card:
    zone held: cards of Card, seen by faces
kind Chief is Figure
card "Seal" is Card, secret:
    weight 7, partner none
    text "Whoever holds this is the heir."
    action claim in turn: nothing
card "Coin" is Card, 4 copies:
    weight 1, partner none
card "Knight" is Figure:
    weight 3, partner "Coin"
card "Queen" is Chief:
    weight 4, partner none
each player has:
    zone hand: cards of Card, seen by owner
    zone court: cards of Figure, seen by faces
the table has:
    zone deck: cards of Card, seen by nobody
    zone shelf: cards of Card, seen by nobody
window turn
action wait in turn: nothing
main:
    move "Coin" to hand of player 2
    move "Seal" to hand of player 2
    move "Knight" to court of player 1
    move "Queen" to court of player 1 face down
    move "Coin" copy 4 to held of "Queen"
    move "Coin" copy 3 to shelf
    show "Coin" copy 3 to player 1
    repeat at most 9 times: offer turn to player 2
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    path = tmp_path_factory.mktemp("letters") / "game.rules"
    path.write_text(LETTERS, encoding="utf-8")
    made = Session(load(path), 3, 0)
    made.table.brief = True
    return made


def typed(session: Session, seat: str, line: str) -> str:
    """What a seat reads when it types a line."""
    session.line(f"seat {seat}")
    return session.line(line).plain()


def test_the_session_reads_the_game_through_seats_only() -> None:
    """No command touches a position, or asks a state what only a seat may answer."""
    wrong: list[str] = []
    for path in sorted(REPL.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Attribute) or path.name in WHOLE:
                continue
            inside = node.value
            on_state = (isinstance(inside, ast.Attribute) and inside.attr == "state") or (
                isinstance(inside, ast.Name) and inside.id in ("state", "again", "changed")
            )
            if node.attr in ("position", "_position", "_state") and not isinstance(inside, ast.Name):
                wrong.append(f"{path.name}:{node.lineno} .{node.attr}")
            if on_state and node.attr not in OWN:
                wrong.append(f"{path.name}:{node.lineno} state.{node.attr}")
    assert not wrong


def test_a_secret_card_is_read_out_to_who_knows_it(session: Session) -> None:
    for line in ("rules Seal", "rules secret", "show Seal"):
        assert "heir" not in typed(session, "A", line) and "weight 7" not in typed(session, "A", line)
    assert "heir" in typed(session, "B", "rules Seal")
    assert "heir" in typed(session, "all", "rules Seal")
    answer = typed(session, "A", "why not claim")
    assert "requires" not in answer and "Seal" not in answer
    assert "claim" in typed(session, "B", "why not claim")


def test_what_is_printed_tells_nothing_of_where_that_lies(session: Session) -> None:
    assert "partner Coin" in typed(session, "C", "show Knight")
    assert "partner of Knight = Coin" in typed(session, "C", "why partner of Knight")
    assert "hand of B" not in typed(session, "C", "show Knight")


def test_who_was_shown_a_card_sees_it_drawn(session: Session) -> None:
    assert "shelf (1): Coin" in typed(session, "A", "show")
    assert "shelf (1)" in typed(session, "C", "show") and "shelf (1): Coin" not in typed(session, "C", "show")


def test_what_lies_on_a_face_down_piece_says_nothing_of_its_kind(session: Session) -> None:
    seen = session.table.here.turned(2) if session.table.seat is None else None
    for line in ("show", "show Coin", "view nobody"):
        assert "chief" not in typed(session, "C", line).lower()
    session.line("seat all")
    assert seen is None or "Chief" not in repr(seen.view().table)
    assert "Chief" not in repr(session.table.here.turned(3).view())


def test_nothing_is_changed_by_hand_at_a_seat(session: Session) -> None:
    for line in ("manual move Seal to deck", "manual set nothing of Seal to 1", "manual x"):
        assert "seat all first" in typed(session, "A", line)


def test_saves_say_what_they_tell(session: Session, tmp_path: Path) -> None:
    assert "can read everything in it" in typed(session, "A", f"save {tmp_path / 'whole'}")
    assert "can read everything" not in typed(session, "all", f"save {tmp_path / 'whole'}")
    assert "Written to" in typed(session, "C", f"save view {tmp_path / 'seen'}")
    written = (tmp_path / "seen.txt").read_text(encoding="utf-8")
    assert "Knight" in written and "Seal" not in written and "Queen" not in written
    (tmp_path / "mine.txt").write_text("precious", encoding="utf-8")
    assert "choose another name" in typed(session, "A", f"save view {tmp_path / 'mine'}")


def test_a_team_sits_at_one_screen(session: Session) -> None:
    """B and C see what any of them knows, and decide for both."""
    assert "You sit at B and C" in session.line("seat B C").plain()
    assert "Seal" in session.line("show").plain()
    assert "1 wait" in session.line("moves").plain() and session.table.mine
    assert "you sit at B and C; what A sees" in session.line("view A").plain()
    assert "hand" in session.line("view B").plain()
    assert "You sit at A and C" in session.line("seat A, C").plain()
    assert "Seal" not in session.line("show").plain() and not session.table.mine


def test_a_reload_says_nothing_of_the_moves_of_others(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(LETTERS, encoding="utf-8")
    session = Session(load(path), 3, 0, reload=lambda: load(path))
    session.table.brief = True
    session.line("wait")
    path.write_text(LETTERS.replace("action wait in turn", "action rest in turn"), encoding="utf-8")
    session.line("seat A")
    assert "wait" not in session.line("reload").plain()
    session.line("seat all")
    assert "“wait”" in session.line("reload").plain()


@pytest.mark.slow
def test_a_deck_is_not_read_out_at_a_seat() -> None:
    session = Session(shared.game("dark_eden"), 2, 0)
    session.table.brief = True
    assert "pack" in session.line("rules pack").plain()
    session.line("seat A")
    assert "pack of" not in session.line("rules ash_trench").plain()


SEALED = """\
game "Bids" for 3 players
each player has:
    var bid: 0..9
main:
    sealed for each p in players:
        choose n from 0..9 by p as "your bid"
        choose m from 0..n by p as "in silver"
    then:
        set p.bid to n
    end game scored by bid
"""


_CHOOSING = {1: "still choosing: B, C.", 2: "still choosing: C."}


def test_reload_tells_nobody_how_many_decisions_others_made_unseen(tmp_path: Path) -> None:
    """Neither how many were made again, nor which of them cannot be; only who is ready, as all may see."""
    path = tmp_path / "game.rules"
    answers: list[set[str]] = []
    for rules in (SEALED, SEALED.replace("0..n", "3..9")):
        told: set[str] = set()
        for others in ((), ("5",), ("5", "1"), ("5", "1", "0")):
            path.write_text(SEALED, encoding="utf-8")
            session = Session(load(tmp_path), reload=lambda: load(tmp_path))
            session.table.brief = True
            session.begin()
            for text in ("4", "2", *others):
                session.table.state.apply(text)
            session.table.seat = 1
            path.write_text(rules, encoding="utf-8")
            lines = session.line("reload").plain().splitlines()
            done = ["A", "B"] if len(others) > 1 else ["A"]
            assert [line for line in lines if line.startswith("Ready:")] in (
                [],
                [f"Ready: {', '.join(done)}; {_CHOOSING[len(done)]}"],
            )
            told.add("\n".join(line for line in lines if not line.startswith("Ready:")))
        answers.append(told)
    assert [len(told) for told in answers] == [1, 1]
    assert "all decisions made again" in answers[0].pop() and "cannot be made any more" in answers[1].pop()
