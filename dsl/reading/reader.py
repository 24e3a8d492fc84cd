"""Reading rules files and what they name: other files, libraries, tables, the ledger. Each is read once."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

from dsl.diagnostics import Bag, Label, from_text_error, nearest
from dsl.reading.places import grammar_text, libraries
from dsl.reading.sources import Input, Sources
from dsl.source import MAX_FILE_BYTES, SourceFile, Span, TextError, check_text
from dsl.spoken import said
from dsl.syntax import tree
from dsl.syntax.parse import parse_file

MAX_FILES: Final = 1_000
MAX_ITEMS: Final = 20_000  # of all files that are read together
MAX_DEPTH: Final = 32  # how deep files may include each other


class Reader:
    """Reads files, each once, and follows what they include."""

    def __init__(self, sources: Sources, bag: Bag, into: list[tree.File]) -> None:
        self.sources = sources
        self.bag = bag
        self.grammar = grammar_text()
        self.into = into
        self.seen: set[Path] = set()
        self.open: list[Path] = []
        self.items = 0
        self.ledger: Span | None = None

    def read(self, root: Path, name: str, span: Span | None) -> None:
        """Read the rules file `name` below the folder `root` and what it includes; `span` is where it is asked for."""
        path = self._resolve(root, name, ".rules", span)
        if path is None:
            return
        if path in self.open:
            self.bag.error("E013", span, said('"{1}" includes this file: they go round in a circle', name))
            return
        if path in self.seen:
            return
        if len(self.seen) >= MAX_FILES or len(self.open) >= MAX_DEPTH:
            self.bag.error(
                "E013", span, said("at most {1} files are read, and {2} one inside the other", MAX_FILES, MAX_DEPTH)
            )
            return
        self.seen.add(path)
        source = self._text(root, path, name, span)
        if source is None:
            return
        parsed = self._parsed(source)
        self.items += len(parsed.items)
        if self.items > MAX_ITEMS:
            words = said("the game has more than {1} items with this file", f"{MAX_ITEMS:,}")
            self.bag.error("E005", source.span(0, 0), words, hint=said("keep many cards in a table, a .csv file"))
            return
        self.into.append(parsed)
        self.open.append(path)
        for item in parsed.items:
            self._follow(root, item)
        self.open.pop()

    def _parsed(self, source: SourceFile) -> tree.File:
        """The tree of a text: one that was kept, if it is the same."""
        drafts, kept = self.sources.drafts, self.sources.kept
        if drafts is not None:
            return drafts.parse(source, self.bag, self.grammar)
        found = kept.find(source) if kept is not None else None
        if found is None:
            own = Bag()
            found = parse_file(source, own, self.grammar)
            if kept is not None and not len(own):
                kept.add(source, found)
            self.bag.extend(own.all())
        return found

    def _follow(self, root: Path, item: tree.Item) -> None:
        if isinstance(item, tree.CardsFromItem):
            self._table(root, item.path)
        elif isinstance(item, tree.LinksItem) and item.table is not None:
            self._table(root, item.table)
        elif isinstance(item, tree.FileItem):
            name, span = item.path.value, item.path.span
            if item.what == "include":
                self.read(root, name, span)
            elif item.what == "use":
                self._library(name, span)
            else:
                self._ledger(root, name, span)

    def _library(self, name: str, span: Span) -> None:
        known = libraries()
        if name in known:
            self.read(known[name].parent, known[name].name, span)
            return
        near = nearest(name, known)
        self.bag.error(
            "E011", span, said('there is no library "{1}"', name), hint=said('meant "{1}"?', near[0]) if near else None
        )

    def _table(self, root: Path, text: tree.Text) -> None:
        path = self._resolve(root, text.value, ".csv", text.span)
        if self.sources.tables.setdefault(text.value, root) != root:
            message = said('the table "{1}" has the name of one in another folder', text.value)
            self.bag.error("E170", text.span, message, hint=said("give it a name of its own"))
            return
        source = None if path is None else self._text(root, path, text.value, text.span)
        self.sources.data[text.value] = source or SourceFile(text.value, "")  # the mistake is in the bag already

    def _ledger(self, root: Path, name: str, span: Span) -> None:
        if self.ledger is not None or self.sources.ledger is not None:
            other = () if self.ledger is None else (Label(self.ledger, said("the other one")),)
            self.bag.error(
                "E026", span, said("the game has a ledger already"), labels=other, hint=said("put all rules into one")
            )
            return
        self.ledger = span
        path = self._resolve(root, name, ".yaml", span)
        source = None if path is None else self._text(root, path, name, span)
        if source is not None:
            from dsl.reading.ledger import read_ledger  # brings a YAML parser along, and most games have no ledger

            self.sources.ledger = read_ledger(source, self.bag)

    def _resolve(self, root: Path, name: str, suffix: str, span: Span | None) -> Path | None:
        """The file that a relative name means, or None and a diagnostic."""
        refusal = _refusal(name, suffix)
        if refusal is not None:
            self.bag.error(
                "E012", span, refusal, hint=said("name a file of the game's folder, such as cards/units.rules")
            )
            return None
        try:
            path = (root / name).resolve(strict=True)
            inside = path.is_relative_to(root.resolve())
        except (OSError, RuntimeError):  # RuntimeError: links that go round in a circle
            path, inside = root, True
        if not inside:
            self.bag.error("E012", span, said('"{1}" is a link that leaves the folder of the game', name))
            return None
        if not path.is_file():
            self.bag.error("E011", span, said('there is no file "{1}"', name), hint=_near_file(root, name, suffix))
            return None
        return path

    def _text(self, root: Path, path: Path, name: str, span: Span | None) -> SourceFile | None:
        self.sources.paths.setdefault(name, path)
        drafts = self.sources.drafts
        try:
            if drafts is not None and path in drafts.texts:
                return check_text(name, drafts.texts[path].encode())
            data = self.sources.texts.get(path)
            data = read_bytes(path) if data is None else data
            self.sources.inputs[Input(str(root.absolute()), name, str(path), sha256(data).hexdigest())] = None
            return check_text(name, data)
        except OSError as error:
            self.bag.error("E011", span, said('"{1}" cannot be read: {2}', name, error.strerror))
        except TextError as error:
            self.bag.extend(from_text_error(error))
        return None


def read_bytes(path: Path) -> bytes:
    """What is in a file, and if it is too long one byte more than may be; OSError if it cannot be read."""
    with path.open("rb") as stream:
        return stream.read(MAX_FILE_BYTES + 1)


def _refusal(name: str, suffix: str) -> str | None:
    """Why a path written in a game is not even looked for; None if it may be."""
    windows = PureWindowsPath(name)
    if not name or "\\" in name or windows.drive or windows.root or PurePosixPath(name).is_absolute():
        return said('"{1}" is no relative path with forward slashes', name)
    if any(part in ("", ".", "..") or part.endswith((" ", ".")) for part in name.split("/")):
        return said('"{1}" has a part that leads elsewhere', name)
    if any(part.split(".")[0].casefold() in _DEVICES for part in name.split("/")):
        return said('"{1}" is the name of a device on some systems', name)
    if not name.endswith(suffix):
        return said('"{1}" does not end in {2}', name, suffix)
    return None


_DEVICES: Final = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def _near_file(root: Path, name: str, suffix: str) -> str | None:
    """A hint that names a file of the same folder that is spelt alike."""
    try:
        folder = (root / name).parent
        names = [path.name for path in sorted(folder.iterdir())[:MAX_FILES] if path.suffix == suffix]
    except OSError:
        return None
    near = nearest(PurePosixPath(name).name, names)
    return said('meant "{1}"?', (PurePosixPath(name).parent / near[0]).as_posix()) if near else None
