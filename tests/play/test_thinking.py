"""What programs think on: the fast backend, wherever the game itself is played."""

from __future__ import annotations

import time

import pytest
from backends.native_help import needs_compiler

from dsl.backends.native.backend import Native
from dsl.backends.searches import Search
from dsl.play.bots import make_bot
from dsl.play.thinking import get_fast, thought_on
from dsl.runtime.game import load


@needs_compiler
@pytest.mark.parametrize("words", ["uct:20", "ismcts:20", "greedy:2"])
def test_who_searches_thinks_on_the_fast_backend(words: str) -> None:
    """On an equal position; the game stays where it is, and takes what was chosen."""
    game = load("connect_four", backend="python")
    state = game.start(seed=4)
    state.play_option(state.options()[3])
    get_fast(game, 2).join()
    there = thought_on(game, state, bot := make_bot(words, 1))
    assert isinstance(there.engine.backend, Native) and not isinstance(state.engine.backend, Native)
    assert there.options() == state.options() and there.view(2) == state.view(2) and there.log() == state.log()
    before = state.key()
    option = bot.choose(there)
    assert state.key() == before
    state.play_option(option)


def test_who_does_not_search_thinks_where_the_game_is_played() -> None:
    """So nothing is compiled for it."""
    game = load("connect_four", backend="python")
    state = game.start()
    assert all(thought_on(game, state, make_bot(words, 1)) is state for words in ("random", "greedy"))


@needs_compiler
def test_games_are_the_same_in_pieces() -> None:
    """A search in C that comes back to Python now and then finds what one does that is cut otherwise."""
    game = load("breakthrough")
    found: list[object] = []
    for pieces in ((600,), (1, 2, 50, 599, 600)):
        state = game.start(backend="native")
        held = state.held()
        assert held is not None
        tree = held.tree(Search([1, 2], 1.0, True, 64, 1000, 600))
        for upto in pieces:
            tree.grow(upto, 4 * upto)
        assert tree.games == 600
        found.append(tree.tried())
    assert found[0] == found[1]


@needs_compiler
def test_a_search_in_c_is_left_soon() -> None:
    """It looks several times a second whether Python wants anything."""
    game = load("go", backend="native")
    state = game.start()
    held = state.held()
    assert held is not None
    tree = held.tree(Search([1, 2], 1.0, True, 64, 1000, 100_000))
    games: list[int] = []
    check, begun = tree._compiled.contexts.stepping.check, time.perf_counter()  # pyright: ignore

    def stopped(how: int) -> None:
        check(how)
        games.append(tree.games)
        if time.perf_counter() - begun > 0.3:
            raise KeyboardInterrupt

    tree._compiled.contexts.stepping.check = stopped  # pyright: ignore
    with pytest.raises(KeyboardInterrupt):
        tree.grow(100_000, 400_000)
    assert len(games) > 1 and games[-1] < 100_000
