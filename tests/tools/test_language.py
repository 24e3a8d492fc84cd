"""What commands answer in another language: all of it but what the rules and the diagnostics say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dsl.tools.cli import main

pytest.importorskip("babel")

Caught = pytest.CaptureFixture[str]

PIG = "pig"
ENGLISH = re.compile(
    r"\b(the|of|with|are|is|games?|players?|seeds?|scenarios?|rules?|finished|drawn|won|depth|errors?|cards?|actions?|"
    r"encoded|exercised|missing|decisions?|passed|average|seat|to)\b"
)
COMMANDS = [
    ("check", PIG),
    ("test", PIG),
    ("test", "tic_tac_toe"),
    ("coverage", PIG),
    ("sim", PIG, "-n", "20"),
    ("sim", PIG, "-n", "20", "--bots", "greedy,random", "--times"),
    ("perft", PIG, "2"),
    ("perft", PIG, "2", "--divide"),
    ("bench", "tic_tac_toe", "--seconds", "1"),
]
GAMES_OWN = re.compile(
    r"(goal|roll|hold|mark \w+|Pig|Tic-Tac-Toe|random|greedy|python|reference|native|all in C|dsl\.State)"
)
"""What is said in the words of the game, of bots or of backends."""


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_answer_in_polish(words: tuple[str, ...], capsys: Caught) -> None:
    """No English word is left; the same happens, and the exit code is the same."""
    code = main([*words])
    english = capsys.readouterr().out
    assert main([*words, "--lang", "pl"]) == code
    polish = capsys.readouterr().out
    assert polish != english
    left = [line for line in polish.splitlines() if ENGLISH.search(GAMES_OWN.sub("", line))]
    assert not left
    if words[0] not in ("sim", "bench", "perft"):
        assert re.findall(r"\d+", polish) == re.findall(r"\d+", english)


def test_games_are_listed_in_polish(capsys: Caught) -> None:
    """For how many they are; what they are about is told as their authors wrote it."""
    assert main(["games", "--lang", "pl"]) == 0
    told = capsys.readouterr().out
    assert "Chess, dla 2 graczy" in told and "Skerry, dla 3–4 graczy" in told
    assert "rulewright play NAZWA" in told


def test_what_fails_is_told_in_polish(market: Path, capsys: Caught) -> None:
    """A scenario that fails, and words that no title has; documents stay as they are."""
    scenarios = market / "scenarios" / "market.rules"
    text = scenarios.read_text(encoding="utf-8")
    scenarios.write_text(text.replace("expect A.coins = 1 and", "expect A.coins = 2 and"), encoding="utf-8")
    assert main(["test", str(market), "--lang", "pl"]) == 1
    told = capsys.readouterr().out
    assert "NIEUDANY: a good costs its price" in told and "czeka: " in told and "FAILED" not in told
    assert main(["test", PIG, "-k", "zzz", "--lang", "pl"]) == 1
    assert "żaden scenariusz nie ma w tytule „zzz”" in capsys.readouterr().err
    assert main(["check", PIG, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert main(["check", PIG, "--json", "--lang", "pl"]) == 0
    assert json.loads(capsys.readouterr().out) == document


def test_a_language_that_nobody_wrote(capsys: Caught) -> None:
    """It is refused, and those that there are are named."""
    assert main(["check", PIG, "--lang", "xx"]) == 2
    assert "the program speaks pl, and not “xx”" in capsys.readouterr().err


def test_scenarios_pass_in_any_language(capsys: Caught) -> None:
    """What they expect is in the words of the rules."""
    assert main(["test", "tic_tac_toe", "--lang", "pl"]) == 0
    assert "2 z 2 scenariuszy udane" in capsys.readouterr().out
