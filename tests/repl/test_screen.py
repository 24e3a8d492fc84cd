"""A large terminal: every thing has its place; and a small one: pages, and lines that are pasted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from repl.at_terminal import playing, read_until

from dsl.repl.output import line, plain
from dsl.repl.screen import Screen
from dsl.repl.session import Session


@pytest.fixture
def screen(session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[tuple[Screen, list[str]]]:
    """A screen of 100 by 36 that is typed at by the lines in the list, when it is run."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "36")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    session.table.brief = False
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        made = Screen(session)
        typed: list[str] = []
        real = made.app.run

        def run(*, pre_run: Callable[[], None], handle_sigint: bool) -> None:
            keys.send_text("".join(f"{each}\r" if not each.startswith("\x1b") else each for each in typed))
            real(pre_run=pre_run, handle_sigint=handle_sigint)

        monkeypatch.setattr(made.app, "run", run)
        yield made, typed


def test_the_position_stands_above_what_happened(screen: tuple[Screen, list[str]]) -> None:
    """The log takes what happened, the question has its own place, and what is new in the position has a mark."""
    made, typed = screen
    typed += ["foxes", "owls", "1", "quit", "quit"]
    made.run()
    log = [plain(each) for each in made.log]
    assert "> foxes" in log and "  A: foxes (which side?)" in log
    assert not any("is asked" in each for each in log)
    assert plain(made.asked[0]).startswith("B is asked: your turn")
    position = [plain(each) for each in made.position]
    assert any(each.startswith("* ") for each in position) and "Duel" in position[0]
    assert any("not saved" in each for each in log)


def test_the_places_fill_the_screen(screen: tuple[Screen, list[str]]) -> None:
    """Position, log, question, two rulers and the line that is typed are as many rows as there are."""
    made, typed = screen
    typed += ["rules", "quit"]
    made.run()
    made._answer(made.session.line("help"), "help")  # pyright: ignore[reportPrivateUsage]
    rows = made._position_rows() + made._log_rows() + made._asked_rows()  # pyright: ignore[reportPrivateUsage]
    assert rows + 3 == 36 and made.below > 0


def test_pasted_lines_are_answered_each(screen: tuple[Screen, list[str]]) -> None:
    """What is pasted with line ends in it is run line by line, without another key."""
    made, typed = screen
    typed += ["\x1b[200~foxes\nowls\n\x1b[201~", "quit", "quit"]
    made.run()
    log = [plain(each) for each in made.log]
    assert [each for each in log if each.startswith("> ")][:2] == ["> foxes", "> owls"]
    assert len(made.session.table.state.played) == 2


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of POSIX")
def test_a_large_terminal_end_to_end(folder: Path, tmp_path: Path) -> None:
    """Ctrl-D asks once, and leaves the second time; the screen is given back."""
    with playing(folder, tmp_path, (40, 120)) as (master, child):
        assert b"\x1b[?1049h" in read_until(master, b"A>")
        os.write(master, b"foxes\r")
        read_until(master, b"hand")
        os.write(master, b"\x04")
        read_until(master, b"saved:")
        os.write(master, b"\x04")
        read_until(master, b"\x1b[?1049l")
        assert child.wait(30) == 0


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of POSIX")
def test_a_small_terminal_shows_pages(folder: Path, tmp_path: Path) -> None:
    """Longer answers wait for a key; `q` leaves the rest out; Ctrl-D asks once."""
    with playing(folder, tmp_path, (12, 80)) as (master, child):
        read_until(master, b"more rows")
        os.write(master, b"q")
        read_until(master, b"A>")
        os.write(master, b"help\r")
        read_until(master, b"more rows")
        os.write(master, b"q")
        read_until(master, b"A is asked")  # what was left out was the rest of the answer, not the question
        os.write(master, b"foxes\r")
        read_until(master, b"B>")
        os.write(master, b"\x04")
        read_until(master, b"not saved")
        read_until(master, b"B>")  # before the prompt stands again, the key would be the terminal's own end of input
        os.write(master, b"\x04")
        assert child.wait(30) == 0


def test_where_too_much_is_new_it_is_scrolled_to_whoever_is_asked(screen: tuple[Screen, list[str]]) -> None:
    """A long part of his own stands at the top of the place; a short one does not push away what is new."""
    made, _ = screen
    made.position = [line("* new")] * 90
    made._look(True, range(40, 75))  # pyright: ignore[reportPrivateUsage]
    assert made.above == 40
    made._look(True, range(80, 84))  # pyright: ignore[reportPrivateUsage]
    assert made.above == 0


def test_it_is_said_at_once_who_thinks(screen: tuple[Screen, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """While a program thinks, where the question stood: nobody wonders whether the line was taken."""
    made, typed = screen
    shown: list[str] = []
    real = made.app.renderer.render

    def render(*args: Any, **more: Any) -> None:
        shown.append(plain(made.asked[0]) if made.asked else "")
        real(*args, **more)

    monkeypatch.setattr(made.app.renderer, "render", render)
    typed += ["seat A", "bot B uct 2", "foxes", "quit", "quit"]
    made.run()
    assert "B is thinking; Ctrl-C stops." in shown
    assert not any("thinking" in plain(each) for each in (*made.asked, *made.log))
