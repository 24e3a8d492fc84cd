"""The run of play: who leads, how often that changes, when the winner is known, and how far back he was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import sqrt
from typing import Final

from dsl.backends.counting import NOTHING

POINTS: Final = 20
"""Into how many parts a game is cut for the course of the lead."""
_LEAST: Final = 10


@dataclass(frozen=True, slots=True)
class Course:
    """Averages over `games` games of which each turn was kept, and somebody won alone.

    changes: how often the lead changed hands; decided: after which share of the decisions the winner led for good;
    comebacks: the share of games in which the winner was behind after half of it; drama: how far and how long the
    winner was behind (Browne and Maire, 2010), 0 to 1; leader_wins: at each of POINTS moments how often who leads then
    wins; examples: games with the most changes of the lead.
    """

    games: int
    changes: float
    decided: float
    comebacks: float
    drama: float
    leader_wins: tuple[float, ...]
    examples: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Game:
    number: int
    winner: int
    when: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]


def course_of(
    turns: Sequence[tuple[int, ...]],
    judging: Sequence[Sequence[int]],
    results: Mapping[int, tuple[int, ...]],
    players: int,
) -> Course | None:
    """The course of the games whose turns are known; None if the rules do not say who is ahead before the end."""
    games = [game for game in _games(turns, judging, results, players) if len(game.when) > 2]
    if players < 2 or len(games) < _LEAST or not any(map(_differ, games)):
        return None
    leads = [_leaders(game) for game in games]
    changes = [_changes(each) for each in leads]
    decided = [_decided(game, lead) for game, lead in zip(games, leads, strict=True)]
    behind = [_at(game, lead, 0.5) not in (0, game.winner) for game, lead in zip(games, leads, strict=True)]
    scale = max(map(_widest, games))
    curve = tuple(_leader_wins(games, leads, (step + 1) / POINTS) for step in range(POINTS - 1))
    most = sorted(range(len(games)), key=lambda at: -changes[at])[:3]
    return Course(
        len(games),
        sum(changes) / len(games),
        sum(decided) / len(games),
        sum(behind) / len(games),
        sum(_drama(game, scale) for game in games) / len(games),
        curve,
        tuple(games[at].number for at in most),
    )


def _games(
    turns: Sequence[tuple[int, ...]],
    judging: Sequence[Sequence[int]],
    results: Mapping[int, tuple[int, ...]],
    players: int,
) -> list[_Game]:
    found: list[_Game] = []
    for number, rows in groupby(turns, key=lambda row: row[0]):
        returns = results.get(number)
        if returns is None or returns.count(max(returns)) > 1:
            continue
        when: list[int] = []
        points: list[tuple[int, ...]] = []
        for _, made, _, *answers in rows:
            if NOTHING not in answers:
                when.append(made)
                points.append(_points(answers, judging, players))
        found.append(_Game(number, returns.index(max(returns)) + 1, tuple(when), tuple(points)))
    return found


def _widest(game: _Game) -> int:
    return max(max(row) - min(row) for row in game.points)


def _differ(game: _Game) -> bool:
    """Whether somebody leads at some time."""
    return any(len(set(row)) > 1 for row in game.points)


def _points(answers: Sequence[int], judging: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    found = [0] * players
    for answer, (_, player, weight) in zip(answers, judging, strict=True):
        found[player - 1] += weight * answer
    return tuple(found)


def _leaders(game: _Game) -> list[int]:
    """Who leads at each turn; 0 where several do."""
    return [row.index(max(row)) + 1 if row.count(max(row)) == 1 else 0 for row in game.points]


def _changes(leaders: Sequence[int]) -> int:
    alone = [each for each in leaders if each]
    return sum(a != b for a, b in pairwise(alone))


def _decided(game: _Game, leaders: Sequence[int]) -> float:
    """The share of the game after which the winner leads for good; 1 if he does so at the end only, or never."""
    last = game.when[-1] or 1
    found = last
    for when, leader in zip(reversed(game.when), reversed(leaders), strict=True):
        if leader != game.winner:
            break
        found = when
    return found / last


def _at(game: _Game, leaders: Sequence[int], share: float) -> int:
    moment = share * game.when[-1]
    before = [leader for when, leader in zip(game.when, leaders, strict=True) if when <= moment]
    return before[-1] if before else 0


def _leader_wins(games: Sequence[_Game], leads: Sequence[Sequence[int]], share: float) -> float:
    found = [(game.winner, _at(game, lead, share)) for game, lead in zip(games, leads, strict=True)]
    led = [winner == leader for winner, leader in found if leader]
    return sum(led) / len(led) if led else 0.0


def _drama(game: _Game, scale: int) -> float:
    """The mean of the roots of how far the winner is behind, over the turns at which he is."""
    lags = [max(row) - row[game.winner - 1] for row in game.points]
    behind = [sqrt(lag / scale) for lag in lags if lag > 0]
    return sum(behind) / len(behind) if behind else 0.0
