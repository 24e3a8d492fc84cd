"""Takes the picture of the table in the browser: `python docs/make_screens.py` (needs Chromium and playwright).

A table of DOOM is opened, a server answers it, moves are made by clicks, and the page is photographed: so the picture
cannot show what the page does not do.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

TARGET = Path(__file__).parent / "pictures" / "table.png"
COMMAND = [sys.executable, "-m", "dsl.tools.cli", "table", "doom", "--seed", "3", "--bot", "B=random", "--port", "0"]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
MOVES = 28


def link(process: subprocess.Popen[str]) -> str:
    """The address of the first seat."""
    assert process.stdout is not None
    for line in process.stdout:
        found = re.match(r"  A\s+(http\S+)", line)
        if found:
            return found[1]
    raise SystemExit("the table did not open")


def main() -> None:
    """Open the table, play, photograph."""
    process = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True)
    with process, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
        page.goto(link(process))
        for number in range(MOVES):
            expect(page.locator("#prompt")).to_contain_text("You are asked", timeout=20_000)
            choices = page.locator("#moves button")
            choices.nth((number * 7) % choices.count()).click()
            page.wait_for_timeout(300)
        expect(page.locator("#prompt")).to_contain_text("You are asked", timeout=20_000)
        page.wait_for_timeout(500)
        page.locator("section[aria-label=Table]").evaluate("each => scrollTo(0, each.offsetTop - 8)")
        page.screenshot(path=str(TARGET))
        browser.close()
        process.terminate()


if __name__ == "__main__":
    main()
