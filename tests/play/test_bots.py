"""Bots: they answer the same every time, change nothing, win what can be won, and look at nothing that is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.play.bots import Dice, guess, make_bot, standing
from dsl.play.simulate import Plan, simulate
from dsl.runtime.game import Game, load
from dsl.runtime.moves import option_of
from dsl.runtime.state import State


@pytest.fixture(scope="module")
def game(noughts: Path) -> Game:
    """Noughts and crosses."""
    return load(noughts)


def after(game: Game, *squares: str) -> State:
    """The position after marks on squares."""
    state = game.start()
    for square in squares:
        state.apply(f"mark {square}")
    return state


def texts(state: State, kind: str, times: int = 1) -> list[str]:
    """What a bot does, several times over with other seeds."""
    found: list[str] = []
    for seed in range(times):
        option = make_bot(kind, seed).choose(state)
        found.append(next(move.text for move in state.moves() if option_of(move) == option))
    return found


@pytest.mark.parametrize("kind", ["random", "greedy", "greedy 3", "uct 30", "ismcts 30"])
def test_the_same_seed_gives_the_same_game(game: Game, kind: str) -> None:
    """Two bots of one kind and seed play alike, and choosing changes nothing."""
    games: list[list[str]] = []
    for _ in range(2):
        state, bot, moves = game.start(), make_bot(kind, 5), list[str]()
        while state.actor:
            before = list(state.position)
            option = bot.choose(state)
            assert state.position == before
            moves.append(state.apply(option).text)
        games.append(moves)
    assert games[0] == games[1]


@pytest.mark.parametrize("kind", ["greedy", "greedy 20", "uct 200", "ismcts 200"])
def test_a_win_at_once_is_taken(game: Game, kind: str) -> None:
    """X has two in a line and the move."""
    state = after(game, "1 1", "2 1", "1 2", "2 2")
    assert set(texts(state, kind, 5)) == {"mark 1 3"}


def test_uct_prevents_a_loss(game: Game) -> None:
    """O has to stand in the way of two in a line."""
    state = after(game, "1 1", "2 2", "1 2")
    assert set(texts(state, "uct 400", 5)) == {"mark 1 3"}


def test_uct_beats_random(noughts: Path, game: Game) -> None:
    """Of twenty games against itself UCT draws most; random does not."""
    drawn = simulate(game, Plan(str(noughts), 2, 1, "uct 150"), 12).drawn
    assert drawn > simulate(game, Plan(str(noughts), 2, 1, "random"), 12).drawn


def test_a_guess_looks_the_same_and_keeps_its_secrets(game: Game) -> None:
    """What is known stays, chance to come does not."""
    state = game.start(seed=3)
    dice = Dice(1)
    one, two = guess(state, dice), guess(state, dice)
    assert one.view(1) == two.view(1) == state.view(1)
    assert one.position != two.position  # the key of chance


def test_standing_counts_who_is_below() -> None:
    """Results of any size become -1..1."""
    assert standing((1, -1)) == [1, -1]
    assert standing((0, 0)) == [0, 0]
    assert standing((30, 10, 20)) == [1, -1, 0]
    assert standing((5,)) == [1]


@pytest.mark.parametrize(
    "words", ["", "clever", "random 3", "uct 0", "uct x", "uct 99999999", "uct ٣", "ismcts 0", "greedy x"][:]
)
def test_there_are_no_other_bots(words: str) -> None:
    """What is no bot is answered with what there is."""
    with pytest.raises(ValueError, match=r"bot|plays between"):
        make_bot(words, 0)


PILES = """\
game "Piles" for 2 players

kind Card
kind Red is Card
kind Blue is Card

card "Red" is Red, 6 copies
card "Blue" is Blue, 6 copies

each player has:
    var points: 0..9

the table has:
    zone reds_down: stack of Card, seen by nobody
    zone blues_down: stack of Card, seen by nobody
    zone reds: cards of Red

window turn "your turn"

action draw in turn:
    move top of reds_down to reds
    raise me.points by 1
action wait in turn:
    nothing

main:
    for each c: Red in Card: move c to reds_down
    for each c: Blue in Card: move c to blues_down
    repeat at most 2 times:
        for each p in players: offer turn to p, no passing
    end game scored by points
"""


@pytest.mark.parametrize("kind", ["greedy", "greedy 9", "uct 60", "ismcts 60"])
def test_a_guess_that_breaks_the_rules_is_dropped(tmp_path: Path, kind: str) -> None:
    """Only the rules know that one pile is all red; where a guess has it otherwise, the bot goes by the others."""
    (tmp_path / "game.rules").write_text(PILES, encoding="utf-8")
    state = load(tmp_path).start()
    bots = [make_bot(kind, seat) for seat in range(2)]
    while state.actor:
        state.play_option(bots[state.actor - 1].choose(state))
    assert state.is_over


PLAN = """\
game "Packing" for 2 players
kind Card
card "Bread" is Card, 3 copies
each player has:
    var left, tries: 0..9999, unlisted
the table has:
    var packed: yes/no
zone deck: cards of Card
window plan "your plan"
action leave_one "leave one" in plan:
    requires so: me.left = 0 else "it is left"
    set me.left to 1
    raise me.tries by 1
action take_one "take one" in plan:
    requires so: me.left = LAST else "it is taken"
    set me.left to 0
    raise me.tries by 1
action turn_one "turn one" in plan:
    requires so: me.left = 1 and LAST = 2 else "it is turned"
    set me.left to 2
action done in plan:
    set packed to yes
main:
    repeat until packed at most 999 times: offer plan to player 1, no passing
    end game drawn
"""


@pytest.mark.parametrize(("last", "fewest", "most"), [(1, 1, 1), (2, 24, 26)])
def test_a_greedy_bot_does_not_change_a_plan_for_ever(tmp_path: Path, last: int, fewest: int, most: int) -> None:
    """Each change leaves it two things to do and the end of the plan none; still it comes to an end: at once where one
    move takes a change back, else after a while.
    """
    rules = PLAN.replace("zone deck: cards of Card\n", "").replace("LAST", str(last))
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    state = load(tmp_path).start()
    bot = make_bot("greedy", 1)
    while not state.is_over and len(state.played) < 200:
        state.play_option(bot.choose(state))
    assert state.is_over and fewest <= len(state.played) <= most
