"""The words of one language, as they were found in a catalogue.

A name may have forms behind it, and a text asks for one of them by what it is called:

    Guard                    Strażnik|gen=Strażnika|acc=Strażnika|gender=m
    {1} attacks {2}          {1} {1:m=zaatakował|f=zaatakowała} {2:acc}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dsl.machine.ir.ops import Shown
from dsl.spoken import HOLE

_FORM: Final = re.compile(r"\|(\w+)=")
GENDER: Final = "gender"


@dataclass(frozen=True, slots=True)
class Inflected(Shown):
    """How a number reads, in a form of its words: called (`acc`), or chosen by gender (`m=wziął|f=wzięła`)."""

    form: str = ""

    @property
    def bare(self) -> Shown:
        """The same without the form."""
        return Shown(self.what, self.index, self.or_none, self.bits)


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language: its code, the words by what they are (context) and what they are in the rules, one for each plural
    form; which plural form goes with a number; and the forms of names, by the name as it is first called.
    """

    language: str
    words: Mapping[tuple[str, str], tuple[str, ...]]
    plural: Callable[[int], int]
    forms: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])

    def said(self, context: str, text: str) -> str:
        """A text in this language, without its forms; as it is in the rules if nobody has translated it."""
        found = self.words.get((context, text))
        return plain(found[0]) if found else text

    def texts(self, context: str, text: str) -> tuple[str, ...]:
        """A text in each plural form; empty if nobody has translated it."""
        return self.words.get((context, text), ())

    def inflected(self, name: str, form: str) -> str:
        """A name in a form, or as it is without one; of `m=..|f=..` what goes with its gender, else the first."""
        known = self.forms.get(name, {})
        if "=" not in form:
            return known.get(form, name)
        ways = [each.partition("=") for each in form.split("|")]
        return next((words for gender, _, words in ways if gender == known.get(GENDER)), ways[0][2])


def tongue(language: str, words: Mapping[tuple[str, str], tuple[str, ...]], plural: Callable[[int], int]) -> Tongue:
    """A language of a catalogue's words, whose names have their forms with them."""
    made = Tongue(language, words, plural)
    for texts in words.values():
        first, forms = plain(texts[0]), forms_of(texts[0])
        if forms:
            made.forms.setdefault(first, {}).update(forms)
    return made


def plain(text: str) -> str:
    """A translated name without the forms behind it."""
    found = _FORM.search(HOLE.sub(lambda hole: "\0" * len(hole[0]), text))
    return text if found is None else text[: found.start()]


def forms_of(text: str) -> dict[str, str]:
    """The forms behind a translated name, by what they are called."""
    behind = text[len(plain(text)) :]
    parts = _FORM.split(behind)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def parts_of(text: str, holes: Sequence[Shown]) -> list[str | tuple[int, Shown]]:
    """A translated text in its parts: words, and the number of a hole (from 0) with how it reads.

    A hole that there is not stands as it is written.
    """
    found: list[str | tuple[int, Shown]] = []
    at = 0
    for hole in HOLE.finditer(text):
        number = int(hole[1]) - 1
        if not 0 <= number < len(holes):
            continue
        if hole.start() > at:
            found.append(text[at : hole.start()])
        how = holes[number]
        found.append((number, Inflected(how.what, how.index, how.or_none, how.bits, hole[2]) if hole[2] else how))
        at = hole.end()
    if at < len(text):
        found.append(text[at:])
    return found
