"""The pages about commands and documents name everything there is."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import pytest

from dsl.repl.session import COMMANDS
from dsl.tools import cli

PAGES = Path(__file__).parents[2] / "docs" / "reference"


def test_every_command_of_the_command_line_has_its_line() -> None:
    """commands.md lists what --help lists, with every option."""
    page = (PAGES / "commands.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)[ `]", page, re.MULTILINE)
    commands = next(
        action.choices for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    assert set(commands) <= set(listed)
    options = {
        option for made in commands.values() for option in made._option_string_actions if option.startswith("--")
    }
    assert {option for option in options if option not in page} <= {"--help", "--seconds"}


def test_every_command_of_a_session_has_its_line() -> None:
    """commands.md lists what `help` lists."""
    page = (PAGES / "commands.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"`{command.name}" in page, command.name


def test_every_key_of_a_document_is_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """json.md names each key that a document has."""
    page = (PAGES / "json.md").read_text(encoding="utf-8")
    folder = tmp_path / "market"
    assert cli.main(["new", str(folder)]) == 0
    capsys.readouterr()
    for words in (
        ["check"],
        ["test"],
        ["coverage", "--mutate", "deep", "--sample", "3"],
        ["sim", "-n", "4"],
        ["bench", "--seconds", "1"],
    ):
        cli.main([words[0], str(folder), *words[1:], "--json"])
        for key in json.loads(capsys.readouterr().out):
            assert f"`{key}`" in page, (words[0], key)
    cli.main(["perft", str(folder), "1", "--json"])
    for key in json.loads(capsys.readouterr().out):
        assert f"`{key}`" in page, key
