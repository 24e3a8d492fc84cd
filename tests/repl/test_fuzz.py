"""Whatever is typed gets an answer in words: no exception, no control character, and no position half changed."""

from __future__ import annotations

import os
import string
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from dsl.diagnostics import printable
from dsl.repl.complete import completions
from dsl.repl.session import COMMANDS, Session
from dsl.runtime.game import Game, load

GAMES = ("tic_tac_toe", "kuhn_poker", "dark_order")
FILES = ("save", "load", "record")
LOOKING = ("moves", "show", "view", "why", "because", "what", "rule", "rules", "log", "help")
"""Commands that never change a position."""

NUMBERS = st.one_of(st.integers(-3, 30), st.integers()).map(str)
NAMES = st.sampled_from(
    [
        "A",
        "B",
        "Z",
        "all",
        "nobody",
        "hand of A",
        "deck",
        "Mina",
        "b2",
        "mark",
        "mark b2",
        "bet",
        "attack",
        "speed of Mina",
        "if",
        "not",
        "part",
        "random",
        "greedy 2",
        "uct 3",
        "off",
        "set fatigue of A to 3",
        "move Mina to hand of B",
        "@",
        "#",
    ]
)
ODD = st.sampled_from(
    ["\x1b[2J", "\x00", "\u202e", "\x07", "\ud800", "\u0130", "İ", "²", "٣", "\t", "-0", "1e9", "0x10", "½"]
)
WORDS = st.one_of(NUMBERS, NAMES, ODD, st.text(max_size=12))
NAMED = st.sampled_from([command.name for command in COMMANDS if command.name not in (*FILES, "quit")])
LINES = st.builds(lambda parts: " ".join(parts), st.lists(st.one_of(NAMED, WORDS), max_size=5))
TYPED = st.one_of(st.builds("{} {}".format, NAMED, LINES), LINES, st.text(max_size=40))

_games: dict[str, Game] = {}


def session_of(name: str) -> Session:
    """A session of a game that is loaded once."""
    if name not in _games:
        _games[name] = load(name, backend="reference")
    session = Session(_games[name], None, 0, reload=lambda: _games[name])
    session.table.brief = True
    return session


def answer(session: Session, typed: str) -> str:
    """The answer to a line, which must be words."""
    out = session.line(typed)
    shown = out.plain()
    assert "fault of the program" not in shown, (typed, shown)
    assert "The rules break here" not in shown, (typed, shown)
    assert all(printable(each) == each for each in shown.split("\n")), (typed, shown)
    assert shown or not typed.strip() or out.ended
    return shown


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(TYPED, max_size=8))
@example(lines=["why not", "why not ²", "1", "log 1", "because 1", "undo", "redo", "undo 1000000"])
@example(lines=["manual set fatigue of A to 999999999999", "manual move Mina to hand of B", "undo", "reload"])
@example(lines=["seat B", "bot A random", "auto 3", "view A", "seat all", "bot A off", "²", "٣"])
def test_any_line_is_answered(game: str, lines: list[str]) -> None:
    """Commands with wrong arguments, unknown seats, huge numbers, control characters, noise."""
    session = session_of(game)
    for typed in lines:
        before = session.table.state.key()
        answer(session, typed)
        word = typed.split()[0] if typed.split() else ""
        if word in LOOKING:
            assert session.table.state.key() == before, typed


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=20)
@given(typed=TYPED)
def test_anything_can_be_completed(game: str, typed: str) -> None:
    """The Tab key never fails, and every line it offers begins with what was typed."""
    for each in completions(session_of(game), typed):
        assert each != typed


SAFE = st.text(alphabet=string.ascii_letters + " ._-\x00\u202e²", max_size=20)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=st.sampled_from(FILES), name=SAFE)
@example(command="save", name=".")
@example(command="save", name="..")
@example(command="record", name="/")
def test_any_name_of_a_file_is_answered(tmp_path: Path, command: str, name: str) -> None:
    """Names that are none, folders, files that are something else."""
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        session = session_of("kuhn_poker")
        answer(session, "1")
        answer(session, f"{command} {name}")
    finally:
        os.chdir(here)


@pytest.mark.parametrize("command", [command.name for command in COMMANDS if command.name != "quit"])
def test_every_command_says_what_is_wrong(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command with arguments that nobody can mean; the position stays what it was where only looking is asked."""
    monkeypatch.chdir(tmp_path)
    for rest in ("", "Z", "0", "-1", "9" * 30, "\x1b[31m", "x" * 500, "A A A", "nowhere to be found"):
        session = session_of("dark_order")
        assert answer(session, f"{command} {rest}").strip()
