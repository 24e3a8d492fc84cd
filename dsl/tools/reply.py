"""How a command of the command line answers: text for people or one JSON document for programs, and an exit code.

Everything that a rules file had a say in goes through `say`, which makes each line printable; JSON is written in
ASCII with escapes, so neither can act on a terminal. `--json` documents are described in docs/reference/json.md: keys
are added in later versions, never changed or dropped.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Final, TextIO

import dsl
from dsl.diagnostics import Diagnostic, printable, render_text

OK: Final = 0
AT_FAULT: Final = 1  # the input is at fault
MISUSE: Final = 2  # the command was called in a wrong way
BROKEN: Final = 70  # a fault of this program
INTERRUPTED: Final = 130  # what a shell reports for a command that Ctrl-C ended


class Refusal(Exception):
    """The command cannot be done; the words say why. `code` is the exit code."""

    def __init__(self, words: str, code: int = AT_FAULT) -> None:
        super().__init__(words)
        self.words = words
        self.code = code


def say(text: str = "", stream: TextIO | None = None) -> None:
    """Write `text` and a line end; each of its lines is made printable."""
    target = sys.stdout if stream is None else stream
    lines = "\n".join(printable(each) for each in text.split("\n"))
    encoding = getattr(target, "encoding", None) or "utf-8"
    target.write(lines.encode(encoding, "replace").decode(encoding) + "\n")


def complain(text: str) -> None:
    """Write to the error stream."""
    say(text, sys.stderr)


def say_json(command: str, body: Mapping[str, object]) -> None:
    """Write one JSON document: the command, the version of the program, and `body`."""
    document = {"command": command, "version": dsl.__version__, **body}
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=True) + "\n")


def show_diagnostics(diagnostics: Iterable[Diagnostic], stream: TextIO | None = None) -> None:
    """Write diagnostics the way people read them, each followed by a blank line."""
    for diagnostic in diagnostics:
        say(render_text([diagnostic]), stream)


def table(rows: Iterable[tuple[str, ...]], indent: str = "  ") -> str:
    """Rows as columns of text, the first left, the others too; no blanks at the end of a line."""
    listed = list(rows)
    if not listed:
        return ""
    widths = [max(len(row[column]) for row in listed if column < len(row)) for column in range(max(map(len, listed)))]
    lines = [
        (indent + "  ".join(cell.ljust(widths[column]) for column, cell in enumerate(row))).rstrip() for row in listed
    ]
    return "\n".join(lines)
