"""Events of a room: what is done when one is written down for the first time, and when a room is opened again."""

from __future__ import annotations

from dsl.play.bots import make_bot
from dsl.play.by_hand import Change, edit
from dsl.runtime.moves import Option, copies_of, option_of
from dsl.runtime.state import State
from dsl.runtime.tongues.own import speaking
from dsl.table.picture import Data
from dsl.table.room import SOURCE, Room


def again(room: Room) -> None:
    """Make the events of the store again."""
    for event in room.store.events(room.row.id):
        room.events += 1
        happen(room, event.what, event.data)


def happen(room: Room, what: str, data: Data) -> None:
    """Let an event happen: for the first time, when it has been written down, or once more. What it says is said in
    the words of the rules, whoever has asked for it.
    """
    with speaking(SOURCE):
        _happen(room, what, data)


def _happen(room: Room, what: str, data: Data) -> None:
    if what == "pause":
        room.paused = bool(data["on"])
    elif what == "link":
        room.links[int(data["seat"])] = str(data["link"])
        _bot(room, int(data["seat"]), "")
    elif what == "bot":
        _bot(room, int(data["seat"]), str(data["bot"]))
    else:
        if what == "move":
            _move(room, data)
        elif what == "moves":
            for each in data["moves"]:
                _move(room, each)
        elif what == "hand":
            _change(room, edit(room.state, str(data["order"])))
        else:
            room.step_back(int(data.get("steps", 1)), anew=bool(data["anew"]), salt=int(data.get("salt", 0)))
        room.show()


def _move(room: Room, data: Data) -> None:
    room.state.apply_with(_meant(room.state, tuple(data["option"]), data.get("text")), tuple(data["chance"]))


def _meant(state: State, option: Option, text: str | None) -> Option | str:
    """The move of an event: its option, or its text, where rules have changed and the option is another move."""
    for move in state.moves():
        if option in (option_of(move), *copies_of(move)):
            return option if text is None or move.text == text else text
    return option if text is None else text


def _bot(room: Room, seat: int, words: str) -> None:
    if words:
        room.bots[seat] = make_bot(words, room.row.seed + seat)
        room.orders[seat] = words
    else:
        room.bots.pop(seat, None)
        room.orders.pop(seat, None)


def _change(room: Room, change: Change) -> None:
    engine, seed = room.state.engine, room.state.seed
    room.stretches.append((room.state, change))
    room.state = State(engine, change.position, seed=seed, from_beginning=False, run=False)
    room.proposal = None
