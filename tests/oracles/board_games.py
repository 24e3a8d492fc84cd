"""The board games of games/classics beside those of OpenSpiel: how a move of ours is called there.

Run as a script for the long runs, with tests/ on the path: `python -m oracles.board_games 2000` plays so many random
games of each, and counts deeper than the tests do.

The rules are the same; two things are told otherwise. Our othello is scored by stones, theirs is won or lost. In both
draughts a capture of several men is several decisions, so from depth 7 on counts differ from published ones, which take
it for one (179,255 for 179,740).
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Mapping
from typing import Any

from oracles.lockstep import Pair, play

from dsl.runtime.game import load
from dsl.runtime.moves import Move
from dsl.runtime.state import State
from dsl.tools.figures import perft


def squares(text: str) -> list[tuple[int, int]]:
    """The squares that a text names, as column and row from 0."""
    return [(ord(letter) - ord("a"), int(number) - 1) for letter, number in re.findall(r"\b([a-z])(\d+)\b", text)]


class Numbered(Pair):
    """Squares are numbered, row by row; one that is no square of a move is a pass, behind the last."""

    width = 3

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        for column, row in squares(move.text):
            return self.width * row + column
        return self.width * self.width


class Dropped(Pair):
    """A move is a column."""

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        return squares(move.text)[0][0]


class Upside(Pair):
    """Their first player sits at the far side; a capture has a star."""

    def action(self, ours: State, theirs: Any, move: Move) -> str:
        rows = self.theirs.get_parameters()["rows"]
        (column, row), (aside, ahead) = squares(move.text)
        captures = str(theirs).split()[ahead][1 + aside] != "."
        return f"{'abcdefgh'[column]}{rows - row}{'abcdefgh'[aside]}{rows - ahead}{'*' if captures else ''}"


class Walked(Pair):
    """From and to, without a word between them."""

    def action(self, ours: State, theirs: Any, move: Move) -> str:
        return "".join(f"{'abcdefgh'[column]}{row + 1}" for column, row in squares(move.text))


class Othello(Numbered):
    """Their result is who has more discs."""

    width = 8

    def returns(self, ours: State) -> list[float]:
        black, white = ours.returns()
        return [float((black > white) - (black < white)), float((white > black) - (white < black))]


class Hex(Numbered):
    width = 11


class Gomoku(Numbered):
    width = 15


class Amazons(Pair):
    """A move of ours is two actions of theirs, from and to; their rows are counted from above."""

    def action(self, ours: State, theirs: Any, move: Move) -> int | tuple[int, ...]:
        size = self.theirs.get_parameters()["board_size"]
        path = [size * (size - 1 - row) + column for column, row in squares(move.text)]
        return tuple(path) if len(path) > 1 else path[0]


def pair(name: str) -> Pair:
    """A game of ours beside theirs, by a name of PAIRS."""
    kind, ours, options, theirs = PAIRS[name]
    return kind(load(ours, options=options), theirs)


PAIRS: Mapping[str, tuple[type[Pair], str, dict[str, int], str]] = {
    "tic_tac_toe": (Numbered, "tic_tac_toe", {}, "tic_tac_toe"),
    "connect_four": (Dropped, "connect_four", {}, "connect_four"),
    "breakthrough": (Upside, "breakthrough", {}, "breakthrough"),
    "breakthrough 6x6": (Upside, "breakthrough", {"size": 6}, "breakthrough(rows=6,columns=6)"),
    "othello": (Othello, "othello", {}, "othello"),
    "hex": (Hex, "hex", {}, "hex"),
    "gomoku": (Gomoku, "gomoku", {}, "gomoku"),
    "draughts": (Walked, "draughts", {}, "checkers"),
    "amazons": (Amazons, "amazons", {}, "amazons"),
    "amazons 6x6": (Amazons, "amazons", {"size": 6}, "amazons(board_size=6)"),
}


DEEP: Mapping[str, tuple[str, dict[str, int], list[int]]] = {
    "connect_four": ("connect_four", {}, [7, 49, 343, 2_401, 16_807, 117_649, 823_536]),
    "othello": ("othello", {}, [4, 12, 56, 244, 1_396, 8_200, 55_092]),
    "hex 3x3": ("hex", {"size": 3}, [9, 72, 504, 3_024, 15_120, 54_720, 146_880, 207_360, 120_960]),
    "draughts": ("draughts", {}, [7, 49, 302, 1_469, 7_361, 36_768, 179_255]),
    "amazons": ("amazons", {}, [80, 2_176, 168_420]),
    "amazons 6x6": ("amazons", {"size": 6}, [40, 544, 19_936, 238_532]),
}
"""Counts that take longer than a test should; those of draughts, hex and amazons are of OpenSpiel."""


def main(games: int) -> None:
    """The long runs."""
    for name, (game, options, counts) in DEEP.items():
        begin = time.perf_counter()
        state = load(game, options=options).start()
        assert [perft(state, depth) for depth in range(1, 1 + len(counts))] == counts
        print(f"{name}: perft {len(counts)} is {counts[-1]:,}, {time.perf_counter() - begin:.0f} s", flush=True)
    for name in PAIRS:
        begin = time.perf_counter()
        report = play(pair(name), games, seed=1)
        seconds = time.perf_counter() - begin
        print(f"{name}: {report.games} games, {report.decisions} decisions, 0 differences, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
