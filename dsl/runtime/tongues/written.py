"""What is written in the rules, as it is read in another language: names as its catalogue has them, words and signs of
the rules as the program's has them.
"""

from __future__ import annotations

from typing import Final

from dsl.runtime.tongues.own import Own, marked
from dsl.runtime.tongues.spoken import QUALITY
from dsl.runtime.tongues.tongue import Tongue
from dsl.saying.written import PLAIN, Written
from dsl.semantics.world import spoken

SIGNS: Final = (
    marked(" is not "),
    marked(" is at most "),
    marked(" is at least "),
    marked(" is less than "),
    marked(" is more than "),
    marked(" is "),
)
"""The words for signs that compare (`dsl.saying.written`)."""

WORDS: Final = frozenset(
    (
        marked("and"),
        marked("bottom"),
        marked("can"),
        marked("each"),
        marked("else"),
        marked("every"),
        marked("has"),
        marked("highest"),
        marked("if"),
        marked("in"),
        marked("is"),
        marked("lowest"),
        marked("no"),
        marked("none"),
        marked("not"),
        marked("number"),
        marked("of"),
        marked("or"),
        marked("player"),
        marked("players"),
        marked("size"),
        marked("some"),
        marked("sum"),
        marked("then"),
        marked("top"),
        marked("where"),
        marked("yes"),
    )
)
"""Words of the rules that stand between names."""


def written_in(tongue: Tongue | None, own: Own) -> Written:
    """How what is written in the rules is read in a language; None: in that of the rules."""
    if tongue is None:
        return PLAIN

    def name(word: str) -> str:
        found = tongue.said(QUALITY, spoken(word))
        return own(word) if word in WORDS and found == word else found

    return Written(name, lambda what, whose: own("{1} of {2}", what, whose), own)
