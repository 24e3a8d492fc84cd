"""Games: loading, options, players, texts of places on a board, scenarios that pass and scenarios that fail."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import dsl
from dsl.diagnostics import RulesError
from dsl.runtime.errors import MoveError, SaveError
from dsl.runtime.game import Game, load
from dsl.runtime.information.view_text import lines
from dsl.runtime.proving import run_scenarios
from dsl.runtime.scenario import Result

HIGH = Path(__file__).parent / "high"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(HIGH)


def test_the_public_names() -> None:
    assert dsl.load is load and dsl.Game is Game and dsl.RulesError is RulesError and dsl.State.__name__ == "State"


def test_a_game_has_a_title_and_players(game: Game) -> None:
    assert game.title == "High Card" and list(game.players) == [2, 3]
    assert game.machine(3).players == 3 and game.machine() is game.machine(2)
    assert game.start().engine is game.engine() and game.start(backend="reference").engine is not game.engine()
    with pytest.raises(ValueError, match="2 to 3 players"):
        game.start(4)
    with pytest.raises(ValueError, match="no backend"):
        game.start(backend="abacus")


def test_options_are_chosen_by_name(game: Game) -> None:
    assert [(option.name, option.value) for option in game.options] == [("rounds", 3), ("tie", 0)]
    other = game.with_options({"rounds": 1, "tie": "shared"})
    assert [option.value for option in other.options] == [1, 1]
    state = other.start(seed=4)
    while not state.is_over:
        state.apply(0)
    record = other.record(state)
    assert record.options == {"rounds": 1, "tie": 1}
    again = game.replay(record)
    assert again.position == state.position and len(again.played) < 10
    assert game.start(seed=4, options={"rounds": 1}).engine.digest != game.engine().digest
    with pytest.raises(RulesError):
        game.with_options({"round": 1})
    with pytest.raises(RulesError):
        game.with_options({"rounds": 99})
    with pytest.raises(SaveError, match="options"):
        game.replay(record.model_copy(update={"options": {"other": 1}}))
    with pytest.raises(SaveError, match="9 players"):
        game.replay(record.model_copy(update={"players": 9}))


def test_rules_that_cannot_be_used_say_why(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text('game "X" for 2 players\nmain:\n    jump\n', encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load(tmp_path)
    assert [found.code for found in caught.value.diagnostics] == ["E101"]


def test_a_module_changes_a_game(tmp_path: Path) -> None:
    module = tmp_path / "more.rules"
    module.write_text('card "Yew" is Card, 2 copies:\n    rank 6, suit red\n', encoding="utf-8")
    machine = load(HIGH, modules=[module]).machine()
    assert machine.entity_count == load(HIGH).machine().entity_count + 2


def test_a_place_may_be_said_where_it_is_not_needed(game: Game) -> None:
    for seed in range(20):
        state = game.start(seed=seed)
        texts = [move.text for move in state.moves()]
        if "play Elm" in texts:
            assert state.apply("play Elm in ręka of A").text == "play Elm"
            return
    raise AssertionError("no seed deals an Elm")


def test_places_on_a_board_are_said_where_needed(game: Game) -> None:
    state = game.start(seed=2)
    hides = [move.text for move in state.moves() if move.action == "hide"]
    assert hides[0].endswith(" at 1") and hides[1].endswith(" at 2")
    name = hides[0].removeprefix("hide ").removesuffix(" at 1")
    state.apply(hides[0])
    assert f"A: hide {name} at 1" in state.log(1) and f"A hides {name}" in state.log(1)
    assert "A: hide face-down karta at 1 at 1" not in state.log(2)
    assert "A: hide karta in ręka of A at 1" in state.log(2) and "A hides face-down karta at 1" in state.log(2)


def copy(tmp_path: Path, scenario: str) -> list[Result]:
    shutil.copytree(HIGH, tmp_path / "high")
    (tmp_path / "high" / "scenarios" / "a.rules").write_text(scenario, encoding="utf-8")
    return run_scenarios(load(tmp_path / "high", scenarios=True))


GIVEN = """    given:
        move "Oak" to A.hand
        move "Ash" to A.hand
        move "Elm" to B.hand
    run round
"""


def test_scenarios_pass(tmp_path: Path) -> None:
    (first, second, third) = copy(
        tmp_path,
        f"""scenario "one":
{GIVEN}    the game asks A "turn"
    A can "play Ash", "pass"
    A cannot "play Oak" because "too weak"
    A cannot "play Elm"
    A sees "Oak in ręka of A"
    A does not see "Elm"
    chance 4, 2
    A does "play Ash", "no"
    B does "pass", "no"
    expect points of A = 8 and points of B = 2 and not over
