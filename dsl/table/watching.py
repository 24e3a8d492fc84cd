"""A watch over the files of the rules: when one is saved, tables go on with the new ones at the same position."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import partial

from dsl.play.refused import Refused
from dsl.reading.sources import Sources
from dsl.reading.watching import SECONDS, Watch
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.game import RulesError, load
from dsl.runtime.information.faults import ASK_HOST
from dsl.runtime.tongues.own import marked
from dsl.table.hosting import renew
from dsl.table.room import ONLOOKER, Room
from dsl.table.server import Tables


async def watch(tables: Tables) -> None:
    """Look after the rules of all rooms, until it is cancelled."""
    watches: dict[str, Watch] = {}
    while True:
        for room in list(tables.rooms):
            mine = watches.get(room.row.id)
            if mine is None:
                watches[room.row.id] = Watch(partial(_sources, room))
            elif await asyncio.to_thread(mine.changed):
                await tables.renewed(room, partial(read_again, room))
        await asyncio.sleep(SECONDS)


def _sources(room: Room) -> Sources:
    return room.game.sources


def read_again(room: Room) -> None:
    """Read the rules of a room again and go on with them; where that cannot be, the table says so and keeps the old.
    Which decision cannot be made again is for the host alone: others may have made it unseen.
    """
    row = room.row
    try:
        renew(room, load(row.game, row.modules, row.options))
    except RulesError as error:
        texts = [file.span.file.text for file in room.game.sources.files]
        told = room.seat(ONLOOKER).mistakes(texts, error, ASK_HOST)
        room.trouble, room.details = (told, "") if told == str(error) else (f"The rules have {told}.", str(error))
    except OSError as error:
        room.trouble, room.details = f"The rules cannot be read: {error.strerror or 'they are gone'}.", str(error)
    except sqlite3.Error as error:
        room.trouble, room.details = marked("What was played cannot be read from the file of the table."), str(error)
    except (GameError, MoveError, Refused, ValueError, IndexError) as error:
        room.trouble = marked("The rules are sound, but what was played cannot be made again with them.")
        room.details = str(error)
