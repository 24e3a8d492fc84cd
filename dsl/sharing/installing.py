"""Packages made and installed: what is asked for is found, solved, laid on the shelf and locked. Nothing is run."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.specifiers import InvalidSpecifier, SpecifierSet

import dsl
from dsl.diagnostics import Diagnostic, RulesError, nearest
from dsl.packages import shelf
from dsl.packages.archive import Files, files_of, sum_of, unpack
from dsl.packages.archive import pack as archive_of
from dsl.packages.index import Listed, Source
from dsl.packages.manifest import MANIFEST, Manifest, has_manifest, read_manifest
from dsl.packages.shelf import Locked
from dsl.packages.signing import read_keys, signature_beside, verify
from dsl.packages.solving import Candidate, Wanted, solve
from dsl.reading.meaning import digest_of, of_package
from dsl.reading.places import shipped_games
from dsl.spoken import said

_ASKED: Final = re.compile(r"(?P<name>[a-z][a-z0-9_]*)@?(?P<range>.*)")
_MOST_GIT: Final = 20_000


@dataclass(frozen=True, slots=True)
class Given:
    """A package at hand: its files, the sum of its archive, where it came from."""

    files: Files
    sum: str
    source: str
    data: bytes = b""
    signature: str = ""
    """The signature of the archive; data and signature are empty for what is no archive: a folder, or git."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A package in an index, not fetched yet."""

    source: Source
    listed: Listed


@dataclass(frozen=True, slots=True)
class There:
    """A package that needs no installing: it comes along with the program, or lies on the shelf."""

    shipped: bool


@dataclass(frozen=True, slots=True)
class Change:
    """What installing did to one package: the version before (empty for none), the one now (empty for removed)."""

    name: str
    before: str
    now: str


def install(
    asks: Sequence[str], places: Sequence[str] = (), *, newest: bool = False, keys: Sequence[str] = ()
) -> list[Change]:
    """Install what is asked for, and what that needs: files, folders and git addresses of packages, or names from the
    indexes at `places`, as `NAME`, `NAME@1.2` or `NAME>=1`. `newest`: what is installed gives way to newer versions.
    keys: public keys, or files of them, one of which must have signed each package that is laid down; what was
    installed with a key wants the same one for another version.

    All of it is installed or nothing. RulesError with what is in the way.
    """
    sources = [Source(place) for place in places]
    lock = shelf.read_lock()
    wanted, given = _asked_for(asks, _listed(sources) | set(lock if newest else ()))
    kept = [Wanted(name, SpecifierSet()) for name, one in lock.items() if one.asked and not _asks(wanted, name)]
    moving = {one.name for one in wanted} if not newest or asks else set(lock)
    found = solve([*wanted, *kept], _candidates(given, sources, lock, moving), dsl.__version__)
    asked = {one.name for one in wanted} | {name for name, one in lock.items() if one.asked}
    fetched = _fetched_all(found, [one.name for one in wanted], read_keys(keys) if keys else [], lock)
    after = {name: _laid(found[name], name in asked, lock, *each) for name, each in fetched.items()}
    shelf.write_lock(after)
    return _changes(lock, after)


def _listed(sources: Iterable[Source]) -> set[str]:
    """The names of the packages in some indexes."""
    return {one.manifest.name for source in sources for one in source.index.packages}


def upgrade(names: Sequence[str], places: Sequence[str], keys: Sequence[str] = ()) -> list[Change]:
    """Bring packages, or all of them, to the newest versions in the indexes that go together."""
    lock = shelf.read_lock()
    for name in names:
        if name not in lock:
            raise _refusal(said("{1} is not installed", name), _near(name, lock))
    return install(names, places, newest=True, keys=keys)


def remove(names: Sequence[str], *, every: bool = False) -> list[Change]:
    """Take packages out of use, and what only they needed; `every`: their files are deleted, in all versions.

    RulesError if another package needs one of them.
    """
    lock = shelf.read_lock()
    for name in names:
        if name not in lock and not (every and shelf.versions_of(name)):
            raise _refusal(said("{1} is not installed", name), _near(name, lock))
    after = _without(lock, names)
    shelf.write_lock(after)
    for name in names if every else ():
        for version in shelf.versions_of(name):
            shelf.take_away(name, str(version))
    return _changes(lock, after)


