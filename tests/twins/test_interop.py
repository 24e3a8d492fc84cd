"""Twin histories through the eyes of OpenSpiel, PettingZoo and Gymnasium."""

from __future__ import annotations

from random import Random

import pytest
import shared
from twins import interop
from twins.counting import Tally
from twins.histories import begun, step
from twins.knowing import Sights
from twins.swaps import Swaps

from dsl.runtime.game import Game


def compared(name: str, game: Game, seed: int, steps: int) -> Tally:
    """What seats are told along pairs of games that they cannot tell."""
    first, tally = game.start(None, seed), Tally()
    sights = Sights(first.engine.machine)
    swaps, faces = Swaps(sights), interop.faces(game, first)
    for seat in range(1, sights.machine.players + 1):
        chance = Random(seed * 7 + seat)
        worlds = begun(game, None, seed, seat, swaps, chance)
        for number in range(steps):
            for face in faces:
                tally.compare(name, "history", seat, face(worlds[0], seat), face(worlds[1], seat), f"step {number}")
            following = None if worlds[0].is_over else step(*worlds, seat, sights, chance)
            if following is None:
                break
            worlds = following
    return tally


@pytest.mark.parametrize("name", ["kuhn_poker", pytest.param("leduc_poker", marks=pytest.mark.long)])
def test_other_ecosystems_are_told_the_same(name: str) -> None:
    """Strings, tensors, observations, masks, infos and renderings."""
    tally = compared(name, shared.game(name), 3, 6)
    if not tally.total:
        pytest.skip("none of them is installed")
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert tally.total > 40


@pytest.mark.long
@pytest.mark.parametrize("name", ["hearts", "gin_rummy", "crazy_eights", "midnight_ball", "dark_order"])
def test_other_ecosystems_are_told_the_same_of_large_games(name: str) -> None:
    """The same along longer games."""
    tally = compared(name, shared.game(name), 2, 12)
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
