"""What stood in the way when games of DOOM were played by hand: each thing in a small game of two patrols."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.seating import _alone  # pyright: ignore[reportPrivateUsage]
from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.runtime.information.prices import usual_prices

GAME = """\
game "Patrols" for 2 players

kind Spot is Space:
    zone there: cards of Man, seen by all
kind Man:
    var steps: 0..9 = 4
card "Guard" is Man, 2 copies
card "Chief" is Man
kind Order
card "Halt" is Order, 2 copies

each player has:
    zone hand: cards of Order, seen by owner
    zone shared: cards of Order, seen by p where p is owner

the table has:
    var weather: 0..9 = 7, unlisted
    var actor: Man or none, unlisted
    zone heap: cards of Order, seen by all
    board field: Spot by column: 1..6 as letters, row: 1..1

window turn "your turn", pass "rest"
window later "later", pass "no more"

define near (s: Spot, t: Spot) = s.column - t.column = 1 or t.column - s.column = 1
define worth of (p: Player) = (if size of heap > 5 then 3 else size of heap + size of hand of p)
define toll (m: Man) = (if m is "Chief" then 3 else 2)

action march to (s: Spot in field) in turn:
    requires beside: near(Spot of actor, s) else "{s} is too far away"
    requires enough: toll(actor) <= actor.steps else "{actor} is tired"
    lower actor.steps by toll(actor)
    move actor to s

action salute (o: Man) in turn:
    requires fresh: toll(actor) <= actor.steps else "{actor} is tired"
    requires other: not (some m in Man where m is o and o is actor) else "nobody salutes himself"
    lower actor.steps by toll(actor)

action shout in turn:
    requires loud: actor.steps >= 1 else "{actor} is hoarse"
    lower actor.steps by 1

main:
    for each s in field where s.column = 1: move "Guard" copy 1 to s
    for each s in field where s.column = 4: move "Guard" copy 2 to s
    for each s in field where s.column = 6: move "Chief" to s
    move "Halt" copy 1 to hand of player 1 face down
    move "Halt" copy 2 to shared of player 1 face down
    repeat at most 9 times:
        choose m from Man by player 1 as "who marches in the {weather} rain"  # @
        set actor to m
        offer turn to player 1
        offer later to player 2
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session of the game."""
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    made = Session(load(tmp_path))
    made.table.brief = True
    made.begin()
    return made


def test_a_price_is_also_what_is_required_and_taken_away(session: Session) -> None:
    """Without a `pay`; what most of many moves cost, as steps do, is said of the others only."""
    assert usual_prices([(1, "a"), (1, "a"), (1, "b"), (2, "c"), (2, "c"), (3, "a"), (3, "b"), (3, "c")]) == {1: "a"}
    told = session.line("Guard at a1").plain()
    assert "march to b1 (costs 2 steps)" in told and "shout (costs 1 step)" in told
    assert "salute Guard (costs 2 steps)" in told
    told = session.line("march to b1").plain() + session.line("Chief").plain()
    assert "march to e1 (costs 3 steps)" in told, "what it costs now"


def test_of_several_that_are_called_alike_it_is_told_which(session: Session) -> None:
    """A Guard on a space is known by it, the only Chief by his name."""
    session.line("Guard at d1")
    assert "Guard at d1: steps 4 to 3" in session.line("shout").plain()
    session.line("Chief")
    assert "     Chief: steps 4 to 3" in session.line("shout").plain()


def test_what_is_met_is_told_in_words(session: Session) -> None:
    """Sets and names of several arguments are words of the rules only: then the refusal says what is not so. A field of
    the table that holds a thing is called by what it holds.
    """
    session.line("Guard at a1")
    told = session.line("why 1").plain()
    assert "met     not so: b1 is too far away  (" in told
    assert "met     toll of Guard (2) <= steps of Guard (4)" in told
    assert "not so: nobody salutes himself" in session.line("why salute Chief").plain()
    assert "actor" not in told


def test_one_reason_against_several_moves_is_told_once(session: Session) -> None:
    """With all the moves that it stands against."""
    session.line("Guard at a1")
    session.line("march to b1")
    session.line("Guard at b1")
    session.line("march to a1")
    session.line("Guard at a1")
    told = session.line("why not salute").plain()
    assert "not possible: salute Chief, salute Guard: Guard is tired" in told


def test_the_only_answer_stands_in_one_pair_of_parentheses(session: Session) -> None:
    """With what was asked."""
    session.line("Guard at a1")
    assert "  B: no more (the only answer)" in session.line("rest").plain()
    assert _alone("A: b1 (where to)") == "A: b1 (where to; the only answer)"
    assert _alone("A: rest") == "A: rest (the only answer)"


def test_the_rule_that_asks_is_told_without_names_of_the_rules(session: Session) -> None:
    """The question that is put stands above the rule; what stands in the hole of another is not known there."""
    asked = session.line("").plain().split("is asked: ")[1].split("\n")[0]
    assert session.line("rules Guard at a1").plain().startswith(asked)
    assert session.line("rules who marches").plain().startswith("choose: who marches in the … rain")


def test_in_a_hand_it_says_nothing_that_a_card_lies_face_down(session: Session) -> None:
    """All but who holds it see its back."""
    assert "hand (1): Halt\n" in session.line("show A").plain()
    assert "shared (1): Halt\n" in session.line("show A").plain()
    assert "face down" not in session.line("show hand of A").plain() + session.line("show shared of A").plain()


def test_why_tells_the_parts_of_the_case_that_is_so(session: Session) -> None:
    """Of a number that depends on conditions; a number that is written down says all itself."""
    assert session.line("why worth of A").plain().split("\n")[1:3] == ["  size of hand of A: 1", ""]
    assert session.line("why toll of Chief").plain().startswith("toll of Chief = 3  (toll, game.rules:")
    assert ": 3" not in session.line("why toll of Chief").plain()


def test_auto_goes_to_its_end(session: Session) -> None:
    """A large terminal shows where the game stands, not how the bots began."""
    assert session.line("auto 9").to_end
    assert not session.line("log").to_end


ORDERS = """game "Orders" for 1 player

enum Stage: calm, fight

kind Guard "guard":
    var tired: yes/no
card "Oda" is Guard

the table has:
    zone yard: cards of Guard
    var stage: Stage
    var steps: 0..9 = 3

window turn "your turn", pass "wait"

define (g: Guard) near (n: 1..9):
    requires close: n <= 3 else "{g} is too far away"
    requires still: not g.tired else "{g} has run"

action run (n: 1..9) with (g: Guard in yard) in turn:
    requires awake: not g.tired else "{g} is tired"
    requires stage_fits: (if stage is fight then 2 else 9) >= n else "not in this stage"
    requires g near n
    requires enough: steps >= n + 1 else "no steps are left"

main:
    move "Oda" to yard
    offer turn to player 1
    end game drawn
"""


def test_conditions_of_definitions_are_told_in_words(tmp_path: Path) -> None:
    """What something is, no half of a condition, and no names of a definition that nobody knows here."""
    (tmp_path / "game.rules").write_text(ORDERS, encoding="utf-8")
    told = Session(load(tmp_path), 1, 0).line("why not run 3 with Oda").plain()
    assert "met     Oda is not tired  (" in told and "not tired of" not in told
    assert "met     not so: not in this stage  (" in told and "(if" not in told
    assert "met     not so: Oda is too far away  (close" in told and "met     not so: Oda has run" in told
    assert "NOT met no steps are left" in told
