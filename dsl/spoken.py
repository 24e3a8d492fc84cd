"""Words in the language that is spoken now: what every message of the program goes through.

A message is marked where it is made, with what fills its holes behind it:

    said("{1} is no command", typed)
    numbered(count, "{1} decision", "{1} decisions")

`marked` marks a text that is said later. Texts stand in the program in English, and come out so unless another language
is spoken; which one it is is set by `speaking`, and where its words come from is known to `dsl.runtime.tongues` alone.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Protocol

HOLE: Final = re.compile(r"\{([0-9]{1,3})(?::([^{}]*))?\}")
"""A hole in a text: its number from 1 and, where a language has forms, which one it wants."""


class Words(Protocol):
    """What says the program's texts in a language."""

    def __call__(self, text: str, *given: object) -> str:
        """A text with what fills its holes."""
        ...

    def numbered(self, number: int, one: str, many: str, *given: object) -> str:
        """A text that agrees with a number. given: what fills its holes; if nothing is, the number itself."""
        ...

    def one(self, kind: str) -> str:
        """One of a kind, that is not named."""
        ...


class _AsWritten:
    """The texts as they stand in the program."""

    def __call__(self, text: str, *given: object) -> str:
        return HOLE.sub(lambda hole: str(given[int(hole[1]) - 1]), text)

    def numbered(self, number: int, one: str, many: str, *given: object) -> str:
        return self(one if number == 1 else many, *(given or (f"{number:,}",)))

    def one(self, kind: str) -> str:
        return article(kind)


_spoken: ContextVar[Words] = ContextVar("spoken", default=_AsWritten())  # noqa: B039 (it holds nothing)


@contextmanager
def speaking(words: Words) -> Generator[None]:
    """While this lasts, the program's messages are in the language of these words."""
    before = _spoken.set(words)
    try:
        yield
    finally:
        _spoken.reset(before)


def spoken_now() -> Words:
    """The language that is spoken now."""
    return _spoken.get()


def said(text: str, *given: object) -> str:
    """A message in the language that is spoken now, with what fills its holes `{1}`, `{2}`."""
    return _spoken.get()(text, *given)


def numbered(number: int, one: str, many: str, *given: object) -> str:
    """A message that agrees with a number, in the language that is spoken now. given: what fills its holes; if nothing
    is, the number itself.
    """
    return _spoken.get().numbered(number, one, many, *given)


def all_of(words: Iterable[str]) -> str:
    """Several things in one sentence: `a, b and c`."""
    return _joined(words, said(" and "))


def any_of(words: Iterable[str]) -> str:
    """Several things of which one is meant: `a, b or c`."""
    return _joined(words, said(" or "))


def _joined(words: Iterable[str], last: str) -> str:
    *first, end = [*words] or [""]
    return last.join(filter(None, (", ".join(first), end)))


def marked(text: str) -> str:
    """A message that is said later."""
    return text


def one_of(kind: str) -> str:
    """Something of a kind: `a card`, or without the article in languages that have none."""
    return _spoken.get().one(kind)


def article(noun: str) -> str:
    """The noun with `a` or `an`."""
    start = noun[:3].lower()
    vowel = start[:1] in tuple("aeio") or (start[:1] == "u" and start not in ("uni", "use", "uti"))
    return f"{'an' if vowel else 'a'} {noun}"
