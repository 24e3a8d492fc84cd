"""Where a session meets the world: prompt_toolkit and Rich at a terminal, plain lines when there is none.

Only here, in `keyboard` and in `screen` a keyboard is read and a screen written to. Ctrl-C while a command runs asks
the session to stop at the next decision, so a position is never left half changed; at the prompt it clears the line.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

from dsl.repl.commands.playing import ask
from dsl.repl.keyboard import COLOURS, MAX_TYPED, answered, begun, go_on, lines_of, prompt_for, room_for, saved
from dsl.repl.output import Output, folded
from dsl.repl.ready import get_ready
from dsl.repl.session import Session
from dsl.runtime.tongues.own import said, speaking

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

USUAL: Final = 100
LARGE: Final = (32, 90)
"""The rows and columns from which on everything has a place of its own."""
_CLEAR: Final = "\x1b[K"
"""Clears the line, of what was said while a program thought."""


def run(session: Session, *, width: int | None = None, ascii_only: bool = False, lines: bool = False) -> int:
    """Play until the end of input or `quit`; the exit code is 0. `lines`: one line after the other, also where the
    terminal is large enough for a place for each thing.
    """
    talks = sys.stdin.isatty() and sys.stdout.isatty()
    session.table.width = room_for(width if width is not None else USUAL)
    session.table.ascii = ascii_only or not _can_write(sys.stdout, "│─┌┐└┘·×")
    with speaking(session.own):
        if talks and not lines and is_large():
            from dsl.repl.screen import Screen

            Screen(session, width).run()
        elif talks:
            _talk(session, width)
        else:
            _read(session, sys.stdin.buffer, sys.stdout)
    return 0


def _read(session: Session, source: BinaryIO, target: TextIO) -> None:
    """Plain lines in, plain text out: each line is repeated after `> `, so that the output reads as a transcript."""
    session.table.brief = True
    _write(target, begun(session).plain())
    while raw := source.readline(MAX_TYPED):
        typed = raw.decode("utf-8", "replace").rstrip("\r\n")
        shown = Output()
        shown.say(f"> {typed}")
        _write(target, shown.plain())
        if len(raw) >= MAX_TYPED and not raw.endswith(b"\n"):
            _write(target, said("a line may have {1} bytes\n", MAX_TYPED))
            while (rest := source.readline(MAX_TYPED)) and not rest.endswith(b"\n"):
                pass
            continue
        answer = answered(session, typed)
        _write(target, answer.plain())
        if answer.ended:
            return


def _write(target: TextIO, text: str) -> None:
    encoding = target.encoding or "utf-8"
    target.write(text.encode(encoding, "replace").decode(encoding))
    target.flush()


def is_large() -> bool:
    """Whether the terminal has room for the position, the log and the question at once."""
    size = shutil.get_terminal_size()
    return size.lines >= LARGE[0] and size.columns >= LARGE[1]


def _measured(session: Session, width: int | None) -> int:
    """Fit what is drawn to the terminal, which may have another size by now, unless a width was asked for."""
    columns = shutil.get_terminal_size().columns - 1
    session.table.width = room_for(columns if width is None else width)
    return columns


def _talk(session: Session, width: int | None) -> None:
    """A conversation at a terminal, with completion, history and colours: one line after the other."""
    prompt = prompt_for(session)
    columns = _measured(session, width)

    def watching() -> None:
        prompt.app.create_background_task(_reload_when_saved(session, prompt))

    if not _paint(begun(session), columns):
        _paint(_question(session), columns)
    session.table.notice = _notice
    get_ready(session.table)
    while True:
        try:
            typed = prompt.prompt(session.prompt(), pre_run=watching if session.changed is not None else None)
        except KeyboardInterrupt:
            continue
        except EOFError:
            typed = "quit"  # asks once, as the word does
        columns = _measured(session, width)
        paged = len(lines_of(typed)) == 1  # what is pasted does not wait for a key
        if _answer_all(session, typed, partial(_paint, columns=columns, paged=paged)):
            return


def _notice(words: str) -> None:
    """Say that a program thinks; what is written next takes the place of these words, so they are one row."""
    sys.stdout.write(f"{words[: shutil.get_terminal_size().columns - 1]}\r")
    sys.stdout.flush()


async def _reload_when_saved(session: Session, prompt: PromptSession[str]) -> None:
    """Answer the prompt with `reload` when the rules are saved; what was typed so far is given up."""
    await saved(session)
    prompt.app.exit(result="reload")


def _answer_all(session: Session, typed: str, show: Callable[[Output], bool]) -> bool:
    """Answer what was typed, line by line if several were pasted; whether the session is over. show: whether all of an
    answer was looked at; if not, the question that waits stands below what was.
    """
    lines = lines_of(typed)
    for line in lines:
        if len(lines) > 1:
            echo = Output()
            echo.say((f"{session.prompt()}{line}", "number"))
            show(echo)
        answer = answered(session, line[:MAX_TYPED])
        seen = show(answer)
        if answer.ended:
            return True
        if not seen:
            show(_question(session))
    return False


def _question(session: Session) -> Output:
    question = Output()
    ask(session.table, question)
    return question


def _paint(output: Output, columns: int, *, paged: bool = True) -> bool:
    """Write an answer, one that is longer than the screen page by page; whether all of it was wanted."""
    from rich.console import Console
    from rich.text import Text

    sys.stdout.write(_CLEAR)
    console = Console(highlight=False, soft_wrap=True)
    rows = [row for each in output.lines for row in folded(each, columns)]
    page = max(8, shutil.get_terminal_size().lines - 2)
    for number, line in enumerate(rows):
        if paged and number and number % page == 0 and not go_on(len(rows) - number):
            return False
        text = Text()
        for segment in line:
            text.append(segment.text, COLOURS[segment.style] or None)
        console.print(text)
    return True


def _can_write(target: TextIO, text: str) -> bool:
    try:
        text.encode(target.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
