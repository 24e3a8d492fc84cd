"""Positions on narrow terminals: nothing is left out, and no colour is the only sign of anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import shared

from dsl.diagnostics import text_width
from dsl.repl.drawing.grid import LINES, broken, grid, wrapped
from dsl.repl.drawing.position import MOST_ITEMS
from dsl.repl.output import folded, line, plain
from dsl.repl.session import Session
from dsl.runtime.chance import draw
from dsl.runtime.information.views import ItemView, View, ZoneView

NARROW = 40


def drawn(game: str, decisions: int) -> Iterator[tuple[View, frozenset[str], str]]:
    """Positions of a random game, and how they are drawn on a narrow terminal."""
    session = Session(shared.game(game), seed=3)
    table = session.table
    table.width = NARROW
    for number in range(decisions):
        if table.state.is_over:
            break
        if number % 15 == 0:
            shown = [row for each in session.line("show").lines for row in folded(each, NARROW)]
            assert [plain(row) for row in shown if text_width(plain(row)) > NARROW] == []
            seen = table.seen(table.here)
            yield seen, table.paper_for(table.here, seen).closed, "\n".join(map(plain, shown))
        options = table.state.options()
        table.state.apply(options[draw(3, 5, number, len(options))])


def listed(view: View, closed: frozenset[str]) -> Iterator[ZoneView]:
    """The zones whose pieces are drawn one by one."""
    for holder in (view.table, *view.players):
        spaces = (space for board in holder.boards for space in board.spaces)
        yield from (
            zone
            for zone in holder.zones
            if zone.shape != "stack" and zone.name not in closed and 0 < len(zone.items) <= MOST_ITEMS
        )
        yield from (
            zone for space in spaces for zone in space.zones if zone.shape != "stack" and zone.name not in closed
        )


def pieces(zone: ZoneView) -> Iterator[ItemView]:
    """The pieces of a zone that are known, with those that are attached to them."""
    for item in zone.items:
        if item.known:
            yield item
            for under in item.zones:
                yield from pieces(under)


@pytest.mark.parametrize("game", ["dark_order", "dark_eden", "enclave", "doom", "siege"])
def test_nothing_disappears(game: str) -> None:
    """Every word of every piece that a wide drawing would show stands there, and nothing is cut."""
    looked = 0
    for view, closed, shown in drawn(game, 62):
        told = [row for row in shown.split("\n") if "┃" not in row and row.strip() != "~ more is there"]
        assert "~" not in "".join(told)  # a map tells below it who stands there
        said = set(re.findall(r"\w+", shown))
        run_together = "".join(shown.split())
        for zone in listed(view, closed):
            for item in pieces(zone):
                for word in re.findall(r"\w+", item.name):
                    looked += 1
                    assert word in said or word in run_together, (zone.label, item.name)
    assert looked > 20


def test_an_empty_board_is_one_line() -> None:
    """With the names of its spaces if they are few."""
    session = Session(shared.game("dark_order"))
    session.table.width = NARROW
    shown = session.line("show").plain()
    assert "┌" not in shown and "battlefield (all empty): B second line left, B second line centre," in " ".join(
        shown.split()
    )


def test_a_grid_without_room_is_told_one_by_one() -> None:
    """Each cell behind the name of its space; at once the names of those on which nothing stands."""
    rows = [("north", [[line("Lighthouse"), line(" b4")], [line(" ·")]]), ("south", [[line(" ·")], [line(" ·")]])]
    shown = [plain(each) for each in grid(rows, ["west", "east"], 22, LINES)]
    assert shown == [
        "     north west:",
        "       Lighthouse b4",
        "     empty:",
        "       north east,",
        "       south west,",
        "       south east",
    ]
    assert "Lighthouse" in " ".join(plain(each) for each in grid(rows, ["west", "east"], 60, LINES))


def test_a_long_word_is_broken_and_not_cut() -> None:
    """Every letter stays; what belongs together stands deeper."""
    words = [line("Splądrowana starówka (lies in District 10)"), line("x" * 30)]
    shown = [plain(each) for each in wrapped(words, 20, first=line("  at: "), indent=4, between=", ")]
    assert all(len(each) <= 20 for each in shown)
    assert "".join("".join(shown).split()) == "at:Splądrowanastarówka(liesinDistrict10)," + "x" * 30
    assert [plain(each) for each in broken(line("ab"), line("cdefgh"), 4, 0)] == ["ab", "  cd", "  ef", "  gh"]


def test_a_number_that_is_not_as_printed_has_a_sign_besides_its_colour() -> None:
    """A star, which the legend explains."""
    for _, _, shown in drawn("dark_order", 120):
        if "*" in shown:
            assert "* not as printed" in " ".join(shown.split())
            break
    else:
        raise AssertionError("no unit of this game was changed")
