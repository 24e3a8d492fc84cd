"""The log has a bound, and counts what it does not keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.runtime.game import load
from dsl.runtime.information import log

TALK = """
game "Talk" for 1 player

the table has:
    var turns: 0..999

action talk in turn:
    for i from 1 to 5000: say "{i}"
    raise turns by 1
action hush in turn:
    say "hush"
window turn "your turn"

main:
    repeat at most 60 times: offer turn to player 1, no passing
    say "enough"
    end game won by player 1 because "done"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.rules").write_text(TALK, encoding="utf-8")
    return tmp_path


def test_a_step_keeps_so_many_lines_and_counts_the_others(folder: Path) -> None:
    state = load(folder).start()
    for _ in range(4):
        state.apply("talk")
    lines = state.log(1)
    assert len(lines) == 4 * (1 + log.MOST_SAID + 1)
    assert lines[0] == "A: talk" and lines[1] == "1" and lines[-2] == "1000"
    assert lines[-1] == "(4,000 more lines here, not kept)"
    assert state.because(len(lines), 1).words == lines[-1]
    state.apply("hush")
    assert state.log(1)[-2:] == ["A: hush", "hush"]
    assert state.undo() and state.undo() and len(state.log(1)) == 3 * (1 + log.MOST_SAID + 1)


def test_a_game_keeps_so_many_lines_and_all_its_moves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_KEPT", 1500)
    state = load(folder).start()
    for _ in range(60):
        state.apply("talk")
    assert len(state.lines) <= 1500 + 2 * 60
    assert sum(line.is_move for line in state.lines) == 60
    assert state.is_over and state.result_words == "done"


def test_lines_are_read_once_and_follow_what_is_taken_back() -> None:
    """What was read is kept by the line; another line in its place is read anew, in each state by itself."""
    game = load("tic_tac_toe")
    state = game.start(2, 1)
    state.apply("mark a1")
    assert state.log(1) == ["A: mark a1"]
    ahead = state.clone()
    ahead.apply("mark b2")
    assert ahead.log(1) == ["A: mark a1", "B: mark b2"] and state.log(1) == ["A: mark a1"]
    ahead.undo()
    ahead.undo()
    ahead.apply("mark c3")
    assert ahead.log(1) == ["A: mark c3"] and ahead.log(1, first=1) == [] and state.log(1) == ["A: mark a1"]
