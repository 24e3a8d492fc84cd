"""A watch over the files of the rules: when one is saved, tables go on with the new ones at the same position."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Final

from dsl.play.refused import Refused
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.game import RulesError, load
from dsl.table.hosting import renew
from dsl.table.room import Room
from dsl.table.server import Tables

SECONDS: Final = 0.4
_SUFFIXES: Final = {".rules", ".csv", ".yaml", ".toml"}

Stamp = dict[Path, tuple[int, int]]


async def watch(tables: Tables) -> None:
    """Look after the rules of all rooms, until it is cancelled."""
    seen = {room.row.id: stamp(room) for room in tables.rooms}
    while True:
        await asyncio.sleep(SECONDS)
        for room in list(tables.rooms):
            now = await asyncio.to_thread(stamp, room)
            if seen.setdefault(room.row.id, now) != now:
                seen[room.row.id] = now
                await tables.renewed(room, partial(read_again, room))


def stamp(room: Room) -> Stamp:
    """When the files of a room's game were written, and how long they are."""
    sources = room.game.sources
    root = sources.root if sources.root.is_dir() else sources.root.parent
    found: Stamp = {}
    for path in {*sources.paths.values(), *(each for each in root.rglob("*") if each.suffix in _SUFFIXES)}:
        try:
            known = path.stat()
        except OSError:
            continue  # it is being written just now
        found[path] = known.st_mtime_ns, known.st_size
    return found


def read_again(room: Room) -> None:
    """Read the rules of a room again and go on with them; where that cannot be, the table says so and keeps the old."""
    row = room.row
    try:
        renew(room, load(row.game, row.modules, row.options))
    except RulesError as error:
        room.trouble = str(error)
    except (GameError, MoveError, Refused) as error:
        room.trouble = f"The rules are sound, but what was played cannot be made again with them: {error}"
