"""The page in a real browser: what is drawn, clicked, dragged and told."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from browsing import IN_A_BROWSER, Table, asked, browser, playwright, says
from watch_game import WATCH

__all__ = ["browser"]
pytestmark = IN_A_BROWSER

ROW = """\
game "Row" for 2 players

enum Place: west, middle, east
enum Colour: red_brown, grey

kind Town is Space:
    place: Place
kind Card:
    price: 0..9
    coat: Colour

card "Fox" is Card:
    price 3
    coat red_brown

the table has:
    board map: Town by place: Place
    zone shown: row of Card, shows price

links roads of map: west - middle, west - east

main:
    for each c in Card: move c to shown
    choose n from 0..1 by player 1 as "go"
    end game drawn
"""
SHELF = """\
game "Shelf" for 2 players

kind Card:
    price: 0..9

card "Oak" is Card:
    price 1
card "Ash" is Card:
    price 2
card "Elm" is Card:
    price 1

the table has:
    zone shelf "Shelf #2": row of Card
    zone taken: row of Card

main:
    for each c in Card: move c to shelf
    choose c from shelf where price of c is 1 by player 1 as "what is light"
    if none: end game drawn
    move c to taken
    end game drawn
"""

BOX = """\
game "Box" for 2 players

kind Hero:
    might: 0..9

card "Oak" is Hero:
    might 3
card "Ash" is Hero:
    might 4

each player has:
    zone party: row of Hero

main:
    reveal Hero
    for each p in players:
        choose h from each h in Hero where h in box by p as "your hero"
        if none: end game drawn
        move h to party of p
    end game drawn
"""


def test_crofts_and_tracks_by_clicks_on_corners_and_edges(browser: Any) -> None:
    """Of a board of hexagons only the corners can be clicked that are meant, then the three edges at one of them."""
    with Table(browser, "skerry", "--players", "3") as table:
        one, two = (table.pages[who] for who in ("A", "B"))
        for page, corners, chosen, track in ((one, 54, "c1-c2-d1", "c1-c2"), (two, 50, "a1-a2-b2", "a1-a2")):
            says(page, "#prompt", "You are asked: your first croft")
            assert page.locator("svg .lit").count() == corners
            page.locator(f'svg g.lit[data-name="corner {chosen}"]').click()
            says(page, "#prompt", "You are asked: a track from it")
            assert page.locator("svg .lit").count() == 3
            page.locator(f'svg line.lit[data-name="{track}"]').click(force=True)
        says(table.pages["C"], "#prompt", "You are asked: your first croft")


def test_a_board_of_links_by_clicks(browser: Any) -> None:
    """Lines join the spaces, and a piece rides where it is sent by two clicks."""
    with Table(browser, str(Path(__file__).parent.parent / "corpus" / "good" / "links.rules")) as table:
        one, two = table.pages["A"], table.pages["B"]
        says(one, "#prompt", "You are asked")
        assert (one.locator("svg .link").count(), one.locator("svg .link.sort1").count()) == (5, 2)
        one.locator('svg g.token[data-name="Red"]').click()
        one.locator('svg g.space.lit[data-name="dover"]').click()
        says(two, "#prompt", "You are asked")
        assert two.locator('svg g.space[aria-label^="dover"] g.token[data-name="Red"]').count() == 1


def test_pieces_where_they_stand_and_several_at_once(browser: Any, tmp_path: Path) -> None:
    """Of two guards of one name the one that stands there is picked; several cards are taken by one confirmation, and
    put in order by one more.
    """
    path = tmp_path / "watch.rules"
    path.write_text(WATCH)
    with Table(browser, str(path)) as table:
        page, other = table.pages["A"], table.pages["B"]
        says(page, "#prompt", "You are asked: who walks")
        page.locator('svg g.token[data-at="at 4 1"]').click()
        assert page.locator("svg .token.picked").count() == 1
        assert page.locator("svg .space.lit").count() == 2
        page.locator('svg g.space.lit[data-name="4 2"]').click()
        says(page, "#prompt", "You are asked: what you give away")
        confirm, hand = page.locator("#together button"), page.locator(".own button.card")
        playwright.expect(page.locator("#together")).to_contain_text("Choose 2 to 3")
        assert confirm.is_disabled() and hand.count() == 4
        for name in ("Ash", "Elm", "Elm"):
            hand.filter(has_text=name).first.click()
        hand.filter(has_text="Oak").nth(1).press("Enter")
        assert page.evaluate("[...document.querySelectorAll('.own button.card')].indexOf(document.activeElement)") == 1
        assert page.locator("#moves button[aria-pressed=true]").all_text_contents() == ["1/2 take Oak", "✓ take Ash"]
        confirm.click()
        says(page, "#prompt", "You are asked: which comes first")
        assert "give" not in other.locator("#prompt").inner_text()
        first, second = page.locator("#moves button").all_text_contents()
        page.locator("#moves button").nth(1).focus()
        page.keyboard.press("Enter")
        assert page.locator("#moves button").all_text_contents() == [first, f"1. {second}"]
        page.locator("#moves button").nth(1).press("Tab")
        page.locator("#together button").press("Enter")
        says(page, "#prompt", "The game is over")


def test_words_on_a_board_can_be_read(browser: Any) -> None:
    """Of two pieces in a small square a long name is told whole; and only tellers see the key."""
    with Table(browser, "undertone", "--seed", "3") as table:
        teller, seeker = table.pages["B"], table.pages["D"]
        says(teller, "#prompt", "You are asked: your word")
        teller.get_by_role("button", name="whisper for 2", exact=True).click()
        says(teller, "#prompt", "You are asked: your word for 2")
        teller.fill("#words", "fairy tale")
        teller.press("#words", "Enter")
        says(seeker, "#prompt", "You are asked: fairy tale: which crate")
        words = seeker.locator("svg g.token.lit")
        assert words.count() == 25
        assert words.locator("text").all_text_contents() == [each.get_attribute("data-name") for each in words.all()]
        assert (
            seeker.get_by_text("powder").count() == 0 and teller.locator("svg g.token", has_text="powder").count() == 1
        )
        words.first.click()
        says(teller, "#log", "D: open")


def test_a_card_is_laid_on_a_free_cell(browser: Any) -> None:
    """The cells of a layout where something can be laid are drawn, and one is clicked; a phone's page is no wider."""
    with Table(browser, "dark_eden", "--seed", "2") as table:
        one, two = table.pages["A"], table.pages["B"]
        building = one.locator("#moves button", has_text="build ")
        for _ in range(100):
            for page in (two, one):
                if asked(page) and not building.count():
                    with contextlib.suppress(playwright.TimeoutError):
                        page.locator("#moves button").first.click(timeout=500)
            if building.count():
                break
        card, cell = building.first.inner_text().removeprefix("build ").split(" at ")
        assert one.locator(f'.card.free[data-name="{cell}"]').count() == 1
        one.locator(f'.own button.card.lit[data-name="{card}"]').first.click()
        one.locator(f'.card.free[data-name="{cell}"]').click()
        says(one, "#log", f"build {card} at {cell}")
        phone = table.page(browser, table.links["A"], width=390)
        assert phone.evaluate("document.documentElement.scrollWidth <= 390")


