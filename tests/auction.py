"""A sealed auction: the smallest game in which all choose unseen, for tests of what others are told meanwhile."""

from __future__ import annotations

from typing import Final

AUCTION: Final = """\
game "Bids" for 3 players

each player has:
    var bid: 0..9

main:
    sealed for each p in players:
        choose n from 0..9 by p as "your bid"
    then:
        set p.bid to n
    end game scored by bid
"""
