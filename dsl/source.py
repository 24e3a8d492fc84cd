"""Source files and places in them.

This module decides what counts as text, what a line is and how a place is counted. It knows nothing of the language.

Offsets count characters (code points) of the text from 0. Lines and columns count from 1, columns in characters, and a
line ends at `\\n` or `\\r\\n`. Editors that speak LSP count from 0 in UTF-16 units; `utf16` and `offset_utf16` convert.

A rules file comes from a stranger and is read by people, so `check_text` refuses every character that makes the text
look different from what it is: control, invisible and text-reversing ones. It does so in comments too, for a comment
that hides a line is as harmful as any other.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

from dsl.spoken import said
from dsl.struct import Struct, struct

MAX_FILE_BYTES: Final = 1_000_000
MAX_LINE_CHARACTERS: Final = 2_000
MAX_PROBLEMS: Final = 100  # a binary file must not become a list as long as itself

# Not unicodedata.category: its answer changes with the Python version, and one file must mean the same everywhere.
_CONTROL = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_INVISIBLE = (
    r"\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff"  # zero width: soft hyphen, spaces, joiners, operators, BOM
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # marks that turn the direction of the text
    r"\u2028\u2029\ufff9-\ufffb\U000e0000-\U000e007f"  # separators some editors break at, annotations, tags
    r"\u115f\u1160\u3164\uffa0"  # Hangul fillers: letters, so legal in names, and drawn as nothing
)
_UNSAFE = re.compile(rf"(?P<control>[{_CONTROL}]|\r(?!\n))|(?P<invisible>[{_INVISIBLE}])")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file: `name` is the path shown to people (relative, forward slashes), `text` its decoded contents."""

    name: str
    text: str = field(repr=False)
    line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = (0, *(match.end() for match in re.finditer("\n", self.text)))
        object.__setattr__(self, "line_starts", starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of `offset`; ValueError if it lies outside the text."""
        if not 0 <= offset <= len(self.text):
            raise ValueError(f"offset {offset} outside {self.name} of {len(self.text)} characters")
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column (both from 1), inverse to `position`; ValueError if there is none."""
        if 1 <= line <= len(self.line_starts) and column >= 1:
            found = self.line_starts[line - 1] + column - 1
            if found <= len(self.text) and self.position(found)[0] == line:
                return found
        raise ValueError(f"{self.name} has no place {line}:{column}")

    def offset_utf16(self, line: int, unit: int) -> int:
        """The offset of an LSP position (both from 0). As LSP asks, a place beyond the end of a line means its end."""
        if line >= len(self.line_starts):
            return len(self.text)
        at = self.line_starts[line]
        for character in self.line(line + 1):
            unit -= _utf16_length(character)
            if unit < 0:
                break
            at += 1
        return at

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its line end; ValueError if there is no such line."""
        if not 1 <= number <= len(self.line_starts):
            raise ValueError(f"{self.name} has no line {number}")
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[self.line_starts[number - 1] : end].removesuffix("\n").removesuffix("\r")

    def span(self, start: int, end: int) -> Span:
        """The part of this file from offset `start` up to, not including, `end`; ValueError if it is not inside."""
        return Span(self, start, end)


@struct
class Span(Struct):
    """A part of a file, from offset `start` up to, not including, `end`; it may be empty. ValueError if outside."""

    file: SourceFile
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end <= len(self.file.text):
            raise ValueError(f"no span {self.start}..{self.end} in {self.file.name}")

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.file.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.file.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of `end`, the place behind the last character, from 1."""
        return self.file.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of `end`, the place behind the last character, from 1."""
        return self.file.position(self.end)[1]

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.file.text[self.start : self.end]

    def utf16(self) -> tuple[int, int, int, int]:
        """The span as LSP counts: first line, first unit, end line, end unit, all from 0, units of UTF-16."""
        return (*self._utf16_place(self.start), *self._utf16_place(self.end))

    def to(self, last: Span) -> Span:
        """The span from the start of this one to the end of `last`; ValueError if there is none."""
        if last.file != self.file:
            raise ValueError(f"spans of {self.file.name} and {last.file.name} cannot be joined")
        return Span(self.file, self.start, last.end)

    def _utf16_place(self, offset: int) -> tuple[int, int]:
        line, column = self.file.position(offset)
        return line - 1, _utf16_length(self.file.text[offset - column + 1 : offset])

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a file is no text: a code of dsl.codes, the offset in the text, and words for people."""

    code: str
    offset: int
    words: str


class TextError(Exception):
    """A file was refused. `file` holds what could be read of it (for showing the places), `problems` the reasons."""

    def __init__(self, file: SourceFile, problems: tuple[Problem, ...]) -> None:
        super().__init__(file, problems)
        self.file = file
        self.problems = problems

    def __str__(self) -> str:
        return f"{self.file.name}: " + "; ".join(problem.words for problem in self.problems)


def check_text(name: str, data: bytes) -> SourceFile:
    """Decode the contents of a file, or raise TextError with every reason to refuse it.

    `name` is the path to show, `data` the bytes as read. One leading byte order mark is dropped. At most one problem of
    a code is reported for a line, and MAX_PROBLEMS in all.
    """
    if len(data) > MAX_FILE_BYTES:
        words = said("the file has more than {1} bytes, and no longer ones are read", f"{MAX_FILE_BYTES:,}")
        raise TextError(SourceFile(name, ""), (Problem("E005", 0, words),))
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        file = SourceFile(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        file = SourceFile(name, data.decode("utf-8", errors="replace"))
        offset = len(data[: error.start].decode("utf-8"))
        words = said("byte 0x{1} is not UTF-8", f"{data[error.start]:02X}")
        raise TextError(file, (Problem("E001", offset, words),)) from None
    problems = sorted(
        (*_unsafe_characters(file), *_bad_lines(file)), key=lambda problem: (problem.offset, problem.code)
    )
    if problems:
        raise TextError(file, tuple(problems[:MAX_PROBLEMS]))
    return file


def is_unsafe(character: str) -> bool:
    """Whether `check_text` refuses this one character (a lone carriage return included)."""
    return _UNSAFE.match(character) is not None


def _unsafe_characters(file: SourceFile) -> list[Problem]:
    found: dict[tuple[int, str], Problem] = {}
    for match in _UNSAFE.finditer(file.text):
        code, kind = (
            ("E003", said("invisible character")) if match["invisible"] else ("E002", said("control character"))
        )
        place = file.position(match.start())[0], code
        if place in found:
            continue
        character = match[0]
        title = unicodedata.name(character, "")
        words = f"{kind} U+{ord(character):04X}" + (f" ({title})" if title else "")
        found[place] = Problem(code, match.start(), words)
        if len(found) >= MAX_PROBLEMS:
            break
    return list(found.values())


def _bad_lines(file: SourceFile) -> list[Problem]:
    found: list[Problem] = []
    for number, start in enumerate(file.line_starts, 1):
        line = file.line(number)
        if len(line) > MAX_LINE_CHARACTERS:
            words = said(
                "the line has {1} characters; at most {2} are read", f"{len(line):,}", f"{MAX_LINE_CHARACTERS:,}"
            )
            found.append(Problem("E006", start + MAX_LINE_CHARACTERS, words))
        indentation = line[: len(line) - len(line.lstrip(" \t"))]
        if "\t" in indentation and indentation != line:
            found.append(Problem("E004", start + indentation.index("\t"), said("a tab is used for indentation")))
        if len(found) >= MAX_PROBLEMS:
            break
    return found


def _utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
