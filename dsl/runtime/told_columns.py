"""Where in a position stands what was told of pieces: the columns of each player, and those of what all were told."""

from __future__ import annotations

from dsl.machine.ir.ops import Machine
from dsl.runtime.viewers import Viewer, players_at

Column = tuple[int, int, int]
"""A column of pieces: its base, the first and the last of them."""


def told_bases(machine: Machine, player: int) -> range:
    """The bases of the columns that say what a player was told of pieces (0: what all were told)."""
    layout = machine.layout
    size = max(1, machine.entity_count - machine.first_piece + 1)
    first = layout.told + player * layout.told_words * size
    return range(first, first + layout.told_words * size, size)


def told_columns(machine: Machine) -> list[Column]:
    """All these columns."""
    first, last = machine.first_piece, machine.entity_count
    return [(base, first, last) for player in range(machine.players + 1) for base in told_bases(machine, player)]


def told_to_others(machine: Machine, viewer: Viewer) -> frozenset[int]:
    """The bases of the columns that say what others were told, of which a viewer knows nothing."""
    here = players_at(viewer)
    players = (player for player in range(1, machine.players + 1) if player not in here)
    return frozenset(base for player in players for base in told_bases(machine, player))
