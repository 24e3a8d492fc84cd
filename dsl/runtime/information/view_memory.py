"""Parts of views that were made before, each with the slots of the position that it was made of.

Making a part reads the position through `Reading`, which notes every slot. Where those slots hold the same again,
the part would be made of the same and so is the same: it is handed out as it is. What is read follows from what lies
there (a piece that lies in a zone is read, another is not), so it is noted and nowhere stated; nothing is forgotten.
A part also depends on how many copies of its cards were numbered before it in the view, which is noted beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeVar, cast, overload

from dsl.runtime.viewers import Viewer

Made = TypeVar("Made")


class Reading(Sequence[int]):
    """A position that notes which of its slots are read."""

    __slots__ = ("_of", "noted")

    def __init__(self, position: Sequence[int]) -> None:
        self._of = position
        self.noted: set[int] = set()
        """The slots that were read."""

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            self.noted.update(range(*index.indices(len(self._of))))
        else:
            self.noted.add(index)
        return self._of[index]

    def __len__(self) -> int:
        return len(self._of)  # fixed for all slots that views read


@dataclass(frozen=True, slots=True)
class _Part:
    """What was made, the slots that were read and what they held, and the copies that were numbered: how many of each
    card before, and after.
    """

    made: object
    slots: tuple[int, ...]
    fetch: Callable[[Sequence[int]], object]
    held: object
    before: tuple[tuple[tuple[int, ...], int], ...]
    after: dict[tuple[int, ...], int]


Memory = dict[object, _Part]
"""The parts of the views of one viewer as they were made last."""
Memories = dict[tuple[Viewer, bool], Memory]
"""The same for each viewer and each way of viewing."""


class Recalling:
    """One view of a position in the making, part by part. memory: of the same viewer, and is filled."""

    def __init__(self, position: Sequence[int], memory: Memory) -> None:
        self._plain = position
        self.position = Reading(position)
        """The position, to be read by whatever makes a part."""
        self._memory = memory
        self._numbered: dict[tuple[int, ...], int] = {}
        self._touched: dict[tuple[int, ...], int] = {}
        self._inside = 0

    def part(self, key: object, make: Callable[[], Made]) -> Made:
        """A part of the view: what was made before, if what it was made of is the same, else what `make` makes."""
        found = self._memory.get(key)
        if found is not None and found.fetch(self._plain) == found.held and self._counted(found.before):
            self._notice(found)
            return cast("Made", found.made)
        reading = self.position
        outside, touched = reading.noted, self._touched
        reading.noted, self._touched = set(), {}
        self._inside += 1
        made = make()
        self._inside -= 1
        noted, before = tuple(reading.noted), tuple(self._touched.items())
        reading.noted, self._touched = outside, touched
        after = {copies: self._numbered[copies] for copies, _ in before}
        fetch = _fetching(noted)
        self._memory[key] = fresh = _Part(made, noted, fetch, fetch(self._plain), before, after)
        self._notice(fresh)
        return made

    def number(self, copies: tuple[int, ...]) -> int:
        """The number of the next copy of a card in this view."""
        count = self._numbered.get(copies, 0)
        self._touched.setdefault(copies, count)
        self._numbered[copies] = count + 1
        return copies[count]

    def _counted(self, before: Iterable[tuple[tuple[int, ...], int]]) -> bool:
        """Whether so many copies are numbered by now."""
        numbered = self._numbered
        for copies, count in before:  # noqa: SIM110, since this is asked for every part of every view
            if numbered.get(copies, 0) != count:
                return False
        return True

    def _notice(self, part: _Part) -> None:
        """A part is in the view, and if it is part of another, that is made of all it was made of."""
        if part.before:
            self._numbered.update(part.after)
        if not self._inside:
            return
        self.position.noted.update(part.slots)
        for copies, count in part.before:
            self._touched.setdefault(copies, count)


def _fetching(slots: Sequence[int]) -> Callable[[Sequence[int]], object]:
    """What fetches some slots of a position."""
    return itemgetter(*slots) if slots else _nothing


def _nothing(_: Sequence[int]) -> object:
    return ()
