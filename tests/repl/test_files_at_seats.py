"""What commands that write files, and rules that are read again, say at a seat: the same in worlds alike to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.runtime.information.seat import Seat

SEALED = """\
game "Bids" for 3 players
each player has:
    var gold: 0..9 = 5
    var bid: 0..9
main:
    sealed for each p in players:
        choose n from 0..5 by p as "how much"
    then:
        set bid of p to n
    end game scored by bid
"""


@pytest.mark.parametrize(
    "line", ["save FILE", "save view FILE", "reload", "reload part", "record", "moves", "why gold"]
)
def test_what_is_said_at_a_seat_does_not_depend_on_what_others_chose(tmp_path: Path, line: str) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(SEALED)
    game, told = load(str(path)), list[str]()
    for bid in ("1", "4"):
        state = game.start(3, 0)
        state.apply(bid)
        session = Session(game, 3, 0, state=state, reload=lambda: game)
        session.table.seat = 3
        told.append(session.line(line.replace("FILE", f"{tmp_path}/{bid}-kept")).plain().replace(f"{bid}-kept", "kept"))
    assert told[0] == told[1]


def test_a_seat_is_not_told_who_is_asked_unseen(tmp_path: Path) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(SEALED)
    state = load(str(path)).start(3, 0)
    assert [Seat(state, viewer).actor for viewer in (None, 0, 1, 2, 3)] == [1, 0, 1, 0, 0]
    state.apply("2")
    assert [Seat(state, viewer).actor for viewer in (None, 0, 1, 2, 3)] == [2, 0, 0, 2, 0]
