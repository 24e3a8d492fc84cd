"""What UCT is worth: against a random player at connect four and breakthrough, against a perfect one at tic-tac-toe.

`python tests/benchmarks/uct.py 200 500 2` plays 200 games of each with 500 iterations in 2 processes and prints shares.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from dsl.play.bots import Bot, Dice, make_bot
from dsl.play.simulate import wilson
from dsl.runtime.game import load
from dsl.runtime.moves import Option
from dsl.runtime.state import State

GAMES: Mapping[str, tuple[str, dict[str, int]]] = {
    "connect four": ("connect_four", {}),
    "breakthrough 6x6": ("breakthrough", {"size": 6}),
}


class Perfect:
    """Takes any of the moves that are best, looking at everything that can follow; for small games of two players."""

    name = "perfect"

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)
        self.values: dict[str, int] = {}

    def choose(self, state: State) -> Option:
        """One of the best options."""
        sign = 3 - 2 * state.actor
        worth = {option: sign * self.value(_after(state, option)) for option in state.options()}
        best = [option for option, value in worth.items() if value == max(worth.values())]
        return best[self.dice.pick(len(best))]

    def value(self, state: State) -> int:
        """What player 1 gets if both play well."""
        if state.is_over:
            return state.returns()[0]
        key = state.key()
        if key not in self.values:
            after = [self.value(_after(state, option)) for option in state.options()]
            self.values[key] = max(after) if state.actor == 1 else min(after)
        return self.values[key]


def _after(state: State, option: Option) -> State:
    twin = state.clone(history=False)
    twin.play_option(option)
    return twin


def result(name: str, options: dict[str, int], iterations: int, opponent: str, backend: str, number: int) -> int:
    """What UCT gets in a game: 1, 0 or -1. It has the first seat in games with even numbers."""
    state = load(name, options=options, backend=backend).start()
    other: Bot = Perfect(number) if opponent == "perfect" else make_bot(opponent, 1_000_000 + number)
    uct = make_bot(f"uct {iterations}", number)
    seat = 1 + number % 2
    while state.actor:
        state.play_option((uct if state.actor == seat else other).choose(state))
    return state.returns()[seat - 1]


def results(
    name: str,
    options: dict[str, int],
    iterations: int,
    opponent: str,
    games: int,
    processes: int,
    backend: str = "python",
) -> list[int]:
    """The results of UCT in so many games."""
    play = partial(result, name, options, iterations, opponent, backend)
    if processes == 1:
        return [play(number) for number in range(games)]
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(play, range(games)))


def main(games: int, iterations: int, processes: int) -> None:
    """The long run."""
    for title, (name, options) in GAMES.items():
        begin = time.perf_counter()
        found = results(name, options, iterations, "random", games, processes, "auto")
        won, drawn = found.count(1), found.count(0)
        low, high = wilson(won, games)
        seconds = time.perf_counter() - begin
        print(
            f"{title}: uct {iterations} won {won} of {games} games against random ({won / games:.1%}, 95 %: {low:.1%}"
            f" to {high:.1%}), {drawn} drawn, {seconds:.0f} s",
            flush=True,
        )
    found = results("tic_tac_toe", {}, iterations, "perfect", games, processes, "auto")
    print(f"tic-tac-toe: uct {iterations} drew {found.count(0)} of {games} games against a perfect player")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
