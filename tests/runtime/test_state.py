"""States: moves, undo, chance that is fixed or enumerated, simulation, errors."""

from __future__ import annotations

from fractions import Fraction

import pytest
from runtime.tiny import POINTS, T_DIE, Tiny

from dsl.backends.base import PlayError
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.moves import option_of
from dsl.runtime.nature import OPEN
from dsl.runtime.state import State

TINY = Tiny()


def start(seed: int = 3, *, explicit_chance: bool = False) -> State:
    return TINY.start(seed=seed, explicit_chance=explicit_chance)


def test_a_move_is_a_text_a_number_an_option_or_a_move() -> None:
    texts = [move.text for move in start().moves()]
    assert texts == ["play Żmija", "pass"]
    positions = []
    for way in ("play Żmija", "PLAY ZMIJA", "1", "play", 0, (1, 0, 8), start().moves()[0]):
        state = start()
        assert state.apply(way).text == "play Żmija"
        positions.append(state.position)
    assert all(position == positions[0] for position in positions)


@pytest.mark.parametrize("way", ["fly", "", "3", "0", 2, -1, (9, 9), (1, 0, 3), ()])
def test_what_is_no_move_changes_nothing(way: str | int | tuple[int, ...]) -> None:
    state = start()
    before = state.position[:], state.log()
    with pytest.raises(MoveError):
        state.apply(way)
    assert (state.position, state.log()) == before and not state.undo()


def test_a_wrong_move_names_the_nearest() -> None:
    with pytest.raises(MoveError) as caught:
        start().apply("plai zmija")
    assert caught.value.near == ("play Żmija",) and "did you mean" in str(caught.value)


def test_two_unknown_cards_are_two_moves_in_a_secret_order() -> None:
    orders = set()
    for seed in range(30):
        state = start(seed)
        state.apply("pass")
        moves = state.moves()
        assert [move.text for move in moves] == ["card in hand of B", "card in hand of B #2"]
        orders.add(option_of(moves[0]) < option_of(moves[1]))
    assert orders == {True, False}


def test_copies_in_one_hand_are_one_move() -> None:
    state = start()
    layout = state.engine.machine.layout
    hand = [card for card in range(3, 9) if state.position[layout.place + card] == 2]
    assert state.options()[:-1] == [(1, 0, card) for card in hand if card > 5]
    for seed in range(40):
        state = start(seed)
        if len([option for option in state.options() if option[-1] in (6, 7)]) == 2:
            assert [move.text for move in state.moves()] == ["play Ash", "pass"]
            assert state.apply((1, 0, 7)).text == "play Ash"
            return
    raise AssertionError("no seed deals two Ash to A")


def test_marked_copies_are_told_apart() -> None:
    for seed in range(40):
        state = start(seed)
        if len([option for option in state.options() if option[-1] in (6, 7)]) == 2:
            twin = state.clone(history=False)
            twin.position[twin.engine.machine.names.fields[1].base + 7] = 1
            assert [move.text for move in twin.moves()] == ["play Ash", "play Ash #2", "pass"]
            assert option_of(twin.apply("play ash #2")) == (1, 0, 7)
            return
    raise AssertionError("no seed deals two Ash to A")


def test_undo_and_redo() -> None:
    state = start()
    assert not state.undo() and not state.redo()
    state.apply(0)
    state.apply(1)
    last = state.clone()
    assert state.undo() and state.undo() and not state.undo()
    assert state.position == start().position and state.log() == [] and not state.played
    assert state.redo() and state.redo() and not state.redo()
    assert state.position == last.position and state.log() == last.log() and state.played == last.played
    state.undo()
    state.apply(0)
    assert not state.redo()


def test_fixed_chance_is_recorded_and_replayed() -> None:
    state = start()
    state.apply("pass")
    state.fix_chance([5])
    state.apply(0)
    assert "A throws 6" in state.log() and state.played[-1].chance == (5,) and not state.fixed_chance
    again = TINY.replay(TINY.record(state))
    assert again.position == state.position
    state.fix_chance([6])
    state.apply("pass")
    with pytest.raises(MoveError):
        state.apply(0)
    with pytest.raises(MoveError):
        state.apply_with(0, [1, 1])
    assert state.apply_with(0, [OPEN])


