"""Modules: what they change, who wins, which scenarios belong to them, and every wrong use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.diagnostics import Bag, RulesError
from dsl.pipeline import check_game
from dsl.reading.game import read_game
from dsl.reading.modules import module_sets
from dsl.runtime.game import Game, load
from dsl.runtime.proving import run_scenarios
from dsl.tools import cli
from dsl.tools.coverage import cover
from dsl.tools.mutation import mutate

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "modules.md"
GAME = """
game "Harvest" for 2 players
option goal: 3..9 = 5
ruling ties "Who wins?"
    reading first "player 1"
    reading nobody "nobody"
enum Title: FARMER, MILLER
kind Card:
    title: Title
    worth: 1..3
    modify yield of c by +1 when c is this and worth of c = 3
    rule twice: modify yield of c by +1 when c is this and worth of c = 1
each player has:
    zone hand: cards of Card, seen by owner
    zone field: cards of Card, active
    var points: 0..20 stops at ends
window turn "your turn"
card "Rye" is Card, 4 copies:
    title FARMER, worth 1
card "Mill" is Card, 2 copies:
    title MILLER, worth 2
value yield of (c: Card): 0..9 = worth of c
action sow (c: Card in hand of me) in turn:
    requires farmers_first: c.title is FARMER or some x in me.field where x.title is FARMER else "a farmer comes first"
    move c to field of me
    raise points of me by yield of c
phase spring:
    for each p in players: offer turn to p
rule full: always for each p in players where points of p >= goal: end game won by p because "enough points"
main:
    for each p in players:
        for i from 1 to 2: move the first c in Card where c is "Rye" and c in box to hand of p
        move the first c in Card where c is "Mill" and c in box to hand of p
    repeat at most 5 times: spring
    if ties is first: end game won by player 1
    end game drawn
"""
BASE = """
scenario "a mill comes after a farmer" proves @HA-1:
    A cannot "sow Mill" because "a farmer comes first"
    A does "sow Rye"
    B is asked
    expect points of A = 2

scenario "free sowing":
    with module free_sowing
    A does "sow Mill"
    B is asked
    expect points of A = 2

scenario "both":
    with module free_sowing, module magic, goal 7
    A does "sow Mill"
    B does "pass"
    A does "sow Growth"
    expect over and points of A = 7
"""
FREE = """
module free_sowing "Free sowing" of "Harvest"
silences farmers_first
default goal is 4
default ties is nobody
scenario "the defaults are others" proves @HA-2:
    A does "sow Mill"
    B is asked
    expect goal = 4 and ties is nobody
"""
MAGIC = """
module magic "Spells"
add to Title: SORCERER "Sorcerer"
add to Card:
    power: 0..3 = 0
kind Spell is Card
card "Growth" is Spell:
    title SORCERER, worth 1, power 3
replace value yield of (c: Card): 0..9 = worth of c + power of c
replace phase spring:
    move each s in Spell where s in box to hand of player 1
    for each p in players: offer turn to p
