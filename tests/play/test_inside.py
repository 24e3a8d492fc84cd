"""Searches among guesses that C makes by itself: the same deals, the same sights and the same games as in Python."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest
from backends.native_help import needs_compiler
from play.test_outlook import farm

from dsl.backends import guessing
from dsl.backends.guessing import Guessing
from dsl.backends.native.cc import find
from dsl.backends.native.guesses import GuessTree
from dsl.backends.native.mind import minded
from dsl.play import ismcts, uct
from dsl.play.bot import Dice, Guesses, play_on, rolls_of
from dsl.play.bots import make_bot
from dsl.play.few import worth_trying
from dsl.play.inside import Budget
from dsl.play.outlook import outlook
from dsl.play.sights import offered, sight_of
from dsl.reading.places import shipped_games
from dsl.runtime.game import load
from dsl.runtime.information.deal_chart import deal_chart
from dsl.runtime.information.determinize import Dealer
from dsl.runtime.information.observed import observed
from dsl.runtime.information.seen_chart import seen_chart
from dsl.runtime.state import State

pytestmark = needs_compiler
FEW = ("pig", "leduc_poker", "hearts", "liars_dice", "cribbage", "hanabi", "empty_frame", "undertone")
"""Chance, hands, sealed choices, things that are told, many seats."""


def positions(name: str, seed: int, most: int) -> Iterator[State]:
    """Positions of a random game in which there is something to decide."""
    game = load(name, backend="native")
    players = game.players[-1] if len(game.players) < 5 else game.players[2]
    state, dice = game.start(players, seed), [Dice(seed)]
    for number in range(most):
        while not state.is_over and len(state.options()) < 2:
            play_on(state, dice, 1)
        if state.is_over:
            return
        yield state
        play_on(state, dice, 1 + 3 * number)


def tree_of(state: State, dealer: Dealer) -> GuessTree:
    """What would search in a position; here it only deals."""
    held = state.held()
    assert held is not None
    told = guessing.Guesses(1, 4, 0, deal_chart(dealer), dealer.deal)
    dice = ((1, 0),) * state.engine.machine.players
    game = seen_chart(state.engine)
    tree = held.guessing(
        Guessing(
            sets=True,
            hides=False,
            game=game,
            guesses=told,
            signs=None,
            picks=1,
            dice=dice,
            exploration=1.0,
            highest=1,
            limit=9,
            games=4,
        )
    )
    assert isinstance(tree, GuessTree)
    return tree


def deals_agree(name: str, seeds: int, most: int) -> int:
    """How often something else than it is was dealt, in Python and the same in C."""
    moved = left = total = 0
    for seed in range(seeds):
        for state in positions(name, seed, most):
            for player in range(state.engine.machine.players + 1):
                dealer = Dealer(state.engine, state.position, player)
                tree = tree_of(state, dealer)
                for key in (seed, (seed + 1) * 0x9E3779B97F4A7C15 % (1 << 64)):
                    dealt, wanted = tree.dealt(key), dealer.deal(key)
                    left += dealt is None  # where there are too many ways to be counted
                    total += 1
                    assert dealt in (None, wanted), f"{name}, seed {seed}, key {key}, player {player}"
                    moved += wanted[10:] != state.position[10:]
    assert 10 * left <= total
    return moved


def sights_agree(name: str, seeds: int, most: int) -> tuple[int, int]:
    """How many observations and sights of options there are, each told apart in C exactly as in Python."""
    mind = minded(find())
    known: dict[object, int] = {}
    for seed in range(seeds):
        for state in positions(name, seed, most):
            for key in range(3):
                twin = state.determinize(state.actor, key) if key else state
                chart, cells = seen_chart(state.engine), array("q", [*twin.position, *[0] * 64])
                for player in range(1, state.engine.machine.players + 1):
                    given = chart.buffer_info()[0], cells.buffer_info()[0], player
                    text = observed(state.engine, twin.position, player)
                    number = mind.seen(*given, None)
                    assert known.setdefault((player, text), number) == number
                    for option in twin.options()[:20]:
                        handed, sight = array("q", (len(option), *option)), sight_of(twin, option, player)
                        number = mind.seen(*given, handed.buffer_info()[0])
                        assert known.setdefault((player, sight), number) == number
    observations = {key: number for key, number in known.items() if isinstance(key[1], str)}  # pyright: ignore
    sights = {key: number for key, number in known.items() if not isinstance(key[1], str)}  # pyright: ignore
    for found in (observations, sights):
        apart = {(player, number) for (player, _), number in found.items()}  # pyright: ignore
        assert len(apart) == len(found)  # no two that are told apart in Python are the same in C
    return len(observations), len(sights)


def trees_agree(name: str, seeds: int, most: int, games: int) -> int:
    """How many trees were grown in Python and in C, with the same games."""
    grown = 0
    for seed in range(seeds):
        for state in positions(name, seed, most):
            legal = offered(state)
            found: list[object] = []
            for inside in (True, False):
                view, rolls = outlook(state), rolls_of(Dice(seed), state.engine.machine.players)
                budget = Budget(games, 0)
                found.append(ismcts.searched(state, legal, budget, rolls, view, inside=inside))
                found.append(view.stakes.highest)
                if not uct._what_is_provable(state.engine)[0]:  # pyright: ignore
                    view, rolls = outlook(state), rolls_of(Dice(seed), state.engine.machine.players)
                    after = uct.searched(state, budget, rolls, view, inside=inside)
                    found.append([(option, node.visits, node.got) for option, node in after.items()])
            half = len(found) // 2
            assert found[:half] == found[half:], f"{name}, seed {seed}"
            grown += half - 1
    return grown


@pytest.mark.parametrize("name", FEW)
def test_c_deals_the_same(name: str) -> None:
    """What a player does not know, by the same key, slot by slot."""
    assert deals_agree(name, 2, 5) or name == "pig"


@pytest.mark.parametrize("name", FEW)
def test_c_tells_the_same_things_apart(name: str) -> None:
    """What is observed, and options as somebody sees them."""
    assert all(sights_agree(name, 2, 5))


@pytest.mark.parametrize("name", FEW)
def test_c_plays_the_same_games(name: str) -> None:
    """Visits and results at the root are equal to the last digit."""
    assert trees_agree(name, 2, 3, 40)


def test_games_that_are_judged_are_the_same(tmp_path: Path) -> None:
    """At a horizon, by the score and by pieces in play."""
    assert outlook(farm(tmp_path, 100).start()).far
    assert trees_agree(str(tmp_path), 2, 3, 60)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_game_is_searched_alike(name: str) -> None:
    """All games that come along: deals, sights and trees."""
    path = str(shipped_games()[name])
    deals_agree(path, 1, 2)
    sights_agree(path, 1, 2)
    trees_agree(path, 1, 2, 16)


def test_it_goes_on_where_it_stopped() -> None:
    """In pieces and in one go the same games are played."""
    state = next(positions("leduc_poker", 3, 1))
    found: list[object] = []
    for pieces in ((300,), (1, 2, 50, 299, 300)):
        guesses = Guesses(state, 7, 75)
        held = state.held()
        assert held is not None
        told = guessing.Guesses(7, 75, 0, deal_chart(guesses.dealer), guesses.deal)
        tree = held.guessing(
            Guessing(
                sets=True,
                hides=False,
                game=seen_chart(state.engine),
                guesses=told,
                signs=None,
                picks=9,
                dice=((1, 0), (2, 0)),
                exploration=1.0,
                highest=1,
                limit=99,
                games=300,
            )
        )
        assert tree is not None
        for upto in pieces:
            tree.grow(upto, upto)
        assert tree.games == 300
        found.append(tree.known())
    assert found[0] == found[1]


def test_what_is_hidden_changes_no_search_in_c() -> None:
    """In positions that look the same to the player who is asked, the same seed finds the same."""
    compared = 0
    for seed in range(6):
        for state in positions("hearts", seed, 4):
            for kind in ("ismcts 40", "uct 40"):
                own = sight_of(state, make_bot(kind, seed).choose(state), state.actor)
                for key in range(2):
                    twin = state.determinize(state.actor, key)
                    compared += twin.position != state.position
                    assert sight_of(twin, make_bot(kind, seed).choose(twin), state.actor) == own
    assert compared > 20


@pytest.mark.parametrize("words", ["ismcts:0.2s", "uct:0.2s"])
def test_a_search_stops_when_its_time_is_over(words: str) -> None:
    """In C and in Python, on a game with secrets and one without."""
    for name, backend in (("hearts", "native"), ("hearts", "python"), ("go", "native"), ("hex", "python")):
        state, dice = load(name, backend=backend).start(seed=2), [Dice(1)]
        play_on(state, dice, 20)
        while len(state.options()) < 2:
            play_on(state, dice, 1)
        bot = make_bot(words, 1)
        assert isinstance(bot, ismcts.IsmctsBot | uct.UctBot) and bot.seconds == 0.2
        begun = time.perf_counter()
        assert bot.choose(state) in worth_trying(state)
        assert time.perf_counter() - begun < 30
