"""How soon a page of a table is seen, and a move on the other screen: `python -m tests.benchmarks.paints [GAME ...]`.

A server of its own and two pages in a headless Chromium for each game. Printed: the first paint and the moment when a
page has its first position (median and longest of some loads, with an empty cache each), and how long after a click on
a move the page of another seat shows it (both read the same clock; median and longest of some moves).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

GAMES = ("chess", "dark_order", "dark_eden", "enclave", "siege", "doom")
LOADS = 7
MOVES = 15
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
_PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
_WATCHED = """() => {
    window.seen = null
    const look = new MutationObserver(() => { window.seen = Date.now(); look.disconnect() })
    look.observe(document.querySelector("#log"), {childList: true, subtree: true, characterData: true})
}"""
_CLICKED = """() => {
    const moves = document.querySelectorAll("#moves button")
    window.clicked = Date.now()
    moves[Math.floor(moves.length / 2)].click()
}"""


def started(game: str) -> tuple[subprocess.Popen[str], dict[str, str]]:
    """The server of a table, and the links of its seats."""
    words = [sys.executable, "-m", "dsl.tools.cli", "table", game, "--port", "0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    links: dict[str, str] = {}
    for line in process.stdout:
        if found := re.match(r"  (\S+)\s+(http\S+)", line):
            links[found[1]] = found[2]
        if line.startswith("Open"):
            break
    return process, links


def loads(browser: Any, link: str) -> tuple[list[float], list[float]]:
    """When a page was painted first and when it had its position, in milliseconds, for each of some loads."""
    painted: list[float] = []
    ready: list[float] = []
    for _ in range(LOADS):
        context = browser.new_context(viewport={"width": 1200, "height": 900})
        page = context.new_page()
        page.goto(link)
        page.wait_for_function("() => document.querySelector('#status').innerText.startsWith('You are')")
        ready.append(page.evaluate("() => performance.now()"))
        painted.append(page.wait_for_function(_PAINTED).json_value())
        context.close()
    return painted, ready


def moves(pages: list[Page]) -> list[float]:
    """How long moves took until the other page showed them, in milliseconds."""
    found: list[float] = []
    for _ in range(MOVES):
        asked = next((each for each in pages if each.locator("#moves button").count()), None)
        if asked is None:
            break
        other = pages[pages[0] is asked]
        before = asked.locator("#log").inner_text()
        other.evaluate(_WATCHED)
        asked.evaluate(_CLICKED)
        try:
            seen = other.wait_for_function("() => window.seen", timeout=3000).json_value()
        except Exception:  # a move that the other seat is not told of
            continue
        found.append(seen - asked.evaluate("() => window.clicked"))
        asked.wait_for_function("text => document.querySelector('#log').innerText !== text", arg=before)
        asked.wait_for_timeout(100)
    return found


def main() -> None:
    """Print the table."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    print(f"{'game':12} {'first paint':>16} {'first position':>16} {'a move, seen':>16}   ms: median, longest")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
        for game in sys.argv[1:] or GAMES:
            process, links = started(game)
            try:
                figures = [*loads(browser, links["A"])]
                pages = [browser.new_page() for _ in "AB"]
                for page, seat in zip(pages, "AB", strict=True):
                    page.goto(links.get(seat, links["onlookers"]))
                    page.wait_for_function("() => document.querySelector('#status').innerText.startsWith('You are')")
                figures.append(moves(pages))
                told = [f"{median(each):7.0f}, {max(each):7.0f}" if each else "-" for each in figures]
                print(f"{game:12} " + " ".join(f"{each:>16}" for each in told), flush=True)
            finally:
                process.terminate()
                process.communicate(timeout=20)
        browser.close()


if __name__ == "__main__":
    main()