scenario "a spell":
    A does "sow Rye"
    B is asked
    expect points of A = 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with two modules."""
    return write(tmp_path, free_sowing=FREE, magic=MAGIC)


def write(root: Path, text: str = GAME, **modules: str) -> Path:
    """A game in a folder."""
    for name, words in {
        "game": text,
        "scenarios/base": BASE,
        **{f"modules/{k}": v for k, v in modules.items()},
    }.items():
        path = root / f"{name}.rules"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words.lstrip("\n"), encoding="utf-8")
    return root


def told(root: Path, *modules: str | Path) -> list[tuple[str, str]]:
    """Codes and messages of a game with modules."""
    _, bag = check_game(root, modules=modules)
    return [(each.code, each.message) for each in bag.all()]


def test_the_sets_that_are_played(folder: Path) -> None:
    bag = Bag()
    sets = module_sets(read_game(folder, bag), bag)
    assert set(sets) == {(), ("free_sowing",), ("magic",), ("free_sowing", "magic")} and not len(bag)
    assert told(folder) == []


def test_each_scenario_is_played_with_its_modules(folder: Path) -> None:
    game = load(folder, scenarios=True)
    played = {
        variant.modules: sorted(result.title for result in run_scenarios(variant) if result.passed)
        for variant in game.variants()
    }
    assert played == {
        (): ["a mill comes after a farmer"],
        ("free_sowing",): ["free sowing", "the defaults are others"],
        ("magic",): ["a spell"],
        ("free_sowing", "magic"): ["both"],
    }


def test_no_file_is_changed_and_the_order_means_nothing(folder: Path) -> None:
    one, other = (load(folder, modules) for modules in (["magic", "free_sowing"], ["free_sowing", "magic"]))
    assert one.modules == other.modules == ("free_sowing", "magic")
    assert one.machine() == other.machine()
    plain = load(folder)
    assert plain.machine() == one.with_modules([]).machine() != one.machine()
    assert [option.value for option in one.options if option.name == "goal"] == [4]


def test_what_is_replaced(folder: Path) -> None:
    def yields(game: Game, title: str) -> str:
        state = game.start(2, seed=1)
        return str(state.why(f"yield of {title}").value)

    assert yields(load(folder), "Rye") == "1" == yields(load(folder, ["magic"]), "Rye")
    assert yields(load(folder, ["magic"]), "Growth") == "4"
    write(folder, less="module less\nreplace rule twice: modify yield of c to at most 0 when c is this\n")
    state = load(folder, ["less"]).start(2, seed=1)
    state.apply("sow Rye")  # in the field its rule works, the one in its place
    assert state.why("points of A").value == "0"


def test_a_module_from_elsewhere(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("fan")
    (other / "storms.rules").write_text(
        'module storms of "Harvest"\nrequires module magic\ninclude "more.rules"\n', encoding="utf-8"
    )
    (other / "more.rules").write_text('card "Storm" is Spell:\n    title SORCERER, worth 2\n', encoding="utf-8")
    path = other / "storms.rules"
    game = load(folder, ["magic", path])
    assert game.modules == ("magic", "storms")
    assert any(card.title == "Storm" for card in game.program().cards)
    assert [code for code, _ in told(folder, path)] == ["E170", "E101", "E104"][:1] or told(folder, path)[0][
        0
    ] == "E170"


def test_a_scenario_that_asks_for_an_unknown_module(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """It was left out without a word, and `test` passed."""
    path = tmp_path_factory.mktemp("fan") / "storms.rules"
    path.write_text('module storms\nscenario "x":\n    with module magik\n    expect not over\n', encoding="utf-8")
    assert told(folder, path) == [("E011", "the game has no module magik")]


WRONG = {
    'module bad of "Chess"': ("E170", 'the module `bad` is for the game "Chess"'),
    "requires module good": ("E170", "needs the module `good`, which is not switched on"),
    "excludes modules magic, storms": ("E170", "the modules `bad` and `magic` cannot be played together"),
    "default gaol is 4": ("E102", "there is no option or ruling `gaol` to change"),
    "default ties is nobodyy": ("E102", "there is no reading of ties `nobodyy` to change"),
    "default goal is 44": ("E106", "the option `goal` is 44"),
    "replace phase sprnig: nothing": ("E102", "there is no procedure `sprnig` to change"),
    "replace rule ful: always when no: nothing": ("E102", "there is no rule `ful` to change"),
    "replace before move x: nothing": ("E102", "only what has a name can be replaced"),
    "replace phase spring: nothing": ("E170", "the modules `bad` and `magic` both replace the procedure `spring`"),
    'replace card "Ryee" is Card': ("E102", 'there is no card "Ryee" to change'),
    "add to Titel: X": ("E102", "there is no enum `Titel` to change"),
    "add to Title: MILLER": ("E103", "`MILLER` is declared twice"),
    "add to Card: A, B": ("E104", "`Card` is a kind"),
    "add to Title:\n    x: 0..3": ("E104", "`Title` is an enum"),
    "add to Kard:\n    x: 0..3": ("E102", "there is no kind `Kard` to change"),
    "silences farmers_frst": ("E101", "there is no named rule `farmers_frst`"),
    "kind Card": ("E103", "`Card` is declared twice"),
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text.split("\n")[0])
def test_wrong_modules_are_told(folder: Path, text: str) -> None:
    """One mistake is one message, in the module's file."""
    write(folder, bad=text if text.startswith("module") else f"module bad\n{text}", magic=MAGIC)
    _, bag = check_game(folder, modules=["bad", "magic"])
    code, part = WRONG[text]
    found = [(each.code, part in each.message, each.span and each.span.file.name) for each in bag.all()]
    place = {"default goal is 44": "modules/bad.rules"}.get(text, "modules/bad.rules")
    if "both replace" in part:
        place = "modules/magic.rules"
    assert found == [(code, True, place)], [each.message for each in bag.all()]


