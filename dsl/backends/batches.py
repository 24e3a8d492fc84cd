"""Many games in one go: what is to be played, and what came of it, game by game and all in all."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Final

ENDED, UNFINISHED, BROKEN = range(3)
"""How a game came out: it ended; it had as many decisions as it may have; the rules broke."""
HEAD: Final = 4
"""What a row begins with: how the game came out, its decisions, the options there were in them, why it ended."""
TOTALS: Final = 7
"""What a tally begins with: games by how they came out; then of those that ended decisions, options, how many all
players share equally, how many some but not all share.
"""


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to be played at random from one position.

    Game i of `count` has the key (first + i) mod 2^63, and each player in it dice of his own, of the seed 64 * key and
    his number. limit: decisions of a game at most. asks: what is asked of each game when it is over: a function and
    its argument, or -1 and a slot. keep: whether each game has a row.
    """

    first: int
    count: int
    limit: int
    asks: tuple[tuple[int, int], ...] = ()
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a batch.

    rows: for each game HEAD numbers, the results of the players, and the answers. tally: TOTALS numbers; for each
    player the sum of the results and how often he stood highest, alone, with one other and so on; then how often a game
    ended for which reason (0: for none that the rules name).
    """

    players: int
    width: int
    tally: array[int]
    rows: array[int]

    @classmethod
    def empty(cls, plan: Batch, players: int, reasons: int) -> Outcome:
        """With room for a batch."""
        width = HEAD + players + len(plan.asks)
        size = TOTALS + players * (players + 1) + reasons + 1
        return cls(players, width, array("q", bytes(8 * size)), array("q", bytes(8 * width * plan.count * plan.keep)))

    def count(self, row: array[int]) -> None:
        """Add a game to the tally. (C does so by itself.)"""
        tally = self.tally
        tally[row[0]] += 1
        if row[0] != ENDED:
            return
        results = row[HEAD : HEAD + self.players]
        best, lowest = max(results), min(results)
        first = results.count(best) if self.players > 1 else int(results[0] > 0)
        tally[3] += row[1]
        tally[4] += row[2]
        tally[5] += self.players > 1 and best == lowest
        tally[6] += first > 1 and best > lowest
        at = TOTALS
        for result in results:
            tally[at] += result
            if first and result == best:
                tally[at + first] += 1
            at += 1 + self.players
        tally[at + row[3]] += 1
