"""The server: the page, and a socket for every seat.

Who may connect: pages of this very address (Origin and Host are checked) that know the link of a seat. The link stands
behind the # of an address, which browsers send to nobody; it is the first message on the socket. What is sent is
bounded in size, rate and number.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import sqlite3
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, cast
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from dsl.play.refused import Refused
from dsl.play.solve import Unsolved
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.tongues.own import marked, said, speaking
from dsl.table.connection import Connection, Telling, closed
from dsl.table.orders import done
from dsl.table.pauses import Traffic, swept
from dsl.table.room import HOST, ONLOOKER, Room
from dsl.table.words import LANGUAGES, catalogue

_Done = TypeVar("_Done")
STATIC: Final = Path(__file__).with_name("static")
MOST_BYTES: Final = 16_384
"""Of one message from a page."""
MOST_SOCKETS: Final = 1_000
_HELLO_SECONDS: Final = 10
_BEHIND: Final = 0.05
"""Seconds that pictures wait for answers at other tables."""
_UNWRITTEN: Final = marked("nothing was done, since it cannot be written to the file of the table: {1}")
_UNSEEN: Final = marked("The rules fail where the table is drawn; it is shown as it was.")
_STUCK: Final = marked("The rules fail where a bot decides; the game waits.")
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


class Tables:
    """All rooms of a server and who is connected."""

    def __init__(self, rooms: list[Room], hosts: set[str]) -> None:
        """hosts: the names, with ports, under which the server may be spoken to."""
        self.rooms = rooms
        self.hosts = hosts
        self.connections: dict[str, list[Connection]] = defaultdict(list[Connection])
        self.thinking: set[asyncio.Task[None]] = set()
        self.locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.traffic = Traffic()
        self.hands = ThreadPoolExecutor(1, "hands")
        """What people do is done one after the other: threads that take turns would do it no faster. Bots think in
        threads of their own."""
        self.painters = ThreadPoolExecutor(1, "painters")
        """Pictures of what was done are made beside, so that nobody waits for those of another table to be answered."""
        self.asked = 0
        """How many messages wait to be answered."""
        self.answered = asyncio.Event()
        """None does."""
        self.answered.set()

    def find(self, token: str) -> tuple[Room, int] | None:
        """The room and seat of a link; every link is compared, so that time tells nothing."""
        found: tuple[Room, int] | None = None
        for room in self.rooms:
            for seat, link in room.links.items():
                if hmac.compare_digest(link.encode(), token.encode("utf-8", "replace")):
                    found = room, seat
        return found

    def tell(self, room: Room) -> None:
        """Send everybody in a room what his seat may see now. That something happened is told to those who see it."""
        made: dict[tuple[int, str], Telling] = {}

        def news(page: Connection) -> str | None:
            asked = page.seat, page.language
            if asked not in made:
                made[asked] = self._telling(page)
            return made[asked].to(page)

        for each in self.connections[room.row.id]:
            each.tell(news)

    def _telling(self, page: Connection) -> Telling:
        with speaking(page.room.words(page.language)):
            return Telling({**page.room.told(page.seat), "there": self.there(page.room)})

    def leave(self, room: Room) -> None:
        """Close the sockets of those whose link opens nothing any more."""
        for each in self.connections[room.row.id]:
            if room.links.get(each.seat) != each.token:
                self.beside(each.close(4401))

    async def renewed(self, room: Room, change: Callable[[], None]) -> None:
        """Change a room from outside (its rules were saved anew), and tell everybody."""
        async with self.locks[room.row.id]:
            await asyncio.to_thread(change)
        self.tell(room)
        self.wake(room)

    def there(self, room: Room) -> list[str]:
        """The seats of a room at which somebody is connected."""
        return sorted({room.letter(each.seat) for each in self.connections[room.row.id] if each.seat > 0})

    async def think(self, room: Room) -> None:
        """Let bots decide until a person is asked. Other tables are answered meanwhile, this one between two moves."""
        while room.bots.get(room.state.actor) is not None and not room.state.is_over:
            async with self.locks[room.row.id]:
                try:
                    going = await asyncio.to_thread(room.think)
                except sqlite3.Error as error:
                    room.trouble, going = said(_UNWRITTEN, error), False
                except (GameError, MoveError) as error:  # which decision it was, and of what, is its own
                    room.trouble, room.details, going = _STUCK, str(error), False
                except Unsolved as error:
                    room.trouble, room.details, going = error.words, "", False
            self.tell(room)
            if not going:
                return

    def wake(self, room: Room) -> None:
        """Let the bots of a room go on, whatever becomes of the page whose message asked for it."""
        self.beside(self.think(room))

    def beside(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(doing)
        self.thinking.add(task)
        task.add_done_callback(self.thinking.discard)

    async def talk(self, socket: WebSocket) -> None:
        """A socket from its first message to its end."""
        if not _is_ours(socket.headers, self.hosts) or sum(map(len, self.connections.values())) >= MOST_SOCKETS:
            await closed(socket, 4403)
            return
        try:
            self.traffic.heard()
            await socket.accept()
            first = await asyncio.wait_for(_received(socket), _HELLO_SECONDS)
            found = self.find(str(first.get("hello", "")))
            if found is None:
                await closed(socket, 4401)
                return
            connection = Connection(socket, *found, str(first["hello"]), lambda page: self._telling(page).to(page))
            connection.language = _language(first.get("language"))
            connection.by_changes = first.get("changes") is True
            mine = self.connections[connection.room.row.id]
            mine.append(connection)
            try:
                self.tell(connection.room)
                while True:
                    await connection.taken()
                    message = await _received(socket)
                    if connection.gone or not connection.spend():
                        await connection.close(4429)
                        return
                    self.traffic.heard()
                    await self.handle(connection, message)
            finally:
                mine.remove(connection)
                self.tell(connection.room)
        except (WebSocketDisconnect, RuntimeError):
            return
        except (ValueError, TimeoutError):
            await closed(socket, 4400)
        finally:
            self.traffic.gone += 1

    async def _done(self, connection: Connection, message: dict[str, Any], answer: dict[str, Any]) -> bool:
        """Do what a message asks for, in the language of its page; whether the table changed."""
        if message.get("do") == "language":
            return True  # which tells the page everything in it
        self.asked += 1
        self.answered.clear()
        try:
            return await self._in(self.hands, done, self.rooms, connection.room, connection.seat, message, answer)
        except sqlite3.Error as error:
            raise Refused(said(_UNWRITTEN, error)) from None
        finally:
            self.asked -= 1
            if not self.asked:
                self.answered.set()

    async def _in(self, thread: ThreadPoolExecutor, do: Callable[..., _Done], *given: object) -> _Done:
        """Do something in another thread, in this language."""
        return await asyncio.get_running_loop().run_in_executor(thread, partial(copy_context().run, do, *given))

    async def _painted(self, room: Room) -> None:
        """Make the pictures of what was done, when nobody waits for an answer any more, or has for a while. While they
        are made nothing else is done there.
        """
        if self.asked:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.answered.wait(), _BEHIND)
        async with self.locks[room.row.id]:
            try:
                await self._in(self.painters, room.catch_up)
            except GameError as error:
                room.trouble, room.details = _UNSEEN, str(error)

    async def handle(self, connection: Connection, message: dict[str, Any]) -> None:
        """One message of a page: it is answered under its own number, and if something changed everybody is told."""
        room = connection.room
        answer: dict[str, Any] = {"answer": message.get("id")}
        changed, known = False, len(self.rooms)
        try:
            async with self.locks[room.row.id]:
                if message.get("do") == "language":
                    connection.language = _language(message.get("text"))
                with speaking(room.words(connection.language)):
                    changed = await self._done(connection, message, answer)
        except Refused as refusal:
            answer["refused"] = str(refusal)
        connection.post(json.dumps(answer))
        for made in self.rooms[known:]:
            self.wake(made)
        if changed:
            await self._painted(room)
            self.leave(room)
            self.tell(room)
            self.wake(room)


def _language(asked: object) -> str:
    """The language that a page asks for; without one, or if there is no such, that of the rules."""
    return asked if isinstance(asked, str) and asked in LANGUAGES else LANGUAGES[0]


async def _received(socket: WebSocket) -> dict[str, Any]:
    """A message: a JSON object of bounded size; ValueError for anything else."""
    try:
        text = await socket.receive_text()
    except KeyError:
        raise ValueError("bytes") from None
    if len(text) > MOST_BYTES:
        raise ValueError("too long")
    try:
        found: object = json.loads(text)
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(found, dict):
        raise ValueError("no object")
    return cast(dict[str, Any], found)


def _is_ours(headers: Headers, hosts: set[str]) -> bool:
    """Whether a request is for this server and, if a page sends it, comes from a page of it."""
    origin = headers.get("origin")
    return headers.get("host", "") in hosts and (origin is None or urlsplit(origin).netloc in hosts)


class _Guard:
    """Refuses requests for other hosts, and puts the headers of the page's policy on every answer."""

    def __init__(self, app: ASGIApp, hosts: set[str]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if not _is_ours(Headers(scope=scope), self.hosts):
            await PlainTextResponse("this server has another name", 421)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        await self.app(scope, receive, guarded)


Beside = Callable[[Tables], Coroutine[Any, Any, None]]


def app_of(rooms: list[Room], hosts: set[str], beside: Beside | None = None, language: str = "") -> Starlette:
    """The application for some rooms, spoken to under some names (with their ports). beside: what runs as long as it
    does, such as a watch over the rules. language: that of pages where nobody has chosen one.
    """
    tables = Tables(rooms, hosts)

    async def page(request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def words(request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            return PlainTextResponse("no such language", 404)
        return JSONResponse(catalogue(language))

    async def first(request: Request) -> Response:
        return JSONResponse(language)

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncGenerator[None]:
        for room in rooms:
            tables.wake(room)
        running = [swept(tables.traffic), *((beside(tables),) if beside is not None else ())]
        tasks = [asyncio.create_task(each) for each in running]
        yield
        for task in (*tables.thinking, *tasks):
            task.cancel()

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/words/{language}", words),
            Route("/language", first),
            Mount("/static", StaticFiles(directory=STATIC)),
            WebSocketRoute("/socket", tables.talk),
        ],
        middleware=[Middleware(_Guard, hosts=hosts)],
        lifespan=life,
    )
    app.state.tables = tables
    return app


def links(room: Room, base: str) -> dict[str, str]:
    """The address of each seat, of onlookers and of the host, by what they are called; the designer's panel is the
    host's.
    """
    made = {room.letter(seat): f"{base}/#{room.links[seat]}" for seat in room.people}
    host = f"{base}/#{room.links[HOST]}"
    return {**made, "onlookers": f"{base}/#{room.links[ONLOOKER]}", "host": host, "designer": f"{host}/designer"}
