"""What seats are told where the rules are at fault: nothing that lies, or is written, where they cannot see."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.play.refused import Refused
from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.table.opening import new_room
from dsl.table.room import HOST, ONLOOKER
from dsl.table.store import Store
from dsl.table.watching import read_again

TRAPS = """\
game "Traps" for 2 players
kind Trap
card "Pit" is Trap
card "Net" is Trap
each player has:
    zone hand: cards of Trap, seen by owner
    var luck: 0..2
    var fate: 0..2
window turn
action walk in turn:
    if "Pit" in hand of player 2:
        raise me.luck by 5
    else:
        raise me.fate by 5
main:
    move "PLACED" to hand of player 2
    repeat at most 5 times: offer turn to player 1
"""
LETTERS = """\
game "Letters" for 2 players
kind Letter
card "Last Will" is Letter, secret:
    action open_it in turn: raise me.luck by 1
each player has:
    var luck: 0..9
window turn
action wait in turn: raise me.luck by 1
main:
    repeat at most 5 times: offer turn to player 1
"""


def told_by_session(path: Path, seat: int | None, *lines: str) -> str:
    session = Session(load(str(path)), 2, 0, reload=lambda: load(str(path)))
    session.table.seat = seat
    return "".join(session.line(line).plain() for line in lines)


@pytest.mark.parametrize("seat", [1, 2])
def test_where_the_rules_break_tells_no_seat_what_is_hidden(tmp_path: Path, seat: int) -> None:
    path = tmp_path / "traps.rules"
    told: list[str] = []
    for placed in ("Pit", "Net"):
        path.write_text(TRAPS.replace("PLACED", placed))
        session = Session(load(str(path)), 2, 0)
        session.table.seat = seat
        told.append(session.line("1").plain() + session.line("walk").plain())
    assert told[0] == told[1]
    assert ("break" in told[0]) is (seat == 1)


def test_who_sees_everything_reads_where_the_rules_break(tmp_path: Path) -> None:
    path = tmp_path / "traps.rules"
    path.write_text(TRAPS.replace("PLACED", "Pit"))
    assert "luck" in told_by_session(path, None, "walk")


def test_where_rules_break_at_a_table_is_for_the_host(tmp_path: Path) -> None:
    told: list[str] = []
    for placed in ("Pit", "Net"):
        path = tmp_path / "traps.rules"
        path.write_text(TRAPS.replace("PLACED", placed))
        room = new_room(Store(tmp_path / f"{placed}.tables"), str(path), seed=1)
        with pytest.raises(Refused) as refused:
            room.move(1, "walk", room.told(1)["revision"])
        told.append(str(refused.value) + str([room.told(seat)["trouble"] for seat in (ONLOOKER, 1, 2)]))
        assert "BOUND" in room.told(HOST)["trouble"]
    assert told[0] == told[1] and "break" in told[0]


MISTAKES = {
    "a line of the card": ("raise me.luck by 1\neach", "raise me.lck by 1\neach"),
    "a new card": ("action wait", 'card "Other" is Lettre, secret\naction wait'),
    "beside it": ("repeat at most", 'move "Last Wil" to hand of player 1\n    repeat at most'),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_mistakes_quote_no_secret_card_to_a_seat(tmp_path: Path, what: str) -> None:
    path = tmp_path / "letters.rules"
    path.write_text(LETTERS)
    game = load(str(path))
    session = Session(game, 2, 0, reload=lambda: load(str(path)))
    room = new_room(Store(tmp_path / "store.tables"), str(path), seed=1)
    before, after = MISTAKES[what]
    path.write_text(LETTERS.replace(before, after))
    read_again(room)
    for seat in (1, 2, 0):
        session.table.seat = seat
        shown = session.line("reload").plain() + room.told(seat)["trouble"]
        assert (
            "mistake" in shown
            and "Will" not in shown
            and "Other" not in shown
            and "luck" not in shown
            and "open_it" not in shown
        )
    session.table.seat = None
    assert "letters.rules" in session.line("reload").plain() and "letters.rules" in room.told(HOST)["trouble"]


def test_a_card_that_is_made_secret_and_spoilt_at_once_is_not_quoted(tmp_path: Path) -> None:
    path = tmp_path / "letters.rules"
    path.write_text(LETTERS.replace(", secret", ""))
    session = Session(load(str(path)), 2, 0, reload=lambda: load(str(path)))
    session.table.seat = 1
    path.write_text(LETTERS.replace("me.luck by 1\neach", "me.lck by 1\neach"))
    assert "lck" not in session.line("reload").plain()


def test_mistakes_of_a_game_without_secrets_are_quoted_to_seats(tmp_path: Path) -> None:
    path = tmp_path / "letters.rules"
    path.write_text(LETTERS.replace(", secret", ""))
    session = Session(load(str(path)), 2, 0, reload=lambda: load(str(path)))
    session.table.seat = 1
    path.write_text(LETTERS.replace(", secret", "").replace("me.luck by 1\neach", "me.lck by 1\neach"))
    assert "lck" in session.line("reload").plain()
