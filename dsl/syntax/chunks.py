"""Cut a file into items.

An item begins at column 0 and goes on over the indented lines below it; each is parsed by itself, so that a mistake in
one is one message and the others are still read. Blank lines and comments between items belong to the item above, and a
closing parenthesis at column 0 goes on with it.

`check` looks at a chunk before it is parsed, and refuses what the parser must not meet: nesting without end, open
parentheses and texts, lines that fit no indentation, numbers that fit no slot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from dsl.source import SourceFile, Span
from dsl.spoken import said
from dsl.syntax.builders.driver import MAX_NESTING
from dsl.syntax.builders.shared import Mistake

MAX_DIGITS: Final = 9

_ITEM: Final = re.compile(r"^[^ \t\r\n#)\]}]", re.MULTILINE)
_LINE: Final = re.compile(r"^[ \t]*[^ \t\r\n#]", re.MULTILINE)
_SIGN: Final = re.compile(
    r"""
      "(?:\\.|[^"\\\n])*"
    | \#[^\n]*
    | @[\w.\-]*
    | [^\W\d]\w*
    | (?P<text>")
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<number>[0-9]+)
    | \n(?P<indent>[ \t]*)(?=[^ \t\r\n\#])
    """,
    re.VERBOSE,
)
_PARTNERS: Final = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Chunk:
    """One item of a file with what follows it, or an expression inside a text; up to, not including, `end`."""

    file: SourceFile
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the chunk."""
        return self.file.text[self.start : self.end]

    @property
    def inner(self) -> bool:
        """Whether this is no item but an expression inside a text."""
        return self.start > 0 and self.file.text[self.start - 1] != "\n"

    def span(self, start: int, end: int) -> Span:
        """A part of the file, held inside it."""
        return self.file.span(min(start, len(self.file.text)), min(end, len(self.file.text)))


def cut(file: SourceFile) -> Iterator[Chunk]:
    """The items of a file in order. Lines before the first one make a chunk only if something is written there."""
    starts = [match.start() for match in _ITEM.finditer(file.text)]
    head = _LINE.search(file.text)
    if head is not None and (not starts or head.start() < starts[0]):
        starts.insert(0, head.start())
    for start, end in pairwise([*starts, len(file.text)]):
        yield Chunk(file, start, end)


def check(chunk: Chunk) -> None:
    """Raise Mistake at the first thing that the parser must not meet."""
    if chunk.text[:1] in (" ", "\t") and not chunk.inner:
        place = chunk.span(chunk.start, chunk.start + 1)
        raise Mistake(
            "E023", place, said("this line is indented, and nothing stands above it"), said("begin it at column 1")
        )
    opened: list[re.Match[str]] = []
    indents = [0]
    for sign in _SIGN.finditer(chunk.file.text, chunk.start, chunk.end):
        if sign["open"]:
            opened.append(sign)
        elif sign["close"]:
            _close(chunk, opened, sign)
        elif sign["indent"] is not None:
            if not opened:
                _indent(chunk, indents, sign)
        elif sign["text"]:
            place = chunk.span(sign.start(), sign.end())
            raise Mistake("E024", place, said('this text has no closing "'), said("a text begins and ends on one line"))
        elif sign["number"] and len(sign[0]) > MAX_DIGITS:
            raise Mistake("E008", chunk.span(*sign.span()), said("numbers have at most {1} digits", MAX_DIGITS))
        if max(len(opened), len(indents) - 1) > MAX_NESTING:
            raise Mistake("E007", chunk.span(*sign.span()), said("this stands more than {1} deep", MAX_NESTING))
    if opened:
        place = chunk.span(*opened[-1].span())
        raise Mistake("E024", place, said("this {1} is never closed", opened[-1][0]), _unclosed_hint(chunk))


def _close(chunk: Chunk, opened: list[re.Match[str]], sign: re.Match[str]) -> None:
    place = chunk.span(*sign.span())
    if not opened:
        raise Mistake("E024", place, said("this {1} closes nothing", sign[0]), said("take it away, or open it before"))
    partner = opened.pop()
    if partner[0] != _PARTNERS[sign[0]]:
        raise Mistake("E024", place, said("this {1} does not close the {2} opened before", sign[0], partner[0]))


def _unclosed_hint(chunk: Chunk) -> str | None:
    if chunk.end < len(chunk.file.text):
        return said("the lines that go on inside parentheses are indented")
    return None


def _indent(chunk: Chunk, indents: list[int], sign: re.Match[str]) -> None:
    depth = len(sign["indent"])
    if depth > indents[-1]:
        indents.append(depth)
        return
    deeper = indents[-1]
    while depth < indents[-1]:
        deeper = indents.pop()
    if depth != indents[-1]:
        place = chunk.span(sign.start("indent"), sign.end("indent"))
        message = said("this line is indented by {1}; the lines above stand at {2} and {3}", depth, indents[-1], deeper)
        raise Mistake("E023", place, message, said("lines of one block begin at the same column"))
