"""A game as it is being written: which one a file belongs to, its texts, its trees and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag, Diagnostic, RulesError
from dsl.editor.names import Declared, declared
from dsl.pipeline import check_modules, check_sources
from dsl.reading.drafts import Drafts
from dsl.reading.game import read_game
from dsl.reading.ledger import Ledger
from dsl.reading.modules import module_sets
from dsl.reading.places import grammar_text
from dsl.reading.sources import Sources
from dsl.source import SourceFile
from dsl.syntax import tree as t

_MAIN: Final = "game.rules"
MOST_FOLDERS: Final = 8
"""How far above a file its game is looked for."""


def game_of(path: Path) -> Path:
    """The folder of the game that a file belongs to: the nearest one above it with a game.rules; else the file."""
    for folder in list(path.resolve().parents)[:MOST_FOLDERS]:
        if (folder / _MAIN).is_file():
            return folder
    return path.resolve()


@dataclass(slots=True)
class Project:
    """A game that is read again and again while its files change.

    path: its folder, or its only file. drafts: texts that are not saved. files: all trees of the last reading, those of
    modules, scenarios and libraries included.
    """

    path: Path
    drafts: Drafts = field(default_factory=Drafts)
    files: list[t.File] = field(default_factory=list[t.File])
    paths: dict[str, Path] = field(default_factory=dict[str, Path])
    ledger: Ledger | None = None
    names: list[Declared] = field(default_factory=list[Declared])

    def read(self) -> tuple[Sources, Bag]:
        """Read the game as it stands, without checking it; `files` and `names` are those of it then."""
        bag = Bag()
        sources = read_game(self.path, bag, drafts=self.drafts)
        module_sets(sources, bag)  # reads the modules
        files = [*sources.base, *sources.proofs, *(file for each in sources.known.values() for file in each.files)]
        files += self._unread(sources, bag)
        self.files = list({file.span.file.name: file for file in files}.values())
        self.paths = dict(sources.paths)
        self.ledger = sources.ledger or self.ledger
        self.names = declared(self.files)
        return sources, bag

    def _unread(self, sources: Sources, bag: Bag) -> list[t.File]:
        """The trees of open files that the game does not include, or not yet: their form at least can be judged."""
        found: list[t.File] = []
        for path in sorted(set(self.drafts.texts) - set(sources.paths.values())):
            if path.suffix == ".rules":
                root = self.path if self.path.is_dir() else self.path.parent
                name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
                sources.paths[name] = path
                found.append(self.drafts.parse(SourceFile(name, self.drafts.texts[path]), bag, grammar_text()))
        return found

    def mistakes(self, sources: Sources, bag: Bag) -> dict[Path, list[Diagnostic]]:
        """Everything that is wrong with what was read, by file; a file with nothing wrong has an empty list.

        What has no place in a file stands at the beginning of the game's first one.
        """
        if not bag.has_errors:
            numbers = sorted(set(sources.players))
            try:
                for number in numbers:
                    check_sources(sources, bag, players=number)
                if not bag.has_errors:
                    check_modules(sources, bag, numbers)
            except RulesError as error:
                bag.extend(error.diagnostics)
        main = self.path / _MAIN if self.path.is_dir() else self.path
        found: dict[Path, list[Diagnostic]] = {path: [] for path in (main.resolve(), *sources.paths.values())}
        for each in bag.all():
            path = sources.paths.get(each.span.file.name if each.span is not None else "", main.resolve())
            found[path].append(each)
        return found

    def file(self, path: Path) -> t.File | None:
        """The tree of a file as it was read last; None if the game does not read it."""
        wanted = path.resolve()
        return next((file for file in self.files if self.paths.get(file.span.file.name) == wanted), None)

    def text(self, path: Path) -> SourceFile:
        """The text of a file as it is now; empty if it cannot be read."""
        wanted = path.resolve()
        if wanted in self.drafts.texts:
            return SourceFile(path.name, self.drafts.texts[wanted])
        try:
            return SourceFile(path.name, wanted.read_text(encoding="utf-8", errors="replace"))
        except OSError:
            return SourceFile(path.name, "")
