"""The server: who may connect, what may be sent, and what is answered to everything else."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import cast

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from dsl.table.changes import changed
from dsl.table.connection import Connection
from dsl.table.opening import new_room
from dsl.table.room import Room
from dsl.table.server import MOST_BYTES, Tables, app_of
from dsl.table.store import Store

HOST = "127.0.0.1:8765"
SOCKET = f"ws://{HOST}/socket"


@pytest.fixture
def room() -> Room:
    return new_room(Store(":memory:"), "tic_tac_toe")


@pytest.fixture
def client(room: Room) -> Iterator[TestClient]:
    with TestClient(app_of([room], {HOST}), base_url=f"http://{HOST}") as made:  # one loop for all sockets
        yield made


def test_the_page_and_its_policy(client: TestClient) -> None:
    for path in ("/", "/static/table.js", "/static/draw.js", "/static/table.css"):
        answer = client.get(path)
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy and "default-src 'none'" in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
    assert (
        sum(len(client.get(path).content) for path in ("/", "/static/table.js", "/static/draw.js", "/static/table.css"))
        < 300_000
    )
    assert client.get("/static/../room.py").status_code == 404


def test_another_host_is_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"origin": "null"}, {"host": "evil.example"}])
def test_pages_of_others_cannot_connect(client: TestClient, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(SOCKET, headers=headers):
        pass


def test_two_seats_play(client: TestClient, room: Room) -> None:
    with client.websocket_connect(SOCKET) as one, client.websocket_connect(SOCKET) as two:
        one.send_json({"hello": room.links[1]})
        state = one.receive_json()["state"]
        assert state["mine"] and len(state["position"]["moves"]) == 9
        two.send_json({"hello": room.links[2]})
        assert not two.receive_json()["state"]["mine"]
        assert one.receive_json()["state"]["there"] == ["A", "B"]
        one.send_json({"id": 1, "do": "move", "text": "mark a1", "revision": state["revision"]})
        assert one.receive_json() == {"answer": 1}
        assert two.receive_json()["state"]["mine"]
        one.receive_json()
        one.send_json({"id": 2, "do": "move", "text": "mark a2", "revision": state["revision"]})
        assert "moved on" in one.receive_json()["refused"]
        one.send_json({"id": 3, "do": "why not", "text": "mark a1"})
        assert not one.receive_json()["explanation"]["legal"]


def test_a_page_is_told_what_has_changed(client: TestClient, room: Room) -> None:
    """Who asks for it is sent the whole once; put together, it is what another page of the seat is sent each time."""
    with client.websocket_connect(SOCKET) as one, client.websocket_connect(SOCKET) as two:
        one.send_json({"hello": room.links[1], "changes": True})
        state = one.receive_json()["state"]
        two.send_json({"hello": room.links[1]})
        assert two.receive_json()["state"] == state
        for number, text in enumerate(("mark a1", "mark a2")):
            if number:
                room.move(2, "mark c3", room.shown[2].count)
                one.send_json({"id": 9, "do": "language", "text": "en"})
                assert one.receive_json() == {"answer": 9}
                state = changed(state, one.receive_json()["change"])
                assert state == two.receive_json()["state"]
            one.send_json({"id": number, "do": "move", "text": text, "revision": state["revision"]})
            assert one.receive_json() == {"answer": number}
            message = one.receive_json()
            assert set(message) == {"change"} and len(json.dumps(message)) < 2_000
            state = changed(state, message["change"])
            assert state == two.receive_json()["state"]


def test_an_onlooker_cannot_move(client: TestClient, room: Room) -> None:
    with client.websocket_connect(SOCKET) as socket:
        socket.send_json({"hello": room.links[0]})
        revision = socket.receive_json()["state"]["revision"]
        for what in ("move", "undo", "agree"):
            socket.send_json({"id": 1, "do": what, "text": "mark a1", "revision": revision, "yes": True})
            assert socket.receive_json()["refused"]
    assert room.events == 0


@pytest.mark.parametrize("token", ["", "x", "ż" * 40, None, 7, [], {"a": 1}])
def test_a_wrong_link_is_refused(client: TestClient, token: object) -> None:
    with client.websocket_connect(SOCKET) as socket:
        socket.send_json({"hello": token})
        with pytest.raises(WebSocketDisconnect) as error:
            socket.receive_json()
        assert error.value.code == 4401


@pytest.mark.parametrize(
    "text", ["", "[]", "7", "null", "{", "[" * 9_000, "x" * (MOST_BYTES + 1), '{"hello": ' + "[" * 5_000]
)
def test_what_is_no_message_ends_the_connection(client: TestClient, text: str) -> None:
    with client.websocket_connect(SOCKET) as socket:
        socket.send_text(text)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert client.get("/").status_code == 200


def test_bytes_end_the_connection(client: TestClient, room: Room) -> None:
    for hello in (False, True):
        with client.websocket_connect(SOCKET) as socket:
            if hello:
                socket.send_json({"hello": room.links[1]})
                socket.receive_json()
            socket.send_bytes(b"\x00\xff{}")
            with pytest.raises(WebSocketDisconnect) as error:
                while True:
                    socket.receive_json()
            assert error.value.code == 4400


def test_too_much_ends_the_connection(client: TestClient, room: Room) -> None:
    with client.websocket_connect(SOCKET) as socket:
        socket.send_json({"hello": room.links[1]})
        with pytest.raises(WebSocketDisconnect) as error:
            for number in range(500):
                socket.send_json({"id": number, "do": "why", "text": "x"})
            while True:
                socket.receive_json()
        assert error.value.code == 4429


def test_strange_messages_change_nothing(client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hostile page might send: wrong types everywhere. 400 of them, or as many as RULEWRIGHT_HOSTILE says."""
    monkeypatch.setattr("dsl.table.connection.Connection.spend", lambda _: True)
    dice = random.Random(3)
    pieces: list[object] = [
        "move",
        "undo",
        "agree",
        "past",
        "why",
        "why not",
        "because",
        "card",
        "take",
        "panel",
        "faces",
        "look",
        "",
        None,
        -1,
        10**30,
        True,
    ]
    pieces += [[], {}, "mark a1", "\\u0000", "<script>", "9" * 900]
    with client.websocket_connect(SOCKET) as socket:
        socket.send_json({"hello": room.links[0]})
        socket.receive_json()
        for number in range(int(os.environ.get("RULEWRIGHT_HOSTILE", "400"))):
            keys = ("do", "text", "texts", "titles", "revision", "number", "yes", "id")
            socket.send_text(
                json.dumps({key: dice.choice(pieces) for key in keys if dice.random() < 0.8} | {"n": number})
            )
            answer = socket.receive_json()
            assert "answer" in answer
    assert room.events == 0


