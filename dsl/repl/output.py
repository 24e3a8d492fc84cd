"""What a session answers: lines of styled words, and nothing that acts on a terminal.

A command writes into an `Output`; a terminal gives each style a colour, a script takes `plain()`. Every text is made
printable on its way in, so that no name or card text of a rules file can move, colour or reverse what the screen shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from dsl.diagnostics import printable, text_width

STYLES: Final = (
    "",
    "title",  # headings
    "dim",  # rulers, counts, what is there but matters little
    "name",  # a piece, a space, a zone
    "number",  # the number by which a move can be typed
    "good",  # requirements that are met, games that are won
    "bad",  # errors, refusals, requirements that are not met
    "warn",  # what deserves a second look, such as a change made by hand
    "ask",  # the question that waits for an answer
    "own",  # what belongs to whoever is looking, or to whose turn it is
    "other",  # what belongs to somebody else
)


@dataclass(frozen=True, slots=True)
class Segment:
    """Some words in one style of `STYLES`. The text is printable and holds no line end."""

    text: str
    style: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", printable(self.text))
        if self.style not in STYLES:
            raise ValueError(f"no style {self.style!r}")


Line = tuple[Segment, ...]


def line(*parts: str | tuple[str, str] | Segment) -> Line:
    """A line of plain words, (words, style) pairs and segments."""
    made: list[Segment] = []
    for part in parts:
        if isinstance(part, Segment):
            made.append(part)
        elif isinstance(part, str):
            made.append(Segment(part))
        else:
            made.append(Segment(*part))
    return tuple(segment for segment in made if segment.text)


def plain(of: Line) -> str:
    """The words of a line without its styles and without blanks at its end."""
    return "".join(segment.text for segment in of).rstrip()


def width(of: Line) -> int:
    """How many columns of a terminal the line takes."""
    return sum(text_width(segment.text) for segment in of)


def pad(of: Line, columns: int) -> Line:
    """The line, filled with blanks up to `columns`."""
    missing = columns - width(of)
    return (*of, Segment(" " * missing)) if missing > 0 else of


def folded(of: Line, columns: int) -> list[Line]:
    """The line in lines of at most `columns`, cut at blanks; those below begin under its second column of words, if it
    has one, else two blanks deeper than it does."""
    if width(of) <= columns:
        return [of]
    text = plain(of)
    column = _SECOND.match(text)
    deep = len(text) - len(text.lstrip()) + 2
    if column is not None and text_width(column[0]) <= columns // 2:
        deep = text_width(column[0])
    found: list[Line] = []
    row: list[Segment] = []
    taken = 0
    for segment in of:
        for word in _WORDS.findall(segment.text):
            if taken + text_width(word.rstrip()) > columns and taken > deep:
                found.append(tuple(row))
                row, taken = [Segment(" " * deep)], deep
                word = word.lstrip()
            row.append(Segment(word, segment.style))
            taken += text_width(word)
    return [*found, tuple(row)]


_SECOND: Final = re.compile(r" *\S+(?: \S+)* {2,}(?=\S)")
_WORDS: Final = re.compile(r"\s*\S+\s?|\s+")


def cut(of: Line, columns: int) -> Line:
    """The line, ending in `~` where it would take more than `columns`."""
    if width(of) <= columns:
        return of
    kept: list[Segment] = []
    room = columns - 1
    for segment in of:
        text = _head(segment.text, room)
        kept.append(Segment(text, segment.style))
        room -= text_width(text)
        if text != segment.text:
            break
    return (*kept, Segment("~", "dim"))


def _head(text: str, columns: int) -> str:
    taken = 0
    for index, character in enumerate(text):
        taken += text_width(character)
        if taken > columns:
            return text[:index]
    return text


@dataclass(slots=True)
class Output:
    """The answer to one command. `ended` says that the session is over, `to_end` that what matters stands last."""

    lines: list[Line] = field(default_factory=list[Line])
    ended: bool = False
    to_end: bool = False

    def say(self, *parts: str | tuple[str, str] | Segment, style: str = "") -> None:
        """Add words; each line end in them begins a new line. `style` is that of the parts which are plain strings."""
        row: list[Segment] = []
        for part in parts:
            if isinstance(part, Segment):
                row.append(part)
                continue
            text, how = (part, style) if isinstance(part, str) else part
            first, *rest = text.split("\n")
            row.append(Segment(first, how))
            for words in rest:
                self.lines.append(line(*row))
                row = [Segment(words, how)]
        self.lines.append(line(*row))

    def extend(self, lines: Iterable[Line]) -> None:
        """Add finished lines."""
        self.lines.extend(lines)

    def plain(self) -> str:
        """All lines as text, each ended, without styles."""
        return "".join(plain(each) + "\n" for each in self.lines)
