"""A module that was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from dsl.source import Span
from dsl.syntax import tree as t

I = TypeVar("I", bound=t.Item)  # noqa: E741  # the usual letter for an item


@dataclass(slots=True)
class Module:
    """A module that was read: its name, and the trees of its files."""

    name: str
    span: Span | None = None
    files: list[t.File] = field(default_factory=list[t.File])

    @property
    def header(self) -> t.ModuleItem | None:
        """The `module` line, if it has one."""
        return next((item for item in self._items(t.ModuleItem)), None)

    def named(self, how: str) -> Iterator[t.Name]:
        """The modules that it `requires` or `excludes`."""
        for item in self._items(t.ModulesItem):
            if item.how == how:
                yield from item.names

    def _items(self, sort: type[I]) -> Iterator[I]:
        return (item for file in self.files for item in file.items if isinstance(item, sort))
