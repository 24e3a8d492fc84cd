"""Words that players type: kept as numbers, read only by whom they are shown to, the same in every process."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl import typed_words
from dsl.repl.session import Session
from dsl.runtime.errors import MoveError
from dsl.runtime.game import Game, load
from dsl.runtime.state import State
from dsl.table.opening import new_room
from dsl.table.store import Store
from dsl.typed_words import HIGHEST_WORD, LENGTHS, LONGEST, is_met, meet, number_of, spelt, word_of

WHISPERS = Path(__file__).parents[1] / "corpus" / "good" / "typed_words.rules"


@cache
def whispers() -> Game:
    return load(WHISPERS)


def begun(*texts: str, players: int = 2, seed: int = 1) -> State:
    state = whispers().start(players, seed)
    for text in texts:
        state.apply(text)
    return state


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_word_is_its_number(one: str, other: str) -> None:
    """Equal numbers are equal words; the length can be asked of the number; what is spelt stays spelt."""
    a, b = spelt(one), spelt(other)
    assert spelt(a) == a and len(a) <= LONGEST
    assert (number_of(one) == number_of(other)) == (a == b)
    assert number_of(one) % LENGTHS == len(a) and 0 <= number_of(one) <= HIGHEST_WORD
    meet([one])
    assert word_of(number_of(one)) == a


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ocean ", "ocean"),
        ("ŁĄKA", "łąka"),
        ("a\u0301", "á"),
        ("o’clock", "o'clock"),
        ("two  words", "two words"),
        ("7up", "7up"),
        ("7", ""),
        ("", ""),
        ("a\u202eb", ""),
        ("a\u200bb", ""),
        ("a\nb", "a b"),
        ("a\x00b", ""),
        ("<b>", ""),
        ("{me}", ""),
        ('"', ""),
        ("a" * 31, ""),
        ("a" * 1_000_000, ""),
    ],
)
def test_what_is_a_word(typed: str, kept: str) -> None:
    """Letters and what joins them, in one form; nothing that a screen, a page or a file takes for something else."""
    assert spelt(typed) == kept


def test_two_words_of_one_number_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A digest is no proof: the second of two words that could not be told apart is no answer."""
    monkeypatch.setattr(typed_words, "_met", {number_of("alpha"): "another"})
    with pytest.raises(ValueError, match="cannot be told"):
        number_of("alpha")
    with pytest.raises(MoveError):
        begun().apply("alpha")


@pytest.mark.parametrize("backend", ["reference", "python", "native"])
def test_backends_take_the_same_words(backend: str) -> None:
    """Also those that no program would choose."""
    state = whispers().start(2, 1, backend=backend)
    for text in ("lagoon", "reef", "salt", "pepper", "guess", "reef"):
        state.apply(text)
    assert state.position == begun("lagoon", "reef", "salt", "pepper", "guess", "reef").position
    with pytest.raises(MoveError, match="eight letters"):
        whispers().start(2, 1, backend=backend).apply("hippopotamus")


NO_NO = """
game "Long Words" for 2 players
each player has:
    var last: word
main:
    choose w from words such as {"harbour", "reed"} where length of w > 3 by player 1 as "a word" else "too short"
    if none: leave
    set last of player 1 to w
    end game drawn
"""


@pytest.mark.parametrize("typed", ["sea", "no", "yes"])
def test_a_word_is_refused_in_the_words_of_the_rules(typed: str, tmp_path: Path) -> None:
    """Also one that answers other questions."""
    (tmp_path / "game.rules").write_text(NO_NO, encoding="utf-8")
    with pytest.raises(MoveError, match="too short"):
        load(tmp_path).start(2, 1).apply(typed)


def test_nobody_else_reads_what_was_typed_unseen(tmp_path: Path) -> None:
    """Not in views, logs, observations, guesses; and guesses know only words that the rules name."""
    state = begun("lagoon", "reef", "salt")
    for seat, mine, theirs in ((1, "lagoon", "reef"), (2, "reef", "lagoon")):
        told = f"{state.view(seat)} {state.log(seat)} {state.observation(seat)} {state.information_state(seat)}"
        assert mine in told and theirs not in told
        guessed = {str(state.determinize(seat, key).view(None)) for key in range(20)}
        assert all(mine in view and theirs not in view for view in guessed) and len(guessed) > 1
    state.save(tmp_path / "whole.save")
    session = Session(whispers(), players=2, seed=1)
    for line in ("lagoon", "reef", "seat A", f"save view {tmp_path / 'view.txt'}"):
        session.line(line)
    assert "reef" not in (tmp_path / "view.txt").read_text(encoding="utf-8")


def test_another_process_reads_the_words_of_a_save(tmp_path: Path) -> None:
    """The number alone does not say them; the record in the save does."""
    begun("lagoon", "reef", "salt").save(tmp_path / "a.save")
    code = (
        "import sys; from dsl.runtime.game import load; state = load(sys.argv[1]).restore(sys.argv[2]);"
        "print(state.log(1)); print(state.view(1))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, WHISPERS, tmp_path / "a.save"], capture_output=True, text=True, check=True
    )
    assert "A: lagoon" in done.stdout and "salt" in done.stdout and "reef" not in done.stdout


def test_a_record_leads_to_the_same_words() -> None:
    """By texts, and with undo and redo on the way."""
    state = begun("lagoon", "reef", "salt")
    assert state.undo() and state.redo()
    again = whispers().replay(state.record())
    assert again.position == state.position and again.log() == state.log()


def test_lines_are_commands_before_they_are_words() -> None:
    """A word that is called like a command is typed in quotes, or behind `do`."""
    session = Session(whispers(), players=2, seed=1)
    assert "type a word, such as sea, stone" in session.begin().plain()
    assert "The commands" in session.line("help").plain()
    assert "A: help" in session.line('"help"').plain()
    assert "B: undo" in session.line("do undo").plain()
    assert "letters, digits" in session.line("!!").plain()
    assert "this move can be made" not in session.line("why clue of A").plain()


def test_what_is_refused_is_not_remembered() -> None:
    """Whoever types thousands of words that are no answers fills no memory; an answer is read from then on."""
    state = begun()
    for number in range(50):
        assert not state.read(f"gibberish {number}").moves and not state.explain(f"gibberish {number}").legal
    assert not any(is_met(number_of(f"gibberish {number}")) for number in range(50))
    state.apply("plankton")
    assert is_met(number_of("plankton"))


def test_a_word_is_set_by_hand() -> None:
    """In quotes or without."""
    session = Session(whispers(), players=2, seed=1)
    assert "clue of A set to seaweed" in session.line('manual set clue of A to "Seaweed"').plain()
    assert "kelp" in session.line("manual set told to kelp").plain()


def test_a_table_takes_typed_words() -> None:
    """The page lists none; what is typed is answered as anywhere."""
    room = new_room(Store(":memory:"), str(WHISPERS), seed=1, players=2, loaded=whispers())
    shown = room.shown[1].picture
    assert shown["types"] and shown["moves"] == [] and not room.shown[2].picture["types"]
    room.move(1, "Coral", room.shown[1].count)
    assert room.shown[2].picture["types"] and "coral" not in str(room.shown[2].picture)


def test_programs_choose_from_the_words_that_are_named() -> None:
    """Random play, and each answer is one that could be typed."""
    chance = Random(3)
    for seed in range(5):
        state = whispers().start(3, seed)
        while state.actor:
            move = chance.choice(state.moves())
            assert state.the_move(move.text).text == move.text
            state.apply(move)
        assert state.is_over
