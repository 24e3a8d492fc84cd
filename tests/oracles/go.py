"""Go beside OpenSpiel's, and beside a second telling of its rules for positions that must not come back.

Run as a script for the long runs, with tests/ on the path: `python -m oracles.go 2000` plays so many random games on
each size. OpenSpiel forbids only that a ko is taken back at once; a game whose position comes back is drawn there.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from oracles.board_games import squares
from oracles.lockstep import Pair, play

from dsl.runtime.game import load
from dsl.runtime.moves import Move
from dsl.runtime.state import State

SIZES = (3, 5, 9, 13, 19)
Board = tuple[int, ...]
"""By row and column: 0 empty, 1 black, 2 white."""


class Go(Pair):
    """Crossings are numbered, row by row; a pass is behind the last. Random games seldom pass: they are to be long."""

    def __init__(self, size: int, backend: str = "auto") -> None:
        options: dict[str, int | str] = {"size": size, "repetition": "drawn_game"}
        super().__init__(load("go", options=options, backend=backend), f"go(board_size={size})")
        self.size = size
        self.ends: Counter[str] = Counter()

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        for column, row in squares(move.text):
            return self.size * row + column
        return self.size * self.size

    def pick(self, ours: State, choices: Sequence[tuple[str, ...]], dice: Random) -> int:
        placed = [index for index, (text,) in enumerate(choices) if text != "pass"]
        return dice.choice(placed) if placed and dice.random() < 0.98 else dice.randrange(len(choices))

    def returns(self, ours: State) -> list[float]:
        found = super().returns(ours)
        self.ends["drawn" if found == [0.0, 0.0] else "scored"] += ours.is_over
        return found


class Referee:
    """The rules of Go with positional superko, told once more: what may be placed where, and who has won."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.board: Board = (0,) * size * size
        self.seen: set[Board] = {self.board}
        self.to_move = 1
        self.passes = self.turns = 0
        self.beside = [
            [self.size * r + c for r, c in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)) if 0 <= r < size > c >= 0]
            for y in range(size)
            for x in range(size)
        ]

    def group(self, board: Sequence[int], at: int) -> tuple[set[int], set[int]]:
        """What is joined to a crossing by its own colour, and what lies round that."""
        joined, todo, border = {at}, [at], set[int]()
        while todo:
            for other in self.beside[todo.pop()]:
                if board[other] != board[at]:
                    border.add(other)
                elif other not in joined:
                    joined.add(other)
                    todo.append(other)
        return joined, border

    def placed(self, at: int) -> Board | None:
        """The board after a stone; None if it may not be placed."""
        board = list(self.board)
        if board[at]:
            return None
        board[at] = self.to_move
        for other in self.beside[at]:
            if board[other] == 3 - self.to_move:
                joined, border = self.group(board, other)
                if all(board[each] for each in border):
                    for each in joined:
                        board[each] = 0
        _, border = self.group(board, at)
        after = tuple(board)
        return None if all(board[each] for each in border) or after in self.seen else after

    def moves(self) -> set[int]:
        """Where the player to move may place a stone; the pass is -1."""
        return {-1, *(at for at in range(len(self.board)) if self.placed(at) is not None)}

    def play(self, at: int) -> None:
        """One turn."""
        after = self.placed(at) if at >= 0 else self.board
        assert after is not None
        self.board, self.to_move, self.turns = after, 3 - self.to_move, self.turns + 1
        self.passes = self.passes + 1 if at < 0 else 0
        self.seen.add(after)

    @property
    def is_over(self) -> bool:
        """Two passes, or too many turns."""
        return self.passes == 2 or self.turns == 2 * len(self.board)

    def area(self, player: int) -> int:
        """Own stones, and empty crossings that only they look upon."""
        found = self.board.count(player)
        for at, stone in enumerate(self.board):
            if not stone:
                _, border = self.group(self.board, at)
                found += {self.board[each] for each in border} == {player}
        return found


def referee(size: int, games: int, seed: int) -> int:
    """Play random games where no position comes back beside the second telling; the number of decisions compared."""
    game, decisions = load("go", options={"size": size, "komi": 0}), 0
    for number in range(games):
        dice = Random(f"{seed} {number}")
        ours, theirs = game.start(2, number), Referee(size)
        while not theirs.is_over:
            found = {_place(move, size): move for move in ours.moves()}
            assert set(found) == theirs.moves(), f"size {size}, seed {seed}, game {number}: the moves differ"
            placed = sorted(found)[1:]
            at = dice.choice(placed) if placed and dice.random() < 0.97 else -1
            ours.apply(found[at])
            theirs.play(at)
            decisions += 1
        black_wins = theirs.area(1) > theirs.area(2)
        assert ours.is_over and ours.returns() == ([1, -1] if black_wins else [-1, 1])
    return decisions


def _place(move: Move, size: int) -> int:
    return next((size * row + column for column, row in squares(move.text)), -1)


def main(games: int) -> None:
    """The long runs."""
    for size in SIZES:
        begin, pair = time.perf_counter(), Go(size)
        report = play(pair, games, seed=1)
        seconds = time.perf_counter() - begin
        told = f"{report.games} games, {report.decisions} decisions, 0 differences, {dict(pair.ends)}"
        print(f"go {size}: {told}, {seconds:.0f} s", flush=True)
    for size in (2, 3, 4, 5):
        print(f"superko {size}: {games} games, {referee(size, games, 1)} decisions, 0 differences", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
