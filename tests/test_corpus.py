"""The good corpus: what its files say about themselves is so, on every backend."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from dsl.runtime.backends import BACKENDS
from dsl.runtime.game import Game, load
from dsl.runtime.proving import run_scenarios

CORPUS = Path(__file__).parent / "corpus"
# One file uses everything and makes no sense: it is checked and not played.
GAMES = [path for path in sorted((CORPUS / "good").glob("*.rules")) if path.stem != "sem_everything"]


@lru_cache(maxsize=2)
def loaded(path: Path, *, scenarios: bool) -> Game:
    """A file, compiled once for both backends."""
    return load(path, scenarios=scenarios)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_scenarios_pass(path: Path, backend: str) -> None:
    game = loaded(path, scenarios=True)
    results = run_scenarios(game, backend=backend)
    assert results and not [f"{result.place}: {result.message}" for result in results if not result.passed]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_random_game_goes_on(path: Path, backend: str) -> None:
    """Whoever always takes the first move comes to no error, for every number of players."""
    game = loaded(path, scenarios=False)
    for players in game.players:
        state = game.start(players, seed=3, backend=backend)
        for _ in range(60):
            if state.is_over:
                break
            state.apply(state.moves()[0])
