"""Modules of a game: which there are, which a set of them needs, and the game with them switched on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from dsl.diagnostics import Bag, RulesError, nearest
from dsl.packages.manifest import MANIFEST, manifest_of
from dsl.reading.helpers import without_helpers
from dsl.reading.installed import version_of_module
from dsl.reading.reader import Reader, read_bytes
from dsl.reading.sources import MODULES, Input, Sources
from dsl.source import Span
from dsl.spoken import said
from dsl.syntax import tree
from dsl.syntax.modules import Module, agree, link, ordered


def with_modules(sources: Sources, bag: Bag, modules: Iterable[str | Path]) -> Sources:
    """What was read, with these modules switched on and no others: names of modules of the game, or paths.

    Of the scenarios those remain that are for exactly these modules; none if scenarios are not wanted.
    """
    found = {module.name: module for module in (_module(sources, bag, asked) for asked in modules) if module}
    active = ordered(found.values())
    agree(sources.title, active, bag)
    files = link(sources.base, active, bag, sources.data, _renamed(sources) if active else {})
    names = frozenset(found)
    own = {file.span.file: module.name for module in active for file in module.files}

    def kept(file: tree.File) -> tree.File:
        inside = frozenset({own[file.span.file]} if file.span.file in own else ())
        items = tuple(
            item
            for item in file.items
            if not isinstance(item, tree.ScenarioItem)
            or (sources.proving and _needed(sources, bag, item, inside) == names)
        )
        return file if items == file.items else replace(file, items=items)

    kept_files, kept_proofs = [kept(file) for file in files], [kept(file) for file in sources.proofs]
    if not sources.proving:
        kept_files = without_helpers(kept_files, active)
    return replace(sources, files=kept_files, scenarios=kept_proofs, modules=tuple(active))


def _renamed(sources: Sources) -> dict[str, str]:
    """What the manifest of the game says that it has renamed; nothing, if it has none or a wrong one."""
    path = sources.root / MANIFEST
    try:
        data = read_bytes(path)
    except OSError:
        return {}
    sources.inputs[Input(str(sources.root.absolute()), MANIFEST, str(path), sha256(data).hexdigest())] = None
    if b"renamed" not in data:
        return {}
    try:
        return manifest_of(data).renamed
    except RulesError:  # whoever packs or installs it is told
        return {}


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
                    sets.setdefault(_needed(sources, bag, item, frozenset({name})))
    for file in (*sources.base, *sources.proofs):
        for item in file.items:
            if isinstance(item, tree.ScenarioItem) and item.modules:
                sets.setdefault(_needed(sources, bag, item, frozenset()))
    return [tuple(sorted(names)) for names in sets]


def scenario_count(sources: Sources, bag: Bag) -> int:
    """How many scenarios `test` plays: those of the game as it was read, and of every set of modules that includes the
    ones switched on."""
    here = {module.name for module in sources.modules}
    variants = [with_modules(sources, bag, names) for names in module_sets(sources, bag) if here < set(names)]
    items = (item for each in (sources, *variants) for file in (*each.files, *each.scenarios) for item in file.items)
    return sum(isinstance(item, tree.ScenarioItem) for item in items)


def _needed(sources: Sources, bag: Bag, item: tree.ScenarioItem, inside: frozenset[str]) -> frozenset[str]:
    """The modules a scenario is for: those it names with what they require; those it stands among, in a module."""
    named = {each.text for each in item.modules if _module(sources, bag, each.text, each.span)}
    return _closed(sources, bag, named | inside)


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
    place = _place(sources, key) if by_name else (Path(asked).parent, Path(asked).name)
    if place is None:
        _unknown(sources, bag, key, span)
        return None
    module = Module(key if by_name else Path(asked).stem)
    Reader(sources, bag, module.files).read(*place, span)
    header = module.header
    if header is not None and by_name and header.name.text != key.partition("@")[0]:
        message = said("this file is read as the module `{1}`, and calls itself `{2}`", key, header.name.text)
        bag.error("E170", header.name.span, message, hint=said("the name of the file and of the module are the same"))
    elif header is not None:
        module.name = header.name.text
    sources.known[key] = sources.known[module.name] = module
    return module


def _place(sources: Sources, name: str) -> tuple[Path, str] | None:
    """The folder and the file of a module by its name, or `NAME@1.2` for an older version of an installed one."""
    older = version_of_module(name) if "@" in name else None
    return older or sources.offered.get(name)


def _unknown(sources: Sources, bag: Bag, name: str, span: Span | None) -> None:
    offered = sources.offered
    near = nearest(name, offered)
    known = ", ".join(offered)
    hint = (
        said("meant {1}?", near[0])
        if near
        else said("it has {1}", known)
        if known
        else said("it would be {1}/{2}.rules", MODULES, name)
    )
    bag.error("E011", span, said("the game has no module {1}", name), hint=hint)
