"""What other ecosystems are told of a position: OpenSpiel, PettingZoo, Gymnasium, each as a seat meets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from twins.faces import Message, answered

from dsl.play.actions import Actions, of_texts
from dsl.runtime.game import Game
from dsl.runtime.state import State

Face = Callable[[State, int], Iterator[Message]]


def faces(game: Game, state: State) -> list[Face]:
    """The faces that are installed, for one game."""
    actions = of_texts(sorted({move.text for move in state.moves()}))
    found: list[Face] = []
    for make in (_openspiel, _pettingzoo, _gymnasium):
        try:
            found.append(make(game, actions, state.engine.machine.players))
        except ImportError:
            continue
    return found


def _openspiel(game: Game, actions: Actions, players: int) -> Face:
    from dsl.play.openspiel import _Kept, register

    name = f"twins_{abs(hash(game.title)) % 10**6}"
    spiel: Any = register(game, players=players, actions=actions, name=name)

    def told(state: State, seat: int) -> Iterator[Message]:
        ours: Any = spiel.new_initial_state()
        ours._kept = _Kept(name, state)
        yield "openspiel", "text", answered(lambda: ours)
        yield "openspiel", "player", answered(lambda: (ours.current_player(), ours.is_terminal(), ours.returns()))
        if not seat:
            return
        yield "openspiel", "information state", answered(lambda: ours.information_state_string(seat - 1))
        yield "openspiel", "observation", answered(lambda: ours.observation_string(seat - 1))
        yield "openspiel", "tensor", answered(lambda: ours.observation_tensor(seat - 1))
        yield "openspiel", "legal", answered(lambda: ours.legal_actions(seat - 1))
        if not ours.is_chance_node() and not ours.is_terminal():
            for action in ours.legal_actions(seat - 1):
                yield "openspiel", "action", answered(lambda action=action: ours.action_to_string(seat - 1, action))

    return told


def _pettingzoo(game: Game, actions: Actions, players: int) -> Face:
    from dsl.play.pettingzoo import TableEnv

    table: Any = TableEnv(game, players=players, actions=actions, render_mode="ansi")
    table.reset(seed=1)

    def told(state: State, seat: int) -> Iterator[Message]:
        if seat:
            table._ours = state
            table._ask()
            agent = f"player_{seat}"
            yield "pettingzoo", "observation", answered(lambda: _plain(table.observe(agent)))
            yield "pettingzoo", "info", answered(lambda: table.infos[agent])
            yield "pettingzoo", "asked", answered(lambda: (table.agent_selection, table.terminations, table.rewards))

    return told


def _gymnasium(game: Game, actions: Actions, players: int) -> Face:
    from dsl.play.gymnasium import SeatEnv

    seats: list[Any] = [SeatEnv(game, seat=n + 1, players=players, actions=actions) for n in range(players)]

    def told(state: State, seat: int) -> Iterator[Message]:
        if seat:
            env = seats[seat - 1]
            env._ours, env.render_mode = state, "ansi"
            env._legal = env.seats.numbered(state) if state.actor == seat else {}
            yield "gymnasium", "seen", answered(lambda: _plain(*env._seen()))
            yield "gymnasium", "render", answered(env.render)

    return told


def _plain(observation: dict[str, Any], info: object = None) -> object:
    """An observation as lists."""
    return {name: numbers.tolist() for name, numbers in observation.items()}, info
