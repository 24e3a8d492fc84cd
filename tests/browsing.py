"""A table in another process, and pages of its seats in a real browser."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
IN_A_BROWSER = [pytest.mark.long, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        made = running.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield made
        made.close()


class Table:
    """A server in another process, and pages of its seats; at its end nothing may have gone wrong in them."""

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
        self.pages = {who: self.page(browser, link) for who, link in self.links.items() if who != "designer"}

    def page(self, browser: Any, link: str, width: int = 1200) -> Any:
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(link)
        says(page, "#status", "You are")
        return page

    def __enter__(self) -> Table:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        for page in self.pages.values():
            page.close()
        self.process.terminate()
        self.process.communicate(timeout=20)
        assert failed or self.errors == [], "a page has written errors to its console"


def says(page: Any, where: str, text: str) -> None:
    """Wait until something says something."""
    playwright.expect(page.locator(where)).to_contain_text(text, timeout=20_000)


def asked(page: Any) -> bool:
    return page.locator("#prompt").inner_text().startswith("You are asked")


def answer(page: Any, which: int) -> None:
    """Click one of the moves; of several things that are taken together as many as must be, and then confirm."""
    moves, confirm = page.locator("#moves button"), page.locator("#together button")
    if not confirm.is_visible():
        moves.nth(which % max(moves.count(), 1)).click(timeout=800)
        return
    for each in range(moves.count()):
        if confirm.is_enabled():
            break
        moves.nth(each).click(timeout=800)
    confirm.click(timeout=800)
