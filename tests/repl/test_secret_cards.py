"""Listings tell of a secret card only to who has met it; its words are read out to who knows it."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.session import Session
from dsl.runtime.game import load

LETTERS = Path("tests/corpus/good/printed_texts.rules")


def typed(session: Session, seat: int, line: str) -> str:
    """What a seat reads when it types a line."""
    session.table.seat = seat
    return session.line(line).plain()


def test_listings_keep_secret_cards_to_themselves() -> None:
    """The holder of a letter can look it up, nobody else, and nobody one that lies in the dark."""
    game = load(str(LETTERS))
    session = Session(game, None, 0, state=game.start(None, 0))
    session.table.brief = True
    assert "Come home" in typed(session, 1, "show Plea")
    assert "Come home" not in typed(session, 2, "show Plea")
    assert "Or else" not in typed(session, 1, "show Threat")
    assert "An empty page" in typed(session, 2, "show Blank")


def test_words_are_read_out_to_who_knows_the_card() -> None:
    """The question speaks of the words to the holder, and of a letter in a hand to the other."""
    game = load(str(LETTERS))
    state = game.start(None, 0)
    words = state.engine.words
    asked = [words.text(state.position, viewer, *state.engine.prompt_of(state.position)) for viewer in (1, 2)]
    assert asked == ['Read "Come home, the house is cold."?', 'Read "letter in hand of A"?']
    state.apply("yes")
    assert any("Come home" in line for line in state.log(2))


DROPS = """\
game "Drops" for 1 player
kind Parcel "parcel"
kind Field "field":
    zone drops: cards of Parcel, seen by faces
card "Tea" is Parcel
card "Stones" is Parcel
card "Meadow" is Field
card "Marsh" is Field
the table has:
    zone land: cards of Field
    zone opened: cards of Parcel
window turn
action open (p: Parcel in drops of "Meadow") in turn: move p to opened
action dry (p: Parcel in drops of "Marsh") in turn: move p to opened
main:
    move Field to land
    move "Tea" to drops of "Meadow" face down
    move "Stones" to drops of "Marsh" face down
    repeat at most 2 times: offer turn to player 1
"""


def test_what_lies_hidden_on_a_piece_is_named_by_it(tmp_path: Path) -> None:
    """A face-down piece on a known one is told apart by where it lies, until it is opened."""
    path = tmp_path / "game.rules"
    path.write_text(DROPS, encoding="utf-8")
    state = load(str(path)).start(None, 0)
    named = ["open face-down parcel on Meadow", "dry face-down parcel on Marsh", "pass"]
    assert [move.text for move in state.moves()] == named
    state.apply(named[1])
    assert state.log(1) == ["A: dry Stones"]


ACTING = """\
game "Acting" for 2 players
kind Card "card"
card "Axe" is Card, 2 copies:
    action swing in turn:
        requires held: this in hand of me
        move this to used
card "Bomb" is Card, secret:
    action explode in turn:
        requires held: this in hand of me
        move this to used
each player has:
    zone hand: cards of Card, seen by owner
the table has:
    zone used: cards of Card
window turn "your turn"
main:
    move "Axe" copy 1 to hand of player 1
    move "Bomb" to hand of player 2
    for each p in players: offer turn to p
    end game drawn
"""


def test_what_players_do_names_no_secret_card(tmp_path: Path) -> None:
    """`rules` names the cards that have actions: the holder reads all of them, nobody else the secret one."""
    (tmp_path / "game.rules").write_text(ACTING)
    session = Session(load(tmp_path), None, 0)
    assert "actions of Axe\n" in typed(session, 1, "rules")
    assert "actions of Axe, Bomb\n" in typed(session, 2, "rules")
