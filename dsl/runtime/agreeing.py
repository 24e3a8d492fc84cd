"""Texts agree with the numbers in them."""

from __future__ import annotations

import re
from typing import Final

_NUMBERED: Final = re.compile(r"\((?:(?P<one>[^()|]*)\||(?=s\)))(?P<many>[^()|]+)\)")


def agreeing(words: str, number: int) -> str:
    """Words as they are behind a number: of `token(s)` and `(city|cities)` what is said of one, or of any other."""
    return _NUMBERED.sub(lambda found: found["one"] or "" if number == 1 else found["many"], words)
