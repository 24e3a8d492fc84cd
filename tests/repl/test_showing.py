"""What `show` tells of one player and of one card."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.output import plain
from dsl.repl.session import Session
from dsl.runtime.game import load

from .test_costs import MARKET


def _say(session: Session, text: str) -> str:
    return "\n".join(map(plain, session.line(text).lines))


def test_one_player_is_shown_by_the_letter(tmp_path: Path) -> None:
    """`show B` is what lies before B, as it is seen from here."""
    (tmp_path / "game.rules").write_text(MARKET)
    session = Session(load(tmp_path), 2, 0)
    shown = _say(session, "show A")
    assert "gold 9" in shown and "Tower" in shown
    assert "hand" not in _say(session, "show B")
    _say(session, "seat B")
    assert "Tower" not in _say(session, "show A")


def test_what_says_nothing_is_not_told_of_a_card() -> None:
    """Of a card of Dark Eden what is printed, not what is not."""
    shown = _say(Session(load("dark_eden"), 2, 0), "show Rezerwista")
    assert "battle 1" in shown and "red food 1" in shown
    assert " none" not in shown and "unique no" not in shown and "red gold 0" not in shown


def test_packs_are_not_told_of_a_card() -> None:
    """Not of which pack a copy is; and a zone with a label is told once for each player."""
    session = Session(load("dark_eden"), 2, 0)
    shown = _say(session, "show Rezerwista")
    assert "printed: battle 1, tactics land, unlimited, red food 1, arm INFANTRY\n" in shown
    session.line("manual move Rezerwista to squad of A")
    assert "in Squad of A" in _say(session, "show Rezerwista")
    assert _say(session, "show squad").count("Squad of A") == 1


def test_a_pack_is_shown_by_its_name() -> None:
    """Who chooses a deck sees what is in it."""
    shown = _say(Session(load("dark_eden"), 2, 0), "show ash trench")
    assert "Ash Trench: 60 cards\n" in shown
    assert "4 Pola Tarasowe" in shown and "1 Nietykalność" in shown and "Kaznodzieja" not in shown


def test_what_is_chosen_in_an_answer_is_shown_by_its_number(tmp_path: Path) -> None:
    """Nobody has to type the name of a card that is on offer; an answer in which nothing is chosen has none."""
    (tmp_path / "game.rules").write_text(MARKET)
    session = Session(load(tmp_path), 2, 0)
    shown = _say(session, "show 2")
    assert shown.startswith("Tower is a house") and "cost 5" in shown, shown
    assert "nothing is chosen" in _say(session, "show 8") and "what if 8" in _say(session, "show 8")
    assert "no zone" in _say(session, "show 9") and "no zone" in _say(session, "show " + "9" * 5_000)
    _say(session, "seat B")
    assert "no zone" in _say(session, "show 2")


def test_a_pack_on_offer_is_shown_by_its_number() -> None:
    """As by its name."""
    assert "Ash Trench: 60 cards\n" in _say(Session(load("dark_eden"), 2, 0), "show 1")


def test_how_many_moves_more_are_possible_instead_is_told(tmp_path: Path) -> None:
    """Three are named."""
    (tmp_path / "game.rules").write_text(MARKET.replace("hire (n: 1..3)", "hire (n: 1..6)"))
    shown = _say(Session(load(tmp_path), 2, 0), "why not hire 7")
    assert shown.count("possible instead: hire") == 3 and "and 3 more: moves lists them" in shown


SCORED = """game "Heap" for 2 players
kind Card "card":
    worth: 0..9
card "Coin" is Card, 3 copies:
    worth 3
card "Ring" is Card:
    worth 5
each player has:
    var wood: 0..9
    zone hand: cards of Card, seen by owner
    zone won: cards of Card
the table has:
    zone deck: stack of Card, seen by nobody
value points "Points" of (p: Player): 0..99 = p.wood + (sum of worth of c for c in won of p)
value held "Hidden points" of (p: Player): 0..99 = sum of worth of c for c in hand of p
value all_points "Points of all": 0..99 = sum of points of p for p in players
value price "Price" of (c: Card): 0..9 = c.worth
window turn "your turn"
action keep (c: Card in hand of me) in turn: move c to won of me
main:
    move Card to deck
    for each p in players: move the first c in Card where c in deck to hand of p
    repeat at most 2 times:
        for each p in players: offer turn to p
    end game scored by points
"""


def test_values_with_a_label_are_told_with_the_players(tmp_path: Path) -> None:
    """As far as they are known; `why` knows them by the name on the screen."""
    (tmp_path / "game.rules").write_text(SCORED)
    session = Session(load(tmp_path), 2, 0)
    session.begin()
    shown = _say(session, "show")
    assert shown.count("Hidden points 3") == 2 and "Price" not in shown
    assert "Points of all" not in shown  # like a field: 0 says nothing
    _say(session, "keep")
    assert "A  Points 3\n" in _say(session, "show A") and "Points of all 3" in _say(session, "show")
    assert _say(session, "why points of A").startswith("points of A = 3")
    assert _say(session, "why Hidden points of A").startswith("held of A = 0")
    _say(session, "seat A")
    assert "Hidden points ?" in _say(session, "show B")
