"""The language in which rules are said: the names of a game in it, their forms, and how its patterns are filled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dsl.saying.polish import CASES, HEADS, POLISH, gender
from dsl.saying.written import PLAIN, Written

GENDER: Final = "gender"
_HOLE: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_TABLES: Final = {"pl": POLISH}


@dataclass(frozen=True, slots=True)
class Speech:
    """A language. names: what the words of a game are called in it; forms: the forms of names and of what was made of
    them, by how they are first called; texts: translated texts by how they stand in the rules; read: how what is
    written in the rules is read; parts: what the parts of the course of a game are called.

    A pattern may have several wordings with `||` between them: the first one counts whose holes have the forms that
    it asks for, and the last one asks for none.
    """

    language: str = "en"
    names: Callable[[str], str | None] = str
    texts: Callable[[str], str | None] = str
    read: Written = PLAIN
    forms: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    parts: Callable[[str], str | None] = str

    @property
    def plain(self) -> bool:
        """Whether it is the language of the rules."""
        return self.language == "en"

    def knows(self, text: str) -> bool:
        """Whether a name is a word in this language."""
        return self.plain or self.names(text) is not None

    def word(self, text: str) -> str:
        """A name in this language; one that has none stands in quotation marks, as in the rules."""
        found = self.names(text)
        return found if found is not None else text if not any(map(str.isalpha, text)) else f"„{text}”"

    def text(self, text: str) -> str:
        """A text in this language; as it is written if nobody has translated it."""
        return text if self.plain else self.texts(text) or text

    def filled(self, parts: Sequence[object], holes: Sequence[str]) -> str:
        """A text with holes, of its parts; parts that are no words are holes."""
        at, key, plain = 0, "", ""
        for part in parts:
            at += not isinstance(part, str)
            key += part if isinstance(part, str) else f"{{{at}}}"
            plain += part if isinstance(part, str) else holes[at - 1]
        return self.arranged(key, holes, plain)

    def arranged(self, key: str, holes: Sequence[str], plain: str) -> str:
        """A text with numbered holes in this language; `plain` if nobody has translated it."""
        found = None if self.plain else self.texts(key)
        if found is None:
            return plain
        numbered = {str(at): words for at, words in enumerate(holes, 1)}
        made = self._form_of(found, numbered, bare=True)
        return plain if made is None else made

    def phrase(self, key: str, holes: Mapping[str, str]) -> str:
        """A pattern with what stands in its holes. Its own forms are remembered, where they are known."""
        table = _TABLES[self.language]
        words = next(made for each in table[key].split(" || ") if (made := self._form_of(each, holes)) is not None)
        if table[key].startswith("{who} "):
            words = words.removeprefix(f"{table['you']} ")  # the verb says who
        head = next((holes[each] for each in HEADS if each in holes), None)
        own = {GENDER: self.gender(head)} if head is not None else {}
        own |= {
            case: made
            for case in CASES
            if f"{key}:{case}" in table and (made := self._form_of(table[f"{key}:{case}"], holes)) is not None
        }
        if f"{key}:{GENDER}" in table:
            own[GENDER] = table[f"{key}:{GENDER}"]
        if own:
            self.forms.setdefault(words, {}).update(own)
        return words

    def gender(self, words: str) -> str:
        """The gender of a name: as its catalogue says, else by how it ends."""
        return self.forms.get(words, {}).get(GENDER) or gender(words)

    def _form_of(self, pattern: str, holes: Mapping[str, str], bare: bool = False) -> str | None:
        """A wording with its holes filled; None if a form is not known. bare: such a name stands as it is."""
        found, at = "", 0
        for hole in _HOLE.finditer(pattern):
            words, form = holes.get(hole[1], hole[0]), hole[2] or ""
            if "=" in form:
                ways = [each.partition("=") for each in form.split("|")]
                wanted = self.gender(words)
                words = next((told for name, _, told in ways if name == wanted), ways[0][2])
            elif form:
                known = words if not any(map(str.isalpha, words)) else self.forms.get(words, {}).get(form)
                if known is None and not bare:
                    return None
                words = known or words
            found += pattern[at : hole.start()] + words
            at = hole.end()
        return found + pattern[at:]


PLAIN_SPEECH: Final = Speech()
"""The language of the rules."""
