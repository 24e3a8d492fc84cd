"""The syntax tree as indented text: what tests compare and people read.

A line is a node or a value; a field that is None, False or empty is left out, and a node of one plain value stands on
one line. Spans are shown only when asked for, as offsets.
"""

from __future__ import annotations

from dataclasses import fields
from typing import cast

from dsl.source import Span
from dsl.syntax import tree as t


def show(node: t.Node, spans: bool = False) -> str:
    """The text of a tree, every line ended."""
    return "".join(f"{line}\n" for line in _node(node, spans))


def _node(node: t.Node, spans: bool) -> list[str]:
    head, below = type(node).__name__, list[str]()
    if spans:
        head += f" {node.span.start}..{node.span.end}"
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Span) or value is None or value is False or value == () or value == "":
            continue
        if isinstance(value, t.Name | t.Text) and not spans:
            value = _word(value)
        if isinstance(value, str | int):
            head += f" {field.name}={value!r}"
            continue
        first, *others = _value(value, spans)
        below += [f"    {field.name}:", f"        {first}"] if others else [f"    {field.name}: {first}"]
        below += [f"        {line}" for line in others]
    return [head, *below]


def _word(word: t.Name | t.Text) -> str | t.Text:
    if isinstance(word, t.Name):
        return word.text
    return word if any(isinstance(part, t.Expr) for part in word.parts) else word.value


def _value(value: object, spans: bool) -> list[str]:
    if isinstance(value, t.Node):
        return _node(value, spans)
    if isinstance(value, tuple):
        parts = cast(tuple[object, ...], value)
        if all(isinstance(part, str | int) for part in parts):
            return [", ".join(map(repr, parts))]
        return [line for part in parts for line in _value(part, spans)]
    return [repr(value)]
