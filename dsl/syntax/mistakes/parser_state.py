"""Where the parser stopped: what is known there, from which `diagnose` draws its conclusions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from lark.lexer import PatternStr

from dsl.source import Span
from dsl.syntax.chunks import Chunk
from dsl.syntax.vocabulary import EXAMPLES, EXAMPLES_AT_COLUMN_1, RULES, STATEMENTS

_QUOTED: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|#.*')
_WORD: Final = re.compile(r"@[\w.-]*|\w+|\S|\s")
_BEGIN: Final = re.compile(r"(?:^\s*|[:;]\s*)(?P<first>[^\W\d]\w*)(?:\s+(?P<second>[^\W\d]\w*))?")
_BELOW: Final = re.compile(r"\n(?P<indent>[ \t]*)[^\s#]")
_LAYOUT: Final = frozenset(["_NL", "_INDENT", "_DEDENT", "$END"])


class WrongWord(UnexpectedInput):
    """A word that no grammar can refuse, found between lexer and parser; `why` is empty for reserved words."""

    def __init__(self, first: Token, why: str = "") -> None:
        super().__init__()
        self.pos_in_stream = first.start_pos
        self.why = why


@dataclass(frozen=True, slots=True)
class Scene:
    """The place, what stands there, and what might stand there instead.

    met is `_NL`, `_INDENT`, `_DEDENT` or `$END` for ends of lines and blocks, else empty: then the word or sign at
    `span` was met. accepts are names of terminals, `spelling` says how those are written that have one spelling only.
    """

    chunk: Chunk
    start: int
    end: int
    met: str
    accepts: frozenset[str]
    spelling: dict[str, str]
    read: str = ""
    """Of a word that was cut in two, the part that was read as a word of the language: `player` of `players`."""

    @property
    def span(self) -> Span:
        """The word or sign, the end of the line above, or the indentation."""
        return self.chunk.span(self.start, self.end)

    @property
    def word(self) -> str:
        """The word or sign that was met, empty for ends of lines and blocks."""
        return "" if self.met else self.span.text

    @property
    def signs(self) -> tuple[str, ...]:
        """What stands at the place, longest first; some reach back: `==` fails at its second sign."""
        text, at = self.chunk.text, self.start - self.chunk.start
        back = text[max(at - 2, 0) : at + 1], text[max(at - 1, 0) : at + 1]
        return *back, *(text[at : at + length] for length in (3, 2, 1))

    @property
    def before(self) -> str:
        """The line up to the place. Texts are made of quotes only, so that nothing in them is taken for a word."""
        line = max(self.chunk.file.text.rfind("\n", 0, self.start) + 1, self.chunk.start)
        return _without_quoted(self.chunk.file.text[line : self.start])

    @property
    def construct(self) -> str:
        """What the line is about, up to the place and the word there."""
        return construct_of(self.before + self.word)

    @property
    def example(self) -> str:
        """An example of that construct, empty if there is none."""
        indented = self.before[:1] == " " or (not self.before and self.start != self.chunk.start)
        return (EXAMPLES if indented else EXAMPLES_AT_COLUMN_1).get(self.construct, "")

    @property
    def keywords(self) -> list[str]:
        """The words of the language that may come next."""
        return sorted(word for word in map(self.spelling.get, self.accepts) if word and word.isalpha())

    @property
    def line_above(self) -> str:
        """The line that the place ends or stands below, without its comment."""
        text = self.chunk.file.text[self.chunk.start : self.start]
        lines = [_without_quoted(line).strip() for line in text.splitlines()]
        return next((line for line in reversed(lines) if line), "")

    @property
    def line(self) -> str:
        """The whole line of the place, without its comment; texts are made of quotes only."""
        end = self.chunk.file.text.find("\n", self.start)
        behind = self.chunk.file.text[self.start : self.chunk.end if end < 0 else end]
        return _without_quoted(self.before + behind)

    @property
    def first_word(self) -> Span:
        """The first word of the line, where a construct in the wrong place begins."""
        line = self.start - len(self.before)
        start = line + len(self.before) - len(self.before.lstrip()) if self.before.strip() else self.start
        word = _WORD.match(self.chunk.file.text, start)
        return self.chunk.span(start, word.end() if word else self.end)

    @property
    def followed_by_block(self) -> bool:
        """Whether the next written line is indented deeper than the line of the place."""
        line = self.chunk.file.text.rfind("\n", 0, self.start) + 1
        below = _BELOW.search(self.chunk.file.text, self.start, self.chunk.end)
        return below is not None and len(below["indent"]) > _indentation(self.chunk.file.text, line)

    @property
    def end_above(self) -> Span:
        """The place behind the last thing written above or before the place."""
        end = _end_of_line(self.chunk, self.start)
        return self.chunk.span(end, end)


def construct_of(line: str) -> str:
    """The first words of a line, or of the last statement or rule behind a colon or a semicolon."""
    found = ""
    for match in _BEGIN.finditer(line):
        pair = f"{match['first']} {match['second']}"
        word = pair if pair in EXAMPLES else match["first"]
        if not found or word in STATEMENTS or word in RULES:
            found = word
    return found


def scene(error: UnexpectedInput, chunk: Chunk, parser: Lark) -> Scene:
    """What is known about a parse error in `chunk`."""
    text = chunk.file.text
    start, end, met = _place(error, chunk)
    whole = start
    while whole > chunk.start and met == "" and _in_word(text[start]) and _in_word(text[whole - 1]):
        whole -= 1
    spelling: dict[str, str] = {
        terminal.name: terminal.pattern.value
        for terminal in parser.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    accepts = cast(set[str], error.interactive_parser.accepts())
    if text[whole:start] in spelling.values():
        return Scene(chunk, whole, end, met, frozenset(), spelling, text[whole:start])
    return Scene(chunk, start, end, met, frozenset(accepts), spelling)


def _place(error: UnexpectedInput, chunk: Chunk) -> tuple[int, int, str]:
    """Where the parser stopped, from and to, and the sort of layout it met there ('' for a word)."""
    token = getattr(error, "token", None)
    start = chunk.start + (error.pos_in_stream or 0)
    if not isinstance(token, Token) or token.type not in _LAYOUT:
        word = _WORD.match(chunk.file.text, start)
        return start, word.end() if word else start, ""
    if token.type in ("_INDENT", "_DEDENT"):
        place = min(chunk.start + (token.end_pos or 0), len(chunk.file.text))
    else:
        place = _end_of_line(chunk, chunk.end if token.type == "$END" else start)
    return place, place, token.type


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _end_of_line(chunk: Chunk, offset: int) -> int:
    """The end of what is written before `offset`: blanks and comments are passed over."""
    written = chunk.file.text[chunk.start : offset]
    for line in reversed(written.splitlines(keepends=True) or [""]):
        offset -= len(line)
        bare = _without_quoted(line).rstrip()
        if bare:
            return offset + len(bare)
    return chunk.start


def _without_quoted(line: str) -> str:
    return _QUOTED.sub(lambda match: '"' * len(match[0]) if match[0][0] == '"' else "", line)


def _indentation(text: str, line: int) -> int:
    end = line
    while text[end : end + 1] in (" ", "\t"):
        end += 1
    return end - line
