"""Random playouts of well-known games, beside other systems: one run, one process, one table.

    python -m tests.benchmarks.playouts [SECONDS [GAME ...]]

Every system plays whole games by uniformly random moves, driven from Python as its own documentation does it; each
gets the same time for each game, in turn. The figures are processor time. A system that is not installed, or has no
such game, is left out. Ours are

    reference   the interpreter that checks every step
    python      the generated Python, played as a simulation plays it: options, choose, run
    native      compiled C, with the choices made in Python: one call a decision
    in C        compiled C, whole games without coming back to Python; the choices are made by our own generator

The last column is how many times as fast the generated Python, a step of native and whole games in C are.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from dsl.backends.base import Chance
from dsl.backends.native.backend import Native
from dsl.diagnostics import RulesError
from dsl.machine.ir.ops import ASKING, STATUS
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
    "The Dark Order": ("dark_order", {}, {}),
    "gin rummy": ("gin_rummy", {}, {"OpenSpiel": "gin_rummy", "RLCard": "gin-rummy"}),
}


def ours(name: str, options: dict[str, int | str], kind: str) -> Play:
    """Our game, stepped on a backend for lists."""
    game = load(name, options=options)
    backend = game.engine(backend=kind).backend
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


def native(name: str, options: dict[str, int | str], kind: str) -> Play:
    """Our game as compiled C: `native` step by step, `in C` without coming back."""
    backend = load(name, options=options).engine(backend="native").backend
    assert isinstance(backend, Native)
    same = [0] * backend.machine.players

    def step(seed: int) -> int:
        pick, decisions = random.Random(seed).random, 0
        held = backend.fresh(seed)
        assert held is not None
        held.run()
        take, count = held.taking(), held.count
        while count:
            count = take(int(pick() * count))
            decisions += 1
        return decisions

    def roll(seed: int) -> int:
        held = backend.fresh(seed)
        assert held is not None
        return held.roll([(seed, 0)], same, 1_000_000)[0]

    return step if kind == "native" else roll


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


OURS: Final = {"reference": ours, "python": ours, "native": native, "in C": native}


def main(seconds: float, wanted: list[str]) -> None:
    """Print the table: a row a system; a game that is called by name, or all."""
    print(f"{'game':17} {'system':13} {'playouts/s':>11} {'decisions/s':>12} {'python, native, in C to it':>27}")
    for title, (name, options, others) in GAMES.items():
        if wanted and name not in wanted:
            continue
        rates: dict[str, tuple[float, float]] = {}
        for kind, make in OURS.items():
            with suppress(RulesError):  # without a C compiler
                rates[kind] = measure(make(name, options, kind), seconds)
        for system, theirs in others.items():
            with suppress(ImportError):
                rates[system] = measure(OTHERS[system](theirs), seconds)
        for system, rate in rates.items():
            ratios = [f"{rates[kind][0] / rate[0]:8.2f}" for kind in ("python", "native", "in C") if kind in rates]
            print(f"{title:17} {system:13} {rate[0]:11,.0f} {rate[1]:12,.0f} {'':3}{''.join(ratios)}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0, sys.argv[2:])
