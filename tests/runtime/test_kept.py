"""What is kept of the past: it grows with what happened, not with the position, and comes back exactly."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest
from breadth import many
from hypothesis import given, settings
from hypothesis import strategies as st
from runtime.tiny import POINTS, Tiny

from dsl.runtime.errors import GameError
from dsl.runtime.kept import MOST_STEPS, Kept
from dsl.runtime.state import State

TINY = Tiny()

NUMBERS = st.integers(-(2**63), 2**63 - 1)
STEPS = st.lists(
    st.tuples(st.lists(st.tuples(st.integers(0, 900), NUMBERS), max_size=5), st.integers(-3, 3)),
    min_size=1,
    max_size=2 * MOST_STEPS,
)


@given(STEPS)
@settings(max_examples=many(40, 400))
def test_each_position_comes_back_as_it_was(steps: list[tuple[list[tuple[int, int]], int]]) -> None:
    """Whatever changed, and however the stack at the end grew and shrank on the way."""
    here = [*range(300)]
    past = [(here, Kept(here))]
    for changes, growth in steps:
        after = here[:growth] if growth < 0 else [*here, *range(growth)]
        for slot, number in changes:
            after[slot % len(after)] = number
        past.append((after, past[-1][1].then(here, after)))
        here = after
    assert [kept.position() for _, kept in past] == [position for position, _ in past]
    assert all(kept.position() is not kept.position() for _, kept in past[:1])


def test_what_is_kept_does_not_grow_with_the_position() -> None:
    """Steps that change some slots of 5,000: a tenth of a position for each would be too much."""
    here, chance = [number * 1_000_000 for number in range(5_000)], Random(1)
    tracemalloc.start()
    kept = [Kept(here)]
    for _ in range(150):
        after = here[:]
        for _ in range(8):
            after[chance.randrange(len(after))] = chance.randrange(200)
        kept.append(kept[-1].then(here, after))
        here = after
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept[-1].position() == here
    assert size < 150 * 8 * len(here) / 10


def test_a_change_of_everything_is_kept_whole() -> None:
    """So the next one is as near again as the first."""
    kept = Kept([1, 2, 3, 4]).then([1, 2, 3, 4], [5, 6, 7, 8])
    assert kept.position() == [5, 6, 7, 8] and kept._before is None


def watched(state: State) -> tuple[object, ...]:
    """All that is to come back."""
    seen = [state.information_state(viewer) for viewer in range(3)]
    return [*state.position], state.actor, state.options(), state.log(), [*state.played], seen, state.returns()


@pytest.mark.parametrize("seed", range(4))
def test_undo_and_redo_are_exact_and_branches_do_not_meet(seed: int) -> None:
    """A walk forth and back, with a clone that goes its own way from the middle."""
    state, chance = TINY.start(seed=seed), Random(seed)
    path = [watched(state)]
    while not state.is_over:
        state.apply(chance.randrange(len(state.moves())))
        path.append(watched(state))
    for expected in reversed(path[:-1]):
        assert state.undo() and watched(state) == expected
    for expected in path[1:]:
        assert state.redo() and watched(state) == expected
    for _ in range(len(path) // 2):
        state.undo()
    twin = state.clone()
    twin.apply(twin.moves()[-1].text)
    other = watched(twin)
    fresh = TINY.start(seed=seed)
    for played in twin.played:
        fresh.apply(played.option)
    assert other == watched(fresh)
    while state.redo():
        pass
    assert watched(state) == path[-1] and watched(twin) == other


def test_what_is_played_fast_is_no_step_from_what_was_kept() -> None:
    """What `play_option` leaves in the position, even where the rules break, comes back with the moves after it."""
    state = TINY.start(seed=3)
    state.apply("pass")
    state.play_option(state.options()[0])
    position = [*state.position]
    state.apply(0)
    assert state.undo() and state.position == position and not state.undo()
    state = TINY.start(seed=3)
    state.change(lambda position: position.__setitem__(POINTS + 1, 98))
    strong = state.option("play Żmija")
    state.apply("pass")
    assert state.undo()
    with pytest.raises(GameError):
        state.play_option(strong)
    assert state._keep().position() == state.position  # what the broken move has left, and not what was before it


def test_what_players_saw_is_kept_for_the_last_moment_only() -> None:
    """What they learnt by each is a text, and stays."""
    state = TINY.start(seed=5)
    while not state.is_over:
        state.apply(0)
        told = [state.information_state(viewer) for viewer in range(3)]
        moment = state._moment
        assert moment is not None and set(moment.facts) == {0, 1, 2}
        assert moment.before is not None and not moment.before.facts and set(moment.before.texts) == {0, 1, 2}
        assert [state.clone().information_state(viewer) for viewer in range(3)] == told
