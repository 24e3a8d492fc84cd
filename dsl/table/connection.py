"""A page that is connected: how much it may send, and what it is still to be sent.

Nobody waits for a page. What it is to be sent is kept until its socket takes it; while it takes nothing, it is not told
of what happens either, and learns all of that at once when it takes something again. So a page that has fallen
asleep, or never reads, holds up no other, and costs no more than one message.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from dsl.table.changes import Data, change
from dsl.table.room import Room
from dsl.table.words import LANGUAGES

MOST_A_SECOND: Final = 20
_BURST: Final = 60
_UNKNOWN: Final = ""


@dataclass(slots=True)
class Connection:
    """A page: its socket, its room and seat. news: what it is sent of the table as it is now, if that is anything
    new.
    """

    socket: WebSocket
    room: Room
    seat: int
    token: str
    news: Callable[[Connection], str | None] = lambda _: None
    language: str = LANGUAGES[0]
    told: Data | None = None
    by_changes: bool = False
    """Whether it asked to be told what has changed only, after the first time."""
    left: float = _BURST
    last: float = field(default_factory=time.monotonic)
    gone: bool = False
    """Its link opens nothing any more: whatever comes from it is not heard."""
    sending: asyncio.Task[None] | None = None
    _letters: deque[str] = field(default_factory=deque[str])
    _late: bool = False

    def spend(self) -> bool:
        """Take one message from what may be sent; whether there was one left."""
        now = time.monotonic()
        self.left = min(_BURST, self.left + (now - self.last) * MOST_A_SECOND)
        self.last = now
        self.left -= 1
        return self.left >= 0

    def tell(self, what: Callable[[Connection], str | None]) -> None:
        """Send it what is new, as soon as it has taken all that it was sent before."""
        if self.sending is not None:
            self._late = True
        elif not self.gone and (text := what(self)) is not None:
            self.post(text)

    def post(self, text: str) -> None:
        """Send it something, behind what it is to be sent already."""
        if self.gone:
            return
        self._letters.append(text)
        if self.sending is None:
            self.sending = asyncio.create_task(self._send())

    async def taken(self) -> None:
        """Wait until it has taken all that it was sent, so that it can ask for no more than it reads."""
        if self.sending is not None:
            await asyncio.shield(self.sending)

    async def close(self, code: int) -> None:
        """Close it, though whoever is there may have left already, or reads nothing."""
        self.gone = True
        self._letters.clear()
        await closed(self.socket, code)

    async def _send(self) -> None:
        try:
            while self._letters:
                await self.socket.send_text(self._letters.popleft())
                if self._late and not self._letters and not self.gone:
                    self._late = False
                    text = self.news(self)
                    self._letters += [] if text is None else [text]
        except (RuntimeError, WebSocketDisconnect):
            self._letters.clear()  # who has left is told nothing
        finally:
            self.sending = None


class Telling:
    """What one seat may see now, for all pages that show it: whole, or what has changed since each was told."""

    def __init__(self, state: Data) -> None:
        self.state = state
        self._since: list[tuple[Data, str | None]] = []

    def to(self, page: Connection) -> str | None:
        """What a page is sent; None where nothing has changed for it."""
        before, page.told = page.told, self.state
        if before is None:
            return self._whole
        text = next((text for known, text in self._since if known is before), _UNKNOWN)
        if text is _UNKNOWN:
            by = change(before, self.state)
            text = None if by is None else json.dumps({"change": by})
            self._since.append((before, text))
        return text if text is None or page.by_changes else self._whole

    @cached_property
    def _whole(self) -> str:
        return json.dumps({"state": self.state})


async def closed(socket: WebSocket, code: int) -> None:
    """Close a socket, though whoever is there may have left already."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)
