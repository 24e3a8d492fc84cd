"""The bot that proves: it never errs where it plays, and says why where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.uct import Perfect
from planted import NIM

from dsl.play.bots import Dice, make_bot
from dsl.play.simulate import Plan, plays
from dsl.play.solve import SolveBot, Unsolved, proved
from dsl.runtime.game import Game, load
from dsl.tools.cli import main

SEALED = """game "Sealed" for 2 players
each player has:
    var stones: 0..3 = 0
main:
    sealed for each p in players:
        choose n from 0..3 by p as "how many?"
    then:
        set p.stones to n
    end game scored by stones
"""

HIDDEN = """game "Hidden" for 2 players
kind Card
card "One" is Card
card "Two" is Card
each player has:
    zone hand: cards of Card, seen by owner
window turn "your turn"
action wait in turn: nothing
main:
    move the first c in Card where c in box to hand of player 1
    for each p in players: offer turn to p, no passing
    end game drawn
"""

TOGETHER = """game "Together" for 2 players
define side of (p: Player) = 1
partners by side
each player has:
    var lamps: 0..2 = 0
window turn "your turn"
action light in turn: raise me.lamps by 1
action wait in turn: nothing
value lit of (p: Player): 0..2 = lamps of p
bots aim together at lit
main:
    for each p in players: offer turn to p, no passing
    if every p in players: lamps of p = 1:
        end game won by player 1 because "it is light"
    end game lost by player 1 because "it is dark"
"""

ALONE = """game "Alone" for 1 player
the table has:
    var height: 0..9 = 5
window turn "your turn"
action climb in turn:
    requires height < 9
    raise height by 1
action fall in turn:
    requires height > 0
    lower height by 1
main:
    repeat at most 4 times:
        for each p in players: offer turn to p, no passing
    if height = 9: end game won by player 1 because "on top"
    end game lost by player 1 because "down here"
"""


def game_of(tmp_path: Path, text: str) -> Game:
    """A game of one file."""
    path = tmp_path / "game.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def winners(game: Game, *bots: str, games: int, players: int = 2) -> list[tuple[int, ...]]:
    """The results of some games; the bots keep their seats."""
    plan = Plan("", players, 0, ",".join(bots), stay=True)
    return [each.returns for each in plays(game, plan, games)]


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_what_is_proved_is_what_another_search_finds(backend: str) -> None:
    """Position for position in tic-tac-toe, with any of the answers that are best."""
    game, perfect = load("tic_tac_toe"), Perfect(1)
    for opening in ((), ("b2", "a1"), ("a1", "b1"), ("b1", "a2", "c3"), ("a1", "b2", "c3"), ("a1", "c3", "c1")):
        state = game.start(2, 0, backend=backend)
        for square in opening:
            state.apply(f"mark {square}")
        worth = proved(state)
        assert worth == perfect.value(state)
        for seed in range(3):
            twin = state.clone()
            twin.play_option(make_bot("solve", seed).choose(state))
            assert perfect.value(twin) == worth


def test_tic_tac_toe_is_drawn_and_never_lost() -> None:
    """Between two that prove it is always drawn, in many ways; against one that takes anything it is never lost."""
    game = load("tic_tac_toe")
    assert {*winners(game, "solve", games=30)} == {(0, 0)}
    assert {first for first, _ in winners(game, "solve", "random", games=30)} <= {0, 1}
    assert {second for _, second in winners(game, "random", "solve", games=30)} == {0, 1}
    lines = set[tuple[int, ...]]()
    for seed in range(6):
        state, bots = game.start(), [make_bot("solve", 2 * seed + seat) for seat in range(2)]
        while state.actor:
            state.play_option(bots[state.actor - 1].choose(state))
        lines.add(tuple(state.position))
    assert len(lines) > 3


@pytest.mark.parametrize(("left", "winner"), [(21, 2), (20, 1), (19, 1), (18, 2)])
def test_nim_is_won_by_who_should(tmp_path: Path, left: int, winner: int) -> None:
    """Who leaves a multiple of three wins, and does so against anybody."""
    game = game_of(tmp_path, NIM.replace("0..21 = 21", f"0..21 = {left}"))
    assert proved(game.start()) == 3 - 2 * winner
    bots = ["random", "random"]
    bots[winner - 1] = "solve"
    for found in (winners(game, "solve", games=5), winners(game, *bots, games=20)):
        assert {returns[winner - 1] for returns in found} == {1}


def test_alone_and_together(tmp_path: Path) -> None:
    """One player reaches what can be reached; two who win together help each other."""
    alone = game_of(tmp_path, ALONE)
    assert winners(alone, "solve", games=3, players=1) == [(1,)] * 3
    together = game_of(tmp_path, TOGETHER)
    assert winners(together, "solve", games=5) == [(1, 1)] * 5


@pytest.mark.parametrize(
    ("name", "players", "words"),
    [
        ("kuhn_poker", 2, "something in this game is left to chance"),
        (SEALED, 2, "something in this game is hidden"),
        (HIDDEN, 2, "something in this game is hidden"),
        (NIM.replace("for 2 players", "for 3 players"), 3, "with more than two players"),
        ("connect_four", 2, "has looked at 500 positions"),
    ],
)
def test_why_a_game_is_not_solved(tmp_path: Path, name: str, players: int, words: str) -> None:
    """In words, with a code, and nothing is taken."""
    game = game_of(tmp_path, name) if "\n" in name else load(name)
    with pytest.raises(Unsolved, match=words) as caught:
        SolveBot(Dice(0), 500).choose(game.start(players))
    assert [each.code for each in caught.value.diagnostics] == ["E165"]
    assert caught.value.words.startswith("E165: solve ")


@pytest.mark.parametrize(
    "words",
    [
        ["sim", "kuhn_poker", "-n", "1", "--bots", "random,solve"],
        ["sim", "connect_four", "-n", "2", "--bots", "solve:100", "--processes", "2"],
        ["lab", "run", "kuhn_poker", "--games", "3", "--bots", "solve"],
        ["lab", "run", "connect_four", "--games", "3", "--bots", "solve:100"],
        ["play", "kuhn_poker", "--bot", "B=solve"],
    ],
)
def test_commands_say_so(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line tells it, and plays nothing."""
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert "error[E165]: solve " in capsys.readouterr().err


@pytest.mark.parametrize("words", ["solve 0", "solve x", "solve:3000000", "solve:1s"])
def test_how_many_positions(words: str) -> None:
    """A number with bounds."""
    with pytest.raises(ValueError, match="looks at between 1 and 2,000,000 positions"):
        make_bot(words, 0)
