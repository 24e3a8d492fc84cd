"""What ails the packages that are installed, and modules that are to be played together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final, Literal

import dsl
from dsl.diagnostics import Bag, RulesError
from dsl.packages import shelf
from dsl.packages.archive import files_of
from dsl.packages.index import Source
from dsl.packages.manifest import Manifest, read_manifest, specifiers
from dsl.reading.game import read_game
from dsl.reading.installed import package_name
from dsl.reading.meaning import digest_of, of_game, of_package
from dsl.reading.places import find_game
from dsl.runtime.game import load
from dsl.sharing.installing import shipped_manifests
from dsl.sharing.meeting import meetings, witness
from dsl.sharing.parting import Parting
from dsl.sharing.patches import PATCHES, Moved, moved, read_patches
from dsl.spoken import all_of, said
from dsl.syntax.following import moved_names
from dsl.syntax.naming import Id

Sort = Literal["fault", "notice"]
_MEETINGS: Final = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the doctor has to say: of which package or modules, in words, and what can be done."""

    sort: Sort
    about: str
    words: str
    hint: str = ""
    moved: Moved | None = None
    parting: Parting | None = None


def packages(places: Sequence[str] = ()) -> Iterator[Finding]:
    """What ails each package in use: files that are gone or changed, what it needs, what has changed in its base, and
    with indexes at `places` which are out of date.
    """
    lock = shelf.read_lock()
    shipped = shipped_manifests()
    newest = _newest(places)
    for name, locked in lock.items():
        folder = shelf.folder_of(name, locked.version)
        try:
            manifest = read_manifest(folder)
            files, _ = files_of(folder)
        except (RulesError, OSError) as error:
            words = error.diagnostics[0].message if isinstance(error, RulesError) else str(error)
            yield Finding(
                "fault", name, said("is not applied: {1}", words), said("rulewright install {1}", locked.source)
            )
            continue
        if digest_of(of_package(files)) != locked.digest:
            hint = said("rulewright install its folder again, if that was meant")
            yield Finding(
                "fault", name, said("its files in {1} say something else than when it was installed", folder), hint
            )
        if not specifiers(manifest.language).contains(dsl.__version__, prereleases=True):
            words = said("is for Rulewright {1}, and this is {2}", manifest.language, dsl.__version__)
            yield Finding("fault", name, words)
        for need, wide in manifest.required.items():
            there = lock[need].version if need in lock else shipped[need].version if need in shipped else ""
            if not there:
                yield Finding("fault", name, said("needs {1}, which is not here", need))
            elif not wide.contains(there, prereleases=True):
                yield Finding("fault", name, said("needs {1} {2}, and {3} is in use", need, wide, there))
        yield from _patches(manifest, files.get(PATCHES))
        yield from _checked(folder, manifest)
        if name in newest and newest[name] != locked.version:
            hint = said("rulewright upgrade {1}", name)
            yield Finding("notice", name, said("{1} is in use, and {2} can be had", locked.version, newest[name]), hint)


def modules(path: str, names: Sequence[str], games: int) -> Iterator[Finding]:
    """What there is to say of modules that are played together: mistakes, rules that meet, and a witness."""
    game = find_game(path)
    try:
        found = load(game, names)
    except RulesError as error:
        for each in error.diagnostics:
            place = f" ({each.span})" if each.span is not None else ""
            yield Finding("fault", ", ".join(names), f"{each.message}{place}", each.hint or "")
        return
    alone: set[frozenset[str]] = set()
    for one, two in combinations(found.sources.modules, 2):
        about = said("{1} and {2}", one.name, two.name)
        for each in meetings(one, two)[:_MEETINGS]:
            yield Finding("notice", about, f"{each.words} ({each.first}; {each.second})")
            alone.add(frozenset((one.name, two.name)))
    for pair in alone:
        parted = witness(game, [name for name in names if Path(name).stem in pair], games)
        about = all_of(sorted(pair))
        if parted is not None:
            words = said("it matters whose rules come first")
            yield Finding("fault", about, words, said("let one of them require the other"), parting=parted)


def _patches(manifest: Manifest, data: bytes | None) -> Iterator[Finding]:
    try:
        patches = read_patches(data)
    except RulesError as error:
        yield Finding("fault", manifest.name, error.diagnostics[0].message, error.diagnostics[0].hint or "")
        return
    for base, saw in patches.saw.items():
        try:
            now = of_game(read_game(find_game(base), Bag(), scenarios=False))
        except RulesError:
            continue  # that the game is not there is told already
        called = moved_names(_renamed(base))
        for each in moved(saw, now):
            new = _new_key(each, called)
            if new in now:
                words = said("changes {1} of {2}, which is called {3} now, and is followed", each.key, base, new)
                hint = said("write the new name, and pack it anew")
                after = Moved(each.key, each.before, now[new].text, str(now[new].span))
                yield Finding("notice", manifest.name, words, hint, moved=after)
                continue
            words = said(
                "changes {1} of {2}, which is {3}", each.key, base, said("another now") if each.now else said("gone")
            )
            hint = said("look whether the change still means what it should, and pack it anew")
            yield Finding("notice" if each.now else "fault", manifest.name, words, hint, moved=each)


def _renamed(base: str) -> dict[str, str]:
    """What a game says that it has renamed; nothing, if it has no manifest or a wrong one."""
    try:
        return read_manifest(find_game(base)).renamed
    except RulesError:
        return {}


def _new_key(gone: Moved, called: Mapping[Id, str]) -> str:
    """What a thing that is gone is called now; empty if nobody says so."""
    where, _, last = gone.key.rpartition(": ")
    sort, _, name = last.partition(" ")
    new = called.get((sort, name.strip('"'))) if not gone.now else None
    if new is None:
        return ""
    quoted = f'"{new}"' if sort == "card" else new
    return f"{where}: {sort} {quoted}" if where else f"{sort} {quoted}"


def _checked(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Whether each module of an expansion can be switched on."""
    for base in manifest.base if manifest.kind == "expansion" else ():
        try:
            game = find_game(base)
        except RulesError:
            continue
        for name, file in shelf.module_files(folder, manifest).items():
            own = {path.stem for path in (game / "modules").glob("*.rules")} if game.is_dir() else set[str]()
            if name in own:
                words = said("its module {1} is not applied: {2} has one of that name itself", name, package_name(game))
                yield Finding("fault", manifest.name, words)
                continue
            try:
                load(game, [folder / file])
            except RulesError as error:
                first = error.diagnostics[0]
                place = f" ({first.span})" if first.span is not None else ""
                words = said("its module {1} cannot be switched on: {2}{3}", name, first.message, place)
                yield Finding("fault", manifest.name, words, first.hint or "")


def _newest(places: Sequence[str]) -> dict[str, str]:
    found: dict[str, Manifest] = {}
    for place in places:
        for listed in Source(place).index.packages:
            one = listed.manifest
            if one.name not in found or found[one.name].parsed < one.parsed:
                found[one.name] = one
    return {name: one.version for name, one in found.items()}
