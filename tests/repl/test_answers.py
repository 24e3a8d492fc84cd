"""How answers are listed: few with their numbers, many by what they share."""

from __future__ import annotations

import pytest

from dsl.repl.complete import completions
from dsl.repl.drawing.answers import MOST_ROWS, ROWS, Answer, answers_of, listed
from dsl.repl.drawing.grid import strokes
from dsl.repl.output import plain, width
from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.runtime.information.seat import Seat


def rows(answers: list[Answer], columns: int = 79, *, whole: bool = False) -> list[str]:
    """The lines of a list."""
    return [plain(each) for each in listed(answers, columns, strokes(True), whole=whole)]


def texts(words: list[str]) -> list[Answer]:
    """Answers of which nothing is known but their texts."""
    return [Answer(word, last=word) for word in words]


def test_numbers_stand_for_themselves() -> None:
    """Where all answers are numbers they are listed without numbers of their own."""
    assert rows(texts(["2", "3", "5"])) == ["  2", "  3", "  5"]


def test_many_moves_are_cut() -> None:
    """A long list says how many there are beyond the ones it shows, and shows the last one, which mostly ends it."""
    shown = rows(texts([*(f"sell the house number {n}" for n in range(98)), "pass"]))
    assert len(shown) == MOST_ROWS + 2
    assert shown[-2].endswith("and 78 more: type moves, or moves and a word of them")
    assert shown[-1] == " 99 pass"


def test_the_whole_list_has_every_number() -> None:
    """What `moves` shows."""
    shown = rows(texts([f"sell the house number {n}" for n in range(99)]), whole=True)
    assert sum(line.count("sell") for line in shown) == 99
    assert any(" 99 sell the house number 98" in line for line in shown)


def test_many_moves_of_men_are_told_by_what_they_share() -> None:
    """Chess after two moves: a line or two, from where to where."""
    state = load("chess").start(2, 0)
    assert rows(answers_of(Seat(state, None)))[0].startswith("  1 move a2 to a3")
    state.apply("move e2 to e4")
    state.apply("move e7 to e5")
    shown = rows(answers_of(Seat(state, None)))
    assert shown[0].startswith("  move a2 to a3, a4 . b1 to c3, a3 . b2 to b3, b4 . ")
    assert shown[-1] == "  29 answers: type what is chosen, such as a2 a3; moves lists them with numbers"
    assert len(shown) <= ROWS


@pytest.mark.parametrize("columns", [40, 60, 100])
def test_a_long_row_of_places_is_cut(columns: int) -> None:
    """Hex: the first places and the last one, within the width."""
    found = listed(answers_of(Seat(load("hex").start(2, 0), None)), columns, strokes(True))
    assert all(width(each) <= columns for each in found)
    shown = " ".join(plain(each).strip() for each in found)
    assert shown.startswith("place on a1, a2, a3")
    assert ".., k11" in shown or columns < 60
    assert "121 answers" in shown


@pytest.mark.parametrize(
    ("typed", "made"),
    [("e2 e4", "move e2 to e4"), ("e2e4", "move e2 to e4"), ("b1 c3", "move b1 to c3"), ("to a4", "move a2 to a4")],
)
def test_a_move_is_typed_by_what_is_chosen_in_it(typed: str, made: str) -> None:
    """The squares are enough, and so are words of the move that no other has."""
    session = Session(load("chess"), 2, 0)
    assert f"A: {made}" in session.line(typed).plain()


@pytest.mark.parametrize("typed", ["e2", "move e", "to h3"])
def test_what_may_be_several_moves_makes_none(typed: str) -> None:
    """The answer names them, with their numbers, and nothing has happened."""
    session = Session(load("chess"), 2, 0)
    answer = session.line(typed).plain()
    assert f"“{typed}” can be 2 moves: " in answer
    first = answer.partition("moves: ")[2].partition(" ")[0]
    assert not session.table.log()
    assert "A: move" in session.line(first).plain()


def test_a_few_letters_are_enough_for_a_name() -> None:
    """Words may be cut short; a single letter or a number never is."""
    session = Session(load("dark_order"), 2, 0)
    assert "A: Plague" in session.line("pla").plain()
    assert "not a move" in session.line("s4").plain()


def test_what_is_chosen_can_be_completed() -> None:
    """The squares alone are offered as well as the whole moves."""
    session = Session(load("chess"), 2, 0)
    assert completions(session, "e2") == ["e2 e3", "e2 e4"]
    assert "move e2 to e4" in completions(session, "move e2")
    assert "rules play" in completions(session, "rules p")


def test_many_answers_that_differ_in_one_thing_stand_together() -> None:
    """A number for each, in fewer rows than one for each takes; prices once."""
    cells = [f"B {x} {y}" for x in range(3) for y in range(3)]
    many = [
        Answer(f"build {name} at {cell}", f"build {name} at ", "", cell, f"{name} {cell}", note)
        for name, note in (("Market", "costs 2 gold"), ("Quarry Pit", ""), ("Field", ""), ("Old Stables", ""))
        for cell in cells
    ]
    shown = rows([*many, Answer("go on", "go on")], 110)
    assert len(shown) <= MOST_ROWS
    assert shown[0].lstrip().startswith("1-9 build Market at B 0 0, B 0 1, B 0 2")
    assert sum(line.count("(costs 2 gold)") for line in shown) == 1
    assert any(line.lstrip().startswith("10-18 build Quarry Pit at B 0 0,") for line in shown)
    assert shown[-1].strip() == "37 go on"


def test_many_moves_of_a_few_sorts_are_cut_by_sorts() -> None:
    """What is cut away are not the sorts that come last: those of one sort share a row."""
    sorts = [f"build the {name} at " for name in ("mill", "farm", "quarry", "market", "harbour", "chapel", "tower")]
    sorts += [f"recruit the {name} for " for name in ("guard", "rider", "diver", "pilot")]
    places = [f"the field behind hill number {n}" for n in range(4)]
    answers = [Answer(f"{first}{place}", first, "", place, place) for first in sorts for place in places]
    shown = rows([*answers, Answer("go on", "go on")])
    assert shown[-1].endswith("45 go on") and "45 in all" in shown[-2]
    assert shown[0].strip().startswith("1-4 build the mill at ")


def test_one_answer_without_words_of_its_sort_leaves_the_others_together() -> None:
    """A card that is played without a choice begins with its name; up to thirteen rows are shown whole."""
    sorts = [
        f"order the {name} to " for name in ("guard", "rider", "diver", "pilot", "smith", "baker", "miller", "fox")
    ]
    places = [f"the field behind hill number {n}" for n in range(3)]
    answers = [Answer(f"{first}{place}", first, "", place, place) for first in sorts for place in places]
    shown = rows([*answers, Answer("Seal: break it", "", "", "Seal: break it", "Seal"), Answer("go on", "go on")], 150)
    assert [each.split()[0] for each in shown] == [*(f"{n}-{n + 2}" for n in range(1, 25, 3)), "25", "26"]
