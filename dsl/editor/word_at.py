"""The word at a place of a text. Files that are being written seldom parse, so only signs are looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dsl.source import SourceFile, Span

_SIGN: Final = re.compile(
    r"""
      (?P<text>"(?:\\.|[^"\\\n])*"?)
    | (?P<comment>\#[^\n]*)
    | (?P<cite>@[\w.\-]*)
    | (?P<name>[^\W\d]\w*)
    | (?P<other>\S)
    """,
    re.VERBOSE,
)
_HOLE: Final = re.compile(r"(?<!\\)\{(?P<inside>[^{}\"]*)")
"""What stands in braces of a text; the closing one may still be missing."""


@dataclass(frozen=True, slots=True)
class Word:
    """A name, a quoted text, a citation or a comment: its sort, what it says (without quotes or @), where it stands.

    behind: the sign or word before it on its line, which tells a field (`u.life`) from a local name.
    """

    sort: str
    text: str
    span: Span
    behind: str
    before: str

    @property
    def of(self) -> bool:
        """Whether it names something of something else, as in `u.life` and `life of u`."""
        return self.behind == "." or self.before == "of"


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign of a line: its sort, what stands there, and where it begins in the line."""

    sort: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends in the line."""
        return self.start + len(self.text)

    @property
    def said(self) -> str:
        """What it says, without quotes or @."""
        if self.sort == "text":
            return self.text[1:-1] if len(self.text) > 1 and self.text.endswith('"') else self.text[1:]
        return self.text[1:] if self.sort == "cite" else self.text


def word_at(file: SourceFile, offset: int) -> Word | None:
    """The word that an offset lies in or at the end of; None between words and in comments.

    Inside braces of a text it is the word there.
    """
    line = file.position(offset)[0]
    words = words_of(file, line)
    return next((word for word in words if word.span.start <= offset <= word.span.end), None)


def words_of(file: SourceFile, line: int) -> list[Word]:
    """The words of a line: those in braces of its texts, then those of the line itself, its texts among them."""
    start = file.line_starts[line - 1]
    found: list[Word] = []
    for signs in _levels(file.line(line)):
        for index, sign in enumerate(signs):
            if sign.sort not in ("other", "comment"):
                behind = signs[index - 1].text if index else ""
                before = signs[index + 1].text if index + 1 < len(signs) else ""
                span = file.span(start + sign.start, start + sign.end)
                found.append(Word(sign.sort, sign.said, span, behind, before))
    return found


def _levels(line: str) -> list[list[_Sign]]:
    """The signs of a line: those in each pair of braces of its texts, then those of the line itself."""
    own = _signs(line, 0)
    holes = [
        _signs(hole["inside"], sign.start + hole.start("inside"))
        for sign in own
        if sign.sort == "text"
        for hole in _HOLE.finditer(sign.text)
    ]
    return [*holes, own]


def _signs(text: str, start: int) -> list[_Sign]:
    return [_Sign(match.lastgroup or "", match[0], start + match.start()) for match in _SIGN.finditer(text)]


_LOCAL: Final = re.compile(
    r"(?:\b(?:let|each|choose|random|for|some|every|arrange) |\()(?P<first>[^\W\d]\w*)(?= (?:be|in|from)\b|:)"
    r"|[,(] *(?P<next>[^\W\d]\w*):"
)


def likely_locals(text: str) -> list[str]:
    """Names that the text of an item seems to give to parameters and local things; it need not be a whole item."""
    found = (match["first"] or match["next"] for match in _LOCAL.finditer(text))
    return list(dict.fromkeys(found))


def places_of(file: SourceFile, sort: str, text: str) -> list[Span]:
    """Where a file has a word of this sort and text, comments left out, what stands in braces of texts included."""
    numbers = (number for number in range(1, len(file.line_starts) + 1) if text in file.line(number))
    words = (word for number in numbers for word in words_of(file, number))
    spans = (word.span for word in words if word.sort == sort and word.text == text)
    return sorted(spans, key=lambda span: span.start)
