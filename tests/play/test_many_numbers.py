"""A choice among thousands of numbers is one answer to type: it is told by its ends, and searches try some of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from auction import HIGHER
from backends.native_help import needs_compiler

from dsl import load
from dsl.play.bots import make_bot
from dsl.play.few import worth_trying
from dsl.repl.session import Session
from dsl.runtime.errors import MoveError
from dsl.runtime.game import Game
from dsl.runtime.information.seat import Seat
from dsl.runtime.reading.numbers import LISTED, ends, run_of
from dsl.table.picture import picture

EVEN = """\
    choose k from 1..5000 where k mod 2 = 0 by player 1 as "an even number"
    if none: leave
    set player 1.said to k
    end game"""
RULES = HIGHER.replace("    end game", EVEN)


@pytest.fixture(scope="module")
def higher(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("higher")
    (path / "game.rules").write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def game(higher: Path) -> Game:
    return load(higher, backend="python")


def numbers(texts: Sequence[int]) -> list[str]:
    return [str(each) for each in texts]


def test_what_is_a_range() -> None:
    assert run_of(numbers(range(20, 5001))) == (20, 5000) and ends((20, 5000)) == "from 20 to 5,000"
    assert run_of(numbers(range(-50, 51))) == (-50, 50)
    assert run_of(numbers(range(LISTED))) is None, "as many are listed"
    assert run_of(numbers(range(LISTED + 1))) == (0, LISTED)
    assert run_of(numbers([*range(40), 41])) is None and run_of([*numbers(range(40)), "pass"]) is None
    assert run_of([f"bid {n}" for n in range(99)]) is None and run_of([]) is None


@pytest.mark.parametrize("backend", ["reference", pytest.param("native", marks=[needs_compiler, pytest.mark.slow])])
def test_backends_offer_the_same(higher: Path, game: Game, backend: str) -> None:
    state = load(higher, backend=backend).start(2, seed=1)
    assert state.options() == game.start(2, seed=1).options() == [(n,) for n in range(20, 5001)]


def test_it_is_typed_in_the_session(game: Game) -> None:
    """The prompt tells the ends, also where all moves are asked for; what lies beyond them is answered with them."""
    session = Session(game, seed=1)
    asked = session.line("moves").plain()
    assert "from 20 to 5,000: type a number" in asked and "4999" not in asked
    assert "3 cannot be chosen: a number from 20 to 5,000 can" in session.line("3").plain()
    assert "A: 4321" in session.line("4321").plain()


def test_what_is_no_number_is_no_range(game: Game) -> None:
    state = game.start(2, seed=1)
    with pytest.raises(MoveError, match="not a move here"):
        state.apply("many")
    with pytest.raises(MoveError, match="a number from 20 to 5,000 can"):
        state.apply("-7")


def test_a_page_gets_the_ends(game: Game) -> None:
    state = game.start(2, seed=1)
    sent = picture(Seat(state, 1))
    assert (sent["numbers"], sent["moves"], sent["more"]) == ((20, 5000), [], 0)
    assert picture(Seat(state, 2))["numbers"] is None, "who is not asked is told nothing"
    state.apply("700")
    state.apply("800")
    sent = picture(Seat(state, 1))
    assert sent["numbers"] is None and (len(sent["moves"]), sent["more"]) == (2000, 500)


def test_searches_try_a_dozen(game: Game) -> None:
    state = game.start(2, seed=1)
    assert [n for (n,) in worth_trying(state)] == [20, 40, 80, 160, 320, 640, 1280, 2510, 2560, 5000]
    for words in ("greedy", "greedy 1", "uct 20", "ismcts 20"):
        assert make_bot(words, 1).choose(state) in worth_trying(state)
    assert len({make_bot("random", seed).choose(state) for seed in range(20)}) > 15


def test_a_record_keeps_the_number(game: Game) -> None:
    state = game.start(2, seed=1)
    state.apply("4999")
    assert game.replay(state.record()).played == state.played
    assert state.view(None).players[0].fields == (("said", "4999"),)
