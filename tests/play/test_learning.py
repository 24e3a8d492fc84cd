"""What learning programs read: tables of actions, rows of numbers, environments of PettingZoo and Gymnasium."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest
import shared
from gymnasium.utils.env_checker import check_env

from dsl.play.actions import Actions, collect, of_texts
from dsl.play.extras import needed
from dsl.play.features import Features
from dsl.play.gymnasium import SeatEnv
from dsl.play.pettingzoo import TableEnv, env
from dsl.runtime.chance import draw
from dsl.runtime.game import Game, load
from dsl.runtime.moves import Handle, Move

with warnings.catch_warnings():  # it imports examples of its own, and warns of them
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

RULES = Path(__file__).parents[1] / "oracles" / "games"
HIGH = Path(__file__).parents[1] / "runtime" / "high"
GAMES = {
    "noughts": RULES / "noughts.rules",
    "three cards": RULES / "three_cards.rules",
    "high card": HIGH,
    "dark order": "dark_order",
}

# PettingZoo's test thinks that masks belong elsewhere, and Gymnasium's that an environment has to be registered.
tolerant = pytest.mark.filterwarnings("ignore:.*(NumPy array|gymnasium.spaces.box|render modes).*:UserWarning")


@cache
def game_of(name: str) -> tuple[Game, Actions]:
    game = shared.game("dark_order") if name == "dark order" else load(GAMES[name])
    return game, collect(game, games=1 if name == "dark order" else 50)


# ---- actions ----


def moves(*texts: str) -> list[Move]:
    return [Move(text, Handle((number,)), number + 1) for number, text in enumerate(texts)]


def test_texts_have_their_numbers_everywhere() -> None:
    table = of_texts(["pass", "bet", "bet"], spare=4)
    assert table.texts == ("bet", "pass") and table.size == 6
    assert [move.text for move in table.number(moves("pass", "bet")).values()] == ["bet", "pass"]
    assert list(table.number(moves("pass"))) == [1] and table.text(1) == "pass" and table.text(5) == "action 5"


def test_new_texts_get_spare_numbers_whatever_their_order() -> None:
    table = of_texts(["pass"], spare=3)
    one, other = table.number(moves("x", "pass", "y", "z")), table.number(moves("z", "y", "x", "pass"))
    assert {n: move.text for n, move in one.items()} == {n: move.text for n, move in other.items()}
    assert set(one) == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="4 moves are not in the table"):
        table.number(moves("w", "x", "y", "z"))


def test_a_table_is_the_same_every_time() -> None:
    game, actions = game_of("noughts")
    assert actions.texts == tuple(f"mark {row} {column}" for row in (1, 2, 3) for column in (1, 2, 3))
    assert collect(game) == actions
    assert game_of("three cards")[1].texts == ("bet", "pass")


# ---- rows ----


@pytest.mark.parametrize("name", GAMES)
def test_rows_keep_their_bounds_and_their_secrets(name: str) -> None:
    """What a player cannot see changes nothing in the row."""
    game, _ = game_of(name)
    for players in {game.players[0], game.players[-1]}:
        state = game.start(players, 5)
        features = Features(state.engine)
        low, high = numpy.array(features.low), numpy.array(features.high)
        assert len(features.names) == len(low) == len(high) == features.size
        for number in range(40):
            for viewer in range(players + 1):
                row = numpy.array(features.row(state, viewer))
                assert numpy.all(low <= row) and numpy.all(row <= high)
                twin = state.determinize(viewer, draw(number, viewer, 0, 1 << 32))
                assert features.row(twin, viewer) == row.tolist()
            if state.is_over:
                break
            state.apply(draw(9, number, 0, len(state.moves())))


def test_a_row_tells_what_is_seen() -> None:
    game, _ = game_of("three cards")
    state = game.start(seed=1)
    features = Features(state.engine)
    own = dict(zip(features.names, features.row(state, 1), strict=True))
    other = dict(zip(features.names, features.row(state, 2), strict=True))
    assert own["viewer"] == 1 and other["viewer"] == 2 and own["asked"] == other["asked"] == 1
    cards = ("Jack", "Queen", "King")
    card = state.view(1).players[0].zones[0].items[0].name
    assert own["card in hand of A (1)"] == 2 + cards.index(card) and other["card in hand of A (1)"] == 1
    assert own["pot of A"] == 1 and own["card in deck (1)"] == 1 and own["card in deck (2)"] == 0


def test_copies_are_alike_in_rows() -> None:
    """Zones without order are sorted by what is seen: who holds which copies changes nothing."""
    game, _ = game_of("high card")
    state = game.start(2, 1)
    features = Features(state.engine)
    rows: dict[tuple[str, ...], list[int]] = {}
    for seed in range(30):
        state = game.start(2, seed)
        titles = tuple(sorted(item.name for item in state.view(1).players[0].zones[0].items))
        assert rows.setdefault(titles, features.row(state, 1)) == features.row(state, 1)
    assert len(rows) < 30


# ---- environments ----


@tolerant
@pytest.mark.parametrize("name", GAMES)
def test_the_tests_of_pettingzoo_pass(name: str) -> None:
    game, actions = game_of(name)
    cycles = 10 if name == "dark order" else 100
    api_test(env(game, actions=actions), num_cycles=cycles)
    seed_test(lambda: env(game, actions=actions), num_cycles=cycles)


@tolerant
@pytest.mark.parametrize("name", GAMES)
def test_the_test_of_gymnasium_passes(name: str) -> None:
    game, actions = game_of(name)
    check_env(SeatEnv(game, actions=actions))


def test_a_table_pays_at_the_end() -> None:
    game, actions = game_of("noughts")
    table = TableEnv(game, actions=actions)
    table.reset(seed=1)
    for square in ("1 1", "2 1", "1 2", "2 2", "1 3"):
        assert set(table.rewards.values()) == {0}
        table.step(actions.texts.index(f"mark {square}"))
    assert table.rewards == {"player_1": 1, "player_2": -1} and all(table.terminations.values())


def test_illegal_actions_end_the_game() -> None:
    game, actions = game_of("noughts")
    table = env(game, actions=actions)
    table.reset(seed=1)
    table.step(4)
    table.step(4)
    assert table.rewards == {"player_1": 0, "player_2": -1}
    plain = TableEnv(game, actions=actions)
    with pytest.raises(ValueError, match="reset"):
        plain.observe("player_1")
    plain.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        plain.step(actions.size - 1)


def test_long_games_are_cut_off() -> None:
    game, actions = game_of("noughts")
    table = TableEnv(game, actions=actions, max_decisions=3)
    table.reset(seed=1)
    for action in range(3):
        table.step(action)
    assert all(table.truncations.values()) and not any(table.terminations.values())
    seat = SeatEnv(game, actions=actions, max_decisions=1)
    seat.reset(seed=1)
    action = next(iter(numpy.flatnonzero(seat.reset(seed=1)[0]["action_mask"])))
    assert seat.step(action)[2:4] == (False, True)


def test_tables_can_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    game, actions = game_of("three cards")
    table: Any
    for table, kind in ((TableEnv, "ansi"), (SeatEnv, "ansi"), (TableEnv, "human"), (SeatEnv, "human")):
        made = table(game, actions=actions, render_mode=kind)
        made.reset(seed=1)
        text = made.render()
        assert "Three Cards" in (text if kind == "ansi" else capsys.readouterr().out)


def test_a_seat_meets_the_others_only_between_its_turns() -> None:
    """The second player of noughts finds one mark on the board; the moves of the bots repeat with the seed."""
    game, actions = game_of("noughts")
    seat = SeatEnv(game, seat=2, others="greedy", actions=actions)
    masks = [seat.reset(seed=3)[0]["action_mask"].tolist() for _ in range(2)]
    assert masks[0] == masks[1] and sum(masks[0]) == 8
    _, reward, over, _, info = seat.step(masks[0].index(0))
    assert (reward, over, info["illegal"]) == (-1, True, True)


def test_seats_and_bots_have_to_exist() -> None:
    game, actions = game_of("noughts")
    with pytest.raises(ValueError, match="no seat 3"):
        SeatEnv(game, seat=3, actions=actions)
    with pytest.raises(ValueError, match="no bot clever"):
        SeatEnv(game, others="clever", actions=actions)


def test_what_is_not_installed_is_named() -> None:
    with pytest.raises(ImportError, match=r"pip install 'rulewright\[openspiel\]'"):
        needed("no_such_library", "openspiel")


def test_words_and_sets_are_wide_numbers(tmp_path: Path) -> None:
    """A word that is typed, and a set that a field holds, are numbers of 62 bits: rows have room for them."""
    text = """
game "Words" for 2 players
each player has:
    var secret: word
    var friends: set of Player
main:
    for each p in players:
        choose w from words such as {"sea", "stone"} by p as "your word"
        set p.secret to w
    end game drawn
"""
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    table: Any = TableEnv(load(tmp_path))
    table.reset(seed=1)
    table.step(int(numpy.flatnonzero(table.observe("player_1")["action_mask"])[0]))
    row = table.observe("player_2")["observation"]
    assert row.dtype == numpy.int64 and table.observation_space("player_2")["observation"].contains(row)
