"""Parts of views that were made before are handed out again only where they would be made the same."""

from __future__ import annotations

import random

import pytest

from dsl.runtime.game import load
from dsl.runtime.information import view_memory
from dsl.runtime.state import State
from dsl.runtime.viewers import Team, Viewer

GAMES = ("crazy_eights", "hanabi", "gin_rummy", "liars_dice", "chess")
LARGE = ("dark_order", "dark_eden", "enclave", "doom", "siege")


def viewers(state: State) -> list[Viewer]:
    players = state.engine.machine.players
    team: list[Viewer] = [Team(frozenset((1, players)))] if players > 2 else []
    return [None, 0, *range(1, players + 1), *team]


def walk(state: State, chooser: random.Random, steps: int) -> list[State]:
    """Positions of a game; some of them before others that were seen already."""
    found = [state.clone()]
    while state.actor and len(found) < steps:
        options = state.options()
        state.play_option(options[chooser.randrange(len(options))])
        found.append(state.clone(history=False))
    return found


def agree(name: str, steps: int, seed: int) -> int:
    """How many views of a game, in any order of positions, are byte for byte what they are made anew."""
    game, chooser, compared = load(name), random.Random(seed), 0
    players = list(game.players)
    positions = walk(game.start(players[len(players) // 2], seed), chooser, steps)
    shared: view_memory.Memories = {}
    seen = [(here, viewer, looked(here, viewer, shared)) for here in positions for viewer in viewers(here)]
    chooser.shuffle(seen)
    for here, viewer, text in seen:
        assert looked(here, viewer, shared) == text
        assert looked(here, viewer, {}) == text
        compared += 1
    return compared


def looked(state: State, viewer: Viewer, memories: view_memory.Memories) -> str:
    """A view of a position, made of parts that are remembered there."""
    again = state.clone(history=False)
    again.__dict__["_memories"] = memories
    return repr(again.view(viewer))


@pytest.mark.parametrize("name", GAMES)
def test_views_are_those_made_anew(name: str) -> None:
    assert agree(name, 8, 3) >= 24


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
def test_views_of_large_games_are_those_made_anew(name: str) -> None:
    assert agree(name, 120, 5) >= 300


def test_a_state_and_its_clones_remember_together_and_others_by_themselves() -> None:
    game = load("dark_order")
    state, other = game.start(2, 1), game.start(2, 2)
    one = state.view(1)
    ahead = state.clone()
    ahead.apply(ahead.moves()[0].text)
    other.view(1)
    same = [before is now for before, now in zip(one.players[1].zones, ahead.view(1).players[1].zones, strict=True)]
    assert sum(same) > len(same) // 2


def test_every_slot_that_is_read_is_noted() -> None:
    reading = view_memory.Reading([5, 6, 7, 8])
    assert (reading[1], list(reading[2:4]), len(reading)) == (6, [7, 8], 4)
    assert reading.noted == {1, 2, 3}


def test_a_part_is_made_anew_where_what_it_read_is_another() -> None:
    memory: view_memory.Memory = {}

    def text(position: list[int]) -> str:
        recalling = view_memory.Recalling(position, memory)

        def inner() -> str:
            return f"{recalling.position[1]}#{recalling.number((7, 9))}"

        return recalling.part("outer", lambda: f"{recalling.position[0]} {recalling.part('inner', inner)}")

    assert text([1, 2, 3]) == "1 2#7"
    assert text([1, 2, 4]) == "1 2#7"
    assert text([1, 3, 4]) == "1 3#7"  # what the part inside has read is noted of the one around it
    assert text([2, 3, 4]) == "2 3#7"


def test_a_part_is_made_anew_where_other_copies_were_numbered_before() -> None:
    memory: view_memory.Memory = {}

    def texts(first: int) -> list[int]:
        recalling = view_memory.Recalling([first], memory)
        if recalling.position[0]:
            recalling.number((7, 9))
        return [recalling.part("hand", lambda: recalling.number((7, 9)))]

    assert texts(0) == [7]
    assert texts(1) == [9]
    assert texts(0) == [7]
