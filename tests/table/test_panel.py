"""The designer's panel: what a seat may know, and more for the host."""

from __future__ import annotations

import json

import pytest

from dsl.play.refused import Refused
from dsl.runtime.tongues.own import speaking
from dsl.table.opening import new_room
from dsl.table.orders import done
from dsl.table.picture import Data
from dsl.table.room import HOST, Room
from dsl.table.server import links
from dsl.table.store import Store


@pytest.fixture
def room() -> Room:
    return new_room(Store(":memory:"), "hearts", players=4, seed=5)


def panel(room: Room, seat: int, *, everything: bool = False) -> Data:
    found: Data = {}
    assert not done([room], room, seat, {"do": "panel", "yes": everything}, found)
    return found["panel"]


def hand(room: Room, seat: int) -> list[str]:
    zones = room.told(seat)["position"]["players"][seat - 1]["zones"]
    return [item["name"] for zone in zones for item in zone["items"]]


def test_a_seat_reads_what_it_may_know(room: Room) -> None:
    """His own cards and options; of others neither their cards nor how often they have decided nor the seed."""
    asked = room.state.actor
    for seat in range(5):
        found = panel(room, seat)
        assert bool(found["options"]) == (seat == asked) == bool(found["asks"])
        assert found["seed"] is None and found["decisions"] is None and found["timing"] == []
        told = json.dumps(found["position"], ensure_ascii=False)
        for other in range(1, 5):
            assert all((card in told) == (other == seat) for card in hand(room, other))
    mine = panel(room, asked)
    assert len(mine["options"]) == len(room.state.moves()) and mine["asks"].partition(":")[0].endswith(".rules")
    assert not any(text in mine["position"][-1] for text, _ in mine["options"])


def test_the_host_reads_everything_where_he_asks_for_it(room: Room) -> None:
    usual, whole = panel(room, HOST), panel(room, HOST, everything=True)
    assert not usual["options"] and usual["decisions"] == 0 and usual["seed"] is None
    assert usual["timing"][0][0] == "the last move"
    told = "\n".join(whole["position"])
    assert whole["seed"] == 5 and all(card in told for seat in range(1, 5) for card in hand(room, seat))
    assert not any(card in "\n".join(usual["position"]) for seat in range(1, 5) for card in hand(room, seat))
    assert len(whole["options"]) == len(room.state.moves())
    room.move(room.state.actor, room.state.moves()[0].text, room.told(room.state.actor)["revision"])
    assert panel(room, HOST)["decisions"] == 1 and panel(room, HOST)["timing"][0][1] > 0


@pytest.mark.parametrize("seat", range(5))
def test_nobody_else_does(room: Room, seat: int) -> None:
    with pytest.raises(Refused, match="host"):
        panel(room, seat, everything=True)


def test_it_speaks_the_language_of_the_page() -> None:
    room = new_room(Store(":memory:"), "crazy_eights", players=2, seed=3)
    with speaking(room.words("pl")):
        found = panel(room, HOST)
    assert found["timing"][0][0] == "ostatni ruch" and found["position"] != panel(room, HOST)["position"]


def test_the_designer_has_a_link() -> None:
    room = new_room(Store(":memory:"), "chess")
    found = links(room, "http://x")
    assert found["designer"] == f"{found['host']}/designer"
