"""Searches among guesses: games a second with the tree in C and in Python, and matches of one against the other.

`python -m tests.benchmarks.guesses 2` prints games a second of processor time (2 seconds for each figure) in a decision
early in a game. `python -m tests.benchmarks.guesses match hearts ismcts 0.05 100` plays 100 games with 0.05 seconds
for each decision: in each game one side has its tree in C, the other in Python, and they change seats.
"""

from __future__ import annotations

import sys
import time
from typing import Final

from dsl.play.bot import Dice, play_on
from dsl.play.bots import make_bot
from dsl.play.ismcts import IsmctsBot
from dsl.play.simulate import wilson
from dsl.play.uct import UctBot
from dsl.runtime.game import load
from dsl.runtime.state import State

GAMES: Final = {
    **{"kuhn_poker": 0, "leduc_poker": 0, "hearts": 20, "hanabi": 3, "dark_order": 10, "dark_eden": 10, "enclave": 10},
    **{"doom": 10, "siege": 10},
}
"""Games, and how many decisions are made before the search."""


def early(name: str, made: int) -> State:
    """A position early in a game, in which there is something to decide."""
    state, dice = load(name).start(seed=1, backend="native"), [Dice(5)]
    play_on(state, dice, made)
    while len(state.options()) < 2:
        play_on(state, dice, 1)
    return state


def pace(state: State, kind: type[UctBot | IsmctsBot], seconds: float, *, inside: bool) -> float:
    """Games a second of processor time in searches of 1,000 games."""
    kind(Dice(0), 50, inside=inside).choose(state)
    games, spent, size = 0, 0.0, 1_000 if inside else 200
    while spent < seconds:
        begun = time.process_time()
        kind(Dice(games), size, inside=inside).choose(state)
        games, spent = games + size, spent + time.process_time() - begun
    return games / spent


def match(name: str, words: str, seconds: float, games: int) -> None:
    """The tree in C against the tree in Python, with equal time for each decision."""
    won = drawn = 0.0
    for number in range(games):
        state = load(name).start(2, seed=number // 2, backend="native")
        mine = 1 + number % 2
        bots = [make_bot(f"{words}:{seconds}s", 64 * number + seat) for seat in (1, 2)]
        for seat, bot in enumerate(bots, 1):
            assert isinstance(bot, UctBot | IsmctsBot)
            bot.inside = seat == mine
        while state.actor:
            state.play_option(bots[state.actor - 1].choose(state))
        results = state.returns()
        won += results[mine - 1] > results[2 - mine]
        drawn += results[0] == results[1]
    low, high = wilson(won + drawn / 2, games)
    print(
        f"{name} {words} {seconds} s: in C won {won:.0f} of {games}, {drawn:.0f} drawn; share {low:.1%} to {high:.1%}"
    )


def main(seconds: float) -> None:
    """The table."""
    print(f"{'game':14} {'search':7} {'in C':>10} {'in Python':>10} {'gain':>6}")
    for name, made in GAMES.items():
        state = early(name, made)
        for kind in (IsmctsBot, UctBot):
            inside, outside = (pace(state, kind, seconds, inside=each) for each in (True, False))
            words = kind.__name__.removesuffix("Bot").lower()
            print(f"{name:14} {words:7} {inside:10,.0f} {outside:10,.0f} {inside / outside:6.1f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["match"]:
        match(sys.argv[2], sys.argv[3], float(sys.argv[4]), int(sys.argv[5]))
    else:
        main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
