"""What is written in the rules as people say it: `cost of Oak is at most 3` of `c.cost <= 3`.

No name of the rules that stands for a thing is left, no sign of the language that words can say. What cannot be said
so, such as a set, stays as it is written, without the underscores of its names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from dsl.semantics.world import spoken

_NAMES: Final = re.compile(r"\"[^\"]*\"|(?<![\w.])([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)*)(?![\w(])")
_CALLS: Final = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(([^()]*)\)")
_COMPARED: Final = (
    (re.compile(r"\s*!=\s*"), " is not "),
    (re.compile(r"\s*<=\s*"), " is at most "),
    (re.compile(r"\s*>=\s*"), " is at least "),
    (re.compile(r"\s+<\s+"), " is less than "),
    (re.compile(r"\s+>\s+"), " is more than "),
    (re.compile(r"\s+=\s+"), " is "),
)


def thing_words(text: str, called: Mapping[str, str]) -> str:
    """What is written for a value, with things in place of their names: `cost of Oak` of `c.cost` and of `cost(c)`; a
    name that ends in `of` has no other one behind it.
    """

    def named(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        fields = [spoken(each) for each in reversed(found[2].split(".")) if each]
        return " of ".join([*fields, called.get(found[1], spoken(found[1]))])

    words, before = _NAMES.sub(named, " ".join(text.split())), ""
    while words != before:
        before = words
        words = _CALLS.sub(
            lambda found: f"{spoken(found[1]).removesuffix(' of')} of {found[2].replace(', ', ' and ')}", words
        )
    return words


def condition_words(text: str, called: Mapping[str, str]) -> str:
    """The same of what is written for a condition."""
    words = thing_words(text, called)
    for sign, said in _COMPARED:
        words = sign.sub(said, words)
    return words