def waited(true: Callable[[], bool]) -> bool:
    """Whether something becomes so within some seconds."""
    end = time.monotonic() + 10
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    return true()


class Left:
    """The socket of a page that has been closed."""

    async def send_text(self, text: str) -> None:
        raise WebSocketDisconnect(1001)


def test_who_is_refused_may_have_left() -> None:
    """Closing a socket that nobody holds any more is no fault."""

    class Gone(Left):
        headers = Headers({"host": HOST})

        async def accept(self) -> None: ...

        async def receive_text(self) -> str:
            return "no message"

        async def close(self, _: int) -> None:
            raise WebSocketDisconnect(1006)

    asyncio.run(Tables([], {HOST}).talk(cast(WebSocket, Gone())))


def test_a_bot_answers_though_the_page_has_left() -> None:
    """Whoever moves and closes the page at once leaves no table that waits for nobody."""
    room = new_room(Store(":memory:"), "tic_tac_toe", bots={2: "random"})

    async def move() -> None:
        tables = Tables([room], {HOST})
        here = Connection(cast(WebSocket, Left()), room, 1, room.links[1])
        message = {"id": 1, "do": "move", "text": "mark a1", "revision": room.told(1)["revision"]}
        await tables.handle(here, message)
        await asyncio.gather(*tables.thinking)

    asyncio.run(move())
    assert len(room.state.played) == 2


def test_bots_go_on_at_a_new_table() -> None:
    """A fork from a moment at which a bot is asked."""
    room = new_room(Store(":memory:"), "tic_tac_toe")
    room.move(1, "mark a1", room.told(1)["revision"])
    rooms = [room]
    with (
        TestClient(app_of(rooms, {HOST}), base_url=f"http://{HOST}") as client,
        client.websocket_connect(SOCKET) as host,
    ):
        host.send_json({"hello": room.links[-1]})
        host.receive_json()
        host.send_json({"id": 1, "do": "bot", "seat": 2, "text": "random"})
        assert waited(lambda: len(room.state.played) == 2)
        host.send_json({"id": 2, "do": "fork", "number": 1})
        assert waited(lambda: len(rooms) == 2 and len(rooms[1].state.played) == 2)
