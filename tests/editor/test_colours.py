"""Colours: what each word of a file is, also where it could be something else, and behind a mistake."""

from __future__ import annotations

from pathlib import Path

from dsl.editor.colours import SORTS, coloured, encoded
from dsl.editor.project import Project
from dsl.reading.places import grammar_text
from dsl.syntax.parse import parser_of

GAME = """\
game "Foxes" for 2 players   # they hunt
enum Colour: red, grey
kind Fox:
    first: Colour
    var wounds: 0..9
each player has:
    zone den: cards of Fox
card "Reynard" is Fox:
    first red  @FX-1.1
event wound (u: Fox) by (n: 0..9): raise u.wounds by n
step upkeep (p: Player):
    say "🦊"; wound "Reynard" by 2
main:
    choose f from Fox by player 1 as "the first"
    if f is the first x in Fox: upkeep player 1
"""


def words(folder: Path, text: str) -> list[tuple[int, str, str]]:
    """Line, word and sort of everything that is coloured."""
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    project = Project(folder)
    found = coloured(project.text(path), parser_of(grammar_text()), project.names)
    assert {sort for _, sort in found} <= set(SORTS)
    return [(span.line, span.text, sort) for span, sort in found]


def test_words_are_what_they_are_in_their_place(tmp_path: Path) -> None:
    found = words(tmp_path, GAME)
    assert (
        (1, "game", "keyword") in found and (1, '"Foxes"', "string") in found and (1, "# they hunt", "comment") in found
    )
    assert (2, "Colour", "class") in found and (2, "red", "enumMember") in found
    assert (
        (4, "first", "property") in found
        and (9, "first", "property") in found
        and (15, "the first", "keyword") in found
    )
    assert (5, "wounds", "property") in found and (10, "wounds", "property") in found
    assert (9, "red", "enumMember") in found and (9, "@FX-1.1", "decorator") in found
    assert (10, "wound", "event") in found and (12, "wound", "event") in found and (12, "2", "number") in found
    assert (11, "Player", "class") in found and (15, "upkeep", "function") in found
    assert {sort for _, word, sort in found if word in ("u", "p", "n")} == {"variable"}


def test_names_in_braces_of_texts_are_told_apart(tmp_path: Path) -> None:
    found = words(tmp_path, GAME.replace('say "🦊"', 'say "🦊 {p} of {x is Fox}"'))
    assert [each for each in found if each[0] == 12][1:6] == [
        (12, '"🦊 {', "string"),
        (12, "p", "variable"),
        (12, "} of {x is ", "string"),
        (12, "Fox", "class"),
        (12, '}"', "string"),
    ]


def test_behind_a_mistake_the_rest_is_still_told(tmp_path: Path) -> None:
    found = words(tmp_path, GAME.replace("raise u.wounds by n", 'raise raise "words" 3  # why'))
    assert [each for each in found if each[0] == 10] == [
        (10, "event", "keyword"),
        (10, "u", "variable"),
        (10, "Fox", "class"),
        (10, "by", "keyword"),
        (10, "n", "variable"),
        (10, "0", "number"),
        (10, "9", "number"),
        (10, "raise", "keyword"),
        (10, '"words"', "string"),
        (10, "3", "number"),
        (10, "# why", "comment"),
    ]
    assert (15, "upkeep", "function") in found


def test_places_are_counted_as_the_protocol_does(tmp_path: Path) -> None:
    """From the place before, in units of UTF-16: a fox is two."""
    words(tmp_path, GAME)
    project = Project(tmp_path)
    file = project.text(tmp_path / "game.rules")
    found = coloured(file, parser_of(grammar_text()), project.names)
    numbers = encoded(found)
    assert len(numbers) == 5 * len(found)
    line = column = 0
    seen: list[tuple[int, int, int, str]] = []
    for at in range(0, len(numbers), 5):
        down, right, length, sort, _ = numbers[at : at + 5]
        line, column = line + down, right if down else column + right
        seen.append((line, column, length, SORTS[sort]))
    assert (11, 8, 4, "string") in seen and (11, 14, 5, "event") in seen
