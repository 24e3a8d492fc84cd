"""The things that a printed text calls somebody's: `one of your units`, `an enemy unit`, `a Place of an opponent`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dsl.saying.claims import stems
from dsl.saying.sides import ANY, MINE, THEIRS, Sides

_MANY: Final = r"(?:all(?: of)?|(?<!for )each(?: of)?|every|any number of)"
_ONE: Final = r"(?:one of|1 of|any one of|another of|an?|another)"
_HEAD: Final = rf"(?:(?P<many>{_MANY})|(?P<one>{_ONE}))"
_BEFORE: Final = re.compile(
    rf"(?:\b{_HEAD}\s+(?P<words>(?:[\w-]+\s+){{0,2}}?))?"
    r"(?P<side>\b(?:(?P<mine>your|friendly|(?<!their )own)"
    r"|enemy|hostile|(?:an?\s+|the\s+)?opponents?['’]s?|another\s+player['’]s))"
    r"\s+(?=(?P<behind>[^.,:;]*))",
    re.I,
)
_BEHIND: Final = re.compile(
    rf"\b(?:{_HEAD}\s+)?(?P<words>(?:[\w-]+\s+){{1,3}}?)of\s+"
    r"(?P<side>(?P<mine>yours)|an?\s+opponent|the\s+opponent|opponents|the\s+other\s+side|another\s+player|other\s+players)\b(?!['’])",
    re.I,
)
_STOPS: Final = re.compile(
    r"\b(?:in|on|to|from|of|with|at|by|for|into|and|or|that|which|who|has|have|is|are|may|must|can|cannot|under|behind|"
    r"beside|you|it|this|they|he|\\d+|until|when|while|after|before|if|unless|one|all|each|every|your|an?|the)\b",
    re.I,
)
_POSSESSIVE: Final = re.compile(r"\w['’]s?\b")
_SMALL: Final = stems("the a an of one all each every your")


@dataclass(frozen=True, slots=True)
class Owned:
    """Things that are called somebody's: stems of the words for them, whose, whether all or one; where it stands."""

    nouns: frozenset[str]
    sides: Sides
    how: str
    start: int
    end: int


def owned(text: str) -> Iterator[Owned]:
    """All things of a text that are called somebody's."""
    for found in _BEFORE.finditer(text):
        words = " ".join(_STOPS.split(found["behind"], maxsplit=1)[0].split()[:4])
        made = _made(found, words, found.start("behind") + len(words))
        yield replace(made, sides=ANY) if _POSSESSIVE.search(words) else made
    for found in _BEHIND.finditer(text):
        yield _made(found, found["words"], found.end())


def _made(found: re.Match[str], nouns: str, end: int) -> Owned:
    """What was found; words between `one` and whose it is that begin something else are left out."""
    sides = MINE if found["mine"] else THEIRS
    how = "all" if found["many"] else "one" if found["one"] else ""
    start = found.start()
    if found["words"] != nouns and _STOPS.search(found["words"] or ""):
        how, start = "", found.start("side")
    return Owned(frozenset(stems(nouns) - _SMALL), sides, how, start, end)
