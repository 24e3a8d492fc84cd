"""What the rules say that programs aim at."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.diagnostics import RulesError
from dsl.play.bot import Dice
from dsl.play.bots import make_bot
from dsl.play.judge import judge_of
from dsl.play.outlook import outlook
from dsl.play.uct import UctBot
from dsl.runtime.game import Game, load

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "aims.md"
PEARLS = re.findall(r"```rules\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]


def pearls(folder: Path, text: str = PEARLS) -> Game:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def test_a_program_alone_finds_what_it_aims_at(tmp_path: Path) -> None:
    """Without the aim there is nothing to go by: the end is hundreds of decisions away."""
    game = pearls(tmp_path)
    found = [UctBot(Dice(seed), 60).choose(game.start(1, seed))[-1] for seed in range(10)]
    assert found.count(2) >= 7  # by chance 2 or 3
    blind = pearls(tmp_path, PEARLS.replace("bots aim at riches weighing 3\n", ""))
    assert judge_of(game.engine(1)).sees_anything and not judge_of(blind.engine(1)).sees_anything


def test_aims_are_added_up_by_their_weights(tmp_path: Path) -> None:
    """Each player's lead over the others counts; one who plays alone is compared with what was."""
    more = "value size of (p: Player): 0..9 = 2\nbots aim at size weighing 5\n"
    game = pearls(tmp_path, PEARLS + more)
    state = game.start(1, 1)
    state.apply("dive 2")
    assert judge_of(game.engine(1)).signs(state)[0] == 3 + 10
    game = pearls(tmp_path, PEARLS.replace("for 1 player", "for 2 players"))
    state = game.start(2, 1)
    state.apply("dive 2")
    assert judge_of(game.engine(2)).signs(state)[:2] == [3, -3]


@pytest.mark.parametrize("name", ["greedy", "uct:20"])
def test_programs_that_aim_play_on(tmp_path: Path, name: str) -> None:
    game = pearls(tmp_path)
    state = game.start(1, 3)
    for _ in range(3):
        state.apply(make_bot(name, 1).choose(state))
    assert len(state.played) == 3


HANABI = Path(__file__).parents[2] / "games" / "modern" / "hanabi"


def test_what_is_aimed_at_together_is_no_contest() -> None:
    """All have the same, and that counts, in a short game as well; at its end too."""
    game = load(HANABI)
    state = game.start(2, 1)
    judge = judge_of(game.engine(2))
    assert judge.together and outlook(state).judge is judge and not outlook(state).far
    assert judge.signs(state)[:2] == [26, 26]
    while not state.is_over:
        state.apply(next(move for move in reversed(state.moves()) if move.text.startswith("play")))
    assert judge.signs(state)[:2] == [0, 0]


def test_aims_are_shared_all_or_none(tmp_path: Path) -> None:
    more = "value size of (p: Player): 0..9 = 2\nbots aim together at size\n"
    with pytest.raises(RulesError, match="either all aims are aimed at together, or none is"):
        pearls(tmp_path, PEARLS + more)


@pytest.mark.long
def test_programs_build_fireworks_together() -> None:
    """Random players build 1.3 cards on average (200 games); two programs that search more than 12 in four games."""
    built = 0
    for seed in range(4):
        state = load(HANABI).start(2, 100 + seed)
        bots = [make_bot("ismcts:100", seed * 9 + number) for number in range(2)]
        while not state.is_over:
            state.play_option(bots[state.actor - 1].choose(state))
        built += len(next(each for each in state.view(None).table.zones if each.name == "fireworks").items)
    assert built > 12
