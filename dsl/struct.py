"""Structs: small values with named parts, of which a compiler has many kinds and makes many.

To a type checker a struct is a frozen dataclass. At run time nothing watches over it: a frozen class takes three times
as long to make, and its objects twice as long, which would be a good part of the time in which a game is checked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeVar, cast, dataclass_transform

Made = TypeVar("Made")
_NAMES: dict[type, tuple[str, ...]] = {}
_INNER: dict[type, tuple[str, ...]] = {}
_PLAIN: Final = frozenset(["Span", "str", "int", "bool", "str | None", "int | None"])


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def struct(cls: type[Made]) -> type[Made]:
    """The class as a struct; it must have `Struct` above it."""
    return cast(type[Made], dataclass(slots=True, eq=False, repr=False)(cast(Any, cls)))


def parts(cls: type) -> tuple[str, ...]:
    """The names of the parts of a struct or dataclass, in order."""
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = tuple(part.name for part in fields(cls))
    return names


def inner(cls: type) -> tuple[str, ...]:
    """The names of the parts that may hold other structs, last one first."""
    names = _INNER.get(cls)
    if names is None:
        names = _INNER[cls] = tuple(part.name for part in reversed(fields(cls)) if part.type not in _PLAIN)
    return names


class Struct:
    """What all structs can do: be compared, hashed and shown by their parts."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or all(getattr(self, name) == getattr(other, name) for name in parts(type(self)))

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in parts(type(self)))))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in parts(type(self)))
        return f"{type(self).__name__}({shown})"
