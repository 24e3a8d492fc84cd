"""Twin worlds of every game with secrets: whatever a seat can ask, it is told the same in both.

The long run compares RULEWRIGHT_COMPARISONS messages (or what it can in RULEWRIGHT_SECONDS) and prints the figures of
each face and game (`-s`); 1,000,000 take some hours.
"""

from __future__ import annotations

import os
from typing import Final

import pytest
from twins.campaign import Budget, campaign
from twins.counting import Leak, Tally

KNOWN: Final = ("view", "options")
"""Faces that fail today: numbers of pieces in views and options."""


def unexpected(tally: Tally) -> list[Leak]:
    """What differs and is not known to."""
    return [leak for leak in tally.leaks if leak.face not in KNOWN]


def test_small_sample() -> None:
    """A second of it."""
    tally = campaign(Budget(600), 1, ("kuhn_poker",))
    assert not unexpected(tally), "\n".join(map(str, unexpected(tally)[:8]))
    assert tally.total >= 300


@pytest.mark.long
def test_every_message_of_every_face(rotating: int) -> None:
    """All games with secrets, all faces."""
    wanted = int(os.environ.get("RULEWRIGHT_COMPARISONS", "20000"))
    seconds = float(os.environ.get("RULEWRIGHT_SECONDS", "1200"))
    tally = campaign(Budget(wanted, seconds), rotating)
    print("\n" + "\n".join(tally.table()))
    assert not unexpected(tally), "\n".join(map(str, unexpected(tally)[:20]))
    assert tally.total >= min(wanted, 1000)
