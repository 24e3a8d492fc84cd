"""Our games in OpenSpiel: its own tests of games, its search, states that are copied, written down and read again."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy
import pyspiel
import pytest
import shared
from open_spiel.python.algorithms import mcts

from dsl.play.actions import Actions, collect
from dsl.play.openspiel import register
from dsl.runtime.game import Game, load

RULES = Path(__file__).parents[1] / "oracles" / "games"


@pytest.fixture(scope="module")
def kuhn() -> Any:
    return register(RULES / "three_cards.rules", zero_sum=True)


@pytest.fixture(scope="module")
def noughts() -> Any:
    return register(RULES / "noughts.rules")


def dealt(game: Any, *outcomes: int) -> Any:
    """The position after some draws of chance."""
    state = game.new_initial_state()
    for outcome in outcomes:
        state.apply_action(outcome)
    return state


def test_games_say_what_they_are(kuhn: Any, noughts: Any) -> None:
    kind = pyspiel.GameType
    assert kuhn.get_type().chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
    assert kuhn.get_type().information == kind.Information.IMPERFECT_INFORMATION
    assert (kuhn.min_utility(), kuhn.max_utility(), kuhn.max_chance_outcomes()) == (-2, 2, 3)
    assert noughts.get_type().chance_mode == kind.ChanceMode.DETERMINISTIC
    assert noughts.get_type().information == kind.Information.PERFECT_INFORMATION
    assert noughts.get_type().utility == kind.Utility.ZERO_SUM and noughts.num_players() == 2


def test_its_tests_of_games_pass(kuhn: Any, noughts: Any) -> None:
    for game in (kuhn, noughts):
        pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_its_tests_pass_with_the_shipped_game() -> None:
    """With a small table, so that spare numbers are used as well."""
    game = shared.game("dark_order")
    actions = collect(game, games=1)
    spiel = register(game, actions=Actions(actions.texts[::3], 400), name="rulewright_dark_order_in_tests")
    state = spiel.new_initial_state()
    dice = numpy.random.RandomState(3)
    for _ in range(150):
        if state.is_simultaneous_node():
            state.apply_actions([int(dice.choice(state.legal_actions(player))) for player in range(2)])
            continue
        legal = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        assert legal == sorted(set(legal)) and legal[-1] < spiel.num_distinct_actions()
        if not state.is_chance_node():
            assert state.string_to_action(state.action_to_string(legal[-1])) == legal[-1]
        state.apply_action(int(dice.choice(legal)))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
    assert again.history() == state.history() and str(again) == str(state)
    assert again.information_state_string(1) == state.information_state_string(1)
    assert again.observation_tensor(1) == state.observation_tensor(1)


def test_chance_is_explicit(kuhn: Any) -> None:
    state = kuhn.new_initial_state()
    assert state.is_chance_node() and state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert state.action_to_string(2) == "chance 3" and "one of 3" in str(state)


def test_actions_are_numbered_by_their_texts(kuhn: Any) -> None:
    state = dealt(kuhn, 0, 0)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["bet", "pass"]
    assert state.legal_actions(1) == [] and kuhn.num_distinct_actions() == 2 + 64


def test_who_sees_the_same_has_the_same_state(kuhn: Any) -> None:
    """Six deals of two cards: each player knows one of three."""
    deals = [dealt(kuhn, first, second) for first in range(3) for second in range(2)]
    for player in range(2):
        assert len({state.information_state_string(player) for state in deals}) == 3
        assert len({state.observation_string(player) for state in deals}) == 3
        assert len({tuple(state.observation_tensor(player)) for state in deals}) == 3


def test_states_are_copied_and_written_at_every_point(kuhn: Any) -> None:
    """Also where chance waits: the copies go on alike."""
    dice = numpy.random.RandomState(1)
    state = kuhn.new_initial_state()
    while not state.is_terminal():
        copies = [state.clone(), pickle.loads(pickle.dumps(state)), kuhn.deserialize_state(state.serialize())]
        action = int(dice.choice(state.legal_actions()))
        state.apply_action(action)
        for copy in copies:
            assert copy.history() == state.history()[:-1]
            copy.apply_action(action)
            assert str(copy) == str(state) and copy.current_player() == state.current_player()
    assert str(pickle.loads(pickle.dumps(kuhn))) == str(kuhn)


def test_its_search_plays(noughts: Any) -> None:
    """It takes a win, and stops one."""
    dice = numpy.random.RandomState(2)
    bot = mcts.MCTSBot(noughts, 2.0, 300, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    for moves, best in (
        (("mark 1 1", "mark 2 1", "mark 1 2", "mark 2 2"), "mark 1 3"),
        (("mark 1 1", "mark 2 2", "mark 1 2"), "mark 1 3"),
    ):
        state = noughts.new_initial_state()
        for text in moves:
            state.apply_action(state.string_to_action(text))
        assert state.action_to_string(bot.step(state)) == best


def test_results_that_contradict_what_was_said_are_an_error(tmp_path: Path) -> None:
    text = (RULES / "noughts.rules").read_text(encoding="utf-8").replace("end game drawn", "end game won by none")
    (tmp_path / "game.rules").write_text(text.replace("won by none", "scored by points"), encoding="utf-8")
    text = text.replace('end game won by none because "the board is full"', "end game scored by points")
    text = text.replace("the table has:", "each player has:\n    var points: 1..1\n\nthe table has:")
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    spiel = register(tmp_path, name="rulewright_contradiction", zero_sum=True)
    state = spiel.new_initial_state()
    for square in ("1 1", "1 2", "1 3", "2 2", "2 1", "2 3", "3 2", "3 1", "3 3"):
        state.apply_action(state.string_to_action(f"mark {square}"))
    with pytest.raises(Exception, match="registered as zero-sum"):
        state.returns()


def test_a_game_registered_again_is_the_later_one(kuhn: Any) -> None:
    game: Game = load(RULES / "three_cards.rules")
    other = register(game, name="rulewright_twice", actions=Actions(("bet", "pass"), 1))
    assert other.num_distinct_actions() == 3
    other = register(game, name="rulewright_twice", actions=Actions(("bet", "pass"), 5))
    assert other.num_distinct_actions() == 7
