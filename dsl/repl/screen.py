"""A large terminal: the position above, what happened below it, then the question, and the line that is typed.

Each of them keeps its place. What is new in the position is marked, and scrolled to where it does not fit. Nothing of
the game is known here: a session is given lines, and what it answers is shown.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import accumulate
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.layout import Float, FloatContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.styles import Style

from dsl.repl.commands.playing import ask, picture
from dsl.repl.drawing import changes
from dsl.repl.drawing.position import Block
from dsl.repl.keyboard import (
    COLOURS,
    MAX_TYPED,
    answered,
    begun,
    completer,
    history,
    lines_of,
    pasting,
    room_for,
    saved,
)
from dsl.repl.output import Line, Output, folded, line, plain
from dsl.repl.ready import get_ready
from dsl.repl.session import Session
from dsl.runtime.tongues.own import numbered, said

LEAST: Final = 8
"""Rows that the position and the log have at least."""
MOST_ASKED: Final = 14
OWN: Final = 7
"""From how many rows on what is drawn of whoever is asked comes before what is new."""
MOST_KEPT: Final = 5_000

_NAMES: Final = {"bright_black": "ansibrightblack", "bold": "bold"}


def _style(words: str) -> str:
    return " ".join(_NAMES.get(word, f"ansi{word}") for word in words.split())


class Screen:
    """A session at a large terminal."""

    def __init__(self, session: Session, width: int | None = None) -> None:
        self.session = session
        self.width = width
        self.position: list[Line] = []
        self.asked: list[Line] = []
        self.log: list[Line] = []
        self.news = 0
        """From which row of the log on the last answer stands."""
        self.above = 0
        """How many rows of the position are scrolled away."""
        self.below = 0
        """How many rows of the log lie below what is shown."""
        self.buffer = Buffer(
            completer=completer(session),
            history=history(),
            accept_handler=self._typed,
            multiline=False,
            enable_history_search=True,
        )
        self.app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=merge_key_bindings([pasting(), self._keys()]),
            style=Style.from_dict({f"s-{name}": _style(words) for name, words in COLOURS.items() if words}),
            full_screen=True,
        )

    def run(self) -> None:
        """Play until `quit`."""
        self.session.table.fixed = True
        self._fit()
        self._answer(begun(self.session))
        self.session.table.notice = self._notice
        get_ready(self.session.table)
        self.app.run(pre_run=self._begin_to_watch, handle_sigint=False)

    def _begin_to_watch(self) -> None:
        if self.session.changed is not None:
            self.app.create_background_task(self._watch())

    async def _watch(self) -> None:
        """Read the rules again whenever they are saved; a mistake in them is shown, and the game goes on as it was."""
        while True:
            await saved(self.session)
            self._answer(answered(self.session, "reload"), "reload")
            self.app.invalidate()

    # ---- what is shown ----

    def _fit(self) -> None:
        columns = shutil.get_terminal_size().columns - 1
        self.session.table.width = room_for(columns if self.width is None else self.width)

    def _answer(self, output: Output, typed: str | None = None) -> None:
        """Take an answer into the log, and draw anew what may have changed."""
        columns = shutil.get_terminal_size().columns - 1
        del self.log[: max(0, len(self.log) - MOST_KEPT)]
        self.news = len(self.log)
        if typed is not None:
            self.log.append(line((f"> {typed}", "number")))
        table = self.session.table
        question = Output()
        ask(table, question)
        told = [plain(each) for each in question.lines]
        rows = output.lines
        if told and [plain(each) for each in rows[-len(told) :]] == told:
            rows = rows[: -len(told)]  # it stands in a place of its own
        self.log += [row for each in rows for row in folded(each, columns)]
        self.below = 0 if output.to_end else max(0, len(self.log) - self.news - self._log_rows())
        self.asked = [row for each in question.lines for row in folded(each, columns)]
        blocks, before = picture(table), table.drawn
        drawn = changes.drawn(blocks)
        if before is None or drawn != before:
            self.position = changes.marked(blocks, before)
            self._look(before is not None, self._own(blocks))
        table.drawn = drawn

    def _own(self, blocks: Sequence[Block]) -> range:
        """The rows of the position that are drawn of whoever is asked here."""
        table, ends = self.session.table, [0, *accumulate(len(block.lines) for block in blocks)]
        whose = table.here.actor if table.mine else 0
        own = [number for number, block in enumerate(blocks) if whose and block.whose == whose]
        return range(ends[own[0]], ends[own[-1] + 1]) if own else range(0)

    def _look(self, marked: bool, own: range) -> None:
        """Scroll the position to what is new; where that is too much, to what is drawn of whoever is asked, if that is
        long: a Realm of his own is what he looks at, and two lines below a map are not.
        """
        rows = [number for number, each in enumerate(self.position) if plain(each).startswith("*")] if marked else []
        room = self._position_rows()
        if len(own) > OWN and (not rows or rows[-1] - rows[0] >= room):
            self.above = own.start
        elif rows and not (self.above <= rows[0] and rows[-1] < self.above + room):
            self.above = max(0, rows[0] - 3)
        self.above = max(0, min(self.above, len(self.position) - room))

    def _rows(self) -> int:
        """The rows for the position and the log together."""
        return shutil.get_terminal_size().lines - 1 - self._asked_rows() - 2

    def _asked_rows(self) -> int:
        return min(len(self.asked), MOST_ASKED)

    def _log_rows(self) -> int:
        """The log has what the position leaves, and room for a whole answer where it is long."""
        answer = len(self.log) - self.news
        wanted = max(LEAST, self._rows() - len(self.position), min(answer, self._rows() * 2 // 3))
        return max(LEAST, min(wanted, self._rows() - LEAST))

    def _position_rows(self) -> int:
        return max(0, self._rows() - self._log_rows())

    def _shown_position(self) -> StyleAndTextTuples:
        room = self._position_rows()
        self.above = max(0, min(self.above, len(self.position) - room))
        return _text(self.position[self.above : self.above + room])

    def _shown_log(self) -> StyleAndTextTuples:
        room, end = self._log_rows(), len(self.log) - self.below
        return _text(self.log[max(0, end - room) : end])

    def _ruler(self, first: bool) -> StyleAndTextTuples:
        """A line between two places, which says what lies beyond what is seen."""
        if first:
            more = len(self.position) - self._position_rows()
            room = self._position_rows()
            words = said(
                " rows {1} to {2} of {3}: Ctrl-Up, Ctrl-Down ", self.above + 1, self.above + room, len(self.position)
            )
            words = words if more > 0 else ""
        else:
            words = (
                numbered(self.below, " {1} more rows below: Page Down ", " {1} more rows below: Page Down ", self.below)
                if self.below
                else ""
            )
        stroke = self.session.table.paper.draw.across
        columns = shutil.get_terminal_size().columns
        return [("class:s-dim", words.rjust(columns - 4, stroke) + stroke * 4)]

    def _layout(self) -> Layout:
        prompt = BeforeInput(lambda: [("class:s-own", self.session.prompt())])
        typed = Window(BufferControl(self.buffer, input_processors=[prompt]), height=1)
        rows = HSplit(
            [
                Window(FormattedTextControl(self._shown_position), height=self._position_rows),
                Window(FormattedTextControl(lambda: self._ruler(True)), height=1),
                Window(FormattedTextControl(self._shown_log), height=self._log_rows),
                Window(FormattedTextControl(lambda: self._ruler(False)), height=1),
                Window(FormattedTextControl(lambda: _text(self.asked[:MOST_ASKED])), height=self._asked_rows),
                typed,
            ]
        )
        menu = Float(CompletionsMenu(max_height=8, scroll_offset=1), xcursor=True, ycursor=True)
        return Layout(FloatContainer(rows, [menu]), focused_element=typed)

    # ---- what is typed ----

    def _typed(self, buffer: Buffer) -> bool:
        lines = lines_of(buffer.text)
        for typed in lines:
            self._fit()
            with _stoppable():
                answer = answered(self.session, typed[:MAX_TYPED])
            self._answer(answer, typed)
            if answer.ended:
                self.app.exit()
                break
        return False

    def _notice(self, words: str) -> None:
        """Show at once that a program thinks, where the question stood that was answered."""
        self.asked = [line((words, "dim"))]
        self.app.render_counter += 1  # what was drawn last is kept for each number
        self.app.renderer.render(self.app, self.app.layout)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        page = 5

        @keys.add("c-c")
        def _(event: KeyPressEvent) -> None:
            self.buffer.reset()

        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            if not self.buffer.text:
                self.buffer.text = "quit"
                self.buffer.validate_and_handle()

        @keys.add("tab")
        def _(event: KeyPressEvent) -> None:
            if self.buffer.complete_state:
                self.buffer.complete_next()
            else:
                self.buffer.start_completion(insert_common_part=True)

        @keys.add("pageup")
        def _(event: KeyPressEvent) -> None:
            self.below = max(0, min(self.below + self._log_rows() - 1, len(self.log) - self._log_rows()))

        @keys.add("pagedown")
        def _(event: KeyPressEvent) -> None:
            self.below = max(0, self.below - self._log_rows() + 1)

        @keys.add("c-up")
        @keys.add("s-up")
        def _(event: KeyPressEvent) -> None:
            self._scroll(-page)

        @keys.add("c-down")
        @keys.add("s-down")
        def _(event: KeyPressEvent) -> None:
            self._scroll(page)

        return keys

    def _scroll(self, by: int) -> None:
        self.above = max(0, min(self.above + by, len(self.position) - self._position_rows()))


def _text(lines: Sequence[Line]) -> StyleAndTextTuples:
    found: StyleAndTextTuples = []
    for each in lines:
        found += [(f"class:s-{segment.style or 'plain'}", segment.text) for segment in each]
        found.append(("", "\n"))
    return found[:-1]


@contextmanager
def _stoppable() -> Generator[None]:
    """While something works, Ctrl-C is a signal again and not a key."""
    try:
        import termios
    except ImportError:  # no such thing on this system: a key it is
        yield
        return
    before: list[Any] | None = None
    with suppress(termios.error):
        before = termios.tcgetattr(0)
        now = [*before]
        now[3] |= termios.ISIG
        termios.tcsetattr(0, termios.TCSANOW, now)
    try:
        yield
    finally:
        if before is not None:
            with suppress(termios.error):
                termios.tcsetattr(0, termios.TCSANOW, before)
