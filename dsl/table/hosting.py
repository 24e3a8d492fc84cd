"""The host's hand: what whoever opened the table may do to it, whatever the rules say.

Every order is an event of the store as moves are. What is changed by hand is read by everybody; and whoever tries it
learns where things lie, so the link of the host is for somebody who may.
"""

from __future__ import annotations

import secrets

from dsl.play.bots import check_bot, make_bot
from dsl.play.by_hand import edit
from dsl.play.refused import Refused
from dsl.play.scenario_text import scenario_text
from dsl.play.solve import Unsolved
from dsl.runtime.game import Game
from dsl.runtime.tongues.own import said, speaking
from dsl.table.happening import again, happen
from dsl.table.room import SOURCE, Room
from dsl.table.spoken import PRESENT
from dsl.table.store import Event


def pause(room: Room, on: bool) -> None:
    """Stop the table for a while, or go on."""
    _order(room, "pause", {"on": on})


def hand_over(room: Room, seat: int) -> str:
    """Give a seat a new link, which is returned: the old one opens nothing any more, and a bot there leaves."""
    _check(room, seat)
    token = secrets.token_urlsafe(24)
    _order(room, "link", {"seat": seat, "link": token})
    return token


def set_bot(room: Room, seat: int, words: str) -> None:
    """Let a bot play a seat (`random`, `uct:200`); nobody, if the words are empty."""
    _check(room, seat)
    try:
        if words:
            check_bot(make_bot(words, 0), room.state.engine)
    except ValueError as error:
        raise Refused(str(error)) from None
    except Unsolved as error:
        raise Refused(error.words) from None
    _order(room, "bot", {"seat": seat, "bot": words})


def by_hand(room: Room, order: str) -> None:
    """Change the position: `set FIELD of THING to VALUE`, `move PIECE to ZONE`, in the words of the rules or of the
    language that is spoken now; kept in those of the rules. Refused if it cannot be so.
    """
    try:
        with speaking(SOURCE):
            edit(room.state, order)
    except Refused:
        change = edit(room.read(room.state, PRESENT), order)
        with speaking(SOURCE):
            order = change.order(room.state.engine.words)
            if edit(room.state, order).position != change.position:
                raise Refused(said("say this in the words of the rules: {1}", order)) from None
    _order(room, "hand", {"order": order})


def exported(room: Room) -> str:
    """What was played, as a scenario of the language; nothing of it is hidden."""
    return scenario_text(room.game, room.state)


def renew(room: Room, game: Game) -> None:
    """Go on at the same position with other rules: everything that happened is made again with them. Whatever goes
    wrong (GameError, MoveError, Refused) leaves the table as it was.
    """
    fresh = Room(room.row, game, room.store, game.start(room.row.players, room.row.seed))
    fresh.show()
    again(fresh)
    for number, shown in fresh.shown.items():  # the counts go on, so that what pages have seen is out of date
        shown.count = room.shown[number].count + 1
    room.game, room.state, room.pictures = game, fresh.state, fresh.pictures
    room.stretches, room.proposal = fresh.stretches, None
    room.trouble = room.details = ""


def _check(room: Room, seat: int) -> None:
    if not 1 <= seat <= room.row.players:
        raise Refused(said("there is no such seat"))


def _order(room: Room, what: str, data: dict[str, object]) -> None:
    room.enter(Event(what, data))
    happen(room, what, data)
