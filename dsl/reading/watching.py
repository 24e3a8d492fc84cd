"""Whether the files of a game were saved since somebody looked last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from dsl.reading.sources import Sources

SECONDS: Final = 0.4
"""How long to wait between two looks."""
_SUFFIXES: Final = {".rules", ".csv", ".yaml", ".toml"}


class Watch:
    """Remembers when the files of a game were written, and how long they are. The sources are asked for each time,
    because a game that is read again may have other files.
    """

    def __init__(self, sources: Callable[[], Sources]) -> None:
        self._sources = sources
        self._seen = self._stamp()

    def changed(self) -> bool:
        """Whether any file is new, gone or another one than when this was asked last."""
        now = self._stamp()
        before, self._seen = self._seen, now
        return now != before

    def _stamp(self) -> dict[Path, tuple[int, int]]:
        sources = self._sources()
        root = sources.root if sources.root.is_dir() else sources.root.parent
        found: dict[Path, tuple[int, int]] = {}
        for path in {*sources.paths.values(), *(each for each in root.rglob("*") if each.suffix in _SUFFIXES)}:
            try:
                known = path.stat()
            except OSError:
                continue  # it is being written just now
            found[path] = known.st_mtime_ns, known.st_size
        return found
