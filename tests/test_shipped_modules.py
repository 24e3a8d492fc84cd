"""What comes along can be played: every module of a shipped game loads and starts as a player would start it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.reading.places import shipped_games
from dsl.runtime.game import load

MODULES = [
    pytest.param(path, module.stem, id=f"{name} {module.stem}")
    for name, path in sorted(shipped_games().items())
    for module in sorted((Path(path) / "modules").glob("*.rules"))
]


@pytest.mark.parametrize(("path", "module"), MODULES)
def test_a_module_is_played_without_the_scenarios(path: Path, module: str) -> None:
    """Scenarios are not read when a game is played, so nothing of a module may need them."""
    state = load(path, modules=[module]).start(seed=1)
    rng = random.Random(1)
    for _ in range(20):
        if not state.is_over:
            state.play_option(rng.choice(state.options()))
    assert state.is_over or state.moves()
