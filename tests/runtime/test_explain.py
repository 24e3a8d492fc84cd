"""Explanations: why not, why, because, and what they must not tell."""

from __future__ import annotations

from pathlib import Path

from runtime.tiny import MARKS, Tiny

from dsl.runtime.game import load
from dsl.runtime.moves import option_of
from dsl.runtime.proving import run_scenarios
from dsl.runtime.requirements import HIDDEN, Requirements
from dsl.runtime.state import State

TINY = Tiny()


def start() -> State:
    """A holds Oak and Żmija, B holds Oak and Ash, A is asked for a move."""
    return TINY.start(seed=3)


def test_a_possible_move_is_explained_by_being_possible() -> None:
    explanation = start().explain("PLAY ZMIJA")
    assert explanation.legal and explanation.text == "play Żmija"


def test_a_failed_requirement_has_words_numbers_and_a_place() -> None:
    explanation = start().explain("play oak")
    assert not explanation.legal and explanation.summary == "Oak is too weak"
    (failed,) = explanation.failed
    assert failed.sides == (("strength of Oak", "2"), ("3", "3")) and failed.compare == ">="
    assert failed.site is not None and (failed.site.file, failed.site.line, failed.site.cites) == (
        "tiny.rules",
        9,
        ("T-3",),
    )
    assert explanation.needed == "strength of Oak would have to be at least 3; it is 2"
    assert explanation.changes == ("play Żmija",)
    assert [requirement.name for requirement in explanation.requirements] == ["turn", "window", "c", "strong"]


def test_another_window_and_another_turn_are_named() -> None:
    state = start()
    state.apply("pass")
    explanation = state.explain("play Żmija")
    assert explanation.summary == "this is done at “turn”, and now A is asked “which card?”"
    assert start().explain("play Żmija", 2).summary != "this move can be made now"
    assert [found.name for found in start().explain("play Ash", 2).failed] == ["turn"]


def test_what_is_no_move_at_all_is_said() -> None:
    assert start().explain("fly").summary == (
        "no action of this game reads like this; among what can be done now: play Żmija, pass"
    )
    assert start().explain("play Yew").summary == "something named in it is not known here"
    state = start()
    while not state.is_over:
        state.apply(0)
    assert state.explain("play Oak").summary == "the game is over"


def test_a_beginning_tells_the_moves_that_begin_so() -> None:
    """Which can be made, and what stands against the others, the nearest first."""
    explanation = start().explain("pla")
    assert not explanation.legal and not explanation.requirements
    assert explanation.summary == "1 of the moves with these words can be made now"
    assert explanation.changes == ("play Żmija",)
    (told,) = explanation.begun
    assert (told.text, told.summary) == ("play Oak", "Oak is too weak")
    assert told.needed == "strength of Oak would have to be at least 3; it is 2"
    assert told.site is not None and told.requirements[0].site is not None


def test_a_beginning_tells_nothing_of_hidden_pieces() -> None:
    """Cards in the hand of another are no candidates, whatever they are."""
    state = start()
    state.apply("pass")
    told = state.explain("play", 1)
    assert told.summary in ("B is asked now", "this is done at “turn”, and now A is asked “which card?”")
    assert all("Ash" not in each.text and "hand of B" not in each.text for each in told.begun)
    for key in range(20):
        assert state.determinize(1, key).explain("play", 1) == told


def test_what_is_chosen_is_spelt_out() -> None:
    """The things alone stand for the move that they would be."""
    state = start()
    assert state.explain("oak", 1) == state.explain("play Oak", 1)
    assert state.explain("elm", 1).text == "elm"


def test_cards_of_others_are_not_known_by_name() -> None:
    state = start()
    assert state.explain("play Ash").summary == "Ash is nowhere to be seen"
    hidden = state.explain("play card in hand of B")
    assert hidden.summary == "card in hand of B cannot be chosen here, only Oak or Żmija"
    assert [requirement.words for requirement in hidden.requirements if requirement.met is None] == [HIDDEN]
    for key in range(20):
        twin = state.determinize(1, key)
        assert twin.explain("play Ash") == state.explain("play Ash")


