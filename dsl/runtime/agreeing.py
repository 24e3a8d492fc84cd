"""Texts agree with the numbers in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

_NUMBERED: Final = re.compile(r"\((?:(?P<one>[^()|]*)\||(?=s\)))(?P<many>[^()|]+)\)")


def agreeing(words: str, number: int) -> str:
    """Words as they are behind a number: of `token(s)` and `(city|cities)` what is said of one, or of any other."""
    return _NUMBERED.sub(lambda found: found["one"] or "" if number == 1 else found["many"], words)


def counted(parts: Sequence[str]) -> Iterator[str]:
    """The parts of a text; of a list of things that read alike, such as cards that lie face down, one and how many."""
    at = 0
    while at < len(parts):
        behind = at + 1
        while behind + 1 < len(parts) and parts[behind] == ", " and parts[behind + 1] == parts[at]:
            behind += 2
        alike = (behind - at + 1) // 2
        yield parts[at] if alike == 1 else f"{parts[at]} ×{alike}"
        at = behind
