"""Games played to their end in a real browser, by two seats and an onlooker: by clicks, by numbers, by keyboard."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from auction import AUCTION, HIGHER
from browsing import IN_A_BROWSER, Table, answer, asked, browser, playwright, says

__all__ = ["browser"]
pytestmark = IN_A_BROWSER


def test_chess_by_clicks_on_the_board(browser: Any) -> None:
    with Table(browser, "chess") as table:
        one, two, onlooker = (table.pages[who] for who in ("A", "B", "onlookers"))
        for page, squares in ((one, "f2 f3"), (two, "e7 e5"), (one, "g2 g4"), (two, "d8 h4")):
            says(page, "#prompt", "You are asked")
            for square in squares.split():
                page.locator(f'svg g.lit[aria-label^="{square}"]').click()
        says(onlooker, "#prompt", "checkmate")
        assert onlooker.locator("#moves button").count() == 0
        one.reload()
        says(one, "#prompt", "checkmate")


def test_a_game_by_keyboard_alone_and_on_a_phone(browser: Any) -> None:
    with Table(browser, "tic_tac_toe") as table:
        phone = table.page(browser, table.links["A"], width=390)
        assert phone.evaluate("document.documentElement.scrollWidth <= 390")
        question, position = (phone.locator(each).bounding_box() for each in ("#question", "#position"))
        assert question["y"] + question["height"] <= position["y"]
        moves = ("mark a1", "mark b1", "mark a2", "mark b2", "mark a3")
        for page, text in zip((phone, table.pages["B"]) * 3, moves, strict=False):
            says(page, "#prompt", "You are asked")
            page.locator("#words").focus()
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        says(phone, "#prompt", "The game is over")


def test_the_dark_order_to_the_end_by_clicks(browser: Any) -> None:
    with Table(browser, "dark_order", "--seed", "4") as table:
        one, two = table.pages["A"], table.pages["B"]
        for _ in range(2_000):
            if "The game is over" in one.locator("#prompt").inner_text():
                break
            for page in (one, two):
                with contextlib.suppress(playwright.TimeoutError):  # the table has moved on meanwhile
                    if asked(page):
                        answer(page, -1)
        assert "The game is over" in one.locator("#prompt").inner_text()


def test_a_sealed_auction_by_numbers(browser: Any, tmp_path: Path) -> None:
    """Each sets a number; nobody sees anything of the others' until all have chosen."""
    path = tmp_path / "bids.rules"
    path.write_text(AUCTION)
    with Table(browser, str(path), "--players", "3") as table:
        for who, bid in (("A", 4), ("B", 7), ("C", 2)):
            page = table.pages[who]
            says(page, "#prompt", "You are asked")
            if who != "C":
                assert "unseen" in table.pages["C" if who == "B" else "B"].locator("#prompt").inner_text() or who == "A"
            page.locator("#number input").fill(str(bid))
            page.locator("#number button").click()
        for page in table.pages.values():
            says(page, "#prompt", "The game is over")


def test_a_number_of_thousands(browser: Any, tmp_path: Path) -> None:
    """Thousands of numbers are a field with their ends, and no list."""
    path = tmp_path / "bids.rules"
    path.write_text(HIGHER)
    with Table(browser, str(path)) as table:
        for who, number in (("A", 4321), ("B", 20)):
            page = table.pages[who]
            says(page, "#prompt", "You are asked")
            box = page.locator("#number input")
            assert (box.get_attribute("min"), box.get_attribute("max")) == ("20", "5000")
            assert page.locator("#moves button").count() == 0
            box.fill(str(number))
            page.locator("#number button").click()
        for page in table.pages.values():
            says(page, "#prompt", "The game is over")


def test_the_first_turns_of_dark_eden(browser: Any) -> None:
    """Sixty decisions by clicks, the plans of Balancing among them."""
    with Table(browser, "dark_eden", "--seed", "2") as table:
        pages = [table.pages[who] for who in sorted(table.pages) if len(who) == 1]
        made = 0
        for _ in range(400):
            for page in pages:
                if made < 60 and asked(page):
                    with contextlib.suppress(playwright.TimeoutError):
                        answer(page, made * 5)
                        made += 1
        assert made >= 60
        assert pages[0].locator("#log li").count() > 20


def test_hex_to_the_end_by_clicks(browser: Any) -> None:
    """On eleven by eleven; both pages are loaded anew in the middle."""
    with Table(browser, "hex") as table:
        one, two, onlooker = (table.pages[who] for who in ("A", "B", "onlookers"))
        for row in range(1, 12):
            for page, column in ((one, "f"), (two, "h")):
                if (page, row) == (two, 11):
                    break  # the sides were joined by the move before
                says(page, "#prompt", "You are asked")
                page.locator(f'svg [data-name="{column}{row}"]').click()
                says(onlooker, "#log", f"{column}{row}")
            if row == 5:
                one.reload()
                two.reload()
        for page in (one, two, onlooker):
            says(page, "#prompt", "the sides are joined")
            assert page.locator("#moves button").count() == 0
