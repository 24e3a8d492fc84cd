"""A server that is killed at random moments: what was acknowledged is kept, and nothing is done twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from counted_table import ENDLESS, Page, started

WebSocketException = pytest.importorskip("websockets.exceptions").WebSocketException

pytestmark = pytest.mark.long


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
            made = pages[0].made
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
            text, revision = dice.choice(page.state["position"]["moves"])["text"], page.state["revision"]
            time.sleep(0.02)  # a page may not send more
            page.ask(text, revision)
            if time.monotonic() > end:
                process.kill()
            page.ask(text, revision)
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