def _without(lock: Mapping[str, Locked], names: Sequence[str]) -> dict[str, Locked]:
    """What stays in use without some packages: not what only they needed. RulesError if another one needs them."""
    left = {name: one for name, one in lock.items() if name not in names}
    needs = {name: set(_manifest(one).required) for name, one in left.items()}
    for name, needed in needs.items():
        for need in sorted(needed & set(names)):
            raise _refusal(
                said("{1} needs {2}", name, need), said("remove both: rulewright remove {1} {2}", need, name)
            )
    used = set[str]().union(*needs.values())
    return {name: one for name, one in left.items() if one.asked or name in used}


def given_folder(folder: Path) -> tuple[Manifest, Files, list[str]]:
    """The manifest and files of a folder that is a package, and the names of files that do not belong into one."""
    files, left = files_of(folder)
    return read_manifest(folder), files, left


def shipped_manifests() -> dict[str, Manifest]:
    """The manifests of the games that come along, by the name of the package."""
    found = (read_manifest(folder) for folder in shipped_games().values() if has_manifest(folder))
    return {manifest.name: manifest for manifest in found}


def _given(ask: str) -> Candidate | None:
    """The package of a file, a folder or a git address; None for a name."""
    path = Path(ask)
    if ask.startswith("git+") or ask.endswith(".git"):
        return _from_git(ask)
    if path.is_dir():
        manifest, files, _ = given_folder(path)
        return Candidate(manifest, Given(files, sum_of(archive_of(files)), str(path.resolve())))
    if path.is_file():
        data = path.read_bytes()
        manifest, files = unpack(data)
        return Candidate(manifest, Given(files, sum_of(data), str(path.resolve()), data, signature_beside(path)))
    if "/" in ask or "\\" in ask:
        raise _refusal(
            said("there is no package at {1}", ask),
            said("a folder with {1}, or a file made by rulewright pack", MANIFEST),
        )
    return None


def _from_git(ask: str) -> Candidate:
    try:
        from dulwich import porcelain
    except ImportError:
        raise _refusal(said("git addresses need another library"), said("pip install 'rulewright[git]'")) from None
    address, _, branch = ask.removeprefix("git+").partition("#")
    with tempfile.TemporaryDirectory() as folder:
        try:
            with open(Path(folder, "log"), "wb") as log:
                wanted = branch.encode() or None
                porcelain.clone(address, f"{folder}/clone", depth=1, errstream=log, branch=wanted).close()
        except Exception as error:  # its errors have no class in common
            raise _refusal(said("{1} cannot be cloned: {2}", address, str(error) or type(error).__name__)) from None
        manifest, files, _ = given_folder(Path(folder, "clone"))
    return Candidate(manifest, Given(files, sum_of(archive_of(files)), ask))


def _named(ask: str) -> Wanted:
    found = _ASKED.fullmatch(ask)
    try:
        wide = SpecifierSet(_as_range(found["range"]) if found else "?")
    except InvalidSpecifier:
        raise _refusal(said("{1} is no name of a package", ask), said("write NAME, NAME@1.2 or NAME>=1")) from None
    assert found is not None
    return Wanted(found["name"], wide)


def _asked_for(asks: Sequence[str], names: Collection[str]) -> tuple[list[Wanted], list[Candidate]]:
    """What is wanted, and of that what was handed over as a file, a folder or a git address.

    names: those that are names also where a folder here is called so (`./NAME` is the folder).
    """
    wanted: list[Wanted] = []
    given: list[Candidate] = []
    for ask in asks:
        candidate = _given(ask) if ask not in names else None
        if candidate is not None:
            given.append(candidate)
            wanted.append(Wanted(candidate.manifest.name, SpecifierSet(f"=={candidate.manifest.version}")))
        else:
            wanted.append(_named(ask))
    return wanted, given


def _as_range(text: str) -> str:
    return text if not text or text[0] in "<>=!~" else f"=={text}"


def _candidates(
    given: Sequence[Candidate], sources: Sequence[Source], lock: Mapping[str, Locked], moving: Iterable[str]
) -> dict[str, list[Candidate]]:
    """Every version of every package that can be had: what was handed over, then what is in use unless it is to be
    changed, then the newest, those at hand before those of an index.
    """
    moved = set(moving)
    found: list[tuple[bool, bool, Candidate]] = [(True, False, each) for each in given]
    for manifest in shipped_manifests().values():
        found.append((False, manifest.name not in lock, Candidate(manifest, There(shipped=True))))
    for name in lock:
        for version in shelf.versions_of(name):
            candidate = Candidate(read_manifest(shelf.folder_of(name, str(version))), There(shipped=False))
            found.append((False, name not in moved and str(version) == lock[name].version, candidate))
    for source in sources:
        found += [(False, False, Candidate(one.manifest, Elsewhere(source, one))) for one in source.index.packages]
    ordered = sorted(
        found, key=lambda each: (each[0], each[1], each[2].version, isinstance(each[2].origin, There)), reverse=True
    )
    by_name: dict[str, list[Candidate]] = {}
    for _, _, candidate in ordered:
        by_name.setdefault(candidate.manifest.name, []).append(candidate)
    return by_name


