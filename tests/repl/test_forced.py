"""Answers that are the only ones: made by themselves, told in a line, kept like any other; and where they must wait."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.commands.playing import waiting
from dsl.repl.session import Session
from dsl.runtime.game import Game, load

GAME = """\
game "Halts" for 2 players
kind Card
card "Bread" is Card, 3 copies
card "Stone" is Card, 3 copies
each player has:
    var fed: 0..9
    zone hand: cards of Card, seen by SEEN
the table has:
    zone deck: cards of Card, seen by nobody
    zone eaten: cards of Card
window meal "your meal", pass "go hungry"
action eat (c: Card in hand of me) in meal:
    requires bread: c is "Bread" else "{c} is no bread"
    move c to eaten
    raise me.fed by 1
main:
    move "Bread" copy 1 to hand of player 1
    move "Bread" copy 2 to hand of player 1
    move "Stone" copy 1 to hand of player 2
    move "Stone" copy 2 to hand of player 2
    repeat at most 3 times:
        for each p in players: offer meal to p
    end game scored by fed
"""


def game(tmp_path: Path, seen: str) -> Game:
    (tmp_path / "game.rules").write_text(GAME.replace("SEEN", seen), encoding="utf-8")
    return load(tmp_path)


def session(of: Game) -> Session:
    made = Session(of)
    made.table.brief = True
    made.begin()
    return made


def test_the_only_answer_is_made_and_told(tmp_path: Path) -> None:
    """B holds stones only: B is never asked, and each time a line says so."""
    made = session(game(tmp_path, "owner"))
    told = made.line("eat Bread").plain()
    assert "  B: go hungry (the only answer)\n" in told
    assert "A is asked: your meal" in told


def test_an_only_answer_that_is_given_again_and_again_is_told_once(tmp_path: Path) -> None:
    """Behind A's last loaf B, A and B go hungry: B is told of once, and the log tells all."""
    made = session(game(tmp_path, "owner"))
    made.line("eat Bread")
    told = made.line("eat Bread").plain()
    assert told.count("B: go hungry (the only answer)") == 1 and told.count("A: go hungry (the only answer)") == 1
    assert made.line("log").plain().count("B: go hungry (the only answer)") == 3


def test_ask_all_asks_them_too(tmp_path: Path) -> None:
    made = session(game(tmp_path, "owner"))
    assert "Every question is asked" in made.line("ask all").plain()
    assert "B is asked: your meal\n 1 go hungry" in made.line("eat Bread").plain()
    assert "B: go hungry (the only answer)" in made.line("ask choices").plain()
    assert "say ask all" in made.line("ask nobody").plain()


def test_it_is_recorded_like_any_other(tmp_path: Path) -> None:
    of = game(tmp_path, "owner")
    made = session(of)
    made.line("eat Bread")
    made.line("eat Bread")
    assert "(the only answer)" in made.line("log").plain()
    state = made.table.state
    assert state.is_over and [move.text for move in state.played].count("go hungry") == 4
    assert of.replay(of.record(state)).position == state.position
    assert 'B does "go hungry"' in made.line("record").plain()


def test_what_if_goes_on_where_there_is_one_answer(tmp_path: Path) -> None:
    """What is told is where the game would stand, and not a question that nobody would be asked."""
    made = session(game(tmp_path, "owner"))
    told = made.line("what if eat Bread").plain()
    assert "B: go hungry" in told and "A is asked: your meal" in told and "B is asked" not in told
    made.line("ask all")
    assert "B is asked: your meal" in made.line("what if eat Bread").plain()


def test_another_move_in_the_place_of_one_that_was_the_only_answer(tmp_path: Path) -> None:
    """What was the only answer is not told of the move that is made there after it was taken back."""
    made = session(game(tmp_path, "owner"))
    made.line("eat Bread")  # and B's only answer
    made.line("undo")
    made.line("go hungry")
    made.line("ask all")
    made.line("undo")
    told = made.line("eat Bread").plain() + made.line("go hungry").plain() + made.line("log").plain()
    assert "(the only answer)" not in told
    assert "Took back 1 decision" in made.line("undo").plain()
    assert made.table.state.actor == 2


def test_undo_goes_back_to_a_choice(tmp_path: Path) -> None:
    made = session(game(tmp_path, "owner"))
    begun = made.table.state.key()
    made.line("eat Bread")
    after = made.table.state.key()
    made.line("undo")
    assert made.table.state.key() == begun
    made.line("redo")
    assert made.table.state.key() == after


def test_it_waits_where_it_would_tell_what_somebody_holds(tmp_path: Path) -> None:
    """B sits, and A is a person: that B had no choice would tell A that B holds no bread."""
    made = session(game(tmp_path, "owner"))
    made.line("seat A")
    told = made.line("eat Bread").plain()
    assert "go hungry" not in told and "B decides now" in told
    assert "B is asked: your meal\n 1 go hungry" in made.line("seat B").plain()
    assert "B: go hungry\n" in made.line("1").plain()


def test_it_does_not_wait_where_all_can_see_it(tmp_path: Path) -> None:
    """Cards that lie open tell everybody who has a choice, and in the deck or the box nothing lies."""
    (tmp_path / "game.rules").write_text(
        'game "Steps" for 2 players\neach player has:\n    var steps: 0..9\nwindow turn "your turn", pass "stay"\n'
        "action step in turn:\n    requires first: me is player 1\n    raise me.steps by 1\nmain:\n"
        "    repeat at most 3 times:\n        for each p in players: offer turn to p\n",
        encoding="utf-8",
    )
    made = session(load(tmp_path))
    made.line("seat B")
    made.line("seat A")
    assert "B decides now" in made.line("step").plain()
    assert "B: stay (the only answer)" in made.line("seat B").plain()
    assert "(the only answer)" not in made.line("seat A").plain() + made.line("log").plain()


def test_beside_bots_nobody_is_told_anything(tmp_path: Path) -> None:
    """Bots do not watch the clock: at a seat among bots the only answer is made."""
    made = session(game(tmp_path, "owner"))
    made.line("seat B")
    told = made.line("bot A greedy").plain()
    assert told.count("B: go hungry (the only answer)") >= 1 and made.table.state.is_over


def test_others_read_the_same_whether_there_was_a_choice(tmp_path: Path) -> None:
    """What A reads of B's answer is the same, had B bread or none."""
    told: list[str] = []
    for card in ("Stone", "Bread"):
        folder = tmp_path / card
        folder.mkdir()
        text = GAME.replace("SEEN", "owner")
        text = text.replace('"Stone" copy 2 to hand of player 2', f'"{card}" copy 3 to hand of player 2')
        (folder / "game.rules").write_text(text, encoding="utf-8")
        made = session(load(folder))
        read = made.line("seat A").plain() + made.line("eat Bread").plain()
        made.line("seat B")
        made.line("go hungry")
        told.append(read + "".join(made.line(each).plain() for each in ("seat A", "log", "analyse", "undo")))
    assert told[0] == told[1] and "(the only answer)" not in told[0]


def test_who_stopped_a_program_that_chooses_unseen_is_told_how_it_goes_on() -> None:
    """Not to sit down where the program sits."""
    session = Session(load("dark_order"), 2, 5)
    for typed in ("2", "1", "seat A", "2"):
        session.line(typed)
    assert "Type: seat B" in waiting(session.table)
    session.table.take_bot(2, "random")
    assert waiting(session.table) == "A program was stopped while thinking. Type: auto"
