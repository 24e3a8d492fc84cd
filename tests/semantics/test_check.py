"""The checker as a whole: everything of the language is accepted, and mistakes are told once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from semantics.common import CORPUS, LIBRARY, checked

from dsl.diagnostics import render_text


def test_everything_of_the_language_is_accepted() -> None:
    """The file that uses every construct gives a program, for each number of players."""
    text = (CORPUS / "good" / "sem_everything.rules").read_text(encoding="utf-8")
    for players in (2, 3):
        program, bag = checked(text, players=players)
        assert program is not None, render_text(bag.all())
        assert program.players == players
        assert {diagnostic.code for diagnostic in bag.all()} <= {"W301"}


@pytest.mark.parametrize("path", sorted((CORPUS / "good").glob("*.rules")), ids=lambda path: path.stem)
def test_good_files_are_accepted(path: Path) -> None:
    """No file of the good corpus has an error."""
    files, texts = [path], list[str]()
    for file in files:  # it grows: a library may use others
        texts.append(file.read_text(encoding="utf-8"))
        used = [LIBRARY / f"{name}.rules" for name in re.findall(r'^use "(\w+)"', texts[-1], re.MULTILINE)]
        files += [library for library in used if library not in files]
    program, bag = checked(*texts, names=[file.name for file in files])
    assert program is not None, render_text(bag.all())


def test_what_could_not_be_read_is_not_called_unknown() -> None:
    """A mistake of form in a declaration is one message, not one for each use of its name."""
    text = 'game "X" for 2 players\nkind Unit:\n    attack: 0..\ncard "Ann" is Unit\ndefine a (u: Unit) = u.attack\n'
    program, bag = checked(text)
    assert program is None and len(bag) == 1
