"""Words that players type: a clue, a name. In a position a word is a number, so that machines see numbers only.

The number follows from the word alone: 56 bits of its digest, and below them its length in 6 bits. So it is the same in
every process, in saves, records and twin worlds, two words are equal as their numbers are, and how long one is can be
asked of the number. What a number reads is looked up among the words that this process has met; a number that it has
not met reads as a row of dots. 0 is no word.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

LONGEST: Final = 30
"""The most letters of a word."""
LENGTHS: Final = 64
"""A word's number mod this is its length."""
HIGHEST_WORD: Final = (1 << 62) - 1
"""The highest number that a word can have."""
QUOTES: Final = '"“”„'
"""Signs that may stand around a word."""
_KINDS: Final = frozenset("LMN")
"""Letters, marks and digits, by the first letter of their Unicode category."""
_JOINTS: Final = frozenset(" -'")

_met: dict[int, str] = {}


def spelt(text: str) -> str:
    """A word as it is kept: in Unicode's composed form, in small letters, with single blanks; empty if it is none.

    A word has letters, digits, blanks, hyphens and apostrophes, at least one letter, and LONGEST characters at most.
    """
    if len(text) > 8 * LONGEST:
        return ""
    found = " ".join(unicodedata.normalize("NFC", text.replace("’", "'")).lower().split())
    found = unicodedata.normalize("NFC", found)
    fits = all(each in _JOINTS or unicodedata.category(each)[0] in _KINDS for each in found)
    return found if fits and any(each.isalpha() for each in found) and len(found) <= LONGEST else ""


def number_of(text: str) -> int:
    """The number of a word as `spelt` gives it; 0 for none. ValueError if another word that was met has this number."""
    word = spelt(text)
    if not word:
        return 0
    number = int.from_bytes(blake2b(word.encode(), digest_size=7).digest(), "big") * LENGTHS + len(word)
    if _met.get(number, word) != word:
        raise ValueError(f"“{word}” cannot be told from “{_met[number]}”")
    return number


def as_word(text: str) -> int:
    """The number of the word that a text is, in quotes or without; 0 if it is none that can be told from others."""
    try:
        return number_of(text.strip(" " + QUOTES))
    except ValueError:
        return 0


def meet(words: Iterable[str]) -> None:
    """Let these words be read by their numbers from now on. ValueError as of `number_of`."""
    for text in words:
        word = text.strip(" " + QUOTES)
        if number := number_of(word):
            _met[number] = spelt(word)


def is_met(number: int) -> bool:
    """Whether a number is no word, or one that this process knows."""
    return not number or number in _met


def word_of(number: int) -> str:
    """What the number of a word reads; empty for no word."""
    return _met.get(number, "." * (number % LENGTHS)) if number else ""
