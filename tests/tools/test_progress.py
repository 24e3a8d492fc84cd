"""Long commands: what a terminal shows of them, and Ctrl-C, which leaves what is known so far."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time

import pytest

from dsl.tools.progress import Work, spoken_time

SECONDS = 60


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_a_terminal_shows_how_far_it_is_and_how_long_it_takes() -> None:
    """The line is written over, at most ten times a second, and gone at the end."""
    clock, stream = Clock(), Terminal()
    with Work("games", 1000, stream=stream, clock=clock) as work:
        for number in range(1, 1001):
            clock.now += 0.02
            work.done(number)
    lines = [line for line in stream.getvalue().split("\r\x1b[K") if line]
    assert lines[0] == "25 of 1,000 games, about 20 s left"
    assert lines[-1].endswith("about 1 s left")
    assert len(lines) <= 201
    assert stream.getvalue().endswith("\r\x1b[K")


def test_no_terminal_shows_nothing() -> None:
    """A file gets no progress, and neither does a terminal from what is soon done."""
    clock, file, stream = Clock(), io.StringIO(), Terminal()
    with Work("games", 3, stream=file, clock=clock) as quiet, Work("games", 3, stream=stream, clock=clock) as soon:
        soon.done(3)
        clock.now += 10
        quiet.done(2)
    assert file.getvalue() == stream.getvalue() == ""


def test_other_mistakes_go_on() -> None:
    """Only Ctrl-C ends the work quietly."""
    with Work("games", 3) as work:
        raise KeyboardInterrupt
    assert work.stopped and work.code(0) == 130
    with pytest.raises(ZeroDivisionError), Work("games", 3):
        _ = 1 // 0


def test_times_as_people_say_them() -> None:
    """Seconds, minutes, hours."""
    assert [spoken_time(each) for each in (0.2, 99, 130, 7_600)] == ["1 s", "99 s", "2 min", "2 h 7 min"]


def stopped(*words: str, until: str) -> tuple[int, str, str]:
    """Run a command with a terminal for its errors, press Ctrl-C when that shows a pattern; code, output, errors."""
    theirs, ours = pty.openpty()
    command = [sys.executable, "-m", "dsl.tools.cli", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=ours, text=True, start_new_session=True, env={**os.environ}
    ) as running:
        os.close(ours)
        os.set_blocking(theirs, False)
        shown, end = "", time.monotonic() + SECONDS
        while not re.search(until, shown) and time.monotonic() < end:
            time.sleep(0.05)
            shown += _read(theirs)
        os.killpg(running.pid, signal.SIGINT)  # a terminal sends it to all processes of the command
        out = running.communicate(timeout=SECONDS)[0]
        shown += _read(theirs)
        os.close(theirs)
        return running.returncode, out, shown


def _read(end: int) -> str:
    try:
        return os.read(end, 65536).decode()
    except OSError:  # nothing new, or nobody writes any more
        return ""


def test_games_that_were_played_are_counted_after_ctrl_c() -> None:
    """The figures are those of the games that were finished, said to be partial."""
    code, out, shown = stopped(
        "sim", "tic_tac_toe", "-n", "5000000", "--json", until=r"\d,\d{3} of 5,000,000 games.* left"
    )
    assert code == 130, shown
    found = json.loads(out)
    assert found["partial"] and not found["ok"] and found["games"] == found["finished"] >= 1_000
    assert found["games"] >= max(int(each.replace(",", "")) for each in re.findall(r"([\d,]+) of 5,", shown))
    assert "Traceback" not in shown and "of 5,000,000 games, about" in shown


@pytest.mark.long
def test_ctrl_c_ends_all_processes() -> None:
    """None of them is heard."""
    code, out, shown = stopped("sim", "enclave", "-n", "100000", "--processes", "2", until=" left")
    assert code == 130, shown
    assert out.startswith("PARTIAL") and "of 100,000 games played" in out
    assert "Traceback" not in shown and "Error" not in shown


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "until", "said"),
    [
        (("perft", "connect_four", "12", "--backend", "python"), "depth 6", "  depth 5: 16,807\n"),
        (("test", "enclave"), " left", "scenarios passed"),
        (("bench", "dark_order", "--seconds", "9"), "decisions of a game", "make reference backend"),
        (("coverage", "enclave", "--mutate"), " left", "left out in turn: 0 rules"),
    ],
)
def test_ctrl_c_leaves_what_is_known(words: tuple[str, ...], until: str, said: str) -> None:
    """Depths that were counted, scenarios that were played, rules that were left out."""
    code, out, shown = stopped(*words, until=until)
    assert code == 130, shown
    assert said in out and "PARTIAL: stopped with Ctrl-C" in out
    assert "Traceback" not in shown
