"""Random playouts of well-known games, beside other systems: one run, one process, one table.

    python -m tests.benchmarks.playouts [SECONDS [GAME ...]]

Every system plays whole games by uniformly random moves, the others driven from Python as their own documentation does
it; each gets the same time for each game, in turn. The figures are processor time. A system that is not installed, or
has no such game, is left out. Ours are

    reference   the interpreter that checks every step
    python      the generated Python, played as a simulation plays it: options, choose, run
    native      compiled C, with the choices made in Python: one call a decision
    in C        compiled C, many games in one call (`Game.rollouts`)
    limit       C written by hand for this one game (limit.c), which is what ours is held against

The last column is how many times as fast the generated Python, a step of native and games in C are. Behind each game
stands the aim, and a checksum of its first games in C: of every result, length and reason. Then come games a second in
a search: `uct` all in C, with its tree in Python, and OpenSpiel's MCTS bot, which is C++.
"""

from __future__ import annotations

import ctypes
import platform
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from dsl.backends.base import Chance
from dsl.backends.native.backend import Native
from dsl.diagnostics import RulesError
from dsl.machine.ir.ops import ASKING, STATUS
from dsl.play.bot import Dice
from dsl.play.uct import UctBot
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
    "hex 11x11": ("hex", {}, {"OpenSpiel": "hex"}),
    "gomoku 15x15": ("gomoku", {}, {}),
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
    """Our game as compiled C, step by step."""
    backend = load(name, options=options).engine(backend="native").backend
    assert isinstance(backend, Native)

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

    return step


def in_c(name: str, options: dict[str, int | str], seconds: float) -> tuple[float, float]:
    """Our games and decisions a second, many games in one call."""
    begin = load(name, options=options).beginning(backend="native")
    size, games, decisions = 1, 0, 0
    begin.rollouts(size, keep=False)
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        decisions += begin.rollouts(size, first=games, keep=False).decisions
        games += size
        size = min(2 * size, 100_000)
    return games / spent, decisions / spent


def checksum(name: str, options: dict[str, int | str]) -> str:
    """What tells the first games of seed 0 from any others."""
    found = load(name, options=options).rollouts(CHECKED, 0)
    return sha256(found.outcome.rows.tobytes()).hexdigest()[:12]


def limit(name: str, seconds: float) -> tuple[float, float] | None:
    """Games and decisions a second of C that was written by hand; None if there is none for a game."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    with TemporaryDirectory() as folder:
        made = Path(folder) / "limit.so"
        source = Path(__file__).with_name("limit.c")
        subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", made, source], check=True)
        try:
            play = ctypes.CDLL(str(made))[name]
        except AttributeError:
            return None
        play.restype, play.argtypes = ctypes.c_int64, [ctypes.c_int64]
        size, games, decisions, begun = 10_000, 0, 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            decisions += play(size)
            games += size
        return games / spent, decisions / spent


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


def searches(name: str, theirs: str, seconds: float) -> tuple[float, float, float]:
    """Games a second in a search from the beginning: all in C, with the tree in Python, and in OpenSpiel's C++."""
    rates: list[float] = []
    for inside in (True, False):
        state, games, spent, size = load(name).start(backend="native"), 0, 0.0, 50
        UctBot(Dice(1), 10, inside=inside).choose(state)
        while spent < seconds:
            begun = time.process_time()
            UctBot(Dice(games), size, inside=inside).choose(state)
            spent, games, size = spent + time.process_time() - begun, games + size, min(2 * size, 1_000)
        rates.append(games / spent)
    try:
        spiel: Any = import_module("pyspiel")
    except ImportError:
        return rates[0], rates[1], 0.0
    game, spent, games = spiel.load_game(theirs), 0.0, 0
    evaluator = spiel.RandomRolloutEvaluator(1, 7)
    while spent < seconds:
        bot = spiel.MCTSBot(
            game, evaluator, 1.0, SEARCHED, 1_000, False, 7, False
        )  # without proofs: all games are played
        begun = time.process_time()
        bot.step(game.new_initial_state())
        spent, games = spent + time.process_time() - begun, games + SEARCHED
    return rates[0], rates[1], games / spent


OURS: Final = {"reference": ours, "python": ours, "native": native}
AIMS: Final = {
    **{"tic-tac-toe": 6e6, "connect four": 2.6e6, "breakthrough 8x8": 170e3, "othello": 57e3, "hex 11x11": 95e3},
    **{"gomoku 15x15": 390e3, "chess": 3.2e3, "Kuhn poker": 15e6, "Leduc poker": 2e6, "hearts": 90e3},
}
"""Games a second that are aimed at."""
SEARCHED: Final = 200
CHECKED: Final = 100
_SPIEL: Final = ("tic_tac_toe", "connect_four", "othello", "breakthrough", "hex", "chess")


def machine() -> str:
    """The processor and the compiler."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    words = [names[0] if names else platform.processor(), f"Python {platform.python_version()}", "seed 0"]
    compiler = shutil.which("gcc")
    if compiler is not None:
        told = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
        words.insert(1, told.splitlines()[0])
    return "; ".join(words)


def main(seconds: float, wanted: list[str]) -> None:
    """Print the tables: a row a system; a game that is called by name, or all."""
    print(machine())
    print(f"{'game':17} {'system':13} {'playouts/s':>11} {'decisions/s':>12} {'python, native, in C to it':>27}")
    for title, (name, options, others) in GAMES.items():
        if wanted and name not in wanted:
            continue
        rates: dict[str, tuple[float, float]] = {}
        for kind, make in OURS.items():
            with suppress(RulesError):  # without a C compiler
                rates[kind] = measure(make(name, options, kind), seconds)
        with suppress(RulesError):
            rates["in C"] = in_c(name, options, seconds)
        for system, theirs in others.items():
            with suppress(ImportError):
                rates[system] = measure(OTHERS[system](theirs), seconds)
        by_hand = limit(name, seconds)
        if by_hand is not None:
            rates["limit"] = by_hand
        for system, rate in rates.items():
            ratios = [f"{rates[kind][0] / rate[0]:8.2f}" for kind in ("python", "native", "in C") if kind in rates]
            print(f"{title:17} {system:13} {rate[0]:11,.0f} {rate[1]:12,.0f} {'':3}{''.join(ratios)}", flush=True)
        if title in AIMS and "in C" in rates:
            print(f"{title:17} {'aim':13} {AIMS[title]:11,.0f} {'':12} {'':19}{rates['in C'][0] / AIMS[title]:8.2f}")
        print(f"{title:17} checksum of {CHECKED} games: {checksum(name, options)}", flush=True)
    print(f"{'search':17} {'in C':>11} {'Python tree':>12} {'OpenSpiel C++':>14} {'to it':>6}")
    for name in _SPIEL:
        if not wanted or name in wanted:
            inside, outside, theirs = searches(name, name, seconds)
            ratio = f"{inside / theirs:6.2f}" if theirs else ""
            print(f"{name:17} {inside:11,.0f} {outside:12,.0f} {theirs:14,.0f} {ratio}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0, sys.argv[2:])
