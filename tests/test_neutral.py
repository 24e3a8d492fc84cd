"""The language belongs to no game: nothing in it names a large game that comes along, or one of its cards."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from dsl.reading.places import shipped_games

ROOT = Path(__file__).parents[1]
GAMES = [folder for name, folder in shipped_games().items() if name not in shipped_games("classics")]
TEXTS = [path for pattern in ("*.py", "*.rules", "*.c") for path in (ROOT / "dsl").rglob(pattern)]
TEXTS += (ROOT / "grammar").glob("*.lark")

_GAME = re.compile(r'^game "([^":]+)', re.MULTILINE)
_CARD = re.compile(r'^(?:card|piece) "([^"{]+)"(?: called "([^"{]+)")?', re.MULTILINE)


def _names(folder: Path) -> set[str]:
    """What only this game says: its title and folder, and titles of cards in several words.

    A title of one word may be a word of the language as well; so is a name of two letters (Go).
    """
    titles: set[str] = set()
    for path in folder.rglob("*.rules"):
        titles.update(title for found in _CARD.findall(path.read_text(encoding="utf-8")) for title in found)
    for path in folder.rglob("*.csv"):
        with path.open(encoding="utf-8", newline="") as stream:
            titles.update(row.get("title") or "" for row in csv.DictReader(stream))
    games = _GAME.findall((folder / "game.rules").read_text(encoding="utf-8"))
    return {name for name in (folder.name, *games) if len(name) > 2} | {title for title in titles if " " in title}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_language_names_no_game(folder: Path) -> None:
    names = _names(folder)
    if not names:
        return  # only names that are words of English
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)")
    found: list[str] = []
    for path in TEXTS:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found += [f"{path.relative_to(ROOT)}:{number}: {name}" for name in pattern.findall(line)]
    assert not found
