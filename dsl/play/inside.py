"""Searches among guesses that a backend makes by itself, tree and games and deals: what it has to be told of them."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from dsl.backends import guessing
from dsl.backends.base import PlayError
from dsl.backends.guessing import Grown, Guessing
from dsl.play.bot import ROLLOUT, Guesses, Rolls
from dsl.play.outlook import TRIED, Outlook
from dsl.runtime.information.deal_chart import deal_chart
from dsl.runtime.information.seen_chart import seen_chart
from dsl.runtime.state import State

_EXPECTED: Final = 50_000
"""Games for which room is made where nobody knows how many there will be time for."""


class Budget:
    """How long a search goes on: so many games, or until a time is over that began when this was made."""

    def __init__(self, games: int, seconds: float) -> None:
        """seconds: 0 for as long as it takes."""
        self.games = games
        self.about = min(games, _EXPECTED) if seconds else games
        """About how many games there will be."""
        self.until = perf_counter() + seconds if seconds else None

    def lasts(self, played: int) -> bool:
        """Whether another game is to be played; of a time at least one is."""
        if played >= self.games:
            return False
        return self.until is None or not played or perf_counter() < self.until


def grown_inside(
    state: State, view: Outlook, guesses: Guesses, rolls: Rolls, budget: Budget, ways: int, *, sets: bool, hides: bool
) -> Grown | None:
    """The tree of such a search; None if the backend grows none. sets: whether it has a node for each information set;
    hides: whether options name what the player does not know. GameError if the rules break in the position itself.
    """
    held = state.held()
    if held is None:
        return None
    told = guessing.Guesses(guesses.seed, guesses.most, guesses.given, deal_chart(guesses.dealer), guesses.deal)
    tree = held.guessing(
        Guessing(
            sets=sets,
            hides=hides,
            game=seen_chart(state.engine),
            guesses=told,
            signs=view.signs,
            picks=rolls.picks.seed,
            dice=tuple((each.seed, each.count) for each in rolls.seats),
            exploration=view.exploration,
            highest=view.stakes.highest,
            limit=ROLLOUT,
            games=budget.about,
        )
    )
    if tree is None:
        return None
    try:
        if view.judge is not None:
            view.know(state.actor, tree.changes(TRIED))
            tree.set_usual(view.usual)
        tree.grow(budget.games, ways, budget.until)
    except PlayError as error:
        raise state.engine.error(error) from None
    view.stakes.highest = tree.highest
    return tree
