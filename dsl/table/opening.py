"""Rooms that are new, that are opened again, and that go on from a moment of another one."""

from __future__ import annotations

import secrets

from dsl.play.bots import check_bot, make_bot
from dsl.play.refused import Refused
from dsl.runtime.game import Game, load
from dsl.runtime.tongues.own import said
from dsl.table.happening import again, happen
from dsl.table.look import look_of
from dsl.table.room import HOST, Room, move_data
from dsl.table.store import Damaged, Event, RoomRow, Store


def new_room(
    store: Store,
    game: str,
    *,
    modules: tuple[str, ...] = (),
    options: dict[str, int | str | list[int]] | None = None,
    players: int | None = None,
    seed: int = 0,
    bots: dict[int, str] | None = None,
    loaded: Game | None = None,
) -> Room:
    """A new room with links of its own, kept in the store. RulesError if the game cannot be played like that;
    ValueError for a bot that there is none of.
    """
    made = load(game, modules, options or {}) if loaded is None else loaded
    number = players or made.players[0]
    links = {seat: secrets.token_urlsafe(24) for seat in range(HOST, number + 1)}
    row = RoomRow(secrets.token_hex(8), game, modules, options or {}, number, seed, bots or {}, links)
    room = _opened(store, row, made)
    for bot in room.bots.values():
        check_bot(bot, room.state.engine)
    store.add_room(row)
    return room


def open_rooms(store: Store) -> list[Room]:
    """The rooms of a store as they were left. RulesError, GameError, MoveError or Refused where the rules have changed
    since; Damaged where the store holds what no table has.
    """
    found: list[Room] = []
    for row in store.rooms():
        if not {*range(row.players + 1)} <= {*row.links}:
            raise Damaged("a table has a seat without a link")
        game = load(row.game, row.modules, row.options)
        try:
            room = _opened(store, row, game)
            again(room)
        except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
            raise Damaged(f"what it holds is no game that was played ({type(error).__name__}: {error})") from None
        if HOST not in room.links:  # a file of before hosts had links
            data = {"seat": HOST, "link": secrets.token_urlsafe(24)}
            room.enter(Event("link", data))
            happen(room, "link", data)
        found.append(room)
    return found


def _opened(store: Store, row: RoomRow, game: Game) -> Room:
    bots = {seat: make_bot(words, row.seed + seat) for seat, words in row.bots.items()}
    state = game.start(row.players, row.seed)
    room = Room(row, game, store, state, bots=bots, orders=dict(row.bots), links=dict(row.links))
    room.look = look_of(game, state)
    room.show()
    return room


def fork(room: Room, moment: int) -> Room:
    """A new room that goes on from a moment of this one, with links of its own. Refused behind a change by hand.

    Chance is drawn anew there, so that nobody learns at one table what a die will show at the other.
    """
    state, stretch = room.at(moment)
    if stretch:
        raise Refused(said("what was changed by hand cannot be made again in another table"))
    row = room.row
    made = new_room(
        room.store,
        row.game,
        modules=row.modules,
        options=row.options,
        players=row.players,
        seed=row.seed,
        bots=dict(room.orders),
        loaded=room.game,
    )
    for played in state.played:
        data = move_data(played)
        made.enter(Event("move", data))
        happen(made, "move", data)
    anew = {"anew": True, "steps": 0, "salt": secrets.randbits(62)}
    made.enter(Event("undo", anew))
    happen(made, "undo", anew)
    return made
