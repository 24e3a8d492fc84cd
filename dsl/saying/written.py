"""What is written in the rules as people say it: `cost of Oak is at most 3` of `c.cost <= 3`.

No name of the rules that stands for a thing is left, no sign of the language that words can say. What cannot be said
so, such as a set, stays as it is written, without the underscores of its names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from dsl.semantics.world import spoken

_NAMES: Final = re.compile(r"\"[^\"]*\"|(?<![\w.])([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)*)(?![\w(])")
_CALLS: Final = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(([^()]*)\)")
_OF: Final = re.compile(r" of ")
_CHAIN: Final = re.compile(
    r"(?P<printed>printed )?(?P<of>\b(?!(?:number|sum|size|top|bottom|text|place|highest|lowest|longest|all|each)\b)"
    r"[a-z_]\w*(?: of [A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)+)(?![\w(])"
)
_COMPARED: Final = (
    (re.compile(r"\s*!=\s*"), " is not "),
    (re.compile(r"\s*<=\s*"), " is at most "),
    (re.compile(r"\s*>=\s*"), " is at least "),
    (re.compile(r"\s+<\s+"), " is less than "),
    (re.compile(r"\s+>\s+"), " is more than "),
    (re.compile(r"\s+=\s+"), " is "),
)


def _of(what: str, whose: str) -> str:
    return f"{what} of {whose}"


@dataclass(frozen=True, slots=True)
class Written:
    """How names are read in a language (name), how what is somebody's is called (of), and the words for signs."""

    name: Callable[[str], str] = spoken
    of: Callable[[str, str], str] = _of
    sign: Callable[..., str] = str


PLAIN: Final = Written()
"""As it is written, with blanks for underscores."""


def thing_words(text: str, called: Mapping[str, str], read: Written = PLAIN) -> str:
    """What is written for a value, with things in place of their names: `cost of Oak` of `c.cost` and of `cost(c)`; a
    name that ends in `of` has no other one behind it.
    """

    def named(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        whole = called.get(found[1], read.name(found[1]))
        for each in filter(None, found[2].split(".")):
            whole = read.of(read.name(each), whole)
        return whole

    def chained(found: re.Match[str]) -> str:
        """`speed of u` and `printed speed of u`, where a language has another way to say it than with `of`."""
        *names, last = _OF.split(found["of"])
        whole = _NAMES.sub(named, last)
        for name in reversed(names):
            whole = read.of(read.name(name), whole)
        return read.sign("printed {1}", whole) if found["printed"] else whole

    plain = " ".join(text.split())
    words, before = _NAMES.sub(named, plain) if read is PLAIN else _other(plain, named, chained), ""
    while words != before:
        before = words
        words = _CALLS.sub(
            lambda found: read.of(read.name(found[1]).removesuffix(" of"), found[2].replace(", ", read.sign(" and "))),
            words,
        )
    return words


def _other(text: str, named: Callable[[re.Match[str]], str], chained: Callable[[re.Match[str]], str]) -> str:
    """The names in a text, those of things that are somebody's first."""
    found, at = "", 0
    for chain in _CHAIN.finditer(text):
        found += _NAMES.sub(named, text[at : chain.start()]) + chained(chain)
        at = chain.end()
    return found + _NAMES.sub(named, text[at:])


def condition_words(text: str, called: Mapping[str, str], read: Written = PLAIN) -> str:
    """The same of what is written for a condition."""
    words = thing_words(text, called, read)
    for sign, said in _COMPARED:
        words = sign.sub(read.sign(said), words)
    return words