def _asks(wanted: Iterable[Wanted], name: str) -> bool:
    return any(one.name == name for one in wanted)


def _fetched_all(
    found: Mapping[str, Candidate], wanted: Collection[str], keys: Sequence[str], lock: Mapping[str, Locked]
) -> dict[str, tuple[Given | None, str]]:
    """What is to be laid on the shelf, None if it lies there, and the key that has signed it, if one must have.

    Nothing is written yet, so that one wrong signature leaves all as it was. RulesError for one.
    """
    fetched: dict[str, tuple[Given | None, str]] = {}
    for name, each in found.items():
        if isinstance(each.origin, There):
            if not each.origin.shipped:
                fetched[name] = None, _key_of_there(each.manifest, name in wanted, keys, lock.get(name))
        else:
            given = _from_index(each.manifest, each.origin) if isinstance(each.origin, Elsewhere) else each.origin
            assert isinstance(given, Given)
            fetched[name] = given, _key_of_given(each.manifest, given, keys, lock.get(name))
    return fetched


def _key_of_there(manifest: Manifest, wanted: bool, keys: Sequence[str], old: Locked | None) -> str:
    """The key that something on the shelf was installed with."""
    used = old is not None and old.version == manifest.version
    key = old.key if used and old is not None else ""
    if keys and key not in keys and (wanted or not used):
        hint = said("rulewright remove {1} --all, and install it again with --key", manifest.name)
        raise _refusal(said("{1} lies here already, and was not installed with this key", manifest), hint)
    return key


def _key_of_given(manifest: Manifest, given: Given, keys: Sequence[str], old: Locked | None) -> str:
    """The key that has signed a package: one of those that are stated, else that of the version in use; empty if no key
    is asked for.
    """
    wanted = keys or ([old.key] if old is not None and old.key else [])
    if not wanted:
        return ""
    if not given.data:
        hint = said(
            "rulewright pack --sign makes a signed file; or remove {1}, and install without --key", manifest.name
        )
        raise _refusal(said("{1} is no file of a package, so nobody can have signed it", given.source), hint)
    return verify(str(manifest), given.data, given.signature, wanted)


def _from_index(manifest: Manifest, origin: Elsewhere) -> Given:
    """The package of an index, fetched."""
    data = origin.source.fetch(origin.listed)
    inside, files = unpack(data)
    if inside != manifest:
        raise _refusal(said("{1} of {2} is not what its index lists", origin.listed.file, origin.source.place))
    source = f"{origin.source.place}/{origin.listed.file}"
    return Given(files, sum_of(data), source, data, origin.listed.signature)


def _laid(candidate: Candidate, asked: bool, lock: Mapping[str, Locked], given: Given | None, key: str) -> Locked:
    """Put a package on the shelf, if it is not there; its entry for the lock."""
    manifest = candidate.manifest
    if given is not None:
        shelf.lay_down(manifest, given.files)
        return _locked(manifest, given, asked, key)
    old = lock.get(manifest.name)
    if old is not None and old.version == manifest.version:
        return old.model_copy(update={"asked": asked})
    files, _ = files_of(shelf.folder_of(manifest.name, manifest.version))
    return _locked(manifest, Given(files, sum_of(archive_of(files)), said("the shelf")), asked, key)


def _locked(manifest: Manifest, given: Given, asked: bool, key: str) -> Locked:
    digest = digest_of(of_package(given.files))
    return Locked(
        name=manifest.name,
        version=manifest.version,
        kind=manifest.kind,
        digest=digest,
        sha256=given.sum,
        source=given.source,
        asked=asked,
        key=key,
    )


def _manifest(locked: Locked) -> Manifest:
    return read_manifest(shelf.folder_of(locked.name, locked.version))


def _changes(before: Mapping[str, Locked], after: Mapping[str, Locked]) -> list[Change]:
    found: list[Change] = []
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if (old and (old.version, old.digest)) != (new and (new.version, new.digest)):
            found.append(Change(name, old.version if old else "", new.version if new else ""))
    return found


def _near(name: str, known: Iterable[str]) -> str | None:
    near = nearest(name, known)
    return said("meant {1}?", near[0]) if near else said("rulewright list shows what is installed")


def _refusal(message: str, hint: str | None = None) -> RulesError:
    return RulesError([Diagnostic("E019", "error", message, hint=hint)])
