"""How a game ended for each player, read from the results (see ops.Finish)."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.runtime.tongues.own import numbered, said
from dsl.spoken import all_of


def winner(results: Sequence[int]) -> int:
    """The player who alone has the highest result, 0 if several share it; a player on their own wins above 0."""
    best = max(results)
    alone = results.count(best) == 1 if len(results) > 1 else best > 0
    return results.index(best) + 1 if alone else 0


def is_drawn(results: Sequence[int]) -> bool:
    """Whether several share the highest result; for a player on their own, whether it is 0."""
    return results.count(max(results)) > 1 if len(results) > 1 else results[0] == 0


def won_by(results: Sequence[int]) -> list[int]:
    """The players who have won, several where they did so together; nobody where the game is drawn or lost."""
    best = max(results)
    if len(results) == 1:
        return [1] if best > 0 else []
    found = [player for player, result in enumerate(results, 1) if result == best]
    return found if len(found) < len(results) else []


def result_words(results: Sequence[int], names: Sequence[str], scores: Sequence[int] = ()) -> str:
    """How a game ended, in a sentence: `B wins, 7 : 6 : 6 (B, A, C)`. `scores`: the points, if they are known."""
    winners = [names[player - 1] for player in won_by(results)]
    if winners:
        told = numbered(len(winners), "{1} wins", "{1} win", all_of(winners))
    else:
        told = said("drawn") if len(results) > 1 or not any(results) else said("{1} loses", names[0])
    if len(scores) < 2:
        return f"{told}, {scores[0]}" if scores else told
    ranked = sorted(range(len(names)), key=lambda index: (-results[index], -scores[index]))
    points = " : ".join(str(scores[index]) for index in ranked)
    return f"{told}, {points} ({', '.join(names[index] for index in ranked)})"
