"""Bots from weak to strong, and who of them plays with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

RUNGS: Final = "random,greedy,uct:10,uct:100"
"""A ladder where nobody names another one."""
SKILL: Final = "uct:1,uct:10,uct:100,uct:1000"
"""The same player thinking longer and longer: what `lab ladder` plays."""


def meetings(rungs: Sequence[str], players: int) -> list[str]:
    """Who plays on a ladder: each bot all seats by itself, and as many neighbours as there are seats."""
    size = min(max(players, 2), len(rungs))
    groups = [rungs[at : at + size] for at in range(len(rungs) - size + 1)] if size > 1 and players > 1 else []
    return [*rungs, *(",".join(group) for group in groups)]
