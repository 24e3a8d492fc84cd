"""Twin worlds of every game with secrets: whatever a seat can ask, it is told the same in both.

The long run compares RULEWRIGHT_COMPARISONS messages (or what it can in RULEWRIGHT_SECONDS) and prints the figures of
each face and game (`-s`); 1,000,000 take some hours.
"""

from __future__ import annotations

import os

import pytest
from twins.campaign import CLASSICS, LARGE, TEXTS, Budget, campaign
from twins.counting import Tally
from twins.made_twins import small
from twins.worlds import Attack, Effort, swapped


def test_options_name_no_pieces() -> None:
    """A hand that all others see: its owner chooses among backs."""
    game, tally = small("hanabi"), Tally()
    attack = Attack(
        tally, "hanabi", game, game.start(None, 3), Effort(3, 3, 1), frozenset({"repl", "asking", "imagining"})
    )
    swapped(attack, None, 3)
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert any(face == "options" for _, face in tally.compared)


@pytest.mark.parametrize(
    "name", ["codes", *(pytest.param(name, marks=pytest.mark.long) for name in ("hanabi", "sides"))]
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
    tally = campaign(Budget(600), 1, ("kuhn_poker",))
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert tally.total >= 300


@pytest.mark.long
def test_every_message_of_every_face(rotating: int) -> None:
    """All games with secrets, all faces; unless somebody says how many messages, the small games alone."""
    wanted = int(os.environ.get("RULEWRIGHT_COMPARISONS", "20000"))
    seconds = float(os.environ.get("RULEWRIGHT_SECONDS", "90"))
    small_ones = ("kuhn_poker", "leduc_poker", *TEXTS)
    games = (*CLASSICS, *LARGE, *TEXTS) if "RULEWRIGHT_COMPARISONS" in os.environ else small_ones
    tally = campaign(Budget(wanted, seconds), rotating, games)
    print("\n" + "\n".join(tally.table()))
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:20]))
    assert tally.total >= min(wanted, 1000)
