"""What a page may ask for: moves, questions, looking back, and what only the host may order."""

from __future__ import annotations

from typing import Final, cast

from dsl.play.refused import Refused
from dsl.runtime.tongues.own import said, words_now
from dsl.table.answers import answer as answered
from dsl.table.answers import printed
from dsl.table.hosting import by_hand, exported, hand_over, pause, set_bot
from dsl.table.look import spoken_look
from dsl.table.opening import fork
from dsl.table.panel import panel
from dsl.table.picture import Data
from dsl.table.room import HOST, Room
from dsl.table.taking import take

MOST_ROOMS: Final = 500
_ORDERS: Final = ("pause", "hand over", "bot", "by hand", "fork")


def done(rooms: list[Room], room: Room, seat: int, message: Data, answer: Data) -> bool:
    """Do what a message asks for and enter the answer; whether the table changed."""
    what = message.get("do")
    text = message.get("text", "")
    if not isinstance(text, str) or len(text) > 1_000:
        raise Refused(said("this is too long"))
    if what == "move":
        room.move(seat, text, _number(message, "revision"))
    elif what == "take":
        take(room, seat, _texts(message, "texts"), _number(message, "revision"))
    elif what == "undo":
        room.undo(seat, _number(message, "revision"))
    elif what == "agree":
        room.agree(seat, message.get("yes") is True)
    elif what in _ORDERS:
        return _ordered(rooms, room, seat, str(what), message, answer)
    else:
        _asked(room, seat, what, message, answer)
        return False
    return True


def _asked(room: Room, seat: int, what: object, message: Data, answer: Data) -> None:
    """Answer a question, which changes nothing."""
    if what == "past":
        answer["past"] = room.past(_number(message, "number"))
    elif what == "panel":
        answer["panel"] = panel(room, seat, everything=message.get("yes") is True)
    elif what == "look":
        answer["look"] = spoken_look(room.look, words_now())
    elif what == "scenario":
        if seat != HOST and not room.state.is_over:
            raise Refused(said("what was played is told when the game is over"))
        answer["scenario"] = exported(room)
    elif what == "faces":
        answer["faces"] = printed(room, seat, _texts(message, "titles"))
    elif what in ("why", "why not", "because", "card"):
        answer.update(answered(room, seat, what, message.get("text", "")))
    else:
        raise Refused(said("the page asks for something that there is not"))


def _ordered(rooms: list[Room], room: Room, seat: int, what: str, message: Data, answer: Data) -> bool:
    """Do what the host orders; Refused for everybody else."""
    if seat != HOST:
        raise Refused(said("this is for the host of the table"))
    if what == "pause":
        pause(room, message.get("yes") is True)
    elif what == "hand over":
        answer["links"] = {"link": hand_over(room, _number(message, "seat"))}
    elif what == "bot":
        set_bot(room, _number(message, "seat"), message.get("text", ""))
    elif what == "by hand":
        by_hand(room, message.get("text", ""))
    else:
        if len(rooms) >= MOST_ROOMS:
            raise Refused(said("there are too many tables here"))
        made = fork(room, _number(message, "number"))
        rooms.append(made)
        answer["links"] = {made.letter(seat): token for seat, token in made.links.items()}
        return False
    return True


def _texts(message: Data, name: str) -> list[str]:
    found = message.get(name)
    if not isinstance(found, list):
        raise Refused(said("{1} is missing", name))
    return [str(each)[:200] for each in cast(list[object], found)]


def _number(message: Data, name: str) -> int:
    found = message.get(name)
    if not isinstance(found, int) or isinstance(found, bool):
        raise Refused(said("{1} is missing", name))
    return found
