"""The program's own words in what players read: of a game (`in hand of A`, `yes`), and around it (`B is asked`).

How a message is marked where it is made stands in `dsl.spoken`, which is what says them; here is what it says in
another language: a catalogue's words. `key` marks a word that is typed. Which language it is, whoever answers a line or
a page says once (`speaking`).
"""

from __future__ import annotations

from typing import Final

from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.spoken import QUALITY
from dsl.runtime.tongues.tongue import Tongue, plain
from dsl.spoken import HOLE, article, marked, numbered, said, speaking, spoken_now

__all__ = ["COMMAND", "PROGRAM", "Own", "is_key", "key", "keyed", "marked", "numbered", "said", "speaking", "words_now"]

PROGRAM: Final = "program"
COMMAND: Final = "command"
"""The context of what is typed."""

_Part = str | tuple[int, str]
"""Words, or a hole (from 0) with the form that it wants."""


class Own:
    """These words in one language; without one as they stand in the program."""

    def __init__(self, tongue: Tongue | None = None) -> None:
        self._tongue = tongue
        self.language: Final = tongue.language if tongue is not None else ""
        """Its code; empty for that of the rules."""
        self._known: dict[str, list[list[_Part]]] = {}
        self.yes, self.no, self.none, self.nothing = self("yes"), self("no"), self("none"), self("nothing")
        self.idle: Final = frozenset(("0", self.no, self.none, self.nothing))
        """What a field holds that says nothing."""

    def __call__(self, text: str, *given: object) -> str:
        """A text with what fills its holes."""
        return self._filled(self._parts(text)[0], given)

    def numbered(self, number: int, one: str, many: str, *given: object) -> str:
        """A text that agrees with a number. given: what fills its holes; if nothing is, the number itself."""
        filled = given or (f"{number:,}",)
        if self._tongue is None or (PROGRAM, one) not in self._tongue.words:
            return self(one if number == 1 else many, *filled)
        forms = self._parts(one)
        return self._filled(forms[min(self._tongue.plural(number), len(forms) - 1)], filled)

    def one(self, kind: str) -> str:
        """One of a kind, that is not named: `a card`; other languages have no article."""
        return article(kind) if self._tongue is None else kind

    def word(self, context: str, text: str) -> str:
        """A text of the game that is played, by what it is there, as its catalogue has it."""
        return self._tongue.said(context, text) if self._tongue is not None and text else text

    def called(self, folded: str) -> list[str]:
        """What the things are called whose names in the rules are a folded text."""
        words = self._tongue.words.items() if self._tongue is not None else ()
        return [plain(texts[0]) for (context, name), texts in words if context != PROGRAM and fold(name) == folded]

    def named(self, name: str) -> str:
        """A name that the rules write with underscores."""
        return self.word(QUALITY, name.replace("_", " "))

    def owned(self, name: str, owner: str) -> str:
        """The same of what somebody has; owner: who, if anybody."""
        return self("{1} of {2}", self.named(name), owner) if owner else self.named(name)

    def keyed(self, word: str) -> str:
        """A word that is typed, in this language."""
        return self._tongue.said(COMMAND, word) if self._tongue is not None else word

    def _parts(self, text: str) -> list[list[_Part]]:
        found = self._known.get(text)
        if found is None:
            texts = self._tongue.texts(PROGRAM, text) if self._tongue is not None else ()
            found = self._known[text] = [_cut(each) for each in texts or (text,)]
        return found

    def _filled(self, parts: list[_Part], given: tuple[object, ...]) -> str:
        return "".join([part if isinstance(part, str) else self._fills(part, given) for part in parts])

    def _fills(self, hole: tuple[int, str], given: tuple[object, ...]) -> str:
        value = str(given[hole[0]])
        return self._tongue.inflected(value, hole[1]) if hole[1] and self._tongue is not None else value


def _cut(text: str) -> list[_Part]:
    found: list[_Part] = []
    at = 0
    for hole in HOLE.finditer(text):
        found += [text[at : hole.start()]] if hole.start() > at else []
        found.append((int(hole[1]) - 1, hole[2] or ""))
        at = hole.end()
    return [*found, text[at:]] if at < len(text) else found


_AS_WRITTEN: Final = Own()


def words_now() -> Own:
    """The program's words in the language that is spoken now."""
    found = spoken_now()
    return found if isinstance(found, Own) else _AS_WRITTEN


def key(word: str) -> str:
    """A word that is typed, for `keyed` and `is_key` later."""
    return word


def keyed(word: str) -> str:
    """A word that is typed, in the language that is spoken now."""
    return words_now().keyed(word)


def is_key(typed: str, *words: str) -> bool:
    """Whether a text is one of these words, in the source language or in the one that is spoken now."""
    wanted = fold(typed)
    return any(wanted in (word, fold(keyed(word))) for word in words)
