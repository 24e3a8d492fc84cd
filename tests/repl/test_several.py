"""Choices of several things and orders to be made: copies are one answer, several numbers are one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.session import Session
from dsl.runtime.game import load

GAME = """\
game "Baskets" for 1 players

kind Fruit:
    ripe: yes/no = no
    var marked: yes/no, unlisted
    var bitten: yes/no

card "Leaf" is Fruit, 90 copies:
    ripe no
card "Apple" is Fruit, 3 copies:
    ripe yes
card "Plum" is Fruit, 2 copies:
    ripe no
card "Pear" is Fruit:
    ripe yes

the table has:
    zone tree: cards of Fruit
    zone basket: row of Fruit

main:
    move each f in Fruit where f is not "Leaf" to tree
    set marked of "Plum" copy 2 to yes
    set bitten of "Pear" to yes
    choose any number of picked from tree by player 1 as "fruit to pick"
    arrange laid from picked by player 1 as "the order in the basket"
    for each f in laid:
        move f to basket
    choose 2 eaten from tree by player 1 as "two to eat"
    if none: nothing
    for each f in eaten:
        move f to box
    end game drawn
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session of the game."""
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    made = Session(load(path))
    made.table.brief = True
    made.begin()
    return made


def moves(session: Session) -> list[str]:
    """The texts of the moves."""
    return [move.text for move in session.table.moves]


def test_copies_are_one_answer_unless_it_matters(session: Session) -> None:
    """Three apples are one line until all are taken; of the plums one is marked, so they are two."""
    assert moves(session) == ["take Apple", "take Plum", "take Plum #2", "take Pear", "done"]
    for _ in range(2):
        session.line("take Apple")
        assert moves(session)[0] == "take Apple"
    session.line("take Apple")
    assert moves(session) == ["take Plum", "take Plum #2", "take Pear", "done"]


def test_several_numbers_are_taken_together(session: Session) -> None:
    """They are taken in the order of the list, copies as often as they are named, and that is all."""
    shown = session.line("2 1, 1").plain()
    assert shown.count("take Apple (") == 2 and "done (fruit to pick)" in shown
    assert session.table.state.prompt() == "the order in the basket"
    assert moves(session) == ["take Apple", "take Plum"]


def test_an_order_is_typed_in_one_line(session: Session) -> None:
    """What is arranged goes in the order in which it is typed."""
    session.line("1 4")
    session.line("2 1")
    row = next(zone for zone in session.table.state.view().table.zones if zone.name == "basket")
    assert [item.name for item in row.items] == ["Pear", "Apple"]


def test_too_many_numbers_change_nothing(session: Session) -> None:
    """A number that is none, or one more than can be taken, leaves everything as it was."""
    assert "there is no move 9: there are 5" in session.line("1 9").plain()
    session.line("done")
    before = session.table.state.key()
    assert "only 2 can be taken" in session.line("1 1 3").plain()
    assert session.table.state.key() == before


def test_elsewhere_several_numbers_are_no_answer(session: Session) -> None:
    """Once nothing is taken any more, such a line is no move."""
    session.line("done")
    session.line("1 1")
    assert session.table.state.is_over
    assert "the game is over" in session.line("1 2").plain()


def test_unlisted_fields_are_told_when_asked_for(session: Session) -> None:
    """A drawing leaves them out; a piece that is asked about shows them."""
    drawn = session.line("show").plain()
    assert "Pear (bitten)" in drawn and "marked" not in drawn
    assert "Plum (marked)" in session.line("show Plum").plain()
