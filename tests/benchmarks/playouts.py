"""Random playouts of well-known games, beside other systems: one run, one process, one table.

    python -m tests.benchmarks.playouts [SECONDS]

Every system plays whole games by uniformly random moves, driven from Python as its own documentation does it; each
gets the same time for each game, in turn. The figures are processor time. A system that is not installed, or has no
such game, is left out. Ours is the generated Python, played as a simulation plays it: options, choose, run.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from dsl.backends.base import Chance
from dsl.machine.ops import ASKING, STATUS
from dsl.runtime.chance import draw
from dsl.runtime.game import load

Play = Callable[[int], int]
"""Plays one game from a seed and says how many decisions it had."""

# our game, options, and what the others call it
GAMES: Final[dict[str, tuple[str, dict[str, int | str], dict[str, str]]]] = {
    "tic-tac-toe": ("tic_tac_toe", {}, {"OpenSpiel": "tic_tac_toe", "PettingZoo": "tictactoe_v3"}),
    "connect four": ("connect_four", {}, {"OpenSpiel": "connect_four", "PettingZoo": "connect_four_v3"}),
    "breakthrough 8x8": ("breakthrough", {}, {"OpenSpiel": "breakthrough"}),
    "othello": ("othello", {}, {"OpenSpiel": "othello"}),
    "chess": ("chess", {}, {"OpenSpiel": "chess", "PettingZoo": "chess_v6", "python-chess": "chess"}),
    "Kuhn poker": ("kuhn_poker", {}, {"OpenSpiel": "kuhn_poker"}),
    "Leduc poker": (
        "leduc_poker",
        {},
        {"OpenSpiel": "leduc_poker", "PettingZoo": "leduc_holdem_v4", "RLCard": "leduc-holdem"},
    ),
    "hearts": ("hearts", {}, {"OpenSpiel": "hearts"}),
    "gin rummy": ("gin_rummy", {}, {"OpenSpiel": "gin_rummy", "RLCard": "gin-rummy"}),
}


def ours(name: str, options: dict[str, int | str]) -> Play:
    """Our game on the generated Python."""
    game = load(name, options=options)
    backend = game.engine().backend
    env = Chance(backend.machine, draw)

    def play(seed: int) -> int:
        pick, decisions = random.Random(seed).random, 0
        position = backend.new_position(seed)
        backend.run(position, env)
        while position[STATUS] == ASKING:
            options = backend.options(position)
            backend.choose(position, options[int(pick() * len(options))])
            backend.run(position, env)
            decisions += 1
        return decisions

    return play


def open_spiel(name: str) -> Play:
    """OpenSpiel's game, driven from Python."""
    game: Any = import_module("pyspiel").load_game(name)

    def play(seed: int) -> int:
        pick, decisions = random.Random(seed).random, 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return play


def petting_zoo(name: str) -> Play:
    """PettingZoo's environment with its action mask."""
    env: Any = import_module(f"pettingzoo.classic.{name}").env()

    def play(seed: int) -> int:
        pick, decisions = random.Random(seed).random, 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(pick() * len(legal))]))
            decisions += 1
        return decisions

    return play


def rl_card(name: str) -> Play:
    """RLCard's environment, stepped by hand."""
    env: Any = import_module("rlcard").make(name)

    def play(seed: int) -> int:
        pick, decisions = random.Random(seed).random, 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(pick() * len(legal))])
            decisions += 1
        return decisions

    return play


def python_chess(name: str) -> Play:
    """python-chess: a board, its legal moves, the end by any rule that can be claimed."""
    chess: Any = import_module(name)

    def play(seed: int) -> int:
        pick, decisions = random.Random(seed).random, 0
        board = chess.Board()
        while not board.is_game_over(claim_draw=True):
            moves = list(board.legal_moves)
            board.push(moves[int(pick() * len(moves))])
            decisions += 1
        return decisions

    return play


OTHERS: Final[dict[str, Callable[[str], Play]]] = {
    "OpenSpiel": open_spiel,
    "PettingZoo": petting_zoo,
    "RLCard": rl_card,
    "python-chess": python_chess,
}


def measure(play: Play, seconds: float) -> tuple[float, float]:
    """Playouts and decisions a second of processor time."""
    play(0)  # what is loaded once is not counted
    games = decisions = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds or not games:
        games += 1
        decisions += play(games)
    return games / spent, decisions / spent


def main(seconds: float) -> None:
    """Print the table: a row a system, with the ratio of our playouts to its own."""
    print(f"{'game':17} {'system':13} {'playouts/s':>11} {'decisions/s':>12} {'ours to it':>11}")
    for title, (name, options, others) in GAMES.items():
        try:
            first = measure(ours(name, options), seconds)
        except Exception as error:  # a game that is not there yet
            print(f"{title:17} rulewright    {type(error).__name__}")
            continue
        print(f"{title:17} {'rulewright':13} {first[0]:11,.0f} {first[1]:12,.0f}")
        for system, theirs in others.items():
            try:
                rates = measure(OTHERS[system](theirs), seconds)
            except ImportError:
                print(f"{'':17} {system:13} {'not here':>11}")
                continue
            print(f"{'':17} {system:13} {rates[0]:11,.0f} {rates[1]:12,.0f} {first[0] / rates[0]:11.2f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
