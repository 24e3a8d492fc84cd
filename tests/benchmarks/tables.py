"""How a server of tables stands a crowd: `python -m tests.benchmarks.tables [TABLES] [SECONDS]`.

As many tables of The Dark Order and chess in turn, with two seats and two onlookers each, and a move a second at each
table. Printed: how long a move takes until it is acknowledged, and until another seat sees it (median, 99 %, longest),
the memory of the server for each table, and the processor time that it took.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import resource
import socket
import sys
import time
from multiprocessing.connection import Connection
from statistics import quantiles
from typing import Any

from dsl.table.changes import changed

GAMES = ("dark_order", "chess")


def serve(tables: int, listening: socket.socket, back: Connection) -> None:
    """The server: rooms without a file, and what they cost."""
    from dsl.runtime.game import load
    from dsl.table.opening import new_room
    from dsl.table.pauses import settle
    from dsl.table.server import app_of
    from dsl.table.serving import server_of
    from dsl.table.store import Store

    store = Store(":memory:")
    loaded = {game: load(game) for game in GAMES}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kinds = [GAMES[number % len(GAMES)] for number in range(tables)]
    rooms = [new_room(store, game, seed=number, loaded=loaded[game]) for number, game in enumerate(kinds)]
    back.send([room.links for room in rooms])
    port = listening.getsockname()[1]
    server = server_of(app_of(rooms, {f"127.0.0.1:{port}"}))

    async def run() -> None:
        task = asyncio.create_task(server.serve([listening]))
        while not back.poll():
            await asyncio.sleep(0.2)
        server.should_exit = True
        await task

    settle()
    asyncio.run(run())
    used = resource.getrusage(resource.RUSAGE_SELF)
    back.send(((used.ru_maxrss - before) / tables, used.ru_utime + used.ru_stime))


async def play(
    number: int, links: dict[int, str], base: str, seconds: float, told: list[float], seen: list[float]
) -> None:
    """One table: two seats, two onlookers, a move a second."""
    from websockets.asyncio.client import connect

    dice, sockets = random.Random(number), {}
    states: dict[int, Any] = {}
    moved = [0.0]
    answered = asyncio.Event()

    async def listen(who: int, one: Any) -> None:
        async for text in one:
            message = json.loads(text)
            if "answer" not in message:
                if moved[0] and who == 3:
                    seen.append(time.perf_counter() - moved[0])
                states[who] = message.get("state") or changed(states[who], message["change"])
            else:
                told.append(time.perf_counter() - moved[0])
                answered.set()

    for who, seat in enumerate((1, 2, 0, 0)):
        sockets[who] = await connect(base, max_size=None)
        await sockets[who].send(json.dumps({"hello": links[seat], "changes": True}))
    listening = [asyncio.create_task(listen(who, one)) for who, one in sockets.items()]
    await asyncio.sleep(dice.random() + 1)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pause = 0.05
        mover = next((who for who in (0, 1) if states.get(who, {}).get("mine")), None)
        if mover is not None and states[mover]["position"]["moves"]:
            text = dice.choice(states[mover]["position"]["moves"])["text"]
            answered.clear()
            moved[0] = time.perf_counter()
            request = {"id": 1, "do": "move", "text": text, "revision": states[mover]["revision"]}
            await sockets[mover].send(json.dumps(request))
            await answered.wait()
            pause = 1 - (time.perf_counter() - moved[0])
        await asyncio.sleep(max(0.0, pause))
    for task in listening:
        task.cancel()
    for one in sockets.values():
        await one.close()


def row(name: str, times: list[float]) -> str:
    """Median, 99 % and the longest, in milliseconds."""
    cuts = [1000 * each for each in quantiles(times, n=100)]
    return f"{name:<34} {len(times):>7} {cuts[49]:>9.1f} {cuts[98]:>9.1f} {1000 * max(times):>9.1f}"


def main() -> None:
    """Serve, play, print."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20
    here, there = multiprocessing.Pipe()
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    server = multiprocessing.get_context("fork").Process(target=serve, args=(tables, listening, there))
    server.start()
    links = here.recv()
    told: list[float] = []
    seen: list[float] = []
    base = f"ws://127.0.0.1:{listening.getsockname()[1]}/socket"

    async def crowd() -> None:
        await asyncio.gather(*(play(n, each, base, seconds, told, seen) for n, each in enumerate(links)))

    asyncio.run(crowd())
    here.send("end")
    memory, processor = here.recv()
    server.join()
    print(f"{tables} tables, {4 * tables} sockets, {seconds:.0f} s")
    print(f"{'milliseconds':<34} {'moves':>7} {'median':>9} {'99 %':>9} {'longest':>9}")
    print(row("until a move is acknowledged", told))
    print(row("until an onlooker sees it", seen))
    print(f"memory for a table: {memory:.0f} kB; processor time of the server: {processor:.1f} s")


if __name__ == "__main__":
    main()