def test_a_back_is_chosen_where_it_lies(browser: Any) -> None:
    """In Hanabi nobody sees his own hand: the third card is clicked, and that one is played."""
    with Table(browser, "hanabi", "--seed", "1") as table:
        page = table.pages["A"]
        says(page, "#prompt", "You are asked")
        third = table.pages["B"].locator(".side", has_text="A — asked").locator(".card .name").nth(2).inner_text()
        mine = page.locator(".own button.card.back.lit")
        assert mine.count() == 5
        mine.nth(2).click()
        says(page, "#log", f"A: play {third}")


def test_what_lies_in_the_box_is_drawn_where_one_chooses_from_it(browser: Any, tmp_path: Path) -> None:
    """The heroes that nobody has are cards to click for whoever is asked, with what is printed on them, and lie nowhere
    for the other.
    """
    path = tmp_path / "box.rules"
    path.write_text(BOX)
    with Table(browser, str(path)) as table:
        one, two = table.pages["A"], table.pages["B"]
        says(one, ".offered", "might 4")
        assert one.locator(".offered button.card.lit").count() == 2
        assert two.locator(".offered").count() == 0
        one.locator('.offered button[data-name="Ash"]').click()
        says(two, "#prompt", "You are asked: your hero")
        assert two.locator(".offered .card").all_text_contents() == ["OakHero · might 3"]
        assert one.locator(".offered").count() == 0
        two.locator('.offered button[data-name="Oak"]').click()
        says(two, "#prompt", "The game is over")


def test_a_title_that_ends_like_a_place(browser: Any, tmp_path: Path) -> None:
    """What lies in "Shelf #2" lies open: only the cards are lit that can be chosen."""
    path = tmp_path / "shelf.rules"
    path.write_text(SHELF)
    with Table(browser, str(path)) as table:
        page = table.pages["A"]
        says(page, "#prompt", "You are asked: what is light")
        assert page.locator("button.card.lit").count() == 2
        page.locator('button.card.lit[data-name="Elm"]').click()
        says(page, "#prompt", "The game is over")


