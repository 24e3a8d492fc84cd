"""The trees of a game's files, kept between runs: a file whose text is the same is not parsed again.

All files of a game are kept in one entry (`dsl.keeping`), two lines for each: its name and a digest of its text, and
its tree. A file of which anything was said, if only a warning, is not kept, so what is said is always found anew.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import lark

from dsl.keeping.folder import digest, is_allowed, keep, kept, later
from dsl.keeping.graph import NotStored, restore, store
from dsl.source import SourceFile, Span
from dsl.struct import Struct
from dsl.syntax import tree

MOST_BYTES: Final = 64_000_000
"""An entry that would be larger is not kept."""


class KeptTrees:
    """The trees that were kept of one game, and those that will be."""

    def __init__(self, main: Path, grammar: str) -> None:
        """main: the file that the game begins with."""
        self._name = f"trees of {main}"
        self._key = digest("trees", lark.__version__, grammar)
        self._lines: dict[tuple[str, str], str] = {}
        self._fresh: dict[tuple[str, str], tuple[SourceFile, tree.File]] = {}
        lines = (kept(self._name, self._key) or b"").decode("utf-8", "replace").split("\n")
        for head, line in zip(lines[::2], lines[1::2], strict=False):
            name, _, text = head.rpartition(" ")
            self._lines[name, text] = line

    def find(self, source: SourceFile) -> tree.File | None:
        """The tree of a file, if one of the same text was kept."""
        key = _key(source)
        line = self._lines.get(key)
        if line is None:
            return None
        try:
            found = restore(json.loads(line), _classes(), [source])
        except (NotStored, ValueError):
            found = None
        if not isinstance(found, tree.File) or found.span.file is not source:
            del self._lines[key]
            return None
        return found

    def add(self, source: SourceFile, found: tree.File) -> None:
        """Keep the tree of a file when the work is done."""
        if not self._fresh:
            later(self.write)
        self._fresh[_key(source)] = source, found

    def write(self) -> None:
        """Keep what is new, beside what was kept of other files."""
        again = {name for name, _ in self._fresh}
        lines = {key: line for key, line in self._lines.items() if key[0] not in again}
        for key, (source, found) in self._fresh.items():
            try:
                lines[key] = json.dumps(store(found, [source]), separators=(",", ":"))
            except NotStored:
                continue
        self._fresh.clear()
        self._lines = lines
        text = "\n".join(f"{name} {text}\n{line}" for (name, text), line in lines.items())
        if len(text) < MOST_BYTES:
            keep(self._name, self._key, text.encode())


def kept_trees(main: Path, grammar: str) -> KeptTrees | None:
    """The trees kept of a game, where trees may be kept."""
    if not is_allowed():
        return None
    try:
        return KeptTrees(main.resolve(), grammar)
    except (OSError, RuntimeError):  # links that go round in a circle
        return None


def _key(source: SourceFile) -> tuple[str, str]:
    return source.name, digest(source.text)


@cache
def _classes() -> tuple[type[Any], ...]:
    """What a tree is made of."""
    found = [each for each in vars(tree).values() if isinstance(each, type) and issubclass(each, Struct)]
    return (Span, *found)
