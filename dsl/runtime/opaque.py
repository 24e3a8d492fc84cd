"""What is handed through somebody's hands and is not for his eyes: numbers of the position in what a seat gets."""

from __future__ import annotations

from typing import Final


class Kept:
    """A number of the position. It is neither printed nor written out with what holds it, and all of them are equal:
    whoever holds the position opens it with `opened`.
    """

    __slots__ = ("_number",)

    def __init__(self, number: int) -> None:
        self._number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kept)

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "<kept>"


NOTHING: Final = Kept(0)


def opened(kept: Kept) -> int:
    """The number: for whoever holds the position, never for a seat."""
    return kept._number  # pyright: ignore[reportPrivateUsage]
