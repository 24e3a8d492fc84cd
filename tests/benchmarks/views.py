"""How long views take after a decision, for seats that have looked before: `python -m tests.benchmarks.views [GAMES]`.

Processor time of the thread, in microseconds; 300 are asked.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median, quantiles
from time import thread_time_ns

from dsl.reading.places import shipped_games
from dsl.runtime.game import load

FIVE = ("dark_order", "enclave", "doom", "siege", "dark_eden")
DECISIONS = 400


def times(name: str, seed: int) -> list[float]:
    """How long each view took, of every player after every decision of a random game."""
    state, chance = load(shipped_games()[name]).start(None, seed), Random(seed)
    seats = range(1, state.engine.machine.players + 1)
    found: list[float] = []
    for number in range(DECISIONS):
        if state.is_over:
            break
        state.apply(chance.choice(state.options()))
        for seat in seats:
            begin = thread_time_ns()
            state.view(seat)
            if number > 5:  # the first ones make what is kept
                found.append((thread_time_ns() - begin) / 1000)
    return found


if __name__ == "__main__":
    for game in sys.argv[1:] or FIVE:
        found = times(game, 7)
        print(f"{game}: median {median(found):.0f}, one in ten {quantiles(found, n=10)[-1]:.0f}, {len(found)} views")
