"""One seat of a game as an environment of Gymnasium: `pip install rulewright[gymnasium]`.

    from dsl.play.gymnasium import SeatEnv
    seat = SeatEnv("my_game", seat=1, others="greedy")
    observation, info = seat.reset(seed=7)
    over = False
    while not over:
        action = seat.action_space.sample(observation["action_mask"])
        observation, reward, terminated, truncated, info = seat.step(action)
        over = terminated or truncated

The other seats are played by bots, chance by the game. Observations are those of dsl/play/pettingzoo.py. The reward is
the result, at the end. An action that the mask forbids loses: the episode ends with the lowest result of the game, and
`info["illegal"]` is True.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from dsl.play.actions import Actions
from dsl.play.bots import Bot, make_bot
from dsl.play.extras import needed
from dsl.play.spaces import DECISIONS, Seats
from dsl.runtime.game import Game, load
from dsl.runtime.information.view_text import lines
from dsl.runtime.moves import Move, option_of
from dsl.runtime.state import State

gymnasium: Any = needed("gymnasium", "gymnasium")


class SeatEnv(gymnasium.Env):
    """A game as one player meets it."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str | Path,
        *,
        seat: int = 1,
        others: str = "random",
        players: int | None = None,
        actions: Actions | None = None,
        max_decisions: int = DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        """`others`: the bots of the other seats, in the words of the command `bot`; the rest as in `TableEnv`."""
        self.seats = Seats(game if isinstance(game, Game) else load(game), players, actions)
        if not 1 <= seat <= self.seats.players:
            raise ValueError(f"there is no seat {seat}: the game has {self.seats.players} players")
        make_bot(others, 0)
        self.seat = seat
        self.others = others
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        self.observation_space = self.seats.observation_space()
        self.action_space = self.seats.action_space()
        self._ours: State | None = None
        self._bots: list[Bot] = []
        self._legal: dict[int, Move] = {}
        self._decisions = 0

    @property
    def ours(self) -> State:
        """The position as ours."""
        if self._ours is None:
            raise ValueError("reset has to be called before anything else")
        return self._ours

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game and play on to the first decision of the seat; the same seed gives the same game."""
        gymnasium.Env.reset(self, seed=seed)
        first = int(self.np_random.integers(1 << 62))
        self._ours = self.seats.game.start(self.seats.players, first)
        self._bots = [make_bot(self.others, first + number + 1) for number in range(self.seats.players)]
        self._decisions = 0
        self._run()
        return self._seen()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others answer."""
        move = self._legal.get(int(action))
        if move is None:
            self._legal = {}
            observation, info = self._seen()
            return observation, float(self.seats.outline.low), True, False, {**info, "illegal": True}
        self.ours.play_option(option_of(move))
        self._decisions += 1
        self._run()
        over = self.ours.is_over
        reward = float(self.ours.returns()[self.seat - 1]) if over else 0.0
        observation, info = self._seen()
        is_enough = self._decisions >= self.max_decisions or self.ours.actor != self.seat
        return observation, reward, over, not over and is_enough, info

    def render(self) -> str | None:
        """The position as the seat sees it: as text (`ansi`), or printed (`human`)."""
        text = "\n".join(lines(self.ours.view(self.seat)))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _run(self) -> None:
        """Let the others play until the seat is asked. Their decisions do not count among those of the seat: how many
        there are can be a secret.
        """
        ours, others = self.ours, 0
        while ours.actor not in (0, self.seat) and others < self.max_decisions:
            ours.play_option(self._bots[ours.actor - 1].choose(ours))
            others += 1
        self._legal = self.seats.numbered(ours) if ours.actor == self.seat else {}

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        moves = {number: move.text for number, move in self._legal.items()}
        return self.seats.observation(self.ours, self.seat, self._legal), {"moves": moves}
