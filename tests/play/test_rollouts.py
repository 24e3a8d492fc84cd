"""Many games in one go: the same games as one by one, however they are cut up and whoever plays them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from backends.native_help import needs_compiler
from shared import game

from dsl.backends.native.backend import Native
from dsl.play.bots import make_bot
from dsl.play.simulate import Plan, Played, plays, report
from dsl.runtime.game import load
from dsl.runtime.rollouts import Rollouts, game_seed

FIELDS = {"kuhn_poker": ("chips", "pot")}


def figures(found: Rollouts) -> tuple[object, ...]:
    """All that is told of many games."""
    sums = found.games, found.ended, found.unfinished, found.broken, found.drawn, found.shared
    return (*sums, found.wins, found.totals, found.decisions, found.options, found.reasons, [*found])


@needs_compiler
@pytest.mark.parametrize("name", ["kuhn_poker", "pig", "connect_four", "hearts", "leduc_poker"])
def test_c_plays_the_same_games_as_python(name: str) -> None:
    """Every game, every sum, and what is asked of the end."""
    few = 3 if name == "hearts" else 12
    rules, measures = game(name), FIELDS.get(name, ())
    both = [rules.rollouts(few, 5, backend=backend, measures=measures) for backend in ("python", "native")]
    assert figures(both[0]) == figures(both[1]) and both[0].games == few
    cut = [rules.rollouts(few, 5, backend=backend, limit=2) for backend in ("python", "native")]
    assert figures(cut[0]) == figures(cut[1])


@needs_compiler
def test_parts_and_threads_change_nothing() -> None:
    """A run in two parts, on two threads, and without its games has the same games and sums."""
    rules = game("connect_four")
    whole = rules.rollouts(600, 9, backend="native")
    parts = [rules.rollouts(250, 9, backend="native"), rules.rollouts(350, 9, backend="native", first=250)]
    assert [*whole] == [*parts[0], *parts[1]] and whole.wins[0] == parts[0].wins[0] + parts[1].wins[0]
    assert figures(whole) == figures(rules.rollouts(600, 9, backend="native", threads=2))
    sums = rules.rollouts(600, 9, backend="native", keep=False)
    assert sums.outcome.tally == whole.outcome.tally and [*sums] == []
    assert Counter(each.reason for each in whole) == whole.reasons
    assert sum(each.decisions for each in whole) == whole.decisions == sum(whole.column("decisions"))


@needs_compiler
def test_from_a_position_each_game_has_its_own_chance() -> None:
    """Games go on from where the position stands, which stays as it is; both backends agree."""
    states = [game("pig").start(seed=3, backend=backend) for backend in ("python", "native")]
    before = states[0].position[:]
    found = [state.rollouts(20, 4) for state in states]
    assert figures(found[0]) == figures(found[1]) and len({each.decisions for each in found[0]}) > 5
    assert states[0].position == states[1].position == before


@needs_compiler
def test_sim_plays_these_games() -> None:
    """Random games of `sim` are those of a batch, in C and in Python, told with their sides."""
    rules = game("dark_order")
    plan = Plan("dark_order", 2, 3, backend="native")
    told = [*plays(rules, plan, 4, 2)]
    assert [(each.returns, each.decisions) for each in told] == [
        (each.returns, each.decisions) for each in rules.rollouts(4, 3, backend="native")
    ]
    one = next(plays(rules, Plan("dark_order", 2, 3, backend="python"), 1))
    assert one == told[0] and one.sides
    assert report(plan, told).games == 4


def test_bots_may_play(noughts: Path) -> None:
    """A policy for all seats or one for each; the games are those of `sim`."""
    rules = load(noughts)
    found = rules.rollouts(6, 3, [lambda seed: make_bot("uct 20", seed), lambda seed: make_bot("random", seed)])
    assert found.wins[0] > 3
    simulated: list[Played] = [*plays(rules, Plan(str(noughts), 2, 3, "uct 20,random", stay=True, backend="python"), 6)]
    assert [each.returns for each in simulated] == [each.returns for each in found]
    with pytest.raises(ValueError, match="2 seats"):
        rules.rollouts(1, policy=[lambda seed: make_bot("random", seed)])
    with pytest.raises(ValueError, match="random, not uct"):
        rules.rollouts(1, policy="uct")
    with pytest.raises(ValueError, match="called marvels"):
        rules.rollouts(1, measures=["marvels"])


def broken(folder: Path) -> Path:
    """A game whose rules break in some games."""
    path = folder / "broken.rules"
    path.write_text(
        'game "Broken" for 1 player\neach player has:\n    var gold: 0..3\nwindow turn "your turn"\n'
        "action take in turn:\n    raise me.gold by 1\naction stop in turn:\n    end game scored by gold\n"
        "main:\n    repeat at most 9 times: offer turn to player 1, no passing\n"
    )
    return path


@needs_compiler
def test_rules_that_break_are_counted(tmp_path: Path) -> None:
    """A broken game ends none of the others, and `sim` says how it broke."""
    rules = load(broken(tmp_path))
    both = [rules.rollouts(40, 1, backend=backend, measures=("gold",)) for backend in ("python", "native")]
    assert figures(both[0]) == figures(both[1])
    assert 0 < both[0].broken < 40 and both[0].broken + both[0].ended == 40
    found = report(Plan(str(broken(tmp_path)), 1, 1), plays(rules, Plan("x", 1, 1, backend="native"), 40))
    assert len(found.faults) == both[0].broken and found.faults[0][1]


def test_great_seeds() -> None:
    """Seeds go round; the numbers of dice have 64 bits."""
    rules = game("tic_tac_toe")
    assert game_seed(2**62, 5) < 2**63
    found = [rules.rollouts(5, 2**62 + 3, backend=backend) for backend in ("python", "auto")]
    assert figures(found[0]) == figures(found[1])


@needs_compiler
def test_the_lock_is_not_held() -> None:
    """Other threads go on while games are played."""
    import threading

    backend = game("dark_order").engine(backend="native").backend
    assert isinstance(backend, Native)
    turns, done = 0, threading.Event()

    def work() -> None:
        game("dark_order").rollouts(400, backend="native", keep=False)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        turns += 1
        done.wait(0.001)
    thread.join()
    assert turns > 3
