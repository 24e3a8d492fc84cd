"""Mistakes that newcomers make: each is told once, on its line, with a mend that works when it is typed."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from dsl.diagnostics import Diagnostic
from dsl.pipeline import check_game
from dsl.tools import cli

HERE = Path(__file__).parent
MISTAKES = [
    pytest.param(file, row, id=f"{file.split('.')[0]}: {row['name']}")
    for file, rows in yaml.safe_load((HERE / "mistakes.yaml").read_text()).items()
    for row in rows
]
COMMANDS = yaml.safe_load((HERE / "commands.yaml").read_text())
SHOWN = re.compile(
    r"(?:here: |write: |write on a line below it: |write |meant |did you mean |for example: )(.*?)(?=; |$)"
)


def errors(folder: Path) -> list[Diagnostic]:
    """What is wrong with the game in a folder."""
    return [each for each in check_game(folder)[1].all() if each.severity == "error"]


def shown(hint: str) -> list[str]:
    """What a hint says is to be typed: what stands behind its words, and what stands in backticks."""
    parts = [found[1] for found in SHOWN.finditer(hint)]
    parts += [hint.rpartition(word)[2] for word in ("here: ", "write: ") if word in hint]
    parts += re.findall(r"`([^`]+)`", hint)
    typed = (part.strip().rstrip("?").strip("`") for part in parts)
    return list(dict.fromkeys(part.replace(" and on a line of its own: ", "\n    ") for part in typed))


def mended(text: str, told: Diagnostic) -> Iterator[str]:
    """The text as somebody may type it who follows the hint: in the place that is marked, as the whole line, as a line
    below it or below the first line of the item; indented, where the hint says so.
    """
    assert told.span is not None and told.hint is not None
    start, end = told.span.start, told.span.end
    line, behind = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    indent = re.match(r" *", text[line:])
    assert indent is not None
    if "indented by four spaces" in told.hint:
        yield text[: behind + 1] + "    " + text[behind + 1 :]
    if "with spaces" in told.hint:
        yield text[:start] + "    " + text[end:]
    for part in shown(told.hint):
        if "put it under" in told.hint:
            yield text[:line] + under(text[line:], f"{indent[0]}{part}\n", len(indent[0]))
        if "on the line below" in told.hint:
            yield text[: behind + 1] + f"{indent[0]}{part}\n" + text[behind + 1 :]
        yield text[:start] + part + text[end:]
        yield text[:line] + indent[0] + part + text[behind:]
        yield text[: behind + 1] + f"{indent[0]}    {part}\n" + text[behind + 1 :]
        head = text.find("\n", text.rfind("\nscenario ", 0, start) + 1)
        yield text[: head + 1] + f"    {part}\n" + text[head + 1 :]


def under(text: str, head: str, depth: int) -> str:
    """The first line, and what follows in its block, put under a line."""
    lines = text.splitlines(keepends=True)
    inside = next((n for n, each in enumerate(lines) if each.strip() and not each.startswith(" " * depth)), len(lines))
    return head + "".join("    " + each for each in lines[:inside]) + "".join(lines[inside:])


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    """The game, without a mistake."""
    shutil.copytree(HERE / "mill", tmp_path / "mill")
    return tmp_path / "mill"


def test_there_is_nothing_wrong_before(mill: Path) -> None:
    """So all that is told below comes from one mistake."""
    assert not list(check_game(mill)[1].all())
    assert len(MISTAKES) + len(COMMANDS) >= 60


@pytest.mark.parametrize(("file", "row"), MISTAKES)
def test_a_mistake_is_told_once_on_its_line_and_its_hint_mends_it(
    mill: Path, file: str, row: dict[str, str | dict[str, str]]
) -> None:
    """No matter which of the ways in which a hint can be followed: one of them leads to a game without mistakes."""
    right, wrong, also = row["right"], row["wrong"], row.get("also", {})
    assert isinstance(right, str) and isinstance(wrong, str) and isinstance(also, dict)
    path, text = mill / file, (mill / file).read_text()
    for old, new in also.items():
        assert old in text
        text = text.replace(old, new)
    at = text.index(right)
    text = text[:at] + wrong + text[at + len(right) :]
    path.write_text(text)
    (told,) = errors(mill)
    first = text.count("\n", 0, at) + 1
    assert told.span is not None and told.hint is not None
    assert told.span.file.name == file and first <= told.span.line <= first + wrong.rstrip("\n").count("\n")
    for typed in mended(text, told):
        path.write_text(typed)
        if not errors(mill):
            return
    pytest.fail(f"{told.message}\n  hint: {told.hint}")


@pytest.mark.parametrize("row", COMMANDS, ids=[row["name"] for row in COMMANDS])
def test_a_command_line_is_refused_with_what_to_type(
    mill: Path, row: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """And what it says works."""
    assert run(row["wrong"], mill) != 0
    answer = capsys.readouterr()
    assert row["says"] in answer.out + answer.err
    assert run(row["right"], mill) == 0


def run(line: str, mill: Path) -> int:
    """Type a command line; its exit code."""
    try:
        return cli.main(shlex.split(line.replace("MILL", str(mill))))
    except SystemExit as stopped:
        return int(stopped.code or 0)
