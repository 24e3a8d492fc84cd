"""A server that is killed at random moments: what was acknowledged is kept, and nothing is done twice."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

connecting = pytest.importorskip("websockets.sync.client")
WebSocketException = pytest.importorskip("websockets.exceptions").WebSocketException

pytestmark = pytest.mark.long

# No moves that are made before the servers are killed can end it.
ENDLESS = """\
game "Counting" for 2 players

use "turns"

the table has:
    var total: 1..9
    var made: 0..9999

window turn "your turn"

action up by (n: 1..9) in turn:
    set total to n
    set made to made + 1
    say "{made} made"

main:
    for n from 1 to 9999: offer turn to whose_turn(n), no passing
"""


def started(game: Path, store: Path) -> tuple[subprocess.Popen[str], dict[str, str]]:
    words = ["table", str(game), "--store", str(store), "--port", "0"]
    process = subprocess.Popen([sys.executable, "-m", "dsl.tools.cli", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    links: dict[str, str] = {}
    for line in process.stdout:
        found = re.match(r"  (\S+)\s+(http\S+)", line)
        if found:
            links[found[1]] = found[2]
        if line.startswith("Open"):
            break
    return process, links


class Page:
    """A socket of one seat."""

    def __init__(self, link: str, open_ones: ExitStack) -> None:
        base, token = link.split("/#")
        address = base.replace("http", "ws") + "/socket"
        self.socket: Any = open_ones.enter_context(connecting.connect(address, close_timeout=1))
        self.state: Any = None
        self.socket.send(json.dumps({"hello": token}))
        self.until("state")

    def until(self, what: str) -> dict[str, Any]:
        while True:
            message = json.loads(self.socket.recv(timeout=20))
            if "state" in message:
                self.state = message["state"]
            if what in message:
                return message


def test_killed_at_random_moments(tmp_path: Path) -> None:
    """Two pages move as fast as they can, the server is killed and opened again from its file: twenty times, or as many
    as RULEWRIGHT_KILLS says.
    """
    dice, game, store = random.Random(5), tmp_path / "counting.rules", tmp_path / "kept.db"
    game.write_text(ENDLESS)
    kept = 0
    kills = int(os.environ.get("RULEWRIGHT_KILLS", "20"))
    for _ in range(kills):
        process, links = started(game, store)
        with process, ExitStack() as open_ones:
            open_ones.callback(process.kill)
            pages = [Page(links[seat], open_ones) for seat in "AB"]
            log = pages[0].state["position"]["log"]  # its last lines only
            made = max((int(number) for number in re.findall(r"(\d+) made", "\n".join(log))), default=0)
            assert kept <= made <= kept + 1  # the one that was not answered may have been kept
            kept = made + played_until_killed(process, pages, dice)
            assert process.wait(timeout=20) == -signal.SIGKILL
    assert kept > kills


def played_until_killed(process: subprocess.Popen[str], pages: list[Page], dice: random.Random) -> int:
    """How many moves were acknowledged before the server was killed; each is sent twice, and counts once."""
    end, acknowledged = time.monotonic() + dice.uniform(0.05, 0.5), 0
    try:
        while True:
            page = next(each for each in pages if each.state["mine"])
            text = dice.choice(page.state["position"]["moves"])["text"]
            time.sleep(0.02)  # a page may not send more
            request = {"id": 1, "do": "move", "text": text, "revision": page.state["revision"]}
            page.socket.send(json.dumps(request))
            if time.monotonic() > end:
                process.kill()
            page.socket.send(json.dumps(request))
            assert "refused" not in page.until("answer")
            acknowledged += 1
            assert "moved on" in page.until("answer")["refused"]
            other = pages[pages[0] is page]
            while not other.state["mine"]:
                other.until("state")
    except TimeoutError:
        raise  # nothing came, though nobody was killed
    except (WebSocketException, OSError):
        return acknowledged
