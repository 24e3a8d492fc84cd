"""The extension for Visual Studio Code, as far as it can be judged without Node.js; the rest is in its own tests."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from scripts import script

from dsl.editor.lenses import PLAY, SHOW, TEST

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "dsl" / "editor" / "vscode"


def test_the_colours_know_the_words_of_the_grammar() -> None:
    """Written by docs/make_colours.py, and not changed since."""
    made = script("make_colours")
    assert made.TARGET.read_text(encoding="utf-8") == made.grammar()


def test_the_extension_does_what_lenses_ask_for() -> None:
    """One of the commands is the server's own."""
    text = (EXTENSION / "extension.js").read_text(encoding="utf-8")
    assert all(f'"{name}"' in text for name in (PLAY, SHOW, TEST))
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    declared = {each["command"] for each in manifest["contributes"]["commands"]}
    assert PLAY in declared and TEST not in declared, "who declares a command of the server hides it"


def test_the_wheel_carries_no_extension() -> None:
    """It is packaged by npm, and so is what it needs."""
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert "dsl/editor/vscode" in built["wheel"]["exclude"]
    assert "node_modules" in built["sdist"]["exclude"]
