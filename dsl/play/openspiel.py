"""Our games as games of OpenSpiel: `pip install rulewright[openspiel]`.

    from dsl.play.openspiel import register
    game = register("my_game")               # a pyspiel.Game
    state = game.new_initial_state()

Every draw of chance is a chance node of its own (a shuffle of n cards is n - 1 of them), every decision of ours is a
decision node, and sealed choices are simultaneous nodes, one for each round (see play/rounds.py). Actions are numbered
by a table of texts (see play/actions.py). Information states and observations are those of `State.information_state`
and `State.observation`; the observation tensor is that of play/features.py.

A game is known to OpenSpiel by the name that `register` gives it, so it can be loaded and states of it can be
serialised; another process has to register it as well before it reads what this one wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dsl.play.actions import Actions, collect
from dsl.play.extras import needed
from dsl.play.features import Features
from dsl.play.outline import outline
from dsl.play.rounds import Answers, Rounds, rounds_of
from dsl.runtime.game import Game, OptionValue, load
from dsl.runtime.moves import Move, Option
from dsl.runtime.state import State
from dsl.runtime.storage.records import Record

np: Any = needed("numpy", "openspiel")
pyspiel: Any = needed("pyspiel", "openspiel")
"""OpenSpiel has no types that a checker could read."""

LENGTH: Final = 100_000
"""Most decisions and draws of a game, unless said: OpenSpiel wants to know a bound."""


def register(
    game: Game | str | Path,
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    name: str | None = None,
    actions: Actions | None = None,
    zero_sum: bool | None = None,
    max_length: int = LENGTH,
) -> Any:
    """Make a game known to OpenSpiel and load it. Doing so twice gives the later one.

    `name`: by default `rulewright_` and the title. `actions`: by default what `collect` finds. `zero_sum`: whether the
    results add up to 0; by default what the rules show (a scored game is taken not to). `max_length`: a bound of
    decisions and draws together.
    """
    made = game if isinstance(game, Game) else load(game)
    if options:
        made = made.with_options(options)
    count = made.players[0] if players is None else players
    plan = _Plan(made, count, actions or collect(made, count), zero_sum, max_length, name)
    _plans[plan.name] = plan
    if plan.name not in pyspiel.registered_names():
        pyspiel.register_game(plan.game_type(), _made(plan.name))
    return pyspiel.load_game(plan.name)


class _Plan:
    """A registered game."""

    def __init__(
        self, game: Game, players: int, actions: Actions, zero_sum: bool | None, max_length: int, name: str | None
    ) -> None:
        self.game = game
        self.players = players
        self.actions = actions
        self.outline = outline(game.machine(players))
        self.zero_sum = self.outline.zero_sum if zero_sum is None else zero_sum
        self.max_length = max_length
        self.name = name or "rulewright_" + re.sub(r"\W+", "_", game.title.lower()).strip("_")
        self.features = Features(game.engine(players))

    def game_type(self) -> Any:
        """What OpenSpiel wants to know of any game of this name."""
        kind = pyspiel.GameType
        chance, information, utility = kind.ChanceMode, kind.Information, kind.Utility
        return kind(
            short_name=self.name,
            long_name=self.game.title,
            dynamics=kind.Dynamics.SIMULTANEOUS if self.outline.sealed else kind.Dynamics.SEQUENTIAL,
            chance_mode=chance.EXPLICIT_STOCHASTIC if self.outline.chance else chance.DETERMINISTIC,
            information=information.IMPERFECT_INFORMATION if self.outline.hidden else information.PERFECT_INFORMATION,
            utility=utility.ZERO_SUM if self.zero_sum else utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=self.players,
            min_num_players=self.players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )

    def game_info(self) -> Any:
        """What OpenSpiel wants to know of this game."""
        low, high = self.outline.low, self.outline.high
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=self.outline.outcomes,
            num_players=self.players,
            min_utility=float(low),
            max_utility=float(max(high, low + 1)),
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=self.max_length,
        )


_plans: dict[str, _Plan] = {}
"""The registered games by their names: OpenSpiel makes games by calling what was registered."""


def _made(name: str) -> Any:
    """The class that OpenSpiel calls for a name."""

    class Named(_Game):
        def __init__(self, params: object = None) -> None:
            _Game.__init__(self, _plans[name], params)

    return Named


class _Game(pyspiel.Game):
    """A game of ours."""

    def __init__(self, plan: _Plan, params: object = None) -> None:
        pyspiel.Game.__init__(self, plan.game_type(), plan.game_info(), params or {})
        self._plan_name = plan.name

    @property
    def plan(self) -> _Plan:
        """What was registered. Not kept here: OpenSpiel pickles what belongs to a game."""
        return _plans[self._plan_name]

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (self._plan_name,)

    def new_initial_state(self, state_as_string: str | None = None) -> _State:
        """The beginning."""
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> _Observer:
        """What tells players what they see."""
        return _Observer(self.plan, iig_obs_type, params)


class _Kept:
    """A state of ours with the numbers of its moves: OpenSpiel copies and pickles what belongs to a state."""

    def __init__(self, name: str, ours: State, rounds: Rounds | None = None) -> None:
        self.name = name
        self.ours = ours
        self.rounds = rounds_of(ours, history=True) if rounds is None else rounds
        self.numbered: dict[int, dict[int, Move]] = {}

    def went_on(self) -> None:
        """The position is another one."""
        self.rounds = rounds_of(self.ours, history=True)
        self.numbered = {}

    def __deepcopy__(self, memo: object) -> _Kept:
        twin = _Kept(self.name, self.ours.clone(), None if self.rounds is None else self.rounds.clone())
        twin.numbered = dict(self.numbered)
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        pending = self.ours.pending
        waits = None if pending is None else (pending.option, pending.outcomes)
        made = () if self.rounds is None else tuple(self.rounds.made)
        return _restored, (self.name, self.ours.record().model_dump_json(), waits, made)


def _restored(
    name: str, record: str, waits: tuple[Option | None, tuple[int, ...]] | None, made: tuple[Answers, ...]
) -> _Kept:
    """A state as it was pickled: by its record, the step that waits for chance, if one does, and what was answered in
    the rounds that are being played.
    """
    plan = _plans[name]
    if waits is not None and waits[0] is None:
        ours = plan.game.start(plan.players, explicit_chance=True)
    else:
        ours = plan.game.replay(Record.model_validate_json(record))
        ours.explicit_chance()
    if waits is not None:
        option, outcomes = waits
        if option is not None:
            ours.apply(option)
        for outcome in outcomes:
            ours.apply_outcome(outcome)
    kept = _Kept(name, ours)
    for answers in made:
        assert kept.rounds is not None
        kept.rounds.again(answers)
    return kept


class _State(pyspiel.State):
    """A position."""

    def __init__(self, game: _Game) -> None:
        pyspiel.State.__init__(self, game)
        self._game_name = game.plan.name
        self._kept: _Kept | None = None

    @property
    def plan(self) -> _Plan:
        """The game it belongs to."""
        return _plans[self._game_name]

    @property
    def ours(self) -> State:
        """The position as ours. Begun only when somebody asks: OpenSpiel begins a game for every copy it makes."""
        return self._now().ours

    def _now(self) -> _Kept:
        if self._kept is None:
            self._kept = _Kept(self._game_name, self.plan.game.start(self.plan.players, explicit_chance=True))
        return self._kept

    def seen(self, player: int) -> State:
        """The position as a player (from 1; 0: a spectator) meets it."""
        kept = self._now()
        return kept.ours if kept.rounds is None or not player else kept.rounds.seat(player)

    @property
    def notes(self) -> list[str]:
        """What all know besides: which round it is, or how many ways chance has."""
        kept = self._now()
        if kept.rounds is not None:
            return [kept.rounds.words]
        return [f"chance: one of {len(kept.ours.chance_outcomes())}"] if kept.ours.is_chance else []

    def _numbered(self, player: int) -> dict[int, Move]:
        """The moves of a player (from 0) by their numbers."""
        kept = self._now()
        if player not in kept.numbered:
            if kept.rounds is not None:
                moves = kept.rounds.moves(player + 1)
            else:
                moves = kept.ours.moves() if player == kept.ours.actor - 1 else []
            kept.numbered[player] = self.plan.actions.number(moves)
        return kept.numbered[player]

    def current_player(self) -> int:
        """Who is asked; all are while choices are made unseen."""
        ours = self.ours
        if ours.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        if self._now().rounds is not None:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(pyspiel.PlayerId.TERMINAL) if ours.is_over else ours.actor - 1

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._numbered(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of one draw."""
        return [(outcome, float(share)) for outcome, share in self.ours.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        kept = self._now()
        if kept.ours.is_chance:
            kept.ours.apply_outcome(action)
        else:
            kept.ours.apply(self._numbered(kept.ours.actor - 1)[action])
        kept.went_on()

    def _apply_actions(self, actions: list[int]) -> None:
        kept = self._now()
        assert kept.rounds is not None
        kept.rounds.answer({player + 1: self._numbered(player)[action] for player, action in enumerate(actions)})
        kept.numbered = {}
        if kept.rounds.is_over:
            kept.rounds.finish(kept.ours)
            kept.went_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action + 1}"
        move = self._numbered(player).get(action)
        return move.text if move is not None else self.plan.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.ours.is_over

    def returns(self) -> list[float]:
        """The results; 0 before the end."""
        results = [float(result) for result in self.ours.returns()]
        if self.plan.zero_sum and sum(results):
            raise ValueError(f"{self.plan.game.title} was registered as zero-sum, and its results are {results}")
        return results

    def __str__(self) -> str:
        return "\n".join([self.ours.observation(0), *self.notes])


class _Observer:
    """Tells what a player sees: with perfect recall the information state, else the observation."""

    def __init__(self, plan: _Plan, kind: Any, params: object) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, and these were given: {params}")
        self._plan = plan
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor: Any = None if self._recall else np.zeros(plan.features.size, np.float32)
        self.dict: dict[str, Any] = {} if self._recall else {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is not None:
            viewer = self._viewer(player)
            self.tensor[:] = self._plan.features.row(state.seen(viewer), viewer)

    def string_from(self, state: _State, player: int) -> str:
        """What a player sees."""
        viewer = self._viewer(player)
        ours = state.seen(viewer)
        told = (ours.information_state if self._recall else ours.observation)(viewer)
        return "\n".join([told, *([] if state.ours.is_chance else state.notes)])

    def _viewer(self, player: int) -> int:
        return 0 if self._public else player + 1
