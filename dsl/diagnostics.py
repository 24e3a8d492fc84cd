"""Diagnostics: what the program has to say about a rules file, as data, and the renderers of it.

A diagnostic is a code, a message, places with words, the paragraphs of the rulebook it touches and a hint. Whoever
finds a mistake puts a diagnostic into a `Bag` and goes on; whoever needs a sound program calls `Bag.raise_errors`.
Nothing else in the program formats a message about a rules file.

Messages quote strangers' text, so the text renderer shows every character that is not printable by its number: no rules
file can colour, move or reverse what the terminal shows.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypedDict, Unpack

from dsl.codes import CODES
from dsl.source import Span, TextError, is_unsafe
from dsl.spoken import marked, numbered, said

Severity = Literal["error", "warning"]

MAX_SHOWN: Final = 50
_WIDEST: Final = 120  # characters of a source line that are shown; the rest becomes "..."
_BEFORE: Final = 40  # how many of them stand before the first marked one
_LONGEST_WORD: Final = 64  # beyond this no spelling is suggested, to bound the work

_TEXT_HINTS: Final = {
    "E001": marked("save the file as UTF-8"),
    "E002": marked("delete the character"),
    "E003": marked("delete the character: it makes the text look different from what it is"),
    "E004": marked("indent with spaces"),
    "E005": marked("split the file"),
    "E006": marked("break the line: inside parentheses it may go on, indented, on the next one"),
}


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what is to be said about it; the words may be empty."""

    span: Span
    words: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing to say. The first label is the main place; without labels it is about the program as a whole.

    `cites` are ids of the rulebook's ledger, such as "DO-8.3". ValueError if the code is not registered in dsl.codes,
    or if an E code is given as a warning (a W code may be raised to an error).
    """

    code: str
    severity: Severity
    message: str
    labels: tuple[Label, ...] = ()
    cites: tuple[str, ...] = ()
    hint: str | None = None

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"diagnostic code {self.code!r} is not registered in dsl/codes.py")
        if self.code.startswith("E") and self.severity != "error":
            raise ValueError(f"{self.code} is an error and cannot be a {self.severity}")

    @property
    def span(self) -> Span | None:
        """The main place, if there is one."""
        return self.labels[0].span if self.labels else None

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """The order in which diagnostics are shown: by file and place, those without a place first."""
        span = self.span
        if span is None:
            return ("", 0, 0, self.code, self.message)
        return (span.file.name, span.start, span.end, self.code, self.message)


class Lessened(UserWarning):
    """The program goes on, though not as well as it could: the message says how, and why."""


class RulesError(Exception):
    """A description cannot be used; `diagnostics` says why, in the order to show them."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return render_text(self.diagnostics)


class Further(TypedDict, total=False):
    """What else a diagnostic may tell: `words` at the place itself, `labels` at further places, `cites`, a `hint`."""

    words: str
    labels: Sequence[Label]
    cites: Sequence[str]
    hint: str | None


