"""How well UCT plays, in few games; tests/benchmarks/uct.py plays many."""

from __future__ import annotations

from pathlib import Path

import pytest
from backends.native_help import needs_compiler
from benchmarks.uct import GAMES, Perfect, results

from dsl.backends.searches import Search
from dsl.play.bots import make_bot
from dsl.runtime.game import load
from dsl.runtime.state import State

CONNECT_FOUR = load("connect_four")


@pytest.mark.parametrize("title", GAMES)
def test_uct_beats_random(title: str) -> None:
    """Even with few iterations it hardly ever loses."""
    name, options = GAMES[title]
    found = results(name, options, 60, "random", 6, 1)
    assert found.count(1) >= 5


def test_uct_holds_tic_tac_toe_against_a_perfect_player() -> None:
    """From either seat it takes what the game is worth: a draw."""
    assert results("tic_tac_toe", {}, 500, "perfect", 4, 1) == [0, 0, 0, 0]


def test_what_is_decided_is_proved() -> None:
    """Where every line can be searched to its end, few games are enough for an answer that is certain."""
    perfect = Perfect(1)
    game = load("tic_tac_toe")
    for opening in (("b2", "a1", "c1", "a3"), ("a1", "b2", "c3"), ("a1", "c3", "c1"), ("b1", "a2", "c3")):
        state = game.start()
        for square in opening:
            state.apply(f"mark {square}")
        for seed in range(3):
            twin = state.clone()
            twin.play_option(make_bot("uct 300", seed).choose(state))
            assert perfect.value(twin) == perfect.value(state)


@needs_compiler
def test_search_in_c_proves_and_repeats_itself() -> None:
    """Tree and all in C: the same seed gives the same tree, and what is decided is proved there too."""
    perfect = Perfect(1)
    game = load("tic_tac_toe", backend="native")
    for opening in (("b2", "a1", "c1", "a3"), ("a1", "b2", "c3"), ("a1", "c3", "c1"), ("b1", "a2", "c3")):
        state = game.start()
        for square in opening:
            state.apply(f"mark {square}")
        for seed in range(3):
            twin = state.clone()
            twin.play_option(make_bot("uct 300", seed).choose(state))
            assert perfect.value(twin) == perfect.value(state)
    held = load("connect_four").start(backend="native").held()
    assert held is not None
    trees = [held.tree(Search([4, 5], 1.0, True, 64, 2_000, 400)) for _ in range(2)]
    trees[0].grow(400, 1_600)
    trees[1].grow(150, 600)  # in two goes
    trees[1].grow(400, 1_600)
    assert trees[0].tried() == trees[1].tried() and trees[0].games == 400 and not trees[0].is_proved
    assert sum(each.visits for each in trees[0].tried()) == 400 and trees[0].nodes > 400


@needs_compiler
def test_search_in_c_plays_as_well() -> None:
    """Against the search in Python with as many games it holds its own."""
    game = load("connect_four", backend="native")
    points = 0
    for number in range(8):
        state, bots = game.start(), (make_bot("uct 100", number), make_bot("uct 100", 50 + number))
        inside = number % 2
        while state.actor:
            seat = state.actor - 1
            here = state if seat == inside else load_on_python(state)
            state.play_option(bots[seat].choose(here))
        points += state.returns()[inside] + 1  # 2 for a win, 1 for a draw
    assert points >= 4  # of 16; equals have 8


def load_on_python(state: State) -> State:
    """The same position on the generated Python."""
    engine = CONNECT_FOUR.engine(backend="python")
    return State(engine, state.position[:], from_beginning=False, run=False)


def test_points_are_counted_to_the_end(tmp_path: Path) -> None:
    """A proved gain is no reason to stop while another may be higher."""
    (tmp_path / "game.rules").write_text(PILES, encoding="utf-8")
    state = load(tmp_path).start()
    for seed in range(5):
        twin = state.clone()
        twin.play_option(make_bot("uct 60", seed).choose(state))
        assert twin.returns() == [9, -9]


PILES = """\
game "Piles" for 2 players

each player has:
    var gain: -9..9

main:
    choose n from 1..9 by player 1 as "how much?"
    if none: nothing
    raise (player 1).gain by n
    lower (player 2).gain by n
    end game scored by gain
"""
