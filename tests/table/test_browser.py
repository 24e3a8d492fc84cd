"""The page in a real browser: two seats and an onlooker play by clicks and by keyboard."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.long, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        made = running.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield made
        made.close()


class Table:
    """A server in another process, and pages of its seats."""

    def __init__(self, browser: Any, *words: str) -> None:
        command = [sys.executable, "-m", "dsl.tools.cli", "table", *words, "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.links: dict[str, str] = {}
        for line in self.process.stdout:
            found = re.match(r"  (\S+)\s+(http\S+)", line)
            if found:
                self.links[found[1]] = found[2]
            if line.startswith("Open"):
                break
        self.errors: list[str] = []
        self.pages = {who: self.page(browser, link) for who, link in self.links.items()}

    def page(self, browser: Any, link: str, width: int = 1200) -> Any:
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(link)
        says(page, "#status", "You are")
        return page

    def end(self) -> None:
        for page in self.pages.values():
            page.close()
        self.process.terminate()
        self.process.communicate(timeout=20)


def says(page: Any, where: str, text: str) -> None:
    """Wait until something says something."""
    playwright.expect(page.locator(where)).to_contain_text(text, timeout=20_000)


def asked(page: Any) -> bool:
    return page.locator("#prompt").inner_text().startswith("You are asked")


def test_chess_by_clicks_on_the_board(browser: Any) -> None:
    table = Table(browser, "chess")
    try:
        one, two, onlooker = (table.pages[who] for who in ("A", "B", "onlookers"))
        for page, squares in ((one, "f2 f3"), (two, "e7 e5"), (one, "g2 g4"), (two, "d8 h4")):
            says(page, "#prompt", "You are asked")
            for square in squares.split():
                page.locator(f'svg g.lit[aria-label^="{square}"]').click()
        says(onlooker, "#prompt", "checkmate")
        assert onlooker.locator("#moves button").count() == 0
        one.reload()
        says(one, "#prompt", "checkmate")
        assert table.errors == []
    finally:
        table.end()


def test_a_game_by_keyboard_alone_and_on_a_phone(browser: Any) -> None:
    table = Table(browser, "tic_tac_toe")
    try:
        phone = table.page(browser, table.links["A"], width=390)
        assert phone.evaluate("document.documentElement.scrollWidth <= 390")
        moves = ("mark a1", "mark b1", "mark a2", "mark b2", "mark a3")
        for page, text in zip((phone, table.pages["B"]) * 3, moves, strict=False):
            says(page, "#prompt", "You are asked")
            page.locator("#words").focus()
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        says(phone, "#prompt", "The game is over")
        assert table.errors == []
    finally:
        table.end()


def test_the_dark_order_to_the_end_by_clicks(browser: Any) -> None:
    table = Table(browser, "dark_order", "--seed", "4")
    try:
        one, two = table.pages["A"], table.pages["B"]
        for _ in range(2_000):
            if "The game is over" in one.locator("#prompt").inner_text():
                break
            for page in (one, two):
                with contextlib.suppress(playwright.TimeoutError):  # the table has moved on meanwhile
                    if asked(page):
                        page.locator("#moves button").last.click(timeout=500)
        assert "The game is over" in one.locator("#prompt").inner_text()
        assert table.errors == []
    finally:
        table.end()
