"""Positions that are kept to come back to: the first whole, those after it by the slots that changed.

A step changes some dozens of the thousands of slots of a position, so what is kept of a game grows with what happened
in it and not with how large it is. From a whole one there are at most `MOST_STEPS` steps to any other, which bounds
what it costs to come back. What is kept is never written again, so clones of a state share it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final

MOST_STEPS: Final = 64
"""So many positions in a row are kept by what changed; the next one is kept whole."""
_STRETCH: Final = 256
"""Slots that are compared at once: only in stretches that differ is every slot looked at."""


class Kept:
    """A position, of which nobody else holds a part that could change."""

    __slots__ = ("_before", "_length", "_numbers", "_slots", "_steps")

    def __init__(
        self, numbers: Sequence[int], *, before: Kept | None = None, slots: Sequence[int] = (), length: int = 0
    ) -> None:
        """A whole position of these numbers; or, if there is one `before` it, the same one with these numbers in these
        slots, of so many slots: more numbers than slots stand behind its end.
        """
        self._before = before
        self._numbers = array("q", numbers)
        self._slots = array("l", slots)
        self._length = len(numbers) if before is None else length
        self._steps: int = 0 if before is None else before._steps + 1

    def then(self, here: list[int], after: list[int]) -> Kept:
        """The position `after`, to which a step led from here; here: this position as a list."""
        if self._steps == MOST_STEPS:
            return Kept(after)
        slots = list(_changed(here, after))
        if 2 * len(slots) > len(after):
            return Kept(after)
        numbers = [*(after[slot] for slot in slots), *after[len(here) :]]
        return Kept(numbers, before=self, slots=slots, length=len(after))

    def position(self) -> list[int]:
        """The position as a new list."""
        steps: list[Kept] = [self]
        while steps[-1]._before is not None:
            steps.append(steps[-1]._before)
        found = steps.pop()._numbers.tolist()
        for step in reversed(steps):
            for slot, number in zip(step._slots, step._numbers, strict=False):
                found[slot] = number
            found.extend(step._numbers[len(step._slots) :])
            del found[step._length :]
        return found


def _changed(here: list[int], after: list[int]) -> Iterator[int]:
    """The slots that both positions have and that hold another number in the second."""
    for first in range(0, min(len(here), len(after)), _STRETCH):
        one, two = here[first : first + _STRETCH], after[first : first + _STRETCH]
        if one != two:
            for slot, (before, now) in enumerate(zip(one, two, strict=False), first):
                if before != now:
                    yield slot
