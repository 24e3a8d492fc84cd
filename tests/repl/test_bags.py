"""Bags as people and programs meet them: drawings, explanations, views, rows, records and saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.play.features import Features
from dsl.repl.session import Session
from dsl.runtime.backends import BACKENDS
from dsl.runtime.errors import GameError
from dsl.runtime.game import Game, load

GAME = """\
game "Camp" for 2 players

enum Resource: wood "logs", water, food

kind Building:
    cost: bag of Resource up to 3
    var held: bag of Resource up to 9

card "Hut" is Building:
    cost {2 wood, water}
card "Well" is Building:
    cost {3 water}

each player has:
    zone hand: cards of Building
    var stock: bag of Resource up to 20 = {3 food}
    var debts: bag of Resource up to 999999

window turn "turn"
memory past, at most 9:
    debts of p for p in players
    stock of player 1

action build (b: Building in hand of me) in turn:
    requires room: me.stock <= {9 wood, 9 water, 9 food}
    pay b.cost from me.stock
    set b.held to me.stock
    move b to box

action gather (r: Resource) in turn:
    raise me.stock[r] by 2
    raise me.debts by {(7 * size of me.stock) wood, 90000 food}
    let b be me.stock
    until end of game_part:
        modify bonus of p to b when p is me
    say "{me} has {me.stock}, {b[water]} of it water"

action swap (r: Resource) in turn:
    pay 3 from me.stock[food] else "you need 3 food, and you have {me.stock}"
    pay {food} from me.stock
    remember past

value bonus of (p: Player): bag of Resource up to 20 = {}

action gone in turn:
    lower me.stock by {4 food}

procedure game_part:
    repeat at most 9 times:
        for each p in players:
            offer turn to p

main:
    move Building to hand of player 1
    game_part
    end game drawn
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game, loaded once."""
    path = tmp_path_factory.mktemp("camp") / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    return load(path)


@pytest.fixture
def session(game: Game) -> Session:
    """A session of the game."""
    made = Session(game)
    made.begin()
    return made


def say(session: Session, *lines: str) -> str:
    """The plain answer to the last of several lines."""
    answer = ""
    for line in lines:
        answer = session.line(line).plain()
    return answer


@pytest.mark.parametrize("backend", BACKENDS)
def test_values_read_as_they_are_written(game: Game, backend: str) -> None:
    """In the log, in views, in answers to `why`; empty bags are nothing."""
    state = game.start(2, seed=1, backend=backend)
    state.apply("gather logs")
    assert state.log()[-1] == "A has 2 logs, 3 food, 0 of it water"
    own = state.view(1).players[0]
    assert dict(own.fields) == {"stock": "2 logs, 3 food", "debts": "35 logs, 90000 food"}
    assert dict(state.view(2).players[1].fields)["debts"] == "nothing"
    assert state.why("stock of A").value == "2 logs, 3 food"
    assert state.why("cost of Hut").value == "2 logs, water"
    bonus = state.why("bonus of A")
    assert bonus.value == "2 logs, 3 food" and [part.value for part in bonus.parts] == ["nothing", "is 2 logs, 3 food"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_refusal_says_what_is_missing(game: Game, backend: str) -> None:
    """What is needed, what is there, and the shortfall; together with what is paid from the same bag before."""
    state = game.start(2, seed=1, backend=backend)
    found = state.explain("build Hut")
    assert (
        found.summary == "cost of Hut is 2 logs, water, and must be at most stock of A (3 food); missing: 2 logs, water"
    )
    unmet = found.failed[0]
    assert unmet.sides == (("cost of Hut", "2 logs, water"), ("stock of A", "3 food"), ("missing", "2 logs, water"))
    assert found.needed == "stock of A would need 2 logs, water more"
    room = next(each for each in found.requirements if each.name == "room")
    assert room.met and [words for words, _ in room.sides] == ["stock of A", "{9 wood, 9 water, 9 food}"]
    swap = state.explain("swap logs")
    assert [each.sides[-1] for each in swap.failed] == [("missing", "food")]
    assert "swap logs" not in [move.text for move in state.moves()]
    state.apply("gather food")
    state.apply("gather food")
    assert "swap logs" in [move.text for move in state.moves()]


@pytest.mark.parametrize("backend", BACKENDS)
def test_beyond_the_bounds_nothing_is_changed(game: Game, backend: str) -> None:
    """The error names the line, and the move is taken back."""
    state = game.start(2, seed=1, backend=backend)
    before = state.key()
    with pytest.raises(GameError, match=r"BOUND|bounds"):
        state.apply("gone")
    assert state.key() == before and dict(state.view(1).players[0].fields)["stock"] == "3 food"


@pytest.mark.parametrize("backend", BACKENDS)
def test_records_and_saves_keep_bags(game: Game, tmp_path: Path, backend: str) -> None:
    """Also long ones, and those that a lasting rule has captured."""
    state = game.start(2, seed=1, backend=backend)
    for text in ("gather logs", "gather water", "gather water", "gather food", "build Hut", "swap logs"):
        state.apply(text)
    again = game.replay(state.record(), backend=backend)
    assert again.key() == state.key() and again.position == state.position
    state.save(tmp_path / "save.json")
    restored = game.restore(tmp_path / "save.json", backend=backend)
    assert restored.position == state.position and restored.log() == state.log()
    assert restored.why("held of Hut").value == "water, 3 food"
    assert restored.undo() and restored.why("stock of B").value == "2 water, 5 food"


def test_both_backends_agree(game: Game) -> None:
    """The same positions, move by move."""
    states = [game.start(2, seed=4, backend=backend) for backend in BACKENDS]
    for number in range(16):
        moves = [[move.text for move in state.moves()] for state in states]
        assert all(texts == moves[0] for texts in moves)
        text = [each for each in moves[0] if each != "gone"][number % (len(moves[0]) - 1)]
        for state in states:
            state.apply(text)
        assert len({state.key() for state in states}) == 1


def test_rows_have_a_number_for_each_value(game: Game) -> None:
    """Within their bounds, which fit 32 bits."""
    state = game.start(2, seed=1)
    state.apply("gather logs")
    features = Features(state.engine)
    row = dict(zip(features.names, features.row(state, 1), strict=True))
    high = dict(zip(features.names, features.high, strict=True))
    assert row["logs in stock of A"] == 2 and row["food in stock of A"] == 3 and row["food in stock of B"] == 3
    assert row["food in debts of A"] == 90000 and high["water in debts of B"] == 999999
    assert high["water in stock of A"] == 20 and max(features.high) < 2**31
    assert features.size == len(features.row(state, 2)) == len(features.low)


def test_drawings_leave_empty_bags_out(session: Session) -> None:
    """Others read as they are written."""
    drawn = say(session, "gather logs", "show")
    assert "stock 2 logs, 3 food, debts 35 logs, 90000 food" in drawn and "nothing" not in drawn
    assert "cost 2 logs, water" in say(session, "show Hut")


def test_bags_are_changed_by_hand(session: Session) -> None:
    """As a text that names a bag, within the bound of each value."""
    assert "stock of A set to 4 logs, water" in say(session, "manual set stock of A to {4 logs, 1 water}")
    assert "stock of A set to nothing" in say(session, "manual set stock of A to nothing")
    assert "it holds 20 of each at most" in say(session, "manual set stock of A to 21 logs")
    for wrong in ("40 logs", "2 stone", "2 logs, logs", "-1 logs", "logs water", "3"):
        assert "set to" not in say(session, f"manual set stock of A to {wrong}"), wrong
    assert "stock of A = nothing" in say(session, "why stock of A")