def test_modules_only_in_modules(tmp_path: Path) -> None:
    write(tmp_path, GAME + "module x\ndefault goal is 3\n")
    assert [code for code, _ in told(tmp_path)][:2] == ["E107", "E107"]


def test_a_module_that_requires_another_may_replace_what_it_replaces(folder: Path) -> None:
    write(folder, more="module more\nrequires module magic\nreplace phase spring: nothing\n")
    assert load(folder, ["more", "magic"]).modules == ("magic", "more")
    assert told(folder, "more")[0][0] == "E170"


def test_names_of_modules(folder: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load(folder, ["magc"])
    assert caught.value.diagnostics[0].code == "E011" and caught.value.diagnostics[0].hint == "meant magic?"
    write(folder, odd="module other\n")
    assert ("E170", "this file is read as the module `odd`, and calls itself `other`") in told(folder, "odd")


def test_scenarios_that_name_no_module(folder: Path) -> None:
    scenarios = folder / "scenarios" / "base.rules"
    scenarios.write_text(BASE.replace("module magic", "module majic"), encoding="utf-8")
    assert [(code, message) for code, message in told(folder) if code == "E011"] == [
        ("E011", "the game has no module majic")
    ]


def test_the_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(folder)]) == 0
    assert cli.main(["test", str(folder), "--json"]) == 0
    captured = capsys.readouterr().out
    assert json.loads(captured[captured.index("{") :])["passed"] == 5
    assert cli.main(["test", str(folder), "--module", "magic"]) == 0
    assert "2 of 2 scenarios passed" in capsys.readouterr().out
    assert cli.main(["sim", str(folder), "-n", "3", "--module", "free_sowing"]) == 0
    assert cli.main(["sim", str(folder), "-n", "3", "--module", "nothing"]) == 1


def test_the_file_of_a_module_is_checked_with_its_game(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the game's folder, beside it, or of a game that comes along; otherwise it is said what is missing."""
    inside = folder / "modules" / "short.rules"
    inside.write_text("module short\n\ndefault goal is 3\n")
    assert cli.main(["check", str(inside)]) == 0
    beside = folder / "fan.rules"
    beside.write_text('# Mine.\n\nmodule fan "Fan" of "Harvest"\n\ndefault gaol is 3\n')
    assert cli.main(["check", str(beside)]) == 1
    told = capsys.readouterr().out
    assert "fan.rules:5:9" in told and told.count("error[") == 1
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "long.rules"
    elsewhere.write_text('module long of "Pig"\n\ndefault goal is 200\n')
    assert cli.main(["sim", str(elsewhere), "-n", "2"]) == 0
    elsewhere.write_text("module long\n\ndefault goal is 200\n")
    assert cli.main(["check", str(elsewhere)]) == 1
    assert "is a module and no game by itself, and does not say of which game" in capsys.readouterr().err
    elsewhere.write_text('module long of "Snakes"\n')
    assert cli.main(["play", str(elsewhere)]) == 1
    assert 'of "Snakes", and there is no such game here' in capsys.readouterr().err


def test_what_could_not_be_read_is_not_missed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake is told once, where it is, and not wherever what it spoils is named."""
    game = folder / "game.rules"
    game.write_text(game.read_text().replace('card "Mill" is Card, 2 copies:', 'card "Mill" is Card, 2 copies: and'))
    for more in ((), ("--module", "magic")):
        assert cli.main(["check", str(folder), *more]) == 1
        assert capsys.readouterr().out.count("error[") == 1


def test_warnings_are_told_about_the_files_of_the_modules(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the game itself is warned of is told when the game is checked."""
    game = folder / "game.rules"
    game.write_text(game.read_text() + "\nprocedure idle:\n    nothing\n")
    module = folder / "modules" / "short.rules"
    module.write_text("module short\n\nprocedure lazy:\n    nothing\n")
    assert cli.main(["check", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "`idle`" in told and "`lazy`" in told
    assert cli.main(["check", str(folder), "--module", "short"]) == 0
    told = capsys.readouterr().out
    assert "`idle`" not in told and "`lazy`" in told
    assert not [each for each in check_game(folder, modules=["short"])[1].all() if "idle" in each.message]


def test_coverage_counts_modules(folder: Path) -> None:
    game = load(folder, scenarios=True)
    found = cover(game)
    assert found.scenarios == 5 and not found.failed
    left_out = mutate(game, str(folder))
    assert left_out.tried >= 4 and "silences" not in [rule.name for rule in left_out.survived]
