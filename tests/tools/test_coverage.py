"""Coverage: each fate a rule of the ledger can have, and rules that no scenario misses."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.runtime.game import Game, load
from dsl.tools.coverage import cover
from dsl.tools.mutation import mutate

GAME = """\
game "Fates" for 2 players
ledger "ledger.yaml"

ruling ties "Who wins a tie?"  @FA-4
    reading first_player "the first player"
    reading nobody "nobody"

each player has:
    var gold: 0..99 stops at ends
    var luck: 0..9 = 1

text only @FA-3 "it is a story"
unimplemented "trading" @FA-6

event earn (p: Player) by (n: 0..9):  @FA-1
    raise p.gold by n

rule lucky: before earn p by n when p.luck > 0:  @FA-1
    set n to n + 1
rule never_missed: before earn p by n when p.luck > 5:  @FA-2
    set n to 9
rule unlucky: cannot earn p by n when p.luck = 0

procedure payday:
    for each p in players:
        earn p by 2
    if A.gold = B.gold and ties is first_player:
        raise A.gold by 1

main:
    payday
    end game drawn
"""

LEDGER = "rules:\n" + "".join(f"- id: FA-{number}\n  rule: Something.\n" for number in range(1, 7))

SCENARIOS = """\
scenario "the lucky earn more" proves @FA-1 @FA-4:
    given: set B.luck to 0
    run payday
    expect A.gold = 3 and B.gold = 0

scenario "this one fails" proves @FA-2:
    run payday
    expect A.gold = 50
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game whose ledger has one rule of each fate."""
    (tmp_path / "game.rules").write_text(
        GAME.replace("A.", "(player 1).").replace("B.", "(player 2)."), encoding="utf-8"
    )
    (tmp_path / "ledger.yaml").write_text(LEDGER, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "all.rules").write_text(SCENARIOS, encoding="utf-8")
    return load(tmp_path, scenarios=True)


def test_each_rule_has_one_fate(game: Game) -> None:
    """Encoded, exercised, text only, ruled, missing, unexercised; a scenario that fails proves nothing."""
    found = cover(game)
    assert found.encoded == ["FA-1", "FA-2", "FA-4"]
    assert found.exercised == ["FA-1", "FA-4"]
    assert found.unexercised == ["FA-2"]
    assert found.text_only == {"FA-3": "it is a story"}
    assert found.ruled == ["FA-4"]
    assert found.missing == ["FA-5", "FA-6"]
    assert [result.title for result in found.failed] == ["this one fails"]
    assert not found.complete
    assert ("text_only", "game.rules:12") in found.places["FA-3"]


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_rule_that_no_scenario_misses_is_named(game: Game, processes: int) -> None:
    """Leaving out the one rule that never fires is not noticed; leaving out the others is."""
    found = mutate(game, str(game.sources.root), processes)
    assert found.tried == 5
    assert found.ids == {"FA-1", "FA-2"}
    assert [rule.name for rule in found.survived] == ["never_missed"]
    assert found.survived[0].cites == ("FA-2",)
    assert found.survived[0].place.startswith("game.rules:")
