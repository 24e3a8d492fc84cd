"""What a book consists of, as plain data that can be set as a page or on paper."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """Where a statement comes from: a line of the rules, and the paragraphs of the rulebook that it cites."""

    file: str = ""
    line: int = 0
    cites: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """File and line as people write them."""
        return f"{self.file}:{self.line}" if self.file else ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a chapter; level 2 is the largest."""

    words: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Prose. flag: what is wrong with it, for whoever keeps the book."""

    words: str
    flag: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that follows from a rule, with what belongs below it. strong: it names a thing that is told here;
    what is to be put in stands in brackets. more: what is said of that thing behind its name.
    """

    words: str
    source: Source = field(default_factory=Source)
    below: tuple[Statement, ...] = ()
    strong: str = ""
    more: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under heads."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as SVG, with its words. wordy: there are words on its spaces, which want room."""

    svg: str
    words: str
    wordy: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file beside the rules."""

    path: str
    words: str


@dataclass(frozen=True, slots=True)
class Example:
    """A scenario that was played: what it shows, the position before, what was done, the position after.

    changed: what is otherwise afterwards and no drawing shows: words, before, after.
    """

    title: str
    source: Source
    before: tuple[Drawing, ...]
    steps: tuple[str, ...]
    after: tuple[Drawing, ...]
    changed: tuple[tuple[str, str, str], ...] = ()


Block = Heading | Paragraph | Statement | Table | Drawing | Picture | Example


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter with its blocks; made: it follows from the rules."""

    title: str
    blocks: tuple[Block, ...]
    made: bool = True


@dataclass(frozen=True, slots=True)
class Book:
    """A whole book. ledger: the cited paragraphs in our words; index: words with the chapters they stand in."""

    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]
    ledger: tuple[tuple[str, str], ...] = ()
    index: tuple[tuple[str, tuple[str, ...]], ...] = ()
    missing: tuple[str, ...] = ()
    """What the prose of the book never mentions."""
