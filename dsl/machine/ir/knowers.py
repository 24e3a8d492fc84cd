"""Who knows a piece, as a mask: a bit for each player, and one for onlookers.

Onlookers have a bit of their own because what every player found out for himself does not lie open: that all of them
know it is known to nobody.
"""

from __future__ import annotations


def bit(players: int, viewer: int) -> int:
    """The bit of a player (from 1) or of onlookers (0), where there are so many players."""
    return 1 << ((viewer or players + 1) - 1)


def everyone(players: int) -> int:
    """The mask of all players and of onlookers."""
    return (1 << (players + 1)) - 1
