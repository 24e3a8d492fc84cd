"""What is known beforehand is what the lab finds; where nothing is, it claims nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.lab.arena import Arena
from dsl.lab.compare import Test as Sequential
from dsl.lab.compare import compare
from dsl.lab.figures import Figures, figures
from dsl.lab.luck import luck_of
from dsl.lab.running import Bench, Wanted
from dsl.lab.stats import Share, benjamini_hochberg, holm, spread
from dsl.lab.store import Store
from dsl.lab.variant import Variant
from dsl.play.simulate import wilson
from dsl.runtime.game import load
from dsl.runtime.state import State
from dsl.tools.cli import main

Write = Callable[[str], Path]
_ANSWER = "play "


def found_in(path: str | Path, file: Path, games: int, players: int = 2, **fields: object) -> Figures:
    """What some games of a variant show."""
    store = Store(file)
    bench = Bench(store, [Variant(str(path), players, **fields)])  # type: ignore[arg-type]
    for _ in bench.run(Wanted(games)):
        pass
    return figures(store, bench.names[0])


def arena_of(path: str | Path, **fields: object) -> Arena:
    """A game at random."""
    variant = Variant(str(path), 2, **fields)  # type: ignore[arg-type]
    return Arena(load(path, (), variant.options), variant)


def test_a_coin_is_luck(game_file: Write) -> None:
    """Chance alone decides, all of it."""
    found = luck_of(arena_of(game_file("COIN")))
    assert found is not None
    assert found.chance > 0.99
    assert found.decisions < 0.15


def test_nim_has_no_luck(game_file: Write) -> None:
    """There is no chance at all."""
    found = luck_of(arena_of(game_file("NIM")))
    assert found is not None
    assert (found.chance, found.decisions, found.together, found.error) == (0.0, 1.0, 0.0, 0.0)
    assert found.words == "Nothing is left to chance: who wins is decided by the players alone."


def test_a_fair_coin_gives_nobody_an_advantage(game_file: Write, tmp_path: Path) -> None:
    """Even with many games."""
    assert not any(share.stands_out for share in found_in(game_file("COIN"), tmp_path / "s", 20_000).seats)


def test_a_seat_that_is_ahead_by_three_in_a_hundred_is_found(game_file: Write, tmp_path: Path) -> None:
    """With its size, and on the front page."""
    found = found_in(game_file("COIN"), tmp_path / "s", 20_000, options={"chance_of_a": 53})
    low, high = found.seats[0].interval
    assert found.seats[0].stands_out
    assert low < 0.53 < high


def test_planted_cards_are_found_and_copies_are_alike(game_file: Write, tmp_path: Path) -> None:
    """The strong card goes with winning, the weak one with losing, the twins with neither and at the same rates."""
    found = found_in(game_file("CARDS"), tmp_path / "s", 20_000, options={"strong": 20, "weak": 10})
    cards = {each.words.removeprefix(_ANSWER): each for each in found.taken if each.thing}
    assert cards["Hero"].sways == 1
    assert cards["Dud"].sways == -1
    one, two = cards["Twin One"], cards["Twin Two"]
    assert abs(one.rate - two.rate) < 0.01
    assert abs(one.difference - two.difference) < 3 * (one.error + two.error)


def test_restricted_play_tells_the_cause(game_file: Write, tmp_path: Path) -> None:
    """Who may not play the strong card wins less on the same seeds; who may not play a twin wins as much."""
    path = game_file("CARDS")
    shares = {
        card: found_in(
            path,
            tmp_path / "s",
            5_000,
            options={"strong": 20},
            forbidden=(card,) if card else (),
            whose=(1,) if card else (),
        ).seats[0]
        for card in ("", "Hero", "Twin One")
    }
    assert shares["Hero"].share < shares[""].share - 0.1
    assert shares["Twin One"].share > shares[""].share - 0.02


def test_kuhn_poker_at_random(tmp_path: Path) -> None:
    """Nine of sixteen games are won by A: who bets is called half of the time, and bluffing costs a fold its game."""
    found = found_in("kuhn_poker", tmp_path / "s", 20_000)
    assert abs(found.seats[0].share - 9 / 16) < 0.015
    assert found.length.least == 2
    assert found.length.most == 3


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    """Kuhn's equilibrium (1950), in each of the six deals, by the rules of the game."""
    game, deals = load("kuhn_poker"), dict[tuple[str, str], float]()
    for seed in range(200):
        state = game.start(2, seed)
        deals.setdefault((_card(state, 1), _card(state, 2)), _value(state))
    assert len(deals) == 6
    assert sum(deals.values()) / 6 == pytest.approx(-1 / 18)


