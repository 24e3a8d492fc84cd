"""What search asks of a position is the observation, whatever was kept of positions before."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from dsl.play.bot import Dice
from dsl.runtime.game import load
from dsl.runtime.information.determinize import determinize
from dsl.runtime.information.observation import observation
from dsl.runtime.information.observed import observed
from dsl.runtime.state import State

ROOT = Path(__file__).parents[2] / "games"
GAMES = sorted(path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("game.rules"))


def looked_at(state: State, seat: int) -> str:
    """What search has of a position; it is the observation without a question, line for line."""
    position = state.position[:]
    found = observed(state.engine, position, seat)
    assert found.splitlines() == observation(state.engine, position, seat, None).splitlines(), seat
    return found


def follow(name: str, steps: int, every: int, seed: int) -> None:
    """Random play, with twins that look the same to somebody: what he observes is the same there."""
    state = load(ROOT / name).start(seed=seed)
    dice, seats, found = Dice(seed), state.engine.machine.players, list[tuple[str, str]]()
    for step in range(steps):
        if state.is_over:
            break
        if step % every == 0:
            for seat in range(1, seats + 1):
                seen = looked_at(state, seat)
                found.append((seen, observation(state.engine, state.position[:], seat, None)))
                twin = determinize(state.engine, state.position, seat, seed + step)
                there = State(state.engine, twin, from_beginning=False, run=False)
                assert looked_at(there, seat) == seen
                for other in range(1, seats + 1):
                    looked_at(there, other)
        options = state.options()
        state.play_option(options[dice.pick(len(options))])
    for (one, seen), (other, shown) in pairwise(sorted(found)):
        assert (one == other) == (seen == shown)


@pytest.mark.parametrize("name", ["classics/hearts", "classics/leduc_poker", "modern/hanabi", "dark_order"])
def test_what_search_observes_is_the_observation(name: str) -> None:
    follow(name, 45, 15, 1)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_in_every_game(name: str) -> None:
    for seed in range(3):
        follow(name, 400, 5, seed)
