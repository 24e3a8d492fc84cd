"""The checked program: what types, expressions, statements and texts have in common. See `model`."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.source import Span
from dsl.struct import Struct, struct


@dataclass(frozen=True, slots=True)
class Type:
    """A finite type."""


@struct
class Expr(Struct):
    """A checked expression: where it stands and its type."""

    span: Span
    type: Type


@struct
class Stmt(Struct):
    """A checked statement."""

    span: Span
    cites: tuple[str, ...]


@struct
class Template(Struct):
    """A text with holes: parts are plain texts and expressions in turn."""

    parts: tuple[str | Expr, ...]
