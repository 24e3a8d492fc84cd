"""What a game makes the program do to the machine: nothing but reading its own folder.

Python tells an audit hook of every file that is opened, every connection, every program that is started. In a process
of its own the hook is set, games are checked and played, and what it was told is looked through.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
WATCHED = """
import json, os, sys
from pathlib import Path
from dsl.diagnostics import RulesError
from dsl.runtime.chance import draw
from dsl.runtime.errors import GameError
from dsl.runtime.game import load
import dsl.machine.lower.driver, dsl.backends.python.backend, dsl.reading.ledger  # no part of what a game does

told = []
QUIET = {"compile", "exec", "import", "object.__getattr__", "object.__setattr__", "object.__delattr__", "code.__new__",
         "sys._getframe", "marshal.loads", "builtins.id", "gc.get_objects", "array.__new__",
         "os.listdir", "os.scandir", "pathlib.Path.glob"}

def hook(event, arguments):
    if event == "open":
        told.append([event, str(arguments[0]), str(arguments[1])])
    elif event not in QUIET:
        told.append([event, repr(arguments)[:200], ""])

def play(path):
    told.append(["playing", path, ""])
    try:
        game = load(path)
        state = game.start(seed=1)
        for number in range(60):
            if state.is_over:
                break
            options = state.options()
            state.apply(options[draw(1, 1, number, len(options))])
            state.view(1), state.explain("nothing"), state.log
    except (RulesError, GameError):
        pass

load(sys.argv[1])  # what the first game brings along is imported now
sys.addaudithook(hook)
for path in sys.argv[2:]:
    play(path)
print(json.dumps(told))
"""

GAME = 'game "Far" for 2 players\nmain:\n    end game drawn\n'
HOSTILE = {
    "../secret.rules": 'include "../secret.rules"\n',
    "/etc/passwd": 'include "/etc/passwd"\n',
    "a link": 'include "link.rules"\n',
    "a table": 'kind C\ncards C from "../../secret.csv"\n',
    "a ledger": 'ledger "../secret.yaml"\n',
    "a host": 'include "//server/share.rules"\n',
    "a device": 'include "con.rules"\ninclude "nul.rules"\n',
    "a long name": f'include "{"x" * 1_000}.rules"\n',
    "words of other languages": 'option __class__: 0..1 = 0 "{0.__globals__}"\nkind import\ncard "*/ #if" is import\n',
}


Told = list[list[str]]


def watched(tmp_path: Path, *paths: Path) -> Told:
    """What the hook was told while games were played."""
    return [each for told in watched_apart(tmp_path, *paths) for each in told]


def watched_apart(tmp_path: Path, *paths: Path) -> list[Told]:
    """What it was told while each of the games was played."""
    first = tmp_path / "first.rules"
    first.write_text(GAME, encoding="utf-8")
    command = [sys.executable, "-c", WATCHED, str(first), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=TOP, check=False)
    assert done.returncode == 0, done.stderr
    found: list[Told] = []
    for each in json.loads(done.stdout):
        if each[0] == "playing":
            found.append([])
        else:
            found[-1].append(each)
    assert len(found) == len(paths)
    return found


def outside(told: list[list[str]], *folders: Path) -> list[list[str]]:
    """What goes beyond reading below some folders, and the grammar and the libraries of the language."""
    own = (TOP / "grammar", TOP / "dsl" / "syntax", TOP / "dsl" / "library")
    allowed = tuple(f"{folder.resolve()}/" for folder in (*folders, *own))

    def is_inside(event: str, name: str, mode: str) -> bool:
        return event == "open" and mode in ("r", "rb") and str(Path(name).resolve()).startswith(allowed)

    return [each for each in told if not is_inside(*each)]


def test_the_hook_sees_what_is_read(tmp_path: Path) -> None:
    """Without this the other tests would prove nothing."""
    path = tmp_path / "seen.rules"
    path.write_text(GAME, encoding="utf-8")
    told = watched(tmp_path, path)
    assert any(name == str(path) for _, name, _ in outside(told))
    assert not any(name == str(path) for _, name, _ in outside(told, tmp_path))


@pytest.mark.long
def test_the_corpus_touches_nothing(tmp_path: Path) -> None:
    files = sorted((TOP / "tests" / "corpus").rglob("*.rules"))
    assert len(files) > 50
    assert outside(watched(tmp_path, *files), TOP / "tests" / "corpus") == []


LARGE = (pytest.param(name, marks=pytest.mark.long) for name in ("dark_order", "enclave"))


@pytest.mark.parametrize("name", ["classics/chess", *LARGE])
def test_whole_games_touch_nothing(tmp_path: Path, name: str) -> None:
    told = watched(tmp_path, TOP / "games" / name)
    assert outside(told, TOP / "games") == []


def test_hostile_files_reach_nothing(tmp_path: Path) -> None:
    """All in one process, each in a folder of its own, with what it reaches for beside it."""
    folders: list[Path] = []
    for number, text in enumerate(HOSTILE.values()):
        around = tmp_path / str(number)
        folders.append(around / "game")
        folders[-1].mkdir(parents=True)
        for kind in ("rules", "csv", "yaml"):
            (around / f"secret.{kind}").write_text("kind Secret\n", encoding="utf-8")
        (folders[-1] / "link.rules").symlink_to(around / "secret.rules")
        (folders[-1] / "game.rules").write_text(GAME + text, encoding="utf-8")
    for name, folder, told in zip(HOSTILE, folders, watched_apart(tmp_path, *folders), strict=True):
        assert told, name
        assert outside(told, folder) == [], name