def test_why_a_value_is_what_it_is() -> None:
    state = start()
    reason = state.why("strength of Żmija", 1)
    assert (reason.words, reason.value) == ("strength of Żmija", "4")
    assert [(part.words, part.value) for part in reason.parts] == [("base", "3"), ("Żmija in hand of A", "+ 1")]
    assert state.why("strength of Ash", 1).words == "there is no card called “Ash” here: ask for strength of card"
    assert state.why("strength of Ash", 2).value == "4"
    assert state.why("strength of zm", 1) == reason, "the beginning of a name is enough where it is one only"
    assert state.why("strength of As", 1).words == "there is no card called “As” here: ask for strength of card"


def test_why_a_field_is_what_it_is() -> None:
    state = start()
    state.position[MARKS + 8] = 2
    assert state.why("marks of Żmija copy 1").value == "2"
    assert state.why("marks of zmija in hand of a").words == "marks of Żmija"
    assert state.why("points of B").value == "0"
    assert state.why("gold of B").words == "nothing here is called “gold of B”"


def test_because_names_the_move_and_the_rule() -> None:
    state = start()
    state.apply("play Żmija")
    reason = state.because(2)
    assert reason.words == "A plays Żmija" and [part.words for part in reason.parts] == ["A: play Żmija"]
    assert reason.site is not None and reason.site.rule == "main"
    assert state.because(1).site is not None and not state.because(1).parts
    assert state.because(99).words == "there is no line 99: the log has 2"


def test_beginnings_of_a_game_with_many_trials_are_told_from_the_list() -> None:
    """What is legal is known already; only a few of the others are tried out."""
    state = load("chess").start(2, 0)
    explanation = state.explain("move")
    assert explanation.summary == "20 of the moves with these words can be made now" and not explanation.begun
    state.apply("move f2 to f3")
    state.apply("move e7 to e5")
    state.apply("move a2 to a3")
    state.apply("move d8 to h4")
    explanation = state.explain("move")
    assert explanation.changes == ("move g2 to g3",)
    assert [told.summary for told in explanation.begun] == ["your king would be in check"] * 4
    assert state.explain("castle").summary == "the king would pass through check"
    assert state.explain("promote").summary.startswith("nothing can be chosen for “promote … to … into …” now")


DUEL = """game "Duel" for 2 players
kind Knight
kind Banner
each player has:
    zone field: cards of Knight
    zone tent: cards of Knight, seen by nobody
the table has:
    zone wall: cards of Banner
card "Red" is Knight
card "Blue" is Knight
card "Grey" is Knight
card "Lion" is Banner
window turn "your turn", pass "wait"
action attack with (a: Knight in field of me) at (b: Knight in field of player 2) in turn: end game won by me
main:
    move "Red" to field of player 1
    move "Blue" to field of player 2
    move "Grey" to tent of player 2
    move "Lion" to wall
    offer turn to player 1
    end game drawn
"""


def test_a_piece_that_has_no_part_in_a_move_is_named(tmp_path: Path) -> None:
    """What lies out of sight is said to; what is seen and no knight cannot attack."""
    (tmp_path / "game.rules").write_text(DUEL, encoding="utf-8")
    state = load(tmp_path / "game.rules").start()
    assert state.explain("attack with Grey").summary == "Grey is nowhere to be seen"
    assert state.explain("attack with Lion").summary == "nothing of the sort can be done with Lion"
    assert state.explain("attack with Red at Blue").legal
    assert state.explain("Blue attack Red").summary == "what can be done is called otherwise: attack with Red at Blue"


