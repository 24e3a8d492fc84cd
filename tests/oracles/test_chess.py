"""Chess beside what is known of it: counts of moves from standard positions, and random games beside python-chess."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

import pytest
from breadth import many

from dsl.runtime.game import Game, load
from dsl.runtime.moves import Move
from dsl.runtime.proving import scenario_state
from dsl.tools.figures import perft

CHESS = Path(__file__).parent.parent.parent / "games" / "classics" / "chess"
LONGEST = 1_000
"""Moves after which a random game is left off."""


@pytest.fixture(scope="module")
def game() -> Game:
    """The rules of chess, with the positions of its scenarios."""
    return load(CHESS, scenarios=True)


def test_the_beginning(game: Game) -> None:
    """20, 400, 8,902: agreed on by every program."""
    state = game.start()
    assert [perft(state, depth) for depth in (1, 2, 3)] == [20, 400, 8_902]


@pytest.mark.parametrize(
    ("title", "counts"),
    [
        ("Kiwipete", [48, 2_039]),
        ("position 3", [14, 191, 2_812]),
        ("position 4", [6, 264, 9_467]),
        ("position 5", [44, 1_486]),
        ("position 6", [46, 2_079]),
    ],
)
def test_standard_positions(game: Game, title: str, counts: list[int]) -> None:
    """Castling, taking in passing, promotion and pins, all at once."""
    state = scenario_state(game, title)
    assert state is not None
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def uci(move: Move, white: bool) -> str:
    """A move as chess programs write it."""
    words = move.text.split()
    match words:
        case ["move", start, "to", end]:
            return start + end
        case ["promote", start, "to", end, "into", man]:
            return start + end + ("n" if man == "knight" else man[0])
        case ["castle", "to", way]:
            rank = "1" if white else "8"
            return f"e{rank}{'g' if way == 'east' else 'c'}{rank}"
        case ["take", "in", "passing", "from", start]:
            return start + "*"
        case _:
            raise AssertionError(move.text)


def play_beside(game: Game, seed: int) -> str:
    """One random game in lockstep; how it ended."""
    import chess

    chance = random.Random(seed)
    board, state = chess.Board(), game.start(seed=seed)
    for _ in range(LONGEST):
        ended = ending(board)
        assert state.is_over == (ended != ""), (board.fen(), ended)
        if ended:
            results = {"1-0": (1, -1), "0-1": (-1, 1)}
            assert tuple(state.returns()) == results.get(ended, (0, 0)), board.fen()
            return ended
        legal = {other.uci(): other for other in board.legal_moves}
        by_sign = {(sign[:2] + "*" if board.is_en_passant(other) else sign): other for sign, other in legal.items()}
        moves = {uci(move, board.turn): move for move in state.moves()}
        assert sorted(moves) == sorted(by_sign), board.fen()
        sign = chance.choice(sorted(moves))
        board.push(by_sign[sign])
        state.apply(moves[sign])
    return "left off"


def ending(board: object) -> str:
    """How a game has ended by our rules: mate, stalemate, too few men, fifty moves, three times the
    same; empty if it has not."""
    import chess

    assert isinstance(board, chess.Board)
    if board.is_checkmate():
        return "0-1" if board.turn else "1-0"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "dead position"
    if board.is_fifty_moves():
        return "fifty moves"
    return "repetition" if board.is_repetition(3) else ""


@pytest.mark.wide
@pytest.mark.parametrize("number", range(many(3, 12)))
def test_random_games_beside_python_chess(game: Game, number: int, rotating: int) -> None:
    """At every position the same moves, the same end and the same result."""
    play_beside(game, rotating * 100 + number)


DEEP = {
    "": (5, 4_865_609),
    "Kiwipete": (4, 4_085_603),
    "position 3": (4, 43_238),
    "position 4": (4, 422_333),
    "position 5": (4, 2_103_487),
    "position 6": (4, 3_894_594),
}
"""Known counts that take too long for a test: from the beginning, and from the standard positions."""


def main(games: int) -> None:
    """The long runs, in C if there is a compiler."""
    rules = load(CHESS, scenarios=True, backend="auto")
    for title, (depth, count) in DEEP.items():
        state = scenario_state(rules, title) if title else rules.start()
        assert state is not None and perft(state, depth) == count, title
        print(f"{title or 'the beginning'}: perft {depth} is {count:,}", flush=True)
    print(Counter(play_beside(rules, seed) for seed in range(1000, 1000 + games)))


if __name__ == "__main__":  # python tests/oracles/test_chess.py 2000
    main(int(sys.argv[1]))
