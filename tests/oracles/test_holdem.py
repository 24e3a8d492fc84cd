"""No-limit hold'em side by side with OpenSpiel's `universal_poker`: who may do what, and who gets what."""

from __future__ import annotations

import pytest
from breadth import many
from oracles.holdem import compare


@pytest.mark.wide
def test_hands_agree(rotating: int) -> None:
    """At every decision: who is asked, what is legal, every amount of a raise; at the end everybody's chips.

    Five thousand hands take a quarter of an hour: `python -m oracles.holdem 5000`.
    """
    hands = many(20, 600)
    report = compare(hands, rotating)
    assert report.hands >= hands and report.ends == report.matches
    assert report.decisions > 2 * hands and report.amounts > 20 * hands and report.showdowns > 0
