"""Lines of styled words: what is in them is printable, and they can be cut and filled to a width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.diagnostics import text_width
from dsl.repl.drawing.grid import PLAIN, grid, wrapped
from dsl.repl.output import Output, Segment, cut, folded, line, pad, plain, width


@given(st.text())
def test_nothing_said_acts_on_a_terminal(text: str) -> None:
    """Whatever is said, the plain text has no character below a blank but line ends, and none that turns the text."""
    out = Output()
    out.say(text, (text, "name"), Segment(text))
    shown = out.plain()
    assert all(each == "\n" or each >= " " for each in shown)
    assert not any(each in shown for each in "\x7f\x9b\u202e\u2066\u200b")


def test_a_line_end_begins_a_new_line() -> None:
    """A text with line ends becomes several lines, in the style that was asked for."""
    out = Output()
    out.say("one\ntwo", ("three", "name"), style="bad")
    assert out.plain() == "one\ntwothree\n"
    assert out.lines[1] == line(("two", "bad"), ("three", "name"))


def test_an_unknown_style_is_refused() -> None:
    """A style that no terminal has a colour for is a mistake of the program."""
    with pytest.raises(ValueError, match="no style"):
        Segment("x", "blinking")


@given(st.text(alphabet="abc 漢字é", max_size=30), st.integers(2, 20))
def test_a_line_is_cut_and_filled_to_a_width(text: str, columns: int) -> None:
    """A cut line is never wider than asked for, a filled one never narrower."""
    assert width(cut(line(text), columns)) <= columns
    assert width(pad(line(text), columns)) >= columns


@given(st.lists(st.text(alphabet="abcdef", min_size=1, max_size=9), max_size=20), st.integers(12, 40))
def test_wrapped_words_keep_their_order_and_width(words: list[str], columns: int) -> None:
    """All words are there, in order, and no line is too long."""
    lines = wrapped([line(word) for word in words], columns, indent=2, between=", ")
    assert all(width(each) <= columns for each in lines)
    assert "".join(plain(each) for each in lines).replace(" ", "").replace(",", "") == "".join(words)


def test_a_grid_is_drawn_with_equal_cells() -> None:
    """Rows have names, columns heads, and cells as many lines as they need."""
    rows = [("one", [[line("a")], [line("bb"), line("c")]]), ("two", [[], [line("漢字")]])]
    drawn = [plain(each) for each in grid(rows, ["left", "right"], 60, PLAIN, split=1)]
    assert drawn == [
        "      left    right",
        "    +-------+-------+",
        "one |a      |bb     |",
        "    |       |c      |",
        "    +=======+=======+",
        "two |       |漢字   |",
        "    +-------+-------+",
    ]
    assert len({text_width(each) for each in drawn[1:]}) == 1


def test_a_grid_fits_into_its_width() -> None:
    """Where cells have no room their words are broken and cut."""
    rows = [("r", [[line("a very long name of a piece")] for _ in range(6)])]
    assert all(width(each) <= 60 for each in grid(rows, list("abcdef"), 60, PLAIN))


@given(st.text(alphabet="ab  cd─", max_size=80), st.text(alphabet="xy zw", max_size=40), st.integers(30, 60))
def test_folding_keeps_every_word_and_the_width(first: str, second: str, columns: int) -> None:
    """No line is wider than the paper where a word is not, and nothing is lost but blanks."""
    of = line(first, (second, "name"))
    rows = folded(of, columns)
    words = "".join(segment.text for segment in of).split()
    assert "".join("".join(plain(row).split()) for row in rows) == "".join(words)
    if all(text_width(word) < columns // 2 - 2 for word in words):
        assert all(text_width(plain(row)) <= columns for row in rows)


def test_folded_lines_hang_below_their_words() -> None:
    """Below the second column of a table, or two blanks deeper."""
    table = line(("  log [N]    ", "name"), "the last lines of what happened")
    assert [plain(row) for row in folded(table, 32)] == [
        "  log [N]    the last lines of",
        "             what happened",
    ]
    assert [plain(row) for row in folded(line("  one two three four"), 12)] == ["  one two", "    three", "    four"]
