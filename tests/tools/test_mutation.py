"""Mutation: what no scenario notices is listed, explained by `mutants.yaml`, sampled, and reported when interrupted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.diagnostics import RulesError
from dsl.reading.mutants import Equal
from dsl.reading.places import shipped_games
from dsl.runtime.game import load
from dsl.runtime.proving import Met, Mutants, Proving
from dsl.runtime.scenario import Result
from dsl.semantics.model import Scenario
from dsl.source import SourceFile, Span
from dsl.tools import cli
from dsl.tools.mutation import Mutation, Which, mutate

GAME = """\
game "Small" for 2 players
ledger "ledger.yaml"

each player has:
    var gold: 0..99 stops at ends

event earn (p: Player) by (n: 0..9):  @SM-1
    raise p.gold by n

procedure payday:  @SM-2
    for each p in players:
        if p.gold < 5:
            earn p by 2

main:
    payday
    end game drawn
"""
LEDGER = "rules:\n- id: SM-1\n  rule: Earning.\n- id: SM-2\n  rule: The poor earn.\n"
SCENARIOS = """\
scenario "the poor earn" proves @SM-1 @SM-2:
    given: set A.gold to 7
    run payday
    expect A.gold = 7 and B.gold = 2
"""
SURVIVORS = {
    ("5", "5 → 4"),
    ("5", "5 → 6"),
    ("payday", "left out"),
    ("payday", "after the next one"),
    ("end game drawn", "left out"),
}
"""What the one scenario does not notice: it looks at neither end of the 5, and not at the whole game."""
REASONS = """\
mutants:
- file: game.rules
  item: main
  because: No scenario plays the whole game.
- file: game.rules
  item: procedure payday
  of: 5
  change: 5 → 6
  because: An example.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the game."""
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "ledger.yaml").write_text(LEDGER, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "all.rules").write_text(SCENARIOS, encoding="utf-8")
    return tmp_path


def tried(folder: Path, which: Which, processes: int = 1) -> Mutation:
    """What mutation finds."""
    return mutate(load(folder, scenarios=True), str(folder), processes, which=which)


def survivors(found: Mutation) -> set[tuple[str, str]]:
    """What is listed."""
    return {(rule.name, rule.change) for rule in found.survived}


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.long)])
def test_what_no_scenario_notices_is_listed(folder: Path, processes: int) -> None:
    """Exactly that; by one process and by two."""
    found = tried(folder, Which(deep=True), processes)
    assert survivors(found) == SURVIVORS
    assert found.tried == found.all == found.noticed + len(SURVIVORS)
    assert not found.complete and not found.explained and not found.stale
    unmet = {(rule.name, rule.change) for rule in found.survived if rule.key in found.unmet}
    assert unmet == {("payday", "left out"), ("payday", "after the next one"), ("end game drawn", "left out")}


@pytest.mark.parametrize("game", ["", pytest.param("skerry", marks=pytest.mark.long)], ids=["small", "skerry"])
def test_what_plays_scenarios_quickly_finds_the_same(folder: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few scenarios of one kind are played by generated code as well, and this changes nothing that is found."""
    path = shipped_games()[game] if game else folder
    which = Which(deep=True, sample=20)
    plain = Proving.played
    used: list[str | None] = []

    def noted(self: Proving, scenario: Scenario, leave_out: int = 0, backend: str | None = None) -> Result:
        used.append(backend)
        return plain(self, scenario, leave_out, backend)

    def slowly(self: Proving, scenario: Scenario, leave_out: int = 0, backend: str | None = None) -> Result:
        return plain(self, scenario, leave_out, "reference")

    monkeypatch.setattr(Proving, "played", noted)
    found = tried(path, which)
    assert found.tried and set(used) == {"python"}
    monkeypatch.setattr(Proving, "played", slowly)
    other = tried(path, which)
    assert survivors(found) == survivors(other) and found.unmet == other.unmet
    assert (found.tried, found.noticed, found.stale) == (other.tried, other.noticed, other.stale)


def test_reasons_explain_and_go_stale(folder: Path) -> None:
    """An explained change is no survivor, and none that was noticed; an entry that fits nothing is stale."""
    (folder / "mutants.yaml").write_text(REASONS, encoding="utf-8")
    found = tried(folder, Which(deep=True))
    assert survivors(found) == {("5", "5 → 4")}
    assert len(found.explained) == 4 and found.noticed == found.tried - 5
    assert {why for _, why in found.explained} == {"No scenario plays the whole game.", "An example."}
    assert found.stale == []
    gone = "- {file: game.rules, item: event earn, because: no more}\n"
    noticed = "- {file: game.rules, of: raise p.gold by n, because: wrong}\n"
    (folder / "mutants.yaml").write_text(REASONS + gone + noticed, encoding="utf-8")
    found = tried(folder, Which(deep=True))
    assert [each.place for each in found.stale] == ["mutants.yaml:10", "mutants.yaml:11"]
    assert not tried(folder, Which(deep=True, words="payday")).stale  # what was not tried says nothing
    (folder / "scenarios" / "more.rules").write_text(
        'scenario "five":\n    given: set A.gold to 5\n    run payday\n    expect A.gold = 5\n'
        'scenario "four":\n    given: set A.gold to 4\n    run payday\n    expect A.gold = 6\n',
        encoding="utf-8",
    )
    (folder / "mutants.yaml").write_text(REASONS, encoding="utf-8")
    found = tried(folder, Which(deep=True))
    assert not found.survived and [each.place for each in found.stale] == ["mutants.yaml:5"] and not found.complete


