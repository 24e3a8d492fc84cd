"""Fields that not everybody sees: `var code: 0..9, seen by owner`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy
import pytest

from dsl.play.bots import make_bot
from dsl.play.features import Features
from dsl.play.simulate import wilson
from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.state import State

CODES = """
game "Codes" for 2 players

enum Colour: red, green, blue

each player has:
    var code: 0..1, seen by owner
    var tint: Colour, unlisted, seen by owner
    var guesses: 0..9

the table has:
    var trap: 1..6, seen by nobody

value worth of (p: Player): 0..9 = code of p + 1

action guess (n: 0..1) in turn:
    requires others: n = n else "never"
    raise guesses of me by 1
    if code of player 1 = n: end game won by player 2
    end game won by player 1
window turn "your turn"

main:
    random n from 0..1
    set code of player 1 to n
    random t from 1..6
    set trap to t
    set tint of player 1 to blue
    offer turn to player 2, no passing
"""


@cache
def game() -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(CODES, encoding="utf-8")
        return load(folder)


def begun(code: int, trap: int) -> State:
    state = game().start(2, 1, explicit_chance=True)
    state.apply_outcome(code)
    state.apply_outcome(trap)
    return state


def faces(state: State, seat: int) -> list[object]:
    session = Session(game(), state=state.clone(history=False))
    session.table.seat = seat
    typed = ("show", "show A", "why code of A", "why trap", "why worth of A", "why not guess 2")
    return [
        state.view(seat),
        state.observation(seat),
        Features(state.engine).row(state, seat),
        *(session.line(each).plain() for each in typed),
    ]


def test_nobody_is_told_what_is_hidden() -> None:
    told = [faces(begun(code, trap), 2) for code in (0, 1) for trap in (0, 5)]
    assert all(each == told[0] for each in told)
    assert faces(begun(0, 3), 1) == faces(begun(0, 5), 1) != faces(begun(1, 3), 1)
    assert dict(begun(1, 3).view(1).players[0].fields)["code"] == "1"
    assert dict(begun(1, 3).view(2).players[0].fields)["code"] == "?"
    assert dict(begun(1, 3).view().table.fields)["trap"] == "4"


def test_rows_stay_within_their_bounds() -> None:
    state = begun(1, 3)
    features = Features(state.engine)
    row = numpy.array(features.row(state, 2))
    assert numpy.all(numpy.array(features.low) <= row) and numpy.all(row <= numpy.array(features.high))


def test_what_is_hidden_is_imagined() -> None:
    found: Counter[str] = Counter()
    for key in range(200):
        twin = begun(1, 3).determinize(2, key)
        assert twin.view(2) == begun(1, 3).view(2)
        found[dict(twin.view().players[0].fields)["code"]] += 1
        assert dict(begun(1, 3).determinize(1, key).view().players[0].fields)["code"] == "1"
    assert min(found["0"], found["1"]) > 70


@pytest.mark.parametrize("bot", ["uct 16", "ismcts 16", "greedy 4"])
def test_nobody_guesses_better_than_chance(bot: str) -> None:
    won = 0
    for number in range(60):
        state = game().start(2, number)
        state.play_option(make_bot(bot, number).choose(state))
        won += state.returns()[1] == 1
    low, high = wilson(won, 60)
    assert low <= 0.5 <= high
