"""What each word of a file is, for an editor that colours it.

The same word is a word of the language in one place and a name in another, so the parser is asked, item by item, as far
as it can read one. Behind a mistake only comments, texts, numbers and citations are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from dsl.editor.names import Declared, everything
from dsl.editor.word_at import likely_locals, words_of
from dsl.source import SourceFile, Span
from dsl.syntax.chunks import Chunk, cut

SORTS: Final = (
    *("comment", "string", "number", "keyword", "decorator", "class", "enumMember", "function", "property"),
    *("event", "variable"),
)
"""What is told apart, in the words of the Language Server Protocol. A citation is a decorator."""

_PLAIN: Final = re.compile(
    r'(?P<string>"(?:\\.|[^"\\\n])*")|(?P<comment>#[^\r\n]*)|(?P<decorator>@\w[\w.-]*)|\b[0-9]+\b'
)
_BY_TERMINAL: Final = {"NAME": "", "STRING": "string", "NUMBER": "number", "CITE": "decorator", "COMPARE": ""}
_BY_SORT: Final = {
    "kind": "class",
    "enum": "class",
    "value of": "enumMember",
    "action": "function",
    "define": "function",
    "event": "event",
    "procedure": "function",
    "phase": "function",
    "step": "function",
    "value": "function",
    "window": "function",
    "field of": "property",
    "zone of": "property",
    "printed field of": "property",
}
_BUILT_IN: Final = dict.fromkeys(["Player", "Space", "Piece"], "class")


def coloured(file: SourceFile, parser: Lark, names: Iterable[Declared]) -> list[tuple[Span, str]]:
    """Places of a file and what stands there, in order; what is nothing special is left out."""
    known = _BUILT_IN | {
        each.name: sort for each in everything(names) if (sort := _sort(each.sort)) and not each.quoted
    }
    found = {span.start: (span, sort) for span, sort in _plain(file)}
    for chunk in cut(file):
        here = {**known, **dict.fromkeys(likely_locals(chunk.text), "variable")}
        behind = ""
        for token in tokens(chunk, parser):
            sort = _of_token(token, known if behind == "." else here)
            behind = str(token)
            start, end = chunk.start + (token.start_pos or 0), chunk.start + (token.end_pos or 0)
            if not sort or end > chunk.end:
                continue
            span = file.span(start, end)
            parts = _in_text(span, here) if sort == "string" else [(span, sort)]
            found |= {each.start: (each, of) for each, of in parts}
    return [found[start] for start in sorted(found)]


def _in_text(span: Span, known: Mapping[str, str]) -> list[tuple[Span, str]]:
    """A text, with the names in its braces told apart."""
    file = span.file
    if "{" not in span.text:
        return [(span, "string")]
    words = (word for word in words_of(file, span.line) if span.start < word.span.start and word.span.end < span.end)
    named = [(word.span, known[word.text]) for word in words if word.sort == "name" and known.get(word.text)]
    named.sort(key=lambda each: each[0].start)
    found: list[tuple[Span, str]] = []
    at = span.start
    for name, sort in named:
        found += [(file.span(at, name.start), "string"), (name, sort)]
        at = name.end
    return [*found, (file.span(at, span.end), "string")]


def encoded(found: Iterable[tuple[Span, str]]) -> list[int]:
    """Places as the protocol has them: five numbers each, counted from the place before; none reaches over lines."""
    numbers: list[int] = []
    line = column = 0
    for span, sort in found:
        first, start, last, end = span.utf16()
        if first != last:
            continue
        numbers += [first - line, start - column if first == line else start, end - start, SORTS.index(sort), 0]
        line, column = first, start
    return numbers


def _plain(file: SourceFile) -> Iterator[tuple[Span, str]]:
    for match in _PLAIN.finditer(file.text):
        yield file.span(*match.span()), match.lastgroup or "number"


def tokens(chunk: Chunk, parser: Lark) -> Iterator[Token]:
    """What the parser reads of an item, up to a mistake."""
    text = f"{chunk.text}\n"
    reading: Any = parser.parse_interactive(text, start="start")  # pyright: ignore[reportUnknownMemberType]  # its text may be bytes too
    try:
        for token in reading.iter_parse():
            if isinstance(token, Token) and token.start_pos is not None and token.end_pos is not None:
                yield token
    except UnexpectedInput:
        return


def _of_token(token: Token, known: Mapping[str, str]) -> str:
    if token.type == "NAME":
        return known.get(str(token), "")
    if token.type in _BY_TERMINAL:
        return _BY_TERMINAL[token.type]
    return "keyword" if token[:1].isalpha() else ""


def _sort(sort: str) -> str:
    """The sort of a declared name: `field of Unit` is a field of something."""
    return _BY_SORT.get(sort) or _BY_SORT.get(f"{sort.partition(' of ')[0]} of" if " of " in sort else "", "")
