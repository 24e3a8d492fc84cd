"""Several things at once, and pieces by where they stand: what a page is told, and what one confirmation does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from watch_game import WATCH

from dsl.play.refused import Refused
from dsl.runtime.information.seat import Seat
from dsl.runtime.tongues.own import speaking
from dsl.table.opening import new_room, open_rooms
from dsl.table.picture import Data, spot_of
from dsl.table.room import Room
from dsl.table.store import Store
from dsl.table.taking import take

WALKED = "walk with Guard at 1 1 to 2 1"


@pytest.fixture
def room(tmp_path: Path) -> Room:
    path = tmp_path / "watch.rules"
    path.write_text(WATCH)
    return new_room(Store(tmp_path / "rooms.db"), str(path))


def position(room: Room) -> Data:
    return room.told(1)["position"]


def taken(room: Room, *texts: str) -> None:
    take(room, 1, texts, room.told(1)["revision"])


def walked(room: Room) -> Room:
    room.move(1, WALKED, room.told(1)["revision"])
    return room


def test_a_piece_is_meant_where_it_stands(room: Room) -> None:
    """Two guards of one name: each move says where the one stands that it is of, as the board does."""
    moves = position(room)["moves"]
    assert {(each["things"][0], each["spots"][0]) for each in moves} == {("Guard", "at 1 1"), ("Guard", "at 4 1")}
    spaces = position(room)["table"]["boards"][0]["spaces"]
    standing = [zone["words"] for space in spaces for zone in space["zones"] if zone["items"]]
    assert sorted(standing) == ["at 1 1", "at 4 1"]


def test_several_are_taken_by_one_confirmation(room: Room) -> None:
    together = position(walked(room))["together"]
    assert together == {"least": 2, "most": 3, "ordered": False, "done": "", "taken": []}
    oak = next(each for each in position(room)["moves"] if each["things"] == ["Oak"])
    assert oak["copies"] == 2
    before = room.events
    taken(room, "take Oak", "take Oak")
    assert room.events == before + 1
    assert [played.text for played in room.state.played[-3:]] == ["take Oak", "take Oak", "done"]
    assert position(room)["prompt"] == "which comes first" and position(room)["together"]["ordered"]
    taken(room, *(each["text"] for each in reversed(position(room)["moves"])))
    assert position(room)["over"]


def test_it_is_the_same_as_one_after_the_other(room: Room) -> None:
    """Also when the room is opened again; and taken in another order it is the same set."""
    other = new_room(Store(":memory:"), room.row.game)
    taken(walked(room), "take Elm", "take Ash", "take Oak")
    for text in (WALKED, "take Ash", "take Oak", "take Elm"):
        other.move(1, text, other.told(1)["revision"])
    assert room.state.key() == other.state.key()
    (again,) = open_rooms(room.store)
    assert again.state.key() == room.state.key() and again.moments == room.moments
    assert again.told(2)["position"] == room.told(2)["position"]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["take Oak"], "1 more"),
        ([], "2 more"),
        (["take Oak", "take Ash", "take Elm", "take Oak"], "only 3"),
        (["take Oak", "take Oak", "take Oak"], "no more"),
        (["take Oak", "take Sun"], "Sun"),
    ],
)
def test_what_cannot_be_taken_leaves_everything_as_it_was(room: Room, texts: list[str], words: str) -> None:
    before, events = walked(room).state.key(), room.events
    with pytest.raises(Refused, match=words):
        taken(room, *texts)
    assert (room.state.key(), room.events) == (before, events)


def test_nothing_is_taken_where_nothing_is_asked_so(room: Room) -> None:
    with pytest.raises(Refused, match="one after the other"):
        taken(room, "take Oak")
    with pytest.raises(Refused, match="not asked"):
        take(room, 2, ["take Oak"], room.told(2)["revision"])
    with pytest.raises(Refused, match="moved on"):
        take(room, 1, ["take Oak"], room.told(1)["revision"] + 1)


@pytest.mark.parametrize("game", ["dark_order", "siege", "enclave", "freehold"])
def test_where_a_piece_lies_is_said_as_the_picture_says_it(game: str) -> None:
    """Each piece of a move that a page can show stands there under its name and the words of its zone."""
    room = new_room(Store(":memory:"), game, seed=3)
    dice = random.Random(2)
    looked = 0
    for _ in range(60):
        asked = room.state.actor
        if room.state.is_over:
            break
        moves = room.told(asked)["position"]["moves"]
        shown = set(_items(room.told(asked)["position"]))
        for each in moves:
            for name, spot in zip(each["things"], each.get("spots", ()), strict=False):
                if spot:
                    looked += 1
                    assert (name, spot) in shown, (game, each)
        room.move(asked, dice.choice(room.state.moves()).text, room.told(asked)["revision"])
    assert looked


def _items(data: object) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if isinstance(data, list):
        for each in data:
            found += _items(each)
    elif isinstance(data, dict):
        for item in data.get("items", ()):
            cell = item["cell"]
            found.append((item["name"], spot_of(data["words"], tuple(cell) if cell else None)))
        for each in data.values():
            found += _items(each)
    return found


def test_a_card_that_is_not_known_is_meant_by_its_place() -> None:
    """Of his own hand a player of Hanabi sees backs: each card that he can discard is one of them."""
    room = new_room(Store(":memory:"), "hanabi", seed=1, players=2)
    room.move(1, next(each["text"] for each in position(room)["moves"] if "hint" in each["text"]), 0)
    told = room.told(2)["position"]
    (hand,) = (zone for zone in told["players"][1]["zones"] if zone["items"])
    discards = [each["spots"][-1] for each in told["moves"] if each["text"].startswith("discard")]
    assert discards == [spot_of(hand["words"], index) for index in range(5)]
    assert not any(item["known"] for item in hand["items"])
    everything = Seat(room.state, None).view().players[1].zones[0]
    third = next(each["text"] for each in told["moves"] if each.get("spots", [""])[-1].endswith("#2"))
    room.move(2, third, room.told(2)["revision"])
    assert any(f"discard {everything.items[2].name}" in line for line in room.told(1)["position"]["log"])


def test_how_many_can_be_taken_is_told_also_where_the_rules_reckon_it() -> None:
    """In cribbage for two each lays two away, which follows from the number of players."""
    room = new_room(Store(":memory:"), "cribbage", seed=1)
    assert position(room)["together"] == {"least": 2, "most": 2, "ordered": False, "done": "", "taken": []}


def test_in_another_language(room: Room) -> None:
    walked(room)
    with speaking(room.words("pl")):
        texts = [each["text"] for each in room.told(1)["position"]["moves"]][:2]
        take(room, 1, texts, room.told(1)["revision"])
    assert room.state.actor == 1 and room.state.played[-1].text == "done"
