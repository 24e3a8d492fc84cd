"""Rules by use: counters beside the rules count what happened, and change no game."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from dsl.lab.arena import Arena
from dsl.lab.usage import Usage, Used, usage_of
from dsl.lab.variant import Variant
from dsl.runtime.errors import GameError
from dsl.runtime.game import Game, load
from dsl.runtime.uses import uses_of
from dsl.tools.cli import main

# six coins are taken one by one, in turn; the one after which three are left, and the last one, bring one more
COINS = """\
game "Coins" for 2 players

each player has:
    var gold: 0..99
    var bonus: 0..99

the table has:
    var left: 0..6 = 6

event earn (p: Player) by (n: 0..5):
    raise p.gold by n

value worth: 0..5 = 1
rule sweet: modify worth by +1 when left = 3 or left = 0 @CO-3

rule happy: after earn p by n when n = 2: @CO-2
    reward p
rule rich: after earn p by n when p.gold > 50: @CO-4
    set p.gold to 50

procedure reward (p: Player): @CO-2
    raise p.bonus by 1

window turn "your turn"

action take in turn: @CO-1
    requires some_left: left > 0 else "no coin is left"
    requires not_both: me.gold < 99 else "you have all"
    lower left by 1
    earn me by worth

action steal in turn: @CO-5
    requires wealthy: me.gold > 15 else "you are not rich enough"
    lower left by 1

main:
    repeat until left = 0 at most 300 times:
        offer turn to player 1
        if left > 0: offer turn to player 2
    if left = 0: end game scored by gold
"""


def coins(tmp_path: Path) -> Path:
    """The game as a file."""
    path = tmp_path / "coins.rules"
    path.write_text(COINS, encoding="utf-8")
    return path


def usage(path: Path, games: int = 12) -> Usage:
    """How a game's rules are used at random."""
    game = load(path)
    return usage_of(game, Arena(game, Variant(str(path), 2)), games)


def by_name(found: Usage) -> dict[str, Used]:
    """The rules by sort and name."""
    return {f"{each.sort} {each.name}": each for each in found.rules}


def test_each_rule_is_counted_as_it_is_used(tmp_path: Path) -> None:
    """Six coins a game, two of them sweet: what is counted is what must have happened."""
    found = usage(coins(tmp_path))
    used = by_name(found)
    assert found.games == 12
    for name, times in {
        "action take": 6,
        "event earn": 6,
        "modifier sweet": 2,
        "rule happy": 2,
        "procedure reward": 2,
        "action steal": 0,
        "rule rich": 0,
        "requirement not_both": 0,
    }.items():
        assert (used[name].times, used[name].games) == (times * 12, 12 if times else 0), name
    assert used["requirement wealthy"].games == 12  # it forbade stealing each time somebody was asked
    assert used["requirement some_left"].games == 0  # nobody is asked any more when it would forbid


def test_paragraphs_that_no_rule_was_used_of_are_named(tmp_path: Path) -> None:
    """CO-4 and CO-5 stand on what never happens."""
    found = usage(coins(tmp_path))
    assert sorted(found.never) == ["CO-4", "CO-5"]
    assert (found.used, found.uncounted) == (3, 0)


def positions(game: Game, counted: Game, seed: int, backend: str) -> tuple[list[int], list[str]]:
    """What is counted in a random game, and its moves; the same moves are made in the game without counters."""
    plain, state = game.start(seed=seed), counted.start(seed=seed, backend=backend)
    while plain.actor:
        options = state.options()
        assert options == plain.options()
        option = options[(seed + 7 * len(plain.played)) % len(options)]
        try:
            plain.play_option(option)
        except GameError:
            break
        state.play_option(option)
    assert plain.returns() == state.returns()
    return [state.position[use.slot] for use in uses_of(state.engine.machine)], [str(each) for each in plain.played]


@pytest.mark.parametrize("name", ["chess", "dark_order"])
def test_counters_change_no_game_and_are_the_same_on_each_backend(name: str) -> None:
    """Options, moves and results are those of the game without them; generated Python and C count alike."""
    game = load(name)
    counted = game.with_uses()
    assert uses_of(game.machine()) == []
    for seed in (1, 2):
        python = positions(game, counted, seed, "python")
        assert sum(python[0]) > 0
        assert python == positions(game, counted, seed, "auto")


def test_what_a_seat_sees_has_no_counters() -> None:
    """They are no fields of the game."""
    game = load("enclave")
    plain, counted = game.start(seed=3), game.with_uses().start(seed=3)
    assert plain.view(1) == counted.view(1)


def test_the_commands_tell_what_was_never_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`lab run` in a line, its JSON and the tables of a report whole."""
    path, store = coins(tmp_path), tmp_path / "kept.sqlite"
    words = ["lab", "run", str(path), "--games", "20", "--store", str(store)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "4 of 10 rules were never used in 20 games: " in told
    assert "Paragraphs that were never used: CO-4, CO-5." in told
    assert main([*words, "--json"]) == 0
    usage = json.loads(capsys.readouterr().out)["variants"][0]["usage"]
    assert usage["games"] == 20 and len(usage["rules"]) == 10
    page, tables = tmp_path / "report.html", tmp_path / "tables"
    assert main(["lab", "report", str(path), "--store", str(store), "-o", str(page), "--csv", str(tables)]) == 0
    assert "Rules by use" in page.read_text(encoding="utf-8")
    with (tables / "rules.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert {row["rule"]: row["times"] for row in rows}["sweet"] == "40"
