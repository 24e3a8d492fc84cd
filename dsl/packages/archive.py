"""A package as one file: a zip archive with one spelling, so that the same files give the same bytes.

Only kinds of files that a package can use go into it. An archive from elsewhere is read with suspicion: no links, no
paths that lead outside, no second file of a name, no more bytes than it says, and bounds on all of it.
"""

from __future__ import annotations

import io
import zipfile
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

from dsl.diagnostics import Diagnostic, RulesError
from dsl.durable import make_whole
from dsl.packages.manifest import MANIFEST, Manifest, manifest_of
from dsl.spoken import said

SUFFIX: Final = ".rwp"
"""How the file of a package ends."""
MOST_FILES: Final = 2_000
MOST_BYTES: Final = 64_000_000
_TEXTS: Final = (".rules", ".csv", ".yaml", ".toml", ".md", ".txt", ".po", ".json")
_PICTURES: Final = (".svg", ".png", ".jpg", ".jpeg", ".webp")
_ODD_NAMES: Final = frozenset({"con", "prn", "aux", "nul"})
_LONGEST: Final = 200
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_MODE: Final = 0o100644 << 16

Files = dict[str, bytes]
"""The files of a package by their names with forward slashes."""


def files_of(folder: Path) -> tuple[Files, list[str]]:
    """The files of a folder that go into its package, and the names of those that do not.

    RulesError (E017) for links and for what is too much.
    """
    found: Files = {}
    left: list[str] = []
    total = 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(part.startswith(".") or part == "__pycache__" for part in PurePosixPath(name).parts):
            continue
        if path.is_symlink():
            raise _refusal(said("{1} is a link, and packages have none", name), said("put the file itself there"))
        if not path.is_file():
            continue
        wrong = _wrong_name(name)
        if wrong is not None:
            left.append(name)
            continue
        total += path.stat().st_size
        if len(found) >= MOST_FILES or total > MOST_BYTES:
            raise _too_much()
        found[name] = path.read_bytes()
    if MANIFEST not in found:
        raise _refusal(said("{1} has no {2}", folder, MANIFEST), said("a package is a folder with a manifest"))
    return found, left


def pack(files: Files) -> bytes:
    """The archive of some files; the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = 3
            entry.external_attr = _MODE
            archive.writestr(entry, files[name])
    return made.getvalue()


def unpack(data: bytes) -> tuple[Manifest, Files]:
    """What an archive holds; RulesError (E017) for whatever no package of ours would hold."""
    if len(data) > MOST_BYTES * 2:
        raise _too_much()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = _entries(archive)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        hint = said("rulewright pack FOLDER makes a whole one, ending in {1}", SUFFIX)
        raise _refusal(said("the file is no package, or not a whole one"), hint) from None
    if MANIFEST not in found:
        raise _refusal(said("the package has no {1}", MANIFEST))
    return manifest_of(found[MANIFEST]), found


def write_files(folder: Path, files: Files) -> None:
    """Lay files down in a folder that is not there yet: all of them or none. OSError if that fails."""
    make_whole(folder, files)


def sum_of(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal digits."""
    return sha256(data).hexdigest()


def _entries(archive: zipfile.ZipFile) -> Files:
    entries = archive.infolist()
    if len(entries) > MOST_FILES or sum(each.file_size for each in entries) > MOST_BYTES:
        raise _too_much()
    found: Files = {}
    folded: set[str] = set()
    total = 0
    for entry in entries:
        wrong = _wrong_name(entry.filename)
        if wrong is not None:
            raise _refusal(said("the package holds {1}, {2}", f"{entry.filename!r}", wrong))
        if entry.external_attr >> 16 & 0o170000 == 0o120000:
            raise _refusal(said("{1} is a link, and packages have none", entry.filename))
        if entry.filename.casefold() in folded:
            raise _refusal(said("the package holds {1} twice", entry.filename))
        folded.add(entry.filename.casefold())
        with archive.open(entry) as stream:
            found[entry.filename] = stream.read(entry.file_size + 1)
        total += len(found[entry.filename])
        if len(found[entry.filename]) != entry.file_size or total > MOST_BYTES:
            raise _too_much()
    return found


def _wrong_name(name: str) -> str | None:
    """Why a file may not be in a package; None if it may."""
    path = PurePosixPath(name)
    if not name or "\\" in name or ":" in name or "\0" in name or path.is_absolute() or len(name) > _LONGEST:
        return said("which is no relative path")
    if any(part in ("", ".", "..") or part.endswith((" ", ".")) or part.startswith(".") for part in name.split("/")):
        return said("which leads elsewhere or is hidden")
    if any(part.split(".")[0].casefold() in _ODD_NAMES for part in path.parts):
        return said("the name of a device on some systems")
    if not name.isprintable():
        return said("a name that cannot be printed")
    if path.suffix not in (*_TEXTS, *_PICTURES):
        return said("and a package holds {1} only", ", ".join((*_TEXTS, *_PICTURES)))
    return None


def _too_much() -> RulesError:
    return _refusal(said("a package has at most {1} files and {2} bytes", f"{MOST_FILES:,}", f"{MOST_BYTES:,}"))


def _refusal(message: str, hint: str | None = None) -> RulesError:
    return RulesError([Diagnostic("E017", "error", message, hint=hint)])
