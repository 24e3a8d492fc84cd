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


def test_what_is_taken_already_stands_under_the_question(session: Session) -> None:
    """Also where `what if` takes one more, and of an order to be made."""
    assert "taken:" not in session.line("").plain()
    assert "\n taken: Apple\n" in session.line("take Apple").plain()
    assert "\n taken: Apple, Pear\n" in session.line("what if take Pear").plain()
    assert "\n taken: Apple ×2\n" in session.line("take Apple").plain()
    assert "\n taken: Apple ×2, Plum\n" in session.line("take Plum").plain()
    assert "taken:" not in session.line("done").plain()
    session.line("undo")
    assert "\n taken: Apple ×2, Plum, Pear\n" in session.line("take Pear").plain()
    assert "taken:" not in session.line("done").plain()
    assert "\n taken: Plum\n" in session.line("take Plum").plain()


def test_copies_are_one_answer_unless_it_matters(session: Session) -> None:
    """Three apples are one line until all are taken; of the plums one is marked, so they are two."""
    assert moves(session) == ["take Apple", "take Plum", "take Plum #2", "take Pear", "done"]
    for _ in range(2):
        session.line("take Apple")
        assert moves(session)[0] == "take Apple"
    session.line("take Apple")
    assert moves(session) == ["take Plum", "take Plum #2", "take Pear", "done"]


def test_several_at_once_are_spoken_of_where_more_than_one_can_be_taken(tmp_path: Path) -> None:
    """Not where one thing at most is asked for."""
    (tmp_path / "game.rules").write_text(GAME.replace("choose any number of picked", "choose up to 1 picked"), "utf-8")
    one = Session(load(tmp_path))
    assert "done" in one.begin().plain() and "several at once" not in one.line("").plain()
    (tmp_path / "game.rules").write_text(GAME, "utf-8")
    assert "several at once: 1 3." in Session(load(tmp_path)).begin().plain()
    (tmp_path / "game.rules").write_text(GAME.replace("choose any number of picked", "choose up to 2 picked"), "utf-8")
    assert "at most 2 at once: 1 3." in Session(load(tmp_path)).begin().plain()
    reckoned = "choose up to (size of players + 1) picked"
    (tmp_path / "game.rules").write_text(GAME.replace("choose any number of picked", reckoned), "utf-8")
    two = Session(load(tmp_path))
    assert "at most 2 at once: 1 3." in two.begin().plain()  # as the table says it
    assert "at once" not in two.line("take Apple").plain()  # one more can be taken


def test_the_number_of_being_done_may_stand_behind_what_is_taken(session: Session) -> None:
    """It is made anyway."""
    assert moves(session)[-1] == "done"
    session.line("1 5")
    assert "done" not in moves(session)


@pytest.mark.parametrize("typed", ["take all", "all", "Take both"])
def test_all_are_taken_by_one_word(session: Session, typed: str) -> None:
    """Copies too; what has been taken is not put back by it."""
    told = session.line(typed).plain()
    assert told.count("A: take Apple") == 3 and told.count("A: take Plum") == 2
    assert "A is asked: the order in the basket" in told


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


TRICKS = """\
game "Passing" for 2 players
kind Card:
    value: 0..9
card "Ace" is Card:
    value 1
card "Two" is Card:
    value 2
card "Three" is Card:
    value 3
card "Four" is Card:
    value 4
card "Five" is Card:
    value 5
each player has:
    zone hand: cards of Card
    zone passed: cards of Card
main:
    move Card to hand of player 1
    for each p in players:
        choose 3 c from hand of player 1 by p as "three cards"
        for each x in c: move x to passed of p
        for each x in c: move x to hand of player 1
    end game drawn
"""


@pytest.fixture
def passing(tmp_path: Path) -> Session:
    """Three of five cards, asked of both players in the same words."""
    path = tmp_path / "passing.rules"
    path.write_text(TRICKS, encoding="utf-8")
    made = Session(load(path))
    made.table.brief = True
    return made


def test_any_card_may_come_first(passing: Session) -> None:
    """The last one ends nothing as long as cards are wanted, and what comes before it is still there to be taken."""
    passing.line("take Five")
    assert moves(passing) == ["take Ace", "take Two", "take Three", "take Four"]
    passing.line("take Ace")
    passing.line("take Three")
    state = passing.table.state
    assert state.actor == 2
    passed = next(zone for zone in state.view().players[0].zones if zone.name == "passed")
    assert passed.count == 0 or [item.name for item in passed.items] == []
    assert [read for read in state.log() if "take" in read] == [
        "A: take Five (three cards)",
        "A: take Ace (three cards)",
        "A: take Three (three cards)",
    ]


