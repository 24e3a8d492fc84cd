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


def word_at(file: SourceFile, offset: int) -> Word | None:
    """The word that an offset lies in or at the end of; None between words and in comments."""
    line = file.position(offset)[0]
    start = file.line_starts[line - 1]
    signs = list(_SIGN.finditer(file.line(line)))
    for index, match in enumerate(signs):
        if start + match.start() <= offset <= start + match.end() and match.lastgroup not in ("other", "comment"):
            behind = signs[index - 1][0] if index else ""
            before = signs[index + 1][0] if index + 1 < len(signs) else ""
            span = file.span(start + match.start(), start + match.end())
            text = match[0]
            if match.lastgroup == "text":
                text = text[1:-1] if len(text) > 1 and text.endswith('"') else text[1:]
            elif match.lastgroup == "cite":
                text = text[1:]
            return Word(match.lastgroup or "", text, span, behind, before)
    return None


_LOCAL: Final = re.compile(
    r"(?:\b(?:let|each|choose|random|for|some|every|arrange) |\()(?P<first>[^\W\d]\w*)(?= (?:be|in|from)\b|:)"
    r"|[,(] *(?P<next>[^\W\d]\w*):"
)


def likely_locals(text: str) -> list[str]:
    """Names that the text of an item seems to give to parameters and local things; it need not be a whole item."""
    found = (match["first"] or match["next"] for match in _LOCAL.finditer(text))
    return list(dict.fromkeys(found))


def places_of(file: SourceFile, sort: str, text: str) -> list[Span]:
    """Where a file has a word of this sort and text, comments left out."""
    found: list[Span] = []
    for number in range(1, len(file.line_starts) + 1):
        line = file.line(number)
        if text not in line:
            continue
        start = file.line_starts[number - 1]
        for match in _SIGN.finditer(line):
            said = match[0].strip('"') if sort == "text" else match[0].removeprefix("@")
            if match.lastgroup == sort and said == text:
                found.append(file.span(start + match.start(), start + match.end()))
    return found
