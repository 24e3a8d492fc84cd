"""What somebody who sits down is told about a game, and rules as they are written."""

from __future__ import annotations

import pytest
import shared

from dsl.repl.rulebook import chosen_from
from dsl.repl.session import Session
from dsl.runtime.game import load


def say(session: Session, typed: str) -> str:
    """The answer to a line."""
    return session.line(typed).plain()


def test_rules_tell_how_a_game_is_played() -> None:
    """What it is about, what is done, how it ends."""
    shown = say(Session(load("tic_tac_toe"), 2, 0), "rules")
    assert shown.startswith("Tic-Tac-Toe, for 2 players\n  Two players mark the squares")
    assert "What players do\n  your turn\n    mark [" in shown
    assert "three in a row (won by that player) (game.rules:" in shown
    assert "rulebook" not in shown


def test_rules_of_a_large_game_fit_on_two_screens() -> None:
    """Actions of cards are told by their cards, and rulings by their questions."""
    shown = say(Session(load("dark_order"), 2, 0), "rules")
    assert "    attack with [your units] at [units of your opponent]" in shown
    assert "actions of Warden-Prior" in shown
    assert "death = exceeds: When does damage kill a unit?" in " ".join(shown.split())
    assert "208 rules of the rulebook" in " ".join(shown.split())
    assert len(shown.split("\n")) < 90


def test_what_is_no_plain_words_is_told_by_what_it_is() -> None:
    """Conditions, definitions of other parameters and brackets are for who reads the rules."""
    shown = say(Session(load("chess"), 2, 0), "rules")
    assert "    move [board] to [Square]\n" in shown and "    castle to [Direction]\n" in shown


def test_a_rule_is_shown_as_it_is_written(session: Session) -> None:
    """With its place; of many the headings, and a slip gets the nearest word."""
    shown = say(session, "rules might")
    assert "value might of (p: Player)" in shown
    assert "game.rules:" in shown
    assert say(session, "rules card").startswith("kind Card: card  (game.rules:6)\n")
    assert say(session, "rules is card").count("game.rules:") == 3
    assert say(session, "rules e").count("game.rules:") > 5
    assert "meant might?" in say(session, "rules migth")


def test_rules_of_the_rulebook_are_found_by_their_words(session: Session) -> None:
    """By the beginning of an id, by words, and never an empty answer."""
    assert say(session, "rule DU").count("DU-") == 3
    found = say(session, "rule rogue")
    assert "DU-2" in found and "DU-1" not in found
    assert "say which rule" in say(session, "rule")
    assert "no rule of the ledger" in say(session, "rule elephants")


def test_a_game_without_files_about_it(session: Session) -> None:
    """Without a README and without a comment at its head the declarations are enough."""
    shown = say(session, "rules")
    assert "    play [your hand]" in shown and "    wait" in shown and "nobody fell (drawn)" in shown


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("c: Card in hand of me", "hand of me"),
        ("s: Spot where s.stone is none", "Spot where s.stone is none"),
        ("d: 1..24", "1..24"),
        ("m: Man in (queen, rook) where m is not king", "(queen, rook) where m is not king"),
    ],
)
def test_what_a_parameter_is_chosen_from(written: str, words: str) -> None:
    """The set, or the kind where no set is named."""
    assert chosen_from(written) == words


def test_what_is_listed_as_a_move_is_found_with_the_words_of_the_rulebook(session: Session) -> None:
    """By its number, its words, or the name of its action; the source is shown on demand."""
    say(session, "1")
    say(session, "1")
    for typed in ("rules 1", "rules play", f"rules {session.table.moves[0].text}"):
        shown = say(session, typed)
        assert shown.startswith("play [your hand]  (game.rules:"), typed
        assert "DU-1: " in shown and "requires weak" not in shown
        assert shown.endswith(f"{typed.replace('rules', 'rules source')} shows how that is written.\n")
    assert "requires weak: c.strength" in say(session, "rules source 1")


def test_what_is_found_in_the_rulebook_alone(session: Session) -> None:
    """Words that stand in no rule of the files are looked for in the ledger."""
    assert "DU-2" in say(session, "rules rogue")


@pytest.mark.parametrize("game", ["dark_order", "dark_eden", "enclave", "doom", "siege"])
def test_no_holes_of_texts_are_told(game: str) -> None:
    """How a game ends is said without a name of the rules files."""
    ends = say(Session(shared.game(game)), "rules").partition("How it ends\n")[2].partition("\nWhat can")[0]
    assert ends and "{" not in ends and "_" not in ends.replace(".rules", "")


def test_the_rule_that_asks_is_found_by_the_words_of_the_question() -> None:
    """Whether it is asked now or not; and where an answer is named, the question stands above the rule."""
    session = Session(load("siege"), 1, 11)
    session.begin()
    found = session.line("rules what makes room").plain()
    assert "there is no rule" in found
    assert session.line("rules 1").plain().startswith("the slot for Printing works  (locations.rules")
    order = Session(load("dark_order"), 2, 0)
    order.begin()
    found = order.line("rules discard for recovery").plain()
    assert found.startswith("choose: orders to discard for recovery") and "DO-6.3" in found, found


def test_who_acts_is_you_and_few_cards_are_named() -> None:
    """No names of the rules stand for what is chosen, and thirty cards with actions are no help."""
    shown = " ".join(say(Session(load("siege"), 1, 0), "rules").split())
    assert "Kościół, Port, and 25 more" in shown and "The crossing" not in shown
    assert "lay [initiative token] at" in say(Session(load("enclave"), 2, 0), "rules")
