"""Files written so that a crash, a full disk or a second program leaves the old file or the new one, never half of it.

What is written goes into a neighbour of the file first (`.NAME.new`), reaches the disk, and takes the file's name in
one step. The neighbour's name is fixed and locked while it is written, so whatever a killed program left there is taken
over by the next one that writes the same file, and nothing piles up.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

_LONGEST = 200
"""Characters of a file's name that its neighbour's name repeats: the whole must stay below what file systems allow."""


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Make the bytes the contents of the file; it keeps its permissions, and a new one has those of `mode`.

    OSError, or ValueError for a name that no file can have; what stood there before then stands there still.
    """
    try:
        _write(Path(os.path.realpath(path)), data, mode)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # not the neighbour's name, which means nothing


def _write(target: Path, data: bytes, mode: int) -> None:
    neighbour = target.with_name(f".{target.name[:_LONGEST]}.new")
    handle = _claimed(neighbour, mode)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        with contextlib.suppress(FileNotFoundError):
            os.chmod(neighbour, stat.S_IMODE(os.stat(target).st_mode))
        os.replace(neighbour, target)
    except BaseException:
        neighbour.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def make_whole(folder: Path, files: Mapping[str, bytes]) -> None:
    """A folder with files, which is not there yet or is empty: all of them are there, or it is as it was. OSError if
    that fails, with the name of the folder.
    """
    target = Path(os.path.realpath(folder))
    beside = target.with_name(f".{target.name[:_LONGEST]}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(beside, ignore_errors=True)
        for name, data in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        os.replace(beside, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    _sync_folder(target.parent)


def append_whole(path: Path, data: bytes) -> None:
    """Add bytes to a file (a new one, if there is none) so that all of them are added or none."""
    before = path.read_bytes() if path.exists() else b""
    write_whole(path, before + data)


def _claimed(neighbour: Path, mode: int) -> int:
    """An open, empty file of that name which no other program writes."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    while True:
        handle = os.open(neighbour, flags, mode)
        try:
            _lock(handle)
            mine = os.fstat(handle)
            there = os.lstat(neighbour)
            if (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino):
                os.ftruncate(handle, 0)
                return handle
        except FileNotFoundError:
            pass  # whoever wrote it has just renamed it: try again with a new one
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _lock(handle: int) -> None:
    """Wait until no other program writes the file; where there are no such locks, an open file cannot be renamed."""
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:
        return
    flock(handle, LOCK_EX)


def _sync_folder(folder: Path) -> None:
    """Make the renaming last, where the system lets a folder be synced."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
