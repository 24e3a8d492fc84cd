"""What the interfaces for learning share: rows of numbers with their bounds, masks of actions."""

from __future__ import annotations

from typing import Any, Final

from dsl.play.actions import Actions, collect
from dsl.play.extras import needed
from dsl.play.features import Features
from dsl.play.outline import outline
from dsl.runtime.game import Game
from dsl.runtime.moves import Move
from dsl.runtime.state import State

np: Any = needed("numpy", "gymnasium")
spaces: Any = needed("gymnasium.spaces", "gymnasium")
"""Both have types that a strict checker cannot follow through their generics."""

DECISIONS: Final = 100_000
"""Decisions after which an episode is cut off, unless said."""
_SMALL: Final = np.iinfo(np.int32)


class Seats:
    """A game for one number of players as arrays: what the seats see, what they can do."""

    def __init__(self, game: Game, players: int | None, actions: Actions | None) -> None:
        self.game = game
        self.players = game.players[0] if players is None else players
        self.actions = actions or collect(game, self.players)
        self.features = Features(game.engine(self.players))
        self.outline = outline(game.machine(self.players))
        low, high = self.features.low, self.features.high
        fits = all(_SMALL.min <= each <= _SMALL.max for each in (*low, *high))
        self._type = np.int32 if fits else np.int64  # a word that is typed, or a set, is a number of 62 bits
        self._low, self._high = np.array(low, self._type), np.array(high, self._type)

    def observation_space(self) -> Any:
        """A space of observations; each call makes another, equal one."""
        return spaces.Dict(
            {
                "observation": spaces.Box(self._low, self._high, dtype=self._type),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )

    def action_space(self) -> Any:
        """A space of actions; each call makes another, equal one."""
        return spaces.Discrete(self.actions.size)

    def numbered(self, state: State) -> dict[int, Move]:
        """The moves that can be made, by their numbers."""
        return self.actions.number(state.moves())

    def observation(self, state: State, player: int, legal: dict[int, Move]) -> dict[str, Any]:
        """What a player sees, and what is open to him: `legal`, nothing if it is not his turn."""
        mask = np.zeros(self.actions.size, np.int8)
        mask[list(legal)] = 1
        return {"observation": np.array(self.features.row(state, player), self._type), "action_mask": mask}
