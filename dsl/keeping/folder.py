"""The folder where things are kept between runs, which is the user's own, and the entries in it.

An entry has a name, and says in its head of what it was made (its *key*) and what its bytes add up to. So one that was
made of something else, by another version of the program, or that a full disk, a crash or a bad sector spoilt is not
used and made again. Nobody else can write there: a folder or a file that belongs to someone else, or that others may
write to, is not used, nor is one in a folder where others could put another in its place.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from dsl.durable import write_whole

FORMAT: Final = b"rulewright kept 1"
MOST_ENTRIES: Final = 300
"""How many entries are left when a new one is written; those that were not used for longest go first."""
_ALLOWED: list[bool] = []
_LATER: list[Callable[[], None]] = []


class Unusable(Exception):
    """Nothing can be kept here; the message is a sentence for people."""


def allow() -> None:
    """Let this process use what was kept, and keep more: the command line does, a program that imports `dsl` does not,
    nor does anything where RULEWRIGHT_KEEP is `no`.
    """
    _ALLOWED[:] = [os.environ.get("RULEWRIGHT_KEEP", "") != "no"]


def is_allowed() -> bool:
    """Whether this process may use what was kept."""
    return any(_ALLOWED)


def later(do: Callable[[], None]) -> None:
    """Keep something when the work is done for which somebody waits (`finish`)."""
    if is_allowed():
        _LATER.append(do)


def finish() -> None:
    """Keep what waits to be kept."""
    while _LATER:
        _LATER.pop(0)()


def own_folder(name: str) -> Path:
    """The folder of that name in the user's cache, which is ours alone; Unusable, or OSError, if it is not."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    folder = root / "rulewright" / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if not is_ours(folder, directory=True):
        raise Unusable(f"{folder} belongs to someone else, or others may write to it")
    loose = next((above for above in Path(os.path.realpath(folder)).parents if not _keeps_names(above)), None)
    if loose is not None:
        raise Unusable(f"{folder} lies in {loose}, where others may put something else in its place")
    return folder


def is_ours(path: Path, *, directory: bool = False) -> bool:
    """Whether a plain file, or a folder, is there that nobody else can have written."""
    try:
        about = os.lstat(path)
    except FileNotFoundError:
        return False
    right = stat.S_ISDIR(about.st_mode) if directory else stat.S_ISREG(about.st_mode)
    return right and about.st_uid == os.getuid() and not about.st_mode & 0o022


def _keeps_names(folder: Path) -> bool:
    """Whether nobody but its owner, or the system, can rename what lies in a folder."""
    about = os.lstat(folder)
    ours = about.st_uid in (os.getuid(), 0)
    return ours and (not about.st_mode & 0o022 or bool(about.st_mode & stat.S_ISVTX))


def kept(name: str, key: str) -> bytes | None:
    """What the entry of a name holds, if it was made of what `key` says; None if there is none that can be used."""
    if not is_allowed() or os.name != "posix":
        return None
    try:
        path = _place(name)
        if not is_ours(path):
            return None
        head, _, body = path.read_bytes().partition(b"\n")
        if head != _head(name, key, body):
            return None
        os.utime(path)
    except (OSError, Unusable):
        return None
    return body


def keep(name: str, key: str, body: bytes) -> None:
    """Keep something under a name, in place of what was kept there; where that is impossible nothing happens."""
    if not is_allowed() or os.name != "posix":
        return
    with suppress(OSError, Unusable, ValueError):
        path = _place(name)
        write_whole(path, _head(name, key, body) + b"\n" + body, mode=0o600)
        _make_room(path.parent)


def digest(*words: str) -> str:
    """What tells a list of texts from every other."""
    found = sha256()
    for word in words:
        data = word.encode("utf-8", "surrogatepass")
        found.update(b"%d:" % len(data) + data)
    return found.hexdigest()


@cache
def program() -> str:
    """What tells this version of the program from others: all of its text."""
    root = Path(__file__).parents[1]
    found = sha256()
    for path in sorted(root.rglob("*.py")):
        data = path.read_bytes()
        found.update(f"{path.relative_to(root).as_posix()} {len(data)}:".encode() + data)
    return found.hexdigest()


def _head(name: str, key: str, body: bytes) -> bytes:
    return b" ".join((FORMAT, digest(program(), name, key).encode(), sha256(body).hexdigest().encode()))


def _place(name: str) -> Path:
    return own_folder("kept") / digest(name)[:40]


def _make_room(folder: Path) -> None:
    """Throw away what was not used for longest."""
    entries = [each for each in os.scandir(folder) if not each.name.startswith(".")]
    if len(entries) > MOST_ENTRIES:
        entries.sort(key=lambda each: each.stat(follow_symlinks=False).st_mtime_ns)
        for each in entries[: len(entries) - MOST_ENTRIES]:
            os.unlink(each.path)
