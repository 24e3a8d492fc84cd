"""Compiled machines under the sanitizers of gcc: no slot beyond a position is touched, nothing undefined is done.

`python tests/backends/test_sanitized.py dark_order dark_eden` plays these games so. The test plays a few small ones, in
the long run; it is skipped where gcc has no sanitizers, for what they need of the system is not the same everywhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from dsl.backends.base import Backend
from dsl.runtime.game import Game

GAMES = ("tic_tac_toe", "connect_four", "hex", "hearts", "pig", "leduc_poker", "chess")
TESTS = Path(__file__).parents[1]
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all"
INSIDE = "RULEWRIGHT_SANITIZED"
DECISIONS = 3_000


def environment(folder: Path) -> Mapping[str, str] | None:
    """What a process needs to load what was compiled so; None where that cannot be done."""
    gcc = shutil.which("gcc")
    if gcc is None or sys.platform != "linux":
        return None
    told = subprocess.run([gcc, "-print-file-name=libasan.so"], capture_output=True, text=True, check=False)
    library = told.stdout.strip()
    if told.returncode or not os.path.isabs(library):
        return None
    return {
        **os.environ,
        "CC": f"{gcc} {FLAGS}",
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself keeps what it has until it ends
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent))),
        "XDG_CACHE_HOME": str(folder),
        INSIDE: "1",
    }


def run(names: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Play in a process of its own."""
    found = environment(folder)
    if found is None:
        pytest.skip("there is no gcc with its sanitizers here")
    words = [sys.executable, str(Path(__file__).resolve()), *names]
    return subprocess.run(words, env=dict(found), capture_output=True, text=True, check=False)


@pytest.mark.long
def test_nothing_is_touched_that_is_not_there(tmp_path: Path) -> None:
    """Games decision by decision beside the generated Python, one in one go, and positions counted."""
    found = run(GAMES, tmp_path)
    assert found.returncode == 0, found.stderr
    assert found.stdout.count("no fault") == len(GAMES)


def searched(game: Game, backend: Backend) -> None:
    """Trees of guesses of some positions of a game."""
    from dsl.play import ismcts, uct
    from dsl.play.bot import Dice, play_on, rolls_of
    from dsl.play.inside import Budget
    from dsl.play.outlook import outlook
    from dsl.play.sights import offered
    from dsl.runtime.engine import Engine
    from dsl.runtime.state import State

    engine = Engine(backend, game.program())
    state = State(engine, backend.new_position(3))
    for _ in range(3):
        view = outlook(state)
        rolls = rolls_of(Dice(1), view.players)
        ismcts.searched(state, offered(state), Budget(60, 0), rolls, view)
        uct.searched(state, Budget(60, 0), rolls, view)
        play_on(state, [Dice(4)], 2)
        if state.is_over:
            break


def play(name: str) -> None:
    """One game in every way there is."""
    from backends.native_help import native
    from backends.test_native import agree

    from dsl.backends.batches import Batch
    from dsl.backends.searches import Search
    from dsl.play.outline import is_certain
    from dsl.reading.places import shipped_games
    from dsl.runtime.game import load

    machine = load(shipped_games()[name]).machine()
    backend = native(machine)
    decisions = agree(machine, range(2), 40)
    whole, counted = backend.fresh(5), backend.fresh(6)
    assert whole is not None and counted is not None
    rolled, _ = whole.roll([(7, 0)], [0] * machine.players, DECISIONS)
    counted.run()
    many = backend.fresh(0)
    assert many is not None
    many.batch(Batch(64, 5, DECISIONS))
    if is_certain(machine):
        many.run()
        many.tree(Search([3] * machine.players, 1.0, True, 64, DECISIONS, 30)).grow(30, 60)
    searched(load(shipped_games()[name]), backend)
    print(
        f"{name}: {decisions} decisions compared, {rolled} in one go, {counted.leaves(2)} counted: no fault", flush=True
    )


if __name__ == "__main__":
    if INSIDE in os.environ:
        for each in sys.argv[1:]:
            play(each)
    else:
        folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"sanitized-{os.getpid()}"
        folder.mkdir()
        ended = run(sys.argv[1:] or GAMES, folder)
        shutil.rmtree(folder)
        print(ended.stdout, ended.stderr, sep="")
        sys.exit(ended.returncode)
