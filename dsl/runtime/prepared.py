"""Games made ready in an earlier run of the program: a machine is made of the rules once, and kept while they stay.

Kept are two things (`dsl.keeping`): that the rules have no mistake, with for how many players they are; and for each
number of players that was played the machine, what words need of the rules, and the text that the Python backend made.
The rules themselves are read and checked again only when somebody asks about them, from the same texts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from dsl.backends.python.texts import Written
from dsl.keeping.folder import keep, kept, later
from dsl.keeping.graph import NotStored, restore, store
from dsl.machine.ir.ops import Machine
from dsl.machine.ir.serialize import NODES
from dsl.reading.findings import Found, find, main_file, remember
from dsl.reading.sources import MODULES, Sources
from dsl.runtime.about import About, SecretCard

Choices = Mapping[str, int | str | list[int]]
_PARTS: Final = (Machine, About, Written)


@dataclass(frozen=True, slots=True)
class Machinery:
    """What a game is played with for one number of players."""

    machine: Machine
    about: About
    written: Written


@dataclass(frozen=True, slots=True)
class Prepared:
    """A game that was checked in an earlier run and is the same still."""

    path: Path
    what: str
    low: int
    high: int
    modules: tuple[str, ...]
    found: Found

    def machinery(self, players: int) -> Machinery | None:
        """What was kept for a number of players."""
        body = kept(_entry(self.path, self.what, players), self.found.inputs)
        try:
            stored = json.loads(body) if body is not None else None
            made = [restore(part, _classes()) for part in stored] if stored is not None else []
        except (NotStored, ValueError, TypeError):
            return None
        if [type(part) for part in made] != [*_PARTS]:
            return None
        return Machinery(*made)


def find_prepared(path: Path, modules: Iterable[str | Path], options: Choices) -> Prepared | None:
    """The game as it was made ready before; None if it was not, or has changed."""
    names = _plain(path, modules)
    if names is None:
        return None
    what = _what(names, options)
    found = find(main_file(path), what)
    if found is None:
        return None
    try:
        low, high, active = int(found.value["low"]), int(found.value["high"]), found.value["modules"]
    except (KeyError, ValueError, TypeError):
        return None
    return Prepared(path, what, low, high, tuple(map(str, active)), found)


def keep_checked(path: Path, sources: Sources, modules: Iterable[str | Path], options: Choices) -> None:
    """Keep that a game was read and checked without a mistake."""
    names = _plain(path, modules)
    if names is not None:
        low, high = sources.players
        active = [module.name for module in sources.modules]
        remember(sources, main_file(path), _what(names, options), {"low": low, "high": high, "modules": active})


def keep_machinery(
    path: Path, modules: Iterable[str | Path], options: Choices, inputs: str, made: Callable[[], Machinery]
) -> None:
    """Keep a machine when the work is done. made: gives what it is played with."""
    names = _plain(path, modules)
    if names is None:
        return

    def write() -> None:
        found = made()
        try:
            parts = [store(part) for part in (found.machine, found.about, found.written)]
        except NotStored:
            return
        body = json.dumps(parts, separators=(",", ":")).encode()
        keep(_entry(path, _what(names, options), found.machine.players), inputs, body)

    later(write)


def _plain(path: Path, modules: Iterable[str | Path]) -> list[str] | None:
    """The names of modules that are the game's own; None if one is something else."""
    names = sorted(str(each) for each in modules)
    folder = path if path.is_dir() else path.parent
    own = all(name.isidentifier() and (folder / MODULES / f"{name}.rules").is_file() for name in names)
    return names if own else None


def _what(modules: list[str], options: Choices) -> str:
    return f"game {json.dumps([modules, sorted(options.items())])}"


def _entry(path: Path, what: str, players: int) -> str:
    return f"machine {players} {what} of {path.absolute()}"


@cache
def _classes() -> tuple[type[Any], ...]:
    """What a machine and all beside it is made of."""
    modules = [module for name, module in sys.modules.items() if name.startswith("dsl.machine.ir.ops")]
    found = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    return (*NODES.values(), *filter(is_dataclass, found), About, SecretCard, Written)
