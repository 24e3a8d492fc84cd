"""Information-set Monte Carlo tree search: for games in which not everybody sees everything.

Each of the games that the bot plays in its head begins from another guess of the position. The tree has a node for
every *information set*: what the player who is asked there sees, has seen at earlier decisions since the root, and has
seen others do. So in these games every player, also an opponent, decides by what he knows himself: an opponent holding
a king plays as one who knows it, and does not know what the bot holds.

Options are told apart by what the player who chooses sees of them: cards by title and place, cards that he does not
know by their place and what he was told of them. Nothing hidden reaches the choice: for positions that look the same to
the player who is asked, a bot with the same seed chooses the same.

A backend that can searches by itself: the same games, in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from dsl.backends.searches import Bounds
from dsl.machine.ir.ops import DECISION
from dsl.play.bot import Dice, Rolls, rolls_of
from dsl.play.few import worth_trying
from dsl.play.inside import Budget, grown_inside
from dsl.play.outlook import Outlook, outlook
from dsl.play.sights import Sight, offered, sight_of
from dsl.runtime.errors import GameError
from dsl.runtime.information.observed import observed
from dsl.runtime.moves import Option
from dsl.runtime.state import State

_ROOT: Final = b"root"


@dataclass(slots=True)
class _Arm:
    """An option at a node: how often it was taken and could be taken, what it brought to who chose it in all."""

    visits: int = 0
    offered: int = 0
    got: float = 0.0


@dataclass(slots=True)
class _Node:
    """An information set."""

    arms: dict[Sight, _Arm] = field(default_factory=dict[Sight, _Arm])


@dataclass(slots=True)
class IsmctsBot:
    """Plays `iterations` games from here, each on another guess, and takes the option it tried most. seconds: it stops
    when they are over; 0 for as long as it takes. inside: whether the backend searches by itself where it can.
    """

    dice: Dice
    iterations: int
    seconds: float = 0.0
    inside: bool = True
    name: str = "ismcts"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        legal = offered(state)
        if len(legal) == 1:
            return next(iter(legal.values()))
        budget, view = Budget(self.iterations, self.seconds), outlook(state)
        rolls = rolls_of(self.dice, view.players)
        visits = searched(state, legal, budget, rolls, view, inside=self.inside)
        best = max(sorted(legal, key=repr), key=lambda sight: visits[sight])
        return legal[best]


def searched(
    state: State, legal: Mapping[Sight, Option], budget: Budget, rolls: Rolls, view: Outlook, *, inside: bool = True
) -> dict[Sight, int]:
    """How often each of the options was tried, as it looks to the player who is asked. inside: whether the backend is
    to search by itself, if it can; the games are the same.
    """
    guesses = view.look_round(state, rolls, budget.about)
    tree = None
    if inside:
        tree = grown_inside(state, view, guesses, rolls, budget, budget.games, sets=True, hides=False)
    if tree is not None:
        known = zip(worth_trying(state), tree.known(), strict=True)
        return {sight_of(state, option, state.actor): each.visits for option, each in known}
    view.measure(state.actor, guesses, rolls.seats)
    search = _Search(view, rolls, Bounds(budget.about, view.exploration))
    played = 0
    while budget.lasts(played):
        with suppress(GameError):  # the rules break, so what was guessed cannot be
            search.play(view.next(guesses))
        played += 1
    arms = search.nodes[_ROOT].arms if _ROOT in search.nodes else {}
    return {sight: arms[sight].visits if sight in arms else 0 for sight in legal}


@dataclass(slots=True)
class _Search:
    """A tree of information sets."""

    view: Outlook
    rolls: Rolls
    bounds: Bounds
    nodes: dict[bytes, _Node] = field(default_factory=dict[bytes, _Node])

    def play(self, ahead: State) -> None:
        """One game: along the tree to an option never tried, then at random."""
        seen = [b""] * ahead.engine.machine.players
        path: list[tuple[_Arm, int]] = []
        fresh = False
        while not fresh and not ahead.is_over:
            actor = ahead.actor
            here = self._where(ahead, actor, seen) if path else _ROOT
            seen[actor - 1] = here
            legal = offered(ahead)
            arms = self.nodes.setdefault(here, _Node()).arms
            for sight in legal:
                arms.setdefault(sight, _Arm()).offered += 1
            untried = [sight for sight in legal if not arms[sight].visits]
            fresh = bool(untried)
            if fresh:
                sight = untried[self.rolls.picks.pick(len(untried))]
            else:
                sight = max(legal, key=lambda sight: self._bound(arms[sight]))
            option = legal[sight]
            path.append((arms[sight], actor))
            decision = ahead.engine.machine.decisions[ahead.position[DECISION]]
            for player in range(1, len(seen) + 1):
                if player == actor or not decision.sealed:
                    seen[player - 1] = _digest(seen[player - 1], sight_of(ahead, option, player))
            ahead.play_option(option)
        got = self.view.after(ahead, self.rolls.seats)
        for arm, actor in path:
            arm.visits += 1
            arm.got += got[actor - 1]

    @staticmethod
    def _where(ahead: State, actor: int, seen: list[bytes]) -> bytes:
        """The information set of the player who is asked: another one for each player, also where all see the same."""
        return _digest(seen[actor - 1], (actor, observed(ahead.engine, ahead.position, actor)))

    def _bound(self, arm: _Arm) -> float:
        """How promising an option is: what it brought, and more the less it was tried of the times it could be."""
        return arm.got / arm.visits + self.bounds.bonus(arm.offered, arm.visits)


def _digest(before: bytes, seen: object) -> bytes:
    return blake2b(before + repr(seen).encode(), digest_size=16).digest()
