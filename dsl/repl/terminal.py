"""Where a session meets the world: prompt_toolkit and Rich at a terminal, plain lines when there is none.

This is the only module that reads a keyboard or writes to a screen. Ctrl-C while a command runs asks the session to
stop at the next decision, so a position is never left half changed; at the prompt it clears the line.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

from dsl.repl.complete import completions
from dsl.repl.output import Output, folded
from dsl.repl.ready import get_ready
from dsl.repl.session import Session

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

MAX_TYPED: Final = 10_000
NARROWEST, WIDEST, USUAL = 30, 120, 100

_COLOURS: Final = {
    "": "",
    "title": "bold",
    "dim": "bright_black",
    "name": "bold cyan",
    "number": "yellow",
    "good": "green",
    "bad": "red",
    "warn": "yellow",
    "ask": "bold yellow",
    "own": "bold green",
    "other": "magenta",
}


def run(session: Session, *, width: int | None = None, ascii_only: bool = False) -> int:
    """Play until the end of input or `quit`; the exit code is 0."""
    talks = sys.stdin.isatty() and sys.stdout.isatty()
    session.table.width = _room(width if width is not None else USUAL)
    session.table.ascii = ascii_only or not _can_write(sys.stdout, "│─┌┐└┘·×")
    if talks:
        _talk(session, width)
    else:
        _read(session, sys.stdin.buffer, sys.stdout)
    return 0


def _read(session: Session, source: BinaryIO, target: TextIO) -> None:
    """Plain lines in, plain text out: each line is repeated after `> `, so that the output reads as a transcript."""
    session.table.brief = True
    _write(target, session.begin().plain())
    while raw := source.readline(MAX_TYPED):
        typed = raw.decode("utf-8", "replace").rstrip("\r\n")
        shown = Output()
        shown.say(f"> {typed}")
        _write(target, shown.plain())
        if len(raw) >= MAX_TYPED and not raw.endswith(b"\n"):
            _write(target, f"a line may have {MAX_TYPED} bytes\n")
            while (rest := source.readline(MAX_TYPED)) and not rest.endswith(b"\n"):
                pass
            continue
        answer = _answer(session, typed)
        _write(target, answer.plain())
        if answer.ended:
            return


def _write(target: TextIO, text: str) -> None:
    encoding = target.encoding or "utf-8"
    target.write(text.encode(encoding, "replace").decode(encoding))
    target.flush()


def _room(columns: int) -> int:
    """The width to draw for, of a terminal with so many columns."""
    return max(NARROWEST, min(WIDEST, columns))


def _measured(session: Session, width: int | None) -> int:
    """Fit what is drawn to the terminal, which may have another size by now, unless a width was asked for."""
    columns = shutil.get_terminal_size().columns - 1
    session.table.width = _room(columns if width is None else width)
    return columns


def _talk(session: Session, width: int | None) -> None:
    """A conversation at a terminal, with completion, history and colours."""
    prompt = _prompt(session)
    columns = _measured(session, width)
    _paint(session.begin(), columns)
    get_ready(session.table)
    while True:
        try:
            typed = prompt.prompt(session.prompt())
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        columns = _measured(session, width)
        answer = _answer(session, typed[:MAX_TYPED])
        _paint(answer, columns)
        if answer.ended:
            return


def _paint(output: Output, columns: int) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in (row for each in output.lines for row in folded(each, columns)):
        text = Text()
        for segment in line:
            text.append(segment.text, _COLOURS[segment.style] or None)
        console.print(text)


def _prompt(session: Session) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    class Offered(Completer):
        """Completion by what the session can understand here."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for text in completions(session, typed):
                yield Completion(text, start_position=-len(typed))

    store = _history_file()
    history = InMemoryHistory() if store is None else FileHistory(str(store))
    return PromptSession(history=history, completer=Offered(), complete_while_typing=False)


def _history_file() -> Path | None:
    """Where typed lines are kept for the next time; None where no such file can be made."""
    root = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    path = root / "rulewright" / "history"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab"):
            pass
    except OSError:
        return None
    return path


def _answer(session: Session, typed: str) -> Output:
    """The answer to a line, however often Ctrl-C is pressed meanwhile."""
    try:
        with interruptible(session):
            return session.line(typed)
    except KeyboardInterrupt:  # pressed again while the answer was being finished
        stopped = Output()
        stopped.say("Stopped.", style="warn")
        return stopped


@contextmanager
def interruptible(session: Session) -> Generator[None]:
    """While a command runs, the first Ctrl-C asks the session to stop at the next decision; the second one stops it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def asked(number: int, frame: object) -> None:
        if session.table.interrupted:
            raise KeyboardInterrupt
        session.table.interrupted = True

    session.table.interrupted = False
    before = signal.signal(signal.SIGINT, asked)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _can_write(target: TextIO, text: str) -> bool:
    try:
        text.encode(target.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