SHARED = """game "Shared" for 2 players
kind Card:
    cost: 0..9
kind Unit is Card
kind Spell is Card
each player has:
    var gold: 0..9 = 1
    zone hand: cards of Card, seen by owner
    zone line: cards of Unit
the table has:
    zone heap: cards of Card
window turn
window night
card "Sword" is Unit:
    cost 3
card "Light" is Spell:
    cost 2
action enlist "play" (u: Unit in hand of me) in turn:
    requires room: number of x in line of me > 0 else "no room for units"
    pay cost of u from me.gold else "too dear for {u}"
    move u to line of me
action cast "play" (s: Spell in hand of me) in turn:
    pay cost of s from me.gold else "too dear for a spell"
    move s to heap
action burn "play" (c: Card in hand of me) in turn:
    requires rich: me.gold > 2 else "only the rich burn"
    move c to heap
action dream "play" (c: Card in hand of me) in night:
    move c to heap
main:
    move Card to hand of player 1
    offer turn to player 1
    offer night to player 1
    end game drawn
scenario "a refusal may be that of any action that is meant":
    A cannot "play Sword" because "too dear for Sword"
    A cannot "play Sword" because "only the rich burn"
    A does "pass"
    A does "pass"
"""


def test_actions_that_share_their_words_are_each_explained(tmp_path: Path) -> None:
    path = tmp_path / "shared.rules"
    path.write_text(SHARED, encoding="utf-8")
    game = load(path, scenarios=True)
    assert all(result.passed for result in run_scenarios(game))
    state = game.start(2)
    sword, light = state.explain("play sword"), state.explain("play light")
    told = [sword, *sword.others]
    assert [each.summary for each in told] == ["only the rich burn", "no room for units"]
    assert [each.site.rule for each in told if each.site] == ["burn", "enlist"]
    assert [each.summary for each in (light, *light.others)] == ["too dear for a spell", "only the rich burn"]
    state.apply("pass")
    assert state.explain("play sword").legal


MOORINGS = """\
game "Moorings" for 1 players

enum Name: north, south

kind Pier is Space:
    zone boats: cards of Boat
kind Boat "boat"
kind Chart "chart"
card "north" is Chart
card "Skiff" is Boat

the table has:
    board harbour: Pier by name: Name
    zone out: cards of Boat
    zone drawer: cards of Chart

window turn "turn", pass "rest"
action moor (b: Boat in out) at (p: Pier in harbour) in turn:
    requires room: size of boats of p < 1 else "{p} is full"
    move b to boats of p

main:
    move Boat to out
    move Chart to drawer
    for each p in players: offer turn to p
"""


def test_a_card_that_is_called_like_a_space(tmp_path: Path) -> None:
    """What is required of a space is not asked of a card of the same name: it has no such zone."""
    (tmp_path / "game.rules").write_text(MOORINGS, encoding="utf-8")
    state = load(tmp_path).start(1, seed=1)
    skiff = next(option_of(move)[2] for move in state.moves() if move.text == "moor Skiff at north")
    words = state.engine.words
    titled = [each for each in range(1, state.engine.machine.entity_count + 1) if words.title(each) == "north"]
    action = state.engine.machine.actions[0]
    for chart in titled:
        found = Requirements(state.engine, state.position, 1, 1).of(action, (0, skiff, chart))
        failed = [requirement.name for requirement in found if not requirement.met]
        assert failed in ([], ["p"])
    assert len(titled) == 2


TRENCH = """game "Trench" for 2 players
kind Hut
kind Tool:
    action use (h: Hut in huts of me) in turn:
        requires allowed: smith in huts of me else "there is no smith"
        move this to box
card "Smith" is Hut
card "Hut" is Hut
card "Spade" is Tool
each player has:
    zone hand: cards of Tool, seen by owner, playable
    zone huts: cards of Hut
define smith = "Smith"
window turn "your turn"
main:
    move "Spade" to hand of player 1
    offer turn to player 1
    move "Hut" to huts of player 1
    offer turn to player 1
"""


def test_why_not_of_a_card_tells_what_stands_against_what_it_does(tmp_path: Path) -> None:
    """And not that its name answers no question; where there is nothing to use it on, that is said."""
    (tmp_path / "game.rules").write_text(TRENCH, encoding="utf-8")
    state = load(tmp_path).start(2)
    assert (
        state.explain("Spade", 1).summary
        == "nothing can be chosen for “Spade: use …” now: there is nothing of the sort"
    )
    assert "nowhere to be seen" in state.explain("Hut", 1).summary
    state.apply("pass")
    assert state.explain("Spade", 1).summary == "there is no smith"
    assert state.explain("spade on the hut", 1).summary == "there is no smith"
