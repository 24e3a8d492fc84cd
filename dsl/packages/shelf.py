"""The shelf: where packages are installed, and the lock that says which of them are in use.

    SHELF/NAME/VERSION/       the files of a package; older versions stay until they are removed
    SHELF/rulewright.lock     the versions in use, each with the digest of its meaning and the sum of its file

SHELF is the folder `packages` in RULEWRIGHT_HOME, else in the user's folder for data of programs.
"""

from __future__ import annotations

import shutil
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from packaging.specifiers import SpecifierSet
from packaging.version import Version
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dsl.diagnostics import Diagnostic, RulesError
from dsl.durable import write_whole
from dsl.packages.archive import Files, write_files
from dsl.packages.home import LOCK, folder_rules, shelf_folder
from dsl.packages.manifest import Kind, Manifest, read_manifest
from dsl.spoken import said

_STRICT: Final = ConfigDict(strict=True, frozen=True, extra="forbid")


class Locked(BaseModel):
    """One package in use: its version, what it means, the sum of the file it came in, and where that came from."""

    model_config = _STRICT
    name: str
    version: str
    kind: Kind
    digest: str
    sha256: str
    source: str
    asked: bool = True
    """Whether somebody asked for it; else another package needs it."""
    key: str = ""
    """The public key that has signed the file, if one was stated; empty if none was."""


class Lock(BaseModel):
    """The lock file."""

    model_config = _STRICT
    format: Literal[1] = 1
    packages: tuple[Locked, ...] = Field(default=(), max_length=10_000)


def read_lock() -> dict[str, Locked]:
    """The packages in use, by name. RulesError (E018) if the lock is damaged."""
    path = shelf_folder() / LOCK
    try:
        stamp = path.stat()
        return dict(_read(path, stamp.st_mtime_ns, stamp.st_size))
    except FileNotFoundError:
        return {}
    except (OSError, ValidationError, ValueError) as error:
        words = getattr(error, "strerror", None) or said("it is damaged")
        hint = said("put it aside and install the packages again; their files are still there")
        raise RulesError(
            [Diagnostic("E018", "error", said("the lock {1} cannot be read: {2}", path, words), hint=hint)]
        ) from None


@lru_cache(maxsize=4)
def _read(path: Path, changed: int, size: int) -> dict[str, Locked]:
    """The lock as it was at a time: every command asks for it several times."""
    found = Lock.model_validate_json(path.read_bytes())
    return {each.name: each for each in found.packages}


def write_lock(packages: dict[str, Locked]) -> None:
    """Make these the packages in use. OSError if that cannot be written; the old lock is whole then."""
    made = Lock(packages=tuple(packages[name] for name in sorted(packages)))
    folder = shelf_folder()
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / LOCK, (made.model_dump_json(indent=1) + "\n").encode())


def folder_of(name: str, version: str) -> Path:
    """Where a version of a package lies, or would lie."""
    return shelf_folder() / name / version


def lay_down(manifest: Manifest, files: Files) -> Path:
    """Put the files of a package on the shelf, in place of what lay there of the same version; its folder."""
    folder = folder_of(manifest.name, manifest.version)
    folder.parent.mkdir(parents=True, exist_ok=True)
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    try:
        write_files(folder, files)
    except BaseException:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)
    return folder


def take_away(name: str, version: str) -> None:
    """Remove the files of one version of a package."""
    folder = folder_of(name, version)
    shutil.rmtree(folder, ignore_errors=True)
    if folder.parent.is_dir() and not any(folder.parent.iterdir()):
        folder.parent.rmdir()


def versions_of(name: str) -> list[Version]:
    """The versions of a package that lie on the shelf, the newest first."""
    try:
        found = [Version(path.name) for path in (shelf_folder() / name).iterdir() if not path.name.startswith(".")]
    except (OSError, ValueError):
        return []
    return sorted(found, reverse=True)


def in_use(kind: Kind | None = None) -> dict[str, Path]:
    """The folders of the packages in use, of one kind or all, by name; those whose files are gone are left out."""
    found = {
        name: folder_of(name, locked.version)
        for name, locked in read_lock().items()
        if kind is None or locked.kind == kind
    }
    return {name: folder for name, folder in found.items() if folder.is_dir()}


def pick(wanted: str) -> Path | None:
    """The folder of `NAME` in the version in use, or of `NAME@RANGE` in the newest version that fits; None for none.

    ValueError if the range is none.
    """
    name, at, ask = wanted.partition("@")
    if not at:
        return in_use().get(name)
    wide = SpecifierSet(ask if ask[:1] in "<>=!~" else f"=={ask}")
    fitting = [version for version in versions_of(name) if wide.contains(version, prereleases=True)]
    return folder_of(name, str(fitting[0])) if fitting else None


def modules_for(game: str) -> dict[str, tuple[Path, str]]:
    """The modules that installed expansions bring for a game: by name, the folder of the package and the file in it.

    An expansion whose manifest cannot be read brings none; `rulewright doctor` tells why.
    """
    found: dict[str, tuple[Path, str]] = {}
    for folder in in_use("expansion").values():
        try:
            manifest = read_manifest(folder)
        except RulesError:
            continue
        if game in manifest.base:
            found.update({name: (folder, file) for name, file in module_files(folder, manifest).items()})
    return found


def module_files(folder: Path, manifest: Manifest) -> dict[str, str]:
    """The modules of a package, by name, and the file of each: in the folder `modules`, or beside the manifest."""
    places = {
        path.stem: path.relative_to(folder).as_posix()
        for place in ("", "modules")
        for path in folder_rules(folder / place)
    }
    if manifest.modules is None:
        return {name: file for name, file in places.items() if file.startswith("modules/")} or places
    return {name: places[name] for name in manifest.modules if name in places}
