"""Our games as environments of PettingZoo (AEC): `pip install rulewright[pettingzoo]`.

    from dsl.play.pettingzoo import env
    table = env("my_game")
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

Agents are `player_1`, `player_2` and so on. An observation is a dictionary: `observation` is the row of
play/features.py for this seat, `action_mask` says which actions are legal. Rewards come at the end: the results.

While choices are made unseen, all agents are asked in turn, round after round (see play/rounds.py): whose turn it is
tells nothing then.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dsl.play.actions import Actions
from dsl.play.extras import needed
from dsl.play.rounds import Rounds, rounds_of
from dsl.play.spaces import DECISIONS, Seats, np
from dsl.runtime.game import Game, load
from dsl.runtime.information.view_text import lines
from dsl.runtime.moves import Move, option_of
from dsl.runtime.state import State

pettingzoo: Any = needed("pettingzoo", "pettingzoo")
wrappers: Any = needed("pettingzoo.utils.wrappers", "pettingzoo")


def env(game: Game | str | Path, **settings: Any) -> Any:
    """A game as an environment that checks how it is used; an illegal action ends it with reward -1 for who made it.

    The settings are those of `TableEnv`.
    """
    table = wrappers.TerminateIllegalWrapper(TableEnv(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class TableEnv(pettingzoo.AECEnv):
    """A game with a seat for every player. An illegal action is a ValueError; see `env`."""

    def __init__(
        self,
        game: Game | str | Path,
        *,
        players: int | None = None,
        actions: Actions | None = None,
        max_decisions: int = DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        """`actions`: the table of actions, by default what `collect` finds. `render_mode`: `human` or `ansi`."""
        pettingzoo.AECEnv.__init__(self)
        made = game if isinstance(game, Game) else load(game)
        self.metadata = {"name": made.title, "render_modes": ["human", "ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.seats = Seats(made, players, actions)
        self.max_decisions = max_decisions
        self.possible_agents = [f"player_{player}" for player in range(1, self.seats.players + 1)]
        self.observation_spaces = {agent: self.seats.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.seats.action_space() for agent in self.possible_agents}
        self._dice: Any = np.random.default_rng()
        self._ours: State | None = None
        self._rounds: Rounds | None = None
        self._answers: dict[int, Move] = {}
        self._legal: dict[int, Move] = {}

    @property
    def ours(self) -> State:
        """The position as ours."""
        if self._ours is None:
            raise ValueError("reset has to be called before anything else")
        return self._ours

    def observation_space(self, agent: str) -> Any:
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Begin a game; the same seed gives the same chance."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self._ours = self.seats.game.start(self.seats.players, int(self._dice.integers(1 << 63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self.agent_selection = self.agents[0]
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may do if it is asked."""
        player = self.possible_agents.index(agent) + 1
        seen = self.ours if self._rounds is None else self._rounds.seat(player)
        return self.seats.observation(seen, player, self._legal if agent == self.agent_selection else {})

    def step(self, action: Any) -> None:
        """Make the move of the agent who is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._legal.get(int(action))
        if move is None:
            raise ValueError(f"action {action} is not legal here")
        self._cumulative_rewards[agent] = 0.0
        self._decisions += 1
        if self._rounds is None:
            self.ours.play_option(option_of(move))
            self._ask()
        else:
            self._answers[self.possible_agents.index(agent) + 1] = move
            self._go_round(self._rounds)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position with all that is hidden: as text (`ansi`), or printed (`human`)."""
        text = "\n".join(lines(self.ours.view()))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""

    def _go_round(self, rounds: Rounds) -> None:
        """Hand over to the next agent of a round, or go on to what comes behind it."""
        if len(self._answers) == len(self.possible_agents):
            rounds.answer(self._answers)
            self._answers = {}
            if rounds.is_over:
                rounds.finish(self.ours)
                self._ask()
                return
        self._hand_over(len(self._answers) + 1)

    def _ask(self) -> None:
        """Hand over to whoever is asked, or pay out."""
        self._rounds, self._answers = rounds_of(self.ours, history=False), {}
        self._hand_over(self.ours.actor if self._rounds is None else 1)

    def _hand_over(self, player: int) -> None:
        """Let a player be asked; 0: nobody is."""
        ours, rounds = self.ours, self._rounds
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        if ours.is_over:
            for agent, result in zip(self.possible_agents, ours.returns(), strict=True):
                self.rewards[agent] = float(result)
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._decisions >= self.max_decisions:
            self.truncations = dict.fromkeys(self.agents, True)
        self._legal = {}
        if player:
            moves = ours.moves() if rounds is None else rounds.moves(player)
            self._legal = self.seats.actions.number(moves)
            self.agent_selection = self.possible_agents[player - 1]
            self.infos[self.agent_selection] = {"moves": {number: move.text for number, move in self._legal.items()}}