def test_a_link_below_a_space_is_seen_through_it(browser: Any, tmp_path: Path) -> None:
    """The road from the one end to the other runs below the town between them, which a look has put there; values that
    are printed on a card are told in words, and once.
    """
    (tmp_path / "rulewright.toml").write_text('name = "row"\nversion = "1.0.0"\nkind = "game"\nlook = "look.toml"\n')
    (tmp_path / "look.toml").write_text("[positions.map]\nwest = [0, 0]\nmiddle = [1, 0]\neast = [2, 0]\n")
    (tmp_path / "game.rules").write_text(ROW)
    with Table(browser, str(tmp_path)) as table:
        page = table.pages["A"]
        says(page, "#prompt", "You are asked")
        assert page.locator("svg .link:not(.over)").count() == 2
        assert page.locator("svg .space ~ .link.over").count() == 1
        card = page.locator('button.card[data-name="Fox"]')
        playwright.expect(card.locator(".printed")).to_contain_text("coat red brown")
        assert "price 3" in card.inner_text() and card.inner_text().count("price") == 1


def test_a_board_of_ten_fits_a_phone(browser: Any) -> None:
    with Table(browser, "amazons") as table:
        phone = table.page(browser, table.links["A"], width=390)
        says(phone, "#prompt", "You are asked")
        assert phone.evaluate("(each => each.scrollWidth <= each.clientWidth)(document.querySelector('.frame'))")


def test_many_of_a_kind_are_drawn_once_with_their_number(browser: Any) -> None:
    with Table(browser, "freehold") as table:
        market = table.pages["A"].locator(".zone", has_text="Penny × 45").locator(".name").all_text_contents()
        assert "Farm × 7" in market and len(market) == len(set(market))


def centre(page: Any, name: str) -> tuple[float, float]:
    box = page.locator(f'svg [data-name="{name}"]').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_dragging_and_resting_on_what_cannot_be(browser: Any) -> None:
    """A man is dragged to where he can go; dragged elsewhere, and rested on, the page says why not."""
    with Table(browser, "chess") as table:
        page = table.pages["A"]
        says(page, "#prompt", "You are asked")
        for to in ("e5", "e4"):
            page.keyboard.press("Escape")
            page.mouse.move(*centre(page, "e2"))
            page.mouse.down()
            page.mouse.move(*centre(page, to), steps=5)
            page.mouse.up()
            if to == "e5":
                playwright.expect(page.locator("#hint li.unmet").first).to_be_visible(timeout=10_000)
            else:
                says(page, "#log", "e4")
        other = table.pages["B"]
        says(other, "#prompt", "You are asked")
        other.locator('svg [data-name="g8"]').click()
        other.mouse.move(*centre(other, "g5"))
        playwright.expect(other.locator("#hint")).to_be_visible(timeout=10_000)


def test_hexagons_in_polish_and_the_pictures(browser: Any) -> None:
    with Table(browser, "hex") as table:
        page = table.pages["A"]
        says(page, "#prompt", "You are asked")
        assert page.locator("svg.board polygon").count() == 121
        page.locator("#language").select_option("pl")
        says(page, "#prompt", "Twój wybór")
        page.locator('svg [data-name="f6"]').click()
        says(page, "#log", "f6")
        for kind, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
            with page.expect_download() as download:
                page.locator(f"#{kind}").click()
            with open(download.value.path(), "rb") as file:
                assert file.read(4) == start


def test_the_host_stops_hands_over_and_forks(browser: Any) -> None:
    with Table(browser, "tic_tac_toe") as table:
        host, one, two = (table.pages[who] for who in ("host", "A", "B"))
        host.get_by_role("button", name="Stop for a while").click()
        says(one, "#status", "stopped")
        host.get_by_role("button", name="Go on").click()
        says(one, "#prompt", "You are asked")
        one.locator('svg [data-name="b2"]').click()
        says(host, "#log", "b2")
        host.get_by_role("button", name="A new table from here").click()
        says(host, ".links", "B: http")
        host.get_by_role("button", name="New link").nth(1).click()
        says(two, "#status", "no table")
        says(host, ".links", "link: http")


@pytest.mark.parametrize("game", ["chess", "dark_order", "dark_eden", "doom"])
def test_people_who_cannot_see_or_point(browser: Any, game: str) -> None:
    """axe-core finds nothing serious: names for all that can be pressed, contrast, order."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with Table(browser, game) as table:
        page = browser.new_page(bypass_csp=True)  # only so that the checker itself may be put into the page
        page.goto(table.links["A"])
        says(page, "#status", "You are")
        page.wait_for_timeout(500)
        found = axe.run(page).response["violations"]
        serious = [
            (each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] in ("serious", "critical")
        ]
        assert serious == []
        page.close()
