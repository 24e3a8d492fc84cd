"""Mistakes: what is wrong in a file of mistakes is said on its line, and nothing else is said.

The expected message stands on the line it is about, as `#! E021 "part of the message"`; on a line of its own it is
about the line above. Missing and surplus messages both fail. How they read as a whole is in the goldens.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from expectations import differences
from golden import golden
from syntax.common import BAD, GRAMMAR, parse, read

from dsl.diagnostics import Bag, Diagnostic, render_text
from dsl.syntax.parse import parser_of


def diagnostics(path: Path) -> list[Diagnostic]:
    """Everything there is to say about a file of mistakes."""
    bag = Bag()
    parse(read(path), bag, path.name)
    return list(bag.all())


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes_are_told_on_their_lines(path: Path) -> None:
    """What is expected is said, and no more."""
    assert differences(read(path), diagnostics(path)) == ([], [])


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes_read_well(path: Path) -> None:
    """The messages as they are shown, hints included, are the reviewed ones."""
    golden(f"goldens/syntax/{path.stem}.txt", render_text(diagnostics(path)))


def test_messages_speak_of_the_language_only() -> None:
    """No message names a terminal, the parser or a class."""
    terminals = {term.name for term in parser_of(GRAMMAR).terminals if not term.name.isalpha() or len(term.name) > 2}
    forbidden = {"Token", "Lark", "Tree", "Unexpected", "None", "parser", "terminal", *terminals}
    for path in BAD:
        for diagnostic in diagnostics(path):
            words = set(re.findall(r"\w+", f"{diagnostic.message} {diagnostic.hint or ''}"))
            assert not words & forbidden, diagnostic


def test_nearly_all_messages_have_a_hint() -> None:
    """A designer who is told what is wrong is told what to write."""
    counted = Counter(diagnostic.hint is not None for path in BAD for diagnostic in diagnostics(path))
    assert counted[False] <= counted[True] // 10
