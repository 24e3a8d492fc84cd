"""Source files: which text is refused, and how places are counted."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.source import (
    MAX_FILE_BYTES,
    MAX_LINE_CHARACTERS,
    MAX_PROBLEMS,
    SourceFile,
    Span,
    TextError,
    check_text,
    is_unsafe,
)

# "ż" is one UTF-16 unit and two bytes, "卡" one unit and three bytes, "🂡" two units and four bytes.
MIXED = "card żó:\r\n    卡🂡 = 3\n\nend"


def problems(data: bytes) -> list[tuple[str, int]]:
    with pytest.raises(TextError) as caught:
        check_text("a.rules", data)
    return [(problem.code, problem.offset) for problem in caught.value.problems]


def test_lines_end_at_newline_with_or_without_carriage_return() -> None:
    file = SourceFile("a.rules", MIXED)
    assert file.line_starts == (0, 10, 21, 22)
    assert [file.line(n) for n in (1, 2, 3, 4)] == ["card żó:", "    卡🂡 = 3", "", "end"]


def test_a_span_counts_characters() -> None:
    span = SourceFile("a.rules", MIXED).span(14, 20)
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 5, 2, 11)
    assert span.text == "卡🂡 = 3"
    assert str(span) == "a.rules:2:5"


def test_a_span_counts_utf16_units_for_editors() -> None:
    file = SourceFile("a.rules", MIXED)
    assert file.span(14, 20).utf16() == (1, 4, 1, 11)
    assert file.span(0, len(MIXED)).utf16() == (0, 0, 3, 3)
    assert file.offset_utf16(1, 7) == 16
    assert file.offset_utf16(1, 6) == 15, "a place inside a pair of units is the character's beginning"
    assert file.offset_utf16(1, 99) == 20, "a place beyond the line is its end"
    assert file.offset_utf16(99, 0) == len(MIXED)


def test_a_span_at_the_end_of_the_file_is_a_place() -> None:
    file = SourceFile("a.rules", "a\n")
    assert (file.span(2, 2).line, file.span(2, 2).column) == (2, 1)
    assert SourceFile("b.rules", "").span(0, 0).line == 1


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (2, 1), (0, 4)])
def test_a_span_outside_the_file_is_an_error(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="no span"):
        Span(SourceFile("a.rules", "abc"), start, end)


def test_a_place_that_does_not_exist_is_an_error() -> None:
    file = SourceFile("a.rules", "ab\nc")
    for line, column in [(0, 1), (1, 0), (1, 4), (2, 3), (3, 1)]:
        with pytest.raises(ValueError, match="no place"):
            file.offset(line, column)
    for offset in (-1, 5):
        with pytest.raises(ValueError, match="outside"):
            file.position(offset)
    for line in (0, 3):
        with pytest.raises(ValueError, match="no line"):
            file.line(line)


def test_spans_of_one_file_can_be_joined() -> None:
    file = SourceFile("a.rules", "draw two cards")
    assert file.span(0, 4).to(file.span(9, 14)).text == "draw two cards"
    with pytest.raises(ValueError, match="cannot be joined"):
        file.span(0, 4).to(SourceFile("b.rules", file.text).span(5, 8))
    with pytest.raises(ValueError, match="no span"):
        file.span(9, 14).to(file.span(0, 4))


def test_spans_survive_the_way_to_another_process() -> None:
    span = SourceFile("a.rules", MIXED).span(14, 19)
    assert pickle.loads(pickle.dumps(span)) == span
    error = TextError(span.file, ())
    assert pickle.loads(pickle.dumps(error)).file == span.file


@given(st.text(alphabet="ab ż卡🂡\r\n", max_size=60), st.data())
def test_every_place_goes_round_trip(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    file = SourceFile("a.rules", text)
    span = file.span(start, end)
    assert file.offset(span.line, span.column) == start
    assert file.offset(span.end_line, span.end_column) == end
    assert span.text == text[start:end]
    assert file.line_starts[span.line - 1] <= start
    line, unit, end_line, end_unit = span.utf16()
    assert (line, end_line) == (span.line - 1, span.end_line - 1)
    for offset, found in [(start, file.offset_utf16(line, unit)), (end, file.offset_utf16(end_line, end_unit))]:
        # LSP knows no place between the two characters of a line end
        assert found == offset or text[found:offset] == "\r"


@given(st.text(alphabet="ab \r\n", max_size=60))
def test_the_lines_make_up_the_text(text: str) -> None:
    file = SourceFile("a.rules", text)
    lines = [file.line(n) for n in range(1, len(file.line_starts) + 1)]
    assert "".join(f"{line}\n" for line in lines) == text.replace("\r\n", "\n") + "\n" or text.endswith("\r")


@given(st.binary(max_size=200))
def test_any_bytes_give_a_file_or_problems_inside_it(data: bytes) -> None:
    try:
        assert check_text("a.rules", data).text.encode() == data.removeprefix(b"\xef\xbb\xbf")
    except TextError as error:
        assert error.problems
        assert all(0 <= problem.offset <= len(error.file.text) for problem in error.problems)


def test_good_text_is_taken_as_it_is() -> None:
    text = "# Strefa Walki, 卡, 🂡, עברית\nkind 'Łódź':\r\n    battle: 3\tprinted\n\t\n"
    assert check_text("a.rules", text.encode()).text == text


def test_one_leading_byte_order_mark_is_dropped() -> None:
    assert check_text("a.rules", b"\xef\xbb\xbfgame").text == "game"
    assert problems(b"\xef\xbb\xbf\xef\xbb\xbfgame") == [("E003", 0)]
    assert problems(b"game\xef\xbb\xbf") == [("E003", 4)]


@pytest.mark.parametrize(
    ("data", "offset"),
    [(b"\xff\xfeg\x00", 0), (b"\xc5\xbc\xc5", 1), (b"a\xc0\x80", 1), (b"\xed\xa0\x80", 0), (b"\xef\xbb\xbfab\x80", 2)],
    ids=["UTF-16", "cut short", "overlong", "surrogate", "after a byte order mark"],
)
def test_bytes_that_are_not_utf8_are_refused_at_the_first(data: bytes, offset: int) -> None:
    assert problems(data) == [("E001", offset)]


CONTROL = [*range(0x09), 0x0B, 0x0C, 0x0D, *range(0x0E, 0x20), *range(0x7F, 0xA0)]
BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x2070)]
ZERO_WIDTH = [0x00AD, 0x180E, 0x200B, 0x200C, 0x200D, *range(0x2060, 0x2065), 0xFEFF, 0xE0001, 0xE0041]
FILLERS = [0x115F, 0x1160, 0x3164, 0xFFA0, 0x2028, 0x2029, 0xFFF9]


@pytest.mark.parametrize("number", CONTROL, ids=hex)
def test_control_characters_are_refused(number: int) -> None:
    assert problems(f"ż {chr(number)}.".encode()) == [("E002", 2)]
    assert is_unsafe(chr(number))


@pytest.mark.parametrize("number", [*BIDI, *ZERO_WIDTH, *FILLERS], ids=hex)
def test_invisible_and_reversing_characters_are_refused_even_in_comments(number: int) -> None:
    assert problems(f"# ż{chr(number)}.".encode()) == [("E003", 3)]
    assert is_unsafe(chr(number))


def test_the_words_name_the_character() -> None:
    with pytest.raises(TextError, match=r"a.rules: invisible character U\+202E \(RIGHT-TO-LEFT OVERRIDE\)"):
        check_text("a.rules", "\u202e".encode())


def test_tabs_are_refused_only_as_indentation() -> None:
    assert problems(b"a:\n  \tb\n\tc\td\n \t \n") == [("E004", 5), ("E004", 8)]


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    line = b"#" * 999 + b"\n"
    assert len(check_text("a.rules", line * (MAX_FILE_BYTES // 1000)).text) == MAX_FILE_BYTES
    assert problems(line * (MAX_FILE_BYTES // 1000) + b"\xff") == [("E005", 0)]


def test_a_line_that_is_too_long_is_refused() -> None:
    longest = "ż" * MAX_LINE_CHARACTERS
    assert check_text("a.rules", f"{longest}\r\n{longest}".encode()).text
    assert problems(f"a\n{longest}a\n".encode()) == [("E006", 2 + MAX_LINE_CHARACTERS)]


def test_problems_come_in_order_one_of_a_kind_for_a_line_and_not_without_end() -> None:
    assert problems(b"\x01\x01\xe2\x80\x8b\x01\n\tx\x02") == [("E002", 0), ("E003", 2), ("E004", 5), ("E002", 7)]
    assert len(problems(b"\x00\n" * 5_000)) == MAX_PROBLEMS
