"""`lab tune`: numbers are turned until goals hold, and the answer is one that is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dsl.lab.goals import read_goal
from dsl.lab.tune import Point, Range, Search, read_range
from dsl.tools.cli import main

# player A wins with a die of 100 that shows at most `line`
CHANCE = """\
game "Line" for 2 players

option line: 0..100 = 10

main:
    random die from 1..100 on dice
    if die <= line: end game won by player 1
    end game won by player 2
"""
MARKET = Path(__file__).parents[1] / "corpus" / "good" / "measures.rules"


def tune(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The answer as JSON."""
    assert main(["lab", "tune", str(path), *words, "--store", str(tmp_path / "kept.sqlite"), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("line", [pytest.param("0..100", marks=pytest.mark.long), "69..71"])
def test_a_known_number_is_found(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line at 70 gives A 70 percent: by SPSA, and by trying all; on fresh games it holds."""
    path = tmp_path / "line.rules"
    path.write_text(CHANCE, encoding="utf-8")
    words = ("--vary", f"line={line}", "--goal", "A=64..76", "--games", "400", "--steps", "25")
    found = tune(path, tmp_path, capsys, *words)
    assert found["method"] == ("spsa" if line == "0..100" else "all")
    assert 64 <= found["best"]["line"] <= 76
    checked = found["checked"]
    assert checked["games"] == 800 and checked["goals"][0]["figure"] == "seat A"
    assert 60 <= checked["goals"][0]["value"] <= 80
    assert found["path"] == tune(path, tmp_path, capsys, *words)["path"]  # nothing is left to chance


def test_what_is_printed_on_a_card_is_turned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four fish and three silks of 5 bring 31 if a fish costs 4; the rules are not touched."""
    before = MARKET.read_bytes()
    words = ("--vary", "Fish.price=3..5", "--measure", "brought", "--games", "40")
    found = tune(MARKET, tmp_path, capsys, *words, "--goal", "brought, sum of a game=30..32")
    assert found["best"] == {"Fish.price": 4}
    assert found["checked"]["goals"][0]["verdict"] == "holds"
    assert MARKET.read_bytes() == before


def test_a_file_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`lab.toml` says all of it; the command line goes before it."""
    (tmp_path / "line.rules").write_text(CHANCE, encoding="utf-8")
    file = tmp_path / "lab.toml"
    file.write_text(
        'game = "line.rules"\nseed = 3\n[sweep.options]\nline = [1, 2]\n[tune]\ngames = 50\n'
        '[tune.vary]\nline = "69..71"\n[tune.goals]\nA = "50..90"\n',
        encoding="utf-8",
    )
    found = tune(file, tmp_path, capsys)
    assert [each["numbers"] for each in found["path"]] == [{"line": line} for line in (69, 70, 71)]
    assert found["checked"]["games"] == 100 and found["checked"]["goals"][0]["verdict"] == "holds"
    said = ("--vary", "line=69..71", "--goal", "A=50..90", "--games", "50", "--seed", "3")
    assert found == tune(tmp_path / "line.rules", tmp_path, capsys, *said)
    found = tune(file, tmp_path, capsys, "--vary", "line=5..6", "--games", "40")
    assert [each["numbers"] for each in found["path"]] == [{"line": 5}, {"line": 6}]
    assert found["checked"]["games"] == 80 and found["checked"]["goals"][0]["verdict"] == "does not hold"


def test_two_numbers_at_once() -> None:
    """SPSA comes near the least of a bowl in two numbers with few points."""

    def bowl(point: Point) -> float:
        return ((point[0] - 30) ** 2 + (point[1] - 700) ** 2 / 100) / 10

    search = Search([Range("a", 0, 100), Range("b", 0, 1000)], bowl, 60)
    tried = [*search.run()]
    assert len(tried) == len(set(tried)) <= 63
    assert search.tried[search.best] < bowl((50, 500)) / 20


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--vary", "gaol=20..40", "--goal", "turns=18..22"], "there is no option of that name (there are: goal)"),
        (["--vary", "goal", "--goal", "turns=18..22"], "--vary goal: write what and its bounds, such as goal=20..200"),
        (["--vary", "goal=40..20", "--goal", "turns=18..22"], "the second number must be the greater one"),
        (["--vary", "goal=20..22", "--goal", "turns"], "--goal turns: write a figure and its bounds"),
        (["--vary", "goal=20..22", "--goal", "turns=5..5"], "the second number must be the greater one"),
        (["--vary", "goal=20..22", "--goal", "tuns=1..5"], "there is no figure tuns; there are: seat A, seat B, drawn"),
        (["--vary", "goal=20..22", "--goal", "turns=1..5", "--bots", "clever"], "clever"),
        (["--vary", "goal=20..22"], "say --goal A=48..52, or give a lab.toml with [tune.goals]"),
        ([], "say --vary goal=20..60, or give a lab.toml with [tune.vary]"),
    ],
)
def test_what_cannot_be_is_told(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In words, before anything is played, and with the exit code of a misuse."""
    assert main(["lab", "tune", "pig", *words, "--games", "5", "--store", str(tmp_path / "kept.sqlite")]) == 2
    assert told in capsys.readouterr().err


def test_goals_and_ranges_are_read() -> None:
    """Letters are seats; numbers may be fractions and below 0."""
    goal = read_goal("B=48.5..52")
    assert (goal.what, goal.low, goal.high) == ("seat B", 48.5, 52)
    assert read_range("Fish.price=-3..9") == Range("Fish.price", -3, 9)


def test_the_table_tells_the_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each point with its figures, then the best, then the check."""
    words = ["--vary", "goal=20..21", "--goal", "turns=5..30", "--games", "50", "--store", str(tmp_path / "k.sqlite")]
    assert main(["lab", "tune", "pig", *words]) == 0
    told = capsys.readouterr().out
    assert "every value, 2 points, 50 games each" in told
    assert "On 100 fresh games:" in told and ", holds" in told
