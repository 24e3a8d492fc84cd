"""The board games of games/classics against known counts, and side by side with OpenSpiel."""

from __future__ import annotations

from collections import Counter

import pytest
from breadth import many
from oracles.board_games import PAIRS, pair
from oracles.lockstep import exhaust, play

from dsl.runtime.game import load
from dsl.runtime.state import State
from dsl.tools.figures import divide, perft

PERFT: dict[str, tuple[str, dict[str, int], list[int]]] = {
    "tic_tac_toe": ("tic_tac_toe", {}, [9, 72, 504, 3_024, 15_120, 54_720]),
    "connect_four": ("connect_four", {}, [7, 49, 343, 2_401, 16_807, 117_649]),
    "breakthrough": ("breakthrough", {}, [22, 484, 11_132, 256_036]),
    "breakthrough 6x6": ("breakthrough", {"size": 6}, [16, 256, 4_308, 71_478]),
    "othello": ("othello", {}, [4, 12, 56, 244, 1_396, 8_200]),
    # 3,024 is the last count that is a mere product: at depth 5 games begin to end
    "hex 3x3": ("hex", {"size": 3}, [9, 72, 504, 3_024, 15_120, 54_720]),
    "hex": ("hex", {}, [121, 121 * 120, 121 * 120 * 119]),
    "gomoku": ("gomoku", {}, [225, 225 * 224]),
    "draughts": ("draughts", {}, [7, 49, 302, 1_469, 7_361, 36_768]),
    # 2,176 ways to make the first turn are known widely; the others are OpenSpiel's, where a move is one decision
    "amazons": ("amazons", {}, [80, 2_176]),
    "amazons 6x6": ("amazons", {"size": 6}, [40, 544, 19_936]),
}
"""Known counts by depth from 1, without the deepest that tests/oracles/board_games.py computes by hand: see there."""

LOCKSTEP = {name: many(5, 24) for name in PAIRS}
LOCKSTEP |= {"hex": many(2, 6), "gomoku": many(1, 4), "amazons": 1, "amazons 6x6": many(2, 6)}
"""How many random games of each are compared."""

COUNTED = many(20_000, 2_000_000)
"""No count higher than this is counted."""


@pytest.mark.wide
@pytest.mark.parametrize("name", PERFT)
def test_known_counts(name: str) -> None:
    game, options, counts = PERFT[name]
    counts = [count for count in counts if count <= COUNTED]
    state = load(game, options=options).start()
    assert [perft(state, depth) for depth in range(1, 1 + len(counts))] == counts
    assert sum(divide(state, 2).values()) == PERFT[name][2][1]


def test_tic_tac_toe_in_full() -> None:
    """Every game that can be played, counted by the positions it goes through."""
    start = load("tic_tac_toe").start()
    level, counts, positions = {start.key(): (start, 1)}, list[int](), 0
    ends: Counter[int] = Counter()
    results: Counter[int] = Counter()
    while level:
        positions += len(level)
        counts.append(sum(ways for _, ways in level.values()))
        after: dict[str, tuple[State, int]] = {}
        for state, ways in level.values():
            if state.is_over:
                ends[len(counts) - 1] += ways
                results[state.returns()[0]] += ways
            for option in state.options():
                twin = state.clone(history=False)
                twin.play_option(option)
                known, others = after.get(twin.key(), (twin, 0))
                after[twin.key()] = known, others + ways
        level = after
    assert counts == [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
    assert ends == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872} and ends.total() == 255_168
    assert results == {1: 131_184, 0: 46_080, -1: 77_904}
    assert positions == 5_478


def test_every_position_of_tic_tac_toe() -> None:
    """958 of the 5,478 positions are ends."""
    report = exhaust(pair("tic_tac_toe"), merge=True)
    assert (report.decisions, report.ends) == (4_520, 958)


@pytest.mark.wide
@pytest.mark.parametrize("name", LOCKSTEP)
def test_openspiel_agrees(name: str, rotating: int) -> None:
    """At every position of random games: who is asked, the moves one to one, the end and the result."""
    report = play(pair(name), LOCKSTEP[name], seed=rotating + 1)
    assert report.games == report.ends == LOCKSTEP[name]
