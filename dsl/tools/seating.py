"""The command that opens a table in the browser."""

from __future__ import annotations

import ipaddress
import secrets
import socket
import sqlite3
from argparse import Namespace
from contextlib import closing
from pathlib import Path

from dsl.play.refused import Refused
from dsl.runtime.errors import GameError, MoveError
from dsl.spoken import said
from dsl.table.opening import new_room, open_rooms
from dsl.table.room import Room
from dsl.table.store import Damaged, Store
from dsl.tools.playing import chosen
from dsl.tools.reply import MISUSE, OK, Refusal, complain, say

_MISSING = "a table needs further libraries: pip install 'rulewright[table]'"


def run_table(arguments: Namespace) -> int:
    """`table GAME`: serve the game to browsers until Ctrl-C."""
    try:
        from dsl.table.pauses import settle
        from dsl.table.server import app_of, links
        from dsl.table.serving import server_of
        from dsl.table.watching import watch
    except ImportError:
        raise Refusal(_MISSING) from None
    if not _is_local(arguments.host):
        complain(
            said("rulewright: whoever can reach {1} can reach the table; what is sent is not encrypted", arguments.host)
        )
    with _listening(arguments.host, arguments.port) as listening, closing(_store(arguments)) as store:
        rooms = _rooms(arguments, store)
        base = f"http://{arguments.host}:{listening.getsockname()[1]}"
        for room in rooms:
            say(f"{room.state.engine.title}:")
            for who, address in links(room, base).items():
                say(f"  {who:<10} {address}")
        say(
            said("Open a link for each seat. Ctrl-C ends the table")
            + (said("; {1} keeps it.", arguments.store) if arguments.store else ".")
        )
        local = ("localhost", "127.0.0.1") if _is_local(arguments.host) else arguments.name
        names = {f"{name}:{listening.getsockname()[1]}" for name in (arguments.host, *local)}
        app = app_of(rooms, names, watch if arguments.watch else None, _language(arguments))
        settle()
        server_of(app).run(sockets=[listening])
    return OK


def _language(arguments: Namespace) -> str:
    """The language of pages where nobody has chosen one; empty: that of their browser."""
    from dsl.table.words import LANGUAGES

    if arguments.lang is not None and arguments.lang not in LANGUAGES:
        raise Refusal(said("a table has no page in “{1}”: there are {2}", arguments.lang, ", ".join(LANGUAGES)), MISUSE)
    return arguments.lang or ""


def _store(arguments: Namespace) -> Store:
    try:
        return Store(Path(arguments.store) if arguments.store else ":memory:")
    except (sqlite3.Error, Damaged) as error:
        raise Refusal(said("{1} cannot be opened as a file of tables: {2}", arguments.store, error)) from None


def _rooms(arguments: Namespace, store: Store) -> list[Room]:
    """The rooms of the file, and a new one if there is none or one is asked for."""
    try:
        rooms = open_rooms(store)
        if rooms and not arguments.new:
            return rooms
        made = new_room(
            store,
            str(Path(arguments.path).resolve()) if Path(arguments.path).exists() else arguments.path,
            modules=tuple(arguments.modules),
            options=dict(chosen(arguments.option)),
            players=arguments.players,
            seed=secrets.randbits(62) if arguments.seed is None else arguments.seed,
            bots=_bots(arguments.bot),
        )
    except (sqlite3.Error, Damaged) as error:
        raise Refusal(
            said("{1} cannot be opened as a file of tables: {2}", arguments.store or said("the table"), error)
        ) from None
    except (GameError, MoveError, Refused) as error:
        raise Refusal(
            said("what was played in {1} cannot be made again with these rules: {2}", arguments.store, error)
        ) from None
    return [*rooms, made]


def _bots(orders: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for order in orders:
        where, sign, kind = order.partition("=")
        seat = ord(where.upper()) - ord("A") + 1 if len(where) == 1 else 0
        if not sign or not 1 <= seat <= 26:
            raise Refusal(said("--bot {1}: write a seat and a bot, such as B=random", order), MISUSE)
        found[seat] = kind
    return found


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise Refusal(said("cannot listen at {1}:{2}: {3}", host, port, error.strerror or error), MISUSE) from None
