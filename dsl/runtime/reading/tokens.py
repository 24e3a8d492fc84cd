"""Texts as they are compared: without case and marks, and word by word."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

_LETTERS: Final = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ı": "i", "“": None, "”": None, "„": None, '"': None})
_STOPS: Final = ",:;."


@lru_cache(maxsize=1 << 14)  # the titles of a game are compared with everything that is typed
def fold(text: str) -> str:
    """A text as it is compared: without case, diacritics, quotes and double spaces."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(bare.casefold().translate(_LETTERS).split())


def tokens(folded: str) -> list[str]:
    """The words of a folded text, without the stops between them."""
    return [word.strip(_STOPS) or word for word in folded.split()]


def has_words(text: Sequence[str], wanted: Sequence[str], *, cut: bool = False) -> bool:
    """Whether a text has the wanted words, in their order; with `cut` they may be shortened, but not to one letter.

    A number is never the beginning of another, and stands for itself.
    """
    rest = iter(text)
    return bool(wanted) and all(any(word == each or (cut and _begins(word, each)) for word in rest) for each in wanted)


def without(words: Sequence[str], small: Collection[str]) -> list[str]:
    """Words without the small ones among them; empty where none goes, or nothing is left."""
    left = [word for word in words if word not in small]
    return left if len(left) < len(words) else []


def begins(text: str, typed: str) -> bool:
    """Whether a folded text begins with another. A number is never cut short: `a1` is no beginning of `a10`."""
    cut = typed[-1:].isdecimal() and text[len(typed) : len(typed) + 1].isdecimal()
    return text.startswith(typed) and not cut


def _begins(word: str, typed: str) -> bool:
    return begins(word, typed) and len(typed) > 1 and not typed.isdecimal()


def spoken(name: str) -> str:
    """The name of an action as people write it: `give speed` of `give_speed`."""
    return name.replace("_", " ")


def bare_words(folded: str) -> set[str]:
    """The words of a folded text, whatever stands between them."""
    return {word.strip(":,") for word in folded.split()}
