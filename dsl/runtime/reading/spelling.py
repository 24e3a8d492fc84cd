"""Words that mean nothing in a game: the first of them in a text, and what in the game is spelt like it.

A text about moves is made of the names of things, of values, and of the words that stand between them in moves. What is
covered by none of these is a slip: a scenario that says what cannot be done, or what is not seen, would hold whatever
the rules are.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Final

from dsl.runtime.reading.tokens import fold, spoken
from dsl.runtime.wording import Words

_WORD: Final = re.compile(r"\w+")
_ALWAYS: Final = ("done", "yes", "no", "none", "nothing", "copy", "pass", "face", "up", "down")
_LIKE: Final = 0.6
"""How much of two words must be the same for one to be meant by the other."""


class Lexicon:
    """Everything that texts about one game can be made of."""

    def __init__(self, words: Words, secret: Collection[str] = ()) -> None:
        """secret: names that nobody is told who has not found them out."""
        self.words = words
        self.secret = secret

    def slip(self, text: str, *, part: bool = False) -> tuple[str, str] | None:
        """The first words of a text that nothing in the game is called by, with the nearest name (or ""); None if
        there are none. part: the text may be a part of a name.
        """
        said = _parts(text)
        inside = f" {' '.join(said)} "
        if part and any(inside in f" {' '.join(name)} " for names in self._names.values() for name in names):
            return None
        at = 0
        while at < len(said):
            taken = self._covered(said, at)
            if not taken:
                first, end, near = self._nearest(said, at)
                return " ".join(_WORD.findall(text)[first:end]), near
            at += taken
        return None

    def _covered(self, said: tuple[str, ...], at: int) -> int:
        """How many words from one on are a name, or words that stand between names; 0 if it is neither."""
        names = self._names.get(said[at], ())
        longest = max((len(name) for name in names if said[at : at + len(name)] == name), default=0)
        return longest or int(said[at].isdecimal() or said[at] in self._between)

    def _nearest(self, said: tuple[str, ...], at: int) -> tuple[int, int, str]:
        """The name that is spelt most like some words of a text, one of which stands there, with the first of them and
        the end."""
        best, ratio = (at, at + 1, ""), _LIKE
        for first in range(max(0, at - 3), at + 1):
            for end in range(at + 1, min(len(said), at + 4) + 1):
                window = " ".join(said[first:end])
                for found in difflib.get_close_matches(window, self._titles, 1, ratio):
                    likeness = difflib.SequenceMatcher(None, window, found).ratio()
                    if likeness > ratio:
                        best, ratio = (first, end, self._titles[found]), likeness
        return best

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The names of things and values as they are compared, each with how it is printed."""
        return {" ".join(_parts(name)): name for name in self._printed() if name and name not in self.secret}

    @cached_property
    def _names(self) -> dict[str, list[tuple[str, ...]]]:
        """Names as words, by their first one."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for name in {_parts(name) for name in self._printed()}:
            if name:
                found.setdefault(name[0], []).append(name)
        return found

    @cached_property
    def _between(self) -> frozenset[str]:
        """The words that stand between names in moves and in what the rules say."""
        return frozenset(word for words in (*_ALWAYS, *self._said()) for word in _parts(words))

    def _printed(self) -> Iterator[str]:
        words = self.words
        for entity in range(1, words.machine.entity_count + 1):
            yield words.title(entity)
            yield words.info(entity).title
        yield from (label for _, labels in words.names.enums for label in labels)

    def _said(self) -> Iterator[str]:
        machine, names = self.words.machine, self.words.names
        for action in machine.actions:
            yield from (part for part in action.title if isinstance(part, str))
            yield from (action.label, spoken(action.name))
        for decision in machine.decisions:
            yield from (decision.pass_words, *decision.edits)
        for template in names.templates:
            yield from _texts(template.parts)
        for place in self.words.places:
            yield from (place.words, place.back)
            yield from (place.info.label, place.info.name) if place.info is not None else ()
        yield from (*names.windows, *(("told", "not", "or") if machine.layout.told_words else ()))
        yield from (spoken(field.name) for field in names.fields)


def _texts(parts: Iterable[object]) -> Iterator[str]:
    yield from (part for part in parts if isinstance(part, str))


def _parts(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(text)))
