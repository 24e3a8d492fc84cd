"""The commands that pages of the documentation show, given to a shell in an empty folder, one after the other.

What follows a `sh` block as a block marked `.output` is what the last command of it prints. Files that a page does not
tell how to write are laid out by `FILES`; the games of the tutorial are those of its own blocks, each as soon as it
stands there.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from docs.blocks import DOCS, Block, blocks_of, replace_block

ROOT = DOCS.parent
SMALL = 'game "Small" for 2 players\n\nmain:\n    end game drawn\n'
FILES = {"my_game/game.rules": SMALL, "other_game/cards.rules": SMALL}
_TIME = re.compile(r"\b\d+\.\d s\b")
"""How long something took, which is another time each time."""


@pytest.fixture
def shell(tmp_path: Path) -> Path:
    """An empty folder, with a command `rulewright` on the path beside it."""
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "rulewright"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dsl.tools.cli "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IEXEC)
    (tmp_path / "here").mkdir()
    return tmp_path


def ran(block: Block, shell: Path) -> subprocess.CompletedProcess[str]:
    """The block as a script, which stops where a command fails."""
    path = f"{shell / 'bin'}{os.pathsep}{os.environ['PATH']}"
    kept = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(shell), "COLUMNS": "100"}
    return subprocess.run(
        ["sh", "-e", "-c", block.text],
        cwd=shell / "here",
        env=kept,
        text=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )


def played(page: Path, shell: Path) -> None:
    """All of a page: files are written, commands are given, what they print is compared."""
    last = None
    for block in blocks_of(page):
        if block.is_game and not block.expected and page.name == "tutorial.md":
            (shell / "here" / "lantern_market").mkdir(exist_ok=True)
            (shell / "here" / "lantern_market" / "game.rules").write_text(block.text, encoding="utf-8")
        elif block.info == "sh" and "pip install" not in block.text:
            last = ran(block, shell)
            assert last.returncode == 0, f"{block.place}: {last.stdout}{last.stderr}"
        elif ".output" in block.info:
            assert last is not None, f"{block.place}: no command stands above"
            now = _TIME.sub("0.1 s", last.stdout)
            if now != block.text and os.environ.get("RULEWRIGHT_UPDATE") == "1":
                replace_block(block, now)
            else:
                assert now == block.text, f"{block.place} differs: RULEWRIGHT_UPDATE=1 writes it anew"


def test_the_tutorial_works_from_an_empty_folder(shell: Path) -> None:
    """Every command of it, with the file as it is at that step."""
    played(DOCS / "tutorial.md", shell)
    assert (shell / "here" / "lantern_market" / "game.rules").is_file()


@pytest.mark.long
def test_the_page_of_commands_shows_what_they_print(shell: Path) -> None:
    """Every command and what it prints, to the letter."""
    for name, text in FILES.items():
        (shell / "here" / name).parent.mkdir(exist_ok=True)
        (shell / "here" / name).write_text(text, encoding="utf-8")
    page = DOCS / "reference" / "commands.md"
    assert sum(".output" in block.info for block in blocks_of(page)) >= 5
    played(page, shell)


@pytest.mark.long
def test_the_way_to_install_it_is_the_one_that_works(shell: Path) -> None:
    """The first commands of the tutorial, in an empty folder, with this checkout as the folder that they name."""
    block = next(block for block in blocks_of(DOCS / "tutorial.md") if "pip install" in block.text)
    done = ran(Block(block.page, block.line, block.info, block.text.replace("/path/to/rulewright", str(ROOT))), shell)
    assert done.returncode == 0, done.stderr
    assert (shell / "here" / ".venv" / "bin" / "rulewright").is_file()
