"""Rooms: what each seat is told, moves that come twice, taking back, bots, and rooms that are opened again."""

from __future__ import annotations

import json
import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from auction import AUCTION

from dsl.play.refused import Refused
from dsl.runtime.errors import GameError
from dsl.table.answers import answer
from dsl.table.opening import new_room, open_rooms
from dsl.table.room import Room
from dsl.table.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "rooms.db")


def texts(room: Room, seat: int) -> list[str]:
    return [each["text"] for each in room.told(seat)["position"]["moves"]]


def do(room: Room, seat: int, text: str) -> None:
    room.move(seat, text, room.told(seat)["revision"])


def test_only_who_is_asked_is_told_the_moves(store: Store) -> None:
    room = new_room(store, "chess")
    assert len(texts(room, 1)) == 20 and texts(room, 2) == [] and texts(room, 0) == []
    do(room, 1, "move e2 to e4")
    assert texts(room, 1) == [] and len(texts(room, 2)) == 20
    with pytest.raises(Refused, match="not asked"):
        do(room, 1, "move d2 to d4")
    with pytest.raises(Refused):
        do(room, 2, "move e2 to e4")


def test_a_message_that_comes_twice_changes_nothing(store: Store) -> None:
    room = new_room(store, "pig")
    revision = room.told(1)["revision"]
    room.move(1, texts(room, 1)[0], revision)
    before = room.events
    with pytest.raises(Refused, match="moved on"):
        room.move(1, "roll", revision)
    assert room.events == before


def test_hidden_cards_are_in_no_message_of_others(store: Store) -> None:
    room = new_room(store, "hearts", players=4, seed=5)
    mine = [room.told(seat)["position"]["players"][seat - 1] for seat in range(1, 5)]
    hands = [{item["name"] for zone in each["zones"] for item in zone["items"]} for each in mine]
    assert all(len(hand) == 13 for hand in hands)
    for seat in range(5):
        sent = json.dumps({key: value for key, value in room.told(seat).items()}, ensure_ascii=False)
        for other, hand in enumerate(hands, 1):
            if other != seat:
                assert not [name for name in hand if f'"{name}"' in sent]


def test_sealed_answers_change_nothing_for_others(store: Store, tmp_path: Path) -> None:
    """Not the picture, and not the count of changes; all are told who is ready, and who is asked next that he is."""
    path = tmp_path / "bids.rules"
    path.write_text(AUCTION)
    rooms = [new_room(store, str(path), players=3) for _ in range(2)]
    for room, bid in zip(rooms, ("3", "7"), strict=True):
        before = room.told(0)
        do(room, 1, bid)
        assert room.told(0) == {**before, "ready": {"done": ["A"], "left": ["B", "C"]}}
        assert before["ready"] == {"done": [], "left": ["A", "B", "C"]}
    for seat in (0, 2, 3):
        assert rooms[0].told(seat) == rooms[1].told(seat)
    for room in rooms:
        do(room, 2, "1")
        do(room, 3, "2")
        assert room.told(0)["position"]["over"]
    assert rooms[0].told(0) != rooms[1].told(0)


def test_taking_back_what_others_saw_needs_their_word(store: Store) -> None:
    room = new_room(store, "chess")
    do(room, 1, "move e2 to e4")
    room.undo(1, room.told(1)["revision"])
    assert room.told(2)["proposal"]["asked"] and not room.told(1)["proposal"]["asked"]
    with pytest.raises(Refused):
        room.agree(1, True)
    room.agree(2, False)
    assert room.told(1)["proposal"] is None and len(texts(room, 2)) == 20
    room.undo(1, room.told(1)["revision"])
    room.agree(2, True)
    assert len(texts(room, 1)) == 20
    with pytest.raises(Refused, match="no decision of yours"):
        room.undo(1, room.told(1)["revision"])


def test_bots_play_their_seats(store: Store) -> None:
    room = new_room(store, "tic_tac_toe", bots={2: "random"})
    while not room.state.is_over:
        do(room, 1, texts(room, 1)[0])
        while room.think():
            pass
    assert room.told(1)["position"]["results"]


@pytest.mark.parametrize("game", ["chess", "dark_order", "hearts"])
def test_a_room_that_is_opened_again_is_the_same(game: str, tmp_path: Path) -> None:
    """Also after moves were taken back with chance in them; and its links are the same."""
    first = Store(tmp_path / "rooms.db")
    room = new_room(first, game, seed=7)
    dice = random.Random(1)
    for step in range(25):
        seat = room.state.actor
        if step % 7 == 6 and room.state.played:
            room._take_back(1)  # pyright: ignore[reportPrivateUsage]  # all seats have agreed
        elif seat:
            do(room, seat, dice.choice(texts(room, seat)))
    told = [room.told(seat) for seat in range(room.row.players + 1)]
    first.close()
    (again,) = open_rooms(Store(tmp_path / "rooms.db"))
    now = [again.told(seat)["position"] for seat in range(again.row.players + 1)]
    assert now == [each["position"] for each in told]
    assert again.links == room.links and again.moments == room.moments


def test_what_the_disk_refuses_is_not_done(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    room = new_room(store, "chess")
    before = [room.told(seat) for seat in range(3)]

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(store, "add_event", full)
    with pytest.raises(sqlite3.OperationalError):
        do(room, 1, "move e2 to e4")
    assert [room.told(seat) for seat in range(3)] == before


def test_looking_back(store: Store) -> None:
    room = new_room(store, "tic_tac_toe")
    for text in ("mark a1", "mark b2", "mark a2", "mark c3", "mark a3"):
        do(room, room.state.actor, text)
    assert room.told(1)["moments"] == 6
    board = room.past(1)["table"]["boards"][0]
    assert sum(bool(space["fields"]) for space in board["spaces"]) == 1
    with pytest.raises(Refused):
        room.past(6)


def test_questions(store: Store) -> None:
    room = new_room(store, "chess")
    found = answer(room, 1, "why not", "move e2 to e5")["explanation"]
    assert not found["legal"] and found["summary"]
    with pytest.raises(Refused):
        answer(room, 1, "card", "No Such Card")
    with pytest.raises(Refused):
        answer(room, 1, "because", "many")


def test_pictures_are_made_when_somebody_looks(store: Store) -> None:
    """A move is done and kept before it is drawn; many who look at once see one and the same picture of it."""
    room = new_room(store, "pig")
    revision = room.shown[1].count
    room.move(1, texts(room, 1)[0], revision)
    assert room.pictures.behind and room.events == 1
    with ThreadPoolExecutor(8) as threads:
        seen = list(threads.map(lambda _: room.shown[1].picture, range(64)))
    assert not room.pictures.behind and all(each is seen[0] for each in seen)
    assert room.shown[1].count == revision + 1


def test_a_picture_that_cannot_be_made_leaves_the_one_before(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    room = new_room(store, "pig")
    before = room.shown[1].picture
    room.move(1, texts(room, 1)[0], room.shown[1].count)

    def broken(*_: object) -> dict[str, object]:
        raise GameError("BOUND", None)

    with monkeypatch.context() as patched:
        patched.setattr("dsl.table.room.picture", broken)
        with pytest.raises(GameError):
            room.catch_up()
    assert room.shown[1].picture is before and not room.pictures.behind
    room.show()
    assert room.shown[1].picture is not before
