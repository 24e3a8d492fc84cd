"""Who looks on: a player, several who sit together, a spectator, or somebody who sees everything."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Team:
    """Players who sit together at one screen: they know what any of them knows."""

    players: frozenset[int]


Viewer = int | Team | None
"""A player from 1, 0 for a spectator, None for somebody who sees everything."""


def players_at(viewer: Viewer) -> frozenset[int]:
    """The players who look on; none where that is a spectator, or somebody who sees everything."""
    if isinstance(viewer, Team):
        return viewer.players
    return frozenset((viewer,)) if viewer else frozenset()


def sits(viewer: Viewer, player: int) -> bool:
    """Whether a player is the viewer, or among those who are; whoever sees everything is everybody."""
    return viewer is None or (player in viewer.players if isinstance(viewer, Team) else viewer == player)


def letter(player: int) -> str:
    """The letter of a seat: A, B, C."""
    return chr(ord("A") + player - 1)
