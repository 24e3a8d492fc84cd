"""Whatever a file says, the checker answers with diagnostics: spoiled copies of good files never raise anything."""

from __future__ import annotations

import random
import re

import pytest
from breadth import many
from semantics.common import CORPUS, GRAMMAR

from dsl.diagnostics import Bag, render_text
from dsl.semantics.check import check
from dsl.source import SourceFile
from dsl.syntax.parse import parse_file

FILES = sorted((CORPUS / "good").glob("*.rules"))
TEXTS = [path.read_text(encoding="utf-8") for path in FILES]
TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]')
ROUNDS = many(5, 25)


def spoiled(text: str, chance: random.Random) -> str:
    """A copy of a text with a few words replaced by others of the same text, or lines moved, doubled or dropped."""
    for _ in range(chance.randint(1, 4)):
        lines = text.splitlines(keepends=True)
        how = chance.randrange(6)
        at = chance.randrange(len(lines))
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(chance.randrange(len(lines)), lines[at])
        else:
            words = list(TOKEN.finditer(text))
            word, other = chance.choice(words), chance.choice(words)
            if how == 2:
                other = chance.choice([found for found in words if found[0][0].isalnum() == word[0][0].isalnum()])
            text = text[: word.start()] + other[0] + text[word.end() :]
            continue
        text = "".join(lines)
    return text


def answered(text: str) -> None:
    """Parse and check a text: diagnostics or a program, and the diagnostics can be shown."""
    bag = Bag()
    parsed = parse_file(SourceFile("spoiled.rules", text), bag, GRAMMAR)
    before = bag.has_errors
    program = check([parsed], players=None, options={}, data={}, bag=bag)
    assert (program is None) == bag.has_errors or before
    render_text(bag.shown())


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(FILES)), ids=lambda number: FILES[number].stem)
def test_spoiled_files_are_answered(number: int) -> None:
    """Nothing but diagnostics comes out of a spoiled file."""
    chance = random.Random(number)
    for _ in range(ROUNDS):
        answered(spoiled(TEXTS[number], chance))


def test_nothing_at_all_is_answered() -> None:
    """No file, and an empty one."""
    bag = Bag()
    assert check([], players=None, options={}, data={}, bag=bag) is None
    answered("")
    answered('game "X" for 0 players\nkind Unit is Unit\n')