def test_a_scenario_of_a_module_proves_rules_of_the_game(folder: Path) -> None:
    """What no scenario of the game notices, one with a module may notice; what only those come to is met."""
    (folder / "modules").mkdir()
    (folder / "modules" / "poor.rules").write_text(
        'module poor "The poor" of "Small"\n'
        'scenario "five":\n    given: set A.gold to 5\n    run payday\n    expect A.gold = 5\n'
        'scenario "four":\n    given: set A.gold to 4\n    expect drawn and A.gold = 6\n',
        encoding="utf-8",
    )
    found = tried(folder, Which(deep=True))
    assert survivors(found) == {("end game drawn", "left out")}  # a game that comes to its end is drawn
    assert not found.unmet and found.tried == found.all == found.noticed + 1


@pytest.mark.parametrize(
    "text",
    ["mutants: [", "rules: []", "mutants:\n- 3\n", "mutants:\n- {file: game.rules}\n", "mutants:\n- {fil: x}\n"],
)
def test_reasons_that_cannot_be_read_are_an_error(folder: Path, text: str) -> None:
    """No YAML, no list, no entry, no reason, an unknown key."""
    (folder / "mutants.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as error:
        tried(folder, Which(deep=True))
    assert {each.code for each in error.value.diagnostics} == {"E015"}


def test_some_of_them(folder: Path) -> None:
    """A sample is the same for a seed; words pick by place, citation, item and text."""
    assert tried(folder, Which(deep=True, words="@SM-2"[1:])).survived
    assert survivors(tried(folder, Which(deep=True, words="payday"))) >= {("5", "5 → 4")}
    assert tried(folder, Which(deep=True, words="no such thing")).tried == 0
    one, same, other = (tried(folder, Which(deep=True, sample=4, seed=seed)) for seed in (1, 1, 2))
    assert one.tried == one.all == other.tried == 4
    assert survivors(one) == survivors(same)
    assert tried(folder, Which(deep=True, sample=1000)).tried > 10


def test_ctrl_c_gives_what_was_found_so_far(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report says so, and the exit code is that of Ctrl-C."""
    plain = Mutants.notices
    asked: list[int] = []

    def notices(self: Mutants, scenario: Scenario, number: int) -> bool:
        asked.append(number)
        if len(asked) > 8:
            raise KeyboardInterrupt
        return plain(self, scenario, number)

    monkeypatch.setattr(Mutants, "notices", notices)
    assert cli.main(["coverage", str(folder), "--mutate", "deep"]) == 130
    assert "PARTIAL" in capsys.readouterr().out
    asked.clear()
    assert cli.main(["coverage", str(folder), "--mutate", "deep", "--json"]) == 130
    found = json.loads(capsys.readouterr().out)["mutation"]
    assert found["interrupted"] and 0 < found["tried"] < found["all"]


def test_the_report_names_paragraph_line_and_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As text and as a document; sampling without --mutate is a misuse."""
    assert cli.main(["coverage", str(folder), "--mutate", "deep"]) == 1
    said = capsys.readouterr().out
    assert "  SM-2:\n    game.rules:12  5 | 5 → 4\n" in said
    assert "not noticed and explained: 0; not explained: 5" in said
    (folder / "mutants.yaml").write_text(REASONS, encoding="utf-8")
    cli.main(["coverage", str(folder), "--mutate", "deep", "--json"])
    found = json.loads(capsys.readouterr().out)["mutation"]
    assert found["deep"] and len(found["explained"]) == 4 and found["explained"][0]["because"] and found["seconds"] >= 0
    assert [(each["place"], each["change"]) for each in found["survived"]] == [("game.rules:12", "5 → 4")]
    assert cli.main(["coverage", str(folder), "--sample", "3"]) == 2


@pytest.mark.long
@pytest.mark.parametrize(
    "title", ["of all orders the best, three", "the search reckons with what each card eats and gives"]
)
def test_switches_do_not_use_up_the_work_that_a_rule_may_cost(title: str) -> None:
    """A long decision goes to its end in play and with the switches, though every place asks them."""
    mutants = Mutants(load(shipped_games()["dark_eden"], scenarios=True), deep=True)
    (scenario,) = (each for each in mutants.scenarios if each.title == title)
    assert mutants.met(scenario).passed


def test_scenarios_that_notice_nothing_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails with nothing changed cannot fail because of a change."""
    monkeypatch.setattr(Mutants, "met", lambda self, scenario: Met(False, frozenset()))
    cli.main(["coverage", str(folder), "--mutate", "deep", "--processes", "1"])
    said = capsys.readouterr().out
    assert "1 scenario cannot notice anything, failing with nothing changed: “the poor earn”" in said


def test_words_of_refusals_are_no_part_of_the_place_of_a_reason():
    """An action whose parameter is given words later is still the one that was explained."""
    said = Equal("a.rules", "action go to (p: Place in map) in turn", "", "", "", Span(SourceFile("m", ""), 0, 0))
    assert said.fits("a.rules", 'action go to (p: Place in map else "{p} is far") in turn', "x", "left out")
    assert not said.fits("a.rules", "action go to (p: Place in hand of me) in turn", "x", "left out")
