"""Small files that ask for endless work: every one is answered, in a process with little memory and time."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

MEMORY = 1 << 30
"""Bytes that a process may have; Python, lark and pydantic take a tenth of them."""

SECONDS = 240
"""Seconds of processor time that a process may take: far more than any file here needs, far less than without end."""

HEAD = 'game "Bomb" for 2 players\n'
MAIN = "main:\n    end game drawn\n"
NUMBER = "the table has:\n    var n: 0..9 stops at ends\n"

pytestmark = pytest.mark.long  # each starts a process of its own


def enum(name: str, values: int) -> str:
    return f"enum {name}: " + ", ".join(f"{name.lower()}{number}" for number in range(values)) + "\n"


def chain(word: str, length: int, first: str, further: str) -> str:
    """Things that are each made of the one before; `further` has {before} in it."""
    lines = [f"{word} d0 = {first}\n"]
    lines += [f"{word} d{number} = {further.format(before=f'd{number - 1}')}\n" for number in range(1, length)]
    return "".join(lines)


REFUSED = {
    "a wide board": (HEAD + "kind S is Space\nthe table has:\n    board b: S, 199 by 199\n" + MAIN, "E106"),
    "a deep board": (
        HEAD + "kind S is Space\nthe table has:\n    board b: S by x: 1..999, y: 1..999, z: 1..999\n" + MAIN,
        "E106",
    ),
    "many copies": (HEAD + 'kind C\ncard "A" is C, 999999999 copies\n' + MAIN, "E106"),
    "copies of each": (
        HEAD
        + enum("A", 31)
        + enum("B", 31)
        + enum("D", 31)
        + 'kind C:\n    a: A\n    b: B\n    d: D\ncard "X" is C, 2 copies each A and B and D\n'
        + MAIN,
        "E106",
    ),
    "many players": ('game "B" for 100000 players\n' + MAIN, "E106"),
    "a long memory": (HEAD + NUMBER + "memory past, at most 999999999:\n    n\nmain:\n    remember past\n", "E106"),
    "many items": (HEAD + "kind C\n" * 20_001, "E005"),
    "parentheses": (HEAD + "define d = " + "(" * 1_900 + "\n", "E007"),
    "digits": (HEAD + "define d = " + "9" * 1_900 + "\n", "E008"),
    "blocks": (HEAD + "main:\n" + "".join("    " * n + "if yes:\n" for n in range(1, 90)), "E007"),
}
PLAYED = {
    "definitions that double": HEAD + NUMBER + chain("define", 60, "n", "({before} + {before})") + MAIN,
    "definitions in a row": HEAD
    + NUMBER
    + chain("define", 300, "n", "(if n > 3 then {before} + 1 else 7)")
    + 'main:\n    say "{d299}"\n    end game drawn\n',
    "loops in loops": HEAD
    + NUMBER
    + "main:\n    for i from 1 to 999999999:\n        for j from 1 to 999999999:\n            raise n by 1\n",
    "many repeats": HEAD + NUMBER + "main:\n    repeat at most 999999999 times:\n        raise n by 1\n",
    "conditions in conditions": HEAD
    + NUMBER
    + "main:\n"
    + "".join("    " * n + "if n = 0:\n" for n in range(1, 50))
    + "    " * 50
    + "end game drawn\n",
}
"""What is correct and far too much; it may run, or be refused, or be stopped, but it ends."""


def limited() -> None:
    """Called in the new process before anything else."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def rulewright(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dsl.tools.cli", *arguments]
    return subprocess.run(command, input="", capture_output=True, text=True, preexec_fn=limited, check=False)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_too_large_is_one_message(name: str, tmp_path: Path) -> None:
    text, code = REFUSED[name]
    path = tmp_path / "bomb.rules"
    path.write_text(text, encoding="utf-8")
    done = rulewright("check", str(path))
    assert done.returncode == 1 and done.stderr == ""
    assert f"error[{code}]" in done.stdout and "\n1 error\n" in done.stdout


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_too_much_ends(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb.rules"
    path.write_text(PLAYED[name], encoding="utf-8")
    done = rulewright("play", str(path))
    assert done.returncode in (0, 1), done.stderr
    assert "fault of the program" not in done.stderr


def test_sets_that_double_are_refused_when_they_are_compiled(tmp_path: Path) -> None:
    path = tmp_path / "bomb.rules"
    sets = chain("define", 40, "(1, 2)", "({before}, {before})")
    path.write_text(HEAD + sets + 'main:\n    say "{size of d39}"\n    end game drawn\n', encoding="utf-8")
    done = rulewright("play", str(path))
    assert done.returncode == 1 and "E160" in done.stderr and "deep" in done.stderr


def test_ledgers_without_end_are_refused(tmp_path: Path) -> None:
    """Aliases of aliases, which would be a gigabyte, and lists in lists."""
    (tmp_path / "game.rules").write_text(HEAD + 'ledger "ledger.yaml"\n' + MAIN, encoding="utf-8")
    for laughs in (
        "a: &a [x, x]\n"
        + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)),
        "a: " + "[\n " * 5_000,
    ):
        (tmp_path / "ledger.yaml").write_text(laughs, encoding="utf-8")
        done = rulewright("check", str(tmp_path))
        assert done.returncode == 1 and "error[E014]" in done.stdout and done.stderr == ""


def test_wide_tables_are_answered(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(HEAD + 'kind C:\n    v: 0..9\ncards C from "c.csv"\n' + MAIN, encoding="utf-8")
    (tmp_path / "c.csv").write_text("title," + ",".join(f"x{n}" for n in range(150_000)) + "\n", encoding="utf-8")
    done = rulewright("check", str(tmp_path))
    assert done.returncode == 1 and done.stderr == "" and "error[" in done.stdout
