"""The word at a place of a text."""

from __future__ import annotations

import pytest

from dsl.editor.word_at import likely_locals, places_of, word_at
from dsl.source import SourceFile

LINE = 'wound "Grey Fox" by u.claw  @AB-1.2  # wound him\n'


@pytest.mark.parametrize(
    ("place", "sort", "text"),
    [
        ("wound", "name", "wound"),
        ("Fox", "text", "Grey Fox"),
        ("claw", "name", "claw"),
        ("AB", "cite", "AB-1.2"),
    ],
)
def test_words_are_names_texts_and_citations(place: str, sort: str, text: str) -> None:
    word = word_at(SourceFile("a.rules", LINE), LINE.index(place))
    assert word is not None and (word.sort, word.text) == (sort, text)
    assert word.of == (place == "claw")


def test_comments_and_signs_are_no_words() -> None:
    file = SourceFile("a.rules", LINE)
    assert word_at(file, LINE.index("him")) is None
    assert word_at(file, LINE.index("  @")) is not None  # the end of the word before
    assert word_at(file, LINE.index(" @") + 0) is None


def test_the_end_of_a_word_belongs_to_it() -> None:
    file = SourceFile("a.rules", "wound")
    word = word_at(file, 5)
    assert word is not None and word.span.text == "wound"
    assert word_at(SourceFile("a.rules", ""), 0) is None


def test_a_text_that_is_not_closed_is_one_too() -> None:
    word = word_at(SourceFile("a.rules", 'move "Grey F'), 8)
    assert word is not None and (word.sort, word.text) == ("text", "Grey F")


def test_all_places_of_a_word() -> None:
    file = SourceFile("a.rules", LINE + LINE)
    assert [span.line for span in places_of(file, "name", "wound")] == [1, 2]
    assert [span.text for span in places_of(file, "text", "Grey Fox")] == ['"Grey Fox"'] * 2
    assert places_of(file, "name", "woun") == []


def test_local_names_are_guessed_from_the_text() -> None:
    text = "event wound (u: Unit) by (n: 0..9):\n    let w be 3\n    for each x in units:\n    choose c from "
    assert likely_locals(text) == ["u", "n", "w", "x", "c"]
