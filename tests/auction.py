"""Games of numbers: the smallest in which all choose unseen, for tests of what others are told meanwhile, and one of
thousands.
"""

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

HIGHER: Final = """\
game "Higher" for 2 players

each player has:
    var said: 0..5000

main:
    for each p in players:
        choose n from 20..5000 by p as "how much"
        if none: leave
        set p.said to n
    end game scored by said
"""
