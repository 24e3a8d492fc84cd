"""Information-set Monte Carlo tree search: for games in which not everybody sees everything.

Each of the games that the bot plays in its head begins from another guess of the position. The tree has a node for
every *information set*: what the player who is asked there sees, has seen at earlier decisions since the root, and has
seen others do. So in these games every player, also an opponent, decides by what he knows himself: an opponent holding
a king plays as one who knows it, and does not know what the bot holds.

Options are told apart by what the player who chooses sees of them: cards by title and place, cards that he does not
know by their place and what he was told of them. Nothing hidden reaches the choice: for positions that look the same to
the player who is asked, a bot with the same seed chooses the same.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from dsl.machine.ir.ops import DECISION
from dsl.play.bot import Dice
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
    """Plays `iterations` games from here, each on another guess, and takes the option it tried most."""

    dice: Dice
    iterations: int
    name: str = "ismcts"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        legal = offered(state)
        if len(legal) > 1:
            nodes: dict[bytes, _Node] = {}
            view = outlook(state)
            guesses = view.look_round(state, self.dice, self.iterations)
            for _ in range(self.iterations):
                with suppress(GameError):  # the rules break, so what was guessed cannot be
                    self._play(view.next(guesses), nodes, view)
            arms = nodes[_ROOT].arms
            best = max(sorted(legal, key=repr), key=lambda sight: arms[sight].visits if sight in arms else 0)
        else:
            best = next(iter(legal))
        return legal[best]

    def _play(self, ahead: State, nodes: dict[bytes, _Node], view: Outlook) -> None:
        """One game: along the tree to an option never tried, then at random."""
        seen = [b""] * ahead.engine.machine.players
        path: list[tuple[_Arm, int]] = []
        fresh = False
        while not fresh and not ahead.is_over:
            actor = ahead.actor
            here = self._where(ahead, actor, seen) if path else _ROOT
            seen[actor - 1] = here
            legal = offered(ahead)
            arms = nodes.setdefault(here, _Node()).arms
            for sight in legal:
                arms.setdefault(sight, _Arm()).offered += 1
            untried = [sight for sight in legal if not arms[sight].visits]
            fresh = bool(untried)
            if fresh:
                sight = untried[self.dice.pick(len(untried))]
            else:
                sight = max(legal, key=lambda sight: _bound(arms[sight], view.exploration))
            option = legal[sight]
            path.append((arms[sight], actor))
            decision = ahead.engine.machine.decisions[ahead.position[DECISION]]
            for player in range(1, len(seen) + 1):
                if player == actor or not decision.sealed:
                    seen[player - 1] = _digest(seen[player - 1], sight_of(ahead, option, player))
            ahead.play_option(option)
        got = view.after(ahead, self.dice)
        for arm, actor in path:
            arm.visits += 1
            arm.got += got[actor - 1]

    @staticmethod
    def _where(ahead: State, actor: int, seen: list[bytes]) -> bytes:
        """The information set of the player who is asked."""
        return _digest(seen[actor - 1], observed(ahead.engine, ahead.position, actor))


def _bound(arm: _Arm, exploration: float) -> float:
    """How promising an option is: what it brought, and more the less it was tried of the times it could be."""
    return arm.got / arm.visits + exploration * math.sqrt(math.log(arm.offered + 1) / arm.visits)


def _digest(before: bytes, seen: object) -> bytes:
    return blake2b(before + repr(seen).encode(), digest_size=16).digest()