def test_fixed_outcomes_can_be_meant_for_one_stream() -> None:
    state = TINY.start(seed=1, explicit_chance=False)
    fresh = State(state.engine, state.engine.backend.new_position(1), run=False)
    fresh.fix_chance([2], streams={1})
    fresh.begin()
    assert fresh.position == state.position and fresh.fixed_chance == (2,)


def test_explicit_chance_enumerates_outcomes() -> None:
    state = start(explicit_chance=True)
    assert state.is_chance and state.actor == 0 and not state.is_over and state.moves() == []
    assert state.chance_outcomes() == [(outcome, Fraction(1, 6)) for outcome in range(6)]
    for size in range(6, 1, -1):
        assert len(state.chance_outcomes()) == size
        state.apply_outcome(0)
    assert state.actor == 1 and not state.is_chance and state.chance_outcomes() == []
    state.apply("pass")
    state.apply(0)
    assert state.is_chance
    keys = set()
    for outcome, _ in state.chance_outcomes():
        twin = state.clone()
        twin.apply_outcome(outcome)
        assert twin.log()[-1] == f"A throws {outcome + 1}" and twin.actor == 2
        assert twin.undo() and twin.is_chance and twin.key() == state.key()
        assert twin.redo()
        keys.add(twin.key())
    assert len(keys) == 6
    with pytest.raises(MoveError):
        state.apply_outcome(6)
    with pytest.raises(MoveError):
        state.apply("pass")
    state.explicit_chance(False)
    state.undo()
    state.apply(0)
    assert not state.is_chance


def test_a_record_of_explicit_chance_replays() -> None:
    state = start(explicit_chance=True)
    while not state.is_over:
        if state.is_chance:
            state.apply_outcome(len(state.chance_outcomes()) - 1)
        else:
            state.apply(0)
    again = TINY.replay(TINY.record(state))
    assert again.position == state.position and again.log() == state.log()


def test_key_leaves_out_chance_only() -> None:
    state, twin = start(), start()
    assert state.key() == twin.key()
    for slot in (6, 7, 9, 10):
        twin.position[slot] += 1
    assert state.key() == twin.key()
    twin.position[POINTS + 1] = 5
    assert state.key() != twin.key()


def test_fast_play_agrees_with_apply() -> None:
    state, fast = start(), start().clone(history=False)
    while not state.is_over:
        fast.play_option(option_of(state.moves()[0]))
        state.apply(0)
    assert fast.position == state.position and fast.is_over
    assert fast.log() == [] and not fast.played and not fast.undo()
    assert state.returns() == [state.position[POINTS + 1], state.position[POINTS + 2]]


def test_the_end_has_words() -> None:
    state = start()
    assert state.result_words == ""
    while not state.is_over:
        state.apply(0)
    assert state.result_words == "all turns are over"
    assert state.actor == 0 and state.moves() == [] and state.prompt() == ""
    with pytest.raises(MoveError, match="over"):
        state.apply(0)


def test_a_broken_rule_leaves_the_position_as_it_was() -> None:
    state = start()
    state.position[POINTS + 1] = 98
    before, log = state.position[:], state.log()
    with pytest.raises(GameError) as caught:
        state.apply("play Żmija")
    assert caught.value.code == "BOUND" and state.position == before and state.log() == log and not state.undo()
    assert str(caught.value).startswith("BOUND: ")
    assert state.apply("pass")


def test_errors_name_the_rule() -> None:
    error = start().engine.error(PlayError("BOUND", 2))
    assert "tiny.rules:7 in play: move c to table" in str(error)
    assert "DIVIDE" in str(start().engine.error(PlayError("DIVIDE", 99)))


def test_the_log_is_masked_for_each_viewer() -> None:
    state = start()
    state.apply("play Żmija")
    state.apply(0)
    assert state.log(None)[:3] == ["A: play Żmija", "A plays Żmija", "A: Oak (which card?)"]
    assert state.log(2)[:4] == [
        "A: play Żmija",
        "A plays Żmija",
        "A: Oak (which card?)",
        "A takes card in hand of A from B",
    ]
    assert state.log(0)[3] == "A takes card in hand of A from B"
    assert state.log(1)[3] == "A takes Oak from B"
    assert state.lines[-1].template == T_DIE
