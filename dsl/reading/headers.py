"""The first words of a file, read where its tree is not needed: which game it is, or the module of which game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dsl.source import MAX_FILE_BYTES

_MODULE: Final = re.compile(
    r'^module[ \t]+(?P<name>\w+)(?:[ \t]+"(?P<title>[^"\n]*)")?(?:[ \t]+of[ \t]+"(?P<game>[^"\n]*)")?', re.MULTILINE
)
_GAME: Final = re.compile(
    r'^game[ \t]+"(?P<title>[^"\n]*)"(?:[ \t]+for[ \t]+(?P<players>\d+(?:\.\.\d+)?)[ \t]+players?)?', re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class GameHeader:
    """`game "Hearts" for 3..6 players`: the title, and the numbers of players as they are written, if they are."""

    title: str
    players: str | None


@dataclass(frozen=True, slots=True)
class ModuleHeader:
    """`module long_game "A long game" of "Harvest"`: the name, its title and that of the game if they are said."""

    name: str
    title: str | None
    game: str | None


def game_header(text: str) -> GameHeader | None:
    """What a text says of the game that it is; None if it is none."""
    found = _GAME.search(text)
    return None if found is None else GameHeader(found["title"], found["players"])


def module_header(text: str) -> ModuleHeader | None:
    """What a text says of the module that it is; None if it is none."""
    found = _MODULE.search(text)
    return None if found is None else ModuleHeader(found["name"], found["title"], found["game"])


def text_of(path: Path) -> str:
    """What a file holds; empty if it cannot be read, which whoever reads it afterwards will tell."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE_BYTES:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return ""
