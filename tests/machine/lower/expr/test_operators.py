"""expr/operators.py: arithmetic, logic, questions of kind, and what is known of the end of the game."""

from __future__ import annotations

import pytest
from machine.common import Play
from machine.lowered import lowered, written

TEXT = """
kind Unit:
    var hurt: 0..9
kind Elite is Unit
kind Tool
the table has:
    var n, k: -20..99
    var over_is, drawn_is, asked: yes/no
    var who: Player or none
    var it: Piece or none
card "Ann" is Unit
card "Bob" is Elite, 2 copies
card "Saw" is Tool
each player has:
    var points: -9..9
value sums: -999..9999 = n + k * 2 - 3
value quotient: -999..999 = n / 7
value rest: -999..999 = n mod 7
value turned: -999..999 = -n
value size_of: 0..999 = abs(n)
value least: -99..99 = min(n, k, 3)
value most: -99..99 = max(n, k, 3)
value order: 0..1 = (if n < k and not (n = 3 or k <= 4) then 1 else 0)
value folded: 0..99 = abs(-4) + 2 * 3 + (if 2 > 1 then 5 else n)
value kind_of: 0..9 = (if it is Elite then 4 else 0) + (if it is Unit then 2 else 0) + (if it is Tool then 1 else 0)
value won_by: 0..9 = (if winner is none then 0 else seat of winner)
value end_is: 0..9 = (if over then 1 else 0) + (if drawn then 2 else 0)
main:
    choose one by player 1:
        option "a": end game won by player 2
        option "b": end game drawn
        option "c": end game scored by points
"""


@pytest.fixture(scope="module")
def game() -> Play:
    """The game at its question."""
    return Play(lowered(TEXT))


def put(game: Play, name: str, number: int) -> None:
    """Write a field of the table."""
    game.S[next(each.base for each in game.machine.names.fields if each.name == name)] = number


@pytest.mark.parametrize(
    ("value", "n", "k", "result"),
    [
        ("sums", 4, 5, 11),
        ("quotient", 15, 0, 2),
        ("quotient", -15, 0, -3),
        ("rest", 15, 0, 1),
        ("rest", -15, 0, 6),
        ("turned", 15, 0, -15),
        ("size_of", -15, 0, 15),
        ("least", 4, 5, 3),
        ("least", 4, -5, -5),
        ("most", 4, 5, 5),
        ("most", 1, 2, 3),
        ("order", 4, 5, 1),
        ("order", 3, 5, 0),
        ("order", 2, 4, 0),
        ("order", 5, 5, 0),
        ("folded", 0, 0, 15),
    ],
)
def test_numbers(game: Play, value: str, n: int, k: int, result: int) -> None:
    """Quotients are rounded down, and the rest goes with it."""
    put(game, "n", n)
    put(game, "k", k)
    assert game.value(value) == result


def test_what_is_known_is_worked_out_beforehand() -> None:
    """Constants are folded, and several arguments are one after the other."""
    assert written(lowered(TEXT), "value folded") == "return 15"
    assert written(lowered(TEXT), "value most") == "return max(max(S[n], S[k]), 3)"


@pytest.mark.parametrize(("piece", "kinds"), [("", 0), ("Ann", 2), ("Bob", 6), ("Saw", 1)])
def test_kinds_are_ranges_of_numbers(game: Play, piece: str, kinds: int) -> None:
    """None is of no kind."""
    put(game, "it", game.entity(piece) if piece else 0)
    assert game.value("kind_of") == kinds


@pytest.mark.parametrize(
    ("points", "choice", "winner", "end"),
    [
        ((0, 0), None, 0, 0),
        ((0, 0), 0, 2, 1),
        ((0, 0), 1, 0, 3),
        ((3, -2), 2, 1, 1),
        ((-2, -1), 2, 2, 1),
        ((4, 4), 2, 0, 3),
    ],
)
def test_how_the_game_ended(points: tuple[int, int], choice: int | None, winner: int, end: int) -> None:
    """The one who alone has the highest result; nobody before the end."""
    game = Play(lowered(TEXT))
    base = next(each.base for each in game.machine.names.fields if each.name == "points")
    game.S[base + 1], game.S[base + 2] = points
    if choice is not None:
        game.choose((choice,))
    assert (game.value("won_by"), game.value("end_is")) == (winner, end)


@pytest.mark.parametrize(("points", "won"), [(3, 1), (0, 0), (-1, 0)])
def test_a_player_alone_wins_above_nothing(points: int, won: int) -> None:
    """And has drawn with nothing."""
    text = f'game "Alone" for 1 player\n{TEXT.replace("player 2", "player 1")}'
    game = Play(lowered(text, 1))
    game.S[next(each.base for each in game.machine.names.fields if each.name == "points") + 1] = points
    game.choose((2,))
    assert (game.value("won_by"), game.value("end_is") == 3) == (won, points == 0)
