"""Rooms in a file: what game is played there with which links, and every event, on the disk before it is answered."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

_SCHEMA = """
create table if not exists rooms (
    id text primary key, game text not null, modules text not null, options text not null, players integer not null,
    seed integer not null, bots text not null, links text not null
);
create table if not exists events (
    room text not null references rooms(id), number integer not null, what text not null, data text not null,
    primary key (room, number)
) without rowid;
"""


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room as it was made: the game, modules and options, how many play, the seed, bots by seat, links by seat (0 is
    for onlookers).
    """

    id: str
    game: str
    modules: tuple[str, ...]
    options: dict[str, int | str | list[int]]
    players: int
    seed: int
    bots: dict[int, str]
    links: dict[int, str]


@dataclass(frozen=True, slots=True)
class Event:
    """What happened: `move` with an option and fixed outcomes of chance, or `undo` of some steps."""

    what: str
    data: dict[str, Any]


class Store:
    """The file. Every method may be called from any thread. sqlite3.Error if the disk fails; nothing is half done."""

    def __init__(self, path: Path | str) -> None:
        """Open or make it; `:memory:` keeps nothing."""
        self._lock = Lock()
        self._base = sqlite3.connect(str(path), check_same_thread=False, isolation_level=None)
        self._base.execute("pragma journal_mode = wal")
        self._base.execute("pragma synchronous = full")
        self._base.executescript(_SCHEMA)

    def add_room(self, row: RoomRow) -> None:
        """Enter a new room."""
        bots = {str(seat): words for seat, words in row.bots.items()}
        links = {str(seat): token for seat, token in row.links.items()}
        parts = (json.dumps(each) for each in (row.modules, row.options))
        values = (row.id, row.game, *parts, row.players, row.seed, json.dumps(bots), json.dumps(links))
        with self._lock:
            self._base.execute("insert into rooms values (?, ?, ?, ?, ?, ?, ?, ?)", values)

    def rooms(self) -> list[RoomRow]:
        """All rooms."""
        with self._lock:
            found: list[Sequence[Any]] = self._base.execute("select * from rooms order by rowid").fetchall()
        return [
            RoomRow(
                row[0],
                row[1],
                tuple(json.loads(row[2])),
                json.loads(row[3]),
                row[4],
                row[5],
                {int(seat): words for seat, words in json.loads(row[6]).items()},
                {int(seat): token for seat, token in json.loads(row[7]).items()},
            )
            for row in found
        ]

    def add_event(self, room: str, number: int, event: Event) -> None:
        """Enter an event; it is on the disk when this returns. sqlite3.IntegrityError if its number is taken."""
        with self._lock:
            values = (room, number, event.what, json.dumps(event.data))
            self._base.execute("insert into events values (?, ?, ?, ?)", values)

    def events(self, room: str) -> list[Event]:
        """All events of a room, in order."""
        with self._lock:
            query = "select what, data from events where room = ? order by number"
            found: list[Sequence[Any]] = self._base.execute(query, (room,)).fetchall()
        return [Event(what, json.loads(data)) for what, data in found]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._base.close()
