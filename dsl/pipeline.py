"""The passes in order, and the only module that opens files of a game.

    read_game      folder -> texts, trees, ledger, tables          (a mistake is a diagnostic in the bag)
    with_modules   trees and modules -> trees of the game with these modules
    check_sources  trees -> checked program for a number of players
    compile_game   checked program -> machine

A game comes from a stranger. A path written in it is relative to the folder of the game, names nothing outside it
(also not by way of a link), and names a file of the expected sort. Nothing is ever written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Final

from dsl.diagnostics import Bag, Diagnostic, Label, RulesError, from_text_error, nearest
from dsl.drafts import Drafts
from dsl.source import MAX_FILE_BYTES, SourceFile, Span, TextError, check_text
from dsl.syntax import tree
from dsl.syntax.modules import Module, agree, link, ordered
from dsl.syntax.parse import parse_file, parser_of
from dsl.uncollected import uncollected

if TYPE_CHECKING:
    from dsl.ledger import Ledger
    from dsl.machine.ir.ops import Machine
    from dsl.semantics.model import Program

_PACKAGE: Final = Path(__file__).parent
_CHECKOUT: Final = _PACKAGE.parent
_MAIN: Final = "game.rules"
_SCENARIOS: Final = "scenarios"
_MODULES: Final = "modules"
OptionValue = int | str | list[int]
"""How an option is chosen: a number (yes is 1), a name of an enum or reading, or a number for each player."""

MAX_FILES: Final = 1_000
MAX_ITEMS: Final = 20_000  # of all files that are read together
MAX_DEPTH: Final = 32  # how deep files may include each other


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
    drafts: Drafts | None = None
    """What is read instead of files, where somebody writes them."""

    @property
    def title(self) -> str:
        """The title of the game; empty if it has none."""
        games = (item for file in self.base for item in file.items if isinstance(item, tree.GameItem))
        return next((game.title.value for game in games), "")

    @property
    def shipped(self) -> list[str]:
        """The modules in the folder of the game, by name."""
        try:
            return sorted(path.stem for path in (self.root / _MODULES).iterdir() if path.suffix == ".rules")
        except OSError:
            return []

    @property
    def players(self) -> tuple[int, int]:
        """The lowest and highest number of players the game says it is for; 1 and 1 if it does not say."""
        for file in self.files:
            for item in file.items:
                if isinstance(item, tree.GameItem):
                    return item.low, item.high
        return 1, 1


def grammar_text() -> str:
    """The grammar: the copy in the package, else that of the checkout."""
    packaged = _PACKAGE / "syntax" / "rules.lark"
    path = packaged if packaged.is_file() else _CHECKOUT / "grammar" / "rules.lark"
    text = path.read_text(encoding="utf-8")
    table = _PACKAGE / "syntax" / "table.json"
    parser_of(text, table.read_text(encoding="utf-8") if table.is_file() else None)
    return text


def shipped_games(group: str = "") -> dict[str, Path]:
    """The games that come with the program, by name. Games of a sort may share a folder, the *group*: with one only
    those in it are told.
    """
    for folder in (_PACKAGE / "games", _CHECKOUT / "games"):
        if folder.is_dir():
            found = [path.parent for depth in ("*", "*/*") for path in folder.glob(f"{depth}/{_MAIN}")]
            return {path.name: path for path in sorted(found) if not group or path.parent.name == group}
    return {}


def find_game(name_or_path: str | Path) -> Path:
    """The game at a path, or the shipped game of that name; RulesError if there is neither."""
    path = Path(name_or_path)
    if _exists(path):
        return path
    games = shipped_games()
    if str(name_or_path) in games:
        return games[str(name_or_path)]
    near = nearest(str(name_or_path), games)
    hint = f'meant "{near[0]}"?' if near else "rulewright games lists those that come along"
    raise RulesError([Diagnostic("E011", "error", f"there is no game {name_or_path}", hint=hint)])


@uncollected()
def read_game(
    path: str | Path,
    bag: Bag,
    *,
    scenarios: bool = True,
    modules: Iterable[str | Path] = (),
    drafts: Drafts | None = None,
) -> Sources:
    """Read a game: the folder that holds game.rules, or one file; `modules` are further files that are added to it.

    What cannot be read is a diagnostic in the bag and is missing from the result.
    """
    path = Path(path)
    main = path / _MAIN if path.is_dir() else path
    sources = Sources(main.parent, drafts=drafts)
    reader = _Reader(sources, bag, sources.base)
    reader.read(main.parent, main.name, None)
    if scenarios and main.name == _MAIN and (main.parent / _SCENARIOS).is_dir():
        found = (main.parent / _SCENARIOS).rglob("*.rules")
        reader.into = sources.proofs
        for name in sorted(entry.relative_to(main.parent).as_posix() for entry in found):
            reader.read(main.parent, name, None)
    return with_modules(sources, bag, modules)


def with_modules(sources: Sources, bag: Bag, modules: Iterable[str | Path]) -> Sources:
    """What was read, with these modules switched on and no others: names of modules of the game, or paths.

    Of the scenarios those remain that are for exactly these modules.
    """
    found = {module.name: module for module in (_module(sources, bag, asked) for asked in modules) if module}
    active = ordered(found.values())
    agree(sources.title, active, bag)
    files = link(sources.base, active, bag)
    names = frozenset(found)
    own = {file.span.file: module.name for module in active for file in module.files}

    def kept(file: tree.File) -> tree.File:
        inside = frozenset({own[file.span.file]} if file.span.file in own else ())
        items = tuple(
            item
            for item in file.items
            if not isinstance(item, tree.ScenarioItem) or _needed(sources, item, inside) == names
        )
        return file if items == file.items else replace(file, items=items)

    kept_files, kept_proofs = [kept(file) for file in files], [kept(file) for file in sources.proofs]
    return replace(sources, files=kept_files, scenarios=kept_proofs, modules=tuple(active))


def module_sets(sources: Sources, bag: Bag) -> list[tuple[str, ...]]:
    """The sets of modules the game is to be checked and proven with: none, each of its own with what it requires, and
    those that scenarios ask for."""
    sets: dict[frozenset[str], None] = {frozenset(): None}
    for name in sources.shipped:
        module = _module(sources, bag, name)
        if module is None:
            continue
        closed = _closed(sources, bag, {name})
        sets.setdefault(closed)
        for file in module.files:
            for item in file.items:
                if isinstance(item, tree.ScenarioItem):
                    sets.setdefault(_closed(sources, bag, {name, *(each.text for each in item.modules)}))
    for file in (*sources.base, *sources.proofs):
        for item in file.items:
            if isinstance(item, tree.ScenarioItem) and item.modules:
                found = [_module(sources, bag, each.text, each.span) for each in item.modules]
                if all(found):
                    sets.setdefault(_closed(sources, bag, {each.text for each in item.modules}))
    return [tuple(sorted(names)) for names in sets]


def _needed(sources: Sources, item: tree.ScenarioItem, inside: frozenset[str]) -> frozenset[str]:
    """The modules a scenario is for: those it names with what they require; those it stands among, in a module."""
    return _closed(sources, Bag(), {name.text for name in item.modules} | inside)


def _closed(sources: Sources, bag: Bag, names: Iterable[str]) -> frozenset[str]:
    """Modules with all that they require."""
    found: set[str] = set()
    pending = sorted(names)
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        module = _module(sources, bag, name)
        pending.extend(each.text for each in (module.named("requires") if module else ()))
    return frozenset(found)


def _module(sources: Sources, bag: Bag, asked: str | Path, span: Span | None = None) -> Module | None:
    """A module of the game by its name, or any by its path; each is read once. None, and a diagnostic, if there is
    none."""
    key = str(asked)
    if key in sources.known:
        return sources.known[key]
    by_name = isinstance(asked, str) and "/" not in asked and "\\" not in asked and not asked.endswith(".rules")
    if by_name and asked not in sources.shipped:
        near = nearest(key, sources.shipped)
        known = ", ".join(sources.shipped)
        hint = f"meant {near[0]}?" if near else f"it has {known}" if known else f"it would be {_MODULES}/{key}.rules"
        bag.error("E011", span, f"the game has no module {key}", hint=hint)
        return None
    module = Module(key if by_name else Path(asked).stem)
    reader = _Reader(sources, bag, module.files)
    if by_name:
        reader.read(sources.root, f"{_MODULES}/{key}.rules", span)
    else:
        reader.read(Path(asked).parent, Path(asked).name, span)
    header = module.header
    if header is not None and by_name and header.name.text != key:
        message = f"this file is read as the module `{key}`, and calls itself `{header.name.text}`"
        bag.error("E170", header.name.span, message, hint="the name of the file and of the module are the same")
    elif header is not None:
        module.name = header.name.text
    sources.known[key] = sources.known[module.name] = module
    return module


@uncollected()
def check_sources(
    sources: Sources,
    bag: Bag,
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    scenarios: bool = True,
    cited: bool = False,
) -> Program | None:
    """Check what was read, for a number of players (the lowest the game allows, if not given). None after an error.

    cited: warn of every rule that cites no paragraph (W304).
    """
    from dsl.semantics.check import check  # not needed by `fmt`, which reads and asks nothing

    files = [*sources.files, *sources.scenarios] if scenarios else sources.files
    program = check(files, players=players, options=dict(options or {}), data=sources.data, bag=bag, cited=cited)
    if program is not None and sources.ledger is not None:
        _check_citations(program, sources.ledger, bag)
    return program


def check_game(
    path: str | Path,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    *,
    scenarios: bool = True,
    modules: Iterable[str | Path] = (),
) -> tuple[Program | None, Bag]:
    """Read and check a game. Without `players` it is checked for the lowest and the highest number of them.

    Without `modules` it is checked without any, and with every set of them that it or its scenarios speak of.
    The program is that of the number asked for, else of the lowest; None if anything is wrong.
    """
    bag = Bag()
    asked = tuple(modules)
    sources = read_game(path, bag, scenarios=scenarios, modules=asked)
    if bag.has_errors:  # what could not be read is missing, and would be missed by everything that names it
        return None, bag
    numbers = sorted(set(sources.players)) if players is None else [players]
    programs = [check_sources(sources, bag, players=each, options=options, scenarios=scenarios) for each in numbers]
    if not asked and not bag.has_errors:
        check_modules(sources, bag, numbers, options, scenarios=scenarios)
    return (None if bag.has_errors else programs[0]), bag


def check_modules(
    sources: Sources,
    bag: Bag,
    numbers: Iterable[int],
    options: Mapping[str, OptionValue] | None = None,
    *,
    scenarios: bool = True,
) -> None:
    """Check a game with every set of modules that it or its scenarios speak of, for numbers of players.

    Of warnings only those about the files of modules count: the game itself is checked by itself.
    """
    for names in module_sets(sources, bag):
        own = Bag()
        other = with_modules(sources, own, names)
        for number in numbers if names and not own.has_errors else ():
            check_sources(other, own, players=number, options=options, scenarios=scenarios)
        files = {file.span.file.name for module in other.modules for file in module.files}
        told = (each for each in own.all() if each.severity == "error" or (each.span and each.span.file.name in files))
        bag.extend(told)


@uncollected()
def compile_game(program: Program, *, scenarios: bool = False) -> Machine:
    """The machine of a checked program; RulesError if something in it cannot be compiled."""
    from dsl.machine.lower.builder import (
        NotLowered,  # the compiler takes a tenth of a second to load, and `check` needs none
    )
    from dsl.machine.lower.driver import lower

    try:
        return lower(program, scenarios=scenarios)
    except NotLowered as error:
        labels = () if error.span is None else (Label(error.span),)
        raise RulesError([Diagnostic("E160", "error", error.words, labels)]) from None


class _Reader:
    """Reads files, each once, and follows what they include."""

    def __init__(self, sources: Sources, bag: Bag, into: list[tree.File]) -> None:
        self.sources = sources
        self.bag = bag
        self.grammar = grammar_text()
        self.into = into
        self.seen: set[Path] = set()
        self.open: list[Path] = []
        self.items = 0

    def read(self, root: Path, name: str, span: Span | None) -> None:
        """Read the rules file `name` below the folder `root` and what it includes; `span` is where it is asked for."""
        path = self._resolve(root, name, ".rules", span)
        if path is None:
            return
        if path in self.open:
            self.bag.error("E013", span, f'"{name}" includes this file: they go round in a circle')
            return
        if path in self.seen:
            return
        if len(self.seen) >= MAX_FILES or len(self.open) >= MAX_DEPTH:
            self.bag.error("E013", span, f"at most {MAX_FILES} files are read, and {MAX_DEPTH} one inside the other")
            return
        self.seen.add(path)
        source = self._text(path, name, span)
        if source is None:
            return
        drafts = self.sources.drafts
        parse = parse_file if drafts is None else drafts.parse
        parsed = parse(source, self.bag, self.grammar)
        self.items += len(parsed.items)
        if self.items > MAX_ITEMS:
            words = f"the game has more than {MAX_ITEMS:,} items with this file"
            self.bag.error("E005", source.span(0, 0), words, hint="keep many cards in a table, a .csv file")
            return
        self.into.append(parsed)
        self.open.append(path)
        for item in parsed.items:
            self._follow(root, item)
        self.open.pop()

    def _follow(self, root: Path, item: tree.Item) -> None:
        if isinstance(item, tree.CardsFromItem):
            self._table(root, item.path)
        elif isinstance(item, tree.FileItem):
            name, span = item.path.value, item.path.span
            if item.what == "include":
                self.read(root, name, span)
            elif item.what == "use":
                self._library(name, span)
            else:
                self._ledger(root, name, span)

    def _library(self, name: str, span: Span) -> None:
        library = _PACKAGE / "library"
        known = {path.stem: path.name for path in sorted(library.glob("*.rules"))}
        if name in known:
            self.read(library, known[name], span)
            return
        near = nearest(name, known)
        self.bag.error("E011", span, f'there is no library "{name}"', hint=f'meant "{near[0]}"?' if near else None)

    def _table(self, root: Path, text: tree.Text) -> None:
        path = self._resolve(root, text.value, ".csv", text.span)
        if self.sources.tables.setdefault(text.value, root) != root:
            message = f'the table "{text.value}" has the name of one in another folder'
            self.bag.error("E170", text.span, message, hint="give it a name of its own")
            return
        source = None if path is None else self._text(path, text.value, text.span)
        self.sources.data[text.value] = source or SourceFile(text.value, "")  # the mistake is in the bag already

    def _ledger(self, root: Path, name: str, span: Span) -> None:
        path = self._resolve(root, name, ".yaml", span)
        source = None if path is None else self._text(path, name, span)
        if source is not None:
            from dsl.ledger import read_ledger  # brings a YAML parser along, and most games have no ledger

            self.sources.ledger = read_ledger(source, self.bag)

    def _resolve(self, root: Path, name: str, suffix: str, span: Span | None) -> Path | None:
        """The file that a relative name means, or None and a diagnostic."""
        refusal = _refusal(name, suffix)
        if refusal is not None:
            self.bag.error("E012", span, refusal, hint="name a file of the game's folder, such as cards/units.rules")
            return None
        try:
            path = (root / name).resolve(strict=True)
            inside = path.is_relative_to(root.resolve())
        except (OSError, RuntimeError):  # RuntimeError: links that go round in a circle
            path, inside = root, True
        if not inside:
            self.bag.error("E012", span, f'"{name}" is a link that leaves the folder of the game')
            return None
        if not path.is_file():
            self.bag.error("E011", span, f'there is no file "{name}"', hint=_near_file(root, name, suffix))
            return None
        return path

    def _text(self, path: Path, name: str, span: Span | None) -> SourceFile | None:
        self.sources.paths.setdefault(name, path)
        drafts = self.sources.drafts
        try:
            if drafts is not None and path in drafts.texts:
                return check_text(name, drafts.texts[path].encode())
            with path.open("rb") as stream:
                data = stream.read(MAX_FILE_BYTES + 1)
            return check_text(name, data)
        except OSError as error:
            self.bag.error("E011", span, f'"{name}" cannot be read: {error.strerror}')
        except TextError as error:
            self.bag.extend(from_text_error(error))
        return None


def _refusal(name: str, suffix: str) -> str | None:
    """Why a path written in a game is not even looked for; None if it may be."""
    windows = PureWindowsPath(name)
    if not name or "\\" in name or windows.drive or windows.root or PurePosixPath(name).is_absolute():
        return f'"{name}" is no relative path with forward slashes'
    if any(part in ("", ".", "..") or part.endswith((" ", ".")) for part in name.split("/")):
        return f'"{name}" has a part that leads elsewhere'
    if any(part.split(".")[0].casefold() in _DEVICES for part in name.split("/")):
        return f'"{name}" is the name of a device on some systems'
    if not name.endswith(suffix):
        return f'"{name}" does not end in {suffix}'
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
    return f'meant "{(PurePosixPath(name).parent / near[0]).as_posix()}"?' if near else None


def _exists(path: Path) -> bool:
    try:
        return path.is_file() or (path / _MAIN).is_file()
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return False


def _check_citations(program: Program, ledger: Ledger, bag: Bag) -> None:
    for citation in program.citations:
        if citation.id not in ledger.entries:
            near = nearest(citation.id, ledger.ids)
            hint = f"meant @{near[0]}?" if near else None
            bag.error("E109", citation.span, f"the ledger has no {citation.id}", hint=hint)
