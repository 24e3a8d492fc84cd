"""Information-set search and the greedy bots: they win, and they know no more than their seat does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.play.bot import Stakes
from dsl.play.bots import make_bot
from dsl.play.sights import offered, sight_of
from dsl.runtime.chance import draw
from dsl.runtime.game import Game, load
from dsl.runtime.moves import option_of
from dsl.runtime.state import State

RULES = Path(__file__).parents[1] / "oracles" / "games"
CLASSICS = Path(__file__).parents[2] / "games" / "classics"
HIGH = Path(__file__).parents[1] / "runtime" / "high"

SCORE = """\
game "Piles" for 2 players

each player has:
    var coins: 0..50
    var stones: 0..50

main:
    for i from 1 to 3:
        for each p in players:
            choose one by p as "what to take":
                option "three stones":
                    raise p.stones by 3
                option "two coins":
                    raise p.coins by 2
                option "one coin":
                    raise p.coins by 1
    end game scored by coins because "all is taken"
"""


def played(game: Game, players: int, seed: int, most: int) -> Iterator[State]:
    """The positions of a random game in which there is something to decide."""
    state = game.start(players, seed)
    for number in range(most):
        if state.is_over:
            return
        if len(state.options()) > 1:
            yield state
        state.apply(draw(seed, 17, number, len(state.moves())))


def agree_on_what_is_hidden(path: Path, kind: str, games: int, most: int) -> int:
    """How often a bot was asked in two different positions that look the same to its seat; it always did the same."""
    compared = 0
    game = load(path)
    for seed in range(games):
        for state in played(game, game.players[-1], seed, most):
            own = sight_of(state, make_bot(kind, seed).choose(state), state.actor)
            for key in range(2):
                twin = state.determinize(state.actor, key)
                compared += twin.position != state.position
                assert sight_of(twin, make_bot(kind, seed).choose(twin), state.actor) == own
    return compared


@pytest.mark.parametrize("kind", ["ismcts 20", "uct 20", "greedy", "greedy 3"])
def test_what_is_hidden_changes_no_choice(kind: str) -> None:
    """The same seed in positions that look the same to the player who is asked: the same choice."""
    assert agree_on_what_is_hidden(RULES / "three_cards.rules", kind, 8, 3) > 5


def test_what_is_hidden_changes_no_choice_between_rounds() -> None:
    """In a game with a card for all in the middle."""
    assert agree_on_what_is_hidden(CLASSICS / "leduc_poker", "ismcts 12", 4, 6) > 5


def test_options_are_told_apart_by_what_is_seen() -> None:
    """Cards of another's hand are all alike to who may take one; own cards are not, but their copies are."""
    game = load(HIGH)
    met: set[str] = set()
    for seed in range(12):
        for state in played(game, 2, seed, 20):
            twin = state.determinize(state.actor, seed)
            assert set(offered(twin)) == set(offered(state))
            unknown = [
                option
                for option in state.options()
                if len(option) == 1 and not state.engine.words.knows(state.position, state.actor, option[0])
            ]
            if len(unknown) > 1 and "which card to look at?" in state.prompt():
                met.add("unknown")
                assert len(offered(state)) < len(state.options()) or len(unknown) < 2
    assert met


def test_it_wins_what_can_be_won() -> None:
    game = load(RULES / "noughts.rules")
    for squares, best in ((("1 1", "2 1", "1 2", "2 2"), "mark 1 3"), (("1 1", "2 2", "1 2"), "mark 1 3")):
        state = game.start()
        for square in squares:
            state.apply(f"mark {square}")
        for seed in range(2):
            option = make_bot("ismcts 150", seed).choose(state)
            assert [move.text for move in state.moves() if option_of(move) == option] == [best]


def mean(game: Game, kind: str, other: str, deals: int) -> float:
    """What a bot wins per game against another; each deal is played from both seats."""
    total = 0
    for number in range(2 * deals):
        seat = number % 2
        kinds = (kind, other) if seat == 0 else (other, kind)
        bots = [make_bot(words, 64 * number + player) for player, words in enumerate(kinds)]
        state = game.start(seed=number // 2)
        while state.actor:
            state.play_option(bots[state.actor - 1].choose(state))
        total += state.returns()[seat]
    return total / (2 * deals)


def test_it_beats_random_at_poker() -> None:
    """Three cards, two players, stakes of 1 and 2: random against random is worth nothing."""
    game = load(RULES / "three_cards.rules")
    assert mean(game, "ismcts 40", "random", 60) > 0.2
    assert abs(mean(game, "random", "random", 60)) < 0.2


def test_it_knows_what_a_good_card_is() -> None:
    """Facing a bet with the lowest card it folds, with the highest it calls; it does not open with the middle one."""
    game = load(RULES / "three_cards.rules")
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(12):
        state = game.start(seed=seed)
        opened = dict((option_of(move), move.text) for move in state.moves())
        if state.view(1).players[0].zones[0].items[0].name == "Queen":
            seen["Queen", opened[make_bot("ismcts 400", seed).choose(state)]] += 1
        state.apply("bet")
        card = state.view(2).players[1].zones[0].items[0].name
        answers = dict((option_of(move), move.text) for move in state.moves())
        seen[card, answers[make_bot("ismcts 200", seed).choose(state)]] += card != "Queen"
    assert not seen["Jack", "bet"] and not seen["King", "pass"]
    assert seen["Jack", "pass"] and seen["King", "bet"] and seen["Queen", "pass"] > seen["Queen", "bet"]


def test_stakes_count_if_they_add_up_to_nothing() -> None:
    stakes = Stakes()
    assert stakes.worth((1, -1)) == [1, -1]
    assert stakes.worth((4, -4)) == [1, -1]
    assert stakes.worth((1, -1)) == [0.25, -0.25]
    assert stakes.worth((30, 10)) == [1, -1]  # points: who has more
    assert stakes.worth((5,)) == [1]


def test_greedy_takes_what_the_declared_score_counts(tmp_path: Path) -> None:
    """Coins count at the end, stones do not; one step ahead already, and by playing on."""
    (tmp_path / "game.rules").write_text(SCORE, encoding="utf-8")
    game = load(tmp_path)
    for kind in ("greedy", "greedy 30"):
        state = game.start()
        while state.actor:
            state.apply(make_bot(kind, len(state.played)).choose(state))
        assert state.returns() == [6, 6]


def test_greedy_without_a_score_goes_on_as_before() -> None:
    game = load(RULES / "noughts.rules")
    state = game.start()
    for square in ("1 1", "2 1", "1 2", "2 2"):
        state.apply(f"mark {square}")
    for kind in ("greedy", "greedy 20"):
        option = make_bot(kind, 1).choose(state)
        assert [move.text for move in state.moves() if option_of(move) == option] == ["mark 1 3"]
