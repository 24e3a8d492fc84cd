"""A table at which two languages are read: each page has its own, and what is kept has that of the rules."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from dsl.play.refused import Refused
from dsl.runtime.tongues.own import said, speaking
from dsl.table.answers import answer
from dsl.table.hosting import by_hand
from dsl.table.opening import new_room, open_rooms
from dsl.table.orders import done
from dsl.table.picture import Data
from dsl.table.room import Room
from dsl.table.server import STATIC, app_of
from dsl.table.store import Store
from dsl.table.words import catalogue

HOST = "127.0.0.1:8765"
SOCKET = f"ws://{HOST}/socket"


@pytest.fixture
def room() -> Room:
    return new_room(Store(":memory:"), "crazy_eights", seed=3, players=2)


def told(room: Room, seat: int, language: str) -> Data:
    with speaking(room.words(language)):
        return room.told(seat)


def moves(room: Room, seat: int, language: str) -> list[str]:
    return [each["text"] for each in told(room, seat, language)["position"]["moves"]]


def test_a_seat_reads_its_own_language(room: Room) -> None:
    asked = room.state.actor
    english, polish = told(room, asked, "en"), told(room, asked, "pl")
    assert polish["revision"] == english["revision"]
    assert polish["position"]["title"] != english["position"]["title"]
    assert len(moves(room, asked, "pl")) == len(moves(room, asked, "en"))
    assert moves(room, asked, "pl") != moves(room, asked, "en")
    assert polish["says"]["yes"] == "tak" and english["says"]["yes"] == "yes"


def test_a_move_is_made_in_either_language_and_kept_in_that_of_the_rules(room: Room) -> None:
    dice = random.Random(1)
    for turn in range(30):
        asked = room.state.actor
        if room.state.is_over:
            break
        language = "pl" if turn % 2 else "en"
        words, number = moves(room, asked, language), dice.randrange(len(moves(room, asked, language)))
        meant = moves(room, asked, "en")[number]
        with speaking(room.words(language)):
            room.move(asked, words[number], told(room, asked, language)["revision"])
        assert room.state.played[-1].text == meant
    kept = [event.data["text"] for event in room.store.events(room.row.id)]
    assert kept == [played.text for played in room.state.played]
    assert open_rooms(room.store)[0].state.key() == room.state.key()
    polish = room.spoken["pl"].follow(room.state)
    assert polish.key() == room.state.key()
    assert len(polish.log(0)) == len(room.state.log(0))


def test_what_is_taken_back_is_taken_back_in_both(room: Room) -> None:
    first = room.state.actor
    before = told(room, first, "pl")["position"]
    with speaking(room.words("pl")):
        room.move(first, moves(room, first, "pl")[0], told(room, first, "pl")["revision"])
        room.undo(first, told(room, first, "pl")["revision"])
    if room.proposal is not None:
        assert told(room, first, "pl")["proposal"]["why"] != told(room, first, "en")["proposal"]["why"]
        for seat in list(room.proposal.left):
            room.agree(seat, yes=True)
    assert told(room, first, "pl")["position"] == before


def test_answers_and_refusals_are_in_the_language_of_who_asks(room: Room) -> None:
    asked = room.state.actor
    other = 3 - asked
    revision = told(room, other, "pl")["revision"]
    with speaking(room.words("pl")):
        with pytest.raises(Refused, match="teraz nie ty decydujesz"):
            room.move(other, "x", revision)
        assert answer(room, other, "why not", moves(room, asked, "pl")[0])["explanation"]["summary"].startswith("teraz")
    with pytest.raises(Refused, match="you are not asked now"):
        room.move(other, "x", revision)


def test_what_the_host_does_by_hand_is_read_again_without_the_language(room: Room) -> None:
    with speaking(room.words("pl")):
        by_hand(room, "set plays to 7")
        with pytest.raises(Refused, match="napisz"):
            by_hand(room, "bzdura")
        with pytest.raises(Refused, match="nie ma tam pola"):
            by_hand(room, "set bzdura to 7")
    state = told(room, 0, "pl")["position"]
    assert any(line.startswith("Gospodarz zmienił ręcznie") for line in state["log"])
    assert len(state["log"]) == len(told(room, 0, "en")["position"]["log"])
    room.move(room.state.actor, moves(room, room.state.actor, "en")[0], told(room, room.state.actor, "en")["revision"])
    assert len(told(room, 0, "pl")["position"]["log"]) == len(told(room, 0, "en")["position"]["log"])
    assert room.spoken["pl"].follow(room.state).key() == room.state.key()
    assert open_rooms(room.store)[0].state.key() == room.state.key()


@pytest.mark.parametrize(
    ("game", "polish", "kept", "read"),
    [
        ("crazy_eights", "ustaw zagrania na 7", "set plays to 7", "zagrania ustawione na 7"),
        ("siege", "ustaw poziom hałasu na 4", "set noise_level to 4", "poziom hałasu ustawione na 4"),
        ("siege", "przenieś Rząd domów na pudełko", "move Row of houses copy 1 to box", "Rząd domów"),
        ("dark_eden", "ustaw Złoto u B na 3", "set gold of B to 3", "Złoto"),
        ("crazy_eights", "przenieś 5♣ na spód ręka u B", "move 5♣ copy 1 to bottom of hand of B", "5♣"),
    ],
)
def test_the_host_changes_by_hand_in_the_language_of_the_page(game: str, polish: str, kept: str, read: str) -> None:
    """What is typed in Polish is kept in the words of the rules, and read by each in his own."""
    room = new_room(Store(":memory:"), game, seed=2)
    with speaking(room.words("pl")):
        by_hand(room, polish)
    assert room.store.events(room.row.id)[-1].data == {"order": kept}
    assert read in next(line for line in told(room, 0, "pl")["position"]["log"] if "ręcznie" in line)
    assert open_rooms(room.store)[0].state.key() == room.state.key()


def test_a_moment_that_is_looked_back_at(room: Room) -> None:
    for _ in range(3):
        asked = room.state.actor
        room.move(asked, moves(room, asked, "en")[0], told(room, asked, "en")["revision"])
    with speaking(room.words("pl")):
        past = room.past(1)
    assert past["title"] == told(room, 0, "pl")["position"]["title"]
    assert len(past["log"]) == len(room.past(1)["log"])
    assert len(told(room, 0, "pl")["position"]["log"]) == len(told(room, 0, "en")["position"]["log"])


def test_a_game_without_words_in_a_language_has_those_of_the_program() -> None:
    room = new_room(Store(":memory:"), "tic_tac_toe")
    assert moves(room, 1, "pl") == moves(room, 1, "en")
    answered: dict[str, Any] = {}
    with speaking(room.words("pl")), pytest.raises(Refused, match="to może zrobić tylko gospodarz stołu"):
        done([room], room, 1, {"do": "pause"}, answered)
    assert said("yes") == "yes"


@pytest.fixture
def client(room: Room) -> Iterator[TestClient]:
    with TestClient(app_of([room], {HOST}, language="pl"), base_url=f"http://{HOST}") as made:
        yield made


def test_a_page_says_its_language_and_may_change_it(client: TestClient, room: Room) -> None:
    assert client.get("/language").json() == "pl"
    with client.websocket_connect(SOCKET) as one, client.websocket_connect(SOCKET) as two:
        one.send_json({"hello": room.links[1], "language": "pl"})
        polish = one.receive_json()["state"]["position"]["title"]
        two.send_json({"hello": room.links[2], "language": "xx"})
        english = two.receive_json()["state"]["position"]["title"]
        assert polish != english
        one.receive_json()
        two.send_json({"id": 1, "do": "language", "text": "pl"})
        assert two.receive_json() == {"answer": 1}
        assert two.receive_json()["state"]["position"]["title"] == polish


def test_every_word_of_the_page_has_its_polish() -> None:
    """What scripts say with t(..), what is marked in the page, and what is read aloud there."""
    known = catalogue("pl")
    found: set[str] = set()
    for path in STATIC.glob("*.js"):
        found |= set(re.findall(r"(?<![\w.])t\(\"([^\"]+)\"", path.read_text("utf-8")))
    page = (STATIC / "index.html").read_text("utf-8")
    found |= set(re.findall(r"class=\"said\"[^>]*>([^<]+)<", page)) | set(re.findall(r"aria-label=\"([^\"]+)\"", page))
    assert len(found) > 40
    assert found - set(known) == set()