def _card(state: State, seat: int) -> str:
    """What a seat holds."""
    told = state.observation(seat).lower()
    return next(rank for rank in ("jack", "queen", "king") if rank in told)


def _value(state: State) -> float:
    """The expected chips of A, each decision weighed by how likely it is."""
    if state.is_over:
        return float(state.returns()[0])
    texts = [move.text for move in state.moves()]
    bold, found = _bold(state.actor, _card(state, state.actor), texts), 0.0
    for text in texts:
        chance = bold if text in ("bet", "call") else 1 - bold
        if chance:
            ahead = state.clone()
            ahead.apply(text)
            found += chance * _value(ahead)
    return found


def _bold(seat: int, card: str, texts: list[str]) -> float:
    """How often the equilibrium bets or calls."""
    if "call" in texts and seat == 1:
        return {"jack": 0.0, "queen": 1 / 3, "king": 1.0}[card]
    if "call" in texts:
        return {"jack": 0.0, "queen": 1 / 3, "king": 1.0}[card]
    if seat == 1:
        return 0.0
    return {"jack": 1 / 3, "queen": 0.0, "king": 1.0}[card]


def test_tic_tac_toe_between_perfect_players_is_drawn(tmp_path: Path) -> None:
    """Each game of them, and they are not all the same one; no seat and no answer is said to be ahead."""
    found = found_in("tic_tac_toe", tmp_path / "s", 200, bots=("solve",))
    assert found.drawn.share == 1
    assert not any(share.stands_out for share in found.seats)
    assert not any(each.sways for each in found.taken)
    assert len([each for each in found.taken if each.thing and each.taken]) > 8


def test_nim_between_perfect_players_is_won_by_the_second(game_file: Write, tmp_path: Path) -> None:
    """Twenty-one can be divided by three."""
    seats = found_in(game_file("NIM"), tmp_path / "s", 100, bots=("solve",)).seats
    assert [share.share for share in seats] == [0, 1]
    assert all(share.stands_out for share in seats)


@pytest.mark.long
def test_tic_tac_toe_between_those_who_think_well_is_drawn(tmp_path: Path) -> None:
    """All but always."""
    found = found_in("tic_tac_toe", tmp_path / "s", 60, bots=("uct:5000",))
    assert found.drawn.share >= 0.9


def false_alarms(path: Path, tmp_path: Path, runs: int, games: int) -> tuple[int, int]:
    """In how many runs a seat, and in how many an answer, is said to stand out where nothing does."""
    seats = answers = 0
    for seed in range(runs):
        found = found_in(path, tmp_path / "s", games, seed=seed)
        seats += any(share.stands_out for share in found.seats)
        answers += any(each.sways for each in found.taken)
    return seats, answers


def test_nothing_is_claimed_where_nothing_is(game_file: Write, tmp_path: Path) -> None:
    """In ten runs at most two false alarms (one in twenty is what is stated)."""
    seats, answers = false_alarms(game_file("CARDS"), tmp_path, 10, 400)
    assert seats <= 2
    assert answers <= 2


@pytest.mark.long
def test_false_alarms_come_at_the_stated_rate(game_file: Write, tmp_path: Path) -> None:
    """In a hundred runs about five: with more than eleven something would be wrong (one in a hundred by chance)."""
    seats, answers = false_alarms(game_file("CARDS"), tmp_path, 100, 1000)
    assert seats <= 11
    assert answers <= 11


