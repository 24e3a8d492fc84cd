"""What was read of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dsl.reading.drafts import Drafts
from dsl.reading.installed import installed_modules, versions_of
from dsl.reading.kept_trees import KeptTrees
from dsl.source import SourceFile
from dsl.syntax import tree
from dsl.syntax.modules import Module

if TYPE_CHECKING:
    from dsl.reading.ledger import Ledger  # brings a YAML parser along, and most games have no ledger

MODULES: Final = "modules"
"""The folder of a game in which its modules lie."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file that was read: the folder its name is told from, its name, where that led to, a digest of its bytes."""

    root: str
    name: str
    path: str
    digest: str


@dataclass(slots=True)
class Sources:
    """What was read of a game: its folder, the trees of its files in the order of reading, tables by path, the
    ledger.

    files and scenarios are those of the game with its modules switched on; base and proofs are as they were written.
    """

    root: Path
    files: list[tree.File] = field(default_factory=list[tree.File])
    scenarios: list[tree.File] = field(default_factory=list[tree.File])
    data: dict[str, SourceFile] = field(default_factory=dict[str, SourceFile])
    ledger: Ledger | None = None
    base: list[tree.File] = field(default_factory=list[tree.File])
    proofs: list[tree.File] = field(default_factory=list[tree.File])
    modules: tuple[Module, ...] = ()
    """The modules that are switched on."""
    known: dict[str, Module] = field(default_factory=dict[str, Module])
    """The modules that were read, by what they were asked for."""
    tables: dict[str, Path] = field(default_factory=dict[str, Path])
    """The folder each table was read from."""
    paths: dict[str, Path] = field(default_factory=dict[str, Path])
    """Where each file that was read lies, by the name it has in messages."""
    proving: bool = True
    """Whether scenarios are wanted: without them those in the files of the game and its modules are left out."""
    drafts: Drafts | None = None
    """What is read instead of files, where somebody writes them."""
    kept: KeptTrees | None = None
    """The trees that were kept of the game, where something is kept."""
    inputs: dict[Input, None] = field(default_factory=dict[Input, None])
    """All that was read of files."""
    texts: Mapping[Path, bytes] = field(default_factory=dict[Path, bytes])
    """What is in files that were read before: they are not read again."""

    @property
    def title(self) -> str:
        """The title of the game; empty if it has none."""
        games = (item for file in self.base for item in file.items if isinstance(item, tree.GameItem))
        return next((game.title.value for game in games), "")

    @property
    def shipped(self) -> list[str]:
        """The modules in the folder of the game, by name."""
        try:
            return sorted(path.stem for path in (self.root / MODULES).iterdir() if path.suffix == ".rules")
        except OSError:
            return []

    @property
    def offered(self) -> dict[str, tuple[Path, str]]:
        """The modules that can be switched on by name, with the folder and the file in it: the game's own, and those of
        expansions that are installed for it.
        """
        own = {name: (self.root, f"{MODULES}/{name}.rules") for name in self.shipped}
        return {**installed_modules(self.root), **own}

    @property
    def packages(self) -> dict[str, str]:
        """The versions of the packages that the game and its modules stand in, by name; those without are left out."""
        files = (file.span.file.name for module in self.modules for file in module.files)
        return versions_of([self.root, *(self.paths[name].parent for name in files if name in self.paths)])

    @property
    def players(self) -> tuple[int, int]:
        """The lowest and highest number of players the game says it is for; 1 and 1 if it does not say."""
        for file in self.files:
            for item in file.items:
                if isinstance(item, tree.GameItem):
                    return item.low, item.high
        return 1, 1
