"""What was read of a text, moved to where the same text stands in another version of its file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from dsl.diagnostics import Diagnostic, Label
from dsl.source import SourceFile, Span
from dsl.struct import Struct, parts

Tree = TypeVar("Tree", bound=Struct)


def moved(node: Tree, file: SourceFile, by: int, end: int | None = None) -> Tree:
    """The same tree, so many characters further on in a file. end: what would lie behind it lies there."""
    return _moved(node, file, by, len(file.text) if end is None else end)


def moved_span(span: Span, file: SourceFile, by: int) -> Span:
    """The same part of a text, so many characters further on in a file."""
    return file.span(span.start + by, span.end + by)


def moved_told(told: Diagnostic, file: SourceFile, by: int) -> Diagnostic:
    """The same message, whose main place is so many characters further on; its other places stay where they are."""
    labels = tuple(
        Label(moved_span(each.span, file, by), each.words) if not number else each
        for number, each in enumerate(told.labels)
    )
    return replace(told, labels=labels)


def _moved(value: Any, file: SourceFile, by: int, end: int) -> Any:
    kind = value.__class__
    if kind is Span:
        return Span(file, min(value.start + by, end), min(value.end + by, end))
    if kind is tuple:
        return tuple([_moved(each, file, by, end) for each in value])
    if not isinstance(value, Struct):
        return value
    made = object.__new__(kind)
    for name in parts(kind):
        object.__setattr__(made, name, _moved(getattr(value, name), file, by, end))
    return made
