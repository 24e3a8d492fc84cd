"""Every byte that a seat of the table in the browser is sent, in two worlds that the seat cannot tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from twins.faces import Message, answered
from twins.histories import begun, step
from twins.worlds import Attack

from dsl.play.refused import Refused
from dsl.runtime.game import Game
from dsl.runtime.state import State
from dsl.table.orders import done
from dsl.table.room import Room
from dsl.table.store import RoomRow, Store

_MOVES = ("", "xyzzy", "1", "pass", "done")


def room_of(game: Game, state: State) -> Room:
    """A room in which a position stands."""
    players = state.engine.machine.players
    row = RoomRow("room", game.title, (), {}, players, 0, {}, {seat: str(seat) for seat in range(players + 1)})
    room = Room(row, game, Store(":memory:"), state.clone())
    room.show()
    return room


def sent(room: Room, seat: int, message: dict[str, Any]) -> str:
    """What the server answers a page."""
    answer: dict[str, Any] = {}
    try:
        done([room], room, seat, message, answer)
    except Refused as refusal:
        answer["refused"] = str(refusal)
    return json.dumps(answer)


def told(room: Room, seat: int) -> str:
    """What the server sends a page of itself."""
    return json.dumps(room.told(seat))


def at_table(attack: Attack, room: Room, seat: int, chance: Random) -> Iterator[Message]:
    """What a seat is told there, whatever it asks. The room is left as it was but for what the seat takes back."""
    yield "table", "told", told(room, seat)
    asked, many = attack.asked, attack.effort.many
    letters = [chr(ord("A") + n) for n in range(attack.sights.machine.players)]

    def some(words: list[str]) -> list[str]:
        return chance.sample(words, min(many, len(words)))

    values, actions = some(asked.values), some(asked.actions)
    questions = [("why", f"{value} of {thing}") for value in values for thing in (*letters, *some(asked.titles))]
    questions += [("why not", f"{action} {thing}") for action in actions for thing in (*some(asked.titles), "")]
    questions += [("card", title) for title in some(asked.titles)]
    questions += [("because", number) for number in ("0", "1", "2", "7", "999999", "x")]
    for what, text in questions:
        yield f"table {what}", text, answered(lambda what=what, text=text: sent(room, seat, {"do": what, "text": text}))
    for number in (0, 1, 5, 10**6) if not room.state.is_over else ():  # after the end all is shown
        yield (
            "table past",
            str(number),
            answered(lambda number=number: sent(room, seat, {"do": "past", "number": number})),
        )
    for everything in (False, True):
        panel = {"do": "panel", "yes": everything}
        yield "table panel", str(everything), answered(lambda panel=panel: sent(room, seat, panel))
    yield (
        "table panel",
        "scenario",
        answered(lambda: sent(room, seat, {"do": "scenario"})) if not room.state.is_over else "",
    )
    revision = room.told(seat)["revision"]
    for text in _MOVES if not room.seat(seat).mine else _MOVES[:2]:
        move = {"do": "move", "text": text, "revision": revision}
        yield "table move", text, answered(lambda move=move: sent(room, seat, move))
    texts = [move.text for move in room.seat(seat).moves()]
    for taken in ([], ["xyzzy"], [*texts, *texts, *texts]):
        take = {"do": "take", "texts": taken, "revision": revision if taken else revision + 1}
        yield "table take", str(taken), answered(lambda take=take: sent(room, seat, take))
    panel = {"do": "panel", "yes": False}
    yield "table panel", "", answered(lambda: sent(room, seat, panel))
    for do in ({"do": "agree", "yes": True}, {"do": "move", "text": "1", "revision": revision + 1}, {"do": "undo"}):
        yield "table refused", str(do), answered(lambda do=do: sent(room, seat, do))
    for number in range(2):
        undo = {"do": "undo", "revision": room.told(seat)["revision"]}
        yield "table undo", str(number), answered(lambda undo=undo: sent(room, seat, undo))
        yield "table undo", f"{number} told", answered(lambda: told(room, seat))


def tables(attack: Attack, players: int | None, seed: int) -> None:
    """Twin histories for every seat, each in a room: what is sent at every step, and now and then what is answered."""
    for seat in attack.seats:
        chance = Random(seed * 83 + seat)
        for pair in range(attack.effort.pairs):
            worlds = begun(attack.game, players, seed + pair, seat, attack.swaps, chance, 4 * (pair % 2))
            rooms = [room_of(attack.game, world) for world in worlds]
            for number in range(attack.effort.looks * 3):
                following = None if worlds[0].is_over else step(*worlds, seat, attack.sights, chance)
                if following is None:
                    break
                for room, before, world in zip(rooms, worlds, following, strict=True):
                    if world is not before:  # what is done unseen is done in one of them
                        room.state = world.clone()
                        room.show()
                worlds = following
                how = f"seed {seed} pair {pair} step {number}"
                here, there = ([("table", "told", told(room, seat))] for room in rooms)
                attack.compare("table", seat, here, there, how)
                if not chance.randrange(4):
                    own = chance.randrange(1 << 30)
                    here, there = (
                        list(at_table(attack, room_of(attack.game, world), seat, Random(own))) for world in worlds
                    )
                    attack.compare("table", seat, here, there, how)
