"""Piped play: plain lines in, plain text out; and a real terminal, driven through a pseudo-terminal."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from repl.at_terminal import playing, read_until

from dsl.repl.keyboard import interruptible
from dsl.repl.ready import get_ready
from dsl.repl.session import Session
from dsl.runtime.game import load

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.long  # each starts a process of its own


def piped(folder: Path, typed: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    """The program with lines on its standard input."""
    command = [sys.executable, "-m", "dsl.tools.cli", "play", str(folder), *words]
    return subprocess.run(command, input=typed, capture_output=True, cwd=ROOT, timeout=60)


def test_a_script_can_play(folder: Path) -> None:
    """Lines are repeated, answers are plain, the end of input is the end of the game, the exit code 0."""
    played = piped(folder, b"foxes\nowls\nwait\nlog 2\n")
    shown = played.stdout.decode()
    assert (played.returncode, played.stderr) == (0, b"")
    assert "> foxes\n" in shown and "A: wait" in shown
    assert "\x1b" not in shown


def test_quit_ends_a_script(folder: Path) -> None:
    """Nothing after `quit` is read."""
    shown = piped(folder, b"quit\nfoxes\n").stdout.decode()
    assert shown.endswith("> quit\n")


def test_any_bytes_are_answered(folder: Path) -> None:
    """Bytes that are no text, control characters and endless lines are shown harmlessly and refused."""
    noise = b"\xff\xfe\n\x1b[2J\n\0\n" + b"x" * 50_000 + b"\nfoxes\n"
    played = piped(folder, noise)
    assert (played.returncode, played.stderr) == (0, b"")
    assert not any(byte < 32 and byte != 10 for byte in played.stdout)
    assert b"A: foxes" in played.stdout


def test_options_of_play(folder: Path, tmp_path: Path) -> None:
    """Seats, bots and saved games come from the command line too."""
    shown = piped(folder, b"foxes\n", "--seat", "A", "--bot", "B=random", "--seed", "4").stdout.decode()
    assert "A is asked: your turn" in shown
    assert "B: an answer" in shown or "B: foxes" in shown or "B: owls" in shown
    saved = tmp_path / "x.save"
    piped(folder, f"foxes\nsave {saved}\n".encode())
    assert "B is asked" in piped(folder, b"", "--load", str(saved)).stdout.decode()
    bad = piped(folder, b"", "--load", str(folder / "game.rules"))
    assert (bad.returncode, bad.stdout) == (1, b"")


def test_plain_characters_for_plain_terminals(folder: Path) -> None:
    """Where the output cannot be more than ASCII, nothing fails."""
    command = [sys.executable, "-m", "dsl.tools.cli", "play", str(folder)]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    played = subprocess.run(command, input=b"show\nshow lotr\n", capture_output=True, cwd=ROOT, env=environment)
    assert played.returncode == 0
    assert played.stdout.isascii()


def test_no_terminal_library_is_loaded_for_a_script(folder: Path) -> None:
    """prompt_toolkit and Rich are for terminals only."""
    code = (
        "import sys\nfrom dsl.tools import cli\n"
        f"cli.main(['play', {str(folder)!r}])\n"
        "assert not {'prompt_toolkit', 'rich'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"quit\n", capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of POSIX")
def test_a_terminal_gets_colours_and_survives_ctrl_c(folder: Path, tmp_path: Path) -> None:
    """At a terminal there are a prompt and colours; Ctrl-C clears the line and the game goes on."""
    with playing(folder, tmp_path) as (master, child):
        shown = read_until(master, b"A>")
        assert b"\x1b[" in shown and b"which side?" in shown
        os.write(master, b"fox\x03")
        read_until(master, b"A>")
        os.write(master, b"foxes\r")
        read_until(master, b"B>")
        os.write(master, b"quit\r")
        read_until(master, b"not saved")
        os.write(master, b"quit\r")
        assert child.wait(30) == 0
    assert (tmp_path / "rulewright" / "history").exists()


def test_ctrl_c_at_any_moment_leaves_a_whole_position(folder: Path) -> None:
    """Interrupted at random moments, a session always has a position that its record leads to."""
    game = load(folder)
    chance = random.Random(11)
    session = Session(game)
    session.table.brief = True
    session.begin()
    for _ in range(200):
        timer = threading.Timer(chance.random() / 100, signal.raise_signal, [signal.SIGINT])
        with interruptible(session):
            timer.start()
            session.line(chance.choice(["auto 30", "undo 4", "redo", "show", "bot B greedy", "bot B off", "1"]))
            timer.join()
        state = session.table.state
        assert game.replay(game.record(state)).position == state.position
        if state.is_over:
            session.line("undo 20")


ALONE = """\
game "Alone" for 1 player
kind Letter
card "Plea" is Letter
the table has:
    zone drawer: cards of Letter, seen by faces
    zone desk: cards of Letter
main:
    move "Plea" to drawer face down
    may "Open the drawer?" by player 1: move "Plea" to desk
    may "Go on?" by player 1: nothing
"""


def test_who_plays_alone_sits_down(tmp_path: Path) -> None:
    """In a game for one player nobody else hides the cards, so the program does."""
    (tmp_path / "game.rules").write_text(ALONE, encoding="utf-8")
    assert "Plea" not in piped(tmp_path, b"show drawer\n").stdout.decode()
    assert "Plea" in piped(tmp_path, b"seat all\nshow drawer\n").stdout.decode()
    assert "Plea" in piped(tmp_path, b"yes\nshow desk\n").stdout.decode()


def test_what_explanations_need_is_made_behind_the_first_prompt(session: Session) -> None:
    """So that the first `why` need not wait for it."""
    engine = session.table.here.engine
    get_ready(session.table).join()
    assert "explaining" in vars(engine) and engine.explaining is engine.explaining
    assert session.line("why life of A").plain().startswith("life of A = ")
