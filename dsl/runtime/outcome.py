"""How a game ended for each player, read from the results (see ops.Finish)."""

from __future__ import annotations

from collections.abc import Sequence


def winner(results: Sequence[int]) -> int:
    """The player who alone has the highest result, 0 if several share it; a player on their own wins above 0."""
    best = max(results)
    alone = results.count(best) == 1 if len(results) > 1 else best > 0
    return results.index(best) + 1 if alone else 0


def is_drawn(results: Sequence[int]) -> bool:
    """Whether several share the highest result; for a player on their own, whether it is 0."""
    return results.count(max(results)) > 1 if len(results) > 1 else results[0] == 0


def result_words(results: Sequence[int]) -> list[str]:
    """The result of each player in a word or two: `won`, `lost`, `drawn`, or how many points."""
    marks = results.count(1), results.count(-1)
    if not any(results) or (sum(marks) == len(results) and 1 in marks):
        return ["won" if result > 0 else "lost" if result < 0 else "drawn" for result in results]
    return [f"{result} point" if result == 1 else f"{result} points" for result in results]
