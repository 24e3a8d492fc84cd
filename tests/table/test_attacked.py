"""What was found by attacking the table: moves quoted to others, dice foretold by a fork, damaged files."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from dsl.play.bots import make_bot
from dsl.table.happening import again as make_again
from dsl.table.happening import happen
from dsl.table.opening import fork, new_room
from dsl.table.room import HOST, ONLOOKER, Room
from dsl.table.server import Tables
from dsl.table.store import Event, Store
from dsl.table.watching import read_again
from dsl.tools.cli import main

SEALED = """\
game "Envelopes" for 2 players

kind Card:
    price: 0..9

card "Fox" is Card:
    price 1
card "Owl" is Card:
    price 2

each player has:
    var sunk: 0..9, seen by owner
    zone hand "hand": cards of Card, seen by owner

window turn "your turn"

action bury (c: Card in hand of me) in turn:
    raise me.sunk by 1

main:
    for each p in players:
        move each c in Card to hand of p
    repeat at most 3 times:
        for each p in players: offer turn to p
    end game scored by sunk
"""

DICE = """\
game "Dice" for 2 players

each player has:
    var sum: 0..60

window turn "your turn"

action throw in turn:
    random n from 1..6
    raise me.sum by n

main:
    repeat at most 9 times:
        for each p in players: offer turn to p, no passing
    end game scored by sum
"""

BROKEN = """\
game "Broken" for 2 players

each player has:
    var steps: 0..1

window turn "your turn"

action walk in turn: raise me.steps by 1

main:
    repeat at most 3 times:
        for each p in players: offer turn to p, no passing
    end game scored by steps
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "rooms.db")


def do(room: Room, seat: int, text: str) -> None:
    room.move(seat, text, room.told(seat)["revision"])


def test_rules_that_cannot_go_on_quote_nobody(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "sealed.rules"
    path.write_text(SEALED)
    room = new_room(store, str(path))
    do(room, 1, "pass")
    do(room, 2, "bury Owl")
    path.write_text(SEALED.replace("hand of me)", "hand of me where price of c is 1)"))
    read_again(room)
    for seat in (ONLOOKER, 1, 2):
        assert "cannot be made again" in room.told(seat)["trouble"] and "Owl" not in room.told(seat)["trouble"]
    assert "Owl" in room.told(HOST)["trouble"]  # who may have all that was played
    path.write_text(SEALED)
    read_again(room)
    assert room.told(HOST)["trouble"] == room.told(1)["trouble"] == ""


def test_a_fork_does_not_foretell_the_dice(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "dice.rules"
    path.write_text(DICE)
    room = new_room(store, str(path), seed=5)
    do(room, 1, "throw")
    others = [fork(room, len(room.moments) - 1) for _ in range(2)]
    for each in (room, *others):
        for seat in (2, 1) * 6:
            do(each, seat, "throw")
    shown = [each.told(0)["position"]["players"] for each in (room, *others)]
    assert shown[0] != shown[1] != shown[2] != shown[0]
    again = Room(others[0].row, room.game, store, room.game.start(2, 5))
    again.show()
    make_again(again)
    assert again.told(0)["position"] == others[0].told(0)["position"]


def test_rules_that_fail_under_a_bot_are_told(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN)
    room = new_room(store, str(path))
    room.bots |= {seat: make_bot("random", seat) for seat in (1, 2)}
    asyncio.run(Tables([room], set()).think(room))
    assert "bot" in room.told(2)["trouble"] and "BOUND" in room.told(HOST)["trouble"]


@pytest.mark.parametrize(
    "order",
    [
        "update rooms set links = 'x'",
        "update rooms set links = '[]'",
        "update rooms set players = 99",
        "update rooms set players = 'many'",
        "update rooms set seed = 'x'",
        'update rooms set bots = \'{"1": "no bot"}\'',
        "update rooms set options = '3'",
        "update rooms set game = '/nowhere'",
        "update events set data = '7'",
        "update events set data = '{}'",
        'update events set data = \'{"option": 3, "chance": []}\'',
        'update events set data = \'{"option": [99999999999999999999], "chance": []}\'',
        "update events set what = 'xyzzy', data = '{}'",
        "drop table events",
        "alter table rooms drop column seed",
    ],
)
def test_a_damaged_file_of_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str], order: str) -> None:
    path = tmp_path / "rooms.db"
    store = Store(path)
    do(new_room(store, "tic_tac_toe"), 1, "mark a1")
    store.close()
    base = sqlite3.connect(path)
    base.execute(order)
    base.commit()
    base.close()
    assert main(["table", "tic_tac_toe", "--store", str(path), "--port", "0"]) in (1, 2)
    told = capsys.readouterr().err
    assert told and "fault of the program" not in told


def test_another_database_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.db"
    base = sqlite3.connect(path)
    base.execute("create table mine (a)")
    base.commit()
    base.close()
    before = path.read_bytes()
    assert main(["table", "tic_tac_toe", "--store", str(path), "--port", "0"]) == 1
    assert "something else" in capsys.readouterr().err and path.read_bytes() == before
    path.write_bytes(b"\0garbage" * 999)
    assert main(["table", "tic_tac_toe", "--store", str(path), "--port", "0"]) == 1
    assert "cannot be opened" in capsys.readouterr().err


def test_a_table_has_a_seed_that_nobody_can_guess(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uvicorn = pytest.importorskip("uvicorn")
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: None)
    seeds: list[int] = []
    for number in range(2):
        path = tmp_path / f"{number}.db"
        assert main(["table", "tic_tac_toe", "--store", str(path), "--port", "0"]) == 0
        seeds += [row.seed for row in Store(path).rooms()]
    assert len(set(seeds)) == 2 and min(seeds) > 1000


def test_an_event_that_is_none_of_the_game(store: Store) -> None:
    room = new_room(store, "tic_tac_toe")
    room.enter(Event("undo", {"anew": True, "steps": 0, "salt": 3}))
    happen(room, "undo", {"anew": True, "steps": 0, "salt": 3})
    assert not room.state.played
