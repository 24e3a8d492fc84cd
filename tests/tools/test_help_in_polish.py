"""What commands take is told in the language that is asked for."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from dsl.tools.cli import main, parser
from dsl.tools.translating import in_language


def told(of: argparse.ArgumentParser) -> Iterator[str]:
    """All that is told of a command and of those below it."""
    yield of.description or ""
    for action in of._actions:
        yield action.help or ""
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from told(below)


def test_everything_is_told_in_polish() -> None:
    english = list(told(parser()))
    with in_language("pl"):
        polish = list(told(parser()))
    assert len(polish) == len(english) > 300
    alike = {one for one, other in zip(english, polish, strict=True) if one == other}
    assert alike == {"", argparse.SUPPRESS} & alike


@pytest.mark.parametrize(
    "line", [["--lang", "pl", "check", "--help"], ["--lang=pl", "check", "-h"], ["check", "--lang=pl", "-h"]]
)
def test_the_language_stands_before_the_command_or_behind_it(
    line: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line)
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("użycie: rulewright check") and "znajdź każdy tekst karty" in out


def test_a_language_that_is_none_explains_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--lang", "xx", "--help"])
    assert capsys.readouterr().out.startswith("usage: rulewright check")


def test_an_answer_in_polish_with_the_language_in_front(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "pl", "check", "tic_tac_toe"]) == 0
    assert "bez błędów" in capsys.readouterr().out


@pytest.mark.parametrize("line", [["--lang", "pl"], ["--lang", "pl", "lab"], ["--lang", "pl", "nonsense"]])
def test_a_language_without_its_command_is_no_command(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line)
    assert ended.value.code == 2
    assert "command pl" not in (told := capsys.readouterr().err) and "'pl'" not in told
