"""Games too long to be played out in a bot's head: what is judged at the horizon, and that it is judged well."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.play.bot import Dice, Guesses, rolls_of
from dsl.play.bots import lead, make_bot
from dsl.play.judge import judge_of
from dsl.play.outlook import is_long, outlook
from dsl.runtime.game import Game, load

FARM = """\
game "Farm" for 2..3 players

kind Card

card "Hen" is Card, 60 copies
card "Fox" is Card, 60 copies

each player has:
    zone yard: cards of Card, seen by all, active
    zone barn: cards of Card, seen by all
    zone hand: cards of Card, seen by owner
    var eggs: 0..999

the table has:
    zone meadow: cards of Card, seen by all, active
    zone deck: stack of Card, seen by nobody

window work "your work"

action gather in work:
    raise me.eggs by 3
action idle in work:
    nothing

window herd "your herd"

action let_out in herd:
    if size of deck > 0: move top of deck to yard of me
action lock_up in herd:
    if size of deck > 0: move top of deck to barn of me
action wait in herd:
    nothing

main:
    for each c in Card: move c to deck
    shuffle deck
    for each p in players: move top 3 of deck to hand of p
    for i from 1 to ROUNDS:
        for each p in players:
            offer work to p, no passing
            offer herd to p, no passing
    end game scored by eggs
"""


def farm(folder: Path, rounds: int) -> Game:
    """A game of so many rounds."""
    (folder / "game.rules").write_text(FARM.replace("ROUNDS", str(rounds)), encoding="utf-8")
    return load(folder)


@pytest.fixture
def long(tmp_path: Path) -> Game:
    """A game of 400 decisions."""
    return farm(tmp_path, 100)


def test_only_long_games_have_a_horizon(tmp_path: Path, long: Game) -> None:
    """Others are played out, and so are long ones that show nothing on the way."""
    assert is_long(long.start().engine) and outlook(long.start()).judge is not None
    short = farm(tmp_path, 20).start()
    assert not is_long(short.engine) and outlook(short).judge is None
    assert outlook(load("chess").start()).judge is None


def test_signs_are_leads(long: Game) -> None:
    """By score and by pieces that lie open where their rules work; each beside the mean of the others."""
    state = long.start(3, 1)
    for text in ("gather", "let out", "gather", "lock up", "idle", "wait"):
        state.apply(text)
    judge = judge_of(state.engine)
    assert judge.points(state) == [3, 3, 0]
    assert judge.in_play(state.position) == [1, 0, 0]
    assert judge.signs(state) == [1.5, 1.5, -3, 1, -0.5, -0.5]
    assert lead(state, 1) == 0 and lead(state, 3) == -3


def test_what_is_far_from_the_end_is_judged_well(long: Game) -> None:
    """Points are gathered and pieces brought into play hundreds of decisions before they count."""
    right = 0
    for seed in range(3):
        state, bot = long.start(2, seed), make_bot("uct 400", seed)
        for _ in range(2):
            for text in ("gather", "let out"):
                right += state.shown(bot.choose(state)).text == text
                state.apply(text)
    assert right >= 11  # of 12; by chance it would be 5


def test_a_horizon_is_the_same_on_every_backend(long: Game) -> None:
    """A search with guesses that come round again chooses alike."""
    chosen: list[object] = []
    for backend in ("python", "auto", "reference"):
        state = long.start(2, 5, backend=backend)
        chosen.append([make_bot("uct 40", seed).choose(state) for seed in range(4)])
    assert chosen[0] == chosen[1] == chosen[2]


def test_guesses_come_round_with_other_chance(long: Game) -> None:
    """No more deals than wanted; none of them is used up by being played on."""
    state = long.start(2, 5)
    guesses = Guesses(state, 1, 2)
    found = [guesses.next() for _ in range(6)]
    views = [guess.position[2:] for guess in found]
    assert found[0].position != found[2].position and state.view(1) == found[0].view(1)
    for ahead in found[:3]:
        ahead.apply(0)
    assert len({tuple(guess.position[10:]) for guess in found[3:]}) == 2
    assert [guess.position[2:] for guess in found[3:]] == views[3:]


def test_changes_are_worth_less_than_a_win(long: Game) -> None:
    """They count in shares of what usually changes, as found out by a few games; a won game counts as it is."""
    state = long.start(2, 5)
    view = outlook(state)
    rolls = rolls_of(Dice(3), 2)
    guesses = view.look_round(state, rolls, 60)
    view.measure(1, guesses, rolls.seats)
    assert guesses.most == 4 and all(each > 0 for each in view.usual)
    found = [view.after(view.next(guesses), [Dice(seed)]) for seed in range(20)]
    assert all(0 < abs(worth) < 1 for row in found for worth in row)
    assert max(row[0] for row in found) > 0.2 and min(row[0] for row in found) < -0.2
    assert view.end([1, 0]) == [1, -1]


def test_what_a_seat_does_not_know_shifts_no_judgement(tmp_path: Path) -> None:
    """Changes are those since the guess, not since the position, which holds what the seat cannot know."""
    game = farm(tmp_path, 100)
    state = game.start(2, 5)
    chosen = [make_bot("uct 30", 1).choose(twin) for twin in (state, *(state.determinize(1, key) for key in range(3)))]
    assert len(set(chosen)) == 1


@pytest.mark.parametrize("kind", ["ismcts 60", "greedy 15"])
def test_other_bots_have_the_horizon_too(long: Game, kind: str) -> None:
    state = long.start(2, 1)
    found = [make_bot(kind, seed).choose(state) for seed in range(4)]
    gather = state.option("gather")
    assert found.count(gather) >= 3
