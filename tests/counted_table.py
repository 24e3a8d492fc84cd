"""A table in another process that counts every move in its log, and plain sockets of its seats."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

connecting = pytest.importorskip("websockets.sync.client")

# No moves that a test makes can end it.
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
    """A server, and the links of its seats."""
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

    @property
    def made(self) -> int:
        """How many moves were made, as the page was told last."""
        log = self.state["position"]["log"]  # its last lines only
        return max((int(number) for number in re.findall(r"(\d+) made", "\n".join(log))), default=0)

    def until(self, what: str) -> dict[str, Any]:
        """The next message with something in it."""
        while True:
            message = json.loads(self.socket.recv(timeout=20))
            if "state" in message:
                self.state = message["state"]
            if what in message:
                return message

    def ask(self, text: str, revision: int) -> None:
        """Send a move."""
        self.socket.send(json.dumps({"id": 1, "do": "move", "text": text, "revision": revision}))