@pytest.mark.parametrize("typed", ["1 2 3", "1 4 5", "3 4 5", "5, 1, 3", "2 3 5"])
def test_any_three_are_taken_by_their_numbers(passing: Session, typed: str) -> None:
    """Also where the last ones need no question any more; the next player is asked anew."""
    passing.line(typed)
    state = passing.table.state
    assert state.actor == 2
    wanted = {["Ace", "Two", "Three", "Four", "Five"][int(each) - 1] for each in typed.replace(",", " ").split()}
    while state.undo():
        pass
    taken: set[str] = set()
    assert len(wanted) == 3
    twin = state.clone()
    for name in [name for name in ("Ace", "Two", "Three", "Four", "Five") if name in wanted]:
        if twin.actor == 1:
            twin.apply(f"take {name}")
            taken.add(name)
    passing.line(typed)
    assert passing.table.state.key() == twin.key()


def test_too_few_leave_the_question_open(passing: Session) -> None:
    """Who takes two of three is asked for the third; too many, or one that is none, change nothing."""
    before = passing.table.state.key()
    assert "only 3 can be taken" in passing.line("1 2 3 4").plain()
    assert "no move 6" in passing.line("1 6").plain()
    assert passing.table.state.key() == before
    passing.line("3 4")
    assert passing.table.state.actor == 1 and moves(passing) == ["take Ace", "take Two", "take Five"]


def test_an_order_with_copies_is_given_in_one_line(session: Session) -> None:
    """Of two apples and a pear two answers are listed, and two numbers say all; an example names no third."""
    shown = session.line("2 apple, 1 pear").plain()
    assert moves(session) == ["take Apple", "take Pear"]
    assert "all at once: 2 1.\n" in shown
    assert "the order in the basket" not in session.line("1 2").plain().split("asked:")[-1]
    basket = session.line("show basket").plain()
    assert basket.index("Apple") < basket.index("Pear") < basket.rindex("Apple")


STORE = """\
game "Store" for 1 players
enum Good: wood, water, meat

the table has:
    var storage: bag of Good up to 9 = {2 wood, water, 3 meat}
    var pack: bag of Good up to 4

window packing "the pack", pass "enough"
action take (g: Good) in packing:
    requires there: storage[g] > 0
    lower storage[g] by 1
    raise pack[g] by 1

main:
    repeat until size of pack = 4 at most 9 times:
        offer packing to player 1 as "the pack: {size of pack} of 4"
        stop if passed
    end game drawn
"""


@pytest.mark.parametrize(
    ("typed", "packed"),
    [
        ("2 wood, 1 water", "pack 2 wood, water"),
        ("take 2 wood 1 water", "pack 2 wood, water"),
        ("wood, water", "pack wood, water"),
        ("take 2 meat", "pack 2 meat"),
        ("2 water, 1 wood", ""),
        ("3 meat, 2 wood", ""),
    ],
)
def test_what_is_taken_one_by_one_is_said_in_one_line(tmp_path: Path, typed: str, packed: str) -> None:
    """Where a window asks again and again; what cannot all be is not begun."""
    path = tmp_path / "game.rules"
    path.write_text(STORE, encoding="utf-8")
    made = Session(load(path))
    made.begin()
    made.line(typed)
    shown = made.line("show").plain()
    assert packed in shown if packed else "pack" not in shown.partition("\n")[2].partition("asked")[0]


LOOKING = """\
game "Looking" for 1 players
kind House
card "Old Mill" is House
card "Barn" is House
the table has:
    zone street: cards of House
    zone seen: cards of House
window turn "turn", pass "stay"
action look_around "look around at" (h: House in street) in turn: move h to seen
main:
    move each h in House to street
    repeat at most 9 times:
        offer turn to player 1
        stop if passed
    end game drawn
"""


def test_another_word_for_a_command_yields_to_a_move(tmp_path: Path) -> None:
    """`look` is another word for show; where there is no such thing, the line is the move that begins so."""
    path = tmp_path / "game.rules"
    path.write_text(LOOKING, encoding="utf-8")
    made = Session(load(path))
    made.begin()
    assert "A: look around at Old Mill" in made.line("look around mill").plain()
    assert "is a House" in made.line("look barn").plain()


ROBBED = """\
game "Robbed" for 1 players
enum Good: wood, water, meat

the table has:
    var storage: bag of Good up to 9 = {2 wood, water, 3 meat}

main:
    for i from 1 to 4:
        choose x from each x in Good where storage[x] > 0 by player 1 as "what is taken, {i} of 4"
        if none: nothing
        if x is not none: lower storage[x] by 1
    end game drawn
"""


@pytest.mark.parametrize(
    ("typed", "left"),
    [("2 meat, 1 wood", "wood, water, meat"), ("2 meat 1 wood", "wood, water, meat"), ("2 water, 1 wood", "")],
)
def test_one_question_after_the_other_is_answered_in_one_line(tmp_path: Path, typed: str, left: str) -> None:
    """Where one choice comes again and again; what cannot all be is not begun, and several numbers are refused."""
    path = tmp_path / "game.rules"
    path.write_text(ROBBED, encoding="utf-8")
    made = Session(load(path))
    made.begin()
    assert "here one answer is given at a time: 1 first" in made.line("1 3").plain()
    made.line(typed)
    shown = made.line("show").plain()
    assert f"storage {left or '2 wood, water, 3 meat'}" in shown
    assert ("4 of 4" if left else "1 of 4") in shown