def test_comparing_finds_what_was_changed(game_file: Write) -> None:
    """Long before a test that looks only at its end; the same rules are soon the same."""
    path = game_file("COIN")
    *_, found = compare(arena_of(path), arena_of(path, options={"chance_of_a": 60}), 1, 50_000, (0, 5))
    assert found.verdict == "more"
    assert found.test.pairs < found.test.fixed / 10
    assert abs(found.test.mean - 0.1) < 0.05
    assert found.parts is not None
    *_, same = compare(arena_of(path), arena_of(path), 1, 50_000, (0, 5))
    assert same.verdict == "same"


def test_comparing_by_command(game_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """In words, and as a document; wrong calls are refused."""
    path = str(game_file("CARDS"))
    words = ["lab", "compare", path, path, "--b-option", "weak=10", "--bounds", "0", "60"]
    assert main(words) == 0
    assert "Clear: seat A wins as much in B as in A" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "none"
    for wrong in (["--seat", "C"], ["--bots", "gredy"], ["--bounds", "5", "0"], ["--players", "7"]):
        assert main([*words, *wrong]) == 2


@pytest.mark.parametrize(("mean", "verdict"), [(0.05, "more"), (-0.05, "less"), (0.0, "none")])
def test_the_sequential_test_is_right(mean: float, verdict: str) -> None:
    """Of differences of a known size; a fixed pattern stands for chance."""
    test = Sequential((0.0, 20.0))
    pattern = [mean + each for each in (0.5, -0.5, 0.5, -0.5, 0.0)]
    while test.verdict is None:
        test.add(pattern[test.pairs % 5])
        assert test.pairs < 100_000
    assert test.verdict == verdict
    assert test.pairs < test.fixed * 2


def test_corrections_are_those_of_the_books() -> None:
    """Holm's and Benjamini and Hochberg's own arithmetic."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert benjamini_hochberg([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])
    assert holm([]) == benjamini_hochberg([]) == []


def test_shares_and_spreads() -> None:
    """Intervals hold their share; nothing is sure of nothing."""
    share = Share(60, 100, 60, 0.5)
    assert share.interval[0] < 0.6 < share.interval[1]
    assert share.p == pytest.approx(0.0455, abs=0.001)
    assert Share(0, 0, 0, 0.5).p == 1
    found = spread(range(101))
    assert (found.mean, found.low, found.middle, found.high) == (50, 5, 50, 95)
    assert spread([]).count == 0


def test_measures_are_asked_at_the_end(tmp_path: Path) -> None:
    """A field of players: who won has as much as the goal, and more than the others; a name that is none is refused."""
    found = found_in("pig", tmp_path / "s", 200, options={"goal": 30}, measures=("score", "stake"))
    assert [each.words for each in found.measured] == ["score of A", "score of B", "stake"]
    score = found.measured[0]
    assert score.winners >= 30 > score.others
    assert score.numbers.count == 200
    with pytest.raises(ValueError, match="called scor; score\\?"):
        found_in("pig", tmp_path / "s", 1, measures=("scor",))


def test_draws_narrow_an_interval() -> None:
    """Of 400 games 38 won, 362 drawn: surely more than even, and the interval says so as well."""
    share = Share(38 + 362 / 2, 400, 38 + 362 / 4, even=0.5)
    assert share.p < 1e-6
    assert share.interval[0] > 0.5
    assert Share(219, 400, 219).interval == pytest.approx(wilson(219, 400))


def test_luck_of_those_who_think(game_file: Write) -> None:
    """A coin is a coin for everybody; where nothing is left to chance no game is played to learn that."""
    coin = luck_of(arena_of(game_file("COIN"), bots=("uct:5",)), 60)
    assert coin is not None
    assert coin.chance > 0.97
    assert coin.words.startswith("When uct:5 plays, ")
    nim = luck_of(arena_of(game_file("NIM"), bots=("uct:5",)))
    assert nim is not None
    assert (nim.pairs, nim.chance, nim.decisions) == (0, 0.0, 1.0)
    assert luck_of(arena_of(game_file("COIN"), bots=("uct:5", "random"))) is None
