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


class Damaged(Exception):
    """The file holds something else than tables, or tables that nobody wrote like this."""


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
        """Open or make it; `:memory:` keeps nothing. Damaged, and nothing is written, if it holds something else."""
        self._lock = Lock()
        self._base = sqlite3.connect(str(path), check_same_thread=False, isolation_level=None)
        names = {str(row[0]) for row in self._base.execute("select name from sqlite_master where type = 'table'")}
        if names and not {"rooms", "events"} <= names:
            self._base.close()
            raise Damaged("it is a database of something else")
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
        """All rooms. Damaged if one is none."""
        with self._lock:
            found: list[Sequence[Any]] = self._base.execute("select * from rooms order by rowid").fetchall()
        try:
            return [_row(each) for each in found]
        except (ValueError, TypeError, AttributeError, IndexError) as error:
            raise Damaged(f"a row of its tables is damaged ({error})") from None

    def add_event(self, room: str, number: int, event: Event) -> None:
        """Enter an event; it is on the disk when this returns. sqlite3.IntegrityError if its number is taken."""
        with self._lock:
            values = (room, number, event.what, json.dumps(event.data))
            self._base.execute("insert into events values (?, ?, ?, ?)", values)

    def events(self, room: str) -> list[Event]:
        """All events of a room, in order. Damaged if one is none."""
        with self._lock:
            query = "select what, data from events where room = ? order by number"
            found: list[Sequence[Any]] = self._base.execute(query, (room,)).fetchall()
        try:
            return [Event(str(what), dict(json.loads(data))) for what, data in found]
        except (ValueError, TypeError) as error:
            raise Damaged(f"an event is damaged ({error})") from None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._base.close()


def _row(row: Sequence[Any]) -> RoomRow:
    """A row of the table of rooms; ValueError, TypeError, AttributeError or IndexError if it is none."""
    bots = {int(seat): str(words) for seat, words in json.loads(row[6]).items()}
    links = {int(seat): str(token) for seat, token in json.loads(row[7]).items()}
    options = dict(json.loads(row[3]))
    modules = tuple(str(each) for each in json.loads(row[2]))
    return RoomRow(str(row[0]), str(row[1]), modules, options, int(row[4]), int(row[5]), bots, links)
