"""What a game has renamed is followed by modules, by saves and by the doctor, and everybody is told the new name."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from test_module_clashes import GAME

from dsl.diagnostics import Diagnostic
from dsl.packages.manifest import manifest_of
from dsl.pipeline import check_game
from dsl.runtime.game import load
from dsl.runtime.proving import run_scenarios
from dsl.runtime.storage.saves import read
from dsl.sharing.outliving import outlive
from dsl.tools.cli import main

OLD = (
    GAME.replace("move c to box\n", 'requires modest: price of c <= 3 else "too dear"\n    give c\n')
    + """
event give (c: Good):
    move c to box
rule thrift: after give c: raise points_of_all by 0
the table has:
    var points_of_all: 0..9
"""
)
NEW = (
    OLD.replace("modest", "humble")
    .replace("give", "hand_over")
    .replace("Bread", "Loaf")
    .replace("rounds", "days")
    .replace("thrift", "saving")
    .replace("Guild", "Trade")
)
MANIFEST = 'name = "fair"\nversion = "{}"\nkind = "game"\ntitle = "Fair"\n'
RENAMED = """
[renamed]
"rule modest" = "humble"
"event give" = "hand_over"
'card "Bread"' = "Loaf"
"option rounds" = "days"
"rule thrift" = "saving"
"enum Guild" = "Trade"
"""
FAN = """module fan
silences modest
silences thrift
default rounds is 1
add to Guild: bees
change card "Bread":
    price 5
rule thanks: after give c: raise points_of_all by 1
scenario "a loaf":
    A does "sell Bread"
    B is asked
    expect A.coins = 5 and points_of_all = 1 and price of "Bread" = 5
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    """The game by its new names."""
    folder = tmp_path / "fair"
    (folder / "modules").mkdir(parents=True)
    (folder / "game.rules").write_text(NEW)
    (folder / "rulewright.toml").write_text(MANIFEST.format("2.0.0") + RENAMED)
    (folder / "modules" / "fan.rules").write_text(FAN)
    return folder


def said(folder: Path) -> list[Diagnostic]:
    return list(check_game(folder, modules=["fan"])[1].all())


def test_a_module_follows_what_has_another_name_and_is_told_it(fair: Path) -> None:
    found = said(fair)
    assert {each.code for each in found} == {"W311"} and {each.severity for each in found} == {"warning"}
    hints = [each.hint for each in found]
    assert sorted(hint for hint in hints if hint) == sorted(
        ["write: humble", "write: saving", "write: days", "write: Trade", 'write: "Loaf"', "write: hand_over"]
    )
    lines = {each.span.line for each in found if each.span}
    assert {2, 3, 4, 5, 6, 8} == lines
    results = run_scenarios(load(fair, ["fan"], scenarios=True))
    assert results and not [each.message for each in results if not each.passed]


def test_without_entries_it_is_refused(fair: Path) -> None:
    (fair / "rulewright.toml").write_text(MANIFEST.format("2.0.0"))
    assert [each for each in said(fair) if each.severity == "error"]


def test_a_name_that_the_game_has_again_is_not_followed(fair: Path) -> None:
    (fair / "game.rules").write_text(NEW + "\nevent give (c: Good):\n    move c to box\n")
    assert "write: hand_over" not in [each.hint for each in said(fair)]


def test_a_save_goes_on_by_the_new_words(tmp_path: Path, fair: Path) -> None:
    old = tmp_path / "old"
    copytree(fair, old)
    (old / "game.rules").write_text(OLD)
    (old / "rulewright.toml").write_text(MANIFEST.format("1.0.0"))
    state = load(old).with_options({"rounds": 3}).start(seed=1)
    state.apply("sell Bread")
    state.save(tmp_path / "game.save")
    found = outlive(load(fair), read(tmp_path / "game.save"))
    assert (found.made, found.all, found.stopped) == (1, 1, "")
    assert found.state.record().options["days"] == 3 and "sell Loaf" in found.state.record().moves[0].text
    (fair / "rulewright.toml").write_text(MANIFEST.format("2.0.0"))
    found = outlive(load(fair), read(tmp_path / "game.save"))
    assert (found.made, found.stopped) == (0, "sell Bread")


def test_the_doctor_shows_what_is_followed(tmp_path: Path, fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The package was made beside the old game; the new one is installed."""
    fan = tmp_path / "fan"
    (fan / "modules").mkdir(parents=True)
    (fan / "modules" / "fan.rules").write_text(FAN.split("scenario", 1)[0])
    (fan / "rulewright.toml").write_text('name = "fan"\nversion = "1"\nkind = "expansion"\n[base]\nfair = "*"\n')
    (fair / "modules" / "fan.rules").unlink()
    new = {name: (fair / name).read_text() for name in ("game.rules", "rulewright.toml")}
    (fair / "game.rules").write_text(OLD)
    (fair / "rulewright.toml").write_text(MANIFEST.format("1.0.0"))
    assert main(["install", str(fair)]) == 0
    assert main(["pack", str(fan), "-o", str(tmp_path)]) == 0
    for name, text in new.items():
        (fair / name).write_text(text)
    assert main(["install", str(fair), str(tmp_path / "fan-1.rwp")]) == 0
    capsys.readouterr()
    main(["doctor"])
    told = capsys.readouterr().out
    assert "changes rule thrift of fair, which is called rule saving now, and is followed" in told
    assert 'changes card "Bread" of fair, which is called card "Loaf" now' in told


def test_the_manifest_takes_entries() -> None:
    assert manifest_of((MANIFEST.format("1") + RENAMED).encode()).renamed['card "Bread"'] == "Loaf"
