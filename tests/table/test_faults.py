"""What goes wrong between pages and a server that lives: connections cut, messages doubled and late, a full disk, pages
that read nothing. What was acknowledged is kept, nothing is done twice, and nobody waits for others.
"""

from __future__ import annotations

import json
import os
import random
import resource
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from counted_table import ENDLESS, Page, started

pytestmark = pytest.mark.long


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, str], Path]]:
    game, store = tmp_path / "counting.rules", tmp_path / "kept.db"
    game.write_text(ENDLESS)
    process, links = started(game, store)
    with process:
        yield process, links, store
        process.kill()


def cut(page: Page) -> None:
    """End a connection without a word."""
    page.socket.socket.shutdown(socket.SHUT_RDWR)


def test_connections_cut_and_messages_doubled_and_late(
    table: tuple[subprocess.Popen[str], dict[str, str], Path],
) -> None:
    """Two tabs at each seat: 60 moves, or as many as RULEWRIGHT_FAULTS says, each of them with something that goes
    wrong.
    """
    _, links, _ = table
    dice, made, late = random.Random(11), 0, [("up by 1", 0)]
    with ExitStack() as open_ones:
        tabs = {seat: [Page(links[seat], open_ones) for _ in range(2)] for seat in "AB"}

        def opened(seat: str, which: int) -> Page:
            tabs[seat][which] = Page(links[seat], open_ones)
            return tabs[seat][which]

        faults = ("none", "doubled", "late before", "late after", "both tabs", "cut", "other cut")
        for number in range(int(os.environ.get("RULEWRIGHT_FAULTS", "60"))):
            seat, fault, which = "AB"[made % 2], dice.choice(faults), dice.randrange(2)
            for page in tabs[seat]:
                while not page.state["mine"] or page.made < made:
                    page.until("state")
            page, other = tabs[seat][which], tabs[seat][1 - which]
            text, revision = dice.choice(page.state["position"]["moves"])["text"], page.state["revision"]
            assert (page.made, other.made, other.state["revision"]) == (made, made, revision)
            time.sleep(0.05)  # a page may not send more
            if fault == "late before":
                page.ask(*dice.choice(late))
                assert "moved on" in page.until("answer")["refused"]
            if fault == "other cut":
                cut(other)
            page.ask(text, revision)
            late.append((text, revision))
            if fault == "cut":
                cut(page)
                made = opened(seat, which).made
                assert made == page.made or made == page.made + 1
                for _ in range(100):  # the server may still be about to hear it
                    if opened(seat, which).made > page.made:
                        break
                    time.sleep(0.02)
                made = tabs[seat][which].made
                continue
            if fault == "both tabs":
                other.ask("up by 9", revision)
                answers = ["refused" in each.until("answer") for each in (page, other)]
                assert sorted(answers) == [False, True], number
            else:
                assert "refused" not in page.until("answer")
            made += 1
            if fault in ("doubled", "late after"):
                page.ask(*((text, revision) if fault == "doubled" else dice.choice(late)))
                assert "moved on" in page.until("answer")["refused"]
            if fault == "other cut":
                assert opened(seat, 1 - which).made == made
        assert made > 30
        assert {Page(link, open_ones).made for who, link in links.items() if who != "designer"} == {made}


def test_a_full_disk(table: tuple[subprocess.Popen[str], dict[str, str], Path]) -> None:
    """Moves are refused while the file cannot grow, and go on when there is room again."""
    process, links, store = table
    with ExitStack() as open_ones:
        pages = [Page(links[seat], open_ones) for seat in "AB"]

        def move() -> str:
            page = next(each for each in pages if each.state["mine"])
            page.ask("up by 3", page.state["revision"])
            answer = page.until("answer")
            if "refused" not in answer:
                for each in pages:
                    each.until("state")
            time.sleep(0.05)
            return answer.get("refused", "")

        assert [move() for _ in range(4)] == [""] * 4
        grown = max(each.stat().st_size for each in store.parent.glob("kept.db*"))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (grown, resource.RLIM_INFINITY))
        refused = [move() for _ in range(8)]
        assert all("nothing was done" in each for each in refused[-4:]), refused
        made = 4 + refused.count("")
        assert {Page(links[each], open_ones).made for each in ("A", "onlookers")} == {made}
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert [move() for _ in range(4)] == [""] * 4
        process.kill()
        process.wait(timeout=20)
    again, links = started(store.parent / "counting.rules", store)
    with again, ExitStack() as open_ones:
        open_ones.callback(again.kill)
        assert Page(links["B"], open_ones).made == made + 4


def test_a_page_that_reads_nothing(table: tuple[subprocess.Popen[str], dict[str, str], Path]) -> None:
    """Nobody waits for whoever stops reading: a telephone that sleeps, or somebody who wants to hold up the others."""
    _, links, _ = table
    base, token = links["onlookers"].split("/#")
    asleep = socket.socket()
    asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    where = urlsplit(base)
    assert where.hostname is not None
    asleep.connect((where.hostname, where.port))
    asleep.sendall(
        f"GET /socket HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in asleep.recv(1024)
    hello = json.dumps({"hello": token}).encode()
    asleep.sendall(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    with asleep, ExitStack() as open_ones:
        pages = [Page(links[seat], open_ones) for seat in "AB"]
        longest = 0.0
        for number in range(600):
            page, other = pages[number % 2], pages[1 - number % 2]
            while not page.state["mine"]:
                page.until("state")
            begun = time.monotonic()
            page.ask("up by 3", page.state["revision"])
            assert "refused" not in page.until("answer")
            page.until("state")
            while not other.state["mine"]:
                other.until("state")
            longest = max(longest, time.monotonic() - begun)
            time.sleep(0.03)
        assert longest < 6