scenario "two":
    with rounds 1
    players 3
    the game asks A
scenario "three":
    with tie shared
    run round
    A does "pass"
    B cannot "pass"
""".replace('A can "play Ash", "pass"', 'A can "play Ash"'),
    )
    assert [found.message for found in (first, second, third)] == ["", "", "B can do “pass”"]
    assert third.place == "scenarios/a.rules:25" and third.asked == "B: turn" and third.moves == ("pass",)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ('A does "play Oak"', "“play Oak” is not a move here"),
        ('B does "pass"', "B is to do “pass”, but A is asked “turn”"),
        ('A can "play Oak"', "A cannot do “play Oak”: Oak is too weak"),
        ('A cannot "play Ash"', "A can do “play Ash”"),
        ('A cannot "play Oak" because "the moon"', "but not because “the moon”: Oak is too weak"),
        ('A cannot "fly"', "nothing in this game is called “fly”"),
        ("expect points of A = 9", "this is not so: points of A = 9 (points of A is 0)"),
        ('the game asks B "turn"', "B is not asked: A is asked “turn”"),
        ('the game asks A "moon"', "A is asked “turn”, not “moon”"),
        ('A sees "Elm"', "A does not see “Elm”"),
        ('B does not see "Elm"', "B sees “Elm”"),
        ('A does "pass"', "the scenario ends while A is asked “mark a card”"),
        ('chance 7\n    A does "pass"', "outcome 7 of chance was fixed where there are only 6"),
        (
            'chance 1, 1\n    A does "pass"\n    A is asked\n    expect not over',
            "1 outcomes of chance were given and never asked for",
        ),
        (
            'chance 1, 1\n    A does "pass", "no"\n    B does "pass", "no"\n    A does "pass"',
            "what was run has come to its end",
        ),
        ("expect over", "this is not so: over"),
        ('expect said "the moon"', "“the moon” was not said; nothing was"),
        (
            'chance 1, 1\n    A does "play Ash"\n    A is asked\n    expect said "A plays ash"\n    expect said "oak"',
            "“oak” was not said, but “A plays Ash”",
        ),
        (
            'chance 1, 1\n    A does "play Ash"\n    A does "no"\n    expect said "A plays Ash"',
            "“A plays Ash” was not said; nothing was",
        ),
    ],
)
def test_a_step_that_does_not_hold_says_so(tmp_path: Path, steps: str, message: str) -> None:
    (result,) = copy(tmp_path, f'scenario "one":\n{GIVEN}    {steps}\n')
    assert not result.passed and message in result.message
    assert result.span.file.name == "scenarios/a.rules" and result.span.line > 6


def test_a_rule_left_out_is_noticed() -> None:
    game = load(HIGH, scenarios=True)
    assert all(result.passed for result in run_scenarios(game))
    assert not any(result.passed for result in run_scenarios(game, suspend=["strong"]))
    line = next(need.span.line for action in game.program().actions for need in action.needs if need.name == "strong")
    assert not all(result.passed for result in run_scenarios(game, suspend=[f"game.rules:{line}"], backend="python"))
    assert all(result.passed for result in run_scenarios(game))
    assert run_scenarios(game, lambda scenario: False) == []


SEALED = """game "Numbers" for 2 players
each player has:
    var said: 0..9
main:
    sealed for each p in players:
        choose n from 1..3 by p as "say a number"
    then:
        set p.said to n
        say "{p} says {n}"
    end game scored by said
"""


def test_sealed_answers_are_secret_until_all_are_in(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(SEALED, encoding="utf-8")
    state = load(tmp_path).start()
    state.apply("2")
    assert state.log(1) == ["A: 2 (say a number)"] and state.log(None) == state.log(1)
    assert state.log(2) == state.log(0) == [] and state.actor == 2
    assert "said 0" in " ".join(lines(state.view(2))) and "2" not in " ".join(lines(state.view(0)))
    assert state.because(1, 2).words == "there is no line 1: the log has 0"
    state.apply("3")
    assert state.log(2) == ["B: 3 (say a number)", "A says 2", "B says 3"] and state.returns() == [2, 3]
    assert state.because(2, 2).words == "A says 2"


def test_moves_by_text(game: Game) -> None:
    state = game.start(seed=1)
    assert game.move(state, "pass").text == "pass"
    with pytest.raises(MoveError):
        game.move(state, "fly")
