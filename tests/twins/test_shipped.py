"""Twin worlds of every game with secrets: whatever a seat can ask, it is told the same in both.

The long run compares every game for RULEWRIGHT_SECONDS (8) and prints the figures of each face and game (`-s`).
`cd tests; python -m twins.long_run LOG` goes on for as long as it is let, over many seeds.
"""

from __future__ import annotations

import os
from itertools import product
from random import Random
from typing import Final

import pytest
import shared
from twins.campaign import ALL, campaign, part
from twins.counting import Tally
from twins.histories import begun, step
from twins.knowing import Sights
from twins.made_twins import small
from twins.worlds import Attack, Effort, swapped

SECONDS: Final = float(os.environ.get("RULEWRIGHT_SECONDS", "8"))
"""So long each game is attacked in the long run, besides the time that it takes to compile it."""

LEAST: Final = 100
"""So many messages must have been compared of each game."""


def test_options_name_no_pieces() -> None:
    """A hand that all others see: its owner chooses among backs."""
    game, tally = small("fireworks"), Tally()
    attack = Attack(
        tally, "fireworks", game, game.start(None, 3), Effort(3, 3, 1), frozenset({"repl", "asking", "imagining"})
    )
    swapped(attack, None, 3)
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert any(face == "options" for _, face in tally.compared)


@pytest.mark.parametrize(
    "name", ["codes", "hints", *(pytest.param(name, marks=pytest.mark.long) for name in ("fireworks", "sides"))]
)
def test_seen_by_some(name: str) -> None:
    """Zones and fields that some see."""
    game, tally = small(name), Tally()
    attack = Attack(tally, name, game, game.start(None, 3), Effort(2, 2, 3), frozenset({"completion"}))
    swapped(attack, None, 3)
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert tally.total > 200


def test_small_sample() -> None:
    """A second of it."""
    tally = campaign(1, 1.0, ("kuhn_poker",))
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert tally.total >= 100


def _parted(seeds: range) -> int:
    """How many pairs of games of cribbage a seat could tell from their logs."""
    game, found = shared.game("cribbage"), 0
    attack = Attack(Tally(), "cribbage", game, game.start(2, 1), Effort(1, 1, 1))
    for seed, seat in product(seeds, (1, 2)):
        chance = Random(seed * 7 + seat)
        worlds = begun(game, 2, seed, seat, attack.swaps, chance, 12)
        for _ in range(16):
            following = None if worlds[0].is_over else step(*worlds, seat, attack.sights, chance)
            if following is None:
                break
            worlds = following
            if worlds[0].log(seat) != worlds[1].log(seat):
                found += 1
                break
    return found


def test_what_is_shown_and_gathered_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """The crib lies open and is shuffled away before anybody is asked again: worlds in which it was another part."""
    assert not _parted(range(10, 22))
    monkeypatch.setattr(Sights, "shown", lambda *_: [])
    assert _parted(range(10, 22)), "what is seen between two questions is not looked at"


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_every_message_of_every_face(name: str, rotating: int) -> None:
    """All games with secrets, all faces, each for its own time: none is left out."""
    tally = part(name, rotating, SECONDS).tally
    print("\n" + "\n".join(tally.table()))
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:20]))
    assert tally.total >= LEAST
