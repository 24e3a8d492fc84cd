"""Answers that are numbers one after the other: many of them are told by their ends, and one of them is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.runtime.tongues.own import said

LISTED: Final = 30
"""So many numbers are listed one by one; more are a range."""


def run_of(texts: Sequence[str]) -> tuple[int, int] | None:
    """The lowest and the highest of answers that are more than LISTED whole numbers, one after the other; else None."""
    if len(texts) <= LISTED or not all(text.removeprefix("-").isdecimal() for text in (texts[0], texts[-1])):
        return None
    low, high = int(texts[0]), int(texts[-1])
    whole = high - low + 1 == len(texts) and all(text == str(n) for n, text in enumerate(texts, low))
    return (low, high) if whole else None


def ends(run: tuple[int, int]) -> str:
    """A range in words: `from 20 to 5,000`."""
    return said("from {1} to {2}", f"{run[0]:,}", f"{run[1]:,}")
