"""Texts agree with the numbers in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.runtime.agreeing import agreeing

TEXT = """game "Coins" for 1 player
each player has:
    var coins: 0..9
main:
    for i from 1 to 2:
        raise coins of player 1 by 1
        say "{player 1} has {coins of player 1} coin(s), {i} (city|cities) (all of them)."
    choose n from 1..2 by player 1 as "{coins of player 1 - 1} coin(s)?"
"""


@pytest.mark.parametrize(
    ("words", "number", "read"),
    [
        (" token(s)", 1, " token"),
        (" token(s)", 0, " tokens"),
        (" (city|cities)", 1, " city"),
        (" (city|cities)", 2, " cities"),
        (" piece(s) (two)", 2, " pieces (two)"),
    ],
)
def test_words_behind_a_number(words: str, number: int, read: str) -> None:
    assert agreeing(words, number) == read


def test_the_log_and_questions_agree(tmp_path: Path) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(TEXT, encoding="utf-8")
    state = dsl.load(path).start()
    assert state.log() == ["A has 1 coin, 1 city (all of them).", "A has 2 coins, 2 cities (all of them)."]
    assert state.prompt() == "1 coin?"
