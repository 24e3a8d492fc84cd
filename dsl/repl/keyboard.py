"""What both ways of talking at a terminal have in common: a line that is typed, what Tab offers, what is kept of it for
the next time, and Ctrl-C while something works.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dsl.reading.watching import SECONDS
from dsl.repl.complete import completions
from dsl.repl.output import Output
from dsl.repl.session import Session
from dsl.runtime.tongues.own import numbered, said

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History
    from prompt_toolkit.key_binding import KeyBindings

MAX_TYPED: Final = 10_000
MOST_PASTED: Final = 1_000
"""Lines that are run of what is pasted at once."""
NARROWEST, WIDEST = 30, 120

COLOURS: Final = {
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
"""The colour of each style, as Rich calls it."""


def room_for(columns: int) -> int:
    """The width to draw for, of a terminal with so many columns."""
    return max(NARROWEST, min(WIDEST, columns))


def lines_of(typed: str) -> list[str]:
    """The lines of what was typed: one, or those that were pasted, without the empty ones among them."""
    lines = typed.splitlines()
    if len(lines) < 2:
        return lines or [""]
    return [line for line in lines if line.strip()][:MOST_PASTED]


def prompt_for(session: Session) -> PromptSession[str]:
    """Where a line is typed, with history and completion."""
    from prompt_toolkit import PromptSession

    return PromptSession(
        history=history(), completer=completer(session), complete_while_typing=False, key_bindings=pasting()
    )


def completer(session: Session) -> Completer:
    """What Tab offers: what the session can understand here."""
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.completion import Completer as Base
    from prompt_toolkit.document import Document

    class Offered(Base):
        """Whole lines that begin as what was typed."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for text in completions(session, typed):
                yield Completion(text, start_position=-len(typed))

    return Offered()


def pasting() -> KeyBindings:
    """What is pasted is run, if it ends with the end of a line."""
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.keys import Keys

    keys = KeyBindings()

    @keys.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        text = event.data.replace("\r\n", "\n").replace("\r", "\n")
        event.current_buffer.insert_text(text)
        if text.endswith("\n"):
            event.current_buffer.validate_and_handle()

    return keys


def history() -> History:
    """The lines typed in this game and in those before it."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    store = _history_file()
    return InMemoryHistory() if store is None else FileHistory(str(store))


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


def go_on(left: int) -> bool:
    """Ask whether the next page is wanted: any key but `q` and Ctrl-C."""
    from prompt_toolkit.application import Application
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.keys import Keys
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window

    keys = KeyBindings()

    @keys.add(Keys.Any)
    @keys.add("c-c")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=event.data not in ("q", "Q", "\x03", "\x1b"))

    words = numbered(
        left,
        "-- {1} more rows: a key goes on, q leaves them out --",
        "-- {1} more rows: a key goes on, q leaves them out --",
        left,
    )
    shown = Layout(Window(FormattedTextControl(words), height=1))
    return bool(Application[bool](layout=shown, key_bindings=keys, erase_when_done=True).run())


def answered(session: Session, typed: str) -> Output:
    """The answer to a line, however often Ctrl-C is pressed meanwhile."""
    return _stopped_at_will(session, lambda: session.line(typed))


async def saved(session: Session) -> None:
    """Wait until the rules are saved, where somebody looks after them."""
    while session.changed is None or not session.changed():
        await asyncio.sleep(SECONDS)


def begun(session: Session) -> Output:
    """What is shown first, after bots that begin have moved."""
    return _stopped_at_will(session, session.begin)


def _stopped_at_will(session: Session, do: Callable[[], Output]) -> Output:
    try:
        with interruptible(session):
            return do()
    except KeyboardInterrupt:  # pressed again while the answer was being finished
        stopped = Output()
        stopped.say(said("Stopped."), style="warn")
        return stopped


_AGAIN: Final = 0.05
"""Seconds until a bot that still thinks is stopped once more: Python loses an exception that is raised where it ends an
object."""
_ALARM: Final = getattr(signal, "SIGALRM", None)


def _ring(seconds: float) -> None:
    if _ALARM is not None:
        signal.setitimer(signal.ITIMER_REAL, seconds)


@contextmanager
def interruptible(session: Session) -> Generator[None]:
    """While a command runs, the first Ctrl-C asks the session to stop at the next decision, or stops a bot that thinks
    about one; the second one stops it at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    table = session.table

    def asked(number: int, frame: object) -> None:
        again, table.interrupted = table.interrupted, True
        if again or table.thinking:  # a bot that thinks has changed nothing yet
            _ring(_AGAIN)
            raise KeyboardInterrupt

    def rung(number: int, frame: object) -> None:
        if table.interrupted and table.thinking:
            _ring(_AGAIN)
            raise KeyboardInterrupt

    table.interrupted = False
    before = [
        (each, signal.signal(each, handler)) for each, handler in ((signal.SIGINT, asked), (_ALARM, rung)) if each
    ]
    try:
        yield
    finally:
        _ring(0)
        for each, handler in before:
            signal.signal(each, handler)
