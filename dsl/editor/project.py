"""A game as it is being written: which one a file belongs to, its texts, and its trees as they are now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag, Diagnostic
from dsl.editor.names import Declared, declared
from dsl.reading.drafts import Drafts, Kept
from dsl.reading.game import read_game
from dsl.reading.ledger import Ledger
from dsl.reading.modules import module_sets, with_modules
from dsl.reading.places import grammar_text
from dsl.reading.sources import Sources
from dsl.source import SourceFile, TextError, check_text
from dsl.syntax import tree as t

_MAIN: Final = "game.rules"
MOST_FOLDERS: Final = 8
"""How far above a file its game is looked for."""
_LEADING: Final = (t.FileItem, t.CardsFromItem, t.LinksItem, t.GameItem, t.ModuleItem, t.ModulesItem)
"""What decides which files belong to a game."""


def game_of(path: Path) -> Path:
    """The folder of the game that a file belongs to: the nearest one above it with a game.rules; else the file."""
    for folder in list(path.resolve().parents)[:MOST_FOLDERS]:
        if (folder / _MAIN).is_file():
            return folder
    return path.resolve()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game at one moment: nothing in it changes any more.

    stamp: grows with every change. told: what was said when it was read. kept: what was read of each file. sets: the
    sets of modules it is checked with.
    """

    stamp: int
    sources: Sources
    told: tuple[Diagnostic, ...]
    kept: dict[str, Kept]
    paths: dict[str, Path]
    versions: dict[Path, int | None]
    main: Path
    sets: tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class Project:
    """A game whose files change.

    path: its folder, or its only file. drafts: texts that are not saved. versions: of the documents that are open.
    """

    path: Path
    drafts: Drafts = field(default_factory=Drafts)
    versions: dict[Path, int | None] = field(default_factory=dict[Path, "int | None"])
    stamp: int = 0
    _sources: Sources | None = None
    _read: tuple[Diagnostic, ...] = ()
    """What was said when the files were read, but not about their texts."""
    _changed: set[Path] = field(default_factory=set[Path])
    _unread: list[str] = field(default_factory=list[str])
    """Open files that the game does not include, or not yet: their form at least can be judged."""
    _texts: dict[Path, SourceFile] = field(default_factory=dict[Path, SourceFile])
    _names: dict[str, tuple[Kept, list[Declared]]] = field(default_factory=dict[str, "tuple[Kept, list[Declared]]"])

    # ---- what changes ------------------------------------------------------------------------------------------------

    def change(self, path: Path, text: str | None, version: int | None = None) -> None:
        """A document has another text now; None if it is what the file says again."""
        if text is None:
            self.drafts.texts.pop(path, None)
            self.versions.pop(path, None)
            self._sources = None  # what was read may be another text than the file's
        else:
            is_new = path not in self.drafts.texts
            self.drafts.texts[path] = text
            self.versions[path] = version
            if is_new and path not in self._known():
                self._sources = None
        self._texts.pop(path, None)
        self._changed.add(path)
        self.stamp += 1

    def look_again(self) -> None:
        """Files have changed on disk."""
        self._sources = None
        self._texts.clear()
        self.stamp += 1

    # ---- what there is -----------------------------------------------------------------------------------------------

    @property
    def sources(self) -> Sources:
        """What was read of the game, as it is now."""
        if self._sources is not None:
            for path in self._changed:
                if not self._read_again(self._sources, path):
                    self._sources = None
                    break
        self._changed.clear()
        if self._sources is None:
            self._sources = self._read_all()
        return self._sources

    @property
    def paths(self) -> dict[str, Path]:
        """Where each file lies, by the name it has in messages."""
        return self.sources.paths

    @property
    def ledger(self) -> Ledger | None:
        """The rules of the rulebook."""
        return self.sources.ledger

    @property
    def kept(self) -> dict[str, Kept]:
        """What was read of each file of rules, those of modules, scenarios and libraries included."""
        sources = self.sources
        modules = {id(each): each for each in sources.known.values()}.values()
        files = [*sources.base, *sources.proofs, *(file for each in modules for file in each.files)]
        names = dict.fromkeys([*(file.span.file.name for file in files), *self._unread])
        return {name: self.drafts.trees[name] for name in names}

    @property
    def names(self) -> list[Declared]:
        """What all files declare, in their order."""
        return [each for name in self.kept for each in self.names_of(name)]

    def names_of(self, name: str) -> list[Declared]:
        """What a file declares."""
        kept = self.kept[name]
        found = self._names.get(name)
        if found is None or found[0] is not kept:
            found = self._names[name] = kept, declared([kept.placed()])
        return found[1]

    def name(self, path: Path) -> str | None:
        """The name that a file of rules has in messages; None if the game does not read it."""
        wanted = path.resolve()
        return next((name for name in self.kept if self.paths.get(name) == wanted), None)

    def item_at(self, path: Path, offset: int) -> t.Item | None:
        """The item that a place lies in, or what was last read there."""
        name = self.name(path)
        if name is None:
            return None
        kept = self.kept[name]
        read = next((read for read in reversed(kept.reads) if read.chunk.start <= offset <= read.chunk.end), None)
        return kept.item(read) if read is not None else None

    def text(self, path: Path) -> SourceFile:
        """The text of a file as it is now; empty if it cannot be read."""
        wanted = path.resolve()
        if wanted not in self._texts:
            self._texts[wanted] = SourceFile(path.name, self._text(wanted))
        return self._texts[wanted]

    def snapshot(self) -> Snapshot:
        """The game as it is now, for whoever checks it while it goes on changing."""
        kept, sources = self.kept, self.sources
        bag = Bag()
        bag.extend(self._read)
        sets = tuple(module_sets(sources, bag))
        told = (*bag.all(), *(each for every in kept.values() for each in every.told))
        main = self.path / _MAIN if self.path.is_dir() else self.path
        return Snapshot(self.stamp, sources, told, kept, dict(sources.paths), dict(self.versions), main.resolve(), sets)

    # ---- reading -----------------------------------------------------------------------------------------------------

    def _text(self, path: Path) -> str:
        if path in self.drafts.texts:
            return self.drafts.texts[path]
        try:
            return path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def _known(self) -> Iterable[Path]:
        return self._sources.paths.values() if self._sources is not None else ()

    def _read_all(self) -> Sources:
        """Read all files; what was read before and is the same is kept."""
        bag = Bag()
        sources = read_game(self.path, bag, drafts=self.drafts)
        module_sets(sources, bag)  # reads the modules
        self._unread = []
        for path in sorted(set(self.drafts.texts) - set(sources.paths.values())):
            if path.suffix == ".rules":
                root = self.path if self.path.is_dir() else self.path.parent
                name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
                sources.paths[name] = path
                self._unread.append(name)
                self.drafts.parse(SourceFile(name, self.drafts.texts[path]), bag, grammar_text())
        about_texts = {each for kept in self.drafts.trees.values() for each in kept.told}
        self._read = tuple(each for each in bag.all() if each not in about_texts)
        self._texts.clear()
        return sources

    def _read_again(self, sources: Sources, path: Path) -> bool:
        """Read one file again; False if everything must be, because it may have other parts now."""
        name = next((name for name, at in sources.paths.items() if at == path), None)
        before = self.drafts.trees.get(name) if name is not None and path in self.drafts.texts else None
        if name is None or before is None or any(each.span and each.span.file.name == name for each in self._read):
            return False
        try:
            source = check_text(name, self.drafts.texts[path].encode())
        except TextError:
            return False
        made = self.drafts.parse(source, Bag(), grammar_text())
        if _leading(made) != _leading(before.tree):
            return False

        def other(files: list[t.File]) -> list[t.File]:
            return [made if file is before.tree else file for file in files]

        modules = {id(each): replace(each, files=other(each.files)) for each in sources.known.values()}
        known = {name: modules[id(each)] for name, each in sources.known.items()}
        bag = Bag()
        self._sources = with_modules(
            replace(sources, base=other(sources.base), proofs=other(sources.proofs), known=known), bag, ()
        )
        return not bag.all()


def _leading(file: t.File) -> list[str]:
    """The lines of a file that decide which files belong to a game."""
    return [item.span.text for item in file.items if isinstance(item, _LEADING)]
