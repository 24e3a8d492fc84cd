"""A game while somebody writes it: texts that are not saved yet stand in for files, and what did not change is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lark import Lark

from dsl.diagnostics import Bag, Diagnostic
from dsl.source import SourceFile, Span
from dsl.syntax import tree
from dsl.syntax.builders.shared import Mistake
from dsl.syntax.chunks import Chunk, cut
from dsl.syntax.moving import moved, moved_span, moved_told
from dsl.syntax.parse import Read, parse_file, read_chunk


@dataclass(frozen=True, slots=True)
class Kept:
    """What was read of a text: its tree, its mistakes, and its items one by one."""

    source: SourceFile
    tree: tree.File
    told: tuple[Diagnostic, ...]
    reads: tuple[Read, ...]

    def is_current(self, span: Span) -> bool:
        """Whether a place of the tree is one of this version of the text."""
        return span.file is self.source

    def placed(self) -> tree.File:
        """The tree, with what is kept of earlier versions moved to where its item stands now."""
        if all(read.item is None or self.is_current(read.item.span) for read in self.reads):
            return self.tree
        items = (self.item(read) for read in self.reads)
        return tree.File(self.tree.span, tuple(item for item in items if item is not None))

    def item(self, read: Read) -> tree.Item | None:
        """The item of a chunk, or what was last read there, where the chunk stands."""
        item = read.item
        if item is None or self.is_current(item.span):
            return item
        return moved(item, self.source, read.chunk.start - item.span.start, read.chunk.end)


@dataclass(slots=True)
class Drafts:
    """Texts that are read instead of files, by their resolved paths, and what was read of all texts last."""

    texts: dict[Path, str] = field(default_factory=dict[Path, str])
    trees: dict[str, Kept] = field(default_factory=dict[str, Kept])

    def parse(self, source: SourceFile, bag: Bag, grammar: str) -> tree.File:
        """The tree of a text; only items that are new are read anew. Its mistakes go into the bag.

        For an item that cannot be read, the tree has what was last read in its place, with the places it had then.
        """
        kept = self.trees.get(source.name)
        if kept is None or kept.source != source:
            own = Bag()
            again = _Again(source, kept.reads if kept is not None else ())
            made = parse_file(source, own, grammar, again.read)
            kept = self.trees[source.name] = Kept(source, made, own.all(), tuple(again.reads))
        bag.extend(kept.told)
        return kept.tree


class _Again:
    """Reads the items of a text of which another version has been read."""

    def __init__(self, source: SourceFile, before: tuple[Read, ...]) -> None:
        self.source = source
        self.reads: list[Read] = []
        chunks = list(cut(source))
        self._alike, self._instead = _matched([*map(_key, chunks)], [_key(read.chunk) for read in before])
        self._before = before

    def read(self, chunk: Chunk, parser: Lark) -> Read:
        """The next item: as it was read before, if it is the same."""
        number = len(self.reads)
        if number in self._alike:
            found = _moved(self._before[self._alike[number]], chunk)
        else:
            found = read_chunk(chunk, parser)
            if found.mistake is not None and number in self._instead:
                found = Read(chunk, self._before[self._instead[number]].item, found.mistake)
        self.reads.append(found)
        return found


def _key(chunk: Chunk) -> tuple[str, bool]:
    """What is read of a chunk depends on its text, and on whether anything comes after it."""
    return chunk.text, chunk.end == len(chunk.file.text)


def _matched(new: list[tuple[str, bool]], old: list[tuple[str, bool]]) -> tuple[dict[int, int], dict[int, int]]:
    """For each new one the old one that is alike, and for others, in order, the old one whose place they have."""
    first = _common(zip(new, old, strict=False))
    last = _common(zip(reversed(new[first:]), reversed(old[first:]), strict=False))
    alike = {number: number for number in range(first)}
    alike |= {len(new) - number: len(old) - number for number in range(1, last + 1)}
    left: dict[tuple[str, bool], list[int]] = {}
    for number in range(first, len(old) - last):
        left.setdefault(old[number], []).append(number)
    for number in range(first, len(new) - last):
        if left.get(new[number]):
            alike[number] = left[new[number]].pop(0)
    taken = set(alike.values())
    others = (number for number in range(first, len(old) - last) if number not in taken)
    instead = zip((number for number in range(first, len(new) - last) if number not in alike), others, strict=False)
    return alike, dict(instead)


def _common(pairs: Iterable[tuple[object, object]]) -> int:
    """How many pairs are alike before the first that is not."""

    def alike() -> Iterator[int]:
        for one, other in pairs:
            if one != other:
                return
            yield 1

    return sum(alike())


def _moved(read: Read, chunk: Chunk) -> Read:
    """What was read of a chunk, where the same text stands now."""
    file, by = chunk.file, chunk.start - read.chunk.start
    if read.mistake is not None:
        error = read.mistake
        told = Mistake(error.code, moved_span(error.span, file, by), error.message, error.hint)
        return Read(chunk, read.item, told)
    item = None if read.item is None else moved(read.item, file, by)
    return Read(chunk, item, None, tuple(moved_told(each, file, by) for each in read.warnings))