class Bag:
    """Collects diagnostics. Of two with the same code and main place only the first is kept."""

    def __init__(self, limit: int = MAX_SHOWN) -> None:
        self.limit = limit
        self._kept: dict[tuple[str, Span | str], Diagnostic] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep `diagnostic`, unless one of the same code stands at the same place."""
        self._kept.setdefault((diagnostic.code, diagnostic.span or diagnostic.message), diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add each of them."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def error(self, code: str, span: Span | None, message: str, **further: Unpack[Further]) -> None:
        """Add an error at `span`; what else is told of it stands in `Further`."""
        self._say("error", code, span, message, further)

    def warning(self, code: str, span: Span | None, message: str, **further: Unpack[Further]) -> None:
        """Add a warning at `span`; what else is told of it stands in `Further`."""
        self._say("warning", code, span, message, further)

    def _say(self, severity: Severity, code: str, span: Span | None, message: str, further: Further) -> None:
        main = () if span is None else (Label(span, further.get("words", "")),)
        labels, cites = (*main, *further.get("labels", ())), tuple(further.get("cites", ()))
        self.add(Diagnostic(code, severity, message, labels, cites, further.get("hint")))

    def forget(self, unwanted: Callable[[Diagnostic], bool]) -> None:
        """Leave out those that turned out to be none."""
        self._kept = {key: each for key, each in self._kept.items() if not unwanted(each)}

    @property
    def has_errors(self) -> bool:
        """Whether anything collected so far is an error."""
        return any(diagnostic.severity == "error" for diagnostic in self._kept.values())

    def all(self) -> tuple[Diagnostic, ...]:
        """Everything collected, sorted by file and place."""
        return tuple(sorted(self._kept.values(), key=Diagnostic.sort_key))

    def shown(self) -> tuple[Diagnostic, ...]:
        """At most `limit` of them, sorted; a warning never takes the room of an error."""
        errors_first = sorted(self.all(), key=lambda diagnostic: diagnostic.severity != "error")
        return tuple(sorted(errors_first[: self.limit], key=Diagnostic.sort_key))

    def summary(self) -> str:
        """One line that counts them, such as "2 errors, 1 warning"; empty when there is nothing to count."""
        errors = sum(diagnostic.severity == "error" for diagnostic in self._kept.values())
        warnings = len(self._kept) - errors
        counts = [numbered(errors, "{1} error", "{1} errors")] if errors else []
        counts += [numbered(warnings, "{1} warning", "{1} warnings")] if warnings else []
        hidden, words = len(self._kept) - self.limit, ", ".join(counts)
        return said("{1} ({2} not shown)", words, hidden) if hidden > 0 else words

    def raise_errors(self) -> None:
        """Raise RulesError with what is to be shown, if there is an error among it."""
        if self.has_errors:
            raise RulesError(self.shown())

    def __len__(self) -> int:
        return len(self._kept)


def from_text_error(error: TextError) -> list[Diagnostic]:
    """The diagnostics of a file that `dsl.source.check_text` refused."""
    found: list[Diagnostic] = []
    for problem in error.problems:
        span = error.file.span(problem.offset, min(problem.offset + 1, len(error.file.text)))
        known = _TEXT_HINTS.get(problem.code)
        hint = None if known is None else said(known)
        if error.file.text[problem.offset : problem.offset + 1] == "\r":
            hint = said("save the file with the line ends of Linux (LF) or Windows (CRLF)")
        found.append(Diagnostic(problem.code, "error", problem.words, (Label(span),), hint=hint))
    return found


def render_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """The diagnostics as plain data, in the order given; keys are added in later versions, never changed or dropped."""
    return [
        {
            "code": diagnostic.code,
            "severity": diagnostic.severity,
            "title": CODES[diagnostic.code],
            "message": diagnostic.message,
            "labels": [_json_label(label) for label in diagnostic.labels],
            "cites": list(diagnostic.cites),
            "hint": diagnostic.hint,
        }
        for diagnostic in diagnostics
    ]


def render_text(diagnostics: Iterable[Diagnostic]) -> str:
    """The diagnostics as text for people, in the order given: no colour, every line ended, a blank line between two."""
    return "\n".join(_render(diagnostic) for diagnostic in diagnostics)


def nearest(word: str, candidates: Iterable[str], n: int = 1) -> list[str]:
    """At most `n` candidates spelt like `word`, the nearest first; empty if none is near enough.

    Near enough is one slip in every three letters: a letter added, dropped, replaced, or swapped with its neighbour.
    Case counts for nothing, `word` itself is never suggested, and equal distances are settled by the alphabet.
    """
    cutoff = max(1, len(word) // 3)
    if len(word) > _LONGEST_WORD:
        return []
    folded = word.casefold()
    found: list[tuple[int, str]] = []
    for candidate in set(candidates) - {word}:
        if abs(len(candidate) - len(word)) <= cutoff:
            distance = _slips(folded, candidate.casefold())
            if distance <= cutoff and distance < len(word):
                found.append((distance, candidate))
    return [candidate for _, candidate in sorted(found)[:n]]


def _json_label(label: Label) -> dict[str, object]:
    span = label.span
    return {
        "file": span.file.name,
        "start": span.start,
        "end": span.end,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "words": label.words,
    }


def _render(diagnostic: Diagnostic) -> str:
    gutter = max((len(str(label.span.line)) for label in diagnostic.labels), default=1)
    severity = said("error") if diagnostic.severity == "error" else said("warning")
    out = [f"{severity}[{diagnostic.code}]: {printable(diagnostic.message)}"]
    by_file: dict[str, list[tuple[str, Label]]] = {}
    for index, label in enumerate(diagnostic.labels):
        by_file.setdefault(label.span.file.name, []).append(("-" if index else "^", label))
    for index, labels in enumerate(by_file.values()):
        arrow = ":::" if index else "-->"
        out.append(f"{' ' * gutter}{arrow} {printable(str(labels[0][1].span))}")
        out.append(f"{' ' * gutter} |")
        out += _excerpt(labels, gutter)
    if diagnostic.hint is not None:
        out.append(f"{' ' * gutter} {said('hint: {1}', printable(diagnostic.hint))}")
    if diagnostic.cites:
        out.append(f"{' ' * gutter} {said('rulebook: {1}', printable(', '.join(diagnostic.cites)))}")
    return "".join(line.rstrip() + "\n" for line in out)


def _excerpt(marked: list[tuple[str, Label]], gutter: int) -> list[str]:
    """The lines of one file that carry labels, each with its marks below, `...` where lines are left out."""
    out: list[str] = []
    by_line: dict[int, list[tuple[str, Label]]] = {}
    for mark, label in sorted(marked, key=lambda item: (item[1].span.start, item[0])):
        by_line.setdefault(label.span.line, []).append((mark, label))
    before = 0
    for number, here in by_line.items():
        if before and number > before + 1:
            out.append(f"{' ' * gutter}...")
        before = number
        file = here[0][1].span.file
        line, start = file.line(number), file.line_starts[number - 1]
        low = max(0, here[0][1].span.start - start - _BEFORE) if len(line) > _WIDEST else 0
        high = min(len(line), low + _WIDEST)
        prefix, suffix = "..." if low else "", "..." if high < len(line) else ""
        out.append(f"{number:>{gutter}} | {prefix}{printable(line[low:high])}{suffix}")
        for mark, label in here:
            first = min(label.span.start - start, high)
            last = min(label.span.end - start, high)
            indent = len(prefix) + text_width(line[low:first])
            length = max(1, text_width(line[first:last]))
            more = said("(to line {1})", label.span.end_line) if label.span.end_line > number else ""
            words = (printable(label.words), more)
            out.append(f"{' ' * gutter} | {' ' * indent}{' '.join([mark * length, *filter(None, words)])}")
    return out


def printable(text: str) -> str:
    """`text` as one line that cannot act on a terminal: a tab is a space, other unprintable characters are <U+0007>."""
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    if character.isprintable() and not is_unsafe(character):
        return character
    return f"<U+{ord(character):04X}>"


def many(number: int, thing: str) -> str:
    """A number of things in words: `1 player`, `2 players`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def text_width(text: str) -> int:
    """How many columns of a terminal `text` takes once it is shown: wide letters take two, combining marks none."""
    width = 0
    for character in printable(text):
        if unicodedata.category(character) not in ("Mn", "Me"):
            width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


def _slips(a: str, b: str) -> int:
    """How many slips lead from `a` to `b` (optimal string alignment)."""
    before, row = [0] * (len(b) + 1), list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            best = min(row[j - 1] + 1, before[j] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]
