"""Observations and information states: what stands in them, and what must not."""

from __future__ import annotations

import pytest
import shared

from dsl.runtime.game import Game, load
from dsl.runtime.information import observation

RULES = """\
game "Peek" for 2 players

kind Card:
    rank: 1..2
    var marks: 0..3

card "Low" is Card, 2 copies:
    rank 1
card "High" is Card, 2 copies:
    rank 2

each player has:
    zone hand: cards of Card, seen by owner
    zone mine: row of Card, seen by faces
    var aimed: Card or none

the table has:
    zone deck: stack of Card, seen by nobody

window turn "your turn", pass "pass"

action lay (c: Card in hand of me) in turn:
    set owner of c to me
    move c to mine of me face down

action peek (c: Card in hand of me) in turn:
    show top of deck to me
    shuffle deck

action aim (c: Card in mine of player 2) in turn:
    set me.aimed to c

action mark (c: Card in hand of me) in turn:
    raise c.marks by 1

procedure secret:
    sealed for each p in players:
        choose k from 1..2 by p as "a number"
    then:
        say "both have chosen"

main:
    for each c in Card:
        move c to deck
    shuffle deck
    for each p in players:
        move top of deck to hand of p
    for i from 1 to 2:
        for each p in players:
            offer turn to p
    secret
    end game drawn because "enough"
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A small game with hands, face-down cards and sealed answers."""
    folder = tmp_path_factory.mktemp("peek")
    (folder / "game.rules").write_text(RULES, encoding="utf-8")
    return load(folder)


def test_an_observation_is_the_position_as_it_is_seen(game: Game) -> None:
    state = game.start(seed=1)
    own = state.view(1).players[0].zones[0].items[0].name
    told = state.observation(1).splitlines()
    assert f"hand of A: 1 [{own}]" in told and "hand of B: 1 card" in told and "deck: 2 card" in told
    assert "[asked]: A" in told and any(line.startswith("[moves]: lay ") for line in told)
    assert not any(line.startswith(("[moves]", "[question]")) for line in state.observation(2).splitlines())
    assert "hand of A: 1 card" in state.observation(0).splitlines()


def test_own_face_down_cards_are_told_from_open_ones(game: Game) -> None:
    state = game.start(seed=1)
    card = state.apply("lay").text.removeprefix("lay ")
    assert f"mine of A: 1 [{card} (face down)]" in state.observation(1)
    seen = state.observation(2).splitlines()
    assert "mine of A: 1 [face-down card]" in seen
    assert not any(card in line for line in seen if "of A" in line)


def test_all_that_was_observed_is_kept(game: Game) -> None:
    """What a card's field was before it was hidden again, who did what, what was asked."""
    state = game.start(seed=1)
    before = state.information_state(1)
    state.apply("mark")
    state.apply("pass")
    after = state.information_state(1)
    assert after.startswith(before) and "marks 1" in after
    assert "> B: pass" in after and "> A: mark card in hand of A" in state.information_state(2)
    assert "marks" not in state.information_state(2)


def test_a_sealed_answer_leaves_no_trace_with_others(game: Game) -> None:
    one, two = game.start(seed=1), game.start(seed=1)
    for state, answer in ((one, "1"), (two, "2")):
        for _ in range(4):
            state.apply("pass")
        assert state.actor == 1
        before = state.information_state(2)
        state.apply(answer)
        assert state.information_state(2).removeprefix(before).startswith("\n[asked]: B")
    assert one.information_state(2) == two.information_state(2)
    assert one.information_state(1) != two.information_state(1)


def test_a_field_that_names_a_card_says_which_copy(game: Game) -> None:
    """B has laid one of two cards that look alike to A; the field says where the card lies."""
    state = game.start(seed=1)
    state.apply("pass")
    card = state.apply("lay").text.removeprefix("lay ")
    state.apply("aim")
    assert f"aimed of A: {card} in mine of B" in state.observation(2)
    assert "aimed of A: face-down card in mine of B" in state.observation(1)


def test_chance_to_come_is_not_observed(game: Game) -> None:
    """At a chance node everybody knows what he knew before."""
    state = game.start(seed=1, explicit_chance=True)
    assert state.is_chance and state.information_state(1) == ""
    while state.is_chance:
        state.apply_outcome(0)
    before = state.information_state(1)
    state.apply("peek")
    assert state.is_chance and state.information_state(1) == before


def test_a_state_without_history_has_none(game: Game) -> None:
    state = game.start(seed=1)
    state.apply("pass")
    with pytest.raises(ValueError, match="without its history"):
        state.clone(history=False).information_state(1)
    assert state.clone(history=False).observation(1) == state.observation(1)


def test_what_was_undone_was_not_observed(game: Game) -> None:
    state = game.start(seed=1)
    before = state.information_state(2)
    state.apply("lay")
    assert state.information_state(2) != before
    state.undo()
    assert state.information_state(2) == before
    state.redo()
    state.apply("pass")
    state.play_option(state.options()[0])
    assert state.information_state(2).startswith(before)


def test_facts_are_unique(game: Game) -> None:
    """Every fact has its own name, so that none hides another."""
    state = game.start(seed=1)
    view = state.view(1)
    assert len(list(observation._facts(view))) == len(dict(observation._facts(view)))


@pytest.mark.slow
def test_the_shipped_game_has_unique_facts() -> None:
    state = shared.game("dark_order").start(seed=4)
    for number in range(60):
        view = state.view(1)
        assert len(list(observation._facts(view))) == len(dict(observation._facts(view)))
        state.apply(number % len(state.moves()))
