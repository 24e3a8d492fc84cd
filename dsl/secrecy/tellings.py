"""What the rules say that they tell: the places of `tells`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from dsl.semantics.model import Telling
from dsl.source import Span


class Tellings:
    """Finds the innermost `tells` round a place."""

    def __init__(self, all_: Sequence[Telling]) -> None:
        self.all = list(all_)
        self._by_file: dict[str, list[tuple[int, int, int]]] = {}
        for number, each in enumerate(self.all):
            self._by_file.setdefault(each.span.file.name, []).append((each.span.start, each.span.end, number))
        for found in self._by_file.values():
            found.sort()

    def at(self, span: Span) -> int:
        """The number of the innermost one round a place, or -1."""
        found = self._by_file.get(span.file.name)
        if found is None:
            return -1
        for index in range(bisect_right(found, (span.start, 1 << 60, 0)) - 1, -1, -1):
            start, end, number = found[index]
            if start <= span.start and span.end <= end:
                return number
        return -1
