"""A game while somebody writes it: texts that are not saved yet stand in for files, and what did not change is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from dsl.diagnostics import Bag, Diagnostic
from dsl.source import SourceFile
from dsl.syntax import tree
from dsl.syntax.parse import parse_file


@dataclass(slots=True)
class Drafts:
    """Texts that are read instead of files, by their resolved paths, and the trees of all texts that were read last."""

    texts: dict[Path, str] = field(default_factory=dict[Path, str])
    trees: dict[str, tuple[SourceFile, tree.File, tuple[Diagnostic, ...]]] = field(
        default_factory=dict[str, "tuple[SourceFile, tree.File, tuple[Diagnostic, ...]]"]
    )

    def parse(self, source: SourceFile, bag: Bag, grammar: str) -> tree.File:
        """The tree of a text, made again only if the text is another one; its mistakes go into the bag."""
        kept = self.trees.get(source.name)
        if kept is None or kept[0] != source:
            own = Bag()
            made = parse_file(source, own, grammar)
            kept = self.trees[source.name] = source, made, own.all()
        bag.extend(kept[2])
        return kept[1]
