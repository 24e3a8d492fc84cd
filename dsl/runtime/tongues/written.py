"""What is written in the rules, as it is read in another language: names as its catalogue has them, signs in words."""

from __future__ import annotations

from typing import Final

from dsl.runtime.tongues.own import Own, marked
from dsl.runtime.tongues.spoken import QUALITY
from dsl.runtime.tongues.tongue import Tongue
from dsl.saying.written import PLAIN, Written
from dsl.semantics.world import spoken

_SIGNS: Final = (
    marked(" is not "),
    marked(" is at most "),
    marked(" is at least "),
    marked(" is less than "),
    marked(" is more than "),
    marked(" is "),
)
"""The words for signs that compare (`dsl.saying.written`)."""


def written_in(tongue: Tongue | None, own: Own) -> Written:
    """How what is written in the rules is read in a language; None: in that of the rules."""
    if tongue is None:
        return PLAIN
    return Written(
        lambda name: tongue.said(QUALITY, spoken(name)), lambda what, whose: own("{1} of {2}", what, whose), own
    )
