"""The program at a pseudo-terminal, for the tests of what only a terminal shows."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def playing(
    folder: Path, state: Path, size: tuple[int, int] | None = None, *words: str
) -> Generator[tuple[int, subprocess.Popen[bytes]]]:
    """The program at a terminal of so many rows and columns, or of one that says none: its end, and the process."""
    master, slave = pty.openpty()
    if size is not None:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    environment = {**os.environ, "XDG_STATE_HOME": str(state), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    for name in ("COLUMNS", "LINES"):
        environment.pop(name, None)
    command = [sys.executable, "-m", "dsl.tools.cli", "play", str(folder), *words]
    child = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=environment)
    os.close(slave)
    try:
        yield master, child
    finally:
        child.kill()
        child.wait()
        os.close(master)


def read_until(terminal: int, words: bytes) -> bytes:
    """What a terminal shows, up to certain words; fails after half a minute without them."""
    seen = b""
    limit = time.monotonic() + 30
    while words not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0.0, limit - time.monotonic()))
        assert ready, seen
        seen += os.read(terminal, 65536)
    return seen
