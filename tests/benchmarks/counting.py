"""What it costs to count what was offered and taken: `python -m tests.benchmarks.counting [GAME:PLAYERS ...]`.

Bare games and counted ones are played in turn, the same ones, in one run; the best of several rounds counts.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Final

from dsl.backends.batches import Batch
from dsl.backends.held import Held
from dsl.lab.arena import Arena
from dsl.lab.variant import Variant
from dsl.runtime.game import load

GAMES: Final = ("connect_four:2", "dark_order:2")
ROUNDS: Final = 15
SECONDS: Final = 0.4


def bare(held: Held, games: int) -> float:
    """Seconds of the processor for some games of which nothing is counted."""
    begun = process_time()
    held.batch(Batch(0, games, 100_000, keep=False))
    return process_time() - begun


def counted(arena: Arena, games: int) -> float:
    """Seconds of the processor for the same games with everything counted, and no turns kept."""
    begun = process_time()
    arena.play(0, games)
    return process_time() - begun


def main(asked: list[str]) -> None:
    """Print both rates, and how many times as long counted games take."""
    for each in asked or GAMES:
        name, _, players = each.partition(":")
        arena = Arena(load(name), Variant(name, int(players)))
        held = arena.held
        if held is None:
            print(f"{name}: no C compiler")
            continue
        games = 50
        while bare(held, games) < SECONDS / 4:
            games *= 2
        pairs = [(bare(held, games), counted(arena, games)) for _ in range(ROUNDS)]
        one, other = (min(times) for times in zip(*pairs, strict=True))
        print(f"{name}: {games / one:,.0f} games a second bare, {games / other:,.0f} counted: {other / one:.2f} times")


if __name__ == "__main__":
    main(sys.argv[1:])
